"""The pile on which a reader of formulas keeps what is begun, and how much fits on it.

A reader that keeps a pile of its own is as fast for deep formulas as for wide ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula

DEEPEST = 1000  # levels
MOST_OPEN = 10_000  # brackets that are open at the same time, though they say nothing
OPEN = -1  # the level of an opening bracket, which holds whatever follows
PREFIX = f.TIGHT + 1  # what stands before its claim holds tighter than any joining sign


class Begun(NamedTuple):
    """Something that is begun: what it becomes, and what already stands in it."""

    level: int  # how tightly it holds the claim that follows
    sign: str  # the sign that joins, or the one that closes
    claims: list[Formula]
    make: Callable[[list[Formula]], Formula]  # of a bracket: what becomes of its claims
    before: bool = False  # whether a bracket stands before its claim, as [! p] does


class Pile:
    """What is begun and not yet finished, the innermost on top."""

    def __init__(self) -> None:
        self.begun: list[Begun] = []

    def add(self, begun: Begun) -> None:
        """Begin something."""
        self.begun.append(begun)

    def prefix(self, make: Callable[[Formula], Formula], level: int = PREFIX) -> None:
        """Begin what stands before its claim."""
        self.begun.append(Begun(level, "", [], lambda claims: make(claims[0])))

    def finished(self, claim: Formula, level: int) -> Formula:
        """The claim, with all that holds it at least as tightly as `level` finished."""
        begun = self.begun
        while begun and begun[-1].level >= level:
            top = begun.pop()
            top.claims.append(claim)
            claim = top.make(top.claims)
        return claim


def too_deep(formula: Formula) -> bool:
    """Whether a formula has more than `DEEPEST` levels; walked level by level."""
    level = [formula]
    for _ in range(DEEPEST):
        below = {id(inner): inner for outer in level for inner in f.inner(outer)}
        level = list(below.values())
        if not level:
            return False
    return True
