"""Sights as arrays, for programs that learn: what the seat can work out, and the scores."""

import numpy as np
from numpy.typing import NDArray

from whoknows.games.egghead.knowledge.public_worlds import picture_of
from whoknows.games.egghead.rules.sight import Sight


def observed(sight: Sight) -> NDArray[np.int16]:
    """For each stack whether it can still be the seat's own; then stacks and scores.

    The stacks of the others are numbers from 1; the seat's own is 0.  A spectator has no
    stack, and 0 everywhere in the first part.
    """
    size = len(sight.setup.box)
    own = np.zeros(size, np.int16)
    if sight.seat is not None:
        own[:] = picture_of(sight.setup, sight.log).row(sight.seat, sight.seen)
    places = sight.setup.box.places
    stacks = [0 if stack is None else places[stack] + 1 for stack in sight.stacks]
    return np.concatenate([own, np.array([*stacks, *sight.scores], np.int16)])
