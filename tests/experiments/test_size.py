"""How large an experiment is: judged by arithmetic, and no weight for a list of all."""

import pytest
from sqlalchemy import func, select, update

from whoknows.errors import TooLarge
from whoknows.experiments.experiment import MOST_SERIES, Experiment, checked, from_document
from whoknows.experiments.rows.figures import report
from whoknows.experiments.running.run import begin
from whoknows.store import open_store, schema
from whoknows.store.experiment_rows import entries, find_entry

PLAN = {"game": "mastermind", "games": 1, "strategies": [["parts", "first"]]}
LARGEST = {"pegs": [1, 2, 3, 4], "colors": [*range(2, 10)], "rows": [*range(1, 1001)]}
SMALL = {"pegs": [2, 3], "colors": [2, 3, 3], "rows": [5, 6]}


def listing(*_):
    raise AssertionError("the series were listed")


@pytest.mark.parametrize(
    "large",
    [
        {"setup": LARGEST},
        {"setup": {"rows": [*range(1, 1001)], "pegs": [1] * 1000}},
        {"strategies": [["parts", "first"] * 10] * 5},
        {"strategies": [["parts"] * 3000] * 9, "rotate": True},
    ],
)
def test_a_grid_that_is_too_large_is_refused_before_it_is_listed(large, monkeypatch):
    experiment = from_document({**PLAN, **large})
    for name in ("series", "setups", "tables"):
        monkeypatch.setattr(Experiment, name, listing)
    with pytest.raises(TooLarge, match=f"more than {MOST_SERIES:,}"):
        checked(experiment)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("strategies", [[["parts", "first"]], ["parts"]])
def test_the_bound_is_not_less_than_the_number_of_series(strategies, turned):
    document = {**PLAN, "setup": SMALL, "strategies": strategies, "rotate": turned}
    experiment = from_document(document)
    assert len(experiment.series()) <= experiment.most_series() <= MOST_SERIES
    assert experiment.size() == experiment.games * experiment.most_series()


def longest(store):
    """How long the longest document is that a list of experiments reads."""
    query = select(func.max(func.length(schema.experiments.c.document)))
    with store.reading() as connection:
        return connection.scalar(query)


@pytest.fixture
def store(tmp_path):
    with open_store(str(tmp_path / "rows.db")) as store:
        yield store


def test_a_list_of_experiments_reads_no_series(store):
    experiment = from_document({**PLAN, "setup": {"rows": [*range(1, 1001)]}})
    entry = begin(store, checked(experiment))
    assert len(entry.document["cells"]["pairs"]) == 2000
    [listed] = entries(store)
    assert listed == entry._replace(document=listed.document)
    assert "cells" not in listed.document
    assert longest(store) < 10_000
    assert find_entry(store, entry.id) == entry


def test_the_series_of_an_older_database_are_moved_where_no_list_reads_them(tmp_path):
    path = str(tmp_path / "older.db")
    with open_store(path) as store:
        entry = begin(store, checked(from_document({**PLAN, "setup": SMALL})))
        before = report(store, entry).series
        with store.writing() as connection:
            schema.series.drop(connection)
            connection.execute(update(schema.experiments).values(document=entry.document))
            connection.execute(update(schema.meta).values(value="3"))
    with open_store(path) as store:
        assert "cells" not in entries(store)[0].document
        assert find_entry(store, entry.id) == entry
        assert report(store, find_entry(store, entry.id)).series == before
