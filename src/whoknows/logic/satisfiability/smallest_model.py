"""The smallest model of a formula, by asking a solver for one of every size in turn.

For a number of worlds there are clauses for all that the definitions say: which facts hold
where, who holds which world possible, and what follows for every part of the formula.
Sizes are tried upwards, so that the first model is the smallest; what a size has refused is
proven.  The formula holds in world 0; the others stand in the order of their facts.

>>> from whoknows.logic.language.reader import parse
>>> store = Core()
>>> found = smallest(store, [store.of(parse("~Kw ann p & Kw bob p & p"))], most=4)
>>> found.size, found.model.facts
(2, (('p',), ()))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

from whoknows.logic.models.model import Agent
from whoknows.logic.satisfiability.core_language import (
    TRUE,
    Both,
    Box,
    Common,
    Core,
    Fact,
    Group,
    Literal,
)
from whoknows.logic.satisfiability.solver import Solver

Clause: TypeAlias = list[Literal]
Links: TypeAlias = frozenset[tuple[int, int]]
CONFLICTS = 50_000  # of one size; beyond, the size is given up


@dataclass(frozen=True, slots=True)
class Small:
    """A model as plain values: the facts of each world, and each agent's links."""

    facts: tuple[tuple[str, ...], ...]
    links: dict[Agent, Links]


class Smallest(NamedTuple):
    """The largest size that was decided, and the model of that size, if there is one."""

    size: int
    model: Small | None


def smallest(
    store: Core,
    wanted: Sequence[Literal],
    given: Sequence[Literal] = (),
    *,
    most: int,
    least: int = 1,
) -> Smallest:
    """The smallest model with `least` to `most` worlds; without one, the sizes refused."""
    for size in range(least, most + 1):
        sized = Sized(store, wanted, given, size)
        solver = Solver(sized.clauses())
        answer = solver.solve_within(CONFLICTS)
        if answer is None:
            return Smallest(size - 1, None)
        if answer:
            return Smallest(size, sized.model(solver.values(sized.count)))
    return Smallest(max(most, least - 1), None)


class Sized:
    """The question for a model of one size, as clauses."""

    def __init__(
        self, store: Core, wanted: Sequence[Literal], given: Sequence[Literal], size: int
    ) -> None:
        self.store, self.wanted, self.given, self.size = store, wanted, given, size
        self.inside = store.inside([*wanted, *given], unfold=False)
        self.nodes = [(number, store.nodes[number]) for number in self.inside]
        groups = {node.group for _, node in self.nodes if isinstance(node, Box | Common)}
        self.agents = sorted({agent for group in groups for agent in group})
        self.facts = {n: node.name for n, node in self.nodes if isinstance(node, Fact)}
        self.count = 0
        self.true = self.new()
        # One variable for each node in each world, and for each link of each agent.
        self.cell = {n: [self.new() for _ in range(size)] for n in self.inside}
        self.cell[TRUE] = [self.true] * size
        self.link = {agent: self.links() for agent in self.agents}
        self.shared: dict[Group, list[list[Literal]]] = {}

    def new(self) -> int:
        """One more variable."""
        self.count += 1
        return self.count

    def links(self) -> list[list[Literal]]:
        """A variable for each pair of worlds; of cells, one for both ways."""
        worlds = range(self.size)
        if self.store.logic != "S5":
            return [[self.new() for _ in worlds] for _ in worlds]
        half = {(i, j): self.new() for i in worlds for j in range(i)}
        return [
            [self.true if i == j else half[max(i, j), min(i, j)] for j in worlds]
            for i in worlds
        ]

    def at(self, literal: Literal, world: int) -> Literal:
        """The variable of a literal in a world."""
        cell = self.cell[abs(literal)][world]
        return cell if literal > 0 else -cell

    # ------------------------------------------------------------------------- the clauses

    def clauses(self) -> Iterator[Clause]:
        """All that must hold."""
        yield [self.true]
        yield from ([self.at(claim, 0)] for claim in self.wanted)
        for claim, world in product(self.given, range(self.size)):
            yield [self.at(claim, world)]
        for agent in self.agents:
            yield from self.laws(self.link[agent])
        yield from self.in_order()
        for number, node in self.nodes:
            for world in range(self.size):
                yield from self.meaning(number, world)
            if isinstance(node, Common):
                yield from self.paths(number, node)

    def laws(self, link: list[list[Literal]]) -> Iterator[Clause]:
        """What the logic asks of the links of an agent."""
        worlds = range(self.size)
        if self.store.logic == "K":
            return
        if self.store.logic == "KD45":
            yield from (link[i] for i in worlds)
        for i, j, k in product(worlds, repeat=3):
            if self.store.logic == "KD45":
                yield [-link[i][j], -link[j][k], link[i][k]]
                yield [-link[i][j], -link[i][k], link[j][k]]
            elif len({i, j, k}) == 3:
                yield [-link[i][j], -link[j][k], link[i][k]]

    def in_order(self) -> Iterator[Clause]:
        """Worlds but the first stand in the order of their facts: none is tried twice."""
        facts = list(self.facts)
        for world in range(1, self.size - 1):
            same = self.true  # as far as the facts before go
            for fact in facts:
                one, other = self.cell[fact][world], self.cell[fact][world + 1]
                yield [-same, one, -other]
                still = self.new()
                yield [-same, -one, -other, still]
                yield [-same, one, other, still]
                same = still

    def meaning(self, number: int, world: int) -> Iterator[Clause]:
        """What a node means in a world, by its parts."""
        own = self.cell[number][world]
        match self.store.nodes[number]:
            case Both(parts):
                yield from ([-own, self.at(part, world)] for part in parts)
                yield [own, *(-self.at(part, world) for part in parts)]
            case Box(group, body):
                yield from self.all_linked(own, self.joint(group)[world], body)
                if len(group) > 1 and world == 0:
                    yield from self.jointly(group)
            case _:
                pass

    def all_linked(
        self, own: Literal, links: Sequence[Literal], body: Literal
    ) -> Iterator[Clause]:
        """A box: the body holds in all linked worlds, and else fails in one."""
        failing = []
        for there, link in enumerate(links):
            yield [-own, -link, self.at(body, there)]
            failing.append(fails := self.new())
            yield from ([-fails, link], [-fails, -self.at(body, there)])
        yield [own, *failing]

    def joint(self, group: Group) -> list[list[Literal]]:
        """The links that all of a group have."""
        if len(group) == 1:
            return self.link[group[0]]
        if group not in self.shared:
            self.shared[group] = self.links()
        return self.shared[group]

    def jointly(self, group: Group) -> Iterator[Clause]:
        """The links of a group are those that each of it has."""
        links = self.joint(group)
        for i, j in product(range(self.size), repeat=2):
            yield from ([-links[i][j], self.link[agent][i][j]] for agent in group)
            yield [links[i][j], *(-self.link[agent][i][j] for agent in group)]

    def paths(self, number: int, node: Common) -> Iterator[Clause]:
        """Common knowledge: no path, of as many steps as worlds, to a failure."""
        worlds = range(self.size)
        step = [[self.new() for _ in worlds] for _ in worlds]
        for i, j in product(worlds, repeat=2):
            some = [self.link[agent][i][j] for agent in node.group]
            yield [-step[i][j], *some]
            yield [-step[i][j], self.at(node.inside, j)]
            yield from ([step[i][j], -link, -self.at(node.inside, j)] for link in some)
        before = [-self.true for _ in worlds]
        for _ in worlds:
            reached = [self.new() for _ in worlds]
            for i in worlds:
                reasons = []
                for j in worlds:
                    # a failure there, or from there on
                    ends = (-self.at(node.claim, j), before[j])
                    reasons.append(reason := self.new())
                    yield from ([-reason, step[i][j]], [-reason, *ends])
                    yield from ([reason, -step[i][j], -end] for end in ends)
                    yield [-reason, reached[i]]
                yield [-reached[i], *reasons]
            before = reached
        for i in worlds:
            own = self.cell[number][i]
            yield from ([-own, -before[i]], [own, before[i]])

    # --------------------------------------------------------------------------- the model

    def model(self, so: Sequence[bool]) -> Small:
        """The model that the solver has found."""
        worlds = range(self.size)
        facts = tuple(
            tuple(name for n, name in self.facts.items() if so[self.cell[n][world]])
            for world in worlds
        )
        links = {
            agent: frozenset(
                (i, j) for i in worlds for j in worlds if so[self.link[agent][i][j]]
            )
            for agent in self.agents
        }
        return Small(facts, links)
