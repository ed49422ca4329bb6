"""The certificate of Psi(N, p): why each piece is the least, for all p of its interval.

A losing set has a pattern n, how many of it have 0, 1, ..., N zeros, and the chance
sum of n_k w_k(p).  Let a piece have the pattern n*.  Some inequalities a n >= a n* hold for
the patterns of all losing sets: *facets*, each proven by a tree of cases.  Where the
weights w(p) are a sum of facets with factors that are not negative, no pattern is lighter
than n*.  N + 1 facets make a basis, in which the factors are polynomials of p; the
interval is cut into parts, each with a basis whose factors are nowhere negative in it.

>>> from whoknows.games.hats.solve.adequate.psi import psi
>>> document = psi_certificate(psi(3))
>>> document["claim"]["pieces"], len(document["proof"]["facets"])
([[[0, 1, 1, 0], [[-1, 2], '1/2', '1/2'], [[-1, 1], '1', '1']]], 4)
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import gcd, inf
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge, needs
from whoknows.games.hats.rules import Rules, same_odds
from whoknows.games.hats.solve.adequate.adequate_sets import pattern
from whoknows.games.hats.solve.adequate.psi import Piece, Psi
from whoknows.games.hats.solve.best import best
from whoknows.games.hats.solve.bounds.ball_bounds import LIGHT
from whoknows.games.hats.solve.proofs.best_certificate import cover_rows, cube_maps
from whoknows.games.hats.solve.proofs.case_tree import Maps, Program, even_cuts, prove
from whoknows.work.proof_kinds import FORMAT

Share = Callable[[float], None]
Ray: TypeAlias = tuple[int, ...]
Bases: TypeAlias = tuple[list[tuple[int, ...]], NDArray[np.float64]]

# The facets that the certificate of eight agents needs: weights of 0, 1, ..., 8 zeros.
# They are rays of the cone of all weights by which no pattern known is lighter than the
# Hamming code's with a free hat; patterns came from annealing for one ray after the other.
EIGHT: list[Ray] = [
    tuple(map(int, word))
    for word in "000000001 000000011 000000115 111111111 000112222 000001144"
    " 011111122 000011336 001111112 003344444 000123444".split()
]
FINE = 10**6  # an exact number is stated between two fractions so far apart
GRID = 240  # points of an interval at which factors are looked at
ZERO = 1e-9


def psi_certificate(found: Psi, progress: Share | None = None) -> dict[str, Any]:
    """The certificate of Psi for up to six agents, and for eight."""
    if found.players not in LIGHT:
        raise TooLarge(
            "certificates of Psi are for at most 6 players and for 8, not for"
            f" {found.players}"
        )
    facets: list[Ray] = []
    parts = [parts_of(piece, found.players, facets) for piece in found.pieces]
    claim = {
        "game": "psi",
        "players": found.players,
        "pieces": [[list(p.zeros), end_of(p.start), end_of(p.end)] for p in found.pieces],
    }
    proofs, maps = [], cache(cube_maps)
    for place, weights in enumerate(facets):
        proofs.append(facet_proof(weights, found.players, maps))
        if progress:
            progress((place + 1) / len(facets))
    return {
        "format": FORMAT,
        "claim": claim,
        "witness": {"sets": [lost_set(piece, found.players) for piece in found.pieces]},
        "proof": {"facets": proofs, "parts": parts},
    }


def lost_set(piece: Piece, players: int) -> list[int]:
    """A losing set with the pattern of a piece: the best deal's inside the interval."""
    middle = Fraction(round(float(piece.start + piece.end) / 2 * 1000), 1000)
    rules = Rules(players, odds=same_odds(players, (middle, 1 - middle)))
    found = best(rules, time_limit=inf)
    lost = found.lost or ()
    assert pattern(lost, players) == piece.zeros, "inside a piece only its pattern is best"
    return list(lost)


def facet_proof(
    weights: Ray, players: int, maps: Callable[[Rules], Maps]
) -> dict[str, Any]:
    """The proof that no losing set has less than the pieces by these weights."""
    least = min(dot(weights, pattern) for pattern in LIGHT[players])
    corners = [weights[players - code.bit_count()] for code in range(1 << players)]
    uneven = Rules(players, odds=same_odds(players, (Fraction(2, 3), Fraction(1, 3))))
    rules = Rules(players) if len(set(weights)) == 1 else uneven
    tree = prove(
        Program(corners, cover_rows(players, 1, 1)),
        least,
        cuts=even_cuts(players),
        maps=lambda: maps(rules),
    )
    return {"weights": list(weights), "least": least, **tree}


def parts_of(piece: Piece, players: int, facets: list[Ray]) -> list[Any]:
    """The interval of a piece in parts `[start, end, facets]`; new facets are added."""
    rays = EIGHT if players == 8 else normal_rays(piece.zeros, LIGHT[players])
    points = grid(piece)
    choices, values = bases(rays, np.array([float(p) for p in points]), players)
    good = values > -ZERO
    parts, here = [], 0
    while here < len(points) - 1:
        able = np.flatnonzero(good[:, here] & good[:, here + 1])
        reach = [reached(good[k], here) for k in able]
        there = max(reach)
        basis = choices[int(able[reach.index(there)])]
        for k in basis:
            if rays[k] not in facets:
                facets.append(rays[k])
        ends = [end_of(points[here]), end_of(points[there])]
        parts.append([*ends, [facets.index(rays[k]) for k in basis]])
        here = there
    return parts


def grid(piece: Piece) -> list[Any]:
    """Points of an interval: its ends, exact, and fractions between them."""
    low, high = float(piece.start), float(piece.end)
    with needs("solve"):
        from sympy import Rational

    between = [
        Rational(round((low + (high - low) * k / GRID) * 10**4), 10**4)
        for k in range(1, GRID)
    ]
    inside = sorted({p for p in between if low < float(p) < high})
    return [piece.start, *inside, piece.end]


def reached(good: NDArray[np.bool_], start: int) -> int:
    """The last of the points from `start` on up to which all are good."""
    bad = np.flatnonzero(~good[start:])
    return start + (int(bad[0]) - 1 if len(bad) else len(good) - start - 1)


def bases(rays: list[Ray], points: NDArray[np.float64], players: int) -> Bases:
    """Sets of N + 1 rays, and the least factor of the weights at each point."""
    whites = np.arange(players + 1)
    weights = points[:, None] ** whites * (1 - points[:, None]) ** (players - whites)
    choices = list(combinations(range(len(rays)), players + 1))
    matrices = np.array(rays, dtype=float)[np.array(choices)].transpose(0, 2, 1)
    sound = np.abs(np.linalg.det(matrices)) > 0.5
    factors = np.linalg.inv(matrices[sound]) @ weights.T
    return [c for c, yes in zip(choices, sound, strict=True) if yes], factors.min(1)


def normal_rays(zeros: Ray, patterns: list[tuple[int, ...]]) -> list[Ray]:
    """Weights by which no pattern is lighter than this one, the extreme ones.

    For p >= 1/2 more zeros weigh more: weights are sums of steps that are not negative.
    The cone of such steps is cut by one pattern after the other (double description).
    """
    size = len(zeros)
    units = [tuple(int(i == k) for k in range(size)) for i in range(size)]
    rays, cuts = list(units), list(units)
    for other in patterns:
        cut = tuple(a - b for a, b in zip(tails(other), tails(zeros), strict=True))
        rays = cut_off(rays, cuts, cut)
        cuts.append(cut)
    return [tuple(sum(ray[: k + 1]) for k in range(size)) for ray in rays]


def cut_off(rays: list[Ray], cuts: list[Ray], cut: Ray) -> list[Ray]:
    """The extreme rays of a cone that is cut once more."""
    tight = {ray: {k for k, old in enumerate(cuts) if dot(old, ray) == 0} for ray in rays}
    kept = [ray for ray in rays if dot(cut, ray) >= 0]
    for one in rays:
        for other in rays:
            up, down = dot(cut, one), -dot(cut, other)
            if up <= 0 or down <= 0:
                continue
            common = tight[one] & tight[other]
            beside = [ray for ray in rays if common <= tight[ray]]
            if len(common) >= len(cut) - 2 and len(beside) == 2:
                mixed = [down * a + up * b for a, b in zip(one, other, strict=True)]
                kept.append(tuple(n // gcd(*mixed) for n in mixed))
    return kept


def tails(zeros: tuple[int, ...]) -> Ray:
    """How many have at least 0, 1, ... zeros."""
    return tuple(sum(zeros[k:]) for k in range(len(zeros)))


def dot(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """The sum of products."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def end_of(number: Any) -> list[Any]:
    """An exact number as the only root of a polynomial between two fractions."""
    with needs("solve"):
        from sympy import Poly, Symbol, minimal_polynomial

    x = Symbol("p")
    factors = [
        int(n) for n in reversed(Poly(minimal_polynomial(number, x), x).all_coeffs())
    ]
    if number.is_rational:
        return [factors, str(number), str(number)]
    below = int(number * FINE)
    return [factors, str(Fraction(below, FINE)), str(Fraction(below + 1, FINE))]
