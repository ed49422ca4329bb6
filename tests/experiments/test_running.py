"""The rows depend on the experiment's seed only: not on workers, chunks, or stops."""

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from whoknows.errors import BadStore, StrategyFailed
from whoknows.experiments import playing, running
from whoknows.experiments.plan import checked, from_document, from_stored
from whoknows.experiments.running import Sizes, begin, one_game, run_experiment
from whoknows.store import open_store
from whoknows.store.rows import add_rows, rows_of
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
    return checked(from_document(plain | changes))


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
    cells = experiment.cells()
    assert len(expected) == 4 * 40
    for row in expected[::13]:
        table = one_game(experiment, cells[row.cell], row.game)
        assert row == playing.row_of(table, row.cell, row.game)
        assert row.figures == {"guesses": len(table.turns)}


def test_all_cores_give_the_rows_of_one(store, expected):
    assert all_rows(store, plan(), Cores(2)) == expected


@settings(max_examples=15, deadline=None)
@given(st.sets(st.integers(0, 159)), st.integers(1, 50))
def test_whatever_was_done_before_and_in_whatever_chunks(expected, kept, size):
    with open_store("sqlite://") as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sizes, "size", lambda self, cell: size)
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
    progress, _ = running.so_far(store, entry)
    scores = [row.scores[0] for row in expected if row.cell == 2]
    assert progress.mean(2) == pytest.approx(sum(scores) / len(scores))
    assert progress.pace.before == 160


def test_a_faulty_strategy_says_where_and_keeps_the_rows(store):
    experiment = plan(strategies=["lowest", ["highest", "faulty"]], rotate=False)
    entry = begin(store, experiment)
    with pytest.raises(
        StrategyFailed, match=r"cell 1 game 0 \(lowest, faulty\).*ZeroDivision"
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


def test_an_experiment_of_another_version_is_not_mixed(store):
    entry = begin(store, plan())
    with store.writing() as connection:
        connection.execute(text("update whoknows_experiments set program = '0.0.1'"))
    with pytest.raises(BadStore, match=r"begun by whoknows 0\.0\.1"):
        all_rows(store, plan())
    assert not list(islice(rows_of(store, entry.id), 1))


def test_chunks_grow_with_speed_and_shrink_again():
    sizes = Sizes()
    assert sizes.size(0) == 1
    fast = playing.Played(0, [None], 1e-5)
    sizes.learn(fast)
    assert sizes.size(0) == 8
    sizes.learn(playing.Played(0, [None] * 8, 80.0))
    assert sizes.size(0) == 1
