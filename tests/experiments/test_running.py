"""The rows depend on the experiment's seed only: not on workers, chunks, or stops."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from whoknows.errors import BadFile, BadSetup, StrategyFailed
from whoknows.experiments.experiment import checked, from_stored, own_experiment
from whoknows.experiments.provenance import differences
from whoknows.experiments.running import chunk as playing
from whoknows.experiments.running import run
from whoknows.experiments.running.run import Sizes, begin, one_game, run_experiment
from whoknows.store import open_store
from whoknows.store.experiment_rows import add_rows, done_ranges, rows_of
from whoknows.work import Cancelled, Cores, Here

TOY = f"{Path(__file__).parents[1] / 'toy.py'}:TOY"


def plan(**changes):
    plain = {
        "game": TOY,
        "games": 40,
        "seed": 5,
        "strategies": ["lowest", "random"],
        "rotate": True,
        "setup": {"cards": [5, 6]},
    }
    return checked(own_experiment(plain | changes))


@pytest.fixture
def store(tmp_path):
    with open_store(str(tmp_path / "rows.db")) as store:
        yield store


def all_rows(store, experiment, where=None):
    entry = run_experiment(store, begin(store, experiment), where=where or Here())
    assert entry.done == entry.games
    return list(rows_of(store, entry.id))


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    with open_store(str(tmp_path_factory.mktemp("whole") / "rows.db")) as store:
        return all_rows(store, plan())


def test_a_row_is_the_game_played_alone(expected):
    experiment = plan()
    all_series = experiment.series()
    assert len(expected) == 4 * 40
    for row in expected[::13]:
        table = one_game(experiment, all_series[row.cell], row.game)
        assert row == playing.row_of(table, row.cell, row.game)
        assert row.figures == {"guesses": len(table.turns)}


def test_all_cores_give_the_rows_of_one(store, expected):
    assert all_rows(store, plan(), Cores(2)) == expected


@settings(max_examples=15, deadline=None)
@given(st.sets(st.integers(0, 159)), st.integers(1, 50))
def test_whatever_was_done_before_and_in_whatever_chunks(expected, kept, size):
    with open_store("sqlite://") as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sizes, "size", lambda self, series: size)
        entry = begin(store, plan())
        add_rows(store, entry.id, [expected[number] for number in kept])
        assert all_rows(store, plan()) == expected


def test_another_seed_gives_other_rows(store, expected):
    assert all_rows(store, plan(seed=6)) != expected


def test_seatings_play_the_same_deals_and_setups_do_not(expected):
    seeds = {}
    for row in expected:
        seeds.setdefault(row.cell, []).append(row.seed)
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    assert len({*seeds[0], *seeds[2]}) == 80


def test_cancelled_and_resumed(store, expected):
    from threading import Event

    cancel = Event()
    entry = begin(store, plan())
    with pytest.raises(Cancelled):
        run_experiment(
            store, entry, where=Here(), watch=lambda progress: cancel.set(), cancel=cancel
        )
    assert 0 < len(list(rows_of(store, entry.id))) < 160
    assert all_rows(store, plan()) == expected


def test_progress_counts_what_was_done_before(store, expected):
    seen = []
    entry = begin(store, plan())
    add_rows(store, entry.id, expected[:100])
    run_experiment(store, entry, where=Here(), watch=lambda p: seen.append(p.pace.done))
    assert seen[-1] == 60
    assert done_ranges(store, entry.id) == {series: [range(40)] for series in range(4)}


def test_what_is_done_is_found_as_ranges(store, expected):
    entry = begin(store, plan())
    kept = [row for row in expected if row.cell == 1 and row.game not in (0, 7, 8)]
    add_rows(store, entry.id, [*kept, *(row for row in expected if row.cell == 3)])
    found = done_ranges(store, entry.id)
    assert found == {1: [range(1, 7), range(9, 40)], 3: [range(40)]}
    asked = list(run.chunks(plan(), found, run.Sizes()))
    games = {(chunk.series, game) for chunk in asked for game in chunk.numbers}
    assert len(games) == sum(len(chunk.numbers) for chunk in asked)
    assert {game for series, game in games if series == 1} == {0, 7, 8}
    assert {series for series, _ in games} == {0, 1, 2}


def test_chunks_are_as_long_as_the_place_wants():
    sizes = run.Sizes(20.0)
    for _ in range(10):
        count = sizes.size(0)
        sizes.learn(0, count, count * 0.01)
    assert sizes.size(0) == 2000  # twenty seconds of games that take ten milliseconds


def test_an_endless_strategy_ends_the_run(store):
    entry = begin(store, plan(strategies=["lowest", "endless"], rotate=False))
    with pytest.raises(StrategyFailed, match=r"endless took more than 0.2 seconds"):
        run_experiment(store, entry, where=Here(), move_limit=0.2)
    with pytest.raises(BadSetup, match="wanted more than 0"):
        run_experiment(store, entry, where=Here(), move_limit=0)


def test_a_faulty_strategy_says_where_and_keeps_the_rows(store):
    experiment = plan(strategies=["lowest", ["highest", "faulty"]], rotate=False)
    entry = begin(store, experiment)
    with pytest.raises(
        StrategyFailed, match=r"series 1 game 0 \(lowest, faulty\).*ZeroDivision"
    ):
        run_experiment(store, entry, where=Here())
    assert len([row for row in rows_of(store, entry.id) if row.cell == 0]) == 40


def test_a_file_strategy_is_run_from_its_stored_text(store, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(
        "def mine(sight, history, rng):\n    return 4 if sight.card != 4 else 3\n"
    )
    entry = begin(store, plan(strategies=[f"{mine}:mine"], setup={"rounds": 1}))
    mine.unlink()
    done = run_experiment(store, entry, where=Cores(2))
    assert done.done == 40
    assert from_stored(done.document, done.name).sources


def test_an_experiment_of_another_version_goes_on(store):
    entry = begin(store, plan())
    with store.writing() as connection:
        connection.execute(text("update whoknows_experiments set program = '0.0.1'"))
    assert all_rows(store, plan())
    assert list(islice(rows_of(store, entry.id), 1))


def test_chunks_grow_with_speed_and_shrink_again():
    sizes = Sizes()
    assert sizes.size(0) == 1
    sizes.learn(0, 1, 1e-5)
    assert sizes.size(0) == 8
    sizes.learn(0, 8, 80.0)
    assert sizes.size(0) == 1


def test_what_it_was_begun_with_is_written_down_and_compared(store, monkeypatch):
    monkeypatch.setattr("whoknows.experiments.provenance.commit", lambda: "1" * 12)
    entry = begin(store, plan())
    made = entry.document["made_with"]
    assert made["numpy"] == np.__version__
    assert {"whoknows", "commit", "python", "numba"} <= set(made)
    assert differences(made) == []
    assert differences({**made, "numpy": "1.2"}) == [
        f"numpy 1.2 then, {np.__version__} now"
    ]
    assert differences({**made, "commit": "0" * 12}) == [
        "commit 000000000000 then, 111111111111 now"
    ]


def test_exported_shards_hold_every_line_once(store, tmp_path, monkeypatch):
    from pyarrow import parquet

    from whoknows.experiments.rows import export

    entry = run_experiment(store, begin(store, plan()), where=Here())
    monkeypatch.setattr(export, "GROUP", 30)
    monkeypatch.setattr(export, "SHARD", 60)
    assert export.export(store, entry, tmp_path / "shards") == 160
    parts = sorted((tmp_path / "shards").iterdir())
    assert [path.name for path in parts] == [f"part-0000{k}.parquet" for k in range(3)]
    lines = [line for path in parts for line in parquet.read_table(path).to_pylist()]
    assert [(line["cell"], line["number"]) for line in lines] == [
        (series, game) for series in range(4) for game in range(40)
    ]
    assert export.export(store, entry, tmp_path / "one.parquet") == 160
    assert parquet.read_table(tmp_path / "one.parquet").to_pylist() == lines
    with pytest.raises(BadFile, match="is there already"):
        export.export(store, entry, tmp_path / "shards")
