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


def best_document(found: Best) -> dict[str, Any]:
    """The best deal, its question in full, and of what kind its proof is."""
    return {
        **rules_document(found.rules),
        "win": found.lower,
        "value": float(found.lower),
        "proven": found.proven,
        **proof_document(
            proof_kind(found), by=proof_by(found), certified=is_certified(found)
        ),
        "lower": found.lower,
        "upper": found.upper,
        "deal": deal_text(found),
        "losing_set": None if found.lost is None else list(found.lost),
    } | ({"cited": found.cited} if found.cited else {})


def deal_text(found: Best) -> str:
    """The deal in letters, rounds with '/' between, as `hats evaluate` reads it.

    Where it is too long to write out, the code that it guesses away from.
    """
    if found.deals is None:
        return found.method
    if not found.agents:
        return " / ".join(deal_name(deal, found.rules) for deal in found.deals)
    world = replace(found.rules, players=len(found.agents), odds=(), wrong=0, need=1)
    text = " / ".join(deal_name(deal, world) for deal in found.deals)
    numbers = " ".join(str(agent + 1) for agent in found.agents)
    return f"agents {numbers} alone: {text}"


def psi_document(found: Psi) -> dict[str, Any]:
    """The function Psi, endpoints as exact expressions."""
    return rules_document(Rules(found.players)) | {
        "odds": "p",  # of white, the same for all
        "proven": True,
        **proof_document(
            "theorem" if found.players == 7 else "certificate",
            by=FOR_EVERY_N if found.players == 7 else "",
            certified=found.players != 7,
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
            for piece in found.pieces
        ],
        "endpoints": [{"p": str(p), "sets": sets} for p, sets in found.endpoints],
    }
