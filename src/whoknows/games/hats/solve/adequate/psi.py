"""Psi(N, p): the largest chance to win as a function of the chance of one color.

The chance to lose a set is a polynomial in p that its pattern, the counts of zeros,
decides; what no deal can avoid to lose is the least of these polynomials, piece by
piece.  All weights being above 0, the lightest sets are inclusion-minimal, and patterns
of all of them are known for N up to 6; for N = 7 a theorem gives Psi, and for N = 8 facets
that `psi_certificate` proves.
Where pieces meet is a root of a polynomial with integer coefficients, kept exact.

>>> [(str(piece.start), str(piece.end), piece.zeros) for piece in psi(5).pieces]
[('1/2', '2 - sqrt(2)', (0, 2, 4, 0, 0, 1)), ('2 - sqrt(2)', '1', (0, 2, 2, 2, 1, 0))]
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise
from math import comb
from typing import Any, TypeAlias

from whoknows.edge import checked
from whoknows.errors import BadSetup, TooLarge, needs
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.adequate.adequate_sets import adequate_sets, pattern
from whoknows.games.hats.solve.adequate.patterns import (
    MOST_PLAYERS_SEARCHED,
    Pattern,
    pattern_counts,
)
from whoknows.games.hats.solve.bounds.ball_bounds import LIGHT

__all__ = [
    "Piece",
    "Polynomial",
    "Psi",
    "between",
    "envelope",
    "optimal_at",
    "psi",
    "undominated",
    "value_at",
    "win_polynomial",
    "winners",
]

Polynomial: TypeAlias = tuple[int, ...]  # the coefficients of 1, p, p^2, ...


@dataclass(frozen=True, slots=True)
class Piece:
    """An interval of p on which one polynomial is Psi."""

    start: Any  # an exact number of sympy
    end: Any
    polynomial: Polynomial  # of the chance to win
    zeros: Pattern  # the counts of zeros of a set that is lost
    size: int
    sets: int | None  # how many sets are optimal inside, where they were counted


@dataclass(frozen=True, slots=True, repr=False)
class Psi:
    """The function on [1/2, 1]; swapping the colors gives the rest."""

    players: int
    pieces: tuple[Piece, ...]
    endpoints: tuple[tuple[Any, int | None], ...]  # how many sets are optimal there

    def __call__(self, p: float | Fraction) -> Any:
        """The largest chance to win at p; a fraction for a fraction."""
        if not 0 <= p <= 1:
            raise BadSetup(f"a chance is 0 to 1, not {p}")
        p = max(p, 1 - p)
        piece = next(piece for piece in self.pieces if float(p) <= float(piece.end))
        return sum(c * p**k for k, c in enumerate(piece.polynomial))

    def __repr__(self) -> str:
        return f"<Psi({self.players}, p): {len(self.pieces)} pieces>"


@checked
def psi(players: int, *, progress: Callable[[float], None] | None = None) -> Psi:
    """Psi(N, p), exact, with the number of optimal sets."""
    Rules(players)
    with needs("solve"):  # before the sets are counted, which is long
        import sympy  # noqa: F401
    if players == 7:
        return by_theorem(perfect_patterns(players), players)
    if players == 8:
        return by_facets(players)
    if players > MOST_PLAYERS_SEARCHED:
        raise TooLarge(
            f"Psi is known exactly for at most 8 players, not {players};"
            " `hats best --p` gives an interval at a given p"
        )
    counts = pattern_counts(players, progress=progress)
    return envelope(counts, players)


def by_theorem(counts: dict[Pattern, int], players: int) -> Psi:
    """Psi where a perfect code meets the bound: no other sets need be looked at."""
    psi = envelope(counts, players)
    assert len(psi.pieces) == 1, "one perfect code is the lightest for all p"
    return psi


def by_facets(players: int) -> Psi:
    """Psi where one pattern is the lightest for all p; nobody has counted its sets."""
    with needs("solve"):
        from sympy import Integer, Rational

    half, [zeros] = Rational(1, 2), LIGHT[players]
    win = win_polynomial(zeros, players)
    piece = Piece(half, Integer(1), win, zeros, sum(zeros), None)
    return Psi(players, (piece,), ((half, None),))


@cache
def perfect_patterns(players: int) -> dict[Pattern, int]:
    """How many perfect codes have each pattern."""
    return dict(Counter(pattern(lost, players) for lost in adequate_sets(players)))


def envelope(counts: dict[Pattern, int], players: int) -> Psi:
    """The least of the losing polynomials on [1/2, 1], piece by piece.

    Different patterns have different polynomials: p^k (1-p)^(N-k) are independent.
    """
    patterns = {win_polynomial(zeros, players): zeros for zeros in undominated(counts)}
    pieces: list[Piece] = []
    for start, end, best in winners(list(patterns)):
        if pieces and pieces[-1].polynomial == best:
            start = pieces.pop().start
        zeros = patterns[best]
        pieces.append(Piece(start, end, best, zeros, sum(zeros), counts[zeros]))
    tied = [(piece.start, optimal_at(piece.start, counts, players)) for piece in pieces]
    return Psi(players, tuple(pieces), tuple(tied))


def winners(polynomials: list[Polynomial]) -> list[tuple[Any, Any, Polynomial]]:
    """Intervals of [1/2, 1], each with the polynomial that is largest all over it.

    They are cut wherever a polynomial that is largest somewhere meets any other; so what
    is largest at one point of an interval is largest in all of it.
    """
    with needs("solve"):
        from sympy import Integer, Rational

    known: set[Polynomial] = set()
    cuts: set[Any] = set()
    while True:
        marks = [Rational(1, 2), *sorted(cuts), Integer(1)]
        rows = [
            (start, end, best_at(polynomials, between(start, end)))
            for start, end in pairwise(marks)
        ]
        fresh = {best for _, _, best in rows} - known
        if not fresh:
            return rows
        known |= fresh
        for best in fresh:
            for other in polynomials:
                cuts |= crossings(best, other)


def undominated(patterns: Iterable[Pattern]) -> list[Pattern]:
    """The patterns that no other is lighter than for all p >= 1/2.

    More zeros are likelier, so that a pattern is never heavier than another if it has
    at most as many configurations with at least k zeros, for each k.
    """
    tails = {zeros: tuple(accumulate(reversed(zeros))) for zeros in patterns}
    found: list[Pattern] = []
    for zeros in sorted(tails, key=lambda zeros: tails[zeros]):
        below = (tails[other] for other in found)
        if not any(
            all(a <= b for a, b in zip(t, tails[zeros], strict=True)) for t in below
        ):
            found.append(zeros)
    return found


def win_polynomial(zeros: Pattern, players: int) -> Polynomial:
    """1 - sum of n_k p^k (1 - p)^(N - k), multiplied out."""
    found = [1] + [0] * players
    for white, number in enumerate(zeros):
        for black in range(players - white + 1):
            found[white + black] -= number * (-1) ** black * comb(players - white, black)
    return tuple(found)


def crossings(one: Polynomial, other: Polynomial) -> set[Any]:
    """Where two polynomials meet inside (1/2, 1), exact."""
    with needs("solve"):
        from sympy import Poly, Rational, Symbol, real_roots

    if one == other:
        return set()
    difference = [a - b for a, b in zip(reversed(one), reversed(other), strict=True)]
    roots = real_roots(Poly(difference, Symbol("p")))
    return {root for root in roots if Rational(1, 2) < root < 1}


def between(start: Any, end: Any) -> Any:
    """A fraction strictly between two exact numbers."""
    with needs("solve"):
        from sympy import Rational

    scale = 2
    while True:
        middle = Rational(int((start + end) / 2 * scale), scale)
        if start < middle < end:
            return middle
        scale *= 2


def best_at(polynomials: Iterable[Polynomial], p: Any) -> Polynomial:
    """The polynomial that is largest at an exact p."""
    return max(polynomials, key=lambda found: value_at(found, p))


def value_at(polynomial: Polynomial, p: Any) -> Any:
    """The value of a polynomial at an exact p."""
    total = 0 * p
    for coefficient in reversed(polynomial):
        total = total * p + coefficient
    return total


def optimal_at(p: Any, counts: dict[Pattern, int], players: int) -> int:
    """How many sets are optimal at just this p, below 1.

    Those that are as good as the best are told by exact remainders.
    """
    with needs("solve"):
        from sympy import Poly, Symbol, minimal_polynomial

    x = Symbol("p")
    zero = Poly(minimal_polynomial(p, x), x)
    floats = {zeros: float_loss(zeros, float(p)) for zeros in counts}
    least = min(floats.values())
    near = [zeros for zeros, loss in floats.items() if loss < least + 1e-6]
    wins = {zeros: win_polynomial(zeros, players) for zeros in near}
    exact = {zeros: Poly(list(reversed(win)), x).rem(zero) for zeros, win in wins.items()}
    best = max(near, key=lambda zeros: value_at(wins[zeros], p).evalf(60))
    return sum(counts[zeros] for zeros in near if exact[zeros] == exact[best])


def float_loss(zeros: Pattern, p: float) -> float:
    """About the chance of a pattern."""
    top = len(zeros) - 1
    return float(sum(n * p**k * (1 - p) ** (top - k) for k, n in enumerate(zeros)))
