"""The past of a room: its table after every turn, folded once and then remembered."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from whoknows.analysis.worker_calls import table_sent
from whoknows.play.game import Seat
from whoknows.play.table.eyes import Moment, moment_of
from whoknows.play.table.referee import Table
from whoknows.play.table.room import Room
from whoknows.web.background import MOVES, in_thread
from whoknows.web.rooms.slow_rooms import past_tables, tables_there
from whoknows.work.worker_pool import WorkerPool


class Past:
    """The tables of a room by the number of turns played; made as far as they are asked."""

    def __init__(self, room: Room, workers: WorkerPool | None = None) -> None:
        self.workers = workers  # who fold it if that takes long; else a thread does
        self.tables: list[Table] = []
        self.lock = asyncio.Lock()
        self.room = room

    def follow(self, room: Room) -> None:
        """Take over what has happened since; what an undo took back is forgotten."""
        known, now = self.tables, self.room.table
        if len(known) == len(now.turns):
            known = [*known, now]  # it has become the past, and need not be folded
        self.room, turns = room, room.table.turns
        kept = [t for t in known if t.turns == turns[: len(t.turns)]]
        self.tables = kept[: len(turns) + 1]

    @property
    def end(self) -> int:
        """How many turns have been played."""
        return len(self.room.table.turns)

    async def at(self, time: int) -> Room:
        """The room as it was after that many turns."""
        async with self.lock:
            if time >= self.end:
                return self.room
            if time >= len(self.tables):
                await self.fold(time)
            return replace(self.room, table=self.tables[time], held={}, version=time)

    async def moments(
        self, seats: Sequence[Seat | None], last: int, *, all_seats: bool = False
    ) -> list[Moment]:
        """The game after every turn up to the last; from all seats, with how it ended."""
        table = self.room.table
        eyes = list(table.seats) if all_seats else list(dict.fromkeys(seats))
        end = moment_of(table, eyes) if all_seats and table.over else None
        return [
            replace(moment_of((await self.at(time)).table, eyes), end=end)
            for time in range(last + 1)
        ]

    async def fold(self, time: int) -> None:
        """Play on from the last table that is known."""
        whole, known = self.room.table, self.tables
        if self.workers is None:
            before = known[-1] if known else None
            found = await in_thread(MOVES, past_tables, whole, before, time)
        else:
            some = [table_sent(table) for table in known[-1:]]
            there = await self.workers.ask(
                tables_there, whole.game.name, table_sent(whole), some, time
            )
            found = [table.led_by(whole.game) for table in there]
        self.tables = [*known, *found]
