"""What may happen: acts with their events, who notices what, and who does it.

An act is an event model of which some events are *designated*: what may really happen.  Who
notices what may depend on the situation: of several ways to notice, each under a condition,
an agent has the first whose condition holds there.

>>> from whoknows.logic.events.usual_events import private
>>> told = Act.of("tell ann: p", private("p", ["ann"], ["ann", "bob"]), ["told"])
>>> told.designated, [event.name for event in told.events]
(('told',), ['told', 'nothing'])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from whoknows.errors import BadSetup, UnknownName
from whoknows.logic.events.product import Event, EventModel
from whoknows.logic.language.formula import Formula, Top
from whoknows.logic.language.reader import parse
from whoknows.logic.models.model import Agent

Pairs: TypeAlias = frozenset[
    tuple[str, str]
]  # an event, and one that is then held possible


class Way(NamedTuple):
    """A way to notice an act: where, and which events are then held possible."""

    where: Formula
    links: Pairs


@dataclass(frozen=True)
class Act:
    """Something that may be done."""

    name: str
    events: tuple[Event, ...]
    ways: Mapping[Agent, tuple[Way, ...]]
    designated: tuple[str, ...]
    by: Agent | None = None
    """Who does it; nobody of the model if `None`."""
    breaks_beliefs: bool = False
    """Whether it may be done though somebody then has nothing left to believe."""
    statement: str = ""
    """How a story says that it happens, if it is of one."""

    @classmethod
    def of(
        cls,
        name: str,
        events: EventModel,
        designated: Iterable[str] | None = None,
        by: Agent | None = None,
    ) -> Act:
        """The act of an event model; all its events are designated if none is named."""
        if not isinstance(events, EventModel):
            raise BadSetup("acts are wanted, or event models by name")
        every = [event.name for event in events.events]
        really = tuple(every if designated is None else designated)
        for event in really:
            if event not in every:
                raise UnknownName.among("event", event, every)
        ways = {agent: (Way(Top(), links),) for agent, links in events.links.items()}
        return cls(name, events.events, ways, really, by)


def acts_of(events: Mapping[str, EventModel | Act] | Sequence[Act]) -> list[Act]:
    """Acts from a list, or from event models by name."""
    if not isinstance(events, Mapping):
        found = list(events)
    else:
        found = [
            replace(some, name=name) if isinstance(some, Act) else Act.of(name, some)
            for name, some in events.items()
        ]
    if not all(isinstance(act, Act) for act in found):
        raise BadSetup("acts are wanted, or event models by name")
    names = [act.name for act in found]
    for name in names:
        if names.count(name) > 1:
            raise BadSetup(f"two acts are named {name!r}")
    return found


def condition(when: object) -> Formula:
    """A condition of an event as a formula; a function of a model is refused."""
    if isinstance(when, str):
        return parse(when)
    if callable(when):
        raise BadSetup("plans are made of events whose conditions are formulas")
    assert isinstance(when, Formula)
    return when
