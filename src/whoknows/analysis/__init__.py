"""A finished game explained, move by move: what was known, what was best, what was luck.

A review is made from sights: of all seats when the game is over, of one's own while it
goes on.  What a move is worth, the game's judge says (`whoknows.play.judging`).

>>> import whoknows as wk
>>> found = wk.review(wk.play("balance", "optimal", seed=3))
>>> found.skill, found.unit, {move.claim for move in found.moves}
(1.0, 'weighings', {'proven optimum'})
"""

from whoknows.analysis.review import Review, ReviewedMove, review

__all__ = ["Review", "ReviewedMove", "review"]
