"""Who knows what under the hats: round by round, and counted."""

from whoknows.games.hats.knowledge.counting import KNOWLEDGE, possible, world_count
from whoknows.games.hats.knowledge.silence import (
    Deals,
    Round,
    agent_name,
    chain_deal,
    check_rounds,
    evaluate_rounds,
    facts,
    hat_model,
    hats_together,
    listening,
    narrate_rounds,
    pictured,
    rounds_played,
)

__all__ = [
    "KNOWLEDGE",
    "Deals",
    "Round",
    "agent_name",
    "chain_deal",
    "check_rounds",
    "evaluate_rounds",
    "facts",
    "hat_model",
    "hats_together",
    "listening",
    "narrate_rounds",
    "pictured",
    "possible",
    "rounds_played",
    "world_count",
]
