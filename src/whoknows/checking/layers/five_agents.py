"""Five agents of three colors: no deal wins 166 of the 243, by layers of layers.

A layer of five agents is a set of t of the 81 configurations of four; b of them are
*blocked*, alone on none of their lines.  Those left out, four agents win the others, and
they win 48 at most (`layers` tries it): so b >= t - 48.

Let each of the t - b that are not blocked name an agent who is right there.  Some agent is
named (t - b)/4 times at most; cut the set by its hat into three sets of 27.  In these only
the b and those who name it are blocked: (t + 3b)/4 at most, and that bounds b too.  For
the pairs t, b of `LISTED` all such stacks of three sets are tried, one of the three up to
renaming, so that every set of t with b blocked, or a renaming of it, is in the list.  What
is blocked in a stack is what is blocked in its layer and won in another layer too.

Of 166 won by five agents, some agent is named 33 times at most; cut by its hat.  The three
layers have 166 together, no more than 33 blocked, and what is blocked in one is won in no
other.  Each way to part 166 and 33 is refuted by a bound of b, or by two of the layers:
no set of the one list fits beside any renaming of a set of the other.  Whoever wins more
than 166 wins 166 if some of it is lost on purpose, so that 165 is the most.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.checking.certificate import Progress
from whoknows.checking.layers.three_layers import (
    SIDE,
    SIZE,
    Kind,
    Sets,
    blocked,
    check_stacks,
    fewest_blocked,
    parts,
    refute,
    renamings,
    representatives,
    sets_within,
    sums,
)

FOUR = 48
WANTED = 166
LISTED = {53: 5, 54: 8, 55: 10, 56: 13, 57: 16, 58: 21, 59: 22, 60: 23, 61: 24}
WHOLE = SIDE**4

Members: TypeAlias = NDArray[np.bool_]  # a row for each set of 81: what it has
Pair: TypeAlias = tuple[Sets, Sets]  # sets, and what is blocked in each


def check_five(tell: Progress) -> int:
    """Check that five agents do not win 166; how many layers were listed."""
    low, kinds = layers_of_four(tell)
    refute(parts(low, WANTED, 5, 3), kinds, any_fits)
    return sum(len(rows) for rows in kinds.values())


def layers_of_four(tell: Progress) -> tuple[list[int], dict[Kind, Members]]:
    """The fewest blocked in 0, 1, ... of 81 configurations, and the sets of `LISTED`."""
    least = fewest_blocked(lambda share: tell(share / 3))
    check_stacks(FOUR + 1, least, lambda share: tell((1 + share) / 3))
    low = fewest_of_four(least)
    pool = sets_of_layers(least, lambda share: tell((2 + share) / 3))
    return low, listed(pool)


def fewest_of_four(least: list[int]) -> list[int]:
    """So many are blocked at least in 0, 1, ... of four agents' configurations."""
    three = sums(sums(least, least), least)
    return [max(0, t - FOUR, -((t - 4 * three[t]) // 3)) for t in range(WHOLE + 1)]


def most_in_layers(size: int, inside: int) -> int:
    """How many are blocked in the three layers of a set with so many blocked."""
    return (size + 3 * inside) // 4


def sets_of_layers(least: list[int], tell: Progress) -> dict[Kind, Pair]:
    """The sets of 27 that stacks for `LISTED` may have, by kind."""
    two, limit = sums(least, least), np.full(SIZE + 1, -1)
    for t, most in LISTED.items():
        for size in range(SIZE + 1):
            if t - size < len(two):
                spare = most_in_layers(t, most) - two[t - size]
                limit[size] = max(limit[size], spare)
    sets = sets_within(limit, tell, 0.0)
    inside = blocked(sets)
    keys = np.bitwise_count(sets).astype(int) * 32 + np.bitwise_count(inside)
    return {
        divmod(int(key), 32): (sets[keys == key], inside[keys == key])
        for key in np.unique(keys)
    }


def listed(pool: dict[Kind, Pair]) -> dict[Kind, Members]:
    """Every set of a kind in `LISTED` up to renaming, some of them several times."""
    firsts = dict[Kind, list[np.uint32]]()
    kinds = dict[Kind, Members]()
    for t, most in LISTED.items():
        found = [np.zeros((0, 3), np.uint32)]
        spare = most_in_layers(t, most)
        for three in combinations_with_replacement(sorted(pool), 3):
            sizes, numbers = zip(*three, strict=True)
            if sum(sizes) == t and sum(numbers) <= spare:
                one, two, last = sorted(three, key=lambda kind: len(pool[kind][0]))
                if last not in firsts:
                    firsts[last] = representatives(pool[last][0])
                found += stacks(firsts[last], pool[one], pool[two], most)
        rows = members(np.concatenate(found))
        inside = blocked_of_four(rows).sum(axis=1)
        for b in range(most + 1):
            kinds[t, b] = rows[inside == b]
    return kinds


def stacks(firsts: list[np.uint32], second: Pair, third: Pair, most: int) -> Iterator[Sets]:
    """Stacks with a set of each and no more than `most` blocked, as rows of three."""
    sets, inside = second[0][:, None], second[1][:, None]
    others, there = third
    for won in firsts:
        block = blocked(np.array([won]))[0]
        number = np.bitwise_count(block & (sets | others)).astype(int)
        number += np.bitwise_count(inside & (won | others))
        number += np.bitwise_count(there & (won | sets))
        a, b = np.nonzero(number <= most)
        if len(a):
            yield np.stack([np.full(len(a), won), second[0][a], others[b]], axis=1)


def members(rows: Sets) -> Members:
    """Stacks of three sets of 27 as sets of 81."""
    bits = rows[:, :, None] >> np.arange(SIZE, dtype=np.uint32) & 1
    return bits.astype(bool).reshape(-1, WHOLE)


def blocked_of_four(has: Members) -> Members:
    """Those of each set of 81 that are alone on none of their lines, by the definition."""
    grid = has.reshape(-1, *(SIDE,) * 4)
    alone = np.zeros_like(grid)
    for axis in range(1, 5):
        alone |= grid & (grid.sum(axis=axis, keepdims=True) == 1)
    return (grid & ~alone).reshape(-1, WHOLE)


def any_fits(fewer: Members, more: Members) -> bool:
    """Whether a renaming of one of the first can be won beside one of the others.

    `row[places]` has what the inverse of each renaming makes of a set; these are all, too.
    """
    places, inside = renamings(SIDE, 4), blocked_of_four(more)
    packed = [np.packbits(sets, axis=1)[:, :, None] for sets in (more, inside)]
    for row, block in zip(fewer, blocked_of_four(fewer), strict=True):
        sets, blocks = np.packbits(row[places], axis=0), np.packbits(block[places], axis=0)
        for other, there in zip(*packed, strict=True):
            meets = (sets & there) | (blocks & other)
            if not np.bitwise_or.reduce(meets, axis=0).all():
                return True
    return False
