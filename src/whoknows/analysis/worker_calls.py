"""What a worker process is asked at a table: moves of strategies, hints, counts of worlds.

A game is sent by its name: every process has it by itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from whoknows.catalog import GAMES
from whoknows.errors import StrategyFailed, WhoknowsError
from whoknows.play.face.face import face_of
from whoknows.play.game import AnySight as Sight
from whoknows.play.game import History, MoveT, Seat, SecretT, SetupT, SightT, StateT
from whoknows.play.knowing.world_counts import tally
from whoknows.play.own_files import error_text
from whoknows.play.strategies import find_strategy
from whoknows.play.table.referee import MOVING, Table, generator
from whoknows.play.table.room import Room


def table_sent(table: Table) -> Table:
    """A table without its game."""
    nobody: Any = None
    return replace(table, game=nobody)


def move_question(
    room: Room[SetupT, SecretT, StateT, SightT, MoveT], seat: Seat
) -> tuple[str, str | None, SightT, History, tuple[int, Seat, int]]:
    """What `chosen_move` is to be asked for the strategy in a seat."""
    table, strategy = room.table, room.chairs[seat].strategy
    key = (table.seed, seat, len(table.turns))
    return (room.game.name, strategy, table.sight(seat), table.history, key)


# ------------------------------------------------------------------ in a worker process


def games_loaded(*names: str) -> None:
    """Import what these games need, or all games."""
    import numpy as np

    np.zeros(1)
    for name in names or GAMES:
        face_of(GAMES[name])


def chosen_move(
    game: str, strategy: str, sight: Sight, history: History, key: tuple[int, Seat, int]
) -> str:
    """The move of a strategy, as people type it.

    `key` is seed, seat, and number of the turn, on which alone its chances depend.
    """
    rules = GAMES[game]
    seed, seat, turn = key
    try:
        found = find_strategy(rules, strategy)
        move = found(sight, history, generator(seed, MOVING, seat, turn))
        return rules.move_name(move)
    except WhoknowsError:
        raise
    except Exception as error:
        raise StrategyFailed(f"{strategy} failed: {error_text(error)}") from error


def on_face(game: str, ask: str, *args: Any) -> Any:
    """What a game's face says."""
    return getattr(face_of(GAMES[game]), ask)(*args)


def tallied(
    game: str, table: Table, seats: Sequence[Seat], before: Sequence[Mapping[Seat, int]]
) -> list[Mapping[Seat, int]]:
    """The worlds that seats held possible, turn by turn; the first are known before."""
    return tally(table.led_by(GAMES[game]), seats, before)
