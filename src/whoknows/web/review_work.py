"""What the review page has worked out in other processes."""

from typing import Any, NamedTuple

from whoknows.analysis.review import Review
from whoknows.analysis.what_if import WhatIf
from whoknows.errors import NotAllowed
from whoknows.play.game import Seat
from whoknows.play.table.referee import Table
from whoknows.play.table.room import Room
from whoknows.web.rooms.new_room import Ready
from whoknows.web.server.keys import Role
from whoknows.work.progress import Tell, silent

REVIEW = 300.0  # seconds: the first one after an installation may wait for a compiler


class PlayedRoom(NamedTuple):
    """A table as it travels to another process: its state is folded anew there."""

    game: str
    setup: Any
    secret: Any
    seed: int
    stated: bool
    turns: tuple[Any, ...]
    names: tuple[str, ...]
    strategies: tuple[str, ...]

    @classmethod
    def of(cls, room: Room) -> "PlayedRoom":
        """The table of a room, what its seats are called, and who plays there."""
        table = room.table
        return cls(
            table.game.name,
            table.setup,
            table.secret,
            table.seed,
            table.stated,
            table.turns,
            room.names,
            room.strategies,
        )

    @property
    def table(self) -> Table:
        """The table."""
        from whoknows.catalog import find_game

        game = find_game(self.game)
        return Table(game, self.setup, self.secret, self.seed, self.stated, self.turns)


def asked_seat(room: Room, role: Role, text: str) -> Seat | None:
    """Whose moves are reviewed: the seat that is asked for, if its eyes are open."""
    table = room.table
    seat = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None
    if seat is not None and seat not in table.seats:
        raise NotAllowed(f"there is no seat {seat}")
    if table.over:
        return seat
    if role.sees_all:
        return seat or 0
    if role.seat is None:
        raise NotAllowed("there is no review for spectators until the game is over")
    if seat not in (None, role.seat):
        raise NotAllowed("the eyes of another seat are closed until the game is over")
    return role.seat


def reviewed(told: PlayedRoom, seat: Seat | None, *, tell: Tell = silent) -> Review:
    """The review of a table, with a word at every turn; for a worker process."""
    from whoknows.analysis import review

    return review(
        told.table,
        told.names,
        seat=seat,
        strategies=told.strategies,
        report=lambda words: tell(None, words),
    )


def branched(told: PlayedRoom, what: WhatIf) -> Ready:
    """The game as it would have gone, ready to be written down; for a worker process."""
    from whoknows.analysis.what_if import branch
    from whoknows.play.table.transcript import written
    from whoknows.web.rooms.new_room import tried_transcript

    table = branch(told.table, what)
    return tried_transcript(written(table, told.names, told.names))


def card(told: PlayedRoom, kind: str, spoilers: bool) -> bytes:
    """The card to share, as SVG or PNG; for a worker process."""
    from whoknows.analysis import review
    from whoknows.analysis.share_card import card_bytes

    made = review(told.table, told.names, strategies=told.strategies)
    return card_bytes(made, kind, spoilers=spoilers)
