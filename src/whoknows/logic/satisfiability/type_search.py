"""Satisfiability by types, made one by one as they are needed.

A *type* says of every fact and of every box whether it holds.  A formula is satisfiable if
there is a set of types such that one has the formula, and whatever a type says is not known
fails in a type of the set that looks alike.  A solver gives the types: one for the formula,
then one for each thing not known.  Where it finds none, it says which of the boxes are to
blame; that is a law of the logic, which is learned, and no type breaks it again.  As there
are finitely many types, the end is a set of types or a proof that there is none.  Common
knowledge is looked at last: what is said not to be it must fail at the end of a path.

>>> from whoknows.logic.language.reader import parse
>>> store = Core()
>>> Types(store, [store.of(parse("K ann p & ~K ann K ann p"))]).search()
False
>>> search = Types(store, [store.of(parse("K ann p & ~K bob p"))])
>>> search.search(), len(search.live)
(True, 2)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

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

Type: TypeAlias = tuple[bool, ...]  # the truth of every node, by its number in the search
MOST_TYPES = 4000  # more are given up


@dataclass(frozen=True, slots=True)
class Demand:
    """A world that somebody holds possible is wanted, where the box `fails` (if any)."""

    group: Group
    fails: Literal | None


class Types:
    """The search for a set of types; `search` says whether there is one."""

    def __init__(
        self, store: Core, wanted: Sequence[Literal], given: Sequence[Literal] = ()
    ) -> None:
        """A search for a world with all `wanted`; what is `given` holds everywhere."""
        self.store, self.wanted = store, list(wanted)
        self.inside = store.inside([*wanted, *given])
        self.boxes = {
            number: node
            for number in self.inside
            if isinstance(node := store.nodes[number], Box)
        }
        self.top = max([1, *self.inside])
        self.solver = Solver(self.clauses(given))
        groups = {
            node.group
            for number in self.inside
            if isinstance(node := store.nodes[number], Box | Common)
        }
        self.agents = sorted({agent for group in groups for agent in group})
        self.labels = {
            group: [
                number for number, box in self.boxes.items() if set(box.group) <= set(group)
            ]
            for group in groups | {(agent,) for agent in self.agents}
        }
        self.live: dict[Type, None] = {}
        self.witness: dict[tuple[Type, Demand], Type] = {}
        self.root: Type | None = None

    def clauses(self, given: Sequence[Literal]) -> Iterator[list[Literal]]:
        """What makes a type consistent: each node is what its parts make it."""
        yield [TRUE]
        for claim in given:
            yield [claim]
        for number in self.inside:
            match self.store.nodes[number]:
                case Both(parts):
                    yield from ([-number, part] for part in parts)
                    yield [number, *(-part for part in parts)]
                case Box(_, body) if self.store.logic == "S5":
                    yield [-number, body]  # what is known is so
                case Common():
                    whole = self.store.unfolded[number]
                    yield from ([-number, whole], [number, -whole])
                case _:
                    pass

    # -------------------------------------------------------------------------- the search

    def search(self) -> bool | None:
        """Whether there is a set of types; `None` if there may be, and none was found."""
        while self.solver.solve(self.wanted):
            self.root = self.type_found()
            self.live.setdefault(self.root)
            if not self.grow():
                return None
            if self.root in self.live:
                return True if not self.unfulfilled() else None
        return False

    def grow(self) -> bool:
        """Make types until every demand is met; whether few enough were made."""
        waiting = list(self.live)
        while waiting:
            node = waiting.pop()
            if node not in self.live:
                continue
            for demand in self.demands(node):
                there = self.met(node, demand)
                if there is None:
                    waiting += self.bury(self.learned(node, demand))
                    break
                self.witness[node, demand] = there
                if there not in self.live:
                    self.live[there] = None
                    waiting.append(there)
            if len(self.live) > MOST_TYPES:
                return False
        return True

    def demands(self, node: Type) -> Iterator[Demand]:
        """What a type wants of others: for a box that fails, a world where its body does.

        Those who believe hold some world possible.
        """
        for number, box in self.boxes.items():
            if not node[number]:
                yield Demand(box.group, number)
        if self.store.logic == "KD45":
            for agent in self.agents:
                yield Demand((agent,), None)

    def met(self, node: Type, demand: Demand) -> Type | None:
        """A type that meets a demand: one that is there, or a new one, or none."""
        wanted = self.assumed(node, demand)
        for there in (node, *self.live):
            if all(there[w] if w > 0 else not there[-w] for w in wanted):
                return there
        return self.type_found() if self.solver.solve(wanted) else None

    def assumed(self, node: Type, demand: Demand) -> list[Literal]:
        """What holds in every world that the group holds possible in one of this type."""
        literals: list[Literal] = []
        for number in self.labels[demand.group]:
            if self.store.logic != "K":
                literals.append(number if node[number] else -number)
            if node[number] and self.store.logic != "S5":
                literals.append(self.boxes[number].body)
        if demand.fails is not None:
            literals.append(-self.boxes[demand.fails].body)
        return literals

    def learned(self, node: Type, demand: Demand) -> list[Literal]:
        """The law behind a demand that cannot be met: boxes that are never together."""
        core = set(self.solver.conflict())
        clause = [] if demand.fails is None else [demand.fails]
        for number in self.labels[demand.group]:
            own = number if node[number] else -number
            label = self.store.logic != "K" and own in core
            body = (
                self.store.logic != "S5"
                and node[number]
                and self.boxes[number].body in core
            )
            if label or body:
                clause.append(-own)
        self.solver.add(clause)
        return clause

    def bury(self, clause: list[Literal]) -> list[Type]:
        """Take out the types that break a law; those that relied on them."""
        dead = {
            node
            for node in self.live
            if not any(node[w] if w > 0 else not node[-w] for w in clause)
        }
        for node in dead:
            del self.live[node]
        lost = {
            key for key, there in self.witness.items() if there in dead or key[0] in dead
        }
        for key in lost:
            del self.witness[key]
        return [node for node in dict.fromkeys(k[0] for k in lost) if node in self.live]

    def type_found(self) -> Type:
        """The type that the solver has just found."""
        return tuple(self.solver.values(self.top))

    # ------------------------------------------------------------------- types as a model

    def sees(self, node: Type, group: Group, other: Type) -> bool:
        """Whether the group holds a world of one type possible in a world of another."""
        wanted = self.assumed(node, Demand(group, None))
        return all(other[w] if w > 0 else not other[-w] for w in wanted)

    def unfulfilled(self) -> bool:
        """Whether a type denies common knowledge of something, and no path bears it out."""
        commons = [
            (number, node)
            for number in self.inside
            if isinstance(node := self.store.nodes[number], Common)
        ]
        return any(self.pathless(number, node) for number, node in commons)

    def pathless(self, number: int, node: Common) -> bool:
        """Whether some type has no path to where the claim fails, though it says it has."""
        wanting = [start for start in self.live if not start[number]]
        ends = [
            there
            for there in self.live
            if holds(there, node.inside) and not holds(there, node.claim)
        ]
        joined: set[Type] = set()
        while wanting and ends:
            new = [
                start
                for start in wanting
                if any(self.sees(start, (a,), end) for a in node.group for end in ends)
            ]
            if not new:
                break
            joined |= set(new)
            wanting = [start for start in wanting if start not in joined]
            ends = [start for start in new if holds(start, node.inside)]
        return bool(wanting)

    def facts(self, of_type: Type) -> list[str]:
        """The facts that hold in a type."""
        return [
            node.name
            for number in self.inside
            if isinstance(node := self.store.nodes[number], Fact) and of_type[number]
        ]


def holds(node: Type, literal: Literal) -> bool:
    """Whether a literal holds in a type."""
    return node[literal] if literal > 0 else not node[-literal]
