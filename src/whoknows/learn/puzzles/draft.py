"""The stage of a puzzle: the worlds by name, and how each looks to each agent.

>>> stage = Stage(("May 1", "May 2", "June 1"), {"Ann": ("May", "May", "June")})
>>> model = stage.model()
>>> model.names("Kv Ann world")
['world=June 1']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from whoknows.logic.language.formula import Atom, Formula, Know, KnowValue, Possible, inner
from whoknows.logic.models.model import Agent, Claim
from whoknows.logic.models.table import Part, Table

LEVELS = (1, 2, 3, 4, 5)
BOUNDS = (9.0, 12.0, 15.5, 20.0)  # the most effort of the levels 1 to 4
MOST_EFFORT = 32.0  # of level 5
WORLD = "world"  # the part whose value is the name of the world: the answer of the puzzle


@dataclass(frozen=True, slots=True)
class Stage:
    """All that may be so before anybody speaks."""

    worlds: tuple[str, ...]  # each by its name, which is an answer to the puzzle
    looks: Mapping[Agent, tuple[str, ...]]  # what each agent sees there, in words
    facts: Mapping[str, Claim] = field(default_factory=dict)

    def model(self) -> Table:
        """The stage as a model; its one part `world` is what is asked for."""
        rows = len(self.worlds)
        return Table(
            dict(self.facts),
            {agent: labels(seen) for agent, seen in self.looks.items()},
            {WORLD: Part(np.arange(rows), self.worlds)},
            rows=rows,
        )


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that all hear: in words, as a formula, and which kind of saying it is."""

    said: str
    formula: Formula
    saying: str = "fact"  # the key to the words that explain it
    speaker: Agent = ""
    other: Agent = ""  # whom the speaker speaks about


@dataclass(frozen=True, slots=True)
class Draft:
    """A puzzle as its generator makes it, before it is measured."""

    title: str
    story: str
    stage: Stage
    remarks: tuple[Remark, ...]
    question: str
    given: Mapping[str, object]  # what the story says, for programs
    choices: tuple[str, ...] = ()  # the answers that a reader may give; all, if none


def labels(seen: Sequence[str]) -> list[int]:
    """The looks as numbers: equal for equal words."""
    number: dict[str, int] = {}
    return [number.setdefault(words, len(number)) for words in seen]


def modal_depth(formula: Formula) -> int:
    """How deep knowledge is nested in a formula.

    >>> from whoknows.logic.language.reader import parse
    >>> modal_depth(parse("~Kv ann day & K ann ~Kv bob month"))
    2
    """
    deepest = max(map(modal_depth, inner(formula)), default=0)
    return deepest + isinstance(formula, Know | Possible | KnowValue)


def knows(agent: Agent) -> Formula:
    """The agent knows the answer of the puzzle."""
    return KnowValue(agent, WORLD)


def fact(name: str) -> Formula:
    """A fact of the stage."""
    return Atom(name)
