"""Four agents of four colors win 138 of 256 at most: layers that do not fit each other.

A layer of the fourth agent's hat is a set of t of three agents' 64 configurations, b of
them *blocked* (alone on none of its lines), and a stack of four squares of 16 in each of
three ways.  Let each that is not blocked name an agent who is right there: some agent is
named (t - b)/3 times at most, and in the stack of its hat only these and the b are blocked.
What is blocked in few squares bounds b; and sets with few blocked are found by putting
square upon square, the largest first, up to renaming.  They are few: of those with 37 and
10 blocked there is one, all with a color somewhere.

In the four layers no more than W/4 are blocked together.  That leaves some ways to part
both numbers; in each of them two of the layers do not fit: what is blocked in one is won
in the other, however their agents and colors are named.  `five_agents` does the same.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.many_colors.layers.five_agents import (
    ENOUGH,
    blocked_members,
    joined,
    names_of,
    ways_to_part,
)
from whoknows.games.hats.solve.many_colors.layers.layer_sets import (
    Sets,
    Share,
    blocked,
    image_tables,
    images,
    turns,
)

SQUARE, LAYER = Rules(2, 4), Rules(3, 4)
REFUTED = 139
KEPT = {30: 1, 31: 4, 32: 5, 33: 7, 34: 8, 35: 10, 36: 11, 37: 13, 38: 15, 39: 17}
KEPT |= {40: 19, 41: 21, 42: 24, 43: 26, 44: 28, 45: 29, 46: 31, 47: 34}  # there are none

Kind: TypeAlias = tuple[int, int]  # size and number blocked
Words: TypeAlias = NDArray[np.uint64]  # sets of 64 configurations, a bit for each


class Layer(NamedTuple):
    """A set of 64, and what is blocked in it, in all their renamings."""

    won: Words
    inside: Words


def four_colors_bound(progress: Share = lambda _: None) -> int:
    """What four agents of four colors win at most."""
    search = Stacks()
    layers = dict[Kind, list[Layer]]()
    for place, (t, most) in enumerate(KEPT.items()):
        layers |= search.layers_of(t, most, progress)
        progress(place / len(KEPT))
    fitting = dict[tuple[Kind, Kind], bool]()

    def apart(one: Kind, other: Kind) -> bool:
        if (one, other) not in fitting:
            fitting[one, other] = fit(layers[one], layers[other])
            progress(1)
        return not fitting[one, other]

    for four in ways_to_part(search.fewest_of_layer(), REFUTED, 4, 4):
        known = sorted(
            (kind for kind in four if kind in layers),
            key=lambda kind: len(layers[kind]),
        )
        if known and not layers[known[0]]:
            continue
        if not any(apart(*pair) for pair in combinations(known, 2)):
            return counted_bound(search.fewest_of_layer())
    return REFUTED - 1


def counted_bound(fewest: list[int]) -> int:
    """What four layers can have if they need not fit each other."""
    two = joined(fewest, fewest)
    return max(won for won, few in enumerate(joined(two, two)) if few <= won // 4)


class Stacks:
    """Squares that are put upon each other."""

    def __init__(self) -> None:
        squares = np.arange(1 << SQUARE.size, dtype=np.uint32)
        self.inside = blocked(squares, turns(SQUARE))
        self.sizes = np.bitwise_count(squares).astype(np.int64)
        self.numbers = np.bitwise_count(self.inside).astype(np.int64)
        self.pool: Sets = squares[np.argsort(-self.sizes, kind="stable")]
        one = [int(self.numbers[self.sizes == size].min()) for size in range(17)]
        self.fewest = [[0]]  # blocked in no squares, one, two, ...
        for _ in range(4):
            self.fewest.append(joined(self.fewest[-1], one))

    def fewest_of_layer(self) -> list[int]:
        """So many are blocked at least in a set of 0, 1, ... configurations of a layer."""
        return [max(0, -((t - 3 * few) // 2)) for t, few in enumerate(self.fewest[4])]

    def layers_of(self, t: int, most: int, progress: Share) -> dict[Kind, list[Layer]]:
        """All sets of t with 0, 1, ..., `most` blocked, one of each class."""
        rows = list[tuple[int, ...]]()
        for first in first_squares():
            progress(0)
            if 4 * self.sizes[first] >= t:
                rows += self.grown((first,), self.pool, t, most)
        found = classes(rows)
        numbers = [int(one.inside[0]).bit_count() for one in found]
        return {
            (t, b): [one for one, number in zip(found, numbers, strict=True) if number == b]
            for b in range(most + 1)
        }

    def grown(
        self, chosen: tuple[int, ...], pool: Sets, t: int, most: int
    ) -> Iterator[tuple[int, ...]]:
        """The stacks of four that begin so, none larger than the one before."""
        if len(chosen) == 4:
            yield chosen
            return
        left = t - int(self.sizes[list(chosen)].sum()) - self.sizes[pool]
        few = np.array([*self.fewest[3 - len(chosen)], ENOUGH])
        number = int(self.numbers[list(chosen)].sum()) + self.numbers[pool]
        number += few[np.clip(left, 0, len(few) - 1)]
        fits = (left >= 0) & (self.sizes[pool] <= self.sizes[chosen[-1]])
        fits &= number <= (t + 2 * most) // 3
        pool = pool[fits]
        pool = pool[self.blocked_with(chosen, pool) <= most]
        for place, square in enumerate(pool.tolist()):
            yield from self.grown((*chosen, square), pool[place:], t, most)

    def blocked_with(self, chosen: tuple[int, ...], pool: Sets) -> Sets:
        """How many are blocked in the squares chosen and one more, upon each other."""
        below = np.uint32(np.bitwise_or.reduce(chosen))
        found: Sets = np.bitwise_count(self.inside[pool] & below).astype(np.uint32)
        for place, square in enumerate(chosen):
            others = chosen[:place] + chosen[place + 1 :]
            shadow = np.uint32(np.bitwise_or.reduce(others, dtype=np.int64))
            found += np.bitwise_count(self.inside[square] & (shadow | pool))
        return found


@cache
def first_squares() -> list[int]:
    """One square of each class under renaming."""
    tables, seen, found = image_tables(SQUARE), np.zeros(1 << SQUARE.size, np.bool_), []
    for square in range(1 << SQUARE.size):
        if not seen[square]:
            seen[images(square, tables)] = True
            found.append(square)
    return found


def classes(stacks: list[tuple[int, ...]]) -> list[Layer]:
    """Stacks of four squares as sets of 64, one of each class under renaming."""
    words = {sum(square << 16 * k for k, square in enumerate(row)): None for row in stacks}
    found = []
    while words:
        found.append(layer_of(next(iter(words))))
        for image in found[-1].won.tolist():
            words.pop(image, None)
    return found


def layer_of(word: int) -> Layer:
    """A set of 64 in all its renamings."""
    row = np.array([[word >> code & 1 for code in range(LAYER.size)]])
    inside = blocked_members(row.astype(np.float32), LAYER)
    won, there = (renamed(bits[0].astype(np.bool_)) for bits in (row, inside))
    places = np.unique(won, return_index=True)[1]
    return Layer(won[places], there[places])


def renamed(has: NDArray[np.bool_]) -> Words:
    """What each way to rename three agents and their colors makes of a set of 64."""
    found = np.zeros(len(names_of(LAYER)), np.uint64)
    for code in np.flatnonzero(has):
        found |= np.uint64(1) << names_of(LAYER)[:, code].astype(np.uint64)
    return found


def fit(fewer: list[Layer], more: list[Layer]) -> bool:
    """Whether a renaming of one of the first and one of the others can be won together."""
    return any(
        not ((one.won & other.inside[0]) | (one.inside & other.won[0])).all()
        for one in fewer
        for other in more
    )
