"""Many games: the sums are those of the single reviews, by strategy and by move."""

import json
import math

import pytest
from typer.testing import CliRunner

from whoknows.analysis import review
from whoknows.catalog import GAMES
from whoknows.cli.main import app
from whoknows.errors import BadSetup, BadStore
from whoknows.experiments.experiment import from_document
from whoknows.experiments.reviewed_games import review_experiment, review_kept
from whoknows.experiments.running.run import begin, run_experiment
from whoknows.play.table.referee import Table, finish
from whoknows.store import open_store
from whoknows.work import Here

ASKED = {
    "name": "children",
    "game": "muddy",
    "games": 4,
    "seed": 3,
    "seatings": [["logician", "daring", "silent"]],
    "setup": {"children": 3},
}


@pytest.fixture
def db(tmp_path):
    """A database with a small experiment."""
    path = str(tmp_path / "games.db")
    with open_store(path) as store:
        run_experiment(store, begin(store, from_document(ASKED)), where=Here())
    return path


def test_an_experiment_is_the_sum_of_its_games(db):
    from whoknows.store.experiment_rows import find_entry, rows_of

    with open_store(db) as store:
        entry = find_entry(store, "children")
        many = review_experiment(store, entry, where=Here())
        seeds = [row.seed for row in rows_of(store, entry.id)]
    game = GAMES["muddy"]
    setup = game.setup(children=3)
    strategies = [game.strategies[name] for name in ASKED["seatings"][0]]
    losses, leaks = {}, {}
    for seed in seeds:
        dealt = Table.dealt(game, setup, seed)
        for move in review(finish(dealt, strategies)).moves:
            losses.setdefault(move.seat, []).append(move.loss)
            leaks.setdefault(move.seat, []).append(sum(move.told.values()))
    assert many.games == 4
    for seat, name in enumerate(ASKED["seatings"][0]):
        found = many.to_json()["strategies"][name]
        assert found["moves"] == len(losses[seat])
        assert math.isclose(
            found["loss"], sum(losses[seat]) / len(losses[seat]), abs_tol=1e-8
        )
        assert math.isclose(
            found["leak"], sum(leaks[seat]) / len(leaks[seat]), abs_tol=1e-8
        )
        assert sum(turn["moves"] for turn in found["by_turn"]) == found["moves"]
    assert many.of("logician").skill == 1.0


def test_rows_that_do_not_come_out_again_are_refused(db):
    from sqlalchemy import update

    from whoknows.store.experiment_rows import find_entry
    from whoknows.store.schema import rows

    with open_store(db) as store:
        with store.writing() as connection:
            connection.execute(update(rows).values(scores=[9.0, 9.0, 9.0]))
        with pytest.raises(BadStore, match="does not come out"):
            review_experiment(store, find_entry(store, "children"), where=Here())


def test_kept_games_are_reviewed_by_who_moved(tmp_path):
    from whoknows.store.sitting import begun, usual_chairs

    db, game = str(tmp_path / "kept.db"), GAMES["balance"]
    setup = game.setup(coins=3, kind="heavy")
    with open_store(db) as store:
        for _ in range(2):
            begun(store, game, setup, usual_chairs(game, setup)).moved("1 : 2")
        [found] = review_kept(store, "kept", where=Here())
    assert (found.games, found.strategies) == (2, ["people"])
    assert found.of("people").skill == 1.0


def test_the_command_says_it_draws_it_and_gives_it_as_json(db, tmp_path):
    def run(*arguments):
        return CliRunner().invoke(app, ["review", *arguments, "--workers", "1"])

    picture = tmp_path / "skill.svg"
    said = run("--many", "children", "--db", db, "-o", str(picture))
    assert "logician" in said.output
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    document = json.loads(run("--many", "children", "--db", db, "--json").stdout)
    assert set(document["strategies"]) == {"logician", "daring", "silent"}
    assert isinstance(run().exception, BadSetup)
    assert isinstance(run("x.json", "--many", "children").exception, BadSetup)
