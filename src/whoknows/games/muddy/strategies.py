"""Ways to answer, one function each: `(sight, history, rng) -> move`.

| strategy | says | source |
|---|---|---|
| `logician` | a face as soon as it can be known | [Fagin1995, ch. 1] |
| `deaf` | a face if the parent's words alone tell it; listens to no silence | |
| `daring` | the likelier face, muddy of equals, without waiting | |
| `silent` | nothing, ever | |
"""

from collections.abc import Mapping

import numpy as np

from whoknows.games.muddy.knowledge import first_picture, own_faces, picture_of
from whoknows.games.muddy.rules import CLEAN, MUDDY, UNSURE, Face, Move, Sight
from whoknows.play.game import History, Strategy

__all__ = ["STRATEGIES", "sure", "why"]


def logician(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Names its face as soon as it knows it."""
    return sure(own_faces(sight))


def deaf(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Names its face if what the parent said at first tells it."""
    assert sight.seat is not None, "a spectator says nothing"
    return sure(first_picture(sight.setup).own(sight.seat, sight.faces))


def daring(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Names the face it knows, or else guesses muddy: all cases left being as likely."""
    return MUDDY if True in own_faces(sight) else CLEAN


def silent(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Is never sure."""
    return UNSURE


def sure(faces: tuple[Face, ...]) -> Move:
    """The face, if only one is left."""
    if len(faces) > 1:
        return UNSURE
    return MUDDY if faces[0] else CLEAN


def why(sight: Sight) -> str:
    """Why the seat knows its face, or does not, in a few sentences."""
    assert sight.seat is not None, "a spectator has no face here"
    picture = picture_of(sight.setup, sight.rounds)
    face = picture.faces[sight.seat]
    if face is not None:
        return f"By all that was said in public, everybody knows that you are {word(face)}."
    others = [k for k in picture.rest if k != sight.seat]
    seen = sum(bool(sight.faces[k]) for k in others)
    among = "the others" if len(picture.rest) == sight.setup.children else "the rest"
    if not picture.least:
        return (
            f"Nothing that was said tells how many are muddy: you see {seen} muddy "
            f"face{'s' * (seen != 1)} among {among}, and yours may be either way."
        )
    many = f"at least {picture.least} {'is' if picture.least == 1 else 'are'} muddy"
    heard = f"By all that was said, {many}"
    if len(picture.rest) < sight.setup.children:
        heard = f"Of those whose faces are not public, {many}"
    if seen == picture.least - 1:
        return f"{heard}, and you see {seen} among {among}: so you are muddy."
    return (
        f"{heard}, and you see {seen} among {among} already: with yours clean or muddy, "
        "all that was said would have been the same."
    )


def word(face: Face) -> str:
    """A face in a word."""
    return MUDDY if face else CLEAN


STRATEGIES: Mapping[str, Strategy[Sight, Move]] = {
    "logician": logician,
    "deaf": deaf,
    "daring": daring,
    "silent": silent,
}
