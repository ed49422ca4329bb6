"""Rooms that are kept: every change is in the database before anybody is shown it.

A `KeptRoom` is a value.  What it gives after a move is written down already, so that a
game that is killed goes on where it was; if somebody else wrote to the room meanwhile, the
change is refused with `OldVersion` and nothing is lost.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from whoknows.catalog import find_game
from whoknows.play.documents import read_setup
from whoknows.play.game import Game, Seat
from whoknows.play.table.referee import Table
from whoknows.play.table.room import Chair, Done, House, Room, resumed, seated
from whoknows.store.database import Store
from whoknows.store.rooms import StoredRoom, append, find_room, log_of


@dataclass(frozen=True)
class KeptRoom:
    """A room, where it is written down, and how much of it."""

    store: Store
    id: str
    room: Room
    length: int = 0  # entries of the room's log
    keys: Mapping[str, str] = field(default_factory=dict)  # of its seats, as hashes
    changes: int = field(default=0, compare=False)  # of all that is written of it
    document: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def host_seat(self) -> Seat | None:
        """Where the one sits who opened the room, if anywhere."""
        seat: Seat | None = self.document.get("host")
        return seat

    @property
    def uploaded(self) -> bool:
        """Whether the room shows the run of a transcript."""
        return bool(self.document.get("uploaded"))

    def moved(self, seat: Seat, text: str, at: int | None = None) -> Self:
        """After a seat's move, as people type it; raises `IllegalMove`."""
        done = Done(self.room.version, seat, text)
        return self.noted(self.room.offered(seat, text, at), done)

    def undone(self, seat: Seat, at: int | None = None) -> Self:
        """Before a seat's last move and all that followed; raises `IllegalMove`."""
        self.room.check_version(at)
        back = self.room.turns_back(seat)
        done = Done(self.room.version, seat, None, back)
        return self.noted(self.room.taken_back(back, seat), done)

    def noted(self, room: Room, done: Done) -> Self:
        """After a change, which is written down first; raises `OldVersion`."""
        append(self.store, self.id, self.length, done, over=room.table.over)
        return replace(self, room=room, length=self.length + 1, changes=self.changes + 1)

    def reloaded(self) -> Self:
        """As the database has it, if somebody else wrote to it."""
        found = kept_room(self.store, self.id)
        return replace(self, room=found.room, length=found.length)


def kept_room(store: Store, room: str) -> KeptRoom:
    """A room brought back to life from the database."""
    stored, log = written_room(store, room)
    return brought_back(store, stored, log, folded(stored.game, stored.document, log))


def written_room(store: Store, room: str) -> tuple[StoredRoom, list[Done]]:
    """A room as it is written down, and all that happened in it."""
    return find_room(store, room), log_of(store, room)


def folded(name: str, document: Mapping[str, Any], log: Sequence[Done]) -> Room:
    """The room that was begun so, after all that happened in it."""
    game = find_game(name)
    table = first_table(game, read_setup(game, document["setup"]), document)
    told = document.get("told") or [""] * len(document["chairs"])
    chairs = [
        Chair(name, strategy, who)
        for (name, strategy), who in zip(document["chairs"], told, strict=True)
    ]
    return resumed(seated(table, chairs, House(**document["house"])), log)


def brought_back(
    store: Store, stored: StoredRoom, log: Sequence[Done], room: Room, changes: int = 0
) -> KeptRoom:
    """A room that was folded, and where it is written down."""
    written = stored.keys, changes, stored.document
    return KeptRoom(store, stored.id, room, len(log), *written)


def first_table(game: Game, setup: Any, document: Mapping[str, Any]) -> Table:
    """The table of a room before the first move."""
    if document.get("deal") is None:
        return Table.dealt(game, setup, document["seed"])
    secret = game.from_json(document["deal"], setup)
    return Table.with_secret(game, setup, secret, document["seed"])
