"""What no plan can beat: the information bound, and a sharper one for one odd coin.

A weighing has three answers, so w weighings tell 3^w things apart, and a tree with so many
leaves has a least total depth.  With one odd coin more is known.  Let `pairs` coins be
heavy or light, `singles` be only one of these, and `none` be 1 if perhaps no coin is odd.
A pair on a pan leaves one case to LT and one to GT; beside the scales it stays a pair, and
`none` stays beside.  If good coins are plenty and singles can be parted at will, that is a
small recursion, whose values bound every plan from below.
"""

from functools import cache
from math import inf
from typing import NamedTuple

from whoknows.games.balance.knowledge.position import UNIT, Position, odd_of
from whoknows.inquiry.search import even_tree


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
    goals, size = position.goals, position.size
    if goals <= 1:
        return 0
    if left is not None and least_worst(position) > left:
        return inf
    one = suspects(position)
    if one:
        return total_of(*one)
    return total_by_size(goals, size)


def total_by_size(goals: int, size: int) -> int:
    """The least total by information alone."""
    return 0 if goals <= 1 else max(size, even_tree(goals, 3) + size - goals)


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
        pans(2 * on + out) + total_of(pairs - on, singles - out, none, by_coin)
        for on in range(pairs + 1)
        for out in range(singles + 1)
        if on + out
    )


def pans(cases: int) -> int:
    """The least total of so many single cases, shared by LT and GT."""
    return even_tree(cases // 2, 3) + even_tree(cases - cases // 2, 3)


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
