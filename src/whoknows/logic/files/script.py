"""A script: a model, what happens in it, and the questions asked about it.

Whatever format a file has, it is read as a script: a start, steps that change it (what is
said aloud, or any event; whatever has `apply`), and queries, each asked after some steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.model import Claim, Model, World
from whoknows.logic.models.plausibility import Plausible

State: TypeAlias = list[str] | list[int]  # what is so in a world: true facts, part=value
Answer: TypeAlias = bool | list[State]


class Scene(NamedTuple):
    """A model and the world that is so in it, if that is known."""

    model: Model
    actual: World | None


class Step(Protocol):
    """Something that happens: it makes a new scene from the old one."""

    @property
    def line(self) -> int:
        """The line of the file where it is written."""

    @property
    def kind(self) -> str:
        """The word that it begins with there: announce, tell, ..."""

    @property
    def text(self) -> str:
        """How it goes on there."""

    def apply(self, scene: Scene) -> Scene:
        """What it makes of a scene."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A claim that is said aloud and true."""

    line: int
    text: str
    said: Formula
    kind: str = "announce"

    def apply(self, scene: Scene) -> Scene:
        """The worlds where it holds; the actual world must be one of them."""
        model, actual = scene
        check_so(self.said, scene)
        return Scene(model.announce(self.said), actual)


@dataclass(frozen=True, slots=True)
class WhetherAnnouncement:
    """It is said aloud, all at the same time, which of the claims hold."""

    line: int
    text: str
    said: tuple[Formula, ...]
    kind: str = "announce"

    def apply(self, scene: Scene) -> Scene:
        """The worlds that agree with the actual world about the claims."""
        at = needed(scene.actual)
        return Scene(scene.model.announce_answers(self.said, at), at)


@dataclass(frozen=True, slots=True)
class ValueAnnouncement:
    """The value of a part is said aloud."""

    line: int
    text: str
    part: str
    kind: str = "announce"

    def apply(self, scene: Scene) -> Scene:
        """The worlds that agree with the actual world about the part."""
        at = needed(scene.actual)
        return Scene(scene.model.announce_value(self.part, at), at)


@dataclass(frozen=True, slots=True)
class Upgrade:
    """News that all come to trust, without being certain of it."""

    line: int
    text: str
    said: Formula
    conservative: bool = False
    kind: str = "upgrade"

    def apply(self, scene: Scene) -> Scene:
        """These worlds in other layers."""
        if not isinstance(scene.model, Plausible):
            raise BadSetup("an upgrade moves worlds between layers: say what NAME expects")
        after = scene.model.upgrade(self.said, conservative=self.conservative)
        return Scene(after, scene.actual)


def check_so(said: Formula, scene: Scene) -> None:
    """Raise `BadSetup` if a claim is false at the actual world."""
    model, actual = scene
    if actual is not None and not model.true(said, actual):
        raise BadSetup(f"'{said}' is false at the actual world [{model.name(actual)}]")


def needed(actual: World | None) -> World:
    """The actual world, where there must be one."""
    if actual is None:
        raise BadSetup(
            "what happens here depends on the actual world: name it (actual ...)"
        )
    return actual


@dataclass(frozen=True, slots=True)
class Query:
    """A question about a formula: whether it is true or valid, or where it holds."""

    kind: str  # true, valid, or where
    text: str  # the formula as the file writes it
    formula: Formula
    line: int
    after: int = 0  # the number of steps before it is asked
    at: World | None = None  # the world of a true? query
    so: Mapping[str, bool | str] | None = None  # what the file says of that world
    meaning: Callable[[Model, Formula], Claim] | None = None  # if the format has its own


@dataclass(frozen=True, slots=True)
class Script:
    """A file as read: the scenes from the start to the last step, and the queries."""

    name: str
    scenes: tuple[Scene, ...]
    steps: tuple[Step, ...]
    queries: tuple[Query, ...]
    numbered: bool = False  # facts are numbers, as SMCDEL's are

    def __repr__(self) -> str:
        done = f"steps: {len(self.steps)}, questions: {len(self.queries)}"
        return f"<script {self.name}: {self.models[0]!r}, {done}>"

    @property
    def models(self) -> tuple[Model, ...]:
        """The models from the start to the last step."""
        return tuple(scene.model for scene in self.scenes)

    @property
    def actual(self) -> World | None:
        """The world that is so after all steps, if the file names it."""
        return self.scenes[-1].actual

    @property
    def model(self) -> Model:
        """The model after all steps."""
        return self.models[-1]

    def where(self, query: Query) -> Claim:
        """The worlds where the formula of a query holds."""
        model = self.models[query.after]
        if query.meaning is not None:
            return query.meaning(model, query.formula)
        return model.where(query.formula)

    def answer(self, query: Query) -> Answer:
        """The answer to one query: yes or no, or the states where it holds."""
        model, claim = self.models[query.after], self.where(query)
        if query.kind == "valid":
            return model.valid(claim)
        if query.kind == "where":
            return states(model, claim, numbered=self.numbered)
        assert query.at is not None
        return model.holds(claim, query.at)

    def explain(self, query: Query) -> str | None:
        """Why: at the world asked about, or at one where a valid? query fails."""
        model = self.models[query.after]
        if query.meaning is not None:
            return None
        if query.kind == "true":
            assert query.at is not None
            return model.explain(query.formula, query.at)
        if query.kind == "where":
            return None
        fails = model.everywhere & ~model.where(query.formula)
        if not model.some(fails):
            return None
        return model.explain(query.formula, model.first(fails))


@checked
def states(model: Model, claim: Claim, *, numbered: bool = False) -> list[State]:
    """The worlds of a claim, each as the sorted list of what is so in it."""
    claim = model.claim(claim)
    for name in (*model.facts, *model.parts) if numbered else ():
        if not name.isdecimal():
            raise BadSetup(f"{name!r} is no number: these facts are not numbered")
    worlds = model.worlds(claim)
    found: list[list[str] | list[int]] = [[] for _ in range(len(worlds))]
    named = {fact: partial(model.fact, fact) for fact in model.facts}
    for part, values in model.parts.items():
        named |= {
            f"{part}={value}": partial(model.is_value, part, value) for value in values
        }
    for name in sorted(named, key=int if numbered else str):
        there = np.isin(worlds, model.worlds(claim & named[name]()), assume_unique=True)
        label: Any = int(name) if numbered else name
        for row in np.flatnonzero(there).tolist():
            found[row].append(label)
    return sorted(found)
