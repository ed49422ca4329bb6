"""What version 0.1 kept still opens.

The database was written by version 0.1 itself: of each game some that are over, some in the
middle, one with a move taken back; beside it stands what 0.1 said of them.
"""

import json
import sqlite3
from pathlib import Path

import pytest

from whoknows.experiments.rows.figures import report
from whoknows.store import open_store
from whoknows.store.experiment_rows import find_entry
from whoknows.store.sitting import known_games, resumed

HERE = Path(__file__).parent
SAID = json.loads((HERE / "version_0_1.json").read_text())


@pytest.fixture
def store(tmp_path):
    path = tmp_path / "kept.db"
    connection = sqlite3.connect(path)
    connection.executescript((HERE / "version_0_1.sql").read_text())
    connection.close()
    with open_store(str(path)) as store:
        yield store


def test_its_games_are_listed(store):
    assert {known.id for known in known_games(store)} == set(SAID)


@pytest.mark.parametrize("room", SAID)
def test_its_games_go_on_where_they_were(store, room):
    said, sitting = SAID[room], resumed(store, room)
    game, table = sitting.room.game, sitting.room.table
    moves = [
        {str(seat): game.move_name(move) for seat, move in event.moves.items()}
        for event in game.history(table.state)
    ]
    assert (game.name, table.over, moves) == (said["game"], said["over"], said["moves"])


def test_its_experiment_is_reported_as_it_was(store):
    found = report(store, find_entry(store, "kept"))
    means = [seat.mean for cell in found.series for seat in cell.seats]
    assert means == [pytest.approx(62 / 6), pytest.approx(65 / 6)]
