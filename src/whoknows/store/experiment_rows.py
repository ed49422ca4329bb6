"""Experiments and their rows in the database."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Insert, delete, func, inspect, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from whoknows import __version__
from whoknows.errors import UnknownName
from whoknows.store.database import Store
from whoknows.store.experiment_aggregates import counted_games
from whoknows.store.experiment_drivers import under_way
from whoknows.store.schema import aggregates, experiments, rows, series


class Row(NamedTuple):
    """One game of an experiment, in the order of its key."""

    cell: int
    game: int
    seed: int
    turns: int
    scores: Sequence[float]
    figures: dict[str, float]


class Entry(NamedTuple):
    """An experiment as the database lists it."""

    id: str
    name: str
    document: dict[str, Any]
    program: str
    began: str
    games: int
    done: int
    under_way: str = ""  # how far its driver is, while there is one


def add_experiment(
    store: Store, key: str, name: str, document: dict[str, Any], games: int
) -> None:
    """Note that an experiment is begun; one that is there already stays as it is."""
    cells, document = document.get("cells"), without_series(document)
    values = {
        "id": key,
        "name": name,
        "document": document,
        "program": __version__,
        "began": "",
        "games": games,
    }
    with store.writing() as connection:
        last = connection.scalar(select(func.max(experiments.c.began)))
        values["began"] = after(last, datetime.now(UTC).isoformat(timespec="microseconds"))
        connection.execute(or_ignore(connection, experiments).values(values))
        add_series(connection, key, cells)


def add_series(connection: Connection, key: str, cells: Any) -> None:
    """Note the series of an experiment, if they are known and not there already."""
    if cells is not None:
        values = {"experiment": key, "document": cells}
        connection.execute(or_ignore(connection, series).values(values))


def without_series(document: dict[str, Any]) -> dict[str, Any]:
    """A document as lists of experiments have it."""
    return {key: value for key, value in document.items() if key != "cells"}


def after(last: str | None, now: str) -> str:
    """A time that is later than the last one, even if the clock was set back.

    >>> after("2031-01-01T00:00:00+00:00", "2030-05-05T10:00:00.000000+00:00")
    '2031-01-01T00:00:00.000001+00:00'
    """
    if last is None or datetime.fromisoformat(last) < datetime.fromisoformat(now):
        return now
    later = datetime.fromisoformat(last) + timedelta(microseconds=1)
    return later.isoformat(timespec="microseconds")


def change_document(store: Store, key: str, document: dict[str, Any]) -> None:
    """Write down more about an experiment."""
    change = update(experiments).where(experiments.c.id == key)
    with store.writing() as connection:
        connection.execute(change.values(document=without_series(document)))
        add_series(connection, key, document.get("cells"))


def add_rows(store: Store, experiment: str, new: Iterable[Row]) -> None:
    """Insert rows, all of them or none; those that are there already change nothing."""
    values = [row._asdict() | {"experiment": experiment} for row in new]
    if values:
        with store.writing() as connection:
            connection.execute(or_ignore(connection, rows), values)


def or_ignore(connection: Connection, table: Any) -> Insert:
    """An insertion that leaves rows with the same key as they are."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()


def rows_of(store: Store, experiment: str) -> Iterator[Row]:
    """The rows of an experiment, in the order of cells and games."""
    query = (
        select(*(rows.c[name] for name in Row._fields))
        .where(rows.c.experiment == experiment)
        .order_by(rows.c.cell, rows.c.game)
    )
    with store.reading() as connection:
        for row in connection.execution_options(yield_per=5000).execute(query):
            yield Row(*row)


def rows_by_deals(
    store: Store, experiment: str, cells: Sequence[int], size: int
) -> Iterator[list[Row]]:
    """The rows of some cells, those of the same few deals together."""
    here = (rows.c.experiment == experiment) & rows.c.cell.in_(cells)
    fields = [rows.c[name] for name in Row._fields]
    with store.reading() as connection:
        last = connection.scalar(select(func.max(rows.c.game)).where(here))
        for first in range(0, 0 if last is None else last + 1, size):
            deals = rows.c.game.between(first, first + size - 1)
            query = select(*fields).where(here, deals).order_by(rows.c.cell, rows.c.game)
            if some := [Row(*row) for row in connection.execute(query)]:
                yield some


def done_ranges(store: Store, experiment: str) -> dict[int, list[range]]:
    """The games of each cell that have a row, as ranges in order.

    The database finds them: runs of numbers keep their distance to their place in order.
    """
    place = func.row_number().over(partition_by=rows.c.cell, order_by=rows.c.game)
    here = rows.c.experiment == experiment
    numbered = select(rows.c.cell, rows.c.game, (rows.c.game - place).label("run"))
    runs = numbered.where(here).subquery()
    query = (
        select(runs.c.cell, func.min(runs.c.game), func.max(runs.c.game))
        .group_by(runs.c.cell, runs.c.run)
        .order_by(runs.c.cell, func.min(runs.c.game))
    )
    found: dict[int, list[range]] = {}
    with store.reading() as connection:
        for cell, first, last in connection.execute(query):
            found.setdefault(cell, []).append(range(first, last + 1))
    return found


def entries(store: Store) -> list[Entry]:
    """Every experiment, the oldest first, without its series."""
    done = (
        select(rows.c.experiment, func.count().label("done"))
        .group_by(rows.c.experiment)
        .subquery()
    )
    query = (
        select(experiments, func.coalesce(done.c.done, 0))
        .outerjoin(done, done.c.experiment == experiments.c.id)
        .order_by(experiments.c.began, experiments.c.id)
    )
    with store.reading() as connection:
        counted, words = counted_games(connection), under_way(connection)
        found = [Entry(*entry) for entry in connection.execute(query)]
    return [
        entry._replace(
            done=entry.done + counted.get(entry.id, 0),
            under_way=words.get(entry.id, ""),
        )
        for entry in found
    ]


def listed_entry(store: Store, name: str) -> Entry:
    """The experiment of that id or name, without its series; the newest of that name."""
    every = entries(store)
    found = [entry for entry in every if name in (entry.id, entry.name)]
    if found:
        return found[-1]
    raise UnknownName.among("experiment", name, {entry.name: 0 for entry in every})


def find_entry(store: Store, name: str) -> Entry:
    """The experiment of that id or name, with its series, if they are known."""
    entry = listed_entry(store, name)
    if "cells" in entry.document:  # of an older database that is only read
        return entry
    query = select(series.c.document).where(series.c.experiment == entry.id)
    with store.reading() as connection:
        there = inspect(connection).has_table(series.name)
        cells = connection.scalar(query) if there else None
    more = {} if cells is None else {"cells": cells}
    return entry._replace(document=entry.document | more)


def delete_experiment(store: Store, key: str) -> None:
    """Remove an experiment and all that is kept of its games."""
    with store.writing() as connection:
        connection.execute(delete(aggregates).where(aggregates.c.experiment == key))
        connection.execute(delete(rows).where(rows.c.experiment == key))
        connection.execute(delete(series).where(series.c.experiment == key))
        connection.execute(delete(experiments).where(experiments.c.id == key))
