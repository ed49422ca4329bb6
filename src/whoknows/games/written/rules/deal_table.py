"""All worlds of a game: part by part, every law as soon as it can be asked.

Parts are joined one after the other to a growing table, and the worlds that break a law
are dropped as soon as all that the law speaks of is there: three cards of nine hands never
make a table of all combinations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadFile, TooLarge
from whoknows.games.written.rules.rules_of_text import Column, Item, Worlds
from whoknows.games.written.rules.terms import Term, Values

MOST_WORLDS = 2**20
MOST_ROWS = 2**21  # of a table on the way there
MOST_CELLS = 2**25  # rows times columns of it
MOST_WEIGHT = 2**53  # of all worlds: sums below it are exact
MOST_WORK = 1_000_000_000  # rows times columns worked on, by one clause


@dataclass(slots=True)
class Growing:
    """A scope for laws: the columns that are there already."""

    columns: Mapping[str, Values]
    size: int
    env: dict[str, int]
    memo: None = None

    def column(self, name: str) -> Values:
        """What a column has."""
        return self.columns[name]


def all_worlds(
    dealt: Sequence[Column],
    laws: Sequence[Item],
    weight: Term | None,
    too_large: Callable[[str], TooLarge],
    impossible: Callable[..., BadFile],
) -> Worlds:
    """Every world that keeps the laws; the first part changes slowest."""
    columns: dict[str, NDArray[Any]] = {}
    size, waiting = 1, list(laws)
    for column in dealt:
        rows = size * len(column.values)
        if rows > MOST_ROWS or rows * (len(columns) + 1) > MOST_CELLS:
            every = Decimal(prod(len(each.values) for each in dealt))
            raise too_large(
                f"{every:.1e} combinations in all, and {rows:,} of them are left when"
                f" {column.name!r} is dealt, {rows * (len(columns) + 1) / 2**19:.0f} MiB;"
                f" at most {MOST_ROWS:,} worlds and {MOST_CELLS / 2**19:.0f} MiB:"
                " say laws that leave fewer, or deal less"
            )
        values = np.array(column.values, dtype=bool if column.fact else code_type(column))
        columns = {name: np.repeat(there, len(values)) for name, there in columns.items()}
        columns[column.name] = np.tile(values, size)
        size = rows
        ready = [law for law in waiting if law.term.columns <= columns.keys()]
        waiting = [law for law in waiting if law not in ready]
        columns, size = lawful(columns, size, ready, too_large, impossible)
    columns, size = lawful(columns, size, waiting, too_large, impossible)
    if size > MOST_WORLDS:
        raise too_large(f"{size:,} worlds; at most {MOST_WORLDS:,}")
    return weighed(columns, size, weight, impossible)


def code_type(column: Column) -> type[np.int16] | type[np.int32]:
    """The smallest integers that hold the values of a column."""
    return np.int16 if max(map(abs, column.values)) < 2**15 else np.int32


def lawful(
    columns: dict[str, NDArray[Any]],
    size: int,
    laws: Sequence[Item],
    too_large: Callable[[str], TooLarge],
    impossible: Callable[..., BadFile],
) -> tuple[dict[str, NDArray[Any]], int]:
    """The worlds that keep some laws."""
    for law in laws:
        if law.term.cost * size > MOST_WORK:
            raise too_large(f"a law works on {law.term.cost * size:.1e} values")
        kept = law.term.work(Growing(columns, size, dict(law.env)))
        if kept is True:
            continue
        rows = np.flatnonzero(np.broadcast_to(kept, (size,)))
        columns = {name: there.take(rows) for name, there in columns.items()}
        size = len(rows)
        if not size:
            raise impossible(
                "no world keeps all laws: this one leaves none", law.term.start
            )
    return columns, size


def weighed(
    columns: dict[str, NDArray[Any]],
    size: int,
    weight: Term | None,
    impossible: Callable[..., BadFile],
) -> Worlds:
    """The worlds with how likely each is, those that never happen left out."""
    for there in columns.values():
        there.flags.writeable = False
    if weight is None:
        return Worlds(columns, None, size)
    worked = weight.work(Growing(columns, size, {}))
    weights = np.broadcast_to(np.asarray(worked, dtype=np.int64), (size,))
    if (weights < 0).any():
        raise impossible(
            "a weight is a number from 0 up; in some world it is less", weight.start
        )
    rows = np.flatnonzero(weights)
    if not len(rows):
        raise impossible("in every world the weight is 0", weight.start)
    if float(weights.sum(dtype=np.float64)) >= MOST_WEIGHT:
        raise impossible("the weights of all worlds add up to 2^53 or more", weight.start)
    kept = {name: there.take(rows) for name, there in columns.items()}
    return Worlds(kept, weights.take(rows), len(rows))
