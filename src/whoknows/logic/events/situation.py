"""A situation: a model and the world that is so, which events take to the next.

>>> from whoknows.logic import every_world
>>> from whoknows.logic.events.usual_events import whether
>>> coin = every_world(["heads"], sees={"ann": [], "bob": []})
>>> peek = whether("heads", to=["ann"], agents=["ann", "bob"])  # bob sees ann look
>>> Situation(coin, coin.world(heads=True)).happens(peek).true("K ann heads & ~K bob heads")
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from whoknows.edge import checked
from whoknows.errors import ImpossibleAnnouncement
from whoknows.logic.events.event_model import EventModel
from whoknows.logic.events.product import diagram_contraction, product
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.model import Model, World

__all__ = ["Situation"]


@checked
@dataclass(frozen=True)
class Situation:
    """A model and the world that is so; events take it to the next situation."""

    model: Model
    at: World

    def happens(self, events: EventModel, event: str | None = None) -> Situation:
        """The situation after an event, which need not be named if only one can happen."""
        step = product(self.model, events)
        can = step.can(self.at)
        named = [events.events[place].name for place in can]
        place = (
            events.event(event) if event is not None else (can[0] if len(can) == 1 else -1)
        )
        if place not in can:
            name = f"{event!r}" if event is not None else "the event, unnamed,"
            others = ", ".join(named) or "nothing"
            raise ImpossibleAnnouncement(
                f"{name} cannot happen in [{self.model.name(self.at)}]; what can: {others}"
            )
        return Situation(step.model, step.world(self.at, place)).without_idle()

    def without_idle(self) -> Situation:
        """The situation in a model of diagrams less what events have left idle in it."""
        small = diagram_contraction(self.model)
        return self if small is None else Situation(small.model, small.world[self.at])

    def draw(self, **options: Any) -> str:
        """The model as a picture, an SVG, with the actual world marked."""
        return self.model.draw(self.at, **options)

    def true(self, formula: Formula | str) -> bool:
        """Whether a formula is true here."""
        return self.model.true(formula, self.at)
