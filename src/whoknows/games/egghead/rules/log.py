"""The log: what was asked, answered, and done in public, step by step.

A *move* is a reaction: `PASS`, or the stack that a player calls.  All players but the
moderator react at the same time.
"""

from dataclasses import dataclass
from typing import TypeAlias

from whoknows.games.egghead.rules.stacks import Stack

Move: TypeAlias = Stack  # the stack that is called; PASS calls none
PASS: Move = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its answer."""

    round: int  # counted from 1
    question: int  # its place in the deck
    answer: int
    moderator: int | None = None  # who asked, if one of the players did


@dataclass(frozen=True, slots=True)
class Reacted:
    """What every seat did at the same time; the moderator's entry is None."""

    moves: tuple[Move | None, ...]
    shown: tuple[Stack | None, ...]  # the stack of each seat that called: then all see it
    guessed: tuple[int, ...] = ()  # called wrongly or without knowing: tells nothing
    missed: tuple[int, ...] = ()  # could have called and did not: never listened to again

    @property
    def callers(self) -> tuple[int, ...]:
        """The seats that called."""
        return tuple(seat for seat, move in enumerate(self.moves) if move)

    @property
    def solvers(self) -> tuple[int, ...]:
        """The seats that called their own stack."""
        return tuple(s for s in self.callers if self.moves[s] == self.shown[s])


Log: TypeAlias = tuple[Asked | Reacted, ...]
