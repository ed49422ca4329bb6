"""Four agents of four colors: no deal wins `WANTED` of the 256, by layers of squares.

A layer is a set of the 64 configurations of three agents, and a stack of four squares of
16; the lemmas are those of `layer_lists`.  For what is `LISTED` all stacks that L3 leaves
are tried, the largest square up to renaming, so that every such set, or a renaming of it,
is in the list.  What is blocked in a stack is blocked in its square, and won in another
square too; with more squares in the stack there is never less of it.  Each way to part W
and W/4 is then refuted (L5).
"""

from collections.abc import Iterator
from functools import cache, reduce
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.checking.certificate import Progress
from whoknows.checking.layers.layer_lists import (
    Kind,
    Rows,
    by_blocked,
    fewest_blocked_in_layer,
    most_blocked_in_stack,
    refute,
    renamed,
    ways_to_part,
)
from whoknows.checking.layers.three_layers import blocked, least_sums, renamings

WANTED = 139
LISTED = {30: 1, 31: 4, 32: 5, 33: 7, 34: 8, 35: 10, 36: 11, 37: 13, 38: 15, 39: 17}
LISTED |= {41: 20, 43: 25, 44: 26, 45: 28, 46: 29}  # all empty
SIDE, SQUARE, AGENTS = 4, 16, 3
LAYER = (SIDE,) * AGENTS

Squares: TypeAlias = NDArray[np.uint16]  # bit c for configuration c of a square


def check_four(tell: Progress) -> int:
    """L5: check that four agents do not win `WANTED`; how many layers were listed."""
    lists = dict[Kind, Rows]()
    for place, (won, most) in enumerate(LISTED.items()):
        tell(place / len(LISTED))
        lists |= listed(won, most)
    refute(ways_to_part(fewest_in_layer(), WANTED, 4, 4), lists, LAYER)
    return sum(map(len, lists.values()))


def fewest_in_layer() -> list[int]:
    """L4: the fewest blocked in a layer; L2 would say no more."""
    return fewest_blocked_in_layer(fewest_in_squares(4), AGENTS, SIDE**AGENTS)


@cache
def fewest_in_squares(number: int) -> list[int]:
    """The fewest blocked in so many squares with 0, 1, ... won together."""
    if number == 0:
        return [0]
    one = [int(NUMBERS[size == SIZES].min()) for size in range(SQUARE + 1)]
    return least_sums(fewest_in_squares(number - 1), one)


def listed(won: int, most: int) -> dict[Kind, Rows]:
    """Every set of so many with 0, 1, ..., `most` blocked, one of each class."""
    squares = np.concatenate([np.zeros((0, SIDE), np.uint16), *stacks(won, most)])
    words = np.unique(np.ascontiguousarray(squares).view(np.uint64))
    bits = np.unpackbits(words.view(np.uint8), bitorder="little")
    rows, fresh = bits.astype(bool).reshape(-1, SIDE**AGENTS), np.ones(len(words), bool)
    for place, row in enumerate(rows):
        if fresh[place]:
            images = renamed(row, LAYER).T.copy().view(np.uint64)[:, 0]
            where = np.searchsorted(words, images) % len(words)
            fresh[where[words[where] == images]] = False
            fresh[place] = True
    return by_blocked(rows[fresh], won, most, LAYER)


def stacks(won: int, most: int) -> Iterator[Squares]:
    """Stacks of four squares with so many won and `most` blocked or less, as rows."""
    pool = SQUARES[np.argsort(-SIZES, kind="stable")]
    for first in first_squares():
        beside = fitting([first], pool[SIZES[pool] <= SIZES[first]], won, most)
        for place, second in enumerate(beside):
            rest = fitting([first, second], beside[place:], won, most)
            total = SIZES[first] + SIZES[second] + SIZES[rest][:, None] + SIZES[rest]
            a, b = np.nonzero(total == won)
            few = blocked_together([first, second, rest[a], rest[b]]) <= most
            two = np.stack([rest[a[few]], rest[b[few]]], axis=1)
            yield np.insert(two, 0, [[first], [second]], axis=1)


def fitting(chosen: list[np.uint16], pool: Squares, won: int, most: int) -> Squares:
    """L3: the squares that may be in a stack with those chosen."""
    room = won - sum(int(SIZES[one]) for one in chosen) - SIZES[pool]
    above = np.array([*fewest_in_squares(3 - len(chosen)), SIDE**AGENTS])
    few = sum(int(NUMBERS[one]) for one in chosen) + NUMBERS[pool]
    few += above[np.minimum(room, len(above) - 1)]
    fits = (room >= 0) & (few <= most_blocked_in_stack(won, most, AGENTS))
    fits &= blocked_together([*chosen, pool]) <= most
    squares: Squares = pool[fits]
    return squares


def blocked_together(squares: list[Any]) -> Any:
    """How many are blocked in squares upon each other: in their own, and won in another."""
    number: Any = np.int64(0)
    for place, one in enumerate(squares):
        others = [other for k, other in enumerate(squares) if k != place]
        number = number + np.bitwise_count(INSIDE[one] & reduce(np.bitwise_or, others))
    return number


@cache
def first_squares() -> Squares:
    """One square of each class under renaming: the least of it."""
    images = np.zeros((renamings(SIDE, 2).shape[1], len(SQUARES)), np.uint16)
    for code, places in enumerate(renamings(SIDE, 2)):
        images |= (SQUARES >> code & 1) << places[:, None].astype(np.uint16)
    least: Squares = SQUARES[images.min(axis=0) == SQUARES]
    return least


SQUARES: Squares = np.arange(1 << SQUARE, dtype=np.uint16)
INSIDE: Squares = blocked(SQUARES, SIDE, 2)  # what is blocked in each
SIZES = np.bitwise_count(SQUARES).astype(np.int64)
NUMBERS = np.bitwise_count(INSIDE).astype(np.int64)
