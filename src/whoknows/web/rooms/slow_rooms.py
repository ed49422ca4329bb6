"""Changes of rooms: worked out in a thread of the server, or by a worker if that is long.

Some games weigh every world at every move (an evil maker of codes, say).  In a thread that
would hold up everybody else's moves, and the memory would be the server's.  So a room is
*slow* if a move of its setup takes more than `SLOW` seconds, as was measured when it was
made or at a move since; whatever is folded in a slow room is folded by a worker.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import thread_time
from typing import Any

from whoknows.analysis.worker_calls import table_sent
from whoknows.catalog import GAMES
from whoknows.errors import IllegalMove, WhoknowsError
from whoknows.play.game import Game
from whoknows.play.table.referee import Table
from whoknows.play.table.room import Done, Room
from whoknows.store.kept_room import folded

SLOW = 0.01  # seconds of a processor that a move may take in the server

log = logging.getLogger("whoknows.lab")


def is_slow(document: Mapping[str, Any]) -> bool:
    """Whether a room was found to be slow; one that was never measured may be."""
    return bool(document.get("slow", True))


def sent(room: Room) -> Room:
    """A room without its game, which every process has by itself."""
    return replace(room, table=table_sent(room.table))


def received(room: Room, game: Game) -> Room:
    """A room that came from another process."""
    return replace(room, table=room.table.led_by(game))


def offered(room: Room, seat: int, text: str, at: int | None) -> Room:
    """The room after a move; what a game cannot even read is an `IllegalMove` too."""
    try:
        return room.offered(seat, text, at)
    except WhoknowsError:
        raise
    except Exception as error:
        log.exception("%s cannot read a move", room.game.name)
        raise IllegalMove("this cannot be read as a move") from error


def taken_back(room: Room, turns: int, seat: int) -> Room:
    """The room some turns ago, as a seat wished."""
    return room.taken_back(turns, seat)


def timed(change: Callable[..., Room], *args: Any) -> tuple[Room, bool]:
    """What a change gives, and whether it took long."""
    began = thread_time()
    room = change(*args)
    return room, thread_time() - began > SLOW


# ------------------------------------------------------------------ in a worker process


def changed_there(name: str, change: Callable[..., Room], room: Room, *args: Any) -> Room:
    """A change of a room that was sent."""
    return sent(change(received(room, GAMES[name]), *args))


def folded_there(name: str, document: Mapping[str, Any], done: Sequence[Done]) -> Room:
    """The room that was begun so, after all that happened in it."""
    return sent(folded(name, document, done))


def tables_there(name: str, whole: Table, known: Sequence[Table], last: int) -> list[Table]:
    """The tables of a game after each of its turns up to the last, but for those known."""
    game = GAMES[name]
    before = known[-1].led_by(game) if known else None
    found = past_tables(whole.led_by(game), before, last)
    return [table_sent(table) for table in found]


def past_tables(whole: Table, before: Table | None, last: int) -> list[Table]:
    """The tables of a game after each turn up to the last, that follow the one before."""
    found = [] if before else [whole.undo(len(whole.turns))]
    table = before or found[0]
    while len(table.turns) < last:
        table = table.play(whole.turns[len(table.turns)])
        found.append(table)
    return found
