"""Muddy children: who sees the others' faces, and listens to who does not know.

Each child sees every face but its own.  The parent says that at least one is muddy, and
asks who knows: all answer at the same time, `muddy`, `clean`, or `unsure`.  Who names a
face steps forward and is shown it; not to know tells the others something.
The parent says who guessed and who missed what could be known, so that mistakes of people
mislead nobody.  A face named rightly is worth a point, wrongly it costs one.
`whoknows puzzle muddy` tells the same story as a puzzle, round by round.

>>> from whoknows.play.table.referee import Table, finish
>>> table = Table.with_secret(GAME, GAME.setup(children=3), (True, True, False))
>>> table = finish(table, [GAME.strategies["logician"]] * 3)
>>> [dict(event.moves) for event in table.history][-1], table.result
({2: 'clean'}, {0: 1.0, 1: 1.0, 2: 1.0})
"""

from whoknows.games.muddy.game import GAME, MuddyChildren
from whoknows.games.muddy.rules import Setup, Sight, State, Verdict

__all__ = ["GAME", "MuddyChildren", "Setup", "Sight", "State", "Verdict"]
