"""What the scales have told: positions, in which coins of one role are only counted."""

from whoknows.games.balance.knowledge.after_weighings import (
    culprits,
    goals_left,
    position_after,
    possible,
)
from whoknows.games.balance.knowledge.position import Position, at_start

__all__ = ["Position", "at_start", "culprits", "goals_left", "position_after", "possible"]
