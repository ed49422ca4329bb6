"""Sights as arrays, for programs that learn.

>>> from whoknows.games.hats.rules.world import Rules
>>> observed(Sight(Rules(3), 1, (0, None, 1))).tolist()
[2, 1, 0, 2, 0, 0, 0]
"""

import numpy as np
from numpy.typing import NDArray

from whoknows.games.hats.rules.fold import Sight


def observed(sight: Sight) -> NDArray[np.int16]:
    """The seat from 1; the color of each hat from 1; and what was said, round by round.

    Where nothing is seen or was said stands 0; an answer stands one higher than its number.
    """
    rules = sight.rules
    hats = [0 if color is None else color + 1 for color in sight.hats or sight.seen]
    said = np.zeros((rules.rounds, rules.players), np.int16)
    for row, event in zip(said, sight.history, strict=False):
        for seat, answer in event.moves.items():
            row[seat] = answer + 1
    seat = 0 if sight.seat is None else sight.seat + 1
    hats += [0] * (rules.players - len(hats))
    return np.concatenate([np.array([seat, *hats], np.int16), said.ravel()])
