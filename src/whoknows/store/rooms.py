"""Rooms in the database: how each began, and the log of what happened in it.

Keys are kept as hashes only: who reads the database cannot take a seat.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from whoknows import __version__
from whoknows.errors import NotAllowed, OldVersion, UnknownName, shortened
from whoknows.play.room import Done
from whoknows.store.database import Store, lock
from whoknows.store.schema import room_log, rooms

TERMINAL = "terminal"  # the mark, in their documents, of games begun at a terminal
MOST_BRANCHES = 60  # rooms that show how one might have gone
UNDOING = -1  # the seat 0 where it takes back; further seats are below


class StoredRoom(NamedTuple):
    """A room as the database has it, without its log."""

    id: str
    game: str
    document: dict[str, Any]
    keys: dict[str, str]
    made: str
    over: bool


def hashed(key: str) -> str:
    """What is kept of a key; keys are long and random, so that a plain hash is safe."""
    return sha256(key.encode()).hexdigest()


def add_room(
    store: Store,
    room: str,
    game: str,
    document: Mapping[str, Any],
    keys: Mapping[str, str],
    log: Sequence[Done] = (),
    *,
    over: bool = False,
) -> None:
    """Write down a new room, and what has happened in it if it is not quite new."""
    values = {
        "id": room,
        "game": game,
        "document": dict(document),
        "keys": {who: hashed(key) for who, key in keys.items()},
        "program": __version__,
        "made": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "over": int(over),
    }
    entries = [as_values(room, n, done) for n, done in enumerate(log)]
    with store.writing() as connection:
        connection.execute(insert(rooms).values(values))
        if entries:
            connection.execute(insert(room_log), entries)


def add_successor(
    store: Store,
    before: str,
    room: str,
    game: str,
    document: Mapping[str, Any],
    keys: Mapping[str, str],
) -> str:
    """A room that follows another one, opened by these hashes of keys; or the one before.

    Of several who want to go on, the first makes the room, and the others find it.
    """
    with store.writing() as connection:
        lock(connection)
        found = connection.execute(select(rooms.c.document).where(rooms.c.id == before))
        old = dict(found.scalar_one())
        if "next" in old:
            return str(old["next"])
        values = {
            "id": room,
            "game": game,
            "document": {**document, "after": before},
            "keys": dict(keys),
            "program": __version__,
            "made": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "over": 0,
        }
        connection.execute(insert(rooms).values(values))
        old["next"] = room
        connection.execute(update(rooms).where(rooms.c.id == before).values(document=old))
    return room


def append(store: Store, room: str, n: int, done: Done, *, over: bool = False) -> None:
    """Write entry `n` of a room's log; raises `OldVersion` if it is written already."""
    with store.writing() as connection:
        try:
            connection.execute(insert(room_log).values(as_values(room, n, done)))
        except IntegrityError as error:
            raise OldVersion("the game has moved on in the meantime") from error
        if over:
            connection.execute(update(rooms).where(rooms.c.id == room).values(over=1))


def take_seat(store: Store, room: str, door: str, invitation: str, own: str) -> None:
    """Let a key of one's own open a door from now on, and no longer the invitation."""
    with store.writing() as connection:
        lock(connection)
        found = connection.execute(select(rooms.c["keys"]).where(rooms.c.id == room))
        keys = dict(found.scalar_one())
        if keys.get(door) != hashed(invitation) or f"taken {door}" in keys:
            raise NotAllowed("this seat is taken; the person who took it has a new link")
        keys |= {door: hashed(own), f"taken {door}": keys[door]}
        connection.execute(update(rooms).where(rooms.c.id == room).values(keys=keys))


def add_branch(store: Store, room: str, branch: dict[str, Any]) -> dict[str, Any]:
    """Note beside a room another one that shows how it might have gone; its document."""
    with store.writing() as connection:
        lock(connection)
        found = connection.execute(select(rooms.c.document).where(rooms.c.id == room))
        document = dict(found.scalar_one())
        branches = [*document.get("branches", ()), branch]
        if len(branches) > MOST_BRANCHES:
            raise NotAllowed(f"a game has at most {MOST_BRANCHES} branches")
        document["branches"] = branches
        changed = update(rooms).where(rooms.c.id == room).values(document=document)
        connection.execute(changed)
    return document


def as_values(room: str, n: int, done: Done) -> dict[str, Any]:
    """An entry of a log as the table has it."""
    return {
        "room": room,
        "n": n,
        "at": done.at,
        "seat": UNDOING - done.seat if done.move is None else done.seat,
        "move": done.move,
        "back": done.back,
    }


def find_room(store: Store, room: str) -> StoredRoom:
    """The room of that id."""
    if not (room.isascii() and room.isprintable()):  # which no database need understand
        raise UnknownName(f"there is no room {shortened(room)}")
    with store.reading() as connection:
        row = connection.execute(select(rooms).where(rooms.c.id == room)).first()
    if row is None:
        raise UnknownName(f"there is no room {shortened(room)}")
    return as_stored(row)


def log_of(store: Store, room: str) -> list[Done]:
    """All that happened in a room, in order."""
    query = select(room_log).where(room_log.c.room == room).order_by(room_log.c.n)
    with store.reading() as connection:
        return [
            Done(row.at, mover(row.seat), row.move, row.back)
            for row in connection.execute(query)
        ]


def mover(written: int) -> int:
    """The seat of an entry, as it is written: below zero it takes back."""
    return UNDOING - written if written < 0 else written


def lengths_of(store: Store, some: Sequence[str]) -> dict[str, int]:
    """How many entries the logs of some rooms have."""
    count = func.count().label("entries")
    query = (
        select(room_log.c.room, count)
        .where(room_log.c.room.in_(some))
        .group_by(room_log.c.room)
    )
    with store.reading() as connection:
        return {row.room: int(row.entries) for row in connection.execute(query)}


def forget_rooms(store: Store, days: float) -> int:
    """Remove the lab's rooms that were begun so many days ago; how many there were.

    Games of the terminal are somebody's own, and stay.
    """
    before = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")
    terminal = rooms.c.document[TERMINAL].as_string()
    is_old = and_(rooms.c.made < before, terminal.is_(None))
    old = select(rooms.c.id).where(is_old)
    with store.writing() as connection:
        connection.execute(delete(room_log).where(room_log.c.room.in_(old)))
        gone = connection.execute(delete(rooms).where(is_old))
        return int(gone.rowcount)


def recent_rooms(store: Store, most: int = 20) -> list[tuple[StoredRoom, int]]:
    """The newest rooms, each with the number of entries of its log."""
    length = select(func.count()).where(room_log.c.room == rooms.c.id).scalar_subquery()
    query = select(rooms, length).order_by(rooms.c.made.desc()).limit(most)
    with store.reading() as connection:
        return [(as_stored(row), int(row[-1])) for row in connection.execute(query)]


def rooms_named(store: Store, some: Sequence[str]) -> dict[str, StoredRoom]:
    """Those of these rooms that there are."""
    with store.reading() as connection:
        found = connection.execute(select(rooms).where(rooms.c.id.in_(some)))
        return {row.id: as_stored(row) for row in found}


def as_stored(row: Any) -> StoredRoom:
    """A row of the table as a room."""
    return StoredRoom(row.id, row.game, row.document, row.keys, row.made, bool(row.over))
