"""What if: another move at some moment, and strategies that go on from there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from whoknows.errors import BadSetup, IllegalMove, NotAllowed
from whoknows.play.face.face import face_of
from whoknows.play.game import Game, Seat
from whoknows.play.strategies import find_strategy
from whoknows.play.table.referee import Table, finish

MOST_TURNS = 400  # of a game that strategies play on


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Another move of a seat, instead of that of a turn; turns are counted from 1."""

    turn: int
    seat: Seat
    move: str  # as people type it
    strategies: tuple[str, ...] = ()  # who goes on, a strategy for each seat; the usual


def branch(table: Table, what: WhatIf) -> Table:
    """The game as it would have gone; only of a game that is over, for it tells secrets.

    Where several seats move at once, the others move as they did.
    """
    if not table.over:
        raise NotAllowed("other moves can be tried when the game is over")
    if not 1 <= what.turn <= len(table.turns):
        raise BadSetup(f"turn {what.turn} is not one of 1 to {len(table.turns)}")
    before = table.undo(len(table.turns) - what.turn + 1)
    made = table.turns[what.turn - 1]
    if what.seat not in made:
        raise IllegalMove(f"seat {what.seat} did not move in turn {what.turn}")
    move = table.game.parse_move(what.move, table.setup)
    after = before.play({**made, what.seat: move})
    names = what.strategies or usual_strategies(table.game, table.setup)
    return finish(
        after,
        [find_strategy(table.game, name) for name in names],
        most_turns=what.turn + MOST_TURNS,
    )


def usual_strategies(game: Game, setup: Any) -> Sequence[str]:
    """Logicians where a game has them, else the strategies that people mostly watch."""
    if "logician" in game.strategies:
        return ["logician"] * game.seats(setup)
    return list(face_of(game).usual_strategies(setup))
