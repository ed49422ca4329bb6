"""The hat game: say the color of your own hat, seeing only the hats of the others.

Every agent wears a hat of one of a few colors; all answer at the same time, and may pass.
The team wins if somebody is right and nobody is wrong.  What it agreed on before is its
*deal*, an answer for each agent and view; with two colors, the configurations that a deal
loses dominate the corners of a cube, and maximal deals lose as little as can be.
The thesis that names it the Leprechaun Hatting Problem and the paper that finds adequate
sets, both with their numbers and errata, are in `paper`.

>>> GAME.setup(players=7).size
128
"""

from whoknows.games.hats.game import GAME, HatGame

__all__ = ["GAME", "HatGame"]
