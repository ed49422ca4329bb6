"""Pictures after any record, what seats hold possible, and models of `logic` of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce

import numpy as np
from numpy.typing import NDArray

from whoknows.games.written.knowledge.public_diagram import DiagramPicture
from whoknows.games.written.knowledge.public_table import TablePicture
from whoknows.games.written.knowledge.public_worlds import Picture
from whoknows.games.written.knowledge.scopes import HeldScope
from whoknows.games.written.rules.deal_diagram import DiagramWorlds
from whoknows.games.written.rules.fold import Fact, Setup, Sight
from whoknows.games.written.rules.rules_of_text import Worlds
from whoknows.games.written.rules.terms import Values
from whoknows.logic.models.table import Part, Table
from whoknows.play.knowing.knowledge import Pictured, Remembered

MOST_LISTED = 200  # worlds of a diagram that are made a table


@lru_cache(maxsize=4)
def first_picture(setup: Setup) -> Picture:
    """Before the deal: every world, and nobody has seen anything."""
    book, worlds = setup.book, setup.book.worlds
    if isinstance(worlds, DiagramWorlds):
        return DiagramPicture.first(book, worlds)
    assert isinstance(worlds, Worlds)
    return TablePicture.first(book, worlds)


def room(picture: Picture) -> int:
    """How many pictures of this size are remembered."""
    return max(3, min(64, picture.room))


picture_of: Remembered[Setup, Fact, Picture] = Remembered(first_picture, room)


def picture_at(sight: Sight) -> Picture:
    """The picture that a sight is of."""
    return picture_of(sight.setup, sight.record)


def held_at(sight: Sight) -> HeldScope:
    """The worlds that a seat holds possible; for a spectator, all."""
    return picture_at(sight).held_by(sight.seat, sight.cell)


def logic_model(picture: TablePicture) -> Table:
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
    if picture.size > (min(most, MOST_LISTED) if picture.symbolic else most):
        return None
    listed = picture.listed()
    rows = rows_held(listed, sight)
    actual = None if sight.world is None else listed.row(sight.world)
    return Pictured(
        logic_model(listed),
        actual=actual,
        keys=tuple(listed.numbers.tolist()),
        held=tuple(rows.tolist()),
        home=None if sight.seat is None else picture.book.seats[sight.seat],
    )


def rows_held(listed: TablePicture, sight: Sight) -> NDArray[np.intp]:
    """The rows of a table that a seat holds possible; for a spectator, all."""
    if sight.seat is None:
        return np.arange(listed.size)
    view = listed.views[sight.seat]
    return np.flatnonzero(view == view[listed.row(held_at(sight).some_world())])


def actual_row(sights: Iterable[Sight]) -> int | None:
    """The row of the world that is so, if all seats can tell it together."""
    some = list(sights)
    listed = picture_at(some[0]).listed()
    rows = reduce(np.intersect1d, [rows_held(listed, sight) for sight in some])
    return int(rows[0]) if len(rows) == 1 else None
