"""Exact results: in which round logicians know, and how many worlds are left.

With m muddy children and "at least k", the muddy ones know in round m - k + 1 and the
clean ones in the round after; if nothing is said, nobody ever knows [Fagin1995, ch. 1].

>>> from whoknows.games.muddy.rules import Setup
>>> known_in(Setup(children=4), (True, False, True, False))
(2, 3, 2, 3)
>>> [worlds_after(Setup(children=3), silent) for silent in range(4)]
[7, 4, 1, 0]
>>> mean_rounds(Setup(children=2))
Fraction(2, 1)
"""

from fractions import Fraction
from math import comb

from whoknows.games.muddy.rules import Faces, Setup, check_faces

__all__ = ["known_in", "mean_rounds", "worlds_after"]


def known_in(setup: Setup, faces: Faces) -> tuple[int | None, ...]:
    """The round in which each child knows its face; None for never."""
    muddy = sum(check_faces(setup, faces))
    if not setup.least:
        return (None,) * setup.children
    first = muddy - setup.least + 1
    together = setup.least == setup.children  # said outright
    return tuple(first if face or together else first + 1 for face in faces)


def worlds_after(setup: Setup, silent: int) -> int:
    """How many worlds are left to a stranger when nobody knew in so many rounds."""
    least = setup.least + silent if setup.least else 0
    return sum(comb(setup.children, muddy) for muddy in range(least, setup.children + 1))


def mean_rounds(setup: Setup) -> Fraction | None:
    """The rounds until every logician knows, on average over the faces; None for never."""
    if not setup.least:
        return None
    n, total, cases = setup.children, 0, 0
    for muddy in range(setup.least, n + 1):
        last = muddy - setup.least + 1 + (muddy < n)
        total += comb(n, muddy) * last
        cases += comb(n, muddy)
    return Fraction(total, cases)
