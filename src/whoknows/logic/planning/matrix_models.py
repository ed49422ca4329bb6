"""Small models as matrices: quick to change, contracted, and the same bytes for the same.

A *frame* has a row per world, a column per fact, and for each agent a matrix of links.  A
*spot* is a frame and the worlds that may be so in it.  It has no world that nobody's views
lead to, and no two that no formula tells apart; and its worlds stand in an order that
depends on nothing but what is so in them and around them.  So two spots in which the same
is true have the same bytes.

>>> from whoknows.logic import every_world
>>> coin = every_world(["heads"], sees={"ann": ["heads"], "bob": []})
>>> words = Words.of(coin)
>>> one, two = (words.spot(coin, [world]) for world in (0, 1))
>>> one.key == two.key, one.key == words.spot(coin, [0]).key
(False, True)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge, UnknownName
from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula
from whoknows.logic.models.build import NAME
from whoknows.logic.models.links import Relational, relational
from whoknows.logic.models.model import Agent, Claim, Model, Value, World
from whoknows.logic.satisfiability.core_language import (
    Both,
    Box,
    Common,
    Core,
    Fact,
    Literal,
    Node,
    check_depth,
)

FactColumns: TypeAlias = NDArray[np.bool_]  # a row a world, a column a fact
Sees: TypeAlias = NDArray[
    np.bool_
]  # for each agent, from the world of the row to the column

MOST_WORLDS = 3000  # of a frame: matrices of their pairs are kept


class Words:
    """The facts and agents of a problem, and its formulas in the core language."""

    def __init__(
        self,
        facts: Iterable[str],
        agents: Iterable[Agent],
        parts: dict[str, tuple[Value, ...]] | None = None,
    ) -> None:
        self.parts = parts or {}
        values = [f"{part}={v}" for part, some in self.parts.items() for v in some]
        self.facts = (*facts, *values)
        self.agents = tuple(agents)
        self.column = {fact: place for place, fact in enumerate(self.facts)}
        self.row = {agent: place for place, agent in enumerate(self.agents)}
        self.store = Core("K")
        self.merges = True
        """Whether worlds that no formula without D tells apart may be made one."""

    @classmethod
    def of(cls, model: Model) -> Words:
        """The words of a model."""
        parts = {part: some for part, some in model.parts.items() if part != NAME}
        return cls(model.facts, model.agents, parts)

    def literal(self, formula: Formula) -> Literal:
        """A formula in the core language; its names are checked."""
        check_depth(formula)
        found = self.store.of(without_parts(formula, self.parts))
        for number in self.store.inside([found]):
            self.check(self.store.nodes[number])
        return found

    def check(self, node: Node) -> None:
        """Raise `UnknownName` for a fact or agent that is not there; look out for D."""
        if isinstance(node, Fact) and node.name not in self.column:
            raise UnknownName.among("fact", node.name, self.facts)
        if isinstance(node, Box | Common):
            for agent in node.group:
                if agent not in self.row:
                    raise UnknownName.among("agent", agent, self.agents)
            if isinstance(node, Box) and len(node.group) > 1:
                self.merges = False

    def spot(self, model: Model, worlds: Iterable[World]) -> Spot:
        """The spot of a model of the library, any of the worlds being so."""
        near = (
            around(model, model.claim_of(worlds := list(worlds))) if self.merges else model
        )
        size = near.size
        if size > MOST_WORLDS:
            raise TooLarge(f"plans are made with at most {MOST_WORLDS} worlds, not {size}")
        links = relational(near)
        facts = np.zeros((size, len(self.facts)), dtype=bool)
        for fact, column in links.facts.items():
            facts[:, self.column[fact]] = column
        for part, some in self.parts.items():
            for value in some:
                facts[:, self.column[f"{part}={value}"]] = links.is_value(part, value)
        sees = np.zeros((len(self.agents), size, size), dtype=bool)
        for agent, place in self.row.items():
            sees[place, links.links[agent].source, links.links[agent].target] = True
        place_of = {world: row for row, world in enumerate(near)}
        here = np.zeros(size, dtype=bool)
        here[[place_of[world] for world in worlds]] = True
        return self.settled(Frame(facts, sees), here)

    def settled(self, frame: Frame, here: Claim) -> Spot:
        """The spot with no world too many, in its own order."""
        if not self.merges:
            return Spot(frame, here)
        links = np.logical_or.reduce(frame.sees, axis=0)
        kept = np.flatnonzero(reached(links, here))
        frame, here = frame.only(kept), here[kept]
        classes = ordered_classes(frame)
        first = np.unique(classes, return_index=True)[1]
        member = np.zeros((len(first), len(classes)), dtype=bool)
        member[classes, np.arange(len(classes))] = True
        sees = frame.sees[:, first, :].astype(np.uint8) @ member.T.astype(np.uint8) > 0
        return Spot(Frame(frame.facts[first], sees), (member & here).any(axis=1))


@dataclass(frozen=True)
class Frame:
    """Worlds with what is so in them, and who holds which possible."""

    facts: FactColumns
    sees: Sees

    def __len__(self) -> int:
        return len(self.facts)

    def only(self, rows: NDArray[np.intp]) -> Frame:
        """The frame of these worlds alone, in this order."""
        return Frame(self.facts[rows], self.sees[:, rows[:, None], rows[None, :]])


@dataclass(frozen=True)
class Spot:
    """A frame, and the worlds of it that may be so."""

    frame: Frame
    here: Claim

    @cached_property
    def key(self) -> bytes:
        """Bytes that are equal only for spots in which the same is true."""
        size = len(self.frame).to_bytes(4, "little")
        parts = (self.frame.facts, self.frame.sees, self.here)
        return size + b"".join(np.packbits(part).tobytes() for part in parts)

    def relational(self, words: Words) -> Relational:
        """The frame as a model of the library; values of parts are facts there."""
        facts = {fact: self.frame.facts[:, place] for fact, place in words.column.items()}
        ends = {a: np.argwhere(self.frame.sees[row]).T for a, row in words.row.items()}
        links = {agent: (source, target) for agent, (source, target) in ends.items()}
        return Relational(facts, links, rows=len(self.frame))


Places = TypeVar("Places", bound=Any)  # where something holds: bits, or a diagram


class Remembered(ABC, Generic[Places]):
    """Where formulas of the core hold, each worked out once."""

    def __init__(self) -> None:
        self.known: dict[int, Places] = {}

    def where(self, literal: Literal) -> Places:
        """The places where a literal of the core holds."""
        if literal < 0:
            found: Places = ~self.where(-literal)
            return found
        if literal not in self.known:
            self.known[literal] = self.holds(literal)
        return self.known[literal]

    @abstractmethod
    def holds(self, number: int) -> Places:
        """The places where a node of the core holds."""


class Truths(Remembered[Claim]):
    """Where formulas hold in a frame, each worked out once."""

    def __init__(self, frame: Frame, words: Words) -> None:
        super().__init__()
        self.frame, self.words = frame, words

    def holds(self, number: int) -> Claim:
        """The worlds where a node of the core holds."""
        sees, row = self.frame.sees, self.words.row
        match self.words.store.nodes[number]:
            case Fact(name):
                return self.frame.facts[:, self.words.column[name]]
            case Both(parts):
                return np.logical_and.reduce([self.where(part) for part in parts])
            case Box(group, body):
                links = np.logical_and.reduce([sees[row[agent]] for agent in group])
                return ~(links & ~self.where(body)).any(axis=1)
            case Common(group, inside, claim):
                links = np.logical_or.reduce([sees[row[agent]] for agent in group])
                return ~on_path(links & self.where(inside), ~self.where(claim))
            case _:
                return np.ones(len(self.frame), dtype=bool)


def around(model: Model, start: Claim) -> Model:
    """The worlds that views lead to from some worlds, and these themselves."""
    found = start
    while True:
        wider = found
        for agent in model.agents:
            wider = wider | model.seen_from(found, (agent,))
        if model.count(wider) == model.count(found):
            return model.restrict(found)
        found = wider


def on_path(links: NDArray[np.bool_], ends: Claim) -> Claim:
    """Rows from which links, one or more, lead to one of the ends."""
    found = np.zeros(len(ends), dtype=bool)
    while True:
        wider: Claim = (links & (ends | found)).any(axis=1)
        if np.array_equal(wider, found):
            return found
        found = wider


def reached(links: NDArray[np.bool_], start: Claim) -> Claim:
    """Rows that links lead to from a row of the start, and these themselves."""
    found = start
    while True:
        wider = found | links[found].any(axis=0)
        if np.array_equal(wider, found):
            return found
        found = wider


def ordered_classes(frame: Frame) -> NDArray[np.intp]:
    """Worlds that no formula tells apart, numbered in an order of their own.

    Rows are first numbered by what is so in them, then by which numbers each agent holds
    possible, until nothing is parted any more; numbers follow the sorted contents, so that
    the order in which rows come does not count.
    """
    facts = np.packbits(frame.facts, axis=1)
    classes = numbered(np.column_stack([np.zeros(len(frame), dtype=np.uint8), facts]))
    count = int(classes.max()) + 1
    while count < len(frame):
        seen = np.zeros((len(frame.sees), len(frame), count), dtype=bool)
        agent, source, target = np.nonzero(frame.sees)
        seen[agent, source, classes[target]] = True
        held = np.packbits(seen.transpose(1, 0, 2).reshape(len(frame), -1), axis=1)
        old = classes.astype(">u4").view(np.uint8).reshape(-1, 4)
        classes = numbered(np.column_stack([old, held]))
        if int(classes.max()) + 1 == count:
            break
        count = int(classes.max()) + 1
    return classes


def numbered(rows: NDArray[np.uint8]) -> NDArray[np.intp]:
    """For each row of bytes, its place among the different rows in sorted order."""
    whole = np.ascontiguousarray(rows).view(f"S{rows.shape[1]}").ravel()
    # numpy drops zeros at the end of a text; all are of one length, so none is lost
    found: NDArray[np.intp] = np.unique(whole, return_inverse=True)[1]
    return found


def without_parts(formula: Formula, parts: dict[str, tuple[Value, ...]]) -> Formula:
    """The formula with `x=3` as a fact of that name, and talk of values spelled out."""

    def values(part: str) -> list[str]:
        if part not in parts:
            raise UnknownName.among("part", part, parts)
        return [str(value) for value in parts[part]]

    match formula:
        case f.Is(part, value):
            if value not in values(part):
                raise UnknownName.among(f"value of {part}", value, values(part))
            return f.Atom(f"{part}={value}")
        case f.KnowValue(agent, part):
            some = (f.Know("K", (agent,), f.Atom(f"{part}={v}")) for v in values(part))
            return f.Or(tuple(some))
        case f.AnnounceValue(part, then):
            after = without_parts(then, parts)
            said = (f.Announce(f.Atom(f"{part}={v}"), after) for v in values(part))
            return f.And(tuple(said))
        case _:
            return f.rebuilt(formula, lambda inner: without_parts(inner, parts))
