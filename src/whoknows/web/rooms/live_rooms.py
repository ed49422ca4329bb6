"""Rooms in memory: found, loaded, let go, and brought up to what other labs write.

The database has all of them; what is in memory can be thrown away at any time.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

from whoknows.catalog import find_game
from whoknows.errors import WhoknowsError
from whoknows.play.game import Seat
from whoknows.play.table.eyes import View
from whoknows.play.table.room import Room
from whoknows.store import Store
from whoknows.store.kept_room import KeptRoom, brought_back, folded, written_room
from whoknows.store.rooms import changes_of, count_of, no_room
from whoknows.store.wishes import Wish, wish_of
from whoknows.web.background import MOVES, begin_task, from_database, in_thread
from whoknows.web.rooms import slow_rooms
from whoknows.web.server.keys import HOST, WATCHER, Role, door_of
from whoknows.web.views import view_of
from whoknows.work.worker_pool import WorkerPool

FOLLOW = 0.3  # seconds between looks at what other labs wrote
MOST_LIVE = 200  # rooms in memory; those that nobody looks at are let go first

log = logging.getLogger("whoknows.lab")


class Live:
    """A room in memory."""

    def __init__(self, kept: KeptRoom) -> None:
        self.kept = kept
        self.id = kept.id
        self.host_seat, self.uploaded = kept.host_seat, kept.uploaded
        self.slow = slow_rooms.is_slow(kept.document)
        self.lock = asyncio.Lock()
        self.listeners: list[Callable[[], Any]] = []
        self.thinking: asyncio.Task[None] | None = None
        self.trouble = ""
        self.forgotten = False  # whether the database has it no longer
        self.tries = 0  # how often its strategies found no worker

    @property
    def room(self) -> Room:
        """The room as it is now."""
        return self.kept.room

    @property
    def keys(self) -> Mapping[str, str]:
        """The hashes of the keys that open something here."""
        return self.kept.keys

    @property
    def next(self) -> str:
        """The room of the rematch, if there is one."""
        return str(self.kept.document.get("next", ""))

    @property
    def wish(self) -> Wish | None:
        """What was wished since the last move: to take it back."""
        return wish_of(self.kept.document, self.kept.length)

    @property
    def asked(self) -> Wish | None:
        """A wish to take a move back that is still to be answered."""
        wish = self.wish
        return None if wish is None or wish.against is not None else wish

    @property
    def answer(self) -> str:
        """What was said to the last one who wanted to take a move back."""
        wish = self.wish
        if wish is None or wish.against is None:
            return ""
        return f"{self.room.names[wish.against]} does not agree."

    def role(self, key: str | None) -> Role:
        """What the holder of a key is here; without a key, a spectator."""
        if not key:
            return Role(sees_all=self.uploaded)
        door = door_of(key, self.keys)
        if door == HOST:
            alone = self.room.only_strategies or self.uploaded
            return Role(self.host_seat, host=True, sees_all=alone)
        if door == WATCHER:
            return Role(sees_all=self.room.house.spectators == "all")
        return Role(int(door.split()[1]))

    def view(self, role: Role, eyes: Seat | None = None) -> View:
        """The room as a role sees it."""
        return view_of(self.room, role, eyes, self.trouble)

    def tell(self) -> None:
        """Tell all who listen that something changed."""
        for listener in list(self.listeners):
            try:
                listener()
            except Exception:
                log.exception("a listener of a room failed")


class RoomsInMemory:
    """The rooms that are in memory, and the way of the others into it."""

    def __init__(self, store: Store, thinkers: WorkerPool) -> None:
        self.store, self.thinkers = store, thinkers
        self.live: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}

    def wake(self, live: Live) -> None:
        """Called when a room was found or has changed: a host lets strategies think."""

    async def find(self, room: str) -> Live:
        """The room of that address, as it is now, whoever changed it last."""
        live = self.live.get(room)
        if live is None:
            joins = room in self.loading  # what may have been read before we were asked
            if not joins:
                self.loading[room] = begin_task(self.load(room), f"loading room {room}")
            try:
                live = await asyncio.shield(self.loading[room])
            finally:
                self.loading.pop(room, None)
            if not joins:
                return live
        await self.renew(live)
        self.wake(live)
        return live

    async def load(self, room: str) -> Live:
        """The room as the database has it."""
        live = Live(await self.brought(room))
        self.live[room] = live
        self.wake(live)
        self.forget_idle()
        return live

    async def brought(self, room: str, known: KeptRoom | None = None) -> KeptRoom:
        """The room as the database has it, folded here or by a worker, unless it is known.

        The changes are counted first: what is read then is at least as new.
        """
        changes = await from_database(count_of, self.store, room)
        if changes is None:
            raise no_room(room)
        if known is not None and changes == known.changes:
            return known
        stored, log = await from_database(written_room, self.store, room)
        begun = stored.game, stored.document, log
        if known is not None and len(log) == known.length:
            found = known.room
        elif slow_rooms.is_slow(stored.document) and log:
            there = await self.thinkers.ask(
                slow_rooms.folded_there, *begun, who=f"room {room}"
            )
            found = slow_rooms.received(there, find_game(stored.game))
        else:
            found = await in_thread(MOVES, folded, *begun)
        return brought_back(self.store, stored, log, found, changes)

    def forget_idle(self) -> None:
        """Let go of rooms that nobody looks at; the database has them."""
        idle = [
            room
            for room, live in self.live.items()
            if not (live.listeners or live.thinking or live.lock.locked())
        ]
        for room in idle[: max(0, len(self.live) - MOST_LIVE)]:
            del self.live[room]

    async def follow(self) -> None:
        """Show what other labs on the same database write, for as long as we are there."""
        while True:
            await asyncio.sleep(FOLLOW)
            looked = [live for live in self.live.values() if live.listeners]
            if not looked:
                continue
            try:
                ids = [live.id for live in looked]
                changes = await from_database(changes_of, self.store, ids)
                for live in looked:
                    await self.catch_up(live, changes.get(live.id))
            except WhoknowsError as error:
                log.warning("%s", error)
                await asyncio.sleep(10 * FOLLOW)

    async def renew(self, live: Live) -> None:
        """Take over what was written of a room; raises `UnknownName` if it is forgotten."""
        await self.catch_up(live, await from_database(count_of, self.store, live.id))
        if live.forgotten:
            raise no_room(live.id)

    async def catch_up(self, live: Live, changes: int | None) -> None:
        """Take over what was written of a room, if it was changed; all are shown it."""
        if changes == live.kept.changes:
            return
        if changes is None:
            self.live.pop(live.id, None)
            live.forgotten, live.trouble = True, "this game is no longer kept"
            live.tell()
            return
        async with live.lock:
            found = await self.brought(live.id, live.kept)
            if found is live.kept:
                return  # it was our own move
            live.kept = found
        live.tell()
        self.wake(live)
