"""What the scales have told: positions, in which coins of one role are only counted."""

from whoknows.games.balance.knowledge.lines import Line, culprits, position_after, possible
from whoknows.games.balance.knowledge.position import Position, at_start

__all__ = ["Line", "Position", "at_start", "culprits", "position_after", "possible"]
