"""Published numbers of the thesis and of the hat-game paper, with errata."""

from whoknows.games.hats.paper import (
    appendices,
    coverings,
    four_agents,
    janssen,
    overview,
    vanuem,
)
from whoknows.games.hats.paper.errata import JANSSEN, VAN_UEM, Erratum

__all__ = [
    "JANSSEN",
    "VAN_UEM",
    "Erratum",
    "appendices",
    "coverings",
    "four_agents",
    "janssen",
    "overview",
    "vanuem",
]
