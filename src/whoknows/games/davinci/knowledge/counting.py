"""Counting the worlds: tuples of pairwise disjoint hands, one from each list.

For two lists the pairs are the ones of a disjointness matrix D; for three, the triples
over a pair (h, k) are D[h, k] times the product of the two other matrices there; for more,
one list is run through and the rest counted for each of its hands, or, where that is much,
unions are counted over sets of tiles.  Products are exact: their entries are whole numbers
below 2**53 (2**24 in single precision).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge
from whoknows.games.davinci.knowledge.hand_lists import Words
from whoknows.games.davinci.knowledge.unions import MOST_TILES, Unions, tiles_of

Counts: TypeAlias = NDArray[np.floating[Any]]  # whole numbers, exact, in BLAS's type
Pairs: TypeAlias = dict[tuple[int, int], Counts]  # worlds over each pair of hands

MOST_STEPS = 300_000
MANY_STEPS = 1500  # from here on, sums over subsets are faster


@dataclass(frozen=True, slots=True)
class Group:
    """Hands with the same tiles, as one: with jokers or a drawn tile there are several."""

    words: Words
    sizes: Counts
    """How many hands each word stands for."""

    def __len__(self) -> int:
        return len(self.words)

    def apart(self, word: np.uint64) -> NDArray[np.intp]:
        """The rows that have none of these tiles."""
        return np.flatnonzero((self.words & word) == 0)

    def take(self, rows: NDArray[np.intp]) -> "Group":
        """The words of these rows."""
        return Group(self.words[rows], self.sizes[rows])


def kind(bound: float) -> type[np.floating[Any]]:
    """The fastest type in which whole numbers up to `bound` are exact."""
    if bound < 2**24:
        return np.float32
    if bound < 2**53:
        return np.float64
    raise TooLarge(f"up to {bound:.0e} worlds to count; at most 2**53")


def disjoint(one: Words, other: Words) -> NDArray[np.bool_]:
    """Which hands of two lists have no tile in common."""
    fits: NDArray[np.bool_] = (one[:, None] & other[None, :]) == 0
    return fits


def pairs(groups: Sequence[Group]) -> Pairs:
    """For words h of list i and k of list j, the ways to fill the other lists.

    There are none where h and k collide.
    """
    if len(groups) > 3:
        return pairs_of_many(groups)
    found: Pairs = {}
    spans = [float(group.sizes.sum()) for group in groups]
    fits = {
        (i, j): disjoint(groups[i].words, groups[j].words)
        for i in range(len(groups))
        for j in range(i)
    }
    for (i, j), fit in fits.items():
        count: Counts
        if len(groups) == 2:
            count = fit.astype(np.float32)
        else:
            third = 3 - i - j
            real = kind(spans[third])
            left, right = between(fits, i, third), between(fits, third, j)
            weighed = right.astype(real) * groups[third].sizes.astype(real)[:, None]
            count = left.astype(real) @ weighed
            count[~fit] = 0
        found[i, j], found[j, i] = count, count.T
    return found


def between(fits: dict[tuple[int, int], NDArray[np.bool_]], i: int, j: int) -> Any:
    """The disjointness matrix from list i to list j."""
    return fits[i, j] if (i, j) in fits else fits[j, i].T


def pairs_of_many(groups: Sequence[Group]) -> Pairs:
    """`pairs` for four lists and more: run through the shortest, count the rest."""
    steps = prod(sorted(map(len, groups))[: len(groups) - 3])
    if steps > MANY_STEPS and len(tiles_of([g.words for g in groups])) <= MOST_TILES:
        return LazyPairs(groups)
    last = min(range(len(groups)), key=lambda i: len(groups[i]))
    rest = [i for i in range(len(groups)) if i != last]
    shape = [len(group) for group in groups]
    if steps > MOST_STEPS:
        raise TooLarge(f"about {steps:.0e} products to count the worlds; too many")
    found: Pairs = {
        (i, j): np.zeros((shape[i], shape[j]))
        for i in range(len(groups))
        for j in range(len(groups))
        if i != j
    }
    for row, (word, size) in enumerate(
        zip(groups[last].words, groups[last].sizes, strict=True)
    ):
        rows = [groups[i].apart(word) for i in rest]
        if not all(map(len, rows)):
            continue
        parts = [groups[i].take(at) for i, at in zip(rest, rows, strict=True)]
        inner = pairs(parts)
        for (i, j), count in inner.items():
            found[rest[i], rest[j]][np.ix_(rows[i], rows[j])] += size * count
        for i, ways in enumerate(totals(parts, inner)):
            found[rest[i], last][rows[i], row] = ways
            found[last, rest[i]][row, rows[i]] = ways
    return found


class LazyPairs(dict[tuple[int, int], Counts]):
    """The worlds over pairs, each counted by unions when it is first asked for."""

    def __init__(self, groups: Sequence[Group]) -> None:
        """Nothing is counted yet."""
        words = [group.words for group in groups]
        self.unions = Unions(words, [group.sizes.astype(np.float64) for group in groups])

    def __missing__(self, pair: tuple[int, int]) -> Counts:
        i, j = pair
        self[i, j] = self.unions.between(i, j)
        self[j, i] = self[i, j].T
        return self[i, j]


def totals(groups: Sequence[Group], over: Pairs) -> list[Counts]:
    """For each word of each list, the ways to fill the other lists."""
    if len(groups) < 2:
        return [np.ones(len(group)) for group in groups]
    if isinstance(over, LazyPairs):
        return [over.unions.over(i) for i in range(len(groups))]
    found: list[Counts] = []
    for i in range(len(groups)):
        j = 1 if i == 0 else 0
        kind(prod(float(g.sizes.sum()) for k, g in enumerate(groups) if k != i))
        found.append(over[i, j].astype(np.float64) @ groups[j].sizes.astype(np.float64))
    return found
