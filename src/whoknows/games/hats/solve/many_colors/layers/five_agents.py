"""Five agents of three colors win 165 of 243 at most: layers that do not fit each other.

A layer of the fifth agent's hat is a set of t of four agents' 81 configurations, b of them
*blocked* (alone on none of its lines).  What is blocked can be left out, and the rest is
won by four agents: so b >= t - 48.  And a set is a stack of three layers of 27 in each of
four ways.  Let each that is not blocked name an agent who is right there: some agent is
named (t - b)/4 times at most, and in the stack of its hat only these and the b are blocked.
So a set with few blocked is a stack of layers with few blocked, of which there are few; all
are tried, one of the three up to renaming.

In the three layers of five agents no more than W/5 are blocked together.  For W = 166 that
leaves a few ways to part both numbers; in each of them two of the layers do not fit: what
is blocked in one is won in the other, however their agents and colors are named.

What is known of sets of 81 bounds six agents too: cut by two of their hats.
"""

from collections.abc import Iterator
from functools import cache, reduce
from itertools import (
    combinations,
    combinations_with_replacement,
    count,
    permutations,
    product,
)
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.many_colors.layers.layer_sets import (
    Sets,
    Share,
    Tables,
    blocked,
    chunks,
    image_tables,
    images,
    least_blocked,
    turns,
)

LAYER, SIZE, STACK, WHOLE = Rules(3, 3), 27, Rules(4, 3), 81
FOUR = 48  # that four agents win at most: `layer_stacks` shows it
REFUTED = 166
KEPT = {53: 5, 54: 8, 55: 10, 56: 13, 57: 16, 58: 21, 59: 22, 60: 23, 61: 24}
ENOUGH = 1 << 20

Members: TypeAlias = NDArray[np.float32]  # a row for each set, 1 for what it has


class Kind(NamedTuple):
    """Sets of 27 with one size and as many blocked, ascending."""

    size: int
    blocked: int
    sets: Sets
    inside: Sets  # what is blocked
    firsts: list[tuple[np.uint32, np.uint32]]  # one of each class, and what is blocked


class Layers(NamedTuple):
    """Sets of 81 with one size and as many blocked, each class at least once."""

    won: Members
    inside: Members


def five_agents_bound(progress: Share = lambda _: None) -> int:
    """What five agents of three colors win at most."""
    fewest, layers = layers_of_four(progress)
    fitting = dict[tuple[tuple[int, int], tuple[int, int]], bool]()
    for three in ways_to_part(fewest, REFUTED, 5, 3):
        if any(kind in layers and not len(layers[kind].won) for kind in three):
            continue
        known = sorted(
            (kind for kind in three if kind in layers),
            key=lambda kind: len(layers[kind].won),
        )
        for one, other in combinations(known, 2):
            if (one, other) not in fitting:
                fitting[one, other] = fit(layers[one], layers[other])
                progress(1)
            if not fitting[one, other]:
                break
        else:
            return counted_bound(fewest)
    return REFUTED - 1


def layers_of_four(progress: Share) -> tuple[list[int], dict[tuple[int, int], Layers]]:
    """The fewest blocked in 0, 1, ... of 81 by counting, and the sets that are kept."""
    layer = least_blocked(LAYER, lambda share: progress(share / 3))
    kinds = sets_for_stacks(layer, lambda share: progress((1 + share) / 3))
    layers = dict[tuple[int, int], Layers]()
    for place, (t, most) in enumerate(KEPT.items()):
        layers |= layers_of(t, most, kinds)
        progress((2 + place / len(KEPT)) / 3)
    return fewest_of_four(layer), layers


def six_agents_bound(progress: Share = lambda _: None) -> int:
    """What six agents win at most: nine sets of 81, by the hats of two of the agents.

    Those two are named W/3 times at most together, if they are named the least.
    """
    fewest, layers = layers_of_four(progress)

    def least(size: int) -> int:
        numbers = count(fewest[size])
        return next(
            b for b in numbers if (size, b) not in layers or len(layers[size, b].won)
        )

    nine = reduce(joined, [[*map(least, range(WHOLE + 1))]] * 9)
    return max(won for won, few in enumerate(nine) if few <= won // 3)


def counted_bound(fewest: list[int]) -> int:
    """What three layers can have if they need not fit each other."""
    three = joined(joined(fewest, fewest), fewest)
    return max(won for won, few in enumerate(three) if few <= won // 5)


def fewest_of_four(layer: list[int]) -> list[int]:
    """So many are blocked at least in a set of 0, 1, ... configurations of four agents."""
    stacks = joined(joined(layer, layer), layer)
    return [max(t - FOUR, -((t - 4 * stacks[t]) // 3), 0) for t in range(WHOLE + 1)]


def joined(one: list[int], other: list[int]) -> list[int]:
    """The fewest blocked in two parts together, by their size."""
    found = [ENOUGH] * (len(one) + len(other) - 1)
    for a, few in enumerate(one):
        for b, more in enumerate(other):
            found[a + b] = min(found[a + b], few + more)
    return found


def ways_to_part(
    fewest: list[int], wanted: int, agents: int, layers: int
) -> Iterator[list[tuple[int, int]]]:
    """What each of the layers may have, and how many of it blocked."""
    spare = wanted // agents
    for sizes in combinations_with_replacement(range(len(fewest)), layers):
        few = [fewest[size] for size in sizes]
        if sum(sizes) != wanted or sum(few) > spare:
            continue
        for numbers in product(*(range(least, spare + 1) for least in few)):
            if sum(numbers) <= spare:
                yield list(zip(sizes, numbers, strict=True))


def sets_for_stacks(layer: list[int], progress: Share) -> list[Kind]:
    """The sets of 27 that may be part of a set of 81 that is kept."""
    pairs, limit = joined(layer, layer), np.full(SIZE + 1, -1)
    for t, most in KEPT.items():
        for size in range(SIZE + 1):
            if 0 <= t - size < len(pairs):
                spare = in_layers(t, most) - pairs[t - size]
                limit[size] = max(limit[size], spare)
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
    """Sets by their size and how many are blocked, the largest kinds last."""
    inside = blocked(sets, turns(LAYER))
    sizes, numbers = np.bitwise_count(sets), np.bitwise_count(inside)
    kinds = [
        Kind(
            size, number, sets[these], inside[these], first_sets(sets[these], inside[these])
        )
        for size, number in set(zip(sizes.tolist(), numbers.tolist(), strict=True))
        for these in [(sizes == size) & (numbers == number)]
    ]
    return sorted(kinds, key=lambda kind: (len(kind.sets), kind.size))


def layers_of(t: int, most: int, kinds: list[Kind]) -> dict[tuple[int, int], Layers]:
    """All sets of t with 0, 1, ..., `most` blocked, one or more of each class."""
    rows = [np.zeros((0, WHOLE), np.float32)]
    for one, two, three in combinations_with_replacement(kinds, 3):
        few = one.blocked + two.blocked + three.blocked <= in_layers(t, most)
        if one.size + two.size + three.size == t and few:
            rows += stacked(one, two, three, most)
    won = np.concatenate(rows)
    inside = blocked_members(won)
    numbers = inside.sum(axis=1)
    return {
        (t, b): Layers(won[numbers == b], inside[numbers == b]) for b in range(most + 1)
    }


def stacked(first: Kind, second: Kind, third: Kind, most: int) -> Iterator[Members]:
    """The stacks with a set of each kind and no more than `most` blocked together."""
    sets, inside = first.sets[:, None], first.inside[:, None]
    for won, block in third.firsts:
        number = np.bitwise_count(block & (sets | second.sets))
        number += np.bitwise_count(inside & (won | second.sets))
        number += np.bitwise_count(second.inside & (won | sets))
        for k, j in np.argwhere(number <= most):
            yield members(won, first.sets[k], second.sets[j])


def members(*layers: np.uint32) -> Members:
    """A stack of three sets of 27 as a row of 81."""
    bits = [[int(layer) >> code & 1 for code in range(SIZE)] for layer in layers]
    return np.array(bits, np.float32).reshape(1, WHOLE)


def blocked_members(won: Members, rules: Rules = STACK) -> Members:
    """What is blocked in each set of configurations."""
    cube = won.reshape(-1, *(rules.colors,) * rules.players)
    alone = np.zeros(cube.shape, np.bool_)
    for axis in range(1, cube.ndim):
        alone |= cube.sum(axis=axis, keepdims=True) == 1
    return (cube * ~alone).reshape(won.shape)


def first_sets(sets: Sets, inside: Sets) -> list[tuple[np.uint32, np.uint32]]:
    """One set of each class under renaming, with what is blocked in it."""
    tables, fresh, found = layer_tables(), np.ones(len(sets), np.bool_), []
    for place in range(len(sets)):
        if not fresh[place]:
            continue
        fresh[np.searchsorted(sets, images(int(sets[place]), tables))] = False
        found.append((sets[place], inside[place]))
    return found


@cache
def layer_tables() -> Tables:
    """The images of bytes of a set of 27."""
    return image_tables(LAYER)


@cache
def names_of(rules: Rules) -> NDArray[np.int64]:
    """Where each way to rename agents and their colors takes a configuration."""
    side, agents = rules.colors, range(rules.players)
    hats = np.indices((side,) * rules.players).reshape(rules.players, rules.size)
    colors = np.array(list(product(permutations(range(side)), repeat=rules.players)))
    found = []
    for seats in permutations(agents):
        new = [colors[:, k][:, hats[seats[k]]] for k in agents]  # by way and configuration
        found.append(np.ravel_multi_index(new, (side,) * rules.players))
    return np.concatenate(found)


def fit(fewer: Layers, more: Layers) -> bool:
    """Whether a renaming of one of the first and one of the others can be won together."""
    names = names_of(STACK)
    for won, inside in zip(fewer.won, fewer.inside, strict=True):
        meeting = won[names] @ more.inside.T + inside[names] @ more.won.T
        if not meeting.all():
            return True
    return False
