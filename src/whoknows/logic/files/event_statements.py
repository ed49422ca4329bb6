"""Events in files: told to some, shown, looked at in secret, changed, or of one's own.

relational                         # beliefs may be wrong from here on
tell  ann: heads                   # the others notice nothing
show  ann: heads                   # the others see that she looks, not what
change heads := ~heads             # before everybody's eyes

event flip when ~seen makes heads := ~heads, seen := true
event rest
ann confuses flip, rest            # both look alike to ann
bob takes flip for rest            # bob believes that nobody flips
happens flip
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from whoknows.errors import BadSetup, Contradiction, UnknownName
from whoknows.logic.events import product as happenings
from whoknows.logic.events import usual_events
from whoknows.logic.events.product import Condition, Event, EventModel
from whoknows.logic.events.situation import Situation
from whoknows.logic.files.names import NAME, QUOTED, UNCLOSED, name_list, name_of, spot_of
from whoknows.logic.files.script import Scene, Step, check_so, needed
from whoknows.logic.files.source import Source
from whoknows.logic.files.statements import (
    NO_EVENTS,
    Events,
    Statement,
    formula_of,
    formulas_of,
)
from whoknows.logic.language.formula import Formula
from whoknows.logic.language.positions import first_place, last_place
from whoknows.logic.models.links import generated, has_links
from whoknows.logic.models.model import Agent, Model, World

TO = re.compile(rf"\s*+((?:{QUOTED}|[\w',\s]++)+):(?!=)")
VALUE = re.compile(r"\s*value(?![\w'])")
MAKES = re.compile(rf"({NAME})\s*+:=|{QUOTED}|{UNCLOSED}|[\w'-]++")
MOST_CHANGES = 500  # of one statement
MOST_EVENTS = 300  # of one file
FOR = re.compile(r"(?<![\w'])for(?![\w'])")
CLAUSES = re.compile(r"(?<![\w'])(when|makes)(?![\w'])")


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of an event model; which one is seen from the actual world, or named."""

    line: int
    kind: str
    text: str
    events: EventModel
    event: str | None = None
    claim: Formula | None = None  # what must be true for it, or false for a lie

    def apply(self, scene: Scene) -> Scene:
        """The scene after it."""
        model, actual = scene
        if not self.events.is_of_cells and not has_links(model):
            raise BadSetup(
                f"{self.kind}: somebody is deceived here, and knowledge becomes belief; "
                "say so with a line 'relational'"
            )
        if self.claim is not None:
            self.check_said(self.claim, scene)
        if actual is None and self.kind in ("show", "change"):
            return Scene(happenings.product(model, self.events).model, None)
        here = Situation(model, needed(actual))
        after = here.happens(self.events, self.event or self.seen(here))
        return Scene(reachable(after), after.at)

    def check_said(self, claim: Formula, scene: Scene) -> None:
        """Raise `BadSetup` if what is told is false, or what is a lie is true."""
        model, actual = scene
        if self.kind != "lie":
            check_so(claim, scene)
        elif actual is not None and model.true(claim, actual):
            raise BadSetup(
                f"'{claim}' is true at the actual world [{model.name(actual)}]: no lie"
            )

    def seen(self, here: Situation) -> str | None:
        """What is seen by a secret look: the one case that is so."""
        if self.kind != "look":
            return None
        cases = [event for event in self.events.events if event.name != "nothing"]
        return next(event.name for event in cases if here.true(plain(event.when)))


def plain(when: Condition) -> Formula | str:
    """A condition of a ready-made event, which is a formula."""
    assert isinstance(when, Formula | str)
    return when


def reachable(here: Situation) -> Model:
    """The model of a situation, less the worlds that nobody's beliefs lead to from it."""
    return generated(here.model, here.at) if has_links(here.model) else here.model


def without_idle(scene: Scene) -> Scene:
    """The scene less what events have left idle in it, if its model is one of diagrams."""
    small = happenings.diagram_contraction(scene.model)
    if small is None:
        return scene
    return Scene(small.model, None if scene.actual is None else small.world[scene.actual])


def check_sane(before: Scene, after: Scene) -> None:
    """Raise `Contradiction` if somebody is left without a world to hold possible."""
    if not has_links(after.model) or after.actual is None:
        return
    assert before.actual is not None
    for agent in after.model.agents:
        had = held_possible(before.model, agent, before.actual)
        if had and not held_possible(after.model, agent, after.actual):
            raise Contradiction(
                f"{agent} has nothing left to believe: this can happen in none of the "
                f"worlds that {agent} held possible ({had})"
            )


def held_possible(model: Model, agent: Agent, at: World) -> int:
    """How many worlds an agent holds possible at a world."""
    return model.count(model.seen_from(model.claim_of((at,)), (agent,)))


# ------------------------------------------------------------------- the ready-made ones


def happening_of(source: Source, said: Statement, model: Model, events: Events) -> Step:
    """The step of a `tell`, `show`, `look`, `claim`, `lie`, or `change`."""
    kind, line, words = said.keyword, said.line, said.words
    if kind == "change":
        makes = assignments(source, said, model, events)
        if not makes:
            what = "what is changed is wanted, such as p := ~p"
            raise source.error(what, *last_place(said.text))
        return Happening(line, kind, words, usual_events.change(makes, model.agents))
    found = TO.match(said.text)
    if found is None:
        what = f"who is wanted, and what: {kind} NAME, NAME: FORMULA"
        raise source.error(what, *first_place(said.text))
    who = agents_of(source, said.only(found.start(1), found.end(1)).text, model)
    rest = said.past(found)
    if kind in ("claim", "lie") and len(who) > 1:
        raise source.error("one speaker is wanted", *first_place(said.text))
    if kind in ("show", "look"):
        some = looked_at(source, rest, model, events)
        make = usual_events.shown if kind == "show" else usual_events.secret
        return Happening(line, kind, words, make(some, who, model.agents))
    formula = formula_of(source, rest, model, events)
    if kind == "tell":
        told = usual_events.private(formula, who, model.agents)
        return Happening(line, kind, words, told, "told", formula)
    spoken = usual_events.claimed(formula, who[0], model.agents)
    if kind == "lie":
        return Happening(line, kind, words, spoken, "lie", formula)
    return Happening(line, kind, words, spoken)


def looked_at(source: Source, said: Statement, model: Model, events: Events) -> list[Event]:
    """What is seen by a look: which of some claims hold, or the value of a part."""
    value = VALUE.match(said.text)
    if value is None:
        with source.blame(said.line):
            return usual_events.cases(formulas_of(source, said, model, events))
    rest = said.past(value)
    [part] = name_list(source, rest.text, most=1)
    with source.blame(*spot_of(part, rest.text)):
        return usual_events.value_cases(part, model.parts_named(part))


def agents_of(source: Source, text: str, model: Model) -> list[Agent]:
    """The agents named in a text, checked to be known."""
    names = name_list(source, text)
    for name in names:
        with source.blame(*spot_of(name, text)):
            model.group((name,))
    return names


def assignments(
    source: Source, said: Statement, model: Model, events: Events = NO_EVENTS
) -> dict[str, Formula]:
    """What facts become: `p := FORMULA, q := FORMULA`; each is named once."""
    makes: dict[str, Formula] = {}
    found = [match for match in MAKES.finditer(said.text) if match[1]]
    if len(found) > MOST_CHANGES:
        what = f"{len(found):,} changes at once; at most {MOST_CHANGES:,}"
        raise source.error(what, *first_place(said.text))
    if not found and said.text.strip():
        raise source.error("NAME := FORMULA is wanted", *first_place(said.text))
    ends = [*(match.start() for match in found[1:]), len(said.text)]
    if found and said.text[: found[0].start()].strip():
        raise source.error("NAME := FORMULA is wanted", *first_place(said.text))
    for match, end in zip(found, ends, strict=False):  # of none, no end
        name = name_of(match[1])
        with source.blame(*spot_of(name, said.text)):
            if name in model.parts:
                raise BadSetup(f"{name} is a part; events change facts only")
            model.fact(name)
            if name in makes:
                raise BadSetup(f"{name} is changed twice at the same time")
        body = said.text[match.end() : end].rstrip()
        stop = match.end() + len(body) - body.endswith(",")
        makes[name] = formula_of(source, said.only(match.end(), stop), model, events)
    return makes


# -------------------------------------------------------------------------- one's own ones


def own_events(
    source: Source, statements: list[Statement], model: Model
) -> dict[str, EventModel]:
    """The event models that the file describes: each under its name, the first under none.

    A line `events NAME` begins one with a name; before it, events belong to the first.
    """
    named: dict[str, list[Statement]] = {"": []}
    name = ""
    for said in statements:
        if said.keyword == "events":
            [name] = name_list(source, said.text, most=1)
            if name in named:
                spot = spot_of(name, said.text)
                raise source.error(f"events {name!r} are described twice", *spot)
            named[name] = []
        elif said.keyword in ("event", "confuses", "takes"):
            named[name].append(said)
    return {
        name: event_model(source, some, model, name)
        for name, some in named.items()
        if name or some
    }


def event_model(
    source: Source, statements: list[Statement], model: Model, title: str
) -> EventModel:
    """The event model that some statements describe."""
    described = [said for said in statements if said.keyword == "event"]
    wrong = [said for said in statements if said.keyword in ("confuses", "takes")]
    if not described:
        line = wrong[0].line if wrong else 1
        name = f" of {title!r}" if title else ""
        raise source.error(f"no event{name} is described in the file", line, 1)
    if len(described) > MOST_EVENTS:
        what = f"{len(described):,} events; at most {MOST_EVENTS}"
        raise source.error(what, described[MOST_EVENTS].line, 1)
    events: dict[str, Event] = {}
    for said in described:
        event = event_of(source, said, model)
        if event.name in events:
            spot = spot_of(event.name, said.text)
            raise source.error(f"event {event.name!r} is described twice", *spot)
        events[event.name] = event
    links = mistakes(source, wrong, list(events), model)
    for agent in model.agents:
        if agent not in links:
            with source.blame(described[-1].line):
                raise UnknownName(
                    f"the events do not say what {agent} notices: "
                    f"{agent} confuses nothing, or {agent} confuses EVENT, EVENT"
                )
    return EventModel(tuple(events.values()), links, title)


def event_of(source: Source, said: Statement, model: Model) -> Event:
    """One event: its name, when it can happen, and what it makes."""
    cuts = list(CLAUSES.finditer(said.text))
    if len(cuts) > MOST_CHANGES:
        what = f"{len(cuts):,} clauses of one event; at most {MOST_CHANGES:,}"
        raise source.error(what, *first_place(said.text))
    ends = [*(cut.start() for cut in cuts[1:]), len(said.text)]
    head = said.only(0, cuts[0].start() if cuts else len(said.text))
    [name] = name_list(source, head.text, most=1)
    when: Formula | str = "true"
    makes: dict[str, Formula] = {}
    for cut, end in zip(cuts, ends, strict=False):  # no clause, no end
        clause = said.only(cut.end(), end)
        if cut[1] == "when":
            when = formula_of(source, clause, model)
        else:
            makes |= assignments(source, clause, model)
    return Event(name, when, makes)


def mistakes(
    source: Source, statements: list[Statement], names: list[str], model: Model
) -> dict[Agent, frozenset[tuple[str, str]]]:
    """What each agent holds possible when an event happens."""
    alike: dict[Agent, list[set[str]]] = {}
    taken: dict[Agent, dict[str, set[str]]] = {}
    for said in statements:
        who = agents_of(source, "\n" * (said.line - 1) + said.who, model)
        for agent in who:
            alike.setdefault(agent, [{name} for name in names])
        if said.keyword == "confuses":
            some = events_named(source, said, names)
            for agent in who:
                alike[agent] = merged(alike[agent], some)
        else:
            cut = FOR.search(said.text)
            if cut is None:
                what = "'for' is wanted: NAME takes EVENT for EVENT"
                raise source.error(what, *last_place(said.text))
            real = events_named(source, said.only(0, cut.start()), names)
            for agent in who:
                believed = events_named(source, said.past(cut), names)
                taken.setdefault(agent, {}).update(dict.fromkeys(real, believed))
    return {
        agent: frozenset(
            (one, two)
            for cell in cells
            for one in cell
            for two in taken.get(agent, {}).get(one, cell)
        )
        for agent, cells in alike.items()
    }


def merged(cells: list[set[str]], some: set[str]) -> list[set[str]]:
    """The cells, those that hold some of the events as one."""
    joined = set[str]().union(*(cell for cell in cells if cell & some))
    return [cell for cell in cells if not cell & some] + ([joined] if joined else [])


def events_named(source: Source, said: Statement, names: list[str]) -> set[str]:
    """The events named in a text; `nothing` is none, `everything` all of them."""
    words = said.text.split()
    if words == ["nothing"] and "nothing" not in names:
        return set()
    if words == ["everything"] and "everything" not in names:
        return set(names)
    found = name_list(source, said.text)
    for name in found:
        if name not in names:
            with source.blame(*spot_of(name, said.text)):
                raise UnknownName.among("event", name, names)
    return set(found)


def own_happening(source: Source, said: Statement, events: Events) -> Step:
    """The step of a `happens`: the named event, and those it may be taken for."""
    names = name_list(source, said.text, most=2)
    if not events:
        raise source.error("no event is described in the file", said.line, 1)
    title, name = names if len(names) == 2 else ("", names[0])
    with source.blame(*spot_of(title or name, said.text)):
        if title not in events:
            raise UnknownName.among("event model", title, [one for one in events if one])
        near = events[title].around(name)
    return Happening(said.line, said.keyword, said.words, near, name)
