"""Talk: true remarks of perfect logicians, each of which rules something out.

A talk is made by letting agents speak in turn: of what an agent may truly say in some
world that is left, one thing is chosen that rules out others, until one world is left.
That world is the answer, and the talk itself is the proof that there is no other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any, TypeAlias

import numpy as np

from whoknows.learn.puzzles.draft import BOUNDS, MOST_EFFORT, Remark, knows, modal_depth
from whoknows.logic.language.formula import And, Formula, Know, Not
from whoknows.logic.models.model import Agent
from whoknows.logic.models.table import Table

MOST_NODES = 80  # of one search; another draft is as good
MOST_BRANCHES = 4
WORDS = {
    "ignorant": "I do not know {what}.",
    "knows": "I know {what}.",
    "sure-ignorant": "I know that {other} does not know {what}.",
    "both-ignorant": "I do not know {what}, and I know that {other} does not either.",
    "sure-knows": "I know that {other} knows {what}.",
    "unsure": "I cannot tell whether {other} knows {what}.",
    "sure-unsure": "I know that {other} cannot tell whether I know {what}.",
}
DEPTH = {
    "ignorant": 1,
    "knows": 1,
    "sure-ignorant": 2,
    "both-ignorant": 2,
    "sure-knows": 2,
    "unsure": 2,
    "sure-unsure": 3,
}


def meaning(saying: str, speaker: Agent, other: Agent) -> Formula:
    """What a saying means."""
    me, you = knows(speaker), knows(other)
    sure = Know("K", (speaker,), Not(you))
    forms: dict[str, Formula] = {
        "ignorant": Not(me),
        "knows": me,
        "sure-ignorant": sure,
        "both-ignorant": And((Not(me), sure)),
        "sure-knows": Know("K", (speaker,), you),
        "unsure": Not(Know("Kw", (speaker,), you)),
        "sure-unsure": Know("K", (speaker,), Not(Know("Kw", (other,), me))),
    }
    return forms[saying]


@dataclass(frozen=True, slots=True)
class Window:
    """How much effort a puzzle may take: more than `low`, and at most `high`."""

    low: float
    high: float

    @classmethod
    def of(cls, level: int) -> Window:
        """The window of a level."""
        ends = (0.0, *BOUNDS, MOST_EFFORT)
        return cls(ends[level - 1], ends[level])

    def after(self, worlds: int, clues: int = 0) -> Window:
        """What is left of it for a talk about so many worlds, after some plain clues."""
        spent = log2(worlds) + clues
        return Window(self.low - spent, self.high - spent)


Options: TypeAlias = Callable[[Table, Sequence[Remark]], list[tuple[Remark, Table]]]


def search(
    model: Table, options: Options, window: Window, rng: np.random.Generator
) -> tuple[Remark, ...] | None:
    """Remarks that leave one world and take as much effort as wanted; none if not found.

    A search in depth that turns back where nothing more can be said, or too much was.
    """
    nodes = 0

    def deeper(model: Table, remarks: tuple[Remark, ...], effort: float) -> Any:
        nonlocal nodes
        nodes += 1
        if len(model) == 1:
            return remarks if window.low < effort <= window.high else None
        if effort >= window.high or nodes > MOST_NODES:
            return None
        found = options(model, remarks)
        for k in rng.permutation(len(found))[:MOST_BRANCHES].tolist():
            remark, left = found[k]
            talk = deeper(left, (*remarks, remark), effort + cost(remark))
            if talk is not None:
                return talk
        return None

    talk: tuple[Remark, ...] | None = deeper(model, (), 0.0)
    return talk


def cost(remark: Remark) -> int:
    """The effort of a remark: a step, and twice its depth."""
    return 1 + 2 * modal_depth(remark.formula)


def converse(
    model: Table,
    speakers: Sequence[Agent],
    what: str,
    deepest: int,
    window: Window,
    rng: np.random.Generator,
) -> tuple[Remark, ...] | None:
    """A talk about what the speakers know, taking turns, that leaves one world."""
    first = int(rng.integers(len(speakers)))

    def options(model: Table, remarks: Sequence[Remark]) -> list[tuple[Remark, Table]]:
        turn = speakers.index(remarks[-1].speaker) + 1 if remarks else first
        for shift in range(len(speakers)):
            speaker = speakers[(turn + shift) % len(speakers)]
            found = sayable(model, speaker, speakers, what, deepest, remarks)
            if found:
                return found
        return []

    return search(model, options, window, rng)


def sayable(
    model: Table,
    speaker: Agent,
    speakers: Sequence[Agent],
    what: str,
    deepest: int,
    remarks: Sequence[Remark],
) -> list[tuple[Remark, Table]]:
    """What a speaker may say now that rules something out, with what it leaves."""
    found = []
    for other in speakers:
        if other == speaker:
            continue
        first = other == next(agent for agent in speakers if agent != speaker)
        for saying, depth in DEPTH.items():
            alone = depth == 1 and not first  # a saying about oneself is tried once
            if depth > deepest or alone:
                continue
            formula = meaning(saying, speaker, other)
            claim = model.where(formula)
            if claim.any() and not claim.all():
                remark = worded(saying, speaker, other, what, formula, remarks)
                found.append((remark, model.restrict(claim)))
    return found


def worded(
    saying: str,
    speaker: Agent,
    other: Agent,
    what: str,
    formula: Formula,
    before: Sequence[Remark],
) -> Remark:
    """A remark in words; "now" where the speaker did not know before."""
    text = WORDS[saying].format(other=other, what=what)
    doubted = any(
        past.speaker == speaker and past.saying in ("ignorant", "both-ignorant")
        for past in before
    )
    if saying == "knows" and doubted:
        text = f"Now {text}"
    elif saying == "ignorant" and doubted:
        text = text.replace("I do not know", "I still do not know")
    return Remark(f"{speaker}: “{text}”", formula, saying, speaker, other)
