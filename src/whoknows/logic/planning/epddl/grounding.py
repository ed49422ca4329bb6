"""The language of an EPDDL problem: types, objects, predicates, and formulas made ground.

Quantifiers are spelled out, equalities and static facts decided, and an atom such as
`(at A room1)` becomes the fact `at_A_room1`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias, TypeVar

from whoknows.errors import TooLarge
from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.model import Agent
from whoknows.logic.planning.epddl.parentheses import Expression, List, Text, Word

E = TypeVar("E")
Names: TypeAlias = Mapping[str, str]  # what each variable stands for
MOST_GROUND = 200_000  # ways to fill in the variables of one quantifier or action
OBJECT, AGENT, ENTITY = "object", "agent", "entity"


@dataclass(frozen=True, slots=True)
class Typed:
    """A name with the types it may have."""

    name: str
    types: tuple[str, ...]
    place: Word


@dataclass
class Language:
    """What there is: types with their parents, objects with their types, predicates."""

    parents: dict[str, str] = field(default_factory=lambda: {OBJECT: ENTITY, AGENT: ENTITY})
    objects: dict[str, str] = field(default_factory=dict)
    predicates: dict[str, tuple[Typed, ...]] = field(default_factory=dict)
    static: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    """The static atoms that hold."""
    groups: dict[str, tuple[Agent, ...]] = field(default_factory=dict)

    @property
    def agents(self) -> tuple[Agent, ...]:
        """All agents."""
        return tuple(self.of_types((AGENT,)))

    def of_types(self, types: tuple[str, ...]) -> list[str]:
        """The objects of one of some types."""
        return [name for name, kind in self.objects.items() if self.is_a(kind, types)]

    def is_a(self, kind: str, types: tuple[str, ...]) -> bool:
        """Whether a type is one of some types, or below one."""
        while kind not in types:
            if kind not in self.parents:
                return False
            kind = self.parents[kind]
        return True

    def atoms(self) -> list[str]:
        """The atoms that can change, or be unknown."""
        return [
            atom(name, filled)
            for name, parameters in self.predicates.items()
            if name not in self.static
            for filled in self.fillings(parameters)
        ]

    def fillings(self, parameters: tuple[Typed, ...]) -> Iterator[tuple[str, ...]]:
        """Every way to fill in parameters."""
        spans = [self.of_types(one.types) for one in parameters]
        count = 1
        for span in spans:
            count *= len(span)
        if count > MOST_GROUND:
            names = ", ".join(one.name for one in parameters)
            raise TooLarge(f"{names} can be filled in in {count:,} ways")
        return product(*spans)


def atom(name: str, arguments: tuple[str, ...]) -> str:
    """The name of an atom as one word."""
    return "_".join((name, *arguments))


class Grounder:
    """Reads expressions of one file in a language, variables filled in."""

    def __init__(self, text: Text, language: Language) -> None:
        self.text, self.language = text, language

    # ------------------------------------------------------------------- typed variables

    def typed(self, items: tuple[Expression, ...], default: str = OBJECT) -> list[Typed]:
        """Names with types: `?a ?b - block ?x - (either block column) ?y`."""
        found: list[Typed] = []
        waiting: list[Word] = []
        place = 0
        while place < len(items):
            item = items[place]
            if isinstance(item, Word) and item.text == "-":
                if place + 1 == len(items) or not waiting:
                    raise self.text.wrong("a type is wanted after '-', a name before", item)
                types = self.types(items[place + 1])
                found += [Typed(word.text, types, word) for word in waiting]
                waiting, place = [], place + 2
                continue
            self.text.word(item, "a name")
            assert isinstance(item, Word)
            waiting.append(item)
            place += 1
        return found + [Typed(word.text, (default,), word) for word in waiting]

    def types(self, at: Expression) -> tuple[str, ...]:
        """A type, or one of several."""
        if isinstance(at, List):
            head, rest = self.text.head(at, "either")
            if head != "either":
                raise self.text.wrong(f"(either ...) is wanted, not ({head} ...)", at)
            return tuple(kind for one in rest for kind in self.types(one))
        known = {*self.language.parents, ENTITY, "event", "world"}
        if at.text not in known:
            raise self.text.wrong(f"no type {at.text!r} is declared", at)
        return (at.text,)

    def chosen(
        self, at: Expression, names: Names, default: str = OBJECT
    ) -> Iterator[Names]:
        """Every way to fill in `(?x ?y - type | condition)`."""
        items = self.text.list(at, "variables").items
        bars = [k for k, item in enumerate(items) if str(item) == "|"]
        variables = self.typed(items[: bars[0]] if bars else items, default)
        condition = items[bars[0] + 1 :] if bars else ()
        if bars and len(condition) != 1:
            raise self.text.wrong("one condition is wanted after '|'", items[bars[0]])
        for one in variables:
            if not one.name.startswith("?"):
                raise self.text.wrong(f"a variable is wanted, not {one.name}", one.place)
        for filled in self.language.fillings(tuple(variables)):
            put = {v.name: name for v, name in zip(variables, filled, strict=True)}
            inner = {**names, **put}
            if not bars or self.decided(condition[0], inner):
                yield inner

    def decided(self, at: Expression, names: Names) -> bool:
        """Whether a condition of names and static facts holds."""
        found = self.formula(at, names)
        if found not in (f.Top(), f.Bot()):
            raise self.text.wrong("only equalities and static facts can stand here", at)
        return found == f.Top()

    def term(self, at: Expression, names: Names) -> str:
        """An object, or what a variable stands for."""
        said = self.text.word(at, "a name")
        if said.startswith("?"):
            if said not in names:
                raise self.text.wrong(f"the variable {said} is not declared", at)
            return names[said]
        if said not in self.language.objects:
            raise self.text.wrong(f"no object or agent {said!r}", at)
        return said

    # -------------------------------------------------------------------------- formulas

    def formula(self, at: Expression, names: Names) -> Formula:
        """A formula without variables."""
        given = self.text.list(at, "a formula")
        if given.items and isinstance(first := given.items[0], List):
            return self.modal(given, first, names)
        head, rest = self.text.head(given, "a formula")
        several = CONNECTIVES.get(head)
        if several is not None:
            return several([self.formula(one, names) for one in rest])
        match head:
            case "not":
                return negation(self.formula(self.only(given, 1)[0], names))
            case "imply":
                left, right = (self.formula(one, names) for one in self.only(given, 2))
                return either([negation(left), right])
            case "=" | "/=":
                left_name, right_name = (
                    self.term(one, names) for one in self.only(given, 2)
                )
                return constant((left_name == right_name) == (head == "="))
            case "forall" | "exists":
                which, claim = self.only(given, 2)
                claims = [self.formula(claim, put) for put in self.chosen(which, names)]
                return both(claims) if head == "forall" else either(claims)
            case "true" | "false":
                self.only(given, 0)
                return constant(head == "true")
            case _:
                return self.predicate(given, names)

    def only(self, at: List, count: int) -> tuple[Expression, ...]:
        """The parts of a list after its head, which must be so many."""
        if len(at.items) != count + 1:
            raise self.text.wrong(f"{count} parts are wanted after {at.items[0]}", at)
        return at.items[1:]

    def predicate(self, at: List, names: Names) -> Formula:
        """An atom; a static one is true or false."""
        name = self.atom(at, names)
        head = str(at.items[0])
        if head in self.language.static:
            return constant(name in self.language.facts)
        return f.Atom(name)

    def atom(self, at: List, names: Names) -> str:
        """The name of an atom, its arguments checked."""
        head, rest = self.text.head(at, "a predicate")
        if head not in self.language.predicates:
            raise self.text.wrong(f"no predicate {head!r} is declared", at.items[0])
        wanted = self.language.predicates[head]
        if len(rest) != len(wanted):
            what = f"{head} has {len(wanted)} arguments, not {len(rest)}"
            raise self.text.wrong(what, at)
        arguments = tuple(self.term(one, names) for one in rest)
        for said, name, one in zip(rest, arguments, wanted, strict=True):
            if not self.language.is_a(self.language.objects[name], one.types):
                what = f"{name} is no {' or '.join(one.types)}"
                raise self.text.wrong(what, said)
        return atom(head, arguments)

    def modal(self, given: List, index: List, names: Names) -> Formula:
        """What agents know, or hold possible: `([A] f)`, `(<Kw. A> f)`, `([C. All] f)`."""
        if index.open not in "[<":
            raise self.text.wrong("a formula starts with a word or a modality", index)
        [said] = self.only(given, 1)
        claim = self.formula(said, names)
        how, rest = "", index.items
        if rest and str(rest[0]) in ("Kw.", "C."):
            how, rest = str(rest[0]), rest[1:]
        if len(rest) != 1:
            raise self.text.wrong("an agent or a group is wanted in the brackets", index)
        who = self.group(rest[0], names)
        if how == "C.":
            known = f.Know("C", who, claim if index.open == "[" else negation(claim))
            return known if index.open == "[" else f.Not(known)
        return both([knowing(how, index.open, agent, claim) for agent in who])

    def group(self, at: Expression, names: Names) -> tuple[Agent, ...]:
        """The agents of a modality."""
        if isinstance(at, List):
            found = [a for one in self.listed(at, names, self.members) for a in one]
            return tuple(dict.fromkeys(found))
        if at.text == "All":
            return self.language.agents
        if at.text in self.language.groups:
            return self.language.groups[at.text]
        return (self.agent(at, names),)

    def members(self, at: List, names: Names) -> list[Agent]:
        """The agents named in a list."""
        return [self.agent(one, names) for one in at.items]

    def agent(self, at: Expression, names: Names) -> Agent:
        """An agent by name."""
        name = self.term(at, names)
        if not self.language.is_a(self.language.objects[name], (AGENT,)):
            raise self.text.wrong(f"{name} is no agent", at)
        return name

    # ----------------------------------------------------------------------------- lists

    def listed(
        self,
        at: Expression,
        names: Names,
        make: Callable[[List, Names], E],
        default: str = OBJECT,
    ) -> list[E]:
        """The elements of `(:and ...)`, `(:forall (...) ...)`, or of one element."""
        given = self.text.list(at, "a list")
        head = str(given.items[0]) if given.items else ""
        if head == ":and":
            inner = (self.listed(one, names, make, default) for one in given.items[1:])
            return [made for some in inner for made in some]
        if head == ":forall":
            which, body = self.only(given, 2)
            return [
                made
                for put in self.chosen(which, names, default)
                for made in self.listed(body, put, make, default)
            ]
        return [make(given, names)] if given.items else []


def knowing(how: str, opened: str, agent: Agent, claim: Formula) -> Formula:
    """What one agent knows, knows whether, or holds possible."""
    if how == "Kw.":
        known: Formula = f.Know("Kw", (agent,), claim)
        return known if opened == "[" else f.Not(known)
    if opened == "[":
        return f.Know("K", (agent,), claim)
    return f.Possible("K", (agent,), claim)


# ------------------------------------------------------------- formulas, made short at once


def constant(holds: bool) -> Formula:
    """What is always, or never, so."""
    return f.Top() if holds else f.Bot()


def negation(claim: Formula) -> Formula:
    """That the claim fails."""
    match claim:
        case f.Top() | f.Bot():
            return constant(claim == f.Bot())
        case f.Not(inner):
            return inner
        case _:
            return f.Not(claim)


def both(claims: list[Formula]) -> Formula:
    """All the claims."""
    kept = [claim for claim in dict.fromkeys(claims) if claim != f.Top()]
    if f.Bot() in kept:
        return f.Bot()
    if len(kept) < 2:
        return kept[0] if kept else f.Top()
    return f.And(tuple(kept))


def either(claims: list[Formula]) -> Formula:
    """One of the claims, or more."""
    return negation(both([negation(claim) for claim in claims]))


CONNECTIVES: Mapping[str, Callable[[list[Formula]], Formula]] = {
    "and": both,
    "or": either,
}
