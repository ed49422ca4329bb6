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
from whoknows.logic.files.source import Source
from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.links import Relational, from_links
from whoknows.logic.models.model import Agent, World
from whoknows.logic.models.table import Rows, Table
from whoknows.logic.planning.acts import Act
from whoknows.logic.planning.epddl.action_types import USUAL, ActionType, read_library
from whoknows.logic.planning.epddl.domain import Domain, kind_of
from whoknows.logic.planning.epddl.grounding import (
    AGENT,
    OBJECT,
    Grounder,
    Language,
    Names,
    both,
)
from whoknows.logic.planning.epddl.parentheses import Expression, List, Text, expression

MOST_FREE = 22  # atoms whose truth is open at the start


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
        self.claims: list[Formula] = []
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
            raise self.text.wrong("no world agrees with what is common knowledge", at)
        facts = {atom: column[kept] for atom, column in facts.items()}
        plain = Table(facts, {}, rows=int(kept.sum()))
        views = {agent: self.view(plain, agent) for agent in language.agents}
        model = Table(facts, views, rows=len(plain))
        here = tuple(model.worlds(model.where(both(self.claims))).tolist())
        if not here:
            raise self.text.wrong("what is true contradicts what is common knowledge", at)
        for agent, claim, place in self.unsure:
            if not model.valid(f.Not(f.Know("Kw", (agent,), claim))):
                raise self.text.wrong(f"{agent} does know whether, in some world", place)
        return model, here

    def take(self, at: List, names: Names) -> None:
        """One formula of the theory."""
        if not isinstance(at.items[0], List):
            self.claims.append(self.plain(at, names))
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
