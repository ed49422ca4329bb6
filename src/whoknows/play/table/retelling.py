"""A run told move by move, with what every seat may hold possible after each."""

from collections.abc import Iterator
from typing import Any

from whoknows.play.documents import plain
from whoknows.play.face.face import answer_text
from whoknows.play.knowing.world_counts import world_count
from whoknows.play.table.referee import Table
from whoknows.play.table.transcript import padded


def retold(table: Table, *, knowledge: bool = False) -> Iterator[dict[str, Any]]:
    """Every move of a run as plain JSON; with `knowledge`, the worlds left to each seat.

    Moves made at the same time share their answer and what it leaves possible.
    """
    now = table.undo(len(table.turns))
    for turn, event in zip(table.turns, padded(table), strict=True):
        now = now.play(turn)
        left = {"worlds": worlds_left(now)} if knowledge else {}
        for seat, move in sorted(turn.items()):
            yield {
                "seat": seat,
                "move": table.game.move_name(move),
                "answer": plain(event.answer),
                **left,
            }


def worlds_left(table: Table) -> dict[str, int | None]:
    """The worlds that each seat holds possible now, and who sees only what is public.

    `None` is said where there are too many to count.
    """
    eyes = [*table.seats, None]
    return {"public" if s is None else str(s): world_count(table, s) for s in eyes}


def answers_in_words(table: Table) -> list[str]:
    """The answer to each move, in the order of `retold`, as people say it."""
    return [
        "" if event.answer is None else answer_text(table.game, event.answer)
        for turn, event in zip(table.turns, padded(table), strict=True)
        for _ in turn
    ]
