"""Five agents of three colors: a bound from how few are blocked in a layer of four.

A layer of the fifth agent's hat is a set of four agents' 81 configurations.  Let g(t) be
the fewest that are blocked in a set of t (alone on none of its lines).  What is blocked can
be left out, and the rest is won by four agents: so g(t) >= t - 48.  And a set is a stack of
three layers of 27 in each of four ways.  Let each that is not blocked name an agent who is
right there: some agent is named (t - b)/4 times at most, and in the stack of its hat only
these and the b are blocked.  So a set with few blocked is a stack of layers with few
blocked, of which there are few; all are tried, the first up to renaming.

In the three layers of five agents no more than W/5 are blocked together.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.many_colors.layer_sets import (
    Sets,
    Share,
    blocked,
    chunks,
    image_tables,
    images,
    least_blocked,
    turns,
)

LAYER, SIZE = Rules(3, 3), 27
FOUR = 48  # that four agents win at most: `layer_stacks` shows it
SEARCHED = range(55, 61)  # sizes where counting alone leaves g too small
MOST_RAISED = 6  # by so much a bound is raised at most: sets for more are not kept
ENOUGH = 1 << 20


class Kind(NamedTuple):
    """Sets of a layer with one size and as many blocked, ascending."""

    size: int
    blocked: int
    sets: Sets
    inside: Sets  # what is blocked


def five_agents_bound(progress: Share = lambda _: None) -> int:
    """What five agents of three colors win at most."""
    fewest = fewest_of_four(progress)
    sums = [0] + [ENOUGH] * 243
    for _ in range(3):
        sums = [
            min(sums[won - t] + fewest[t] for t in range(min(won, 81) + 1))
            for won in range(244)
        ]
    return max(won for won in range(244) if sums[won] <= won // 5)


def fewest_of_four(progress: Share = lambda _: None) -> list[int]:
    """At least so many are blocked in a set of 0, 1, ... configurations of four agents."""
    layer = least_blocked(LAYER, lambda share: progress(share / 2))
    pairs = joined(layer, layer)
    stacks = joined(pairs, layer)
    found = [max(t - FOUR, -((t - 4 * stacks[t]) // 3), 0) for t in range(82)]
    kinds = sets_for_stacks(found, pairs, lambda share: progress((1 + share) / 2))
    for t in SEARCHED:
        for _ in range(MOST_RAISED + 1):
            if stack_exists(t, found[t], kinds):
                break
            found[t] += 1
    return found


def joined(one: list[int], other: list[int]) -> list[int]:
    """The fewest blocked in two parts together, by their size."""
    found = [ENOUGH] * (len(one) + len(other) - 1)
    for a, few in enumerate(one):
        for b, more in enumerate(other):
            found[a + b] = min(found[a + b], few + more)
    return found


def sets_for_stacks(found: list[int], pairs: list[int], progress: Share) -> list[Kind]:
    """The sets that may be part of a stack with a few more blocked than `found` says."""
    limit = np.full(SIZE + 1, -1)
    for t in SEARCHED:
        most = in_layers(t, found[t] + MOST_RAISED)
        for size in range(SIZE + 1):
            if 0 <= t - size < len(pairs):
                limit[size] = max(limit[size], most - pairs[t - size])
    steps, kept = turns(LAYER), []
    for share, sets in chunks(SIZE):
        numbers = np.bitwise_count(blocked(sets, steps))
        kept.append(sets[numbers <= limit[np.bitwise_count(sets)]])
        progress(share)
    return parted(np.concatenate(kept))


def in_layers(size: int, inside: int) -> int:
    """How many may be blocked in the three layers of a set with so many blocked."""
    return (size + 3 * inside) // 4


def parted(sets: Sets) -> list[Kind]:
    """Sets by their size and how many are blocked."""
    inside = blocked(sets, turns(LAYER))
    sizes, numbers = np.bitwise_count(sets), np.bitwise_count(inside)
    kinds = sorted(set(zip(sizes.tolist(), numbers.tolist(), strict=True)), reverse=True)
    return [
        Kind(size, number, sets[these], inside[these])
        for size, number in kinds
        for these in [(sizes == size) & (numbers == number)]
    ]


def stack_exists(size: int, inside: int, kinds: list[Kind]) -> bool:
    """Whether three layers make a set of this size with no more than `inside` blocked."""
    most = in_layers(size, inside)
    for a, first in enumerate(kinds):
        for b, second in enumerate(kinds[a:], start=a):
            for third in kinds[b:]:
                fits = first.size + second.size + third.size == size
                few = first.blocked + second.blocked + third.blocked <= most
                if fits and few and stacked(first, second, third, inside):
                    return True
    return False


def stacked(first: Kind, second: Kind, third: Kind, inside: int) -> bool:
    """Whether sets of three kinds leave no more than `inside` blocked together."""
    for won, block in representatives(first):
        beside = np.bitwise_count(second.sets & block) + np.bitwise_count(
            second.inside & won
        )
        for k in np.flatnonzero(beside <= inside).tolist():
            here, there = second.sets[k], second.inside[k]
            number = np.bitwise_count(block & (here | third.sets))
            number += np.bitwise_count(there & (won | third.sets))
            number += np.bitwise_count(third.inside & (won | here))
            if (number <= inside).any():
                return True
    return False


def representatives(kind: Kind) -> Iterator[tuple[np.uint32, np.uint32]]:
    """One set of each class under renaming, with what is blocked in it."""
    tables, fresh = image_tables(LAYER), np.ones(len(kind.sets), np.bool_)
    for place, won in enumerate(kind.sets):
        if fresh[place]:
            fresh[np.searchsorted(kind.sets, images(int(won), tables))] = False
            yield won, kind.inside[place]
