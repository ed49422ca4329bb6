"""Two colors: configurations are corners of a cube, and losing sets dominate it.

A set of configurations is a bit mask, bit `c` for configuration `c`.  Two corners that
differ in agent i's hat look alike to agent i.  So a won corner has a lost neighbor (the
one who answers there is wrong next door), and a set of corners is lost by some deal just
if every corner is in it or next to it: it is *dominating*, the paper's *adequate set*
[VanUem2018, section 1.2].  A maximal deal loses an inclusion-minimal one.

>>> deal_name(deal_losing([0, 7], Rules(players=3)), Rules(players=3))
'BPPR BPPR BPPR'
>>> losing_set(deal_losing([0, 7], Rules(players=3)), Rules(players=3))
(0, 7)
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import FREE, PASS, Code, Deal, Rules, deal_name, evaluate

Mask: TypeAlias = int  # a set of configurations, bit c for configuration c

DEALT = 12  # players at most for whom a losing set is made into a deal

__all__ = [
    "Mask",
    "balls",
    "codes_of",
    "covered",
    "deal_losing",
    "deal_name",
    "losing_set",
    "mask_of",
]


@lru_cache
def balls(players: int) -> tuple[Mask, ...]:
    """Every corner with its neighbors: what it dominates, and what dominates it."""
    steps = [0, *(1 << i for i in range(players))]
    return tuple(
        sum(1 << (corner ^ step) for step in steps) for corner in range(1 << players)
    )


def mask_of(codes: Iterable[Code]) -> Mask:
    """A set of configurations as a mask."""
    mask = 0
    for code in codes:
        mask |= 1 << code
    return mask


def codes_of(mask: Mask) -> tuple[Code, ...]:
    """The configurations of a mask, ascending: `mask_of` the other way round."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def covered(mask: Mask, players: int) -> Mask:
    """What a set of corners dominates."""
    ball, reached = balls(players), 0
    for code in codes_of(mask):
        reached |= ball[code]
    return reached


def is_adequate(mask: Mask, players: int) -> bool:
    """Whether every corner is in the set or next to it."""
    return covered(mask, players) == (1 << (1 << players)) - 1


def deal_losing(codes: Iterable[Code], rules: Rules, *, free: bool = False) -> Deal:
    """The deal that loses just these configurations, made as in section 1.2 of the paper.

    Where a view leaves one lost configuration, its agent guesses the other color; where
    it leaves two, the choice is free (`*` if `free`, else a pass).
    """
    if rules.colors != 2 or not rules.is_standard:
        raise BadSetup("losing sets make deals in standard worlds of two colors only")
    if rules.players > DEALT:
        raise TooLarge(f"deals are made of losing sets for at most {DEALT} players")
    lost = frozenset(codes)
    if not is_adequate(
        mask_of(rules.code(rules.hats(code)) for code in lost), rules.players
    ):
        missed = ~covered(mask_of(lost), rules.players)
        first = rules.name(codes_of(missed & ((1 << rules.size) - 1))[0])
        raise BadSetup(f"{sorted(lost)} is not adequate: {first} has no lost neighbor")
    rows = []
    for player in range(rules.players):
        row = []
        for view in range(rules.view_count):
            white, black = line(player, view, rules.players)
            row.append(line_answer(white in lost, black in lost, free=free))
        rows.append(tuple(row))
    return Deal(tuple(rows))


def line(player: int, view: int, players: int) -> tuple[Code, Code]:
    """The two configurations that an agent cannot tell apart, own hat R and B."""
    step = 1 << (players - 1 - player)
    high, low = divmod(view, step)
    corner = high * 2 * step + low
    return corner, corner + step


def line_answer(white_lost: bool, black_lost: bool, *, free: bool) -> int:
    """What to say when these of the two configurations are lost anyway."""
    if white_lost and black_lost:
        return FREE if free else PASS
    if white_lost:
        return 2
    return 1 if black_lost else PASS


def losing_set(deal: Deal, rules: Rules) -> tuple[Code, ...]:
    """The configurations that a deal loses, ascending."""
    won = set(evaluate(deal, rules).won_set)
    return tuple(code for code in range(rules.size) if code not in won)
