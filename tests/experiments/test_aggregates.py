"""Experiments that keep no rows: their reports are those of the rows, number for number."""

from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.asking.statistics import LEVELS, summary
from whoknows.asking.tally import MOST_VALUES, DealsTally, Tally, merged
from whoknows.errors import BadSetup, UnknownName
from whoknows.experiments.experiment import checked, own_experiment
from whoknows.experiments.rows.export import export
from whoknows.experiments.rows.figures import as_document, report
from whoknows.experiments.running.run import Sizes, begin, run_experiment
from whoknows.store import open_store
from whoknows.store.experiment_aggregates import (
    Aggregate,
    add_aggregate,
    aggregates_of,
    counted_deals,
)
from whoknows.store.experiment_rows import delete_experiment, entries, rows_of
from whoknows.work import Cancelled, Cores, Here

TOY = f"{Path(__file__).parents[1] / 'toy.py'}:TOY"
values = st.lists(st.one_of(st.integers(-3, 3), st.floats(-1e6, 1e6)), min_size=1)


def plan(**changes):
    plain = {
        "game": TOY,
        "games": 40,
        "seed": 5,
        "strategies": ["lowest", ["random", "highest"]],
        "rotate": True,
        "setup": {"cards": [5, 6]},
    }
    return checked(own_experiment(plain | changes))


def said(store, experiment, where=None):
    entry = run_experiment(store, begin(store, experiment), where=where or Here())
    assert entry.done == entry.games
    found = as_document(report(store, entry))
    return {key: found[key] for key in ("cells", "comparisons", "done")}


@pytest.fixture(scope="module")
def expected():
    with open_store("sqlite://") as store:
        return said(store, plan())


@given(values, st.data())
def test_a_tally_is_what_numpy_says_however_it_is_parted(column, data):
    column = np.array(column, dtype=float)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(column)))))
    parts = [Tally.of(part.tolist()) for part in np.split(column, cuts)]
    whole = merged(Tally.read(part.document()) for part in parts)
    assert whole == merged([Tally.of(column.tolist())])
    assert whole.n == len(column)
    assert whole.mean == pytest.approx(column.mean(), rel=1e-9, abs=1e-9)
    assert whole.ends == (column.min(), column.max())
    if len(column) > 1:
        error = column.std(ddof=1) / np.sqrt(len(column))
        assert whole.error == pytest.approx(error, rel=1e-6, abs=1e-6)
    found = [whole.quantile(level) for level in LEVELS]
    assert found == pytest.approx(np.quantile(column, LEVELS).tolist(), rel=1e-9, abs=1e-9)


def test_many_different_values_are_rounded_for_the_quantiles_only():
    column = np.random.default_rng(1).normal(size=3 * MOST_VALUES)
    parts = [Tally.of(part.tolist()) for part in np.split(column, [10, 5000])]
    whole = merged(Tally.read(merged([part]).document()) for part in parts)
    assert whole == merged([Tally.of(column.tolist())])
    assert whole.rounded
    assert len(whole.counts) < len(column)
    exact, found = summary(column), summary(whole)
    assert (found.mean, found.error, found.smallest) == (
        exact.mean,
        exact.error,
        exact.smallest,
    )
    assert found.quantiles == pytest.approx(exact.quantiles, rel=1e-3)


def test_what_is_not_finite_has_no_mean():
    whole = merged([Tally.of([1.0, float("inf")]), Tally.of([2.0])])
    assert np.isnan(whole.mean)
    assert whole.ends == (1.0, float("inf"))


def test_the_report_is_that_of_the_rows(expected):
    with open_store("sqlite://") as store:
        assert said(store, plan(keep="aggregates")) == expected
        [entry] = entries(store)
        assert not list(rows_of(store, entry.id))
        assert counted_deals(store, entry.id).keys() == {0, 4}
        [document, *_] = aggregates_of(store, entry.id, 0)
        assert DealsTally.read(document).document() == document
        delete_experiment(store, entry.id)
        assert not list(aggregates_of(store, entry.id, 0))


@pytest.mark.slow
def test_all_cores_give_the_same(tmp_path, expected):
    with open_store(str(tmp_path / "kept.db")) as store:
        assert said(store, plan(keep="aggregates"), Cores(2)) == expected


@settings(max_examples=4, deadline=None)
@given(st.integers(1, 50), st.integers(1, 6))
def test_stopped_and_resumed_in_whatever_chunks(expected, size, stop):
    from threading import Event

    cancel, seen = Event(), []

    def watch(progress):
        seen.append(progress.pace.done)
        if len(seen) == stop:
            cancel.set()

    with open_store("sqlite://") as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sizes, "size", lambda self, series: size)
        entry = begin(store, plan(keep="aggregates"))
        try:
            run_experiment(store, entry, where=Here(), watch=watch, cancel=cancel)
        except Cancelled:
            patch.setattr(Sizes, "size", lambda self, series: 7)
            [kept] = entries(store)
            assert 0 < kept.done == seen[-1] < kept.games
        assert said(store, plan(keep="aggregates")) == expected


def test_no_deal_is_counted_twice(expected):
    with open_store("sqlite://") as store:
        entry = begin(store, plan(keep="aggregates"))
        run_experiment(store, entry, where=Here())
        for deals in (range(3, 5), range(39, 50), range(1)):
            assert not add_aggregate(store, entry.id, Aggregate(0, deals, 8, {}))
        assert add_aggregate(store, entry.id, Aggregate(0, range(40, 41), 4, {"pairs": []}))


def test_what_needs_rows_says_so(tmp_path):
    with open_store("sqlite://") as store:
        experiment = plan(keep="aggregates", games=2)
        entry = run_experiment(store, begin(store, experiment), where=Here())
        with pytest.raises(BadSetup, match=r"no rows.*--keep rows"):
            export(store, entry, tmp_path / "rows.csv")
    with pytest.raises(UnknownName, match="way to keep games"):
        plan(keep="row")


def test_rows_keep_their_key_and_aggregates_have_another():
    assert plan(keep="rows").key == plan().key != plan(keep="aggregates").key
    assert "keep" not in plan().document


def test_a_summary_takes_numbers_or_a_tally():
    column = np.array([0.0, 1.0, 1.0])
    assert asdict(summary(column)) == asdict(summary(Tally.of(column.tolist())))
