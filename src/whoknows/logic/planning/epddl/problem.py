"""EPDDL: domains, problems, and libraries of action types, as planning problems.

The Epistemic Planning Domain Definition Language [Burigana2026] is that of the toolkit
`plank`.  Its actions are event models whose links come from types, and observability may
depend on the situation.  What is read, and what is refused, is told in the docs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from whoknows.errors import BadFile, TooLarge
from whoknows.logic import formula as f
from whoknows.logic.events import Event
from whoknows.logic.files.source import Source
from whoknows.logic.formula import Formula
from whoknows.logic.model import Agent, World
from whoknows.logic.planning.acts import Act, Way
from whoknows.logic.planning.epddl.action_types import USUAL, ActionType, read_library
from whoknows.logic.planning.epddl.expressions import Expression, List, Text, expression
from whoknows.logic.planning.epddl.language import (
    AGENT,
    OBJECT,
    Grounder,
    Language,
    Names,
    both,
    either,
    negation,
)
from whoknows.logic.relational import Relational, from_links
from whoknows.logic.table import Rows, Table

MOST_FREE = 22  # atoms whose truth is open at the start
MOST_ACTS = 20_000


@dataclass(frozen=True)
class Task:
    """A problem ready to plan: a model, the worlds that may be so, acts, and a goal."""

    name: str
    model: Rows
    here: tuple[World, ...]
    acts: tuple[Act, ...]
    goal: Formula


def load_task(
    problem: Path | str,
    domain: Path | str | None = None,
    libraries: Iterable[Path | str] = (),
) -> Task:
    """The task of a problem file; its domain is looked for nearby if it is not given."""
    source = Source.of(problem)
    text, whole = Text(source), expression(source)
    if kind_of(text, whole) != "problem":
        raise BadFile(
            f"{source.name}: a (problem ...) is wanted, not a {kind_of(text, whole)}"
        )
    found = Path(domain) if domain is not None else nearby(text, whole, Path(problem))
    types = dict(USUAL)
    for path in libraries:
        library = Source.of(path)
        types |= read_library(Text(library), expression(library)).types
    return read_task(source, Source.of(found), types)


def read_task(problem: Source, domain: Source, types: dict[str, ActionType]) -> Task:
    """The task of a problem and its domain."""
    world = Domain(Text(domain), expression(domain), types)
    return Reader(Text(problem), expression(problem), world).task()


def kind_of(text: Text, whole: List) -> str:
    """What a file defines: a domain, a problem, or an action-type-library."""
    head, rest = text.head(whole, "define")
    if head != "define" or not rest:
        raise text.wrong("(define (problem NAME) ...) is wanted", whole)
    return text.head(text.list(rest[0], "what is defined"), "what is defined")[0]


def nearby(text: Text, whole: List, problem: Path) -> Path:
    """The file of the domain that a problem names, in its folder or one of two above."""
    parts = [part for part in whole.items[2:] if isinstance(part, List)]
    named = [
        str(p.items[1]) for p in parts if len(p.items) == 2 and str(p.items[0]) == ":domain"
    ]
    if not named:
        raise text.wrong("(:domain NAME) is missing", whole)
    wanted = f"(domain {named[0]})"
    for folder in problem.resolve().parents[:3]:
        for path in sorted(folder.glob("*.epddl")):
            if wanted in " ".join(path.read_text("utf-8", "replace").split()).replace(
                "( ", "("
            ):
                return path
    raise BadFile(
        f"{problem}: no file nearby has the domain {named[0]!r}; name it with --domain"
    )


# ---------------------------------------------------------------------------- the domain


class Domain:
    """A domain as read: its language, and its events and actions as they are written."""

    def __init__(self, text: Text, whole: List, types: dict[str, ActionType]) -> None:
        self.text, self.types = text, types
        self.language = Language()
        self.ground = Grounder(text, self.language)
        self.events: dict[str, List] = {}
        self.actions: dict[str, List] = {}
        if kind_of(text, whole) != "domain":
            raise text.wrong("(define (domain NAME) ...) is wanted", whole)
        self.name = str(text.list(whole.items[1], "the name").items[-1])
        for part in whole.items[2:]:
            self.declare(text.list(part, "a declaration"))

    def declare(self, part: List) -> None:
        """Take in one declaration."""
        head, rest = self.text.head(part, "a declaration")
        match head:
            case ":requirements" | ":action-type-libraries":
                pass
            case ":types":
                self.declare_types(rest)
            case ":constants":
                for one in self.ground.typed(rest):
                    self.language.objects[one.name] = one.types[0]
            case ":predicates":
                for one_list in rest:
                    self.predicate(self.text.list(one_list, "a predicate"))
            case ":event" | ":action":
                if not rest:
                    raise self.text.wrong("a name is wanted", part)
                known = self.events if head == ":event" else self.actions
                known[self.text.word(rest[0], "a name")] = part
            case _:
                raise self.text.wrong(f"{head} is not read in a domain", part)

    def declare_types(self, items: tuple[Expression, ...]) -> None:
        """Types; they may be named before their parents are."""
        for item in items:
            if str(item) != "-":
                self.language.parents.setdefault(self.text.word(item, "a type"), OBJECT)
        for one in self.ground.typed(items):
            self.language.parents[one.name] = one.types[0]

    def predicate(self, at: List) -> None:
        """A predicate; a `:fact` never changes."""
        head, rest = self.text.head(at, "a predicate")
        if head == ":fact":
            head, rest = self.text.word(rest[0], "a predicate"), rest[1:]
            self.language.static.add(head)
        self.language.predicates[head] = tuple(self.ground.typed(rest))

    def acts(self) -> list[Act]:
        """All actions, their parameters filled in."""
        found: list[Act] = []
        for name, part in self.actions.items():
            said = self.fields(part, ACTION)
            parameters = said.get(":parameters", List("(", (), part.offset))
            for names in self.ground.chosen(parameters, {}):
                found.append(self.act(name, part, said, names))
                if len(found) > MOST_ACTS:
                    raise TooLarge(f"the domain has more than {MOST_ACTS:,} ground actions")
        return found

    def fields(self, part: List, known: tuple[str, ...]) -> dict[str, Expression]:
        """The fields of an event or action; those that are not read are refused."""
        said = self.text.fields(part.items[2:])
        for key in said:
            if key not in known:
                raise self.text.wrong(
                    f"{key} is not read here; {', '.join(known)} are", part
                )
        return said

    def act(self, name: str, part: List, said: dict[str, Expression], names: Names) -> Act:
        """One ground action."""
        if ":action-type" not in said:
            raise self.text.wrong(f"the action {name} has no :action-type", part)
        signature = self.text.list(said[":action-type"], "a type of action")
        kind, arguments = self.text.head(signature, "a type of action")
        if kind not in self.types:
            raise self.text.wrong(
                f"no type of action {kind!r} is known", signature.items[0]
            )
        shape = self.types[kind]
        if kind == "public-announcement" and len(arguments) == 1:
            shape = USUAL["public-ontic"]
        if len(arguments) != len(shape.events):
            what = f"{kind} has {len(shape.events)} events, not {len(arguments)}"
            raise self.text.wrong(what, signature)
        events = tuple(
            self.event(variable, self.text.list(one, "an event"), names)
            for variable, one in zip(shape.events, arguments, strict=True)
        )
        ways = self.ways(said.get(":observability-conditions"), shape, names, part)
        full = "_".join((name, *names.values()))
        return Act(
            full, events, ways, shape.designated, self.doer(names), breaks_beliefs=True
        )

    def doer(self, names: Names) -> Agent | None:
        """Who does an action: its first parameter, if that is an agent."""
        first = next(iter(names.values()), None)
        if first is None or not self.language.is_a(self.language.objects[first], (AGENT,)):
            return None
        return first

    def event(self, variable: str, at: List, names: Names) -> Event:
        """One ground event."""
        head, rest = self.text.head(at, "an event")
        if head not in self.events:
            raise self.text.wrong(f"no event {head!r} is declared", at)
        said = self.fields(self.events[head], EVENT)
        parameters = self.text.list(
            said.get(":parameters", List("(", (), at.offset)), "parameters"
        )
        formal = self.ground.typed(parameters.items)
        if len(formal) != len(rest):
            raise self.text.wrong(
                f"{head} has {len(formal)} parameters, not {len(rest)}", at
            )
        own = {
            one.name: self.ground.term(given, names)
            for one, given in zip(formal, rest, strict=True)
        }
        when: Formula = f.Top()
        if ":precondition" in said and not empty(said[":precondition"]):
            when = self.ground.formula(said[":precondition"], own)
        makes = self.effects(said[":effects"], own) if ":effects" in said else {}
        return Event(variable, when, makes)

    def effects(self, at: Expression, names: Names) -> dict[str, Formula]:
        """What each atom becomes: made true, or true before and not made false."""
        made: dict[str, list[Formula]] = {}
        undone: dict[str, list[Formula]] = {}
        for condition, atom, so in (
            one for some in self.ground.listed(at, names, self.effect) for one in some
        ):
            (made if so else undone).setdefault(atom, []).append(condition)
        return {
            atom: either(
                [
                    *made.get(atom, []),
                    both([f.Atom(atom), negation(either(undone.get(atom, [])))]),
                ]
            )
            for atom in dict.fromkeys((*made, *undone))
        }

    def effect(self, at: List, names: Names) -> list[tuple[Formula, str, bool]]:
        """Atoms that an effect makes true or false, and where."""
        head = str(at.items[0])
        if head not in ("when", "iff"):
            atom, so = self.literal(at, names)
            return [(f.Top(), atom, so)]
        where, which = self.ground.only(at, 2)
        condition = self.ground.formula(where, names)
        literals = self.ground.listed(which, names, self.literal)
        found = [(condition, atom, so) for atom, so in literals]
        if head == "iff":
            found += [(negation(condition), atom, not so) for atom, so in literals]
        return found

    def literal(self, at: List, names: Names) -> tuple[str, bool]:
        """An atom, or `(not atom)`."""
        so = str(at.items[0]) != "not"
        inner = at if so else self.text.list(self.ground.only(at, 1)[0], "an atom")
        if str(inner.items[0]) in self.language.static:
            raise self.text.wrong("a static fact cannot be changed", inner)
        return self.ground.atom(inner, names), so

    # ------------------------------------------------------------------- who observes what

    def ways(
        self, at: Expression | None, shape: ActionType, names: Names, part: List
    ) -> dict[Agent, tuple[Way, ...]]:
        """For each agent, how it observes, and under which condition."""
        found: dict[Agent, tuple[Way, ...]] = {}
        default: tuple[Way, ...] | None = None
        if at is None:
            default = (Way(f.Top(), shape.observing["Fully"]),)
        else:
            for who, some in self.ground.listed(
                at, names, lambda one, put: self.way(one, put, shape), AGENT
            ):
                if who is None:
                    default = some
                else:
                    found[who] = some
        for agent in self.language.agents:
            if agent not in found:
                if default is None:
                    raise self.text.wrong(f"it is not said how {agent} observes", part)
                found[agent] = default
        return found

    def way(
        self, at: List, names: Names, shape: ActionType
    ) -> tuple[Agent | None, tuple[Way, ...]]:
        """How one agent observes, or all others (`default`)."""
        if len(at.items) != 2:
            raise self.text.wrong("an agent and a way to observe are wanted", at)
        who, how = at.items
        agent = None if str(who) == "default" else self.ground.agent(who, names)
        if not isinstance(how, List):
            return agent, (Way(f.Top(), self.links(how, shape)),)
        return agent, tuple(self.cases(how, names, shape))

    def cases(self, at: List, names: Names, shape: ActionType) -> Iterator[Way]:
        """`(if f Fully else-if g Partially else Oblivious)`."""
        items = list(at.items)
        before: list[Formula] = []
        while items:
            word = str(items.pop(0))
            if word in ("if", "else-if") and len(items) >= 2:
                condition = self.ground.formula(items.pop(0), names)
                links = self.links(items.pop(0), shape)
                yield Way(both([*map(negation, before), condition]), links)
                before.append(condition)
            elif word == "else" and len(items) == 1:
                yield Way(both(list(map(negation, before))), self.links(items.pop(), shape))
            else:
                raise self.text.wrong("(if f TYPE else TYPE) is wanted", at)

    def links(self, at: Expression, shape: ActionType) -> frozenset[tuple[str, str]]:
        """The links of a way to observe."""
        name = self.text.word(at, "a way to observe")
        if name not in shape.observing:
            known = ", ".join(shape.observing)
            raise self.text.wrong(f"no way to observe {name!r}; there are {known}", at)
        return shape.observing[name]


ACTION = (":parameters", ":action-type", ":observability-conditions")
EVENT = (":parameters", ":precondition", ":effects")


def empty(at: Expression) -> bool:
    """Whether an expression is `()`."""
    return isinstance(at, List) and not at.items


# --------------------------------------------------------------------------- the problem


class Reader:
    """Reads a problem of a domain."""

    def __init__(self, text: Text, whole: List, domain: Domain) -> None:
        self.text, self.domain, self.whole = text, domain, whole
        self.language = domain.language
        self.ground = Grounder(text, self.language)
        self.parts: dict[str, List] = {}
        for part in whole.items[2:]:
            given = text.list(part, "a declaration")
            head, _ = text.head(given, "a declaration")
            if head not in PROBLEM:
                raise text.wrong(f"{head} is not read in a problem", given)
            if head in self.parts:
                raise text.wrong(f"{head} is said twice", given)
            self.parts[head] = given

    def task(self) -> Task:
        """The task: objects first, then what hangs on them."""
        for head, kind in ((":agents", AGENT), (":objects", OBJECT)):
            for one in self.ground.typed(self.items(head), kind):
                self.language.objects[one.name] = one.types[0]
        if not self.language.agents:
            raise self.text.wrong("no agents are declared", self.whole)
        for part in self.items(":agent-groups"):
            self.declare_group(self.text.list(part, "a group"))
        for part in self.items(":facts-init"):
            self.fact(self.text.list(part, "a fact"))
        name = str(self.text.list(self.whole.items[1], "the name").items[-1])
        if len(self.items(":goal")) != 1:
            raise self.text.wrong("one (:goal FORMULA) is wanted", self.whole)
        goal = self.ground.formula(self.items(":goal")[0], {})
        model, here = self.start()
        return Task(name, model, here, tuple(self.domain.acts()), goal)

    def items(self, head: str) -> tuple[Expression, ...]:
        """What a declaration says; nothing if it is not there."""
        return self.parts[head].items[1:] if head in self.parts else ()

    def declare_group(self, at: List) -> None:
        """A named group of agents."""
        if len(at.items) not in (2, 4):
            raise self.text.wrong("(NAME (AGENT ...)) is wanted", at)
        who = self.ground.group(at.items[-1], {})
        self.language.groups[self.text.word(at.items[0], "a name")] = who

    def fact(self, at: List) -> None:
        """A static fact that holds."""
        head, _ = self.text.head(at, "a fact")
        if head not in self.language.static:
            raise self.text.wrong(f"{head} is no :fact of the domain", at)
        self.language.facts.add(self.ground.atom(at, {}))

    def start(self) -> tuple[Rows, tuple[World, ...]]:
        """The model at the start, explicit or as a theory."""
        given = self.items(":init")
        if not given:
            raise self.text.wrong("(:init ...) is missing", self.whole)
        if str(given[0]) == ":worlds":
            return self.explicit(given)
        if len(given) != 1:
            raise self.text.wrong("one list of formulas is wanted", self.parts[":init"])
        return Theory(self).start(given[0])

    def explicit(
        self, given: tuple[Expression, ...]
    ) -> tuple[Relational, tuple[World, ...]]:
        """A model whose worlds, links, and labels are written out."""
        said = self.text.fields(given)
        for key in (":worlds", ":relations", ":labels", ":designated"):
            if key not in said:
                raise self.text.wrong(f"{key} is missing", self.parts[":init"])
        worlds = [str(w) for w in self.text.list(said[":worlds"], "worlds").items]
        names = WorldGrounder(self.text, worlds)
        links: dict[Agent, list[tuple[str, str]]] = {a: [] for a in self.language.agents}
        relations = self.text.list(said[":relations"], "relations").items
        for who, value in zip(relations[::2], relations[1::2], strict=False):
            agent = self.ground.agent(who, {})
            links[agent] += names.listed(value, {}, names.pair, "world")
        facts: dict[str, list[str]] = {atom: [] for atom in self.language.atoms()}
        labels = self.text.list(said[":labels"], "labels").items
        for which, value in zip(labels[::2], labels[1::2], strict=False):
            world = names.term(which, {})
            for atom in self.ground.listed(value, {}, self.ground.atom):
                if atom in facts:
                    facts[atom].append(world)
        designated = self.text.list(said[":designated"], "worlds").items
        here = tuple(worlds.index(names.term(one, {})) for one in designated)
        return from_links(worlds, facts, links), here


PROBLEM = (
    ":domain", ":requirements", ":agents", ":agent-groups", ":objects", ":facts-init",
    ":init", ":goal",
)  # fmt: skip


class WorldGrounder(Grounder):
    """Reads links between worlds that have names."""

    def __init__(self, text: Text, worlds: list[str]) -> None:
        language = Language(parents={"world": "entity"})
        language.objects = dict.fromkeys(worlds, "world")
        super().__init__(text, language)

    def pair(self, at: List, names: Names) -> tuple[str, str]:
        """One link: a world, and one that is held possible there."""
        if len(at.items) != 2:
            raise self.text.wrong("a pair of worlds is wanted", at)
        return self.term(at.items[0], names), self.term(at.items[1], names)


class Theory:
    """A start told by formulas: what is so, what is common knowledge, who knows whether.

    The worlds are all ways in which what is common knowledge holds; agents tell them apart
    by what it is common knowledge that they know whether: a *finitary S5 theory* [Son2014].
    """

    def __init__(self, reader: Reader) -> None:
        self.reader, self.text, self.ground = reader, reader.text, reader.ground
        self.so: list[Formula] = []
        self.common: list[Formula] = []
        self.whether: dict[Agent, list[Formula]] = {}
        self.unsure: list[tuple[Agent, Formula, List]] = []

    def start(self, at: Expression) -> tuple[Table, tuple[World, ...]]:
        """The model of the theory, and the worlds that may be so."""
        self.ground.listed(at, {}, self.take)
        language = self.reader.language
        atoms = language.atoms()
        fixed = dict(self.literals())
        free = [atom for atom in atoms if atom not in fixed]
        if len(free) > MOST_FREE:
            raise TooLarge(
                f"{len(free)} atoms are open at the start, which is 2^{len(free)} worlds; "
                f"at most {MOST_FREE} can be"
            )
        rows = np.arange(2 ** len(free))
        facts = {atom: np.full(len(rows), so) for atom, so in fixed.items()}
        facts |= {atom: (rows >> k & 1).astype(bool) for k, atom in enumerate(free)}
        whole = Table(facts, {}, rows=len(rows))
        kept = whole.where(both(self.common))
        if not kept.any():
            raise self.text.wrong("no world is as it is commonly known to be", at)
        facts = {atom: column[kept] for atom, column in facts.items()}
        plain = Table(facts, {}, rows=int(kept.sum()))
        views = {agent: self.view(plain, agent) for agent in language.agents}
        model = Table(facts, views, rows=len(plain))
        here = tuple(model.worlds(model.where(both(self.so))).tolist())
        if not here:
            raise self.text.wrong("what is so contradicts what is commonly known", at)
        for agent, claim, place in self.unsure:
            if not model.valid(f.Not(f.Know("Kw", (agent,), claim))):
                raise self.text.wrong(f"{agent} does know whether, in some world", place)
        return model, here

    def take(self, at: List, names: Names) -> None:
        """One formula of the theory."""
        if not isinstance(at.items[0], List):
            self.so.append(self.plain(at, names))
            return
        if str(at.items[0]) != "[C. All]" or len(at.items) != 2:
            raise self.text.wrong("[C. All] is the one modality that can stand here", at)
        inner = self.text.list(at.items[1], "a formula")
        if not inner.items or not isinstance(index := inner.items[0], List):
            self.common.append(self.plain(inner, names))
            return
        if len(inner.items) != 2:
            raise self.text.wrong("one formula is wanted after a modality", inner)
        claim = self.plain(self.text.list(inner.items[1], "a formula"), names)
        agent = self.ground.agent(index.items[-1], names)
        match index.open, [str(item) for item in index.items[:-1]]:
            case "[", ["Kw."]:
                self.whether.setdefault(agent, []).append(claim)
            case "[", []:
                self.common.append(claim)
            case "<", ["Kw."]:
                self.unsure.append((agent, claim, inner))
            case _:
                raise self.text.wrong(f"{index} cannot stand in a theory", index)

    def plain(self, at: List, names: Names) -> Formula:
        """A formula without knowledge."""
        found = self.ground.formula(at, names)
        if knows(found):
            raise self.text.wrong("a formula without modalities is wanted here", at)
        return found

    def literals(self) -> Iterator[tuple[str, bool]]:
        """Atoms whose truth is common knowledge word for word."""
        waiting = list(self.common)
        while waiting:
            match waiting.pop():
                case f.And(claims):
                    waiting += claims
                case f.Atom(name):
                    yield name, True
                case f.Not(f.Atom(name)):
                    yield name, False
                case _:
                    pass

    def view(
        self, model: Table, agent: Agent
    ) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """How worlds look to an agent: alike if what it knows whether is."""
        labels = np.zeros(len(model), dtype=np.int64)
        for claim in self.whether.get(agent, []):
            labels = labels * 2 + model.where(claim)
            labels = np.unique(labels, return_inverse=True)[1].astype(np.int64)
        return labels


def knows(formula: Formula) -> bool:
    """Whether a formula speaks of knowledge."""
    return isinstance(formula, f.Know | f.Possible) or any(map(knows, f.inner(formula)))
