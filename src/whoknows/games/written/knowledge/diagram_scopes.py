"""Worlds kept as a diagram, for terms to be worked out on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import log2
from typing import TYPE_CHECKING, Any, Self

from whoknows.errors import TooLarge
from whoknows.games.written.rules.spread import (
    Space,
    Spread,
    effort_of,
    node_of,
    pieces_of,
    spread,
)
from whoknows.games.written.rules.terms import Term, Worked
from whoknows.logic.diagrams import Node

if TYPE_CHECKING:
    from whoknows.games.written.knowledge.public_diagram import DiagramPicture

VALUE = 2**10  # rows of a table that take as much memory as a value here, more or less
MOST_CELLS = 2**12  # into which the answers to a move may part the worlds


class DiagramScope:
    """All worlds of a picture, for terms to be worked out on."""

    memo: dict[Any, Worked] | None = None
    size = VALUE

    def __init__(self, picture: DiagramPicture, env: Mapping[str, int]) -> None:
        self.picture, self.env = picture, dict(env)

    @property
    def space(self) -> Space:
        """The diagrams of the text."""
        return self.picture.space

    def column(self, name: str) -> Worked:
        """What a column has, and where."""
        return self.picture.columns[name]

    def knows(self, how: str, who: int, claim: Term) -> Worked:
        """Where a seat knows a claim, knows whether it holds, or holds it possible."""
        found = claim.work(self)
        if isinstance(found, bool):
            return found or how == "Kw"
        group, yes = (-who - 1,), found.yes
        if how == "possible":
            return self.claim(self.picture.alike(group, yes))
        knows = ~self.picture.alike(group, ~yes)
        if how == "Kw":
            knows = knows | ~self.picture.alike(group, yes)
        return self.claim(knows)

    def group_knows(self, how: str, who: tuple[int, ...], claim: Term) -> Worked:
        """Where a group knows a claim, in one of the ways E, C, D, Cw, Dw."""
        found = claim.work(self)
        if isinstance(found, bool):
            return found or how.endswith("w")
        seats = tuple(-one - 1 for one in who)
        reached = {"E": self.picture.alike_to_some, "C": self.picture.reached}.get(
            how.removesuffix("w"), self.picture.alike
        )
        knows = ~reached(seats, ~found.yes)
        if how.endswith("w"):
            knows = knows | ~reached(seats, found.yes)
        return self.claim(knows)

    def knows_value(self, who: int, term: Term) -> Worked:
        """Where a seat knows the value of a term: one value in all its cell."""
        once = twice = self.space.nothing
        pieces = pieces_of(self.space, term.work(self))
        if len(pieces) == 1:
            return True
        for node in pieces.values():
            there = self.picture.alike((-who - 1,), node)
            once, twice = once | there, self.space.spend(twice | (once & there))
        return self.claim(~twice)

    def claim(self, node: Node) -> Worked:
        """A claim that holds where a node says."""
        return spread(self.space, {1: self.space.spend(node)}, claim=True)


class WorldScope(DiagramScope):
    """One world alone: every value is plain."""

    def __init__(self, picture: DiagramPicture, env: Mapping[str, int], world: int) -> None:
        super().__init__(picture, env)
        self.world = world

    def column(self, name: str) -> Worked:
        """What a column has in the world."""
        return self.here(self.picture.columns[name])

    def here(self, found: Worked) -> Worked:
        """What something is in the world."""
        if not isinstance(found, Spread):
            return found
        value = found.at(self.world)
        return bool(value) if found.claim else value

    def knows(self, how: str, who: int, claim: Term) -> Worked:
        """As it is among all worlds."""
        return self.here(DiagramScope(self.picture, self.env).knows(how, who, claim))

    def group_knows(self, how: str, who: tuple[int, ...], claim: Term) -> Worked:
        """As it is among all worlds."""
        return self.here(DiagramScope(self.picture, self.env).group_knows(how, who, claim))

    def knows_value(self, who: int, term: Term) -> Worked:
        """As it is among all worlds."""
        return self.here(DiagramScope(self.picture, self.env).knows_value(who, term))


class HeldDiagram(DiagramScope):
    """The worlds that a seat holds possible; for a spectator, all."""

    def __init__(
        self,
        picture: DiagramPicture,
        worlds: Node,
        seat: int | None,
        changes: Mapping[str, Worked] | None = None,
    ) -> None:
        super().__init__(picture, {})
        self.worlds, self.seat, self.changes = worlds, seat, changes or {}
        self.whole = picture.weight(worlds)

    def column(self, name: str) -> Worked:
        """What a column has, and where."""
        return self.changes[name] if name in self.changes else self.picture.columns[name]

    def knows(self, how: str, who: int, claim: Term) -> Worked:
        """To a seat, all worlds that it holds possible are one cell."""
        if self.seat is None or who != -(self.seat + 1):
            return DiagramScope(self.picture, self.env).knows(how, who, claim)
        found = claim.work(self)
        if isinstance(found, bool):
            return found or how == "Kw"
        some = self.space.some(self.space.spend(self.worlds & found.yes))
        if how == "possible":
            return some
        return self.every(found) or (how == "Kw" and not some)

    def group_knows(self, how: str, who: tuple[int, ...], claim: Term) -> Worked:
        """As it is among all worlds."""
        return DiagramScope(self.picture, self.env).group_knows(how, who, claim)

    def knows_value(self, who: int, term: Term) -> Worked:
        """To a seat: whether it is the same in all worlds that it holds possible."""
        if self.seat is None or who != -(self.seat + 1):
            return DiagramScope(self.picture, self.env).knows_value(who, term)
        pieces = pieces_of(self.space, term.work(self)).values()
        return sum(self.space.some(self.worlds & node) for node in pieces) == 1

    # ---------------------------------------------------------- how likely something is

    @property
    def many(self) -> int:
        """How many worlds there are."""
        return self.space.count(self.worlds)

    @property
    def effort(self) -> int:
        """How much work a term is, as rows of a table would be."""
        return effort_of(self.worlds)

    def some_world(self) -> int:
        """One of the worlds, always the same."""
        return self.space.first(self.worlds)

    def without(self, cell: HeldDiagram) -> Self:
        """The worlds that are none of those that a seat holds possible later."""
        rest = self.space.spend(self.worlds & ~cell.worlds)
        return type(self)(self.picture, rest, self.seat)

    def after(self, changes: Mapping[str, Worked]) -> Self:
        """The worlds as a move makes them, as far as it changes columns."""
        new = type(self)(self.picture, self.worlds, self.seat, changes)
        new.env = dict(self.env)
        return new

    def every(self, found: Worked) -> bool:
        """Whether a claim holds in all these worlds."""
        if isinstance(found, bool):
            return found
        return not self.space.some(self.space.spend(self.worlds & ~found.yes))

    def mean(self, found: Worked) -> Fraction:
        """The mean of a number, or the chance of a claim."""
        if not isinstance(found, Spread):
            return Fraction(int(found))
        pieces = [(v, node) for v, node in found.pieces.items() if v]
        total = sum(v * self.picture.weight(self.worlds & node) for v, node in pieces)
        return Fraction(total, self.whole)

    def shares(self, name: str) -> dict[int, Fraction]:
        """How likely each value of a column is."""
        pieces = pieces_of(self.space, self.column(name))
        weights = {v: self.picture.weight(self.worlds & node) for v, node in pieces.items()}
        return {v: Fraction(w, self.whole) for v, w in sorted(weights.items()) if w}

    def cells(self, values: Sequence[Worked]) -> list[Node]:
        """The worlds, parted by some values."""
        cells = [self.worlds]
        for found in values:
            pieces = pieces_of(self.space, found).values()
            parts = [self.space.spend(cell & node) for cell in cells for node in pieces]
            cells = [part for part in parts if self.space.some(part)]
            if len(cells) > MOST_CELLS:
                raise TooLarge(f"a move has more than {MOST_CELLS:,} answers")
        return cells

    def parted(
        self, values: Sequence[Worked], most: int
    ) -> list[tuple[Fraction, int]] | None:
        """How likely each answer is, with a world of it; nothing, if there are too many."""
        cells = self.cells(values)
        if len(cells) > most:
            return None
        weights = [Fraction(self.picture.weight(cell), self.whole) for cell in cells]
        return list(zip(weights, map(self.space.first, cells), strict=True))

    def expected_left(self, values: Sequence[Worked]) -> Fraction:
        """How many worlds are left on average once some values are known: by squares."""
        squares = sum(self.picture.weight(cell) ** 2 for cell in self.cells(values))
        return Fraction(squares, self.whole)

    def mean_bits(self, values: Sequence[Worked]) -> float:
        """How many bits some values tell on average, by the worlds that they leave."""
        most, total = log2(self.many), 0.0
        for cell in self.cells(values):
            share = Fraction(self.picture.weight(cell), self.whole)
            total += float(share) * (most - log2(self.space.count(cell)))
        return total

    def expected_public(self, left: Worked, values: Sequence[Worked]) -> Fraction:
        """How many worlds of `left` all are left with on average, once they are heard."""
        everywhere = HeldDiagram(self.picture, self.picture.alive, None)
        public, total = node_of(self.space, left), 0
        for cell in everywhere.cells(values):
            here = self.picture.weight(cell & self.worlds)
            total += here * self.space.count(cell & public) if here else 0
        return Fraction(total, self.whole)
