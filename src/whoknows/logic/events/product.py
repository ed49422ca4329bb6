"""Events: what happens, what it takes, what it changes, and who notices.

An *event* can happen where its precondition holds, and may change facts; an event model
says for each agent which events look alike, or, where someone is deceived, which events
the agent holds possible.  The *product* of a model and an event model has a world for
every world and event that can happen in it [Baltag1998], [vanDitmarsch2007, ch. 6].

>>> from whoknows.logic import every_world
>>> from whoknows.logic.events.usual_events import whether
>>> coin = every_world(["heads"], sees={"ann": [], "bob": []})
>>> peek = whether("heads", to=["ann"], agents=["ann", "bob"])  # bob sees ann look
>>> after = product(coin, peek).model
>>> after.valid("Kw ann heads & ~Kw bob heads & C{ann, bob} Kw ann heads")
True
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.errors import BadSetup, ImpossibleAnnouncement, UnknownName
from whoknows.logic.bisimulation.contraction import Contraction, contraction
from whoknows.logic.events.event_model import Condition, Event, EventModel
from whoknows.logic.events.product_of_combinations import times
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.combinations import Grid
from whoknows.logic.models.links import Relational, rows_of
from whoknows.logic.models.model import Agent, Claim, Model, World
from whoknows.logic.models.table import Part, Rows, Table
from whoknows.work.memory import reserve

__all__ = [
    "Condition",
    "Event",
    "EventModel",
    "Product",
    "any_product",
    "compose",
    "condition",
    "diagram_contraction",
    "product",
]


class Product(ABC):
    """A model after an event, and which world and event each of its worlds came from."""

    before: Model
    events: EventModel
    model: Model

    @property
    @abstractmethod
    def came_from(self) -> NDArray[Any]:
        """The number of the world before, for each world in order."""

    @property
    @abstractmethod
    def event(self) -> NDArray[Any]:
        """The place of the event, for each world in order."""

    @abstractmethod
    def world(self, was: World, event: int) -> World:
        """The world that `was` became by the event at this place."""

    @abstractmethod
    def can(self, was: World) -> list[int]:
        """The places of the events that can happen in a world."""

    @abstractmethod
    def back(self, claim: Claim, event: str) -> Claim:
        """The worlds before where `event` can happen, and where `claim` holds then."""

    def __repr__(self) -> str:
        return f"<product with {self.events!r}: {self.model!r}>"

    def contracted(self) -> Contraction[Model]:
        """The model after the events, contracted, with where each of its worlds went.

        A model of diagrams stays one, and loses the coordinates that tell nothing any
        more; of any other, the smallest model is made.
        """
        small = diagram_contraction(self.model)
        return contraction(self.model) if small is None else small

    def draw(self, at: World | str | None = None, **options: Any) -> str:
        """The model after the events as a picture, an SVG."""
        return self.model.draw(at, **options)


@dataclass(frozen=True, slots=True, repr=False)
class GridProduct(Product):
    """A product of coordinates: the event is one coordinate more, on the axes behind.

    `codes` are the numbers that the events have there.
    """

    before: Grid
    events: EventModel
    model: Grid
    codes: tuple[int, ...]

    @property
    def came_from(self) -> NDArray[Any]:
        """The number of the world before, for each world in order."""
        worlds: NDArray[Any] = self.model.worlds() & ((1 << self.before.axes) - 1)
        return worlds

    @property
    def event(self) -> NDArray[Any]:
        """The place of the event, for each world in order."""
        place = {code: place for place, code in enumerate(self.codes)}
        codes = (self.model.worlds() >> self.before.axes).tolist()
        return np.array([place[code] for code in codes], dtype=np.int64)

    def world(self, was: World, event: int) -> World:
        """The world that `was` became by the event at this place."""
        return was | self.codes[event] << self.before.axes

    def can(self, was: World) -> list[int]:
        """The places of the events that can happen in a world."""
        self.before.check_world(was)
        alive = self.model.alive
        places = range(len(self.codes))
        return [place for place in places if self.model.bit(alive, self.world(was, place))]

    def back(self, claim: Claim, event: str) -> Claim:
        """The worlds before where `event` can happen, and where `claim` holds then."""
        code = self.codes[self.events.event(event)]
        extra = self.model.axes - self.before.axes
        return self.before.sliced(self.model.everywhere & claim, code, extra)


class RowsProduct(Product):
    """A product with a row per world and event."""

    def __init__(
        self,
        before: Model,
        events: EventModel,
        model: Rows,
        came_from: NDArray[Any],
        event: NDArray[Any],
    ) -> None:
        """The columns: for each row, the number of the world before, and the event."""
        self.before, self.events, self.model = before, events, model
        self._came_from, self._event = came_from, event

    @property
    def came_from(self) -> NDArray[Any]:
        """The number of the world before, for each world in order."""
        return self._came_from

    @property
    def event(self) -> NDArray[Any]:
        """The place of the event, for each world in order."""
        return self._event

    def world(self, was: World, event: int) -> World:
        """The world that `was` became by the event at this place."""
        [row] = np.flatnonzero((self.came_from == was) & (self.event == event))
        return int(self.model.worlds()[row])

    def can(self, was: World) -> list[int]:
        """The places of the events that can happen in a world."""
        places: list[int] = self.event[self.came_from == was].tolist()
        return places

    def back(self, claim: Claim, event: str) -> Claim:
        """The worlds before where `event` can happen, and where `claim` holds then."""
        ends = claim & (self.event == self.events.event(event))
        return self.before.claim_of(self.came_from[ends].tolist())


@checked
def product(model: Model, events: EventModel) -> Product:
    """The model after the events: a world for each world and event that can happen."""
    step = any_product(model, events)
    if not step.model.some(step.model.everywhere):
        raise ImpossibleAnnouncement(
            f"no event can happen in any of {model.size} worlds: every precondition fails"
        )
    return step


@checked
def any_product(model: Model, events: EventModel) -> Product:
    """The model after the events; there may be no world in it."""
    check_agents(model, events)
    if isinstance(model, Grid) and model.can_grow(len(events.events)):
        return grid_product(model, events)
    before = rows_of(model)
    can = [row_condition(before, model, event.when) for event in events.events]
    sizes = [int(np.count_nonzero(claim)) for claim in can]
    reserve_product(before, events, sizes)
    rows = [np.flatnonzero(claim) for claim in can]
    row = np.concatenate(rows)
    event = np.repeat(np.arange(len(rows)), sizes)
    facts = changed_facts(before, model, events, row, event)
    parts = {n: Part(p.codes[row], p.values) for n, p in before.columns.items()}
    if isinstance(before, Relational):
        links = {
            agent: product_links(before, events, agent, rows) for agent in before.agents
        }
        after: Rows = Relational(facts, links, parts, rows=len(row))
    else:
        assert isinstance(before, Table)
        views = {
            agent: product_view(before, events, agent, row, event)
            for agent in before.agents
        }
        after = before.remade(facts, views, parts, row)
    # numbers of a table start anew; where a cube was, they are those of its worlds
    return RowsProduct(model, events, after, model.worlds()[row], event)


def check_agents(model: Model, events: EventModel) -> None:
    """The events must say of each agent of the model, and of no other, what it notices."""
    for agent in model.agents:
        if agent not in events.links:
            raise UnknownName(f"the event model does not say what {agent} notices")
    for agent in events.links:
        if agent not in model.agents:
            raise UnknownName.among("agent", agent, model.agents)


def reserve_product(before: Rows, events: EventModel, sizes: list[int]) -> None:
    """Raise `TooLarge` if the product would not fit the memory."""
    rows = sum(sizes)
    needed = rows * (48 + len(before.facts) + 8 * len(before.columns))
    if isinstance(before, Relational):
        # a link of an agent gives one for each pair of events that it links, at most
        for agent, links in before.links.items():
            needed += 64 * len(links.source) * len(events.links[agent])
    else:
        needed += 24 * rows * len(before.agents)
    reserve(needed, f"the product of {len(before)} worlds and {len(sizes)} events")


def grid_product(model: Grid, events: EventModel) -> GridProduct:
    """The product of a grid, as a grid."""
    believed = model.engine == "beliefs"
    apart = tuple(range(len(events.events)))
    cells = {a: apart if believed else events_alike(events, a) for a in model.agents}
    can = [condition(model, event.when) for event in events.events]
    makes = [
        {name: condition(model, made) for name, made in changes(model, event)}
        for event in events.events
    ]
    new, codes = times(model, can, makes, cells)
    if believed:
        pairs = {a: np.argwhere(events.matrix(a)).tolist() for a in model.agents}
        new = new.linked(codes, pairs, model.axes)  # type: ignore[attr-defined]
    return GridProduct(model, events, new, codes)


def events_alike(events: EventModel, agent: Agent) -> tuple[int, ...]:
    """The cell of every event for an agent, by the place of its first event."""
    cells = events.cells(agent)
    if cells is None:
        raise BadSetup(
            f"the events {agent} holds possible are not an equivalence: "
            "make the model relational first"
        )
    return tuple(cells.tolist())


def row_condition(before: Rows, model: Model, when: Condition) -> Claim:
    """Where a condition holds in a model whose rows are `before`."""
    if before is model or callable(when) or isinstance(when, Formula | str):
        return condition(before, when)
    model.check_claim(when)
    return np.isin(model.worlds(), model.worlds(when), assume_unique=True)


@checked
def condition(model: Model, when: Condition) -> Claim:
    """Where a condition holds."""
    return when(model) if callable(when) else model.claim(when)


def changes(model: Model, event: Event) -> Iterator[tuple[str, Condition]]:
    """What an event makes of which facts; the names are checked."""
    for name, made in event.makes.items():
        if name in model.parts:
            raise BadSetup(f"{name} is a part; events change facts only")
        model.fact(name)
        yield name, made
    for name, made in event.adds.items():
        if name in model.facts or name in model.parts:
            raise BadSetup(f"{name} is there already; events add facts of new names")
        yield name, made


def changed_facts(
    before: Rows, model: Model, events: EventModel, row: NDArray[Any], event: NDArray[Any]
) -> dict[str, Claim]:
    """The facts after the events: as they were, or as the event makes them."""
    facts = {name: column[row] for name, column in before.facts.items()}
    for place, some in enumerate(events.events):
        for name, makes in changes(before, some):
            facts.setdefault(name, np.zeros(len(row), dtype=bool))
            happened = event == place
            facts[name][happened] = row_condition(before, model, makes)[row[happened]]
    return facts


def product_view(
    before: Table, events: EventModel, agent: Agent, row: NDArray[Any], event: NDArray[Any]
) -> NDArray[Any]:
    """How the new worlds look to an agent: alike if world and event both do."""
    cells = np.array(events_alike(events, agent))
    labels: NDArray[Any] = (
        before.views[agent][row].astype(np.int64) * len(cells) + cells[event]
    )
    return labels


def product_links(
    before: Relational, events: EventModel, agent: Agent, rows: list[NDArray[Any]]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The new links of an agent: where the old world and the event both have one."""
    links, size = before.links[agent], len(before)
    starts = np.cumsum([0, *map(len, rows)])
    place = np.full((len(rows), size), -1)  # the new row of each event and old row
    for event, some in enumerate(rows):
        place[event, some] = starts[event] + np.arange(len(some))
    source, target = [], []
    for start, end in np.argwhere(events.matrix(agent)):
        ends = place[start, links.source], place[end, links.target]
        both = (ends[0] >= 0) & (ends[1] >= 0)
        source.append(ends[0][both])
        target.append(ends[1][both])
    none = [np.zeros(0, dtype=np.int64)]
    return np.concatenate(none + source), np.concatenate(none + target)


@checked
def diagram_contraction(model: Model) -> Contraction[Model] | None:
    """A model of diagrams without what events have left idle in it; `None` of another."""
    if model.engine not in ("symbolic", "beliefs"):
        return None
    from whoknows.logic.events.idle_coordinates import WorldsKept, without_idle
    from whoknows.logic.models.symbolic import Symbolic

    assert isinstance(model, Symbolic)
    small = without_idle(model)
    return Contraction(small, WorldsKept(model, small))


@checked
def compose(first: EventModel, second: EventModel) -> EventModel:
    """The events of one model and then of another, as one event model."""
    for agent in set(first.links) ^ set(second.links):
        raise UnknownName(f"one of the two event models does not say what {agent} notices")
    events = tuple(
        in_turn(first, one, two) for one in first.events for two in second.events
    )
    links = {
        agent: frozenset(
            (f"{a};{c}", f"{b};{d}")
            for a, b in first.links[agent]
            for c, d in second.links[agent]
        )
        for agent in first.links
    }
    return EventModel(events, links)


def in_turn(first: EventModel, one: Event, two: Event) -> Event:
    """One event and then another, as one: where both can happen, and what they make."""

    def then(check: Condition) -> Callable[[Model], Claim]:
        def where(model: Model) -> Claim:
            if not model.some(condition(model, one.when)):
                return model.nowhere
            step = product(model, first)
            return step.back(condition(step.model, check), one.name)

        return where

    later = {name: then(made) for name, made in two.makes.items()}
    makes = {**one.makes, **{n: made for n, made in later.items() if n not in one.adds}}
    adds = {**one.adds, **{n: made for n, made in later.items() if n in one.adds}}
    adds |= {name: then(made) for name, made in two.adds.items()}
    return Event(f"{one.name};{two.name}", then(two.when), makes, adds)
