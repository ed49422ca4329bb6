"""Aggregates in the database: what runs of deals came to, where no rows are kept."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Select, func, insert, inspect, select
from sqlalchemy.engine import Connection

from whoknows.store.database import Store, lock
from whoknows.store.schema import aggregates


class Aggregate(NamedTuple):
    """What the deals of one setup in a range came to."""

    setup: int
    deals: range
    games: int
    document: dict[str, Any]


def add_aggregate(store: Store, experiment: str, new: Aggregate) -> bool:
    """Insert an aggregate, unless one of its deals is counted already; whether it was."""
    here = (aggregates.c.experiment == experiment) & (aggregates.c.setup == new.setup)
    first, stop = new.deals.start, new.deals.stop
    overlap = (aggregates.c.first < stop) & (aggregates.c.stop > first)
    with store.writing() as connection:
        lock(connection)  # another driver may be counting the same deals
        if connection.scalar(select(func.count()).where(here, overlap)):
            return False
        values = insert(aggregates).values(
            experiment=experiment,
            setup=new.setup,
            first=first,
            stop=stop,
            games=new.games,
            document=new.document,
        )
        connection.execute(values)
    return True


def aggregates_of(store: Store, experiment: str, setup: int) -> Iterator[dict[str, Any]]:
    """The documents of one setup's aggregates, in the order of the deals."""
    query = (
        select(aggregates.c.document)
        .where(aggregates.c.experiment == experiment, aggregates.c.setup == setup)
        .order_by(aggregates.c.first)
    )
    with store.reading() as connection:
        if are_there(connection):
            for row in connection.execution_options(yield_per=500).execute(query):
                yield row.document


def counted_deals(store: Store, experiment: str) -> dict[int, list[range]]:
    """The deals of each setup that are counted, as ranges in order."""
    query = (
        select(aggregates.c.setup, aggregates.c.first, aggregates.c.stop)
        .where(aggregates.c.experiment == experiment)
        .order_by(aggregates.c.setup, aggregates.c.first)
    )
    found: dict[int, list[range]] = {}
    with store.reading() as connection:
        for setup, first, stop in connection.execute(query):
            found.setdefault(setup, []).append(range(first, stop))
    return found


def counted_games(connection: Connection) -> dict[str, int]:
    """How many games of each experiment are in aggregates."""
    if not are_there(connection):
        return {}
    query: Select[Any] = select(
        aggregates.c.experiment, func.sum(aggregates.c.games)
    ).group_by(aggregates.c.experiment)
    return {experiment: int(games) for experiment, games in connection.execute(query)}


def are_there(connection: Connection) -> bool:
    """Whether the database has the table: an older one that is only read has not."""
    return inspect(connection).has_table(aggregates.name)
