"""A puzzle told step by step: what was said, and how many worlds that left.

>>> from whoknows.logic import every_world, parse
>>> two = every_world("ab", sees={"ann": "b", "bob": "a"})
>>> talk = Talk(two).say("One of you is muddy.", parse("a | b"))
>>> talk.steps[0].worlds, str(talk.steps[0].formula)
(3, 'a | b')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from whoknows.errors import BadSetup, ImpossibleAnnouncement, TooLarge, shortened
from whoknows.logic.language.formula import And, Formula, Not
from whoknows.logic.models.model import Model, World

MOST_AXES = 1024  # facts that diagrams manage within a day


@dataclass(frozen=True, slots=True)
class Step:
    """One thing said aloud, and the number of worlds it leaves."""

    said: str
    worlds: int
    formula: Formula | None = None


@dataclass(frozen=True, slots=True)
class Telling:
    """A puzzle from its first worlds to its answer."""

    puzzle: str
    options: Mapping[str, Any]
    start: int  # the worlds before anybody speaks
    steps: tuple[Step, ...]
    answer: Mapping[str, Any]  # what comes out, by name
    outcome: str  # the answer as a sentence
    engine: str | None = None  # the kind of model; none where there is no model
    notes: tuple[str, ...] = ()  # what the numbers depend on

    @property
    def worlds(self) -> tuple[int, ...]:
        """The number of worlds at the start and after every step."""
        return (self.start, *(step.worlds for step in self.steps))

    def document(self) -> dict[str, Any]:
        """The telling as JSON has it."""
        return {
            "puzzle": self.puzzle,
            "options": dict(self.options),
            "engine": self.engine,
            "steps": [
                {
                    "said": step.said,
                    "formula": None if step.formula is None else str(step.formula),
                    "worlds": step.worlds,
                }
                for step in self.steps
            ],
            "worlds": list(self.worlds),
            "answer": dict(self.answer),
            "outcome": self.outcome,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class Talk:
    """A model and what has been said in it so far."""

    model: Model
    start: int = field(default=-1)
    steps: tuple[Step, ...] = ()

    def __post_init__(self) -> None:
        if self.start < 0:
            object.__setattr__(self, "start", self.model.size)

    def say(self, said: str, formula: Formula) -> Self:
        """The talk once `formula` is said aloud, in the words of `said`."""
        claim = self.model.where(formula)
        if not self.model.some(claim):
            worlds = self.model.size
            raise ImpossibleAnnouncement(f"{said!r} is true in none of {worlds} worlds")
        return self.then(said, formula, self.model.announce(claim))

    def say_which(
        self, said: Callable[[list[bool]], str], claims: Sequence[Formula], at: World
    ) -> Self:
        """The talk once it is said, all at once, which claims hold `at` a world."""
        wheres = [self.model.where(claim) for claim in claims]
        so = [self.model.holds(where, at) for where in wheres]
        formula = tuple(c if true else Not(c) for c, true in zip(claims, so, strict=True))
        model = self.model.announce_answers(wheres, at)
        return self.then(said(so), And(formula), model)

    def then(self, said: str, formula: Formula | None, model: Model) -> Self:
        """The talk with one more step, which leaves `model`."""
        step = Step(said, model.size, formula)
        return replace(self, model=model, steps=(*self.steps, step))


def check_count(what: str, number: int, least: int, most: int | None = None) -> None:
    """Raise `BadSetup` unless a number lies between two bounds."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise BadSetup(f"{what} must be a whole number, not {shortened(number)}")
    if number < least:
        raise BadSetup(f"{what} must be {least} or more, not {number}")
    if most is not None and number > most:
        raise BadSetup(f"{what} must be {most} or less, not {number}")


def check_axes(axes: int) -> None:
    """Raise `TooLarge` if even diagrams of so many facts would take a day.

    Whether the worlds fit is checked where a model is built, by its kind.
    """
    if axes > MOST_AXES:
        raise TooLarge(f"{axes} facts are too many: at most {MOST_AXES} finish in a day")
