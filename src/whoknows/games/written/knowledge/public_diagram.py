"""The worlds that all hold possible as a decision diagram, where a table has no room.

What a seat has seen is a set of axes, and claims that have an axis of their own (*lenses*).
Worlds look alike to it that agree on these: to know is to quantify over all other axes, as
in the knowledge structures of `logic`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import numpy as np

from whoknows.errors import Contradiction
from whoknows.games.written.knowledge.diagram_scopes import (
    DiagramScope,
    HeldDiagram,
    WorldScope,
)
from whoknows.games.written.knowledge.public_table import TablePicture
from whoknows.games.written.knowledge.public_worlds import Picture
from whoknows.games.written.knowledge.scopes import Ears
from whoknows.games.written.rules.deal_diagram import DiagramWorlds
from whoknows.games.written.rules.fold import World
from whoknows.games.written.rules.rules_of_text import Book, Item
from whoknows.games.written.rules.spread import (
    MOST_NODES,
    Lens,
    Space,
    Spread,
    effort_of,
    node_of,
    spread,
)
from whoknows.games.written.rules.terms import Env, Worked, varies
from whoknows.logic.diagrams import Node


@dataclass(frozen=True, slots=True)
class Sees:
    """What a seat has seen so far: axes, and claims with axes of their own."""

    axes: frozenset[int] = frozenset()
    lenses: tuple[Lens, ...] = ()


class DiagramPicture(Picture):
    """The worlds that all hold possible at one moment, as a diagram."""

    symbolic = True

    def __init__(
        self,
        book: Book,
        alive: Node,
        columns: Mapping[str, Worked],
        views: tuple[Sees, ...],
        phase: str,
        turn: tuple[int, ...] = (),
    ) -> None:
        assert isinstance(book.worlds, DiagramWorlds)
        self.worlds, self.space = book.worlds, book.worlds.space
        self.book, self.alive, self.columns, self.views = book, alive, columns, views
        self.phase, self.turn, self.found = phase, turn, {}

    @classmethod
    def first(cls, book: Book, worlds: DiagramWorlds) -> DiagramPicture:
        """Before the deal: every world, and nobody has seen anything."""
        columns: dict[str, Worked] = dict(worlds.space.columns)
        for column in book.board:
            value = column.values[0]
            columns[column.name] = bool(value) if column.fact else value
        views = tuple(Sees() for _ in book.seats)
        return cls(book, worlds.alive, columns, views, next(iter(book.turns)))

    @property
    def size(self) -> int:
        """How many worlds all hold possible."""
        if "size" not in self.found:
            self.found["size"] = self.space.count(self.alive)
        return int(self.found["size"])

    @property
    def room(self) -> int:
        """How many pictures as large as this one have room, each with its seats' worlds."""
        nodes = int(self.alive.node.node_count()) * (2 + len(self.views))
        return MOST_NODES // (4 * nodes)

    @property
    def effort(self) -> int:
        """How much work a term is, as rows of a table would be."""
        return effort_of(self.alive)

    def count(self, claim: Worked) -> int:
        """In how many worlds a claim holds."""
        return self.space.count(self.alive & node_of(self.space, claim))

    def listed(self) -> TablePicture:
        """The picture as a table, where its worlds are few."""
        numbers = sorted(self.space.diagrams.worlds(self.alive, self.space.size))
        columns = {}
        for name, column in self.columns.items():
            values = [column.at(w) if varies(column) else column for w in numbers]
            columns[name] = np.array(values, bool if self.book.columns[name].fact else None)
        views = []
        for seat in range(len(self.views)):
            cells = [self.cell(seat, world) for world in numbers]
            places = {cell: place for place, cell in enumerate(dict.fromkeys(cells))}
            views.append(np.array([places[cell] for cell in cells], np.int32))
        kept = np.array(numbers, dtype=np.int64 if self.space.size < 63 else object)
        return TablePicture(self.book, kept, columns, tuple(views), self.phase, self.turn)

    def weight(self, node: Node) -> int:
        """How likely a world of a node is, as the deal has it."""
        return self.worlds.weight(node)

    def cell(self, seat: int, world: World) -> int:
        """What a seat has seen in a world, as the bits of a number."""
        bit = self.space.diagrams.bit
        if not bit(self.alive, world):
            raise Contradiction(f"world {world} is ruled out by what is public")
        sees = self.views[seat]
        seen = world & sum(1 << axis for axis in sees.axes)
        for place, lens in enumerate(sees.lenses, self.space.size):
            seen |= bit(lens.claim, world) << place
        return seen

    def value(self, name: str, world: World) -> int:
        """What a column has in a world by now."""
        return int(WorldScope(self, {}, world).column(name))

    def everywhere(self, env: Env) -> DiagramScope:
        """All worlds, for terms to be worked out on."""
        return DiagramScope(self, env)

    def in_world(self, world: World, env: Env) -> WorldScope:
        """One world alone."""
        return WorldScope(self, env, world)

    def held_by(self, seat: int | None, cell: int) -> HeldDiagram:
        """The worlds that a seat holds possible; for a spectator, all."""
        if seat is None:
            return HeldDiagram(self, self.alive, None)
        key = ("held", seat, cell)
        if key not in self.found:
            sees, held = self.views[seat], self.alive
            for axis in sees.axes:
                variable = self.space.diagrams.variable(axis)
                held = held & (variable if cell >> axis & 1 else ~variable)
            for place, lens in enumerate(sees.lenses, self.space.size):
                held = held & (lens.claim if cell >> place & 1 else ~lens.claim)
            self.found[key] = held
        return HeldDiagram(self, self.found[key], seat)

    def those_of(self, held: HeldDiagram) -> HeldDiagram:
        """The worlds that a seat held possible before, of those that are left."""
        return HeldDiagram(self, held.worlds & self.alive, None)

    def first_row(self) -> DiagramScope:
        """A scope for what all see: the board is plain."""
        return DiagramScope(self, {})

    def eyes(self, world: World) -> WatchingWorld:
        """The referee's eyes, which see one world."""
        return WatchingWorld(world)

    def work(self) -> AbstractContextManager[None]:
        """A piece of work, which may make so many nodes; raises `TooLarge`."""
        return self.space.work()

    # ---------------------------------------------------------------------- what is kept

    def taken(
        self,
        left: Worked,
        changes: Mapping[str, Worked],
        told: Iterable[tuple[int, Worked, Item]],
        ears: Ears,  # noqa: ARG002 -- a world is where it was
    ) -> DiagramPicture:
        """The worlds where something holds, columns as they become, and what is told."""
        alive = self.space.spend(self.alive & node_of(self.space, left))
        if not self.space.some(alive):
            raise Contradiction("no world fits what was done and said")
        columns = {
            name: self.inside(alive, name, changes.get(name, column))
            for name, column in self.columns.items()
        }
        new = DiagramPicture(self.book, alive, columns, self.views, self.phase)
        return new.refined(told)

    def inside(self, alive: Node, name: str, found: Worked) -> Worked:
        """A column among the worlds that are left; what was dealt stays as it is."""
        if not isinstance(found, Spread) or found is self.space.columns.get(name):
            return found
        if found.claim:
            yes, no = (
                self.space.some(alive & found.yes),
                self.space.some(alive & ~found.yes),
            )
            return found if yes and no else yes
        pieces = {v: self.space.spend(alive & node) for v, node in found.pieces.items()}
        return spread(self.space, pieces, claim=False)

    def kept(self, left: Worked, ears: Ears) -> DiagramPicture:
        """The worlds where something holds alone."""
        if left is True:
            return self
        return self.taken(left, {}, (), ears)

    def refined(self, seen: Iterable[tuple[int, Worked, Item]]) -> DiagramPicture:
        """The picture when seats have seen some values."""
        views = list(self.views)
        for seat, found, item in seen:
            if isinstance(found, Spread):
                views[seat] = self.seeing_value(views[seat], found, item)
        return DiagramPicture(
            self.book, self.alive, self.columns, tuple(views), self.phase, self.turn
        )

    def seeing_value(self, sees: Sees, found: Spread, item: Item) -> Sees:
        """What a seat has seen once it sees a value, too."""
        names = item.term.columns | (item.when.columns if item.when else frozenset())
        for name in names:
            if found is self.space.columns.get(name):
                return Sees(sees.axes | set(self.space.places[name]), sees.lenses)
        lenses = list(sees.lenses)
        for claim in bits_of(self.space, found):
            lens = self.space.lens(claim, names)
            lenses += [lens] * (lens not in lenses)
        return Sees(sees.axes, tuple(lenses))

    def turned(self, phase: str, turn: tuple[int, ...]) -> DiagramPicture:
        """The picture with who moves next."""
        return DiagramPicture(self.book, self.alive, self.columns, self.views, phase, turn)

    # ------------------------------------------------------------------- who knows what

    def alike(self, seats: tuple[int, ...], claim: Node) -> Node:
        """Worlds that look to some seats together like one where a claim holds."""
        sees = [self.views[seat] for seat in seats]
        axes = frozenset().union(*(each.axes for each in sees))
        missed = tuple(axis for axis in range(self.space.size) if axis not in axes)
        lenses = {lens.axis: lens for each in sees for lens in each.lenses}
        here, plain = self.space.spend(self.alive & claim), self.space.everything
        for lens in lenses.values():  # those of one column are small, even all together
            if lens.plain:
                plain = self.space.spend(plain & lens.link)
            else:
                here = self.space.spend(here & lens.link)
        seen = self.space.spend(self.space.diagrams.fold_both(here, plain, missed))
        claims = {axis: lens.claim for axis, lens in lenses.items()}
        return self.space.spend(self.space.diagrams.put(seen, claims)) if claims else seen

    def alike_to_some(self, seats: tuple[int, ...], claim: Node) -> Node:
        """Worlds that look to one of some seats like one where a claim holds."""
        return self.space.either(self.alike((seat,), claim) for seat in seats)

    def reached(self, seats: tuple[int, ...], claim: Node) -> Node:
        """Worlds joined to one where a claim holds by a chain of what some seats see."""
        found = self.alive & claim
        while True:
            before = found
            for seat in seats:
                found = self.alive & self.alike((seat,), found)
            if found == before:
                return found


class WatchingWorld:
    """The referee's eyes: values are those of one world, and are written down."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.values: list[int] = []

    def value(self, found: Worked) -> int:
        """What is so in the world that is so."""
        value = found.at(self.world) if isinstance(found, Spread) else found
        self.values.append(int(value))
        return self.values[-1]

    def narrow(self, rows: Any) -> None:
        """Nothing to do: a world is where it was."""


def bits_of(space: Space, found: Spread) -> list[Node]:
    """Claims that tell a value together: one for a claim, else the bits of its place."""
    if found.claim:
        return [found.yes]
    pieces = list(found.pieces.values())
    return [
        space.either(node for place, node in enumerate(pieces) if place >> bit & 1)
        for bit in range((len(pieces) - 1).bit_length())
    ]
