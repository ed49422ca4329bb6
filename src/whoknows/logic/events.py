"""Event models: what happens, what it takes, what it changes, and who notices.

An *event* can happen where its precondition holds, and may change facts; an event model
says for each agent which events look alike, or, where someone is deceived, which events
the agent holds possible.  The *product* of a model and an event model has a world for
every world and event that can happen in it [Baltag1998], [vanDitmarsch2007, ch. 6].

>>> from whoknows.logic import every_world
>>> from whoknows.logic.ready_made import whether
>>> coin = every_world(["heads"], sees={"ann": [], "bob": []})
>>> peek = whether("heads", to=["ann"], agents=["ann", "bob"])  # bob sees ann look
>>> after = product(coin, peek).model
>>> after.valid("Kw ann heads & ~Kw bob heads & C{ann, bob} Kw ann heads")
True
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup, ImpossibleAnnouncement, UnknownName
from whoknows.logic.formula import After, CanAfter, Formula, formula_of
from whoknows.logic.grid import Grid
from whoknows.logic.grid_events import times
from whoknows.logic.memory import reserve
from whoknows.logic.model import Agent, Claim, Model, World
from whoknows.logic.relational import Relational, table_of
from whoknows.logic.table import Part, Rows, Table

__all__ = [
    "Condition",
    "Event",
    "EventModel",
    "Product",
    "Situation",
    "any_product",
    "compose",
    "condition",
    "product",
]

# Where an event can happen, or what it makes of a fact: a claim of the model before, or
# what gives one.
Condition: TypeAlias = Formula | str | Callable[[Any], Claim] | Claim


@dataclass(frozen=True)
class Event:
    """One thing that can happen: where it can, and what it makes of which facts.

    It may add facts that the model does not have; where another event happens, they are
    false.
    """

    name: str
    when: Condition = "true"
    makes: Mapping[str, Condition] = field(default_factory=dict)
    adds: Mapping[str, Condition] = field(default_factory=dict)


def event_label(event: Event) -> str:
    """An event and its condition, as a picture says them."""
    when = event.when
    plain = isinstance(when, str | Formula) and str(when) != "true"
    return f"{event.name}: {when}" if plain else event.name


@dataclass(frozen=True)
class EventModel:
    """Events, and for each agent the pairs (event, event it then holds possible).

    Cells of events may stand in place of pairs: `{"ann": [["flip"], ["rest", "wait"]]}`;
    events that the cells leave out stand alone.  An event model with a `name` can be
    spoken of in formulas: `[turn, flip] K ann heads`.
    """

    events: tuple[Event, ...]
    links: Mapping[Agent, frozenset[tuple[str, str]]]
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "events", tuple(self.events))
        names = [event.name for event in self.events]
        if not names or len(set(names)) < len(names):
            raise BadSetup(f"events need one or more different names, not {names}")
        links = {agent: pairs_of(agent, some, names) for agent, some in self.links.items()}
        object.__setattr__(self, "links", links)

    def __hash__(self) -> int:
        return hash((self.name, *(event.name for event in self.events)))

    def __repr__(self) -> str:
        shown = ", ".join(event.name for event in self.events)
        name = f" {self.name}" if self.name else ""
        return f"<events{name}: {shown}; seen by {', '.join(self.links) or 'nobody'}>"

    @property
    def agents(self) -> tuple[Agent, ...]:
        """Those who notice, or do not."""
        return tuple(self.links)

    def called(self, name: str) -> EventModel:
        """The event model under a name."""
        return replace(self, name=name)

    def after(self, event: str, then: Formula | str) -> Formula:
        """The formula that `then` holds after an event, if it can happen."""
        self.event(event)
        return After(self, event, formula_of(then))

    def can(self, event: str, then: Formula | str = "true") -> Formula:
        """The formula that an event can happen, and that `then` holds after it."""
        self.event(event)
        return CanAfter(self, event, formula_of(then))

    def named(self, name: str) -> Event:
        """An event by name."""
        return self.events[self.event(name)]

    def event(self, name: str) -> int:
        """The place of an event by name."""
        names = [event.name for event in self.events]
        if name not in names:
            raise UnknownName.among("event", name, names)
        return names.index(name)

    def matrix(self, agent: Agent) -> NDArray[np.bool_]:
        """The links of an agent: from the event of the row to that of the column."""
        found = np.zeros((len(self.events), len(self.events)), dtype=bool)
        for source, target in self.links[agent]:
            found[self.event(source), self.event(target)] = True
        return found

    def cells(self, agent: Agent) -> NDArray[np.intp] | None:
        """The cells of an agent's events; `None` if its links are not an equivalence."""
        links = self.matrix(agent)
        found: NDArray[np.intp] = links.argmax(axis=1)
        alike = found[:, None] == found[None, :]
        return found if np.array_equal(links, alike) else None

    def draw(self, event: str | None = None, **options: Any) -> str:
        """The events as a picture, an SVG, each with where it can happen."""
        from whoknows.logic.draw import draw

        at = None if event is None else self.event(event)
        return draw(self.as_model(), at, **({"title": self.name or "events"} | options))

    def as_model(self) -> Relational:
        """A model that has the events as its worlds."""
        what = tuple(event_label(event) for event in self.events)
        pairs = {agent: np.argwhere(self.matrix(agent)).T for agent in self.agents}
        links = {agent: (rows[0], rows[1]) for agent, rows in pairs.items()}
        part = Part(np.arange(len(what)), what)
        return Relational({}, links, {"event": part}, rows=len(what))

    def around(self, name: str) -> EventModel:
        """The events that agents may be led to, step by step, once this one happens."""
        found, front = {self.events[self.event(name)].name}, [name]
        while front:
            here = front.pop()
            near = {b for pairs in self.links.values() for a, b in pairs if a == here}
            front += near - found
            found |= near
        events = tuple(event for event in self.events if event.name in found)
        links = {
            agent: frozenset(pair for pair in pairs if pair[0] in found)
            for agent, pairs in self.links.items()
        }
        return EventModel(events, links, self.name)

    @property
    def is_of_cells(self) -> bool:
        """Whether nobody is deceived: every agent's links are an equivalence."""
        return all(self.cells(agent) is not None for agent in self.links)


def pairs_of(
    agent: Agent, some: Iterable[Iterable[str]], names: list[str]
) -> frozenset[tuple[str, str]]:
    """The pairs of an agent as they are, or all the pairs of its cells."""
    given = list(some)
    cells = not given and not isinstance(some, frozenset | set)  # each event alone
    if not cells and all(isinstance(pair, tuple) and len(pair) == 2 for pair in given):
        found = frozenset(given)
    else:
        found = frozenset(cell_pairs(agent, given, names))
    for name in {end for pair in found for end in pair}:
        if name not in names:
            raise UnknownName.among(f"event that {agent} holds possible", name, names)
    return found  # type: ignore[return-value]  # of pairs, by the test above


def cell_pairs(
    agent: Agent, cells: Iterable[Iterable[str]], names: list[str]
) -> list[tuple[str, str]]:
    """All the pairs of cells of events; an event in no cell goes with itself."""
    found: list[tuple[str, str]] = []
    alone = dict.fromkeys(names)
    for cell in cells:
        some = [cell] if isinstance(cell, str) and cell in names else list(cell)
        if isinstance(cell, tuple) and len(cell) == 2:
            raise BadSetup(f"{cell} of {agent} is a pair among cells: write cells as lists")
        for name in some:
            if name not in names:
                raise UnknownName.among(f"event in a cell of {agent}", name, names)
            if name not in alone:
                raise BadSetup(f"event {name!r} is in two cells of {agent}")
            del alone[name]
        found += [(one, two) for one in some for two in some]
    return [*found, *((name, name) for name in alone)]


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


@dataclass(frozen=True, slots=True)
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
        found: NDArray[Any] = self.model.worlds() & ((1 << self.before.axes) - 1)
        return found

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
        found: list[int] = self.event[self.came_from == was].tolist()
        return found

    def back(self, claim: Claim, event: str) -> Claim:
        """The worlds before where `event` can happen, and where `claim` holds then."""
        here = claim & (self.event == self.events.event(event))
        return self.before.claim_of(self.came_from[here].tolist())


def product(model: Model, events: EventModel) -> Product:
    """The model after the events: a world for each world and event that can happen."""
    step = any_product(model, events)
    if not step.model.some(step.model.everywhere):
        raise ImpossibleAnnouncement(
            f"no event can happen in any of {model.size} worlds: every precondition fails"
        )
    return step


def any_product(model: Model, events: EventModel) -> Product:
    """The model after the events; there may be no world in it."""
    check_agents(model, events)
    if isinstance(model, Grid) and model.can_grow(len(events.events)):
        return grid_product(model, events)
    before = model if isinstance(model, Relational) else table_of(model)
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
            here = event == place
            facts[name][here] = row_condition(before, model, makes)[row[here]]
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
    for here, there in np.argwhere(events.matrix(agent)):
        ends = place[here, links.source], place[there, links.target]
        both = (ends[0] >= 0) & (ends[1] >= 0)
        source.append(ends[0][both])
        target.append(ends[1][both])
    none = [np.zeros(0, dtype=np.int64)]
    return np.concatenate(none + source), np.concatenate(none + target)


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
            shown = f"{event!r}" if event is not None else "the event, unnamed,"
            others = ", ".join(named) or "nothing"
            raise ImpossibleAnnouncement(
                f"{shown} cannot happen in [{self.model.name(self.at)}]; what can: {others}"
            )
        return Situation(step.model, step.world(self.at, place))

    def true(self, formula: Formula | str) -> bool:
        """Whether a formula is true here."""
        return self.model.true(formula, self.at)


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
