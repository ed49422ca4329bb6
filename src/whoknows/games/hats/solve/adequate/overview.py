"""The overview and the complexity table of the hat-game paper, computed anew.

Section 8 of [VanUem2018] lists Psi(N, p), the least size of an adequate set (`das`), and
how many sets are optimal, for N up to 5; section 7 says how many candidates a search has
to look at.  Here are the same tables for N up to 7 and 9, with what our searches visit.

>>> row = overview(3)
>>> row.das, row.nas, [span.polynomial for span in row.spans], row.optimal
(2, 4, [(1, -1, 1)], (3, 4, 3))
>>> complexity(4).strategies == 3**32, complexity(4).visited < 1820
(True, True)
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import count
from math import comb, inf
from typing import Any, NamedTuple

from whoknows.errors import TooLarge
from whoknows.games.hats.rules import Code, Rules, same_odds
from whoknows.games.hats.solve.adequate.adequate_sets import (
    LEAST_SIZES,
    least_by_pieces,
    least_sets,
    pattern,
    perfect_codes,
)
from whoknows.games.hats.solve.adequate.psi import Piece, Polynomial, Psi, between, psi
from whoknows.games.hats.solve.maximal.dominating_sets import search

KNOWN = {
    **LEAST_SIZES,
    8: 32,
    9: 62,
}  # das; 8 by van Wee's bound, 9 by [OstergardBlass2001]
MOST_PLAYERS = max(KNOWN)


class Span(NamedTuple):
    """An open interval of p with one polynomial."""

    start: Any  # exact numbers of sympy
    end: Any
    polynomial: Polynomial  # without zeros at its end


class Overview(NamedTuple):
    """A row of section 8: what is best for every p from 0 to 1."""

    players: int
    das: int
    nas: int
    spans: tuple[Span, ...]  # where Psi is one polynomial
    marks: tuple[Any, ...]  # 0, where the optimal sets change, 1
    optimal: tuple[int, ...]  # sets on the first interval, at its end, on the next, ...
    sizes: tuple[int, ...]  # of the optimal sets on the intervals


class Complexity(NamedTuple):
    """A row of section 7: how many candidates each method has to look at."""

    players: int
    das: int
    strategies: int
    reduced: int  # those that suffice by Krzywkowski
    sets: int  # of das elements
    visited: int | None  # partial sets that ours visits to list all of the least size
    how: str


class Example(NamedTuple):
    """An optimal set of a piece: the first in order, where all are listed."""

    name: str
    players: int
    piece: Piece
    lost: tuple[Code, ...]


def overview(players: int, *, progress: Callable[[float], None] | None = None) -> Overview:
    """The row of section 8 for a number of agents, 2 to 7."""
    return overview_of(psi(players, progress=progress))


def overview_of(found: Psi) -> Overview:
    """The row of a Psi: on [0, 1/2] it is the same with the colors swapped."""
    right = [Span(x.start, x.end, trimmed(x.polynomial)) for x in found.pieces]
    left = [Span(1 - x.end, 1 - x.start, swapped(x.polynomial)) for x in right[::-1]]
    sets = [how_many(x.sets) for x in found.pieces]
    tied = [how_many(number) for _, number in found.endpoints]
    above = [tied[0]] + [n for pair in zip(sets, [*tied[1:], 0], strict=True) for n in pair]
    optimal = above[-2:0:-1] + above[:-1]
    sizes = [x.size for x in found.pieces]
    return Overview(
        found.players,
        LEAST_SIZES[found.players],
        tied[0],
        joined([*left, *right]),
        (*(span.start for span in [*left, *right]), right[-1].end),
        tuple(optimal),
        tuple(sizes[::-1] + sizes),
    )


def how_many(sets: int | None) -> int:
    """How many sets there are; the overview has no row where nobody counted them."""
    if sets is None:
        raise TooLarge(f"optimal sets are counted for at most {max(LEAST_SIZES)} players")
    return sets


def joined(spans: list[Span]) -> tuple[Span, ...]:
    """Neighbors with the same polynomial as one."""
    found = [spans[0]]
    for span in spans[1:]:
        if span.polynomial == found[-1].polynomial:
            found[-1] = found[-1]._replace(end=span.end)
        else:
            found.append(span)
    return tuple(found)


def trimmed(polynomial: Polynomial) -> Polynomial:
    """A polynomial without zeros at its end."""
    last = max(k for k, coefficient in enumerate(polynomial) if coefficient)
    return polynomial[: last + 1]


def swapped(polynomial: Polynomial) -> Polynomial:
    """A polynomial of 1 - p, as one of p."""
    found = [0] * len(polynomial)
    for power, coefficient in enumerate(polynomial):
        for k in range(power + 1):
            found[k] += coefficient * (-1) ** k * comb(power, k)
    return trimmed(tuple(found))


def complexity(players: int) -> Complexity:
    """The row of section 7 for a number of agents, 3 to 9."""
    if not 2 <= players <= MOST_PLAYERS:
        raise TooLarge(
            f"the least size is known for 2 to {MOST_PLAYERS} players, not {players}"
        )
    das, views = KNOWN[players], 1 << (players - 1)
    visited, how = visits(players)
    return Complexity(
        players,
        das,
        3 ** (views * players),
        3 ** ((views - 2) * players),
        comb(1 << players, das),
        visited,
        how,
    )


@cache  # half a million of them for six players
def visits(players: int) -> tuple[int | None, str]:
    """How many partial sets our search for all least adequate sets visits, and which."""
    if players > max(LEAST_SIZES):
        return (0, "bound and construction") if players == 8 else (None, "cited")
    seen = count()

    def visit() -> None:
        next(seen)

    if players == 7:
        list(perfect_codes(players, visit=visit))
        return next(seen), "exact covers"
    if players == 6:
        least_by_pieces(players, LEAST_SIZES[players], visit=visit)
        return next(seen), "minimal sets, up to symmetry"
    list(search(players, size=LEAST_SIZES[players], visit=visit))
    return next(seen), "minimal sets"


def examples(found: Psi) -> list[Example]:
    """An optimal set for each piece of a Psi; `5A` and `5B` where there are more."""
    several = len(found.pieces) > 1
    return [
        Example(f"{found.players}{'AB'[k] * several}", found.players, piece, one_set(piece))
        for k, piece in enumerate(found.pieces)
    ]


def one_set(piece: Piece) -> tuple[Code, ...]:
    """The first optimal set of a piece if it is of the least size, else one found."""
    players = len(piece.zeros) - 1
    if piece.size == LEAST_SIZES[players]:
        sets = least_sets(players)
        return next(lost for lost in sets if pattern(lost, players) == piece.zeros)
    from whoknows.games.hats.solve.best import best

    inside = between(piece.start, piece.end)
    p = Fraction(int(inside.p), int(inside.q))
    rules = Rules(players, odds=same_odds(players, (p, 1 - p)))
    found = best(rules, time_limit=inf).lost
    assert found is not None, "so few agents are searched"
    assert pattern(found, players) == piece.zeros, "only sets of the piece are optimal"
    return found
