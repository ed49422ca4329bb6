"""Plans where everything is known, layer by layer as diagrams: sets of situations at once.

As in `flat`, a situation is no more than the facts that hold.  A layer of situations is
one decision diagram, and an act one relation between a situation and the next.  Many
situations that differ in facts which do not hang together make a small diagram: forty
lamps have 2^40 situations, and a layer of them a few hundred nodes.

>>> from whoknows.logic import every_world
>>> from whoknows.logic.planning.acts import acts_of
>>> from whoknows.logic.events.usual_events import change
>>> lamps = [f"lamp{k}" for k in range(30)]
>>> room = every_world(lamps, sees={"ann": lamps})
>>> acts = acts_of({f"switch {k}": change({lamp: f"~{lamp}"}, ["ann"])
...                 for k, lamp in enumerate(lamps)})
>>> from whoknows.logic.language.reader import parse
>>> on = Problem.of(room, parse(" & ".join(lamps)), acts, [0], knowing=False)
>>> found = Layers(on, lambda _: None).search(40)
>>> len(found.steps), found.looked_at == 2**30
(30, True)
"""

from __future__ import annotations

from typing import NamedTuple

from whoknows.errors import MissingExtra
from whoknows.logic.diagrams import Node, Oxidd, within_memory
from whoknows.logic.planning.matrix_models import Remembered
from whoknows.logic.planning.search import LayerSearch, Plan, Problem, Ready, Report
from whoknows.logic.satisfiability.core_language import Both, Box, Common, Fact


class Relation(NamedTuple):
    """An act between two situations: the second axes are those after it."""

    can: Node
    becomes: dict[int, Node]  # where each fact that it changes holds afterwards
    both: Node


class Layers(Remembered[Node], LayerSearch):
    """The search over sets of situations, layer by layer."""

    def __init__(self, problem: Problem, report: Report, proven: int = 0) -> None:
        """A search; that no plan has `proven` steps or fewer is known before."""
        super().__init__()
        self.problem, self.report, self.proven = problem, report, proven
        self.size = len(problem.words.facts)
        try:
            self.diagrams = Oxidd(self.size, stride=2)
        except ImportError:
            raise MissingExtra.named("symbolic", "oxidd") from None
        self.relations = [self.relation(ready) for ready in problem.acts]
        start = self.only(problem.start.frame.facts[0].tolist())
        self.layers, self.seen = [start], start

    # ------------------------------------------------------------------------ the search

    @within_memory
    def searched(self, longest: int) -> Plan:
        """A shortest plan; all situations of a layer are looked at together."""
        wanted = self.where(self.problem.wanted)
        while True:
            reached = self.layers[-1] & wanted
            if self.diagrams.some(reached):
                return self.found(reached)
            if len(self.layers) > longest:
                return self.failed()
            self.report(f"{len(self.layers) - 1} steps: {self.looked_at} situations")
            new = self.onward(self.layers[-1]) & ~self.seen
            if not self.diagrams.some(new):
                return self.failed(none_at_all=True)
            self.layers.append(new)
            self.seen = self.seen | new

    def onward(self, layer: Node) -> Node:
        """The situations that one act leads to."""
        found = ~self.diagrams.everything()
        for relation in self.relations:
            axes = tuple(relation.becomes)
            after = self.diagrams.fold_both(layer, relation.both, axes)
            found = found | self.diagrams.firsts(after, self.size)
        return found

    @property
    def looked_at(self) -> int:
        """How many situations have been met."""
        return self.diagrams.count(self.seen, self.size)

    def found(self, reached: Node) -> Plan:
        """The plan that leads to one of the situations of the last layer."""
        steps: list[str] = []
        for layer in reversed(self.layers[:-1]):
            code = next(self.diagrams.worlds(reached, self.size))
            after = [bool(code >> fact & 1) for fact in range(self.size)]
            for ready, relation in zip(self.problem.acts, self.relations, strict=True):
                reached = layer & self.leads(relation, after)
                if self.diagrams.some(reached):
                    steps.append(ready.act.name)
                    break
        return Plan(
            self.problem.goal,
            tuple(reversed(steps)),
            (1,) * (len(steps) + 1),
            none_within=len(steps) - 1,
            looked_at=self.looked_at,
        )

    def progress(self) -> tuple[int, int]:
        """The steps so far, or those known before, and the situations that they led to."""
        return max(len(self.layers) - 1, self.proven), self.looked_at

    # ---------------------------------------------------------------------- acts and facts

    def relation(self, ready: Ready) -> Relation:
        """An act as a relation; what it does not change has no second axis in it."""
        can = self.where(ready.when[0])
        becomes = {fact: self.where(to) for fact, to in ready.makes[0]}
        both = can
        for fact, to in becomes.items():
            both = both & ~(self.diagrams.second(fact) ^ to)
        return Relation(can, becomes, both)

    def leads(self, relation: Relation, after: list[bool]) -> Node:
        """The situations from which an act leads to just this one."""
        found = relation.can
        for fact, holds in enumerate(after):
            becomes = relation.becomes.get(fact)
            becomes = self.diagrams.variable(fact) if becomes is None else becomes
            found = found & (becomes if holds else ~becomes)
        return found

    def only(self, facts: list[bool]) -> Node:
        """The one situation in which these facts hold and no others."""
        found = self.diagrams.everything()
        for fact, holds in enumerate(facts):
            axis = self.diagrams.variable(fact)
            found = found & (axis if holds else ~axis)
        return found

    def holds(self, number: int) -> Node:
        """The situations where a node of the core holds."""
        found = self.diagrams.everything()
        match self.problem.words.store.nodes[number]:
            case Fact(name):
                return self.diagrams.variable(self.problem.words.column[name])
            case Both(parts):
                for part in parts:
                    found = found & self.where(part)
                return found
            case Box(_, body):
                return self.where(body)
            case Common(_, inside, claim):
                return ~self.where(inside) | self.where(claim)
            case _:
                return found
