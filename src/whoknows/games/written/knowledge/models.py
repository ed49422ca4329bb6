"""Pictures after any record, what seats hold possible, and models of `logic` of them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from whoknows.games.written.knowledge.picture import Picture
from whoknows.games.written.rules.fold import (
    Fact,
    Setup,
    Sight,
)
from whoknows.games.written.rules.meaning import ROUND
from whoknows.games.written.rules.terms import Values
from whoknows.logic.table import Part, Table
from whoknows.play.knowledge import Pictured, Remembered

MOST_KEPT = 2**25  # cells of all pictures that are remembered


@lru_cache(maxsize=4)
def first_picture(setup: Setup) -> Picture:
    """Before the deal: every world, and nobody has seen anything."""
    book = setup.book
    size = book.worlds.size
    columns: dict[str, Values] = dict(book.worlds.columns)
    for column in book.board:
        kind = bool if column.fact else np.int16 if column.name != ROUND else np.int32
        columns[column.name] = np.full(size, column.values[0], dtype=kind)
    views = tuple(np.zeros(size, dtype=np.int32) for _ in book.seats)
    return Picture(book, np.arange(size), columns, views, next(iter(book.turns)))


def room(picture: Picture) -> int:
    """How many pictures of this size are remembered."""
    cells = picture.size * (len(picture.columns) + 4 * len(picture.views))
    return max(3, min(64, MOST_KEPT // max(1, cells)))


picture_of: Remembered[Setup, Fact, Picture] = Remembered(first_picture, room)


def picture_at(sight: Sight) -> Picture:
    """The picture that a sight is of."""
    return picture_of(sight.setup, sight.record)


def held_rows(sight: Sight) -> NDArray[np.intp]:
    """The rows of the worlds that a seat holds possible; for a spectator, all."""
    picture = picture_at(sight)
    if sight.seat is None:
        return np.arange(picture.size)
    return picture.held(sight.seat, sight.cell)


def logic_model(picture: Picture) -> Table:
    """The picture as a model with facts and parts, for pictures and formulas."""
    book = picture.book
    facts: dict[str, Values] = {}
    parts: dict[str, Part] = {}
    for column in book.columns.values():
        values = picture.columns[column.name]
        if column.board and (values == values[0]).all():
            continue
        if column.fact:
            facts[column.name] = values
        else:
            codes = np.unique([*column.values, *np.unique(values).tolist()])
            places = np.searchsorted(codes, values)
            names = tuple(
                book.value_name(int(code)) if code < 0 else int(code) for code in codes
            )
            parts[column.name] = Part(places.astype(np.int32), names)
    views = dict(zip(book.seats, picture.views, strict=True))
    return Table(facts, views, parts, rows=picture.size)


def pictured(sight: Sight, most: int) -> Pictured | None:
    """The public model, with what a seat holds possible."""
    picture = picture_at(sight)
    if picture.size > most:
        return None
    rows = held_rows(sight)
    actual = None if sight.world is None else picture.row(sight.world)
    return Pictured(
        logic_model(picture),
        actual=actual,
        keys=tuple(picture.numbers.tolist()),
        held=tuple(rows.tolist()),
        home=None if sight.seat is None else picture.book.seats[sight.seat],
    )
