"""Rooms in the database: how each began, and the log of what happened in it.

Keys are kept as hashes only: who reads the database cannot take a seat.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import bindparam, case, delete, func, insert, literal, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from whoknows import __version__
from whoknows.errors import NotAllowed, OldVersion, UnknownName, shortened
from whoknows.play.table.room import Done
from whoknows.store.database import Store
from whoknows.store.schema import TERMINAL, meta, room_changes, room_log, rooms

log = logging.getLogger("whoknows.store")

MOST_BRANCHES = 60  # rooms that show how one might have gone
TENTH = 10  # of so many rooms one may be forgotten, and the clock is not doubted
DOUBTED = 30  # days for which a clock that is doubted has to go on before it is believed
DOUBT = "clock doubted"  # for how many days, and when that was counted
DAY = timedelta(hours=20)  # from one look of the lab to that of another day, or more
STEADY = timedelta(days=32)  # a clock that has gone on by more may have been set
COUNT = select(room_changes.c["count"]).where(room_changes.c.room == bindparam("room"))
MOVED_ON = "the game has moved on in the meantime"
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
    hashes = {who: hashed(key) for who, key in keys.items()}
    entries = [as_values(room, n, done) for n, done in enumerate(log)]
    with store.writing() as connection:
        write_room(connection, room, game, document, hashes, over=over)
        if entries:
            connection.execute(insert(room_log), entries)


def write_room(
    connection: Connection,
    room: str,
    game: str,
    document: Mapping[str, Any],
    hashes: Mapping[str, str],
    *,
    over: bool = False,
) -> None:
    """A new room and the count of its changes, as a part of what is written."""
    values = {
        "id": room,
        "game": game,
        "document": dict(document),
        "keys": dict(hashes),
        "program": __version__,
        "made": time_of(datetime.now(UTC)),
        "over": int(over),
    }
    connection.execute(insert(rooms).values(values))
    last = None if TERMINAL in document else latest()
    connection.execute(insert(room_changes).values(room=room, count=0, last=last))


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
        note_change(connection, before)
        old = document_of(connection, before)
        if "next" not in old:
            write_room(connection, room, game, {**document, "after": before}, keys)
            change = update(rooms).where(rooms.c.id == before)
            connection.execute(change.values(document={**old, "next": room}))
            return room
        return str(old["next"])


def append(store: Store, room: str, n: int, done: Done, *, over: bool = False) -> None:
    """Write entry `n` of a room's log; raises `OldVersion` if it is written already."""
    with store.writing() as connection:
        note_change(connection, room)
        try:
            connection.execute(insert(room_log).values(as_values(room, n, done)))
        except IntegrityError as error:
            raise OldVersion(MOVED_ON) from error
        if over:
            connection.execute(update(rooms).where(rooms.c.id == room).values(over=1))


def take_seat(store: Store, room: str, door: str, invitation: str, own: str) -> None:
    """Let a key of one's own open a door from now on, and no longer the invitation."""
    with store.writing() as connection:
        note_change(connection, room)
        found = connection.execute(select(rooms.c["keys"]).where(rooms.c.id == room))
        keys = dict(found.scalar_one())
        if keys.get(door) != hashed(invitation) or f"taken {door}" in keys:
            raise NotAllowed("this seat is taken; the person who took it has a new link")
        keys |= {door: hashed(own), f"taken {door}": keys[door]}
        connection.execute(update(rooms).where(rooms.c.id == room).values(keys=keys))


def add_branch(store: Store, room: str, branch: dict[str, Any]) -> None:
    """Note beside a room another one that shows how it might have gone."""
    with store.writing() as connection:
        note_change(connection, room)
        document = document_of(connection, room)
        branches = [*document.get("branches", ()), branch]
        if len(branches) > MOST_BRANCHES:
            raise NotAllowed(f"a game has at most {MOST_BRANCHES} branches")
        document["branches"] = branches
        changed = update(rooms).where(rooms.c.id == room).values(document=document)
        connection.execute(changed)


def note_change(connection: Connection, room: str) -> None:
    """Count a change of a room, which nobody else changes then until this one is made.

    So it comes before anything of the room is read.
    """
    changes = update(room_changes).where(room_changes.c.room == room)
    last = case((room_changes.c.last.is_not(None), latest()))
    count = room_changes.c["count"] + 1
    if not connection.execute(changes.values(count=count, last=last)).rowcount:
        raise no_room(room)


def latest() -> Any:
    """The time as it is written: now, or of the newest change if the clock is behind."""
    newest = select(func.max(room_changes.c.last)).scalar_subquery()
    now = literal(time_of(datetime.now(UTC)))
    return case((newest > now, newest), else_=now)


def time_of(moment: datetime) -> str:
    """A time as it is written, which sorts like the time itself."""
    return moment.isoformat(timespec="milliseconds")


def document_of(connection: Connection, room: str) -> dict[str, Any]:
    """How a room began, and what was noted beside it since."""
    found = connection.execute(select(rooms.c.document).where(rooms.c.id == room))
    return dict(found.scalar_one())


def no_room(room: str) -> UnknownName:
    """What is said where there is no room."""
    return UnknownName(f"there is no room {shortened(room)}")


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
    if not is_name(room):
        raise no_room(room)
    with store.reading() as connection:
        row = connection.execute(select(rooms).where(rooms.c.id == room)).first()
    if row is None:
        raise no_room(room)
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


def count_of(store: Store, room: str) -> int | None:
    """How often a room was changed; nothing if it is not there."""
    if not is_name(room):
        return None
    with store.reading() as connection:
        count: int | None = connection.scalar(COUNT, {"room": room})
        return count


def is_name(room: str) -> bool:
    """Whether a room may be called so; other words no database need understand."""
    return room.isascii() and room.isprintable()


def changes_of(store: Store, some: Sequence[str]) -> dict[str, int]:
    """How often these rooms were changed; a room that is not there is left out."""
    query = select(room_changes.c.room, room_changes.c["count"])
    with store.reading() as connection:
        found = connection.execute(query.where(room_changes.c.room.in_(some)))
        return {row.room: row[1] for row in found}


def forget_rooms(store: Store, days: float) -> int:
    """Remove the lab's rooms whose last change is so many days ago; how many they were.

    If more than a tenth are as old, or even the newest, the clock may be wrong: nothing is
    removed, and a warning says so, until the clock has gone on so for `DOUBTED` days.
    So a lab at which nobody plays any more forgets its rooms, too, but a month later.
    Games of the terminal are somebody's own, and stay.
    """
    now = datetime.now(UTC)
    try:
        before = time_of(now - timedelta(days=days))
    except OverflowError:
        return 0  # before all times
    old = select(room_changes.c.room).where(room_changes.c.last < before)
    with store.writing() as connection:
        count = len(connection.execute(old.with_for_update()).all())
        of_all = connection.scalar(select(func.count(room_changes.c.last))) or 0
        if TENTH * count > of_all and (doubted := days_doubted(connection, now)) < DOUBTED:
            log.warning(
                "it is %s, says the clock, and %s of %s rooms were last changed more than"
                " %s days before: none is removed; if it is right, they are in %s days",
                *(now.date(), count, of_all, days, DOUBTED - doubted),
            )
            return 0
        note(connection, DOUBT, None)
        return connection.execute(delete(rooms).where(rooms.c.id.in_(old))).rowcount


def days_doubted(connection: Connection, now: datetime) -> int:
    """For how many days the clock was doubted, this one counted, and went on steadily."""
    found = select(meta.c.value).where(meta.c.key == DOUBT)
    days, _, last = (connection.scalar(found) or f"0 {now.isoformat()}").partition(" ")
    passed = now - datetime.fromisoformat(last)
    if timedelta(0) <= passed < DAY and int(days):
        return int(days)
    counted = int(days) + 1 if timedelta(0) <= passed < STEADY else 1
    note(connection, DOUBT, f"{counted} {now.isoformat()}")
    return counted


def note(connection: Connection, key: str, value: str | None) -> None:
    """Write something down about the database itself, in place of what stood there."""
    connection.execute(delete(meta).where(meta.c.key == key))
    if value is not None:
        connection.execute(insert(meta).values(key=key, value=value))


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
