"""The games behind Tables 1 to 3 of the Da Vinci paper: some kept, a sample played again.

`davinci_games.json` has, for every cell and column of ours, how many seatings of each deal
an aggressive player won.  A deal's seed follows from the seed of all, the number of tiles,
and the number of the deal, so that any of them can be played again and must come out the
same.  `python -m whoknows.experiments.reproduce.davinci_games 300` prints the file with 300
deals of every cell.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from whoknows import __version__, work
from whoknows.asking.tally import Tally
from whoknows.experiments.duel import seatings
from whoknows.experiments.running.chunk import game_seed
from whoknows.games.davinci import GAME, Setup, paper
from whoknows.games.davinci.paper import Cell
from whoknows.play.table.referee import Table, finish

if TYPE_CHECKING:
    from whoknows.experiments.reproduce import Scale

KEPT = "davinci_games.json"
CHUNK = 10  # deals in one piece of work
COLUMNS = {  # ours: the semantics, and who plays the aggressive
    "original": ("original", "defensive"),
    "del": ("del", "defensive"),
    "del, live": ("del", "defensive-live"),
}


class Games(NamedTuple):
    """The games of one cell in one column."""

    cell: Cell
    column: str
    won: Sequence[int]
    """Of each deal, the seatings that an aggressive player won."""
    again: int = 0
    """How many deals that were kept have been played again,"""
    changed: int = 0
    """and how many of them came out otherwise."""

    @property
    def rate(self) -> Tally:
        """The percentage of its seatings that each deal was won in."""
        seats = len(seatings_of(self.cell, self.column))
        return Tally.of(100 * won / seats for won in self.won)


class Piece(NamedTuple):
    """Some deals of one cell, to be played in every seating."""

    cell: Cell
    column: str
    seed: int
    deals: Sequence[int]


def columns_of(cell: Cell) -> tuple[str, ...]:
    """Our columns of a cell; of two players, the other one is always in."""
    return tuple(COLUMNS) if cell.players > 2 else ("original", "del")


def seatings_of(cell: Cell, column: str) -> list[tuple[str, ...]]:
    """Every way to share the seats of a cell."""
    return seatings("aggressive", COLUMNS[column][1], cell.players)


# ------------------------------------------------------------------------------- kept


@cache
def kept_document() -> dict[str, Any]:
    """The games that are kept, as plain JSON."""
    text = files(__package__).joinpath(KEPT).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def kept_games(cell: Cell, column: str) -> list[int]:
    """Of each deal of a cell that is kept, the seatings that an aggressive player won."""
    return [int(won) for won in kept_document()["won"][name_of(cell)][column]]


def name_of(cell: Cell) -> str:
    """A cell in a few words."""
    return f"Table {cell.table}, {cell.tiles} tiles"


def document_of(all_games: Sequence[Games], seed: int) -> dict[str, Any]:
    """Games to be kept, as plain JSON."""
    won: dict[str, dict[str, str]] = {}
    for games in all_games:
        digits = "".join(map(str, games.won))
        won.setdefault(name_of(games.cell), {})[games.column] = digits
    columns = {
        column: {"semantics": semantics, "strategies": ["aggressive", rival]}
        for column, (semantics, rival) in COLUMNS.items()
    }
    return {
        "game": "davinci",
        "version": __version__,
        "seed": seed,
        "columns": columns,
        "won": won,
    }


# ------------------------------------------------------------------------------ played


def played(scale: "Scale") -> Iterator[Games]:
    """The games of every cell and column, in order.

    With the seed of the games that are kept, these count, and a sample of them is played
    again (with `full`, all); with another seed, new games are played, and they count.
    """
    wanted = {
        (cell, column): deals_of(cell, column, scale)
        for cell in paper.TABLES
        for column in columns_of(cell)
    }
    for (cell, column), won in results(wanted, scale):
        deals = wanted[cell, column]
        if scale.seed != kept_document()["seed"]:
            yield Games(cell, column, won)
            continue
        kept = kept_games(cell, column)
        changed = sum(kept[deal] != now for deal, now in zip(deals, won, strict=True))
        counted = won if changed or len(won) == len(kept) else kept
        yield Games(cell, column, counted, len(deals), changed)


def deals_of(cell: Cell, column: str, scale: "Scale") -> list[int]:
    """The numbers of the deals to be played."""
    many = len(kept_games(cell, column))
    if scale.full:
        return list(range(many))
    if scale.seed != kept_document()["seed"]:
        return list(range(scale.deals))
    rng = np.random.default_rng([scale.seed, cell.table, cell.tiles])
    return sorted(rng.permutation(many)[: scale.deals].tolist())


def results(
    wanted: dict[tuple[Cell, str], list[int]], scale: "Scale"
) -> Iterator[tuple[tuple[Cell, str], list[int]]]:
    """What each of the wanted deals comes to, cell by cell, as soon as a cell is done."""
    pieces = [
        Piece(*key, scale.seed, deals[first : first + CHUNK])
        for key, deals in wanted.items()
        for first in range(0, len(deals), CHUNK)
    ]
    pace = work.Pace(round(sum(map(effort, pieces))))
    won = {key: dict[int, int]() for key in wanted}
    waiting = list(wanted)
    with closing(work.run(play, pieces, where=work.place(scale.workers))) as found:
        for done, (number, values) in enumerate(found, 1):
            piece = pieces[number]
            won[piece.cell, piece.column].update(zip(piece.deals, values, strict=True))
            pace.tick(round(effort(piece)))
            scale.report(f"davinci, Tables 1 to 3: {done} of {len(pieces)}{pace.to_go}")
            while waiting and len(won[waiting[0]]) == len(wanted[waiting[0]]):
                key = waiting.pop(0)
                yield key, [won[key][deal] for deal in wanted[key]]


def effort(piece: Piece) -> float:
    """How long a piece takes beside the others: it tells the time that is left."""
    kind = piece.cell.players - 2
    closed = piece.cell.tiles - 4 * piece.cell.players
    return len(piece.deals) * (3, 15, 70)[kind] * (1.15, 1.25, 1.3)[kind] ** closed


def play(piece: Piece) -> list[int]:
    """Of each deal, the number of its seatings that an aggressive player won."""
    cell = piece.cell
    semantics, _ = COLUMNS[piece.column]
    setup = GAME.setup(players=cell.players, tiles=cell.tiles, semantics=semantics)
    return [
        sum(
            won(setup, game_seed(piece.seed, cell.tiles, deal), seating)
            for seating in seatings_of(cell, piece.column)
        )
        for deal in piece.deals
    ]


def won(setup: Setup, seed: int, seating: tuple[str, ...]) -> bool:
    """Whether an aggressive player won a deal, with these strategies in the seats."""
    strategies = [GAME.strategies[name] for name in seating]
    result = finish(Table.dealt(GAME, setup, seed), strategies).result
    return seating[max(result, key=lambda seat: result[seat])] == "aggressive"


if __name__ == "__main__":
    import sys

    from whoknows.experiments.reproduce import FULL

    deals = list(range(int(sys.argv[1])))
    wanted = {(cell, column): deals for cell in paper.TABLES for column in columns_of(cell)}
    games = [Games(*key, won) for key, won in results(wanted, FULL)]
    sys.stdout.write(json.dumps(document_of(games, FULL.seed), indent=1) + "\n")
