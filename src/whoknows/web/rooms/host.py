"""The host of the lab's rooms: keeps them, guards them, and tells who listens.

Every change is made under the room's lock and is in the database before anybody is shown
it; what is in memory can be thrown away at any time.  Strategies think elsewhere.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from secrets import randbits
from typing import Any, NamedTuple, TypeVar

from whoknows.analysis.what_if import WhatIf
from whoknows.analysis.worker_calls import chosen_move, move_question
from whoknows.errors import (
    BadSetup,
    IllegalMove,
    NotAllowed,
    OldVersion,
    WhoknowsError,
    WorkFailed,
)
from whoknows.play.face.face import face_of
from whoknows.play.game import Seat
from whoknows.play.table.referee import SEED_BITS
from whoknows.play.table.room import Chair, Done, House, Room
from whoknows.play.table.transcript import written
from whoknows.store import Store, open_store
from whoknows.store.rooms import (
    add_branch,
    add_room,
    add_successor,
    forget_rooms,
    take_seat,
)
from whoknows.store.wishes import agree_back, ask_back, refuse_back
from whoknows.web.background import MOVES, begin_task, from_database, in_thread, lasting
from whoknows.web.review_work import PlayedRoom, branched
from whoknows.web.rooms import new_room, slow_rooms
from whoknows.web.rooms.live_rooms import Live, RoomsInMemory
from whoknows.web.server.keys import (
    Role,
    door_of,
    is_free,
    keys_from,
    moved_door,
    new_host_key,
    new_room_id,
    new_seat_key,
)
from whoknows.web.server.workers import REPLAY, checkers, lookers, thinkers
from whoknows.work.worker_pool import WorkerPool

T = TypeVar("T")

LONGEST_MOVE = 400  # characters of a move
SETUP = 20.0  # seconds that a setup may take to be dealt
AGAIN = 3  # times that a room is woken whose strategies found no worker
PAUSE = 2.0  # seconds before that
FAILED = "room %s: a strategy failed to move"

log = logging.getLogger("whoknows.lab")


class Created(NamedTuple):
    """A new room: its address, and all its keys, which are the host's to give away."""

    room: str
    keys: dict[str, str]


class Host(RoomsInMemory):
    """All rooms of one lab."""

    def __init__(self, store: Store, workers: WorkerPool | None = None) -> None:
        super().__init__(store, workers or thinkers())
        self.lookers, self.checkers = workers or lookers(), workers or checkers()
        self.days = 0.0  # after which rooms are removed; 0: never

    # ---------------------------------------------------------------- rooms

    async def create(
        self,
        game: str,
        options: Mapping[str, Any],
        chairs: Sequence[Chair],
        house: House | None = None,
        *,
        plays: bool = True,
        seed: int | None = None,
        deal: Any = None,
        who: str = "",
    ) -> Created:
        """A new room; the host takes the first chair of a person if `plays`.

        `deal` states the secret as JSON; it is not for those who play to choose.
        """
        options = dict(options)
        tried = await self.thinkers.ask(
            new_room.tried_deal, game, options, limit=SETUP, who=who
        )
        if not chairs:
            chairs = [Chair(f"Seat {seat + 1}") for seat in range(tried.seats)]
        new_room.check_chairs(game, chairs, tried.seats)
        people = [seat for seat, chair in enumerate(chairs) if chair.person]
        if seed is not None and len(people) > 1:
            raise BadSetup(
                "the secret can be computed from the seed: at most one person may play"
            )
        house = replace(house or House(), practice=seed is not None and bool(people))
        document = {
            "setup": options,
            "seed": randbits(SEED_BITS) if seed is None else seed,
            "deal": deal,
            "chairs": [[chair.name, chair.strategy] for chair in chairs],
            "house": asdict(house),
            "host": people[0] if people and plays else None,
            "slow": tried.slow,
        }
        return await self.add(game, document, people)

    async def add(
        self,
        game: str,
        document: Mapping[str, Any],
        people: Sequence[Seat],
        done: Sequence[Done] = (),
        *,
        over: bool = False,
    ) -> Created:
        """Write down a new room, and give its keys."""
        room = new_room_id()
        keys = keys_from(new_host_key(), room, people)
        await from_database(
            add_room, self.store, room, game, document, keys, done, over=over
        )
        return Created(room, keys)

    async def upload(self, document: Any, who: str) -> Created:
        """A room that shows the run of a transcript; raises `BadFile`."""
        ready = await self.checkers.ask(
            new_room.tried_transcript, document, limit=REPLAY, who=who
        )
        return await self.add(ready.game, ready.document, (), ready.log, over=ready.over)

    async def branch(
        self, live: Live, told: PlayedRoom, what: WhatIf, who: str = ""
    ) -> str:
        """A room with the game as it would have gone, kept beside the game itself."""
        if not live.room.table.over:
            raise NotAllowed("other moves can be tried when the game is over")
        if len(what.move) > LONGEST_MOVE:
            raise BadSetup(f"{len(what.move)} characters are no move")
        ready = await self.checkers.ask(branched, told, what, limit=REPLAY, who=who)
        origin = {"room": live.id, "turn": what.turn}
        document = {**ready.document, "branch_of": origin}
        made = await self.add(ready.game, document, (), ready.log, over=ready.over)
        turns = 1 + max(done.at for done in ready.log)
        noted = {**origin, "room": made.room, "move": what.move, "turns": turns}
        await from_database(add_branch, self.store, live.id, noted)
        await self.renew(live)
        return made.room

    async def take(self, live: Live, invitation: str) -> str:
        """A key of one's own for the seat of an invitation, which opens nothing then."""
        return await self.take_as(live, invitation, new_seat_key())

    async def take_as(self, live: Live, invitation: str, own: str) -> str:
        """Let a key open the seat of an invitation from now on, and no other key."""
        door = door_of(invitation, live.keys)
        try:
            await from_database(take_seat, self.store, live.id, door, invitation, own)
        finally:
            await self.renew(live)
        return own

    async def enter(self, room: str, key: str | None) -> tuple[Live, Role]:
        """A room, and what the holder of a key is in it.

        Who comes with an invitation has taken its seat: nobody else gets in by it, so that
        a host who looks at what a seat sees is found out.
        """
        live = await self.find(room)
        if key and is_free(door_of(key, live.keys), live.keys):
            with suppress(NotAllowed):  # somebody else at this moment, or also by this key
                await self.take_as(live, key, key)
        return live, live.role(key)

    # -------------------------------------------------------------- changes

    async def move(self, live: Live, role: Role, text: str, at: int | None = None) -> None:
        """A seat's move; raises `IllegalMove` and leaves all as it was."""
        if role.seat is None:
            raise NotAllowed("you have no seat here: spectators do not move")
        if not live.room.chairs[role.seat].person:
            raise NotAllowed("a strategy moves in this seat")
        if len(text) > LONGEST_MOVE:
            raise BadSetup(f"{len(text)} characters are no move")
        await self.kept(self.offer(live, role.seat, text, at))

    async def offer(self, live: Live, seat: Seat, text: str, at: int | None) -> None:
        """Make a move of a person or a strategy, write it down, and tell."""
        async with live.lock:
            live.room.check_version(at)
            done = Done(live.room.version, seat, text)
            await self.commit(live, done, slow_rooms.offered, seat, text, at)

    async def undo(self, live: Live, role: Role, at: int | None = None) -> None:
        """Take back a seat's last move and all that followed; raises `IllegalMove`.

        Where other people play, they are asked, and it is done once all have agreed.
        """
        if role.seat is None:
            raise NotAllowed("you have no seat here: spectators take nothing back")
        if not other_people(live.room, role.seat):
            await self.kept(self.take_back(live, role.seat, at))
            return
        live.room.check_version(at)
        live.room.turns_back(role.seat)  # which may be refused
        await self.wished(live, ask_back, role.seat)

    async def answer_undo(self, live: Live, role: Role, *, agree: bool) -> None:
        """What somebody says to one who wants to take a move back."""
        asked, version = live.asked, live.room.version
        if asked is None:
            raise IllegalMove("nobody wants to take a move back now")
        if role.seat is None or role.seat == asked.seat:
            raise NotAllowed("only the others at the table are asked")
        if not agree:
            await self.wished(live, refuse_back, role.seat)
            return
        others = other_people(live.room, asked.seat)
        if await self.wished(live, agree_back, role.seat, others):
            await self.kept(self.take_back(live, asked.seat, version))

    async def wished(
        self, live: Live, change: Callable[..., T], seat: Seat, *args: Any
    ) -> T:
        """What a change of the wish to take a move back gives, once all see it."""
        try:
            return await from_database(
                change, self.store, live.id, seat, live.kept.length, *args
            )
        finally:
            await self.renew(live)

    async def take_back(self, live: Live, seat: Seat, at: int | None) -> None:
        """Undo under the lock, write it down, and tell."""
        async with live.lock:
            live.room.check_version(at)
            back = live.room.turns_back(seat)
            done = Done(live.room.version, seat, None, back)
            await self.commit(live, done, slow_rooms.taken_back, back, seat)

    async def commit(
        self, live: Live, done: Done, change: Callable[..., Room], *args: Any
    ) -> None:
        """Make a change, and write it down; only then is it so, and told."""
        room = await self.changed(live, change, *args)
        try:
            live.kept = await from_database(live.kept.noted, room, done)
        except OldVersion:  # another server on the same database was faster
            live.kept = await self.brought(live.id)
            live.tell()
            raise
        live.trouble, live.tries = "", 0
        live.tell()
        self.wake(live)

    async def changed(self, live: Live, change: Callable[..., Room], *args: Any) -> Room:
        """The room after a change, worked out here or, if that takes long, by a worker."""
        room = live.room
        if not live.slow:
            room, live.slow = await in_thread(MOVES, slow_rooms.timed, change, room, *args)
            return room
        asked = (room.game.name, change, slow_rooms.sent(room), *args)
        there = await self.thinkers.ask(
            slow_rooms.changed_there, *asked, who=f"room {live.id}"
        )
        return slow_rooms.received(there, room.game)

    def folders(self, live: Live) -> WorkerPool | None:
        """Who fold the past of a room, if that takes long."""
        return self.lookers if live.slow else None

    async def kept(self, change: Any) -> None:
        """Finish a change even if the one who asked for it has gone."""
        await asyncio.shield(begin_task(change, "a change of a room"))

    # ----------------------------------------------------------- strategies

    def wake(self, live: Live) -> None:
        """Let strategies think that are to move, unless they do so already."""
        if live.thinking is not None or not live.room.thinkers:
            return
        if live.room.only_strategies:  # its host lets them move, step by step
            return
        live.thinking = begin_task(self.think(live), f"thinking in room {live.id}")

    async def think(self, live: Live) -> None:
        """Make the moves of strategies until a person must move."""
        try:
            while live.room.thinkers:
                await self.strategies_move(live)
        except OldVersion:
            pass
        except WorkFailed as error:
            self.wake_again(live, error)
        except Exception as error:  # its message may tell what its seat sees
            log.error(FAILED, live.id, exc_info=error)
            live.trouble = "a strategy failed to move; the server's log says why"
            live.tell()
        finally:
            live.thinking = None

    def wake_again(self, live: Live, error: WorkFailed) -> None:
        """Let strategies think once more for whom no worker had time, a little later."""
        log.warning("room %s: %s", live.id, error)
        live.tries += 1
        if live.tries > AGAIN:
            live.tries, live.trouble = 0, "a strategy takes too long to move"
            live.tell()
        else:
            asyncio.get_running_loop().call_later(PAUSE, self.wake, live)

    async def strategies_move(self, live: Live) -> None:
        """The moves of all strategies that are to move now."""
        room = live.room
        seats = room.thinkers
        who = f"room {live.id}"
        thoughts = [
            self.thinkers.ask(chosen_move, *move_question(room, seat), who=who)
            for seat in seats
        ]
        for seat, text in zip(seats, await asyncio.gather(*thoughts), strict=True):
            if live.room.version != room.version:
                return  # somebody took a move back in the meantime
            await self.kept(self.offer(live, seat, text, room.version))

    async def step(self, live: Live, role: Role) -> None:
        """One turn of a game between strategies, for its host."""
        if not (role.host and live.room.only_strategies):
            raise NotAllowed("only the host of a game between strategies lets them move")
        if not live.room.thinkers:
            return
        try:
            await self.strategies_move(live)
        except (OldVersion, WorkFailed):
            raise
        except WhoknowsError as error:
            log.error(FAILED, live.id, exc_info=error)
            raise

    # ------------------------------------------------------------ afterwards

    def transcript(self, live: Live, role: Role) -> dict[str, Any]:
        """The whole run; it holds the secret, so only when nobody is left to know it."""
        if not (live.room.table.over or (role.sees_all and live.room.only_strategies)):
            raise NotAllowed("there is no transcript until the game is over")
        chairs = live.room.chairs
        seats = [chair.strategy or chair.told or chair.name for chair in chairs]
        names = list(live.room.names)
        return written(live.room.table, seats, names if names != seats else ())

    async def rematch(self, live: Live, role: Role) -> str:
        """A new game of the same kind, in which everybody's old key opens their seat.

        Where the seats are alike, everybody moves on by one.
        """
        if role.seat is None or not live.room.table.over:
            raise NotAllowed("only people who played to the end may play again")
        old, room = live.kept.document, live.room
        move_on = seats_alike(room)
        place = {seat: (seat + move_on) % len(room.chairs) for seat in room.table.seats}
        chairs = sorted(room.table.seats, key=place.__getitem__)
        document = {
            "setup": old["setup"],
            "seed": randbits(SEED_BITS),
            "chairs": [list(old["chairs"][seat]) for seat in chairs],
            "house": {**old["house"], "practice": False},
            "host": None if live.host_seat is None else place[live.host_seat],
            "slow": live.slow,
        }
        keys = {moved_door(door, place): kept for door, kept in live.keys.items()}
        made = await from_database(
            add_successor,
            self.store,
            live.id,
            new_room_id(),
            room.game.name,
            document,
            keys,
        )
        await self.renew(live)
        return made

    async def recent(self, most: int = 12) -> list[new_room.Recent]:
        """The newest rooms, as the first page lists them."""
        return await from_database(new_room.recent, self.store, most)

    def subscribe(self, live: Live, listener: Callable[[], Any]) -> Callable[[], None]:
        """Call a listener after each change; what is given back ends that."""
        live.listeners.append(listener)

        def leave() -> None:
            if listener in live.listeners:
                live.listeners.remove(listener)

        return leave

    def start(self) -> None:
        """Let processes for thinking start, before somebody waits for them."""
        self.thinkers.start()
        self.lookers.start()
        begin_task(lasting(self.follow), "following other labs")
        begin_task(lasting(self.forget), "forgetting old rooms")

    async def forget(self) -> None:
        """Remove rooms that are very old, once a day."""
        while self.days > 0:
            try:
                gone = await from_database(forget_rooms, self.store, self.days)
                if gone:
                    log.info("%s rooms were older than %s days: removed", gone, self.days)
            except WhoknowsError as error:
                log.warning("%s", error)
            await asyncio.sleep(86400)

    def close(self) -> None:
        """End what thinks, and let go of the database."""
        self.thinkers.close()
        self.lookers.close()
        self.checkers.close()
        self.store.close()


def other_people(room: Room, seat: Seat) -> set[Seat]:
    """Where other people sit."""
    return {s for s, chair in enumerate(room.chairs) if chair.person and s != seat}


def seats_alike(room: Room) -> bool:
    """Whether people may change seats: not where one of them has another task."""
    usual = face_of(room.game).usual_chairs(room.table.setup)
    return len(usual) > 1 and usual[0].person


HOSTS: list[Host] = []  # the one of this process, once it is open


def open_host(db: str | None = None) -> Host:
    """The host of this process, on a database; made once."""
    if not HOSTS:
        HOSTS.append(Host(replace(open_store(db), discreet=True)))
    return HOSTS[0]
