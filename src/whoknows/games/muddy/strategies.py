"""Ways to answer, one function each: `(sight, history, rng) -> move`."""

from collections.abc import Mapping

import numpy as np

from whoknows.games.muddy.knowledge import first_picture, own_faces
from whoknows.games.muddy.rules import UNSURE, Face, Move, Sight, named
from whoknows.play.game import History, Strategy


def logician(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Names its face as soon as it knows it [Fagin1995, ch. 1]."""
    return sure(own_faces(sight))


def deaf(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Names its face if what the parent said at first tells it."""
    assert sight.seat is not None, "a spectator says nothing"
    return sure(first_picture(sight.setup).own(sight.seat, sight.seen))


def daring(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Names the face it knows, or else guesses muddy: all cases left being as likely."""
    return named(True in own_faces(sight))


def silent(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Is never sure."""
    return UNSURE


def sure(faces: tuple[Face, ...]) -> Move:
    """The face, if only one is possible."""
    return UNSURE if len(faces) > 1 else named(faces[0])


STRATEGIES: Mapping[str, Strategy[Sight, Move]] = {
    strategy.__name__: strategy for strategy in (logician, deaf, daring, silent)
}
