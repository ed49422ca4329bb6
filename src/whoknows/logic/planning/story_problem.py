"""Planning problems in files: a story, what may happen in it, and a goal.

    facts   secret
    ann sees secret
    bob, cat see nothing
    actual  secret
    relational

    ann may tell $x: secret           # she tells one of the others, if she knows
      for x: bob, cat
    goal    K bob secret & ~K cat secret & K bob ~K cat secret

What may happen is written as in stories: `announce`, `tell`, `show`, `look`, `claim`,
`lie`, `change`, or the name of an event of the file.  Who `may` do it is named first, or
nobody: then it may happen by itself.  What somebody announces or tells, that one must know.
`$x` stands for each of some names, which are given after `for`; two variables of one list
stand for different names.  A name in quotes after `may` is the name of what is done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations, product
from pathlib import Path

from whoknows.errors import BadSetup, WhoknowsError
from whoknows.logic.events import usual_events
from whoknows.logic.events.product import EventModel
from whoknows.logic.files.event_statements import (
    Happening,
    agents_of,
    happening_of,
    own_events,
    own_happening,
)
from whoknows.logic.files.names import QUOTED, name_list
from whoknows.logic.files.read_text import STORY, read, step_of
from whoknows.logic.files.script import (
    Announcement,
    Script,
    Step,
    ValueAnnouncement,
    WhetherAnnouncement,
)
from whoknows.logic.files.source import Source
from whoknows.logic.files.statements import (
    Statement,
    formula_of,
    statement_of,
    statements_of,
)
from whoknows.logic.language.formula import Formula, Know, unquoted, written
from whoknows.logic.language.positions import first_place, last_place
from whoknows.logic.models.links import has_links
from whoknows.logic.models.model import Agent, Model
from whoknows.logic.planning.acts import Act

FOR = re.compile(r"(?<![\w'$])for(?![\w'])(?=[^:]*:)")
TITLE = re.compile(rf"\s*+({QUOTED})\s*+:?")
VARIABLE = re.compile(r"\$(\w)")
MOST_ACTS = 2000  # of one file


@dataclass(frozen=True)
class Story:
    """A file as a planning problem: where it starts, what may happen, and the goal."""

    script: Script
    acts: tuple[Act, ...]
    goal: Formula | None


def load_story(path: Path | str) -> Story:
    """The planning problem in a file."""
    return read_story(Source.of(path))


def read_story(source: Source) -> Story:
    """The planning problem in a text; what happens in it has happened before."""
    script = read(source)
    statements = list(statements_of(source))
    goals = [said for said in statements if said.keyword == "goal"]
    if len(goals) > 1:
        raise source.error("the goal is named twice", goals[1].line, 1)
    reader = Reader(source, script.models[0], statements)
    goal = formula_of(source, goals[0], reader.model, reader.own) if goals else None
    acts: dict[str, Act] = {}
    for said in statements:
        if said.keyword != "may":
            continue
        for act in reader.acts(said):
            acts.setdefault(act.name, act)
        if len(acts) > MOST_ACTS:
            raise source.error(f"more than {MOST_ACTS} acts are described", said.line, 1)
    return Story(script, tuple(acts.values()), goal)


class Reader:
    """Reads what may happen, with the model to check names by."""

    def __init__(self, source: Source, model: Model, statements: list[Statement]) -> None:
        self.source, self.model = source, model
        self.own: Mapping[str, EventModel] = own_events(source, statements, model)

    def acts(self, said: Statement) -> Iterator[Act]:
        """The acts of a `may`, one for each way to fill in its variables."""
        cuts = list(FOR.finditer(said.text))
        body = said.only(0, cuts[-1].start()) if cuts else said
        names = self.variables(said.past(cuts[-1])) if cuts else [{}]
        for filled in names:
            who = self.filled(said.who, filled)
            yield from self.act(replace(body, text=self.filled(body.text, filled)), who)

    def variables(self, said: Statement) -> list[dict[str, str]]:
        """Every way to fill in variables; those of one list get different names."""
        groups: list[tuple[list[str], list[str]]] = []
        for piece in re.finditer(r"[^;]+", said.text):
            part = said.only(piece.start(), piece.end())
            before, colon, after = part.text.rpartition(":")
            if not colon:
                what = "variables and names are wanted, such as x: ann, bob"
                raise self.source.error(what, *first_place(part.text))
            head = name_list(self.source, before)
            blank = re.sub(r"[^\n]", " ", before + colon)
            groups.append((head, name_list(self.source, blank + after)))
        count = 1
        for head, names in groups:
            count *= len(names) ** len(head)
        if count > 100 * MOST_ACTS:
            what = f"the variables have about {count:,} ways to be filled in"
            raise self.source.error(what, said.line, 1)
        ways = product(*(permutations(names, len(head)) for head, names in groups))
        heads = [name for head, _ in groups for name in head]
        return [
            dict(zip(heads, (name for some in way for name in some), strict=True))
            for way in ways
        ]

    def filled(self, text: str, names: dict[str, str]) -> str:
        """A text with names in the place of its variables."""

        def put(found: re.Match[str]) -> str:
            if found[1] not in names:
                what = f"{found[0]} is not named after 'for'"
                raise BadSetup(f"{self.source.name}: {what}")
            return names[found[1]]

        return VARIABLE.sub(put, text)

    def act(self, said: Statement, who: str) -> Iterator[Act]:
        """The acts of one event, one for each of those who may do it; named, if it is."""
        title = TITLE.match(said.text)
        if title:
            for one in self.act(said.past(title), who):
                name = unquoted(title[1])
                yield replace(one, name=name if one.by is None else f"{one.by}: {name}")
            return
        if not said.text.strip():
            what = "what may happen is wanted, such as: may announce p"
            raise self.source.error(what, *last_place(said.text))
        with self.source.blame(said.line):
            inner = (
                replace(said, keyword="happens")
                if self.is_own(said.words)
                else statement_of(self.source, said)
            )
        if not who:
            yield self.event(inner, None)
            return
        for agent in agents_of(self.source, "\n" * (said.line - 1) + who, self.model):
            yield self.event(inner, agent)

    def is_own(self, name: str) -> bool:
        """Whether a name is that of an event of the file."""
        words = name.split()
        title, event = words if len(words) == 2 else ("", name)
        events = self.own[title].events if title in self.own else ()
        return event in [one.name for one in events]

    def event(self, said: Statement, by: Agent | None) -> Act:
        """The act of one event that somebody does, or nobody."""
        if said.keyword == "announce":
            step: Step = step_of(self.source, said, self.model, self.own)
        elif said.keyword in STORY:
            step = happening_of(self.source, said, self.model, self.own)
        elif said.keyword == "happens":
            step = own_happening(self.source, said, self.own)
        else:
            what = "this cannot happen; what can: announce, happens, " + ", ".join(STORY)
            raise self.source.error(what, said.line, 1)
        with self.source.blame(said.line):
            act = act_of(step, by, self.model)
            return replace(act, statement=statement_for(step, by, self.model))


def act_of(step: Step, by: Agent | None, model: Model) -> Act:
    """A step of a story as an act."""
    name = step.text if step.kind == "happens" else f"{step.kind} {step.text}"
    name = name if by is None else f"{by}: {name}"
    agents = model.agents
    match step:
        case Announcement(said=said):
            return Act.of(name, usual_events.public(known(said, by), agents), by=by)
        case WhetherAnnouncement(said=several):
            told = usual_events.shown(usual_events.cases(several), agents, agents)
            return Act.of(name, told, by=by)
        case ValueAnnouncement(part=part):
            some = usual_events.value_cases(part, model.parts_named(part))
            return Act.of(name, usual_events.shown(some, agents, agents), by=by)
        case Happening(kind="tell", claim=claim) if by is not None and claim is not None:
            told_to = [a for a in agents if hears(step.events, a) or a == by]
            whisper = usual_events.private(known(claim, by), told_to, agents)
            return checked(Act.of(name, whisper, ["told"], by), whisper, step.kind, model)
        case Happening(events=events, event=event, kind=kind):
            every = [one.name for one in events.events]
            really = [event] if event is not None else every
            if kind == "look":
                really = [one for one in every if one != "nothing"]
            return checked(Act.of(name, events, really, by), events, kind, model)
        case _:
            raise WhoknowsError(f"{step.kind} cannot be planned with")


def statement_for(step: Step, by: Agent | None, model: Model) -> str:
    """How a story says that an act happens: what somebody says, that one knows."""
    match step:
        case Announcement(said=said):
            return f"announce {known(said, by)}"
        case Happening(kind="tell", claim=claim) if by is not None and claim is not None:
            told_to = [a for a in model.agents if hears(step.events, a) or a == by]
            return f"tell {', '.join(map(written, told_to))}: {known(claim, by)}"
        case _:
            return f"{step.kind} {step.text}"


def known(said: Formula, by: Agent | None) -> Formula:
    """What is said, as something that the speaker knows."""
    return said if by is None else Know("K", (by,), said)


def hears(events: EventModel, agent: Agent) -> bool:
    """Whether an agent hears what is told."""
    return ("told", "told") in events.links[agent]


def checked(act: Act, events: EventModel, kind: str, model: Model) -> Act:
    """The act, if nobody is deceived by it where knowledge is meant."""
    if not events.is_of_cells and not has_links(model):
        raise BadSetup(
            f"{kind}: somebody is deceived here, and knowledge becomes belief; "
            "say so with a line 'relational'"
        )
    return act
