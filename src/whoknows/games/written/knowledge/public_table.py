"""The worlds that all hold possible as a table: a row per world, a label per seat.

What seats know, of any order, a `Table` of `logic` tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import Contradiction
from whoknows.games.written.knowledge.public_worlds import Picture, valued
from whoknows.games.written.knowledge.scopes import Ears, Held, Scope, Watching
from whoknows.games.written.rules.fold import World
from whoknows.games.written.rules.meaning import ROUND
from whoknows.games.written.rules.rules_of_text import Book, Item, Worlds
from whoknows.games.written.rules.terms import (
    Env,
    Values,
    Worked,
    alike,
    on_all,
    taken_from,
    varies,
)
from whoknows.logic.models.labels import compact_labels, joint
from whoknows.logic.models.table import Table

MOST_KEPT = 2**25  # cells of all pictures that are remembered


class TablePicture(Picture):
    """The worlds that all hold possible at one moment, a row for each."""

    columns: Mapping[str, Values]

    def __init__(
        self,
        book: Book,
        numbers: NDArray[Any],
        columns: Mapping[str, Values],
        views: tuple[Values, ...],
        phase: str,
        turn: tuple[int, ...] = (),
    ) -> None:
        self.book, self.numbers, self.columns, self.views = book, numbers, columns, views
        self.phase, self.turn, self.found = phase, turn, {}

    @classmethod
    def first(cls, book: Book, worlds: Worlds) -> TablePicture:
        """Before the deal: every world, and nobody has seen anything."""
        columns: dict[str, Values] = dict(worlds.columns)
        for column in book.board:
            kind = bool if column.fact else np.int16 if column.name != ROUND else np.int32
            columns[column.name] = alike(column.values[0], kind, worlds.size)
        views = tuple(np.zeros(worlds.size, dtype=np.int32) for _ in book.seats)
        return cls(book, np.arange(worlds.size), columns, views, next(iter(book.turns)))

    @property
    def size(self) -> int:
        """How many worlds all hold possible."""
        return len(self.numbers)

    @property
    def room(self) -> int:
        """How many pictures as large as this one have room."""
        full = sum(column.strides != (0,) for column in self.columns.values())
        cells = self.size * (full + 4 * len(self.views))
        return MOST_KEPT // max(1, cells)

    @property
    def effort(self) -> int:
        """How much work a term is."""
        return self.size

    def count(self, claim: Worked) -> int:
        """In how many worlds a claim holds."""
        return int(np.count_nonzero(on_all(claim, self.size)))

    def listed(self) -> TablePicture:
        """Itself."""
        return self

    @cached_property
    def model(self) -> Table:
        """How the worlds look to each seat, as `logic` has it."""
        views = dict(zip(self.book.seats, self.views, strict=True))
        return Table({}, views, rows=self.size)

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """How likely each world is, by the deal."""
        worlds = self.book.worlds
        if not isinstance(worlds, Worlds) or worlds.weights is None:
            return np.ones(self.size, dtype=np.int64)
        return worlds.weights.take(self.numbers)

    @property
    def weighed(self) -> bool:
        """Whether some worlds are likelier than others."""
        worlds = self.book.worlds
        return isinstance(worlds, Worlds) and worlds.weights is not None

    def row(self, world: World) -> int:
        """The row of a world among those that are left."""
        row = int(np.searchsorted(self.numbers, world))
        if row >= self.size or self.numbers[row] != world:
            raise Contradiction(f"world {world} is ruled out by what is public")
        return row

    def cell(self, seat: int, world: World) -> int:
        """The label of what a seat has seen in a world."""
        return int(self.views[seat][self.row(world)])

    def value(self, name: str, world: World) -> int:
        """What a column has in a world by now."""
        return int(self.columns[name][self.row(world)])

    def held(self, seat: int, cell: int) -> NDArray[np.intp]:
        """The rows of the worlds that a seat holds possible."""
        key = ("held", seat, cell)
        if key not in self.found:
            self.found[key] = np.flatnonzero(self.views[seat] == cell)
        rows: NDArray[np.intp] = self.found[key]
        return rows

    def everywhere(self, env: Env) -> Scope:
        """All worlds, for terms to be worked out on."""
        return Scope(self, env)

    def in_world(self, world: World, env: Env) -> Held:
        """One world alone."""
        return Held(self, env, np.array([self.row(world)]), None)

    def held_by(self, seat: int | None, cell: int) -> Held:
        """The worlds that a seat holds possible; for a spectator, all."""
        rows = np.arange(self.size) if seat is None else self.held(seat, cell)
        return Held(self, {}, rows, seat)

    def told_at_once(self, seat: int | None, world: World) -> dict[str, str]:
        """What was dealt as far as what a seat sees now tells it, in a game in Python."""
        row, alike = self.row(world), np.ones(self.size, dtype=bool)
        for item in self.book.sees.get(seat, ()) if seat is not None else ():
            found = on_all(valued(item, self.everywhere(item.env)), self.size)
            alike &= found == found[row]
        shown = {}
        for column in self.book.dealt:
            values = self.columns[column.name][alike]
            if (values == values[0]).all():
                shown[column.name] = self.book.shown(column.name, int(values[0]))
        return shown

    def those_of(self, held: Held) -> Held:
        """The worlds that a seat held possible before, of those that are left."""
        numbers = held.picture.numbers.take(held.rows)
        return Held(self, {}, np.flatnonzero(np.isin(self.numbers, numbers)), None)

    def first_row(self) -> Held:
        """A scope of one world, for what all see."""
        return Held(self, {}, np.zeros(1, dtype=np.intp), None)

    def eyes(self, world: World) -> Watching:
        """The referee's eyes, which see one world."""
        return Watching(self.row(world))

    def taken(
        self,
        left: Worked,
        changes: Mapping[str, Worked],
        told: Iterable[tuple[int, Worked, Item]],
        ears: Ears,
    ) -> TablePicture:
        """The worlds where something holds, columns as they become, and what is told."""
        rows = np.flatnonzero(on_all(left, self.size))
        ears.narrow(rows)
        if not len(rows):
            raise Contradiction("no world fits what was done and said")
        columns: dict[str, Values] = {}
        for name, column in self.columns.items():
            new = changes.get(name, column)
            if not varies(new):
                columns[name] = alike(new, column.dtype, len(rows))
            elif new is column:
                same = len(rows) == self.size
                columns[name] = column if same else taken_from(column, rows)
            else:
                columns[name] = taken_from(new, rows).astype(column.dtype, copy=False)
        views = [compact_labels(view.take(rows)) for view in self.views]
        for seat, values, _ in told:
            if varies(values):
                views[seat] = parted(views[seat], values.take(rows))
        numbers = self.numbers.take(rows)
        return TablePicture(self.book, numbers, columns, tuple(views), self.phase)

    def settled(self, names: Iterable[str]) -> TablePicture:
        """The picture when all have seen some columns, so that each has one value."""
        columns = dict(self.columns)
        for name in names:
            columns[name] = alike(columns[name][0], columns[name].dtype, self.size)
        views, numbers = self.views, self.numbers
        return TablePicture(self.book, numbers, columns, views, self.phase, self.turn)

    def kept(self, left: Worked, ears: Ears) -> TablePicture:
        """The worlds where something holds alone."""
        if left is True or (varies(left) and left.all()):
            return self
        return self.taken(left, {}, (), ears)

    def refined(self, seen: Iterable[tuple[int, Worked, Item]]) -> TablePicture:
        """The picture when seats have seen some values."""
        views = list(self.views)
        for seat, found, _ in seen:
            if varies(found):
                views[seat] = parted(views[seat], found)
        return TablePicture(self.book, self.numbers, self.columns, tuple(views), self.phase)

    def turned(self, phase: str, turn: tuple[int, ...]) -> TablePicture:
        """The picture with who moves next."""
        return TablePicture(self.book, self.numbers, self.columns, self.views, phase, turn)


def parted(view: Values, values: Values) -> Values:
    """A view that also parts worlds by some values."""
    low = int(values.min())
    if int(values.max()) == low:
        return view
    return compact_labels(joint([view, values.astype(np.int64) - low], len(view)))
