"""Chains that do not meet: what Theorem 6 of the thesis counts, and what there is.

Theorem 6 takes C = floor(2^N / (N + 1)) chains that treat no round twice, and C * N rounds
right.  Chains are disjoint if their incorrect rounds differ in three hats or more, so that
there are as many as words in the largest code of distance 3; only for N = 3, 7, ... are
there C of them.

>>> most_disjoint(3), most_disjoint(4), most_disjoint(5)
(2, 2, 4)
>>> most_right(4, 3)
10
"""

from itertools import combinations

from whoknows.errors import TooLarge
from whoknows.games.hats.solve.cube_bits import Mask, balls, codes_of, covered, mask_of

MOST_AGENTS = 5  # agents at most


def disjoint_chains(players: int) -> tuple[int, ...]:
    """As many chains as treat no round twice, one of them being that of RR...R."""
    check_players(players)
    ball = balls(players)
    best: tuple[int, ...] = (0,)

    def extend(chosen: tuple[int, ...], reached: Mask, allowed: Mask) -> None:
        nonlocal best
        best = max(best, chosen, key=len)
        if len(chosen) + allowed.bit_count() <= len(best):
            return
        for code in codes_of(allowed):
            allowed &= ~(1 << code)
            if not ball[code] & reached:
                extend((*chosen, code), reached | ball[code], allowed)

    everything = (1 << (1 << players)) - 1
    extend((0,), ball[0], everything & ~1)
    return best


def claimed_chains(players: int) -> int:
    """How many chains Theorem 6 takes: floor(2^N / (N + 1))."""
    return (1 << players) // (players + 1)


def most_disjoint(players: int) -> int:
    """How many chains treat no round twice."""
    return len(disjoint_chains(players))


def most_right(players: int, number: int) -> int:
    """How many rounds so many chains make right at most; RR...R may be one of them."""
    check_players(players)
    return max(
        (covered(mask, players) & ~mask).bit_count()
        for rest in combinations(range(1, 1 << players), number - 1)
        for mask in (mask_of((0, *rest)),)
    )


def check_players(players: int) -> None:
    """Refuse more agents than all combinations are tried for."""
    if players > MOST_AGENTS:
        raise TooLarge(f"disjoint chains are looked for up to {MOST_AGENTS} agents")
