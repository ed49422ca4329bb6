"""Who knows what under the hats: round by round, and counted."""

from whoknows.games.hats.knowledge.counting import world_count
from whoknows.games.hats.knowledge.silence import (
    Deals,
    Round,
    all_hats,
    chain_deal,
    check_rounds,
    evaluate_rounds,
    hat_model,
    listening,
    narrate_rounds,
    pictured,
    rounds_played,
)

__all__ = [
    "Deals",
    "Round",
    "all_hats",
    "chain_deal",
    "check_rounds",
    "evaluate_rounds",
    "hat_model",
    "listening",
    "narrate_rounds",
    "pictured",
    "rounds_played",
    "world_count",
]
