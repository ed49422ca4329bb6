"""The rules of EggHead: stacks, questions, and a game from its first move to its last."""

from whoknows.games.egghead.rules.fold import Secret, State, play, sight_of, start, turn
from whoknows.games.egghead.rules.log import Move
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.sight import Sight

__all__ = [
    "Move",
    "Secret",
    "Setup",
    "Sight",
    "State",
    "play",
    "sight_of",
    "start",
    "turn",
]
