"""Event models: events, where each can happen, what it changes, and who notices it.

>>> turn = EventModel((Event("flip", makes={"heads": "~heads"}), Event("rest")),
...                   {"ann": [["flip"], ["rest"]], "bob": [["flip", "rest"]]}, "turn")
>>> turn, turn.cells("bob").tolist()
(<events turn: flip, rest; seen by ann, bob>, [0, 0])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import check, checked
from whoknows.errors import BadSetup, UnknownName
from whoknows.logic.language.formula import After, CanAfter, Formula, formula_of
from whoknows.logic.models.links import Relational
from whoknows.logic.models.model import Agent, Claim, shortened
from whoknows.logic.models.table import Part

# Where an event can happen, or what it makes of a fact: a claim of the model before, or
# what gives one.
Condition: TypeAlias = Formula | str | Callable[[Any], Claim] | Claim


@checked
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
        check("events", self.events, tuple[Event, ...])
        check("links", self.links, Mapping[Agent, Any])
        object.__setattr__(self, "events", tuple(self.events))
        names = [event.name for event in self.events]
        if not names or len(set(names)) < len(names):
            raise BadSetup(f"events need one or more different names, not {names}")
        links = {agent: pairs_of(agent, some, names) for agent, some in self.links.items()}
        object.__setattr__(self, "links", links)

    def __hash__(self) -> int:
        return hash((self.name, *(event.name for event in self.events)))

    def __repr__(self) -> str:
        names = shortened([event.name for event in self.events], "events")
        name = f" {self.name}" if self.name else ""
        return f"<events{name}: {names}; seen by {', '.join(self.links) or 'nobody'}>"

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
        linked = np.zeros((len(self.events), len(self.events)), dtype=bool)
        for source, target in self.links[agent]:
            linked[self.event(source), self.event(target)] = True
        return linked

    def cells(self, agent: Agent) -> NDArray[np.intp] | None:
        """The cells of an agent's events; `None` if its links are not an equivalence."""
        links = self.matrix(agent)
        cells: NDArray[np.intp] = links.argmax(axis=1)
        alike = cells[:, None] == cells[None, :]
        return cells if np.array_equal(links, alike) else None

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
        names, front = {self.events[self.event(name)].name}, [name]
        while front:
            current = front.pop()
            near = {b for pairs in self.links.values() for a, b in pairs if a == current}
            front += near - names
            names |= near
        events = tuple(event for event in self.events if event.name in names)
        links = {
            agent: frozenset(pair for pair in pairs if pair[0] in names)
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
    if not isinstance(some, Iterable):
        raise BadSetup(f"pairs or cells of events are wanted for {agent}, not {some!r}")
    given = list(some)
    cells = not given and not isinstance(some, frozenset | set)  # each event alone
    if not cells and all(isinstance(pair, tuple) and len(pair) == 2 for pair in given):
        pairs = frozenset(given)
    else:
        pairs = frozenset(cell_pairs(agent, given, names))
    for name in {end for pair in pairs for end in pair}:
        if name not in names:
            raise UnknownName.among(f"event that {agent} holds possible", name, names)
    return pairs  # type: ignore[return-value]  # of pairs, by the test above


def cell_pairs(
    agent: Agent, cells: Iterable[Iterable[str]], names: list[str]
) -> list[tuple[str, str]]:
    """All the pairs of cells of events; an event in no cell goes with itself."""
    pairs: list[tuple[str, str]] = []
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
        pairs += [(one, two) for one in some for two in some]
    return [*pairs, *((name, name) for name in alone)]
