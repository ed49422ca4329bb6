"""The Da Vinci Code: guess the hidden codes of the others before they guess yours.

Each player sets up a code of black and white tiles in rising order; the others see only
the colors.  On a turn one says what a hidden tile of somebody is; a right guess opens it,
a wrong one ends the turn.  Whose tiles all lie open is out, and the last one in wins.
Every guess also tells what the guesser thought possible, and perfect logicians hear it.

>>> setup = GAME.setup(players=3, tiles=12)
>>> hands = [setup.parse_code(c) for c in ("b1 b4 b5 w6", "b2 w2 w4 b6", "w1 b3 w3 w5")]
>>> state = GAME.start(setup, Deal(tuple(hands), first=1))
>>> GAME.worlds(GAME.sight(state, 0))
6
>>> state = GAME.play(state, {1: GAME.parse_move("c3=w3", setup)})
>>> GAME.worlds(GAME.sight(state, 0))
2
"""

from whoknows.games.davinci.game import GAME, DaVinci
from whoknows.games.davinci.rules import Deal, Guess, Setup, Sight, State, Stop

__all__ = ["GAME", "DaVinci", "Deal", "Guess", "Setup", "Sight", "State", "Stop"]
