"""What no plan can beat: the information bound, and a sharper one for one odd coin.

A weighing has three answers, so w weighings tell 3^w things apart, and a tree with so many
leaves has a least total depth.  With one odd coin more is known.  Let `pairs` coins be
heavy or light, `singles` be only one of these, and `none` be 1 if perhaps no coin is odd.
A pair on a pan leaves one case to LT and one to GT; beside the scales it stays a pair, and
`none` stays beside.  If good coins are plenty and singles can be parted at will, that is a
small recursion, whose values bound every plan from below.
"""

from collections import Counter
from functools import cache
from heapq import heapify, heappop, heappush
from math import comb, inf, prod
from typing import NamedTuple, TypeAlias

from whoknows.games.balance.knowledge.position import UNIT, Position, odd_of
from whoknows.inquiry.plan import even_tree

Weights: TypeAlias = tuple[tuple[int, int], ...]  # a weight, and how many have it


class Suspects(NamedTuple):
    """Coins by role where one coin is odd."""

    pairs: int
    singles: int
    none: int
    by_coin: bool


def suspects(position: Position) -> Suspects | None:
    """The coins by role, if no more than one is odd."""
    if any(sum(map(odd_of, orbit)) > 1 for orbit in position.orbits):
        return None
    kinds = [0] * len(position.sizes)
    none = 0
    for orbit in position.orbits:
        for k, code in enumerate(orbit):
            kinds[k] += code > 0
        none |= not any(orbit)
    pairs = sum(n for n, count in zip(position.sizes, kinds, strict=True) if count == 2)
    return Suspects(pairs, sum(position.sizes) - pairs, int(none), position.by_coin)


def information(goals: int) -> int:
    """The fewest weighings whose answers can tell so many things apart.

    >>> [information(goals) for goals in (1, 3, 4, 24, 27, 28)]
    [0, 1, 2, 3, 3, 4]
    """
    weighings = 0
    while 3**weighings < goals:
        weighings += 1
    return weighings


def least_worst(position: Position) -> int:
    """No plan has a smaller worst."""
    weighings = information(position.goals)
    one = suspects(position)
    while one and not room(*one, weighings):
        weighings += 1
    return weighings


def least_total(position: Position, left: int | None) -> float:
    """No plan of at most `left` weighings has a smaller total."""
    if position.goals <= 1:
        return 0
    if left is not None and least_worst(position) > left:
        return inf
    one = suspects(position)
    if one:
        return total_of(*one)
    if not position.by_coin:
        return even_tree(position.size, 3)
    return weighted_tree(goal_weights(position))


def goal_weights(position: Position) -> Weights:
    """How many worlds are one goal, and how many such goals there are."""
    worlds: dict[tuple[int, ...], int] = {}
    for orbit in position.orbits:
        odd = tuple(map(odd_of, orbit))
        ways = prod(comb(odd_of(code), code % UNIT) for code in orbit)
        worlds[odd] = worlds.get(odd, 0) + ways
    counts: Counter[int] = Counter()
    for odd, weight in worlds.items():
        counts[weight] += prod(map(comb, position.sizes, odd))
    return tuple(sorted(counts.items()))


def total_by_size(size: int, each: int) -> int:
    """The least total of so many worlds, of which no more than `each` are one goal."""
    if each == 1:
        return even_tree(size, 3)
    whole, rest = divmod(size, each)
    return weighted_tree(((rest, 1), (each, whole)) if rest else ((each, whole),))


@cache
def weighted_tree(weights: Weights) -> int:
    """The least total depth of leaves with these weights, at most three to a node.

    The worlds of one goal may as well end at one leaf, the least deep; so the goals are
    the leaves, and the tree is Huffman's.

    >>> weighted_tree(((1, 5),)), weighted_tree(((1, 2), (4, 2)))
    (8, 12)
    """
    heap = [weight for weight, count in weights for _ in range(count)]
    if len(heap) <= 1:
        return 0
    heap += [0] * (1 - len(heap) % 2)  # so that every node has three branches
    heapify(heap)
    total = 0
    while len(heap) > 1:
        node = heappop(heap) + heappop(heap) + heappop(heap)
        total += node
        heappush(heap, node)
    return total


@cache
def room(pairs: int, singles: int, none: int, by_coin: bool, left: int) -> bool:
    """Whether so many weighings might do."""
    if goals_of(pairs, singles, none, by_coin) <= 1:
        return True
    if left == 0:
        return False
    third = 3 ** (left - 1)
    return any(
        room(pairs - on, max(0, singles - 2 * (third - on)), none, by_coin, left - 1)
        for on in range(min(pairs, third) + 1)
    )


@cache
def total_of(pairs: int, singles: int, none: int, by_coin: bool) -> int:
    """The least total, were singles parted at will."""
    if goals_of(pairs, singles, none, by_coin) <= 1:
        return 0
    if pairs == 0:
        return even_tree(singles + none, 3)
    size = 2 * pairs + singles + none
    return size + min(
        pans(on, out) + total_of(pairs - on, singles - out, none, by_coin)
        for on in range(pairs + 1)
        for out in range(singles + 1)
        if on + out
    )


def pans(both: int, singles: int) -> int:
    """The least total of the cases of LT and GT: `both` of each, and singles at will."""
    return min(
        even_tree(both + left, 3) + even_tree(both + singles - left, 3)
        for left in range(singles // 2 + 1)
    )


def goals_of(pairs: int, singles: int, none: int, by_coin: bool) -> int:
    """How many things are to be told apart."""
    return (1 if by_coin else 2) * pairs + singles + none


def kinds_each(position: Position) -> int:
    """The most worlds that are one goal: with several odd coins, every kind of each."""
    if not position.by_coin:
        return 1
    most = max((sum(map(odd_of, orbit)) for orbit in position.orbits), default=0)
    mixed = any(code % UNIT and code >= UNIT for orbit in position.orbits for code in orbit)
    lone = most <= 1
    return 2 if lone or not (mixed or both_kinds(position)) else 2**most


def both_kinds(position: Position) -> bool:
    """Whether heavy and light coins may come together."""
    return any(
        any(code % UNIT for code in orbit) and any(code >= UNIT for code in orbit)
        for orbit in position.orbits
    )
