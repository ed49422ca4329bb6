"""Reports, plots, exports, and tournaments of a small experiment of the toy game."""

import csv
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet

from whoknows.errors import WhoknowsError
from whoknows.experiments.experiment import checked, own_experiment
from whoknows.experiments.plot import plot
from whoknows.experiments.rows.export import export
from whoknows.experiments.rows.figures import as_document, report
from whoknows.experiments.running.run import begin, run_experiment
from whoknows.experiments.tournament import (
    PRIOR,
    SCALE,
    ratings,
    seatings,
    standings,
    tournament,
)
from whoknows.store import open_store
from whoknows.store.experiment_rows import rows_of
from whoknows.work import Here

TOY = f"{Path(__file__).parents[1] / 'toy.py'}:TOY"


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with open_store(str(tmp_path_factory.mktemp("rows") / "rows.db")) as store:
        yield store


@pytest.fixture(scope="module")
def entry(store):
    document = {
        "name": "toy",
        "game": TOY,
        "games": 50,
        "strategies": ["lowest", ["highest", "random"]],
        "rotate": True,
        "setup": {"cards": [4, 5]},
    }
    return run_experiment(
        store, begin(store, checked(own_experiment(document))), where=Here()
    )


def test_a_report_is_the_rows_added_up(store, entry):
    found = as_document(report(store, entry))
    assert json.loads(json.dumps(found)) == found
    rows = [row for row in rows_of(store, entry.id) if row.cell == 3]
    [series] = [series for series in found["cells"] if series["cell"] == 3]
    assert series["setup"]["cards"] == 4
    assert [seat["strategy"] for seat in series["seats"]] == ["random", "lowest"]
    assert series["seats"][1]["mean"] == pytest.approx(sum(r.scores[1] for r in rows) / 50)
    assert series["seats"][1]["rate"]
    assert series["figures"]["guesses"]["largest"] == max(r.turns for r in rows)


def test_comparisons_are_by_game(store, entry):
    found = report(store, entry)
    setup, pairs = found.comparisons[0]
    assert setup["cards"] == 4
    assert [(p.one, p.two, p.n) for p in pairs] == [
        ("lowest", "highest", 50),
        ("lowest", "random", 50),
        ("highest", "random", 50),
    ]
    rows = {(row.cell, row.game): row for row in rows_of(store, entry.id)}
    above = []
    for game in range(50):  # the definition, for lowest against highest
        low = [rows[0, game].scores[0], rows[1, game].scores[1]]
        low += [rows[2, game].scores[0], rows[3, game].scores[1]]
        high = [rows[0, game].scores[1], rows[1, game].scores[0]]
        above.append(np.mean(low) - np.mean(high))
    assert pairs[0].mean == pytest.approx(np.mean(above))


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_the_same_data_give_the_same_bytes(store, entry, tmp_path, kind):
    found = report(store, entry)
    for name in ("one", "two"):
        plot(found, tmp_path / f"{name}.{kind}")
    assert (tmp_path / f"one.{kind}").read_bytes() == (
        tmp_path / f"two.{kind}"
    ).read_bytes()
    plot(found, tmp_path / f"figure.{kind}", figure="guesses")
    assert len(list(tmp_path.iterdir())) == 3


def test_plots_that_cannot_be(store, entry, tmp_path):
    found = report(store, entry)
    with pytest.raises(WhoknowsError, match="ends in none of"):
        plot(found, tmp_path / "plot.gif")
    with pytest.raises(WhoknowsError, match="no figure 'guess'; did you mean 'guesses'"):
        plot(found, tmp_path / "plot.png", figure="guess")
    with pytest.raises(WhoknowsError, match="cannot write"):
        plot(found, tmp_path / "nowhere" / "plot.png")
    assert not list(tmp_path.iterdir())


def test_exports_hold_every_row(store, entry, tmp_path):
    assert export(store, entry, tmp_path / "rows.csv") == 400
    assert export(store, entry, tmp_path / "rows.parquet") == 400
    lines = list(csv.DictReader((tmp_path / "rows.csv").read_text().splitlines()))
    table = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    rows = list(rows_of(store, entry.id))
    for row, line, record in zip(rows, lines, table, strict=True):
        assert int(line["seed"]) == record["seed"] == row.seed
        assert (float(line["score_0"]), float(line["score_1"])) == tuple(row.scores)
        assert record["figure_guesses"] == row.figures["guesses"]
    assert lines[0]["strategy_0"] == "lowest"
    with pytest.raises(WhoknowsError, match="ends neither in"):
        export(store, entry, tmp_path / "rows.xls")
    with pytest.raises(WhoknowsError, match="cannot write"):
        export(store, entry, tmp_path / "nowhere" / "rows.csv")
    assert {path.name for path in tmp_path.iterdir()} == {"rows.csv", "rows.parquet"}


def test_seatings_of_a_tournament():
    assert seatings("abc", 1) == [("a",), ("b",), ("c",)]
    assert Counter(map("".join, seatings("abc", 2))) == Counter("ab ac ba bc ca cb".split())
    assert len(seatings("ab", 3)) == 6  # all but aaa and bbb
    assert len(seatings("abcd", 3)) == 24


def test_a_rating_of_two_is_the_odds():
    points = np.array([[0.0, 30.0], [10.0, 0.0]])
    odds = np.log((30 + PRIOR) / (10 + PRIOR))
    assert ratings(points) == pytest.approx(SCALE * odds / 2 * np.array([1, -1]), rel=1e-6)


def test_a_tournament_counts_every_meeting(store):
    plan = tournament(TOY, ["lowest", "highest", "random"], games=30, setup={"cards": 9})
    entry = run_experiment(store, begin(store, checked(plan)), where=Here())
    table = standings(store, entry)
    assert {line.strategy for line in table} == {"lowest", "highest", "random"}
    for line in table:
        assert line.won + line.drawn + line.lost == 4 * 30
        assert line.low <= line.rating <= line.high
        assert line.score.n == 4 * 30
    assert sum(line.rating for line in table) == pytest.approx(0, abs=1e-6)
    assert sum(line.won for line in table) == sum(line.lost for line in table)
    assert standings(store, entry) == table


def test_teams_meet_on_the_same_deals(store):
    plan = tournament(TOY, ["lowest", "random"], games=30, teams=True)
    assert plan.seatings == (("lowest", "lowest"), ("random", "random"))
    entry = run_experiment(store, begin(store, checked(plan)), where=Here())
    table = standings(store, entry)
    assert all(line.won + line.drawn + line.lost == 30 for line in table)


def test_a_tournament_of_one_is_none():
    with pytest.raises(WhoknowsError, match="two strategies or more"):
        tournament(TOY, ["random", "random"], games=3)
