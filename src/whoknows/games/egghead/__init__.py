"""EggHead: everybody sees all the cards but their own [Zorn2024].

Each player has a stack of three cards that all others see.  A moderator draws a question
about the cards on the table and answers it aloud.  Who can tell their own stack calls it,
scores a point, and gets a new one; the first to ten points wins.  Each answer tells; so
does each call, and each silence: a logician who does not call does not know.
One set of worlds, shared by all who reason so, is all there is to keep.
"""

from whoknows.games.egghead.game import GAME, EggHead
from whoknows.games.egghead.rules import State
from whoknows.games.egghead.rules.setup import Setup, Tape
from whoknows.games.egghead.rules.sight import Sight

__all__ = ["GAME", "EggHead", "Setup", "Sight", "State", "Tape"]
