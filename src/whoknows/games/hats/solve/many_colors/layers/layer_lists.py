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
    is no such set, then W is not won.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from itertools import combinations, combinations_with_replacement, product
from typing import TypeAlias

from whoknows.games.hats.solve.many_colors.layers.layer_sets import (
    LayerSets,
    Share,
    least_sums,
)

Kind: TypeAlias = tuple[int, int]  # how many a layer has won, and how many are blocked
Lists: TypeAlias = Mapping[Kind, LayerSets]  # each class of each kind at least once


def most_blocked_in_stack(won: int, blocked: int, agents: int) -> int:
    """L3: the most that are blocked in the smaller layers of a layer of some agents."""
    return (won + (agents - 1) * blocked) // agents


def fewest_blocked_in_layer(stack: list[int], agents: int, most_won: int) -> list[int]:
    """L4: the fewest blocked in a layer with 0, 1, ... won, from those in its stacks."""
    return [
        max(won - most_won, -((won - agents * fewest) // (agents - 1)), 0)
        for won, fewest in enumerate(stack)
    ]


def fewest_blocked_in_stack(fewest: list[int], layers: int) -> list[int]:
    """The fewest blocked in so many layers with 0, 1, ... won together."""
    return reduce(least_sums, [fewest] * layers, [0])


def ways_to_part(
    fewest: list[int], won: int, agents: int, layers: int
) -> Iterator[tuple[Kind, ...]]:
    """L1: what each of the layers may have won, and how much of it blocked."""
    share = won // agents
    for sizes in combinations_with_replacement(range(len(fewest)), layers):
        least = [fewest[size] for size in sizes]
        if sum(sizes) == won and sum(least) <= share:
            for numbers in product(*(range(number, share + 1) for number in least)):
                if sum(numbers) <= share:
                    yield tuple(zip(sizes, numbers, strict=True))


def bound_by_counting(fewest: list[int], agents: int, layers: int) -> int:
    """L1: the most that layers have which need not fit."""
    stack = fewest_blocked_in_stack(fewest, layers)
    return max(won for won, number in enumerate(stack) if number <= won // agents)


def all_refuted(
    ways: Iterable[tuple[Kind, ...]],
    lists: Lists,
    fit: Callable[[LayerSets, LayerSets], bool],
    progress: Share,
) -> bool:
    """L5: whether in each way a list is empty, or no set of one list fits another's."""
    fitting = dict[tuple[Kind, ...], bool]()

    def apart(pair: tuple[Kind, ...]) -> bool:
        if pair not in fitting:
            fitting[pair] = fit(*(lists[kind] for kind in pair))
            progress(1)
        return not fitting[pair]

    for way in ways:
        listed = sorted((k for k in way if k in lists), key=lambda k: len(lists[k]))
        empty = listed and not len(lists[listed[0]])
        if not empty and not any(map(apart, combinations(listed, 2))):
            return False
    return True
