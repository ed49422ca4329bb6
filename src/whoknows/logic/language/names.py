"""The names that formulas speak of: agents and facts, also those in their events."""

from __future__ import annotations

from functools import partial
from typing import Any

from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula


def agents_of(formulas: list[Formula]) -> tuple[str, ...]:
    """The agents that formulas speak of, in order."""
    return tuple(sorted({name for one in formulas for name in names_of(one, agents=True)}))


def facts_of(formulas: list[Formula]) -> tuple[str, ...]:
    """The facts that formulas speak of, in order; those of quantifiers too."""
    return tuple(sorted({name for one in formulas for name in names_of(one, agents=False)}))


def names_of(formula: Formula, *, agents: bool) -> set[str]:
    """The names of agents, or of facts, in a formula."""
    names = partial(names_of, agents=agents)
    found = set[str]().union(*map(names, f.inner(formula)))
    match formula:
        case f.Atom(name) if not agents:
            found |= {name}
        case f.Know(_, who, _) | f.Possible(_, who, _) if agents:
            found |= set(who)
        case f.KnowGiven(_, who, _, _) | f.AnnounceTo(who, _, _) if agents:
            found |= set(who)
        case f.CanAnnounceTo(who, _, _) | f.AnnounceWhetherTo(who, _, _) if agents:
            found |= set(who)
        case f.After(events, _, _) | f.CanAfter(events, _, _):
            found |= names_of_events(events, agents=agents)
        case f.Forall(bound, _) | f.Exists(bound, _) if not agents:
            found |= set(bound)
        case _:
            pass
    return found


def names_of_events(events: Any, *, agents: bool) -> set[str]:
    """The agents of an event model, or the facts that it speaks of."""
    if isinstance(events, str):
        return set()
    if agents:
        return set(events.links)
    said = [what for e in events.events for what in (e.when, *e.makes.values())]
    some = [f.formula_of(what) for what in said if isinstance(what, str | Formula)]
    made = {name for event in events.events for name in event.makes}
    return made.union(*(names_of(one, agents=False) for one in some))
