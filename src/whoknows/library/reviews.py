"""A game explained, in one line.

>>> import whoknows as wk
>>> wk.review(wk.play("muddy", "logician", seed=3)).skill
1.0
"""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from whoknows.analysis import Review
from whoknows.analysis import review as table_review
from whoknows.catalog import find_game
from whoknows.edge import checked
from whoknows.library.results import Result, new_figure
from whoknows.library.runs import Run
from whoknows.play.example_files import shipped
from whoknows.play.game import Game, Seat
from whoknows.play.table.referee import Table
from whoknows.play.table.transcript import load, read


@checked
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
        names = told.players
        return shown(table_review(told.table, names, seat=seat, strategies=names))
    if isinstance(told, Table):
        return shown(table_review(told, seat=seat))

    find = find_game if game is None else lambda _: game
    if isinstance(told, str | Path):
        found = load(shipped(Path(told)), find)
    else:
        found = read(dict(told), find)
    names = found.names or found.seats
    return shown(table_review(found.table, names, seat=seat, strategies=found.seats))


class ShownReview(Review, Result):
    """A review as a result: a table in a notebook, a frame, and a chart."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each move; what it told each other seat is a column of its own."""
        rows = []
        for move in self.moves:
            row = move.to_json()
            told = {f"told {seat}": bits for seat, bits in row.pop("told").items()}
            rows.append(row | {"best": ", ".join(move.best)} | told)
        return rows

    def plot(self) -> Any:
        """A figure of the worlds that each seat held possible, turn by turn."""
        figure = new_figure()
        [axes] = figure.axes
        for seat in sorted({seat for turn in self.worlds for seat in turn}):
            left = [turn.get(seat) for turn in self.worlds]
            axes.plot(
                [n if n is not None else float("nan") for n in left],
                "o-",
                label=self.seats[seat],
            )
        axes.set(
            xlabel="turn", ylabel="worlds held possible", yscale="log", title=self.title
        )
        axes.legend()
        return figure


def shown(found: Review) -> ShownReview:
    """A review that a notebook shows."""
    return ShownReview(**{each.name: getattr(found, each.name) for each in fields(found)})
