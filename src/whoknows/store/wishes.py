"""The wish to take a move back, beside its room, so that every lab on a database knows it.

It is meant for a room after so many entries of its log, and is over with the next one.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import func, select, update

from whoknows.errors import IllegalMove, OldVersion
from whoknows.play.game import Seat
from whoknows.store.database import Store
from whoknows.store.rooms import MOVED_ON, document_of, note_change
from whoknows.store.schema import room_log, rooms

WISH = "wish"  # where it stands in a room's document


class Wish(NamedTuple):
    """Who wants to take a move back, who has agreed so far, and who does not."""

    seat: Seat
    length: int  # of the room's log
    agreed: frozenset[Seat] = frozenset()
    against: Seat | None = None


def wish_of(document: Mapping[str, Any], length: int) -> Wish | None:
    """What is wished in a room whose log is that long."""
    wish = document.get(WISH)
    if wish is None or wish["length"] != length:
        return None
    return Wish(**{**wish, "agreed": frozenset(wish["agreed"])})


def ask_back(store: Store, room: str, seat: Seat, length: int) -> None:
    """Note that a seat wants to take a move back."""
    change_wish(store, room, length, lambda _: Wish(seat, length))


def refuse_back(store: Store, room: str, seat: Seat, length: int) -> None:
    """Note that a seat does not agree to what is wished."""
    change_wish(store, room, length, lambda wish: open_wish(wish)._replace(against=seat))


def agree_back(
    store: Store, room: str, seat: Seat, length: int, wanted: Collection[Seat]
) -> bool:
    """Note that a seat agrees; whether all of the wanted ones have then.

    The last one's word is not noted: what they agreed to is done instead.
    """

    def agreed(wish: Wish | None) -> Wish:
        wish = open_wish(wish)
        every = wish.agreed | {seat}
        return wish if every.issuperset(wanted) else wish._replace(agreed=every)

    return seat not in change_wish(store, room, length, agreed).agreed


def open_wish(wish: Wish | None) -> Wish:
    """A wish that can be answered; raises `IllegalMove`."""
    if wish is None or wish.against is not None:
        raise IllegalMove("nobody wants to take a move back now")
    return wish


def change_wish(
    store: Store, room: str, length: int, change: Callable[[Wish | None], Wish]
) -> Wish:
    """Write down what a wish has become, of whatever was written of it last.

    Raises `OldVersion` if something happened in the room that we do not know.
    """
    entries = select(func.count()).where(room_log.c.room == room)
    with store.writing() as connection:
        note_change(connection, room)
        if connection.scalar(entries) != length:
            raise OldVersion(MOVED_ON)
        document = document_of(connection, room)
        wish = change(wish_of(document, length))
        written = wish._asdict() | {"agreed": sorted(wish.agreed)}
        changed = update(rooms).where(rooms.c.id == room)
        connection.execute(changed.values(document={**document, WISH: written}))
    return wish
