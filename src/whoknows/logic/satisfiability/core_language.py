"""The core of the language: facts, negation, conjunction, boxes, and common knowledge.

Every formula becomes a number in a store, the same number for the same thing said; its
negation is the number with a minus sign, as solvers write it.  What is left are facts,
conjunctions, boxes of groups (K of one agent, D of several), and *relativized* common
knowledge: along all paths of the group through worlds of one claim, another claim holds.

With it announcements are no more than a way to write: what holds after an announcement is
said of the worlds where it was true [vanBenthem2006].  The store shares equal parts, so a
formula grows by no more than a factor for every announcement [Lutz2006].

>>> from whoknows.logic.language.reader import parse
>>> store = Core()
>>> print(store.shown(store.of(parse("[! p] K ann q"))))
~(~K ann ~(~q & p) & p)
>>> print(store.shown(store.of(parse("[! p] K ann p"))))  # p stays p: nothing is left of it
true
>>> store.of(parse("p & q & p")) == store.of(parse("q & p"))
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import product
from typing import Any, TypeAlias

from whoknows.errors import BadSetup, TooLarge, UnknownName
from whoknows.logic.events.event_model import EventModel
from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula
from whoknows.logic.language.text import knower
from whoknows.logic.models.model import Agent
from whoknows.logic.reasoning.evaluate import spelled_out

Literal: TypeAlias = int  # the number of a node, negative for its negation
Group: TypeAlias = tuple[Agent, ...]  # agents in order, each once

TRUE, FALSE = 1, -1
LOGICS = ("S5", "KD45", "K")
MOST_AT_ONCE = 8  # claims in one announcement of *whether*: a case for each way they may be
DEEPEST = 150  # levels of a formula
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

    def same(self, one: Literal, other: Literal) -> Literal:
        """Both or neither."""
        return self.both(self.implies(one, other), self.implies(other, one))

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
        literal = self.number(Common(group, inside, claim))
        if literal not in self.unfolded:
            step = self.implies(inside, self.both(claim, literal))
            known = [self.box((agent,), step) for agent in group]
            self.unfolded[literal] = self.both(*known)
        return literal

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
            case f.KnowGiven(how, who, given, claim):
                return self.known_given(how, who, of(given), of(claim))
            case f.AnnounceTo() | f.CanAnnounceTo() | f.AnnounceWhetherTo():
                return self.after_telling(formula)
            case f.After(events, event, then) | f.CanAfter(events, event, then):
                box = isinstance(formula, f.After)
                return self.after_event(
                    Happening.of(events, self), event, of(then), box=box
                )
            case f.Is() | f.Compare() | f.KnowValue() | f.AnnounceValue():
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
            case "B" | "S":
                raise BadSetup(
                    f"'{how} {who[0]}' speaks of worlds that are ranked: "
                    "to find a model of belief, write K and take the logic KD45"
                )
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

    def known_given(
        self, how: str, who: tuple[Agent, ...], given: Literal, claim: Literal
    ) -> Literal:
        """A claim as known among the worlds of a condition."""
        if how == "C":
            return self.common(tuple(sorted(set(who))), given, claim)
        return self.known(how, who, self.implies(given, claim))

    # ------------------------------------------------------------------- announcements

    def after(self, claim: Literal, announced: Literal) -> Literal:
        """A claim about the worlds of `announced` alone, as a claim about all worlds."""
        if announced == TRUE or abs(claim) == TRUE:
            return claim
        key = (abs(claim), announced)
        if key not in self.among:
            self.among[key] = self.restricted(self.nodes[abs(claim)], announced)
        literal = self.among[key]
        return literal if claim > 0 else -literal

    def restricted(self, node: Node, announced: Literal) -> Literal:
        """A node as it is among the worlds of `announced`."""
        match node:
            case Both(parts):
                return self.both(*(self.after(part, announced) for part in parts))
            case Box(group, body):
                return self.box(group, self.implies(announced, self.after(body, announced)))
            case Common(group, inside, claim):
                there = self.both(announced, self.after(inside, announced))
                return self.common(group, there, self.after(claim, announced))
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

    # ------------------------------------------------------------------------- events

    def after_telling(
        self, formula: f.AnnounceTo | f.CanAnnounceTo | f.AnnounceWhetherTo
    ) -> Literal:
        """What holds once some are told whether a claim holds, before all eyes."""
        said, then = self.of(formula.said), self.of(formula.then)
        event = Happening.telling(said, formula.who)
        yes = self.after_event(event, "yes", then, box=isinstance(formula, f.AnnounceTo))
        if isinstance(formula, f.AnnounceWhetherTo):
            return self.either(yes, self.after_event(event, "no", then, box=False))
        return yes

    def after_event(
        self, events: Happening, event: str, then: Literal, *, box: bool
    ) -> Literal:
        """What holds after an event, or also where it cannot happen."""
        can, literal = events.when[event], self.happened(events, event, then)
        return self.implies(can, literal) if box else self.both(can, literal)

    def happened(self, events: Happening, event: str, claim: Literal) -> Literal:
        """A claim about the model after an event, as a claim about the model before."""
        if abs(claim) == TRUE:
            return claim
        key = (event, abs(claim))
        if key not in events.known:
            events.known[key] = self.before(events, event, self.nodes[abs(claim)])
        literal = events.known[key]
        return literal if claim > 0 else -literal

    def before(self, events: Happening, event: str, node: Node) -> Literal:
        """A node after an event, as it is before: the reduction laws [Baltag1998]."""
        match node:
            case Fact(name):
                return events.makes[event].get(name, self.number(node))
            case Both(parts):
                return self.both(*(self.happened(events, event, one) for one in parts))
            case Box(group, body):
                return self.both(
                    *(
                        self.box(
                            group,
                            self.implies(
                                events.when[other], self.happened(events, other, body)
                            ),
                        )
                        for other in events.when
                        if all(events.alike(agent, event, other) for agent in group)
                    )
                )
            case Common():
                if events.public:
                    return self.restricted_common(events, event, node)
                raise BadSetup(
                    "common knowledge after an event that not everybody sees is not decided"
                )
            case _:
                return TRUE

    def restricted_common(self, events: Happening, event: str, node: Common) -> Literal:
        """Common knowledge after an event that everybody takes for what it is."""
        can = events.when[event]
        there = self.both(can, self.happened(events, event, node.inside))
        return self.common(node.group, there, self.happened(events, event, node.claim))

    # -------------------------------------------------------------------- what is in it

    def inside(self, roots: Iterable[Literal], *, unfold: bool = True) -> list[int]:
        """The numbers of all nodes that the roots are made of.

        If asked to `unfold`, common knowledge comes with the boxes that it comes to.
        """
        parts: dict[int, None] = {}
        waiting = [abs(root) for root in roots]
        while waiting:
            number = waiting.pop()
            if number not in parts:
                parts[number] = None
                waiting += [abs(part) for part in self.parts(number)]
                if unfold and number in self.unfolded:
                    waiting.append(abs(self.unfolded[number]))
        return sorted(parts)

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
                return f"{knower(how, group)} {self.shown(body)}"
            case Common(group, inside, claim):
                through = "" if inside == TRUE else f"/{self.shown(inside)}"
                return f"{knower('C', group)}{through} {self.shown(claim)}"
            case _:
                return "true"


@dataclass
class Happening:
    """An event model with its conditions in the core, and what was worked out of it."""

    when: dict[str, Literal]
    makes: dict[str, dict[str, Literal]]
    links: Mapping[Agent, frozenset[tuple[str, str]]] | None
    """`None` if only the `listeners` know which event happens."""
    listeners: frozenset[Agent] = frozenset()
    known: dict[tuple[str, int], Literal] = field(default_factory=dict)

    @classmethod
    def telling(cls, claim: Literal, who: tuple[Agent, ...]) -> Happening:
        """Some are told whether a claim holds; the others see that they are."""
        makes: dict[str, dict[str, Literal]] = {"yes": {}, "no": {}}
        return cls({"yes": claim, "no": -claim}, makes, None, frozenset(who))

    @classmethod
    def of(cls, events: Any, store: Core) -> Happening:
        """The events of an event model, all of whose conditions are formulas."""
        if isinstance(events, str):
            raise UnknownName(f"no event model {events!r} is given")
        for event in events.events:
            for what in (event.when, *event.makes.values()):
                if not isinstance(what, str | Formula):
                    raise BadSetup(f"a condition of {event.name} is not a formula")
            if event.adds:
                raise BadSetup(f"{event.name} adds facts; such events are not decided")
        when = {e.name: store.of(f.formula_of(e.when)) for e in events.events}
        makes = {
            e.name: {name: store.of(f.formula_of(to)) for name, to in e.makes.items()}
            for e in events.events
        }
        for agent in events.links:
            check_links(events, agent, store.logic)
        return cls(when, makes, events.links)

    @property
    def public(self) -> bool:
        """Whether everybody takes every event for what it is."""
        return self.links is not None and all(
            one == two for pairs in self.links.values() for one, two in pairs
        )

    def alike(self, agent: Agent, event: str, other: str) -> bool:
        """Whether an agent holds the other event possible when the first happens."""
        if self.links is None:
            return event == other or agent not in self.listeners
        if agent not in self.links:
            raise UnknownName(f"the event model does not say what {agent} notices")
        return (event, other) in self.links[agent]


def check_links(events: EventModel, agent: Agent, logic: str) -> None:
    """Raise `BadSetup` if after the events an agent would break the laws of the logic."""
    links = events.matrix(agent)
    fine = {
        "S5": events.cells(agent) is not None,
        "KD45": not ((links @ links) & ~links).any(),
        "K": True,
    }
    if not fine[logic]:
        raise BadSetup(
            f"what {agent} takes the events for is not of {logic}: take the logic "
            f"{'KD45 or K' if logic == 'S5' else 'K'}"
        )


def check_depth(formula: Formula) -> None:
    """Raise `TooLarge` for a formula too deep to be looked through level by level."""
    depth = f.folded(formula, lambda _, some: 1 + max(some, default=0))
    if depth > DEEPEST:
        raise TooLarge(
            f"the formula is nested {depth} deep; formulas to {DEEPEST} levels are decided"
        )
