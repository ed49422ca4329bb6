"""Five agents of three colors do not win 166 of the 243, nor six agents 536 of the 729.

A layer of five agents is a set of the 81 configurations of four, and a stack of three sets
of 27; the lemmas are those of `layer_lists`.  Four agents win 48 at most: `three_layers`
tries it.  For what is `LISTED` all stacks that L3 leaves are tried, one of the three up to
renaming, so that every such set, or a renaming of it, is in the list.  Each way to part 166
and 33 is then refuted (L5).

L6  Some two of six agents are named W/3 times at most, both together.  Their hats cut the
    world into nine sets of 81, in which no more than W/3 are blocked together.

Nine sets with 536 together have more than 178 blocked: by L4, and where a list is empty.
"""

from collections.abc import Iterator
from functools import reduce
from itertools import combinations_with_replacement, count
from typing import TypeAlias

import numpy as np

from whoknows.checking.certificate import Progress, require
from whoknows.checking.layers.layer_lists import (
    Kind,
    Rows,
    by_blocked,
    fewest_blocked_in_layer,
    most_blocked_in_stack,
    refute,
    ways_to_part,
)
from whoknows.checking.layers.three_layers import (
    SIDE,
    SIZE,
    Sets,
    blocked,
    check_stacks,
    fewest_blocked,
    least_sums,
    representatives,
    sets_within,
)

MOST_OF_FOUR = 48
WANTED, WANTED_OF_SIX = 166, 536
LISTED = {53: 5, 54: 8, 55: 10, 56: 13, 57: 16, 58: 21, 59: 22, 60: 23, 61: 24}
AGENTS = 4
LAYER = (SIDE,) * AGENTS

Small: TypeAlias = tuple[Sets, Sets]  # sets of 27, and what is blocked in each


def check_five(tell: Progress) -> int:
    """L5: check that five agents do not win 166; how many layers were listed."""
    fewest, lists = lists_of_four(tell)
    refute(ways_to_part(fewest, WANTED, 5, 3), lists, LAYER)
    return sum(map(len, lists.values()))


def check_six(tell: Progress) -> int:
    """L6: check that six agents do not win 536; how many sets of four were listed."""
    fewest, lists = lists_of_four(tell)
    nine = reduce(least_sums, [fewest_with_a_set(fewest, lists)] * 9)
    few = nine[WANTED_OF_SIX] <= WANTED_OF_SIX // 3
    require(not few, f"nine sets may have {WANTED_OF_SIX} together")
    return sum(map(len, lists.values()))


def fewest_with_a_set(fewest: list[int], lists: dict[Kind, Rows]) -> list[int]:
    """The fewest blocked in 0, 1, ... of 81, more than L4 says where lists are empty."""
    return [
        next(b for b in count(number) if len(lists.get((won, b), [number])))
        for won, number in enumerate(fewest)
    ]


def lists_of_four(tell: Progress) -> tuple[list[int], dict[Kind, Rows]]:
    """The fewest blocked in 0, 1, ... of 81 by L4, and the sets of `LISTED`."""
    least = fewest_blocked(lambda share: tell(share / 3))
    check_stacks(MOST_OF_FOUR + 1, least, lambda share: tell((1 + share) / 3))
    stack = least_sums(least_sums(least, least), least)
    small = sets_for_stacks(least, lambda share: tell((2 + share) / 3))
    return fewest_blocked_in_layer(stack, AGENTS, MOST_OF_FOUR), listed(small)


def sets_for_stacks(least: list[int], tell: Progress) -> dict[Kind, Small]:
    """The sets of 27 that L3 leaves in stacks for `LISTED`, by kind."""
    two, limit = least_sums(least, least), np.full(SIZE + 1, -1)
    for won, most in LISTED.items():
        for size in range(SIZE + 1):
            if won - size < len(two):
                spare = most_blocked_in_stack(won, most, AGENTS) - two[won - size]
                limit[size] = max(limit[size], spare)
    sets = sets_within(limit, tell, 0.0)
    inside = blocked(sets)
    keys = np.bitwise_count(sets).astype(int) * 32 + np.bitwise_count(inside)
    return {
        divmod(int(key), 32): (sets[keys == key], inside[keys == key])
        for key in np.unique(keys)
    }


def listed(small: dict[Kind, Small]) -> dict[Kind, Rows]:
    """Every set of a kind in `LISTED` up to renaming, some of them several times."""
    firsts = dict[Kind, list[np.uint32]]()
    lists = dict[Kind, Rows]()
    for won, most in LISTED.items():
        stacks = [np.zeros((0, 3), np.uint32)]
        spare = most_blocked_in_stack(won, most, AGENTS)
        for three in combinations_with_replacement(sorted(small), 3):
            sizes, numbers = zip(*three, strict=True)
            if sum(sizes) == won and sum(numbers) <= spare:
                one, two, last = sorted(three, key=lambda kind: len(small[kind][0]))
                if last not in firsts:
                    firsts[last] = representatives(small[last][0])
                stacks += stacks_of(small[one], small[two], firsts[last], most)
        lists |= by_blocked(rows_of(np.concatenate(stacks)), won, most, LAYER)
    return lists


def stacks_of(
    first: Small, second: Small, third: list[np.uint32], most: int
) -> Iterator[Sets]:
    """The stacks with a set of each and no more than `most` blocked, as rows of three.

    What is blocked in a stack is blocked in its layer, and won in another layer too.
    """
    sets, inside = first[0][:, None], first[1][:, None]
    others, others_inside = second
    for won in third:
        held = blocked(np.array([won]))[0]
        number = np.bitwise_count(held & (sets | others)).astype(int)
        number += np.bitwise_count(inside & (won | others))
        number += np.bitwise_count(others_inside & (won | sets))
        k, j = np.nonzero(number <= most)
        if len(k):
            yield np.stack([np.full(len(k), won), first[0][k], others[j]], axis=1)


def rows_of(stacks: Sets) -> Rows:
    """Stacks of three sets of 27 as rows of 81."""
    bits = stacks[:, :, None] >> np.arange(SIZE, dtype=np.uint32) & 1
    return bits.astype(bool).reshape(-1, SIDE**AGENTS)
