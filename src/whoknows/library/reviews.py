"""A game explained, in one line.

>>> import whoknows as wk
>>> wk.review(wk.play("muddy", "logician", seed=3)).skill
1.0
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from whoknows.catalog import find_game
from whoknows.library.runs import Run
from whoknows.play.game import Game, Seat
from whoknows.play.referee import Table
from whoknows.play.transcript import load, read
from whoknows.reviews import Review
from whoknows.reviews import review as table_review


def review(
    told: "Run | Table | Mapping[str, Any] | str | Path",
    *,
    seat: Seat | None = None,
    game: Game | None = None,
) -> Review:
    """The review of a run, a table, a transcript, or the file of one.

    A game that is not over is reviewed through the eyes of `seat`; `game` stands in for
    the one that a transcript names.
    """
    if isinstance(told, Run):
        return table_review(told.table, told.players, seat=seat, strategies=told.players)
    if isinstance(told, Table):
        return table_review(told, seat=seat)

    def find(name: str) -> Game:
        return game or find_game(name)

    if isinstance(told, str | Path):
        found = load(Path(told), find)
    else:
        found = read(dict(told), find)
    names = found.names or found.seats
    return table_review(found.table, names, seat=seat, strategies=found.seats)
