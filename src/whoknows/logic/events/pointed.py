"""Models with several worlds that may be the actual one: what somebody can tell.

The perspective of an agent at a world are the worlds that it holds possible there; events
lead from these to all that they may have become.

>>> from whoknows.logic import every_world
>>> from whoknows.logic.events.usual_events import whether
>>> coin = every_world(["heads"], sees={"ann": [], "bob": ["heads"]})
>>> ann = perspective(coin, "ann", at="heads")
>>> ann.points, ann.true("heads"), ann.true("Kw bob heads")
((0, 1), False, True)
>>> ann.happens(whether("heads", to=["ann"], agents=coin.agents), "yes").true("K ann heads")
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from whoknows.edge import checked
from whoknows.errors import BadSetup, ImpossibleAnnouncement
from whoknows.logic.bisimulation.contraction import contraction
from whoknows.logic.events.product import EventModel, diagram_contraction, product
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.model import Agent, Model, World


@checked
@dataclass(frozen=True, slots=True)
class Pointed:
    """A model and the worlds that may be the actual one."""

    model: Model
    points: tuple[World, ...]

    def __post_init__(self) -> None:
        if not self.points:
            raise BadSetup("one world or more must be the actual one")
        points = sorted({self.model.world_at(point) for point in self.points})
        self.model.claim_of(points)  # raises if one is not there
        object.__setattr__(self, "points", tuple(points))

    def true(self, formula: Formula | str) -> bool:
        """Whether a formula is true, whichever of the points is the actual world."""
        claim = self.model.claim(formula)
        return all(self.model.holds(claim, point) for point in self.points)

    def happens(self, events: EventModel, *names: str) -> Pointed:
        """What the points may be after one of the named events, or after any."""
        places = {events.event(name) for name in names} or set(range(len(events.events)))
        step = product(self.model, events)
        points = [
            step.world(point, place)
            for point in self.points
            for place in step.can(point)
            if place in places
        ]
        if not points:
            raise ImpossibleAnnouncement("none of these events can happen in any point")
        small = diagram_contraction(step.model)
        if small is None:
            return Pointed(step.model, tuple(points))
        return Pointed(small.model, tuple(small.world[point] for point in points))

    def draw(self, **options: Any) -> str:
        """The model as a picture, an SVG; a single point is marked."""
        at = self.points[0] if len(self.points) == 1 else None
        return self.model.draw(at, **options)

    def perspective(self, agent: Agent) -> Pointed:
        """The worlds that an agent holds possible in one of the points."""
        seen = self.model.seen_from(
            self.model.claim_of(self.points), self.model.group((agent,))
        )
        return Pointed(self.model, tuple(self.model.worlds(seen).tolist()))

    def contracted(self) -> Pointed:
        """The pointed model with as few worlds as possible."""
        small, world = contraction(self.model)
        return Pointed(small, tuple(world[point] for point in self.points))


@checked
def perspective(model: Model, agent: Agent, at: World | str) -> Pointed:
    """What an agent can tell at a world: the worlds that it holds possible there."""
    return Pointed(model, (model.world_at(at),)).perspective(agent)
