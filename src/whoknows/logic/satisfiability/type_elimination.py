"""Satisfiability by elimination: all types at once, and those that cannot be taken out.

The slow, complete twin of `type_search` [Pratt1979], [Halpern1992]: a row for each way that
facts and boxes can be, and rounds that take out rows whose demands no row meets, until
nothing changes.  A formula is satisfiable if a row that has it is left.  Here what is not
common knowledge must fail at the end of a path in each round, so that there is no doubt
left; but the rows double with every fact and box.

>>> from whoknows.logic.language.reader import parse
>>> store = Core()
>>> eliminate(store, [store.of(parse("C{ann, bob} p & ~K ann K bob p"))])
False
>>> eliminate(store, [store.of(parse("K ann p & K bob p & ~C{ann, bob} p"))])
True
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.models.fixed_point import fixed_point
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

Rows: TypeAlias = NDArray[np.bool_]  # for each type, whether something holds in it
Codes: TypeAlias = NDArray[np.int64]  # for each type, some of its bits as a number

MOST_BITS = 18  # facts and boxes: 2^18 types


def eliminate(
    store: Core, wanted: Sequence[Literal], given: Sequence[Literal] = ()
) -> bool | None:
    """Whether all that is `wanted` holds in a world; `None` if there are too many types."""
    inside = store.inside([*wanted, *given])
    bits = [n for n in inside if isinstance(store.nodes[n], Box | Fact)]
    if len(bits) > MOST_BITS:
        return None
    return Elimination(store, inside, bits, given).satisfiable(wanted)


class Elimination:
    """The types that are left, as columns of truth."""

    def __init__(
        self, store: Core, inside: list[int], bits: list[int], given: Sequence[Literal]
    ) -> None:
        self.store = store
        rows = np.arange(2 ** len(bits))
        self.column: dict[int, Rows] = {TRUE: np.ones(len(rows), dtype=bool)}
        for place, number in enumerate(bits):
            self.column[number] = (rows >> place & 1).astype(bool)
        self.boxes = {n: node for n in bits if isinstance(node := store.nodes[n], Box)}
        self.commons = {
            n: node for n in inside if isinstance(node := store.nodes[n], Common)
        }
        self.possible = self.column[TRUE].copy()
        for claim in given:
            self.possible &= self.holds(claim)
        if store.logic == "S5":
            for number, box in self.boxes.items():
                self.possible &= ~self.column[number] | self.holds(box.body)
        self.narrow()

    def narrow(self) -> None:
        """Keep only the rows that are left, before the rounds begin."""
        for number in self.store.inside([*self.boxes, *self.commons]):
            self.holds(number)
        self.column = {n: column[self.possible] for n, column in self.column.items()}
        self.possible = self.column[TRUE].copy()

    def holds(self, literal: Literal) -> Rows:
        """Where a literal holds."""
        if literal < 0:
            return ~self.holds(-literal)
        if literal not in self.column:
            match self.store.nodes[literal]:
                case Both(parts):
                    rows = np.logical_and.reduce([self.holds(part) for part in parts])
                case Common():
                    rows = self.holds(self.store.unfolded[literal])
                case node:
                    raise AssertionError(node)
            self.column[literal] = rows
        return self.column[literal]

    def satisfiable(self, wanted: Sequence[Literal]) -> bool:
        """Whether a row with all that is wanted is left when nothing changes any more."""
        for claim in wanted:
            self.holds(claim)
        while True:
            before = int(self.possible.sum())
            for number, box in self.boxes.items():
                met = self.sees(box.group, self.possible & ~self.holds(box.body))
                self.possible &= self.column[number] | met
            if self.store.logic == "KD45":
                for agent in {agent for box in self.boxes.values() for agent in box.group}:
                    self.possible &= self.sees((agent,), self.possible)
            for number, common in self.commons.items():
                self.possible &= self.holds(number) | self.on_path(common)
            if int(self.possible.sum()) == before:
                return bool(
                    np.logical_and.reduce([self.possible, *map(self.holds, wanted)]).any()
                )

    def on_path(self, common: Common) -> Rows:
        """Rows with a path to where the claim fails."""
        inside = self.possible & self.holds(common.inside)

        def one_step_more(rows: Rows) -> Rows:
            ends = inside & (~self.holds(common.claim) | rows)
            steps = [self.sees((agent,), ends) for agent in common.group]
            return self.possible & reduce(or_, steps, rows)

        path: Rows = fixed_point(np.zeros_like(self.possible), one_step_more)
        return path

    def sees(self, group: Group, there: Rows) -> Rows:
        """Rows where the group holds a row of `there` possible."""
        own = [n for n, box in self.boxes.items() if set(box.group) <= set(group)]
        label, size = (
            codes([self.column[n] for n in own], len(self.possible)),
            2 ** len(own),
        )
        bodies = [self.holds(self.boxes[n].body) for n in own]
        seen = np.zeros(size, dtype=bool)
        if self.store.logic != "K":
            so = [~self.column[n] | body for n, body in zip(own, bodies, strict=True)]
            seen[label[np.logical_and.reduce([there, *so])]] = True
            return seen[label]
        # What is known here holds there: boxes here are a subset of the bodies there.
        seen[codes(bodies, len(self.possible))[there]] = True
        for place in range(len(own)):
            without = (np.arange(size) >> place & 1) == 0
            seen[without] |= seen[np.flatnonzero(without) | 1 << place]
        return seen[label]


def codes(columns: list[Rows], rows: int) -> Codes:
    """Columns of truth as one number a row."""
    numbers = np.zeros(rows, dtype=np.int64)
    for place, column in enumerate(columns):
        numbers |= column.astype(np.int64) << place
    return numbers
