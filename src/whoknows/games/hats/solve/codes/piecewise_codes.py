"""Piecewise constant codes: the agents sit in groups, and only counts matter.

A word is in the code if the numbers of B hats in the groups are one of a few rows
[CohenLobsteinSloane1986].  Changing a hat changes one number by 1, so that the code covers
every word just if the rows dominate a grid; nobody needs a table of words.

>>> five = PiecewiseCode((2, 3), frozenset({(0, 0), (0, 3), (1, 1), (1, 2), (2, 0)}))
>>> five.size, five.covers()
(15, False)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import TypeAlias

import numpy as np

from whoknows.games.hats.rules import PASS, Code

Counts: TypeAlias = tuple[int, ...]  # how many B hats each group has


@dataclass(frozen=True, slots=True)
class PiecewiseCode:
    """The words whose counts, group by group, are one of the rows."""

    parts: tuple[int, ...]  # how many agents each group has
    rows: frozenset[Counts]

    @property
    def length(self) -> int:
        """The number of agents."""
        return sum(self.parts)

    @property
    def size(self) -> int:
        """How many words the code has."""
        return sum(weight(self.parts, row) for row in self.rows)

    def counts(self, hats: Sequence[int]) -> Counts:
        """The number of B hats of each group."""
        ends = np.cumsum(self.parts).tolist()
        starts = [0, *ends[:-1]]
        return tuple(sum(hats[a:b]) for a, b in zip(starts, ends, strict=True))

    def __contains__(self, code: Code) -> bool:
        places = range(self.length - 1, -1, -1)
        return self.counts([code >> place & 1 for place in places]) in self.rows

    def answer(self, seat: int, others: Sequence[int]) -> int:
        """What an agent says who sees these hats: away from the code, or pass."""
        white, black = (
            self.counts([*others[:seat], own, *others[seat:]]) in self.rows
            for own in (0, 1)
        )
        return PASS if white == black else 1 + white

    def covers(self) -> bool:
        """Whether every word is in the code or next to it."""
        return all(
            row in self.rows or any(near in self.rows for near in neighbors(row))
            for row in grid(self.parts)
        )


def best_piecewise(
    parts: tuple[int, ...], *, steps: int = 20_000, seed: int = 1
) -> PiecewiseCode:
    """The smallest such code that a local search finds."""
    from whoknows.games.hats.solve.codes.cover_kernel import cheapest_cover

    rows = list(grid(parts))
    number = {row: place for place, row in enumerate(rows)}
    near = [
        [k, *(number[each] for each in neighbors(row) if each in number)]
        for k, row in enumerate(rows)
    ]
    starts = np.cumsum([0, *map(len, near)]).astype(np.int32)
    flat = np.array([each for row in near for each in row], np.int32)
    costs = np.array([weight(parts, row) for row in rows], np.int64)
    _, chosen = cheapest_cover(starts, flat, costs, 0, steps, seed)
    return PiecewiseCode(parts, frozenset(rows[k] for k in np.flatnonzero(chosen)))


def grid(parts: tuple[int, ...]) -> Iterator[Counts]:
    """All rows of counts."""
    return product(*(range(part + 1) for part in parts))


def neighbors(row: Counts) -> list[Counts]:
    """The rows after one hat is changed; some may be off the grid."""
    return [
        (*row[:k], number + step, *row[k + 1 :])
        for k, number in enumerate(row)
        for step in (-1, 1)
    ]


def weight(parts: tuple[int, ...], row: Counts) -> int:
    """How many words have these counts."""
    return prod(comb(part, number) for part, number in zip(parts, row, strict=True))
