"""The names that formulas speak of: facts, agents, parts with their values, operators.

>>> from whoknows.logic.language.reader import parse
>>> names(parse("K ann (p & C{bob, cat} x=3)")).agents == {"ann", "bob", "cat"}
True
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula


class Mention(NamedTuple):
    """A name as a formula mentions it; of a value, with the part whose value it is."""

    kind: Literal["fact", "agent", "part", "value", "number", "operator"]
    name: str
    part: str = ""


class Names(NamedTuple):
    """All names of some formulas, by what they name."""

    facts: set[str]
    agents: set[str]
    parts: set[str]
    operators: set[str]


def names(*formulas: Formula) -> Names:
    """The names in formulas, also those of quantifiers and in events."""
    found = Names(set(), set(), set(), set())
    sets = {
        "fact": found.facts,
        "agent": found.agents,
        "part": found.parts,
        "number": found.parts,
        "operator": found.operators,
    }
    for formula in formulas:
        for inside in f.within(formula):
            for mention in own_mentions(inside):
                if mention.kind != "value":
                    sets[mention.kind].add(mention.name)
            if isinstance(inside, f.After | f.CanAfter):
                add_events(found, inside.events)
    return found


def add_events(found: Names, events: Any) -> None:
    """Add the names that an event model speaks of; of one named only, nothing is known."""
    if isinstance(events, str):
        return
    found.agents.update(events.links)
    for event in events.events:
        found.facts.update(event.makes)
        for condition in (event.when, *event.makes.values()):
            if isinstance(condition, str | Formula):
                found.facts.update(names(f.formula_of(condition)).facts)


def mentions(formula: Formula) -> Iterator[Mention]:
    """The names that stand in a formula, in order, but for bound facts of a quantifier."""
    waiting = [(formula, frozenset[str]())]
    while waiting:
        inside, bound = waiting.pop()
        for mention in own_mentions(inside):
            if not (isinstance(inside, f.Atom) and mention.name in bound):
                yield mention
        if isinstance(inside, f.Forall | f.Exists):
            bound = bound | set(inside.names)
        waiting += [(one, bound) for one in reversed(f.inner(inside))]


def own_mentions(formula: Formula) -> Iterator[Mention]:
    """The names that a formula has itself, not in a formula inside it."""
    who: tuple[str, ...] = ()
    match formula:
        case f.Atom(name):
            yield Mention("fact", name)
        case f.Is(part, value):
            yield Mention("part", part)
            yield Mention("value", value, part)
        case f.Compare(left, _, right):
            terms = [name for _, name in (*left, *right) if not name.isdecimal()]
            yield from (Mention("number", name) for name in terms)
        case f.KnowValue(agent, part):
            yield Mention("operator", "Kv")
            yield Mention("agent", agent)
            yield Mention("part", part)
        case f.AnnounceValue(part, _):
            yield Mention("operator", "!")
            yield Mention("part", part)
        case f.Announce() | f.CanAnnounce() | f.AnnounceWhether():
            yield Mention("operator", "!")
        case f.Know(how, who) | f.KnowGiven(how, who) | f.Possible(how, who):
            yield Mention("operator", how)
        case f.AnnounceTo(who) | f.CanAnnounceTo(who) | f.AnnounceWhetherTo(who):
            yield Mention("operator", "!")
        case f.CanSay(who) | f.WhateverSaid(who):
            pass
        case f.Forall(facts, _) | f.Exists(facts, _):
            yield from (Mention("fact", fact) for fact in facts)
        case _:
            pass
    yield from (Mention("agent", agent) for agent in who)
