"""Balance: find the odd coins with a pair of scales.

Some of n coins are odd, heavier or lighter than the good ones, and look the same.
A weighing puts k coins against k and is answered LT, EQ, or GT.
One seat plays, who weighs; which coins are odd, and how, is the secret.
The game is over when the goal is known: which coins are odd, or that and their kinds.
Fewer weighings are better, and there may be a limit to them.
"""

from whoknows.games.balance.game import GAME, Balance
from whoknows.games.balance.knowledge import Position
from whoknows.games.balance.rules import Line, Rules, Setup, Sight, Weighing

__all__ = ["GAME", "Balance", "Line", "Position", "Rules", "Setup", "Sight", "Weighing"]
