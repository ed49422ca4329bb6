"""Four agents of four colors: no deal wins `WANTED` of the 256, by layers of squares.

A layer of four agents is a set of t of the 64 configurations of three; b of them are
*blocked*, alone on none of their lines (see `layers`).  Let each of the t - b others name
an agent who is right there.  Some agent is named (t - b)/3 times at most; cut the layer by
its hat into four squares of 16.  In these only the b and those who name it are blocked:
(t + 2b)/3 at most, which bounds b by what squares have at least.  For the pairs t, b of
`LISTED` all such stacks of four squares are tried, the largest square up to renaming, so
that every set of t with b blocked, or a renaming of it, is in the list.  What is blocked
in a stack is what is blocked in its square and won in another square too; with more squares
in the stack there is never less of it.

Of W won by four agents, some agent is named W/4 times at most; cut by its hat.  The four
layers have W together, no more than W/4 blocked, and what is blocked in one is won in no
other.  Each way to part W and W/4 is refuted by a bound of b, by an empty list, or by two
of the layers: no set of the one list fits beside any renaming of a set of the other.
Whoever wins more than W wins W if some of it is lost on purpose.
"""

from collections.abc import Iterator
from functools import cache, reduce
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.checking.certificate import Progress
from whoknows.checking.layers.three_layers import (
    Kind,
    blocked,
    parts,
    refute,
    renamings,
    sums,
)

WANTED = 139
LISTED = {30: 1, 31: 4, 32: 5, 33: 7, 34: 8, 35: 10, 36: 11, 37: 13, 38: 15, 39: 17}
LISTED |= {40: 19, 41: 21, 42: 24, 43: 26, 44: 28, 45: 29, 46: 31, 47: 34}  # all empty
SIDE, SQUARE, LAYER = 4, 16, 64

Squares: TypeAlias = NDArray[np.uint16]  # bit c for configuration c of a square
Sets: TypeAlias = NDArray[np.uint64]  # bit c for configuration c of a layer


def check_four(tell: Progress) -> int:
    """Check that four agents do not win `WANTED`; how many layers were listed."""
    kinds = dict[Kind, Sets]()
    for place, (size, most) in enumerate(LISTED.items()):
        tell(place / len(LISTED))
        kinds |= listed(size, most)
    refute(parts(fewest_of_layer(), WANTED, 4, 4), kinds, any_fits)
    return sum(len(sets) for sets in kinds.values())


def fewest_of_layer() -> list[int]:
    """So many are blocked at least in a layer with 0, 1, ... won."""
    return [max(0, -((t - 3 * few) // 2)) for t, few in enumerate(fewest(4))]


@cache
def fewest(number: int) -> list[int]:
    """The fewest blocked in so many squares with 0, 1, ... won together."""
    if number == 0:
        return [0]
    one = [int(NUMBERS[size == SIZES].min()) for size in range(SQUARE + 1)]
    return sums(fewest(number - 1), one)


def listed(size: int, most: int) -> dict[Kind, Sets]:
    """Every set of so many with 0, 1, ..., `most` blocked, one or more of each class."""
    rows = np.concatenate([np.zeros((0, SIDE), np.uint16), *stacks(size, most)])
    sets = np.unique(np.ascontiguousarray(rows).view(np.uint64))
    fresh = np.ones(len(sets), bool)
    for place, one in enumerate(sets):
        if fresh[place]:
            images = renamed(one)
            where = np.searchsorted(sets, images) % len(sets)
            fresh[where[sets[where] == images]] = False
            fresh[place] = True
    sets = sets[fresh]
    inside = np.bitwise_count(blocked(sets, SIDE))
    return {(size, b): sets[inside == b] for b in range(most + 1)}


def stacks(size: int, most: int) -> Iterator[Squares]:
    """Stacks of four squares with so many won and `most` blocked or less, as rows."""
    pool = SQUARES[np.argsort(-SIZES, kind="stable")]
    for first in first_squares():
        beside = fitting([first], pool[SIZES[pool] <= SIZES[first]], size, most)
        for place, second in enumerate(beside):
            rest = fitting([first, second], beside[place:], size, most)
            total = SIZES[first] + SIZES[second] + SIZES[rest][:, None] + SIZES[rest]
            a, b = np.nonzero(total == size)
            few = together([first, second, rest[a], rest[b]]) <= most
            two = np.stack([rest[a[few]], rest[b[few]]], axis=1)
            yield np.insert(two, 0, [[first], [second]], axis=1)


def fitting(chosen: list[np.uint16], pool: Squares, size: int, most: int) -> Squares:
    """The squares that may be in a stack with those chosen."""
    room = size - sum(int(SIZES[one]) for one in chosen) - SIZES[pool]
    rest = np.array([*fewest(3 - len(chosen)), LAYER])
    few = sum(int(NUMBERS[one]) for one in chosen) + NUMBERS[pool]
    few += rest[np.minimum(room, len(rest) - 1)]
    fits = (room >= 0) & (few <= (size + 2 * most) // 3)
    found: Squares = pool[fits & (together([*chosen, pool]) <= most)]
    return found


def together(squares: list[Any]) -> Any:
    """How many are blocked in squares upon each other: in their own, and won in another."""
    found: Any = np.int64(0)
    for place, one in enumerate(squares):
        others = [other for k, other in enumerate(squares) if k != place]
        found = found + np.bitwise_count(INSIDE[one] & reduce(np.bitwise_or, others))
    return found


@cache
def first_squares() -> Squares:
    """One square of each class under renaming: the least of it."""
    images = np.zeros((renamings(SIDE, 2).shape[1], len(SQUARES)), np.uint16)
    for code, places in enumerate(renamings(SIDE, 2)):
        images |= (SQUARES >> code & 1) << places[:, None].astype(np.uint16)
    found: Squares = SQUARES[images.min(axis=0) == SQUARES]
    return found


SQUARES: Squares = np.arange(1 << SQUARE, dtype=np.uint16)
INSIDE: Squares = blocked(SQUARES, SIDE, 2)  # what is blocked in each
SIZES = np.bitwise_count(SQUARES).astype(np.int64)
NUMBERS = np.bitwise_count(INSIDE).astype(np.int64)


def any_fits(fewer: Sets, more: Sets) -> bool:
    """Whether a renaming of one of the first can be won beside one of the others."""
    inside = blocked(more, SIDE)
    for one in fewer:
        sets = np.unique(renamed(one))
        blocks = blocked(sets, SIDE)
        for other, there in zip(more, inside, strict=True):
            if not ((sets & there) | (blocks & other)).all():
                return True
    return False


def renamed(one: np.uint64) -> Sets:
    """What each way to rename three agents and their colors makes of a set."""
    found = np.zeros(renamings(SIDE, 3).shape[1], np.uint64)
    for code in range(LAYER):
        if int(one) >> code & 1:
            found |= np.uint64(1) << renamings(SIDE, 3)[code]
    return found
