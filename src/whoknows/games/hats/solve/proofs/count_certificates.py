"""Certificates of counts: maximal deals.

>>> from whoknows.games.hats.solve.maximal.methods import maximal
>>> maximal_certificate(maximal(4))["claim"]
{'game': 'maximal', 'players': 4, 'count': 130, 'by_won': {'12': 40, '11': 80, '8': 10}}
"""

from typing import Any

from whoknows.errors import TooLarge
from whoknows.games.hats.solve.maximal.methods import Maximal
from whoknows.work.proof_kinds import FORMAT

LISTED = 5  # agents whose minimal sets a checker lists by itself


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


def check_players(players: int) -> None:
    """Refuse a count that a checker could not make anew."""
    if players > LISTED:
        raise TooLarge(
            f"certificates of counts are for at most {LISTED} players, not {players}"
        )
