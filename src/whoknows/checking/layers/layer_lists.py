"""Lemmas of layers: why so many cannot be won (docs/hats-beyond.md, *Stacks of layers*).

W configurations of N agents are won, and each names an agent who is right there.  A layer,
cut by an agent's hat, has t of them, b of which are *blocked*: alone on none of its lines.

L1  Some agent is named W/N times at most.  In the layers of its hat no more than W/N are
    blocked together, and what is blocked in one of them is won in no other: they *fit*.
L2  b >= t - F, if N - 1 agents win F at most: they win what is not blocked.
L3  A layer is a stack of smaller layers, in N - 1 ways.  In one of these no more than
    b + (t - b)/(N - 1) are blocked in the smaller layers together.
L4  b is no fewer than L2 says, nor so few that L3 leaves fewer than all stacks have.
L5  If in each way to part W and W/N that L4 leaves two of the layers do not fit, or there
    is no such set, then W is not won.  Whoever wins more than W wins W if some of it is
    lost on purpose.

So it is enough for L5 to have one or more sets of each class under renaming.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.checking.certificate import require
from whoknows.checking.layers.three_layers import renamings

Kind: TypeAlias = tuple[int, int]  # how many a layer has won, and how many are blocked
Rows: TypeAlias = NDArray[np.bool_]  # a row for each set: what it has
Packed: TypeAlias = NDArray[np.uint8]  # a bit for each configuration, eight to a byte
Shape: TypeAlias = tuple[int, ...]  # of a layer: for each agent the number of colors


def most_blocked_in_stack(won: int, blocked: int, agents: int) -> int:
    """L3: the most that are blocked in the smaller layers of a layer of some agents."""
    return (won + (agents - 1) * blocked) // agents


def fewest_blocked_in_layer(stack: list[int], agents: int, most_won: int) -> list[int]:
    """L4: the fewest blocked in a layer with 0, 1, ... won, from those in its stacks."""
    return [
        max(won - most_won, -((won - agents * fewest) // (agents - 1)), 0)
        for won, fewest in enumerate(stack)
    ]


def ways_to_part(
    fewest: list[int], won: int, agents: int, layers: int
) -> Iterator[tuple[Kind, ...]]:
    """L1: what each of the layers may have won, and how much of it blocked."""
    for sizes in combinations_with_replacement(range(len(fewest)), layers):
        spare = won // agents - sum(fewest[size] for size in sizes)
        if sum(sizes) == won and spare >= 0:
            for more in product(range(spare + 1), repeat=layers):
                if sum(more) <= spare:
                    rows = zip(sizes, more, strict=True)
                    yield tuple((size, fewest[size] + over) for size, over in rows)


def refute(ways: Iterable[tuple[Kind, ...]], lists: dict[Kind, Rows], shape: Shape) -> None:
    """L5: check that in each way a list is empty, or no set of one fits another's."""

    @cache
    def apart(one: Kind, other: Kind) -> bool:
        return not fit(lists[one], lists[other], shape)

    for way in ways:
        known = sorted((k for k in way if k in lists), key=lambda k: (len(lists[k]), k))
        empty = known and not len(lists[known[0]])
        refuted = empty or any(apart(*pair) for pair in combinations(known, 2))
        require(refuted, f"{len(way)} layers may fit: {way}")


def by_blocked(rows: Rows, won: int, most: int, shape: Shape) -> dict[Kind, Rows]:
    """Sets of so many won by how many are blocked, `most` at most."""
    numbers = blocked_in_rows(rows, shape).sum(axis=1)
    return {(won, b): rows[numbers == b] for b in range(most + 1)}


def blocked_in_rows(rows: Rows, shape: Shape) -> Rows:
    """Those of each set that are alone on none of their lines, by the definition."""
    grid = rows.reshape(-1, *shape)
    alone = np.zeros_like(grid)
    for axis in range(1, grid.ndim):
        alone |= grid & (grid.sum(axis=axis, keepdims=True) == 1)
    return (grid & ~alone).reshape(rows.shape)


def fit(fewer: Rows, more: Rows, shape: Shape) -> bool:
    """L1: whether a renaming of one of the first and one of the others fit."""
    pairs = zip(packed(more), packed(blocked_in_rows(more, shape)), strict=True)
    others = [(won[:, None], held[:, None]) for won, held in pairs]
    for row, inside in zip(fewer, blocked_in_rows(fewer, shape), strict=True):
        images, blocks = renamed(row, shape), renamed(inside, shape)
        for won, held in others:
            meets = (images & held) | (blocks & won)
            if not np.bitwise_or.reduce(meets, axis=0).all():
                return True
    return False


def packed(rows: Rows) -> Packed:
    """Sets as rows of bytes."""
    return np.packbits(rows, axis=1, bitorder="little")


def renamed(row: Rows, shape: Shape) -> Packed:
    """What each way to rename agents and their colors makes of a set: a column for each."""
    bits = renamed_bits(shape)
    images = np.zeros(bits.shape[1:], np.uint8)
    for code in np.flatnonzero(row):
        images |= bits[code]
    return images


@cache
def renamed_bits(shape: Shape) -> Packed:
    """By configuration, byte, and renaming: the bit of the place where it is taken."""
    places = renamings(shape[0], len(shape)).astype(np.int64)[:, None]
    bits = np.zeros((len(places), -(-len(places) // 8), places.shape[2]), np.uint8)
    np.put_along_axis(bits, places >> 3, 1 << (places & 7), axis=1)
    return bits
