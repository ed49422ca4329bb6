"""Written games: anybody's game of knowledge, from a page of text.

A text says what a world is, how it is dealt, who sees what, who may do what and when, what
is answered, and when it ends.  From that come the referee, exact knowledge of every order,
strategies, hints, and pictures.  Nothing in a text is run: it can come from anybody.

>>> from whoknows.games.written.rules import gallery_text
>>> from whoknows.play.table.referee import Table, finish
>>> game = WrittenGame(gallery_text("muddy"))
>>> table = finish(Table.dealt(game, game.setup(), 1), [game.strategies["logician"]] * 3)
>>> table.result
{0: 1.0, 1: 1.0, 2: 1.0}
"""

from whoknows.games.written.game import GAME, ArrayGame, WrittenGame
from whoknows.games.written.rules import Setup, Sight, State
from whoknows.games.written.rules.python_game import Act, ArrayRules

__all__ = [
    "GAME",
    "Act",
    "ArrayGame",
    "ArrayRules",
    "Setup",
    "Sight",
    "State",
    "WrittenGame",
]
