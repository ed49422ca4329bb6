"""Five agents of three colors win 165 of 243 at most, six agents 535 of 729.

A layer of five agents is a set of the 81 configurations of four, and a stack of three sets
of 27.  By the lemmas of `layer_lists` those with few blocked are stacks of sets with few
blocked, of which there are few: all are tried, one of the three up to renaming.  In each
way to part 166 won and 33 blocked two of the layers do not fit, however one is renamed.

L6  Some two of six agents are named W/3 times at most, both together.  Their hats cut the
    world into nine sets of 81, in which no more than W/3 are blocked together.

(docs/hats-beyond.md, *Stacks of layers*; `whoknows.checking.layers.five_agents` checks it)
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, count
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.many_colors.layers.layer_lists import (
    Kind,
    Lists,
    all_refuted,
    bound_by_counting,
    fewest_blocked_in_layer,
    fewest_blocked_in_stack,
    most_blocked_in_stack,
    ways_to_part,
)
from whoknows.games.hats.solve.many_colors.layers.layer_sets import (
    LayerSets,
    Sets,
    Share,
    least_blocked,
    least_sums,
    one_of_each_class,
    renamings,
    sets_within,
)

SMALL, LAYER = Rules(3, 3), Rules(4, 3)  # 27 configurations, and a stack of three: 81
MOST_OF_FOUR = 48  # that four agents win: `layer_stacks` shows it
REFUTED = 166
LISTED = {  # won, and most blocked; with one less the way beside it is not refuted
    53: 5,  # 53 5, 55 11, 58 17
    54: 8,  # 54 8, 54 8, 58 17
    55: 10,  # 53 6, 55 10, 58 17
    56: 13,  # 54 6, 56 13, 56 14
    57: 16,  # 54 6, 55 11, 57 16
    58: 21,  # 54 6, 54 6, 58 21
    59: 22,  # 53 5, 54 6, 59 22
    60: 23,  # 52 4, 54 6, 60 23
    61: 24,  # 52 4, 53 5, 61 24
}

Rows: TypeAlias = NDArray[np.float32]  # a row for each set of 81, 1 for what it has
Small: TypeAlias = tuple[LayerSets, LayerSets]  # sets of 27, and one of each class of them


def five_agents_bound(progress: Share = lambda _: None) -> int:
    """L5: what five agents of three colors win at most."""
    fewest, lists = lists_of_four(progress)
    if all_refuted(ways_to_part(fewest, REFUTED, 5, 3), lists, fit, progress):
        return REFUTED - 1
    return bound_by_counting(fewest, 5, 3)


def six_agents_bound(progress: Share = lambda _: None) -> int:
    """L6: what six agents of three colors win at most."""
    fewest = fewest_with_a_set(*lists_of_four(progress))
    nine = enumerate(fewest_blocked_in_stack(fewest, 9))
    return max(won for won, number in nine if number <= won // 3)


def fewest_with_a_set(fewest: list[int], lists: Lists) -> list[int]:
    """The fewest blocked in 0, 1, ... of 81, more than L4 says where lists are empty."""
    return [
        next(b for b in count(number) if (won, b) not in lists or len(lists[won, b]))
        for won, number in enumerate(fewest)
    ]


def lists_of_four(progress: Share) -> tuple[list[int], dict[Kind, LayerSets]]:
    """The fewest blocked in 0, 1, ... of 81 by L4, and the sets of `LISTED`."""
    least = least_blocked(SMALL, lambda share: progress(share / 3))
    stack = fewest_blocked_in_stack(least, 3)
    small = sets_for_stacks(least, lambda share: progress((1 + share) / 3))
    lists = dict[Kind, LayerSets]()
    for place, (won, most) in enumerate(LISTED.items()):
        lists |= listed(won, most, small)
        progress((2 + place / len(LISTED)) / 3)
    return fewest_blocked_in_layer(stack, LAYER.players, MOST_OF_FOUR), lists


def sets_for_stacks(least: list[int], progress: Share) -> list[Small]:
    """The sets of 27 that L3 leaves in stacks for `LISTED`, the largest kinds last."""
    two, limits = least_sums(least, least), [-1] * len(least)
    for won, most in LISTED.items():
        for size in range(max(0, won - len(two) + 1), min(len(least), won + 1)):
            spare = most_blocked_in_stack(won, most, LAYER.players) - two[won - size]
            limits[size] = max(limits[size], spare)
    kinds = sets_within(limits, SMALL, progress)
    kinds.sort(key=lambda kind: (len(kind), kind.size))
    return [(kind, kind.where([*one_of_each_class(kind.sets, SMALL)])) for kind in kinds]


def listed(won: int, most: int, small: list[Small]) -> dict[Kind, LayerSets]:
    """All sets of so many with 0, 1, ..., `most` blocked, one or more of each class."""
    spare, stacks = (
        most_blocked_in_stack(won, most, LAYER.players),
        [np.zeros((0, 3), "u4")],
    )
    for (one, _), (two, _), (three, firsts) in combinations_with_replacement(small, 3):
        few = one.blocked + two.blocked + three.blocked <= spare
        if one.size + two.size + three.size == won and few:
            stacks += stacks_of(one, two, firsts, most)
    rows = rows_of(np.concatenate(stacks))
    inside = blocked_in_rows(rows)
    numbers = inside.sum(axis=1)
    whole = LayerSets(won, most, rows, inside)
    return {(won, b): whole.where(numbers == b) for b in range(most + 1)}


def stacks_of(
    first: LayerSets, second: LayerSets, third: LayerSets, most: int
) -> Iterator[Sets]:
    """The stacks with a set of each and no more than `most` blocked, as rows of three.

    What is blocked in a stack is blocked in its layer, and won in another layer too.
    """
    sets, inside = first.sets[:, None], first.inside[:, None]
    for won, held in zip(third.sets, third.inside, strict=True):
        number = np.bitwise_count(held & (sets | second.sets))
        number += np.bitwise_count(inside & (won | second.sets))
        number += np.bitwise_count(second.inside & (won | sets))
        k, j = np.nonzero(number <= most)
        yield np.stack([np.full(len(k), won), first.sets[k], second.sets[j]], axis=1)


def rows_of(stacks: Sets) -> Rows:
    """Stacks of three sets of 27 as rows of 81."""
    bits = stacks[:, :, None] >> np.arange(SMALL.size, dtype=np.uint32) & 1
    return bits.astype(np.float32).reshape(-1, LAYER.size)


def blocked_in_rows(rows: Rows) -> Rows:
    """What is blocked in each set of 81, by the definition."""
    cube = rows.reshape(-1, *(LAYER.colors,) * LAYER.players)
    alone = np.zeros(cube.shape, np.bool_)
    for axis in range(1, cube.ndim):
        alone |= cube.sum(axis=axis, keepdims=True) == 1
    return (cube * ~alone).reshape(rows.shape)


def fit(fewer: LayerSets, more: LayerSets) -> bool:
    """L1: whether a renaming of one of the first and one of the others fit."""
    places = renamings(LAYER)
    for won, inside in zip(fewer.sets, fewer.inside, strict=True):
        meeting = won[places] @ more.inside.T + inside[places] @ more.sets.T
        if not meeting.all():
            return True
    return False
