"""Results of the solvers as plain values, for JSON: the command and the library share them.

>>> from whoknows.games.hats.rules import Rules
>>> from whoknows.games.hats.solve.best import best
>>> best_document(best(Rules(players=3)))["deal"]
'BPPR BPPR BPPR'
"""

from dataclasses import replace
from typing import Any

from whoknows.games.hats.rules import Rules, deal_name
from whoknows.games.hats.solve.adequate.psi import Psi
from whoknows.games.hats.solve.best import Best
from whoknows.games.hats.solve.proofs.best_certificate import (
    FOR_EVERY_N,
    is_certified,
    proof_by,
    proof_kind,
    rules_document,
)
from whoknows.work.proof_kinds import proof_document


def best_document(optimum: Best) -> dict[str, Any]:
    """The best deal, its question in full, and of what kind its proof is."""
    return {
        **rules_document(optimum.rules),
        "win": optimum.lower,
        "value": float(optimum.lower),
        "proven": optimum.proven,
        **proof_document(
            proof_kind(optimum), by=proof_by(optimum), certified=is_certified(optimum)
        ),
        "lower": optimum.lower,
        "upper": optimum.upper,
        "deal": deal_text(optimum),
        "losing_set": None if optimum.lost is None else list(optimum.lost),
    } | ({"cited": optimum.cited} if optimum.cited else {})


def deal_text(optimum: Best) -> str:
    """The deal in letters, rounds with '/' between, as `hats evaluate` reads it.

    Where it is too long to write out, the code that it guesses away from.
    """
    if optimum.deals is None:
        return optimum.method
    if not optimum.agents:
        return " / ".join(deal_name(deal, optimum.rules) for deal in optimum.deals)
    world = replace(optimum.rules, players=len(optimum.agents), odds=(), wrong=0, need=1)
    text = " / ".join(deal_name(deal, world) for deal in optimum.deals)
    numbers = " ".join(str(agent + 1) for agent in optimum.agents)
    return f"agents {numbers} alone: {text}"


def psi_document(psi: Psi) -> dict[str, Any]:
    """The function Psi, endpoints as exact expressions."""
    return rules_document(Rules(psi.players)) | {
        "odds": "p",  # of white, the same for all
        "proven": True,
        **proof_document(
            "theorem" if psi.players == 7 else "certificate",
            by=FOR_EVERY_N if psi.players == 7 else "",
            certified=psi.players != 7,
        ),
        "pieces": [
            {
                "from": str(piece.start),
                "to": str(piece.end),
                "polynomial": list(piece.polynomial),
                "zeros": list(piece.zeros),
                "size": piece.size,
                "sets": piece.sets,
            }
            for piece in psi.pieces
        ],
        "endpoints": [{"p": str(p), "sets": sets} for p, sets in psi.endpoints],
    }
