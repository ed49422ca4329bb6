"""Certificates of counts: maximal deals, and the pieces of Psi(N, p).

>>> from whoknows.games.hats.solve.adequate.psi import psi
>>> psi_certificate(psi(5))["claim"]["pieces"][0][2]  # the first ends at 2 - sqrt(2)
[[2, -4, 1], '292893/500000', '585787/1000000']
"""

from fractions import Fraction
from typing import Any

from whoknows.errors import TooLarge
from whoknows.games.hats.solve.adequate.psi import Psi
from whoknows.games.hats.solve.maximal.methods import Maximal
from whoknows.inquiry.lemmas import FORMAT

LISTED = 5  # agents whose minimal sets a checker lists by itself
FINE = 10**6


def maximal_certificate(found: Maximal) -> dict[str, Any]:
    """The certificate of a count of maximal deals."""
    check_players(found.players)
    claim = {
        "game": "maximal",
        "players": found.players,
        "count": found.count,
        "by_won": {str(won): count for won, count in found.by_won.items()},
    }
    return {"format": FORMAT, "claim": claim, "witness": {}, "proof": {}}


def psi_certificate(found: Psi) -> dict[str, Any]:
    """The certificate of Psi, piece by piece."""
    check_players(found.players)
    pieces = [[list(p.zeros), end_of(p.start), end_of(p.end)] for p in found.pieces]
    claim = {"game": "psi", "players": found.players, "pieces": pieces}
    return {"format": FORMAT, "claim": claim, "witness": {}, "proof": {}}


def count_kind(players: int) -> str:
    """Of what kind the proof of a count is."""
    if players == 7:
        return "theorem"
    return "certificate" if players <= LISTED else "enumeration"


def check_players(players: int) -> None:
    """Refuse a count that a checker could not make anew."""
    if players > LISTED:
        raise TooLarge(
            f"certificates of counts are for at most {LISTED} players, not {players}"
        )


def end_of(number: Any) -> list[Any]:
    """An exact number as the only root of a polynomial between two fractions."""
    from sympy import Poly, Symbol, minimal_polynomial

    x = Symbol("p")
    factors = [
        int(n) for n in reversed(Poly(minimal_polynomial(number, x), x).all_coeffs())
    ]
    if number.is_rational:
        return [factors, str(number), str(number)]
    below = int(number * FINE)
    return [factors, str(Fraction(below, FINE)), str(Fraction(below + 1, FINE))]
