"""Plans where everything is known: situations as bits, whole layers of them at a time.

If there is one world, which everybody sees, and all that may happen is seen by all, there
is one world ever after.  A situation is then no more than the facts that hold, one number,
and an act works on all situations of a layer at once.  A million situations take seconds.
Where a layer is a small diagram, as facts that do not hang together make it, or is too
large for numbers, the search goes on with diagrams (`layers`).
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.models.model import Claim
from whoknows.logic.planning.full_information_diagrams import Layers
from whoknows.logic.planning.matrix_models import Remembered
from whoknows.logic.planning.search import LayerSearch, Plan, Problem, Ready, Report
from whoknows.logic.satisfiability.core_language import Both, Box, Common, Fact

Codes: TypeAlias = NDArray[np.uint64]  # a situation a number: bit k is fact k
MOST_FACTS = 64
MOST_SITUATIONS = 20_000_000  # as numbers; beyond, the search goes on with diagrams
WEIGHED = range(2_000, 100_000)  # sizes of layers that are weighed against a diagram
SMALLER = 10  # a diagram with so many times fewer forks than situations is taken


def fits(problem: Problem) -> bool:
    """Whether all is known, and all that may happen is seen by all."""
    frame = problem.start.frame
    known = len(frame) == 1 and bool(frame.sees.all())
    few = len(problem.words.facts) <= MOST_FACTS or has_diagrams()
    return known and few and all(is_public(act) for act in problem.acts)


def has_diagrams() -> bool:
    """Whether the library of diagrams is installed."""
    return find_spec("oxidd") is not None


def search(problem: Problem, longest: int, report: Report) -> Plan:
    """A shortest plan where all is known: by numbers, or by diagrams."""
    if len(problem.words.facts) > MOST_FACTS:
        return Layers(problem, report).search(longest)
    return Layered(problem, report).search(longest)


def is_public(act: Ready) -> bool:
    """Whether an act is one event, which everybody takes for what it is."""
    return (
        len(act.when) == 1
        and bool(act.designated.all())
        and all(len(ways) == 1 and bool(ways[0][1].all()) for ways in act.ways)
    )


class Layered(LayerSearch):
    """The search over situations as numbers, layer by layer."""

    def __init__(self, problem: Problem, report: Report) -> None:
        self.problem, self.report = problem, report
        bits = np.flatnonzero(problem.start.frame.facts[0])
        start = np.uint64(sum(1 << int(bit) for bit in bits))
        self.layers: list[Codes] = [np.array([start], dtype=np.uint64)]
        self.seen: Codes = self.layers[0]
        self.came: list[
            tuple[NDArray[np.intp], NDArray[np.intp]]
        ] = []  # from where, by what

    def searched(self, longest: int) -> Plan:
        """A shortest plan; all situations of a layer are looked at together."""
        while True:
            reached = Columns(self.layers[-1], self.problem).where(self.problem.wanted)
            if reached.any():
                return self.found(int(np.flatnonzero(reached)[0]))
            if self.steps == longest:
                return self.failed()
            self.report(f"{self.steps} steps: {len(self.seen)} situations")
            if not self.onward():
                return self.failed(none_at_all=True)
            if self.is_better_as_diagrams():
                return Layers(self.problem, self.report, self.steps).search(longest)

    def progress(self) -> tuple[int, int]:
        """The steps so far, and the situations that they led to."""
        return self.steps, len(self.seen)

    @property
    def steps(self) -> int:
        """The steps that lead to the last layer."""
        return len(self.layers) - 1

    def is_better_as_diagrams(self) -> bool:
        """Whether the last layer is a small diagram, or has too many numbers."""
        layer, facts = self.layers[-1], len(self.problem.words.facts)
        weighed = len(layer) in WEIGHED and has_diagrams()
        is_small = weighed and SMALLER * forks(layer, facts) < len(layer)
        return is_small or len(self.seen) > MOST_SITUATIONS

    def onward(self) -> bool:
        """Make the next layer; whether there is anything new in it."""
        here = Columns(self.layers[-1], self.problem)
        made, source, act = [], [], []
        for place, ready in enumerate(self.problem.acts):
            rows = np.flatnonzero(here.where(ready.when[0]))
            made.append(here.changed(ready, rows))
            source.append(rows)
            act.append(np.full(len(rows), place))
        codes, first = np.unique(np.concatenate(made), return_index=True)
        new = ~np.isin(codes, self.seen, assume_unique=True)
        if not new.any():
            return False
        self.layers.append(codes[new])
        kept = first[new]
        self.came.append((np.concatenate(source)[kept], np.concatenate(act)[kept]))
        self.seen = np.union1d(self.seen, codes[new])
        return True

    def found(self, row: int) -> Plan:
        """The plan that leads to a situation of the last layer."""
        steps = []
        for source, act in reversed(self.came):
            steps.append(self.problem.acts[int(act[row])].act.name)
            row = int(source[row])
        return Plan(
            self.problem.goal,
            tuple(reversed(steps)),
            (1,) * (len(steps) + 1),
            none_within=len(steps) - 1,
            looked_at=len(self.seen),
        )


def forks(codes: Codes, facts: int) -> int:
    """How many forks the diagram of some situations has, the first fact on top."""
    below = np.ones(len(codes), dtype=np.int64)  # the diagram below each path, by number
    found = 0
    for fact in reversed(range(facts)):
        bit = np.uint64(1 << fact)
        high = (codes & bit).astype(bool).astype(np.intp)
        codes, path = np.unique(codes & ~bit, return_inverse=True)
        sides = np.zeros((2, len(codes)), dtype=np.int64)
        sides[high, path] = below
        different, below = np.unique(sides[0] << 32 | sides[1], return_inverse=True)
        found += int(np.count_nonzero(different >> 32 != different & 0xFFFFFFFF))
        below += 1
    return found


class Columns(Remembered[Claim]):
    """Where formulas hold among situations; what is so is known, and nothing else."""

    def __init__(self, codes: Codes, problem: Problem) -> None:
        super().__init__()
        self.codes, self.words = codes, problem.words

    def holds(self, number: int) -> Claim:
        """The situations where a node of the core holds."""
        match self.words.store.nodes[number]:
            case Fact(name):
                bit = np.uint64(self.words.column[name])
                return (self.codes >> bit & np.uint64(1)).astype(bool)
            case Both(parts):
                return np.logical_and.reduce([self.where(part) for part in parts])
            case Box(_, body):
                return self.where(body)
            case Common(_, inside, claim):
                return ~self.where(inside) | self.where(claim)
            case _:
                return np.ones(len(self.codes), dtype=bool)

    def changed(self, ready: Ready, rows: NDArray[np.intp]) -> Codes:
        """Some situations after an act."""
        codes = self.codes[rows].copy()
        for fact, to in ready.makes[0]:
            bit = np.uint64(1 << fact)
            codes = np.where(self.where(to)[rows], codes | bit, codes & ~bit)
        return codes
