"""The core of the language: facts, negation, conjunction, boxes, and common knowledge.

Every formula becomes a number in a store, the same number for the same thing said; its
negation is the number with a minus sign, as solvers write it.  What is left are facts,
conjunctions, boxes of groups (K of one agent, D of several), and *relativized* common
knowledge: along all paths of the group through worlds of one claim, another claim holds.

With it announcements are no more than a way to write: what holds after an announcement is
said of the worlds where it was true [vanBenthem2006].  The store shares equal parts, so a
formula grows by no more than a factor for every announcement [Lutz2006].

>>> from whoknows.logic.parse import parse
>>> store = Core()
>>> print(store.shown(store.of(parse("[! p] K ann q"))))
~(~K ann ~(~q & p) & p)
>>> print(store.shown(store.of(parse("[! p] K ann p"))))  # p stays p: nothing is left of it
true
>>> store.of(parse("p & q & p")) == store.of(parse("q & p"))
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import product
from typing import TypeAlias

from whoknows.errors import BadSetup, TooLarge, UnknownName
from whoknows.logic import formula as f
from whoknows.logic.evaluate import spelled_out
from whoknows.logic.formula import Formula
from whoknows.logic.model import Agent

Literal: TypeAlias = int  # the number of a node, negative for its negation
Group: TypeAlias = tuple[Agent, ...]  # agents in order, each once

TRUE, FALSE = 1, -1
LOGICS = ("S5", "KD45", "K")
MOST_AT_ONCE = 8  # claims in one announcement of *whether*: a case for each way they may be
MOST_NODES = 20_000  # a store larger than this is refused


@dataclass(frozen=True, slots=True)
class Truth:
    """What is always so."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact, by name."""

    name: str


@dataclass(frozen=True, slots=True)
class Both:
    """All of the parts hold."""

    parts: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """The group together knows (or believes) the body."""

    group: Group
    body: Literal


@dataclass(frozen=True, slots=True)
class Common:
    """Along all paths of the group, of one step or more, through `inside`: `claim`."""

    group: Group
    inside: Literal
    claim: Literal


Node: TypeAlias = Truth | Fact | Both | Box | Common


@dataclass
class Core:
    """A store of formulas of one logic."""

    logic: str = "S5"
    nodes: list[Node] = field(default_factory=lambda: [Truth(), Truth()])
    numbers: dict[Node, int] = field(default_factory=lambda: {Truth(): TRUE})
    unfolded: dict[int, Literal] = field(default_factory=dict)
    """For each common knowledge, the boxes it comes to: known to all, now and after."""
    among: dict[tuple[int, Literal], Literal] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.logic not in LOGICS:
            raise UnknownName.among("logic", self.logic, LOGICS)

    # ------------------------------------------------------------------------ making nodes

    def number(self, node: Node) -> int:
        """The number of a node, the same for the same node."""
        if node not in self.numbers:
            if len(self.nodes) > MOST_NODES:
                raise TooLarge(f"the formula has more than {MOST_NODES} different parts")
            self.numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return self.numbers[node]

    def both(self, *parts: Literal) -> Literal:
        """All of the parts; constants and repetitions are taken out."""
        some = {part for part in parts if part != TRUE}
        if FALSE in some or any(-part in some for part in some):
            return FALSE
        if len(some) < 2:
            return some.pop() if some else TRUE
        return self.number(Both(tuple(sorted(some))))

    def either(self, *parts: Literal) -> Literal:
        """One of the parts, or more."""
        return -self.both(*(-part for part in parts))

    def implies(self, given: Literal, then: Literal) -> Literal:
        """If one, then the other."""
        return self.either(-given, then)

    def same(self, left: Literal, right: Literal) -> Literal:
        """Both or neither."""
        return self.both(self.implies(left, right), self.implies(right, left))

    def box(self, group: Group, body: Literal) -> Literal:
        """The group together knows the body."""
        if body == TRUE or (body == FALSE and self.logic == "S5"):
            return body
        return self.number(Box(group, body))

    def common(self, group: Group, inside: Literal, claim: Literal) -> Literal:
        """The claim along all paths of the group through `inside`; unfolded at once."""
        if inside == FALSE or claim == TRUE or not group:
            return TRUE
        if len(group) == 1 and inside == TRUE and self.logic != "K":
            return self.box(group, claim)  # the paths of one agent are single steps
        found = self.number(Common(group, inside, claim))
        if found not in self.unfolded:
            step = self.implies(inside, self.both(claim, found))
            known = [self.box((agent,), step) for agent in group]
            self.unfolded[found] = self.both(*known)
        return found

    # -------------------------------------------------------------------- from formulas

    def of(self, formula: Formula) -> Literal:
        """The number of a formula."""
        of = self.of
        match formula:
            case f.Top():
                return TRUE
            case f.Bot():
                return FALSE
            case f.Atom(name):
                return self.number(Fact(name))
            case f.Not(claim):
                return -of(claim)
            case f.And(claims):
                return self.both(*map(of, claims))
            case f.Or(claims):
                return self.either(*map(of, claims))
            case f.Xor(claims):
                return reduce(lambda odd, one: -self.same(odd, one), map(of, claims), FALSE)
            case f.OneOf(claims):
                return self.one_of([of(claim) for claim in claims])
            case f.Implies(given, then):
                return self.implies(of(given), of(then))
            case f.Iff(left, right):
                return self.same(of(left), of(right))
            case f.Forall(names, claim):
                return of(spelled_out(names, claim, f.And))
            case f.Exists(names, claim):
                return of(spelled_out(names, claim, f.Or))
            case f.Know(how, who, claim):
                return self.known(how, who, of(claim))
            case f.Possible(how, who, claim):
                return -self.known(how, who, -of(claim))
            case f.Announce(said, then):
                true = of(said)
                return self.implies(true, self.after(of(then), true))
            case f.CanAnnounce(said, then):
                true = of(said)
                return self.both(true, self.after(of(then), true))
            case f.AnnounceWhether(several, then):
                return self.after_cases([of(said) for said in several], of(then))
            case f.Is() | f.KnowValue() | f.AnnounceValue():
                raise BadSetup(
                    f"'{formula}' speaks of a part, whose values only a model gives: "
                    "to find a model, speak of facts"
                )
            case _:
                raise BadSetup(f"'{formula}' is not in the language that is decided here")

    def one_of(self, claims: list[Literal]) -> Literal:
        """Exactly one of the claims: one, and no two."""
        pairs = [-self.both(one, two) for k, one in enumerate(claims) for two in claims[:k]]
        return self.both(self.either(*claims), *pairs)

    def known(self, how: str, who: tuple[Agent, ...], claim: Literal) -> Literal:
        """A claim as known in one of the seven ways."""
        group = tuple(sorted(set(who)))
        if how.endswith("w"):
            return self.either(
                *(self.known(how[:-1], who, side) for side in (claim, -claim))
            )
        match how:
            case "K" | "D":
                if not group:
                    raise BadSetup(
                        "D{} of nobody speaks of all worlds at once: name an agent"
                    )
                return self.box(group, claim)
            case "E":
                return self.both(*(self.box((agent,), claim) for agent in group))
            case _:
                if not group and self.logic == "S5":
                    return claim
                return self.common(group, TRUE, claim)

    # ------------------------------------------------------------------- announcements

    def after(self, claim: Literal, said: Literal) -> Literal:
        """A claim about the worlds of `said` alone, as a claim about all worlds."""
        if said == TRUE or abs(claim) == TRUE:
            return claim
        key = (abs(claim), said)
        if key not in self.among:
            self.among[key] = self.restricted(self.nodes[abs(claim)], said)
        found = self.among[key]
        return found if claim > 0 else -found

    def restricted(self, node: Node, said: Literal) -> Literal:
        """A node as it is among the worlds of `said`."""
        match node:
            case Both(parts):
                return self.both(*(self.after(part, said) for part in parts))
            case Box(group, body):
                return self.box(group, self.implies(said, self.after(body, said)))
            case Common(group, inside, claim):
                there = self.both(said, self.after(inside, said))
                return self.common(group, there, self.after(claim, said))
            case _:
                return self.number(node)

    def after_cases(self, claims: list[Literal], then: Literal) -> Literal:
        """What holds once it is said, all at the same time, which claims hold."""
        if len(claims) > MOST_AT_ONCE:
            raise TooLarge(
                f"{len(claims)} claims announced at once are 2^{len(claims)} cases; "
                f"at most {MOST_AT_ONCE} claims are taken"
            )
        cases = []
        for signs in product((1, -1), repeat=len(claims)):
            case = self.both(
                *(sign * claim for sign, claim in zip(signs, claims, strict=True))
            )
            cases.append(self.implies(case, self.after(then, case)))
        return self.both(*cases)

    # -------------------------------------------------------------------- what is in it

    def inside(self, roots: Iterable[Literal], *, unfold: bool = True) -> list[int]:
        """The numbers of all nodes that the roots are made of.

        If asked to `unfold`, common knowledge comes with the boxes that it comes to.
        """
        found: dict[int, None] = {}
        waiting = [abs(root) for root in roots]
        while waiting:
            number = waiting.pop()
            if number not in found:
                found[number] = None
                waiting += [abs(part) for part in self.parts(number)]
                if unfold and number in self.unfolded:
                    waiting.append(abs(self.unfolded[number]))
        return sorted(found)

    def parts(self, number: int) -> tuple[Literal, ...]:
        """The literals directly inside a node."""
        match self.nodes[number]:
            case Both(parts):
                return parts
            case Box(_, body):
                return (body,)
            case Common(_, inside, claim):
                return (inside, claim)
            case _:
                return ()

    def shown(self, literal: Literal) -> str:
        """A literal as text, for people who look inside."""
        if literal < 0:
            return f"~{self.shown(-literal)}" if literal != FALSE else "false"
        match self.nodes[literal]:
            case Fact(name):
                return f.written(name)
            case Both(parts):
                return f"({' & '.join(map(self.shown, parts))})"
            case Box(group, body):
                how = "K" if len(group) == 1 else "D"
                return f"{f.knower(how, group)} {self.shown(body)}"
            case Common(group, inside, claim):
                through = "" if inside == TRUE else f"/{self.shown(inside)}"
                return f"{f.knower('C', group)}{through} {self.shown(claim)}"
            case _:
                return "true"


def agents_of(formulas: list[Formula]) -> Group:
    """The agents that formulas speak of, in order."""
    return tuple(sorted({name for one in formulas for name in names_of(one, agents=True)}))


def facts_of(formulas: list[Formula]) -> tuple[str, ...]:
    """The facts that formulas speak of, in order; those bound by a quantifier are not."""
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
        case f.Forall(bound, _) | f.Exists(bound, _) if not agents:
            found -= set(bound)
        case _:
            pass
    return found
