"""The past of a room: its table after every turn, folded once and then remembered."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from whoknows.play.game import Seat
from whoknows.play.referee import Table
from whoknows.play.room import Room
from whoknows.play.views import Moment, moment_of


class Past:
    """The tables of a room by the number of turns played; made as far as they are asked."""

    def __init__(self, room: Room) -> None:
        self.tables: list[Table] = []
        self.lock = asyncio.Lock()
        self.follow(room)

    def follow(self, room: Room) -> None:
        """Take over what has happened since; what an undo took back is forgotten."""
        self.room = room
        turns = room.table.turns
        kept = [t for t in self.tables if t.turns == turns[: len(t.turns)]]
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
                await asyncio.to_thread(self.fold, time)
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

    def fold(self, time: int) -> None:
        """Play on from the last table that is known."""
        whole = self.room.table
        if not self.tables:
            self.tables.append(whole.undo(len(whole.turns)))
        while len(self.tables) <= time:
            last = self.tables[-1]
            self.tables.append(last.play(whole.turns[len(last.turns)]))
