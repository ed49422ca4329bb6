"""A small beginning of a game, to be played beside its rules: it says more than words.

It is a story in a few steps.  Each step shows a board, asks what one would do, and has a
reply to everything that one may do; the right one leads on.  Nothing of it is a real game:
there is no secret in it.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

__all__ = ["Beginning", "Reply", "Step"]


class Reply(NamedTuple):
    """Something that one may do, and what is said to it."""

    label: str
    said: str
    right: bool = False


class Step(NamedTuple):
    """A board as SVG, what is asked, and what one may do; exactly one reply is right."""

    picture: str
    asked: str
    replies: tuple[Reply, ...]


Beginning: TypeAlias = Sequence[Step]
