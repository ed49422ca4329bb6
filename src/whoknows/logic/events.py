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

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup, ImpossibleAnnouncement, UnknownName
from whoknows.logic.formula import Formula
from whoknows.logic.model import Agent, Claim, Model, World
from whoknows.logic.relational import Relational, table_of
from whoknows.logic.table import Part, Rows, Table

Condition: TypeAlias = Formula | str | Callable[[Rows], Claim]  # where an event can happen


@dataclass(frozen=True)
class Event:
    """One thing that can happen: where it can, and what it makes of which facts."""

    name: str
    when: Condition = "true"
    makes: Mapping[str, Condition] = field(default_factory=dict)


@dataclass(frozen=True)
class EventModel:
    """Events, and for each agent the pairs (event, event it then holds possible)."""

    events: tuple[Event, ...]
    links: Mapping[Agent, frozenset[tuple[str, str]]]

    def __post_init__(self) -> None:
        names = [event.name for event in self.events]
        if not names or len(set(names)) < len(names):
            raise BadSetup(f"events need one or more different names, not {names}")
        for agent, links in self.links.items():
            for name in {end for pair in links for end in pair}:
                if name not in names:
                    raise UnknownName.among(
                        f"event that {agent} holds possible", name, names
                    )

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
        return EventModel(events, links)

    @property
    def is_of_cells(self) -> bool:
        """Whether nobody is deceived: every agent's links are an equivalence."""
        return all(self.cells(agent) is not None for agent in self.links)


class Product(NamedTuple):
    """A model after an event, and which world and event each of its rows came from."""

    model: Rows
    came_from: NDArray[np.integer[Any]]  # the number of the world before
    event: NDArray[np.integer[Any]]  # the place of the event

    def world(self, was: World, event: int) -> World:
        """The world that `was` became by the event at this place."""
        [row] = np.flatnonzero((self.came_from == was) & (self.event == event))
        return int(self.model.worlds()[row])


def product(model: Model, events: EventModel) -> Product:
    """The model after the events: a world for each world and event that can happen."""
    before = model if isinstance(model, Relational) else table_of(model)
    for agent in before.agents:
        if agent not in events.links:
            raise UnknownName(f"the event model does not say what {agent} notices")
    for agent in events.links:
        if agent not in before.agents:
            raise UnknownName.among("agent", agent, before.agents)
    can = [condition(before, event.when) for event in events.events]
    if not any(claim.any() for claim in can):
        raise ImpossibleAnnouncement(
            f"no event can happen in any of {len(before)} worlds: every precondition fails"
        )
    rows = [np.flatnonzero(claim) for claim in can]
    row = np.concatenate(rows)
    event = np.repeat(np.arange(len(rows)), [len(some) for some in rows])
    facts = changed_facts(before, events, row, event)
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
        after = Table(facts, views, parts, rows=len(row))
    # numbers of a table start anew; where a cube was, they are those of its worlds
    return Product(after, model.worlds()[row], event)


def condition(model: Rows, when: Condition) -> Claim:
    """Where a condition holds."""
    return when(model) if callable(when) else model.where(when)


def changed_facts(
    before: Rows, events: EventModel, row: NDArray[Any], event: NDArray[Any]
) -> dict[str, Claim]:
    """The facts after the events: as they were, or as the event makes them."""
    facts = {name: column[row] for name, column in before.facts.items()}
    for place, some in enumerate(events.events):
        for name, makes in some.makes.items():
            if name in before.parts:
                raise BadSetup(f"{name} is a part; events change facts only")
            before.fact(name)
            here = event == place
            facts[name][here] = condition(before, makes)[row[here]]
    return facts


def product_view(
    before: Table, events: EventModel, agent: Agent, row: NDArray[Any], event: NDArray[Any]
) -> NDArray[Any]:
    """How the new worlds look to an agent: alike if world and event both do."""
    cells = events.cells(agent)
    if cells is None:
        raise BadSetup(
            f"the events {agent} holds possible are not an equivalence: "
            "make the model relational first"
        )
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
        can = step.event[step.came_from == self.at].tolist()
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
    place = first.event(one.name)

    def then(check: Condition) -> Callable[[Rows], Claim]:
        def where(model: Rows) -> Claim:
            found = np.zeros(len(model), dtype=bool)
            if condition(model, one.when).any():
                step = product(model, first)
                holds = condition(step.model, check) & (step.event == place)
                found[model.rows(step.came_from[holds])] = True
            return found

        return where

    makes = {**one.makes, **{name: then(made) for name, made in two.makes.items()}}
    return Event(f"{one.name};{two.name}", then(two.when), makes)
