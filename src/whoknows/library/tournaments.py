"""Tournaments in this process, of strategies by name and of functions.

>>> def lowest(sight, history, rng):
...     return (0,) * sight.rules.pegs
>>> found = tournament("mastermind", ["parts", lowest], games=5, pegs=2, colors=3)
>>> [standing.strategy for standing in found]
['parts', 'lowest']
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any

from whoknows.errors import BadSetup, needs
from whoknows.experiments.plan import Cell
from whoknows.experiments.playing import game_seed, row_of, setup_entropy
from whoknows.experiments.tournament import Standing, seatings, table_of
from whoknows.library.runs import Player, game, player_name, strategy_of
from whoknows.play.forms import read_setup, setup_json
from whoknows.play.game import Game
from whoknows.play.referee import Table, finish
from whoknows.store.rows import Row


def tournament(
    wanted: str | Game,
    players: Sequence[Player],
    *,
    games: int = 100,
    seed: int = 0,
    teams: bool = False,
    **options: Any,
) -> "Standings":
    """Every seating of the strategies, `games` deals each, and a rating for each.

    The deals are those of `whoknows tournament` with the same seed.
    """
    found = game(wanted)
    named = {player_name(player): player for player in players}
    if len(named) < 2 or len(named) < len(players):
        raise BadSetup("a tournament needs two strategies or more, with different names")
    setup = read_setup(found, options)
    seats = found.seats(setup)
    tables = [(name,) * seats for name in named] if teams else seatings(list(named), seats)
    cells = {k: Cell(k, setup_json(setup), tuple(t)) for k, t in enumerate(tables)}
    functions = {name: strategy_of(found, player) for name, player in named.items()}
    entropy = setup_entropy(json.dumps(setup_json(setup), sort_keys=True))
    rows = [
        Row(*row_of(finish(table, [functions[name] for name in cell.seating]), k, number))
        for k, cell in cells.items()
        for number in range(games)
        for table in [Table.dealt(found, setup, game_seed(seed, entropy, number))]
    ]
    return Standings(found.title, tuple(table_of(cells, rows)), len(rows))


@dataclass(frozen=True, repr=False)
class Standings:
    """The table of a tournament, the best strategy first."""

    title: str
    standings: tuple[Standing, ...]
    games: int

    def __iter__(self) -> Iterator[Standing]:
        return iter(self.standings)

    def __len__(self) -> int:
        return len(self.standings)

    def __getitem__(self, place: int) -> Standing:
        return self.standings[place]

    def __repr__(self) -> str:
        lines = [f"<Standings of {self.title}: {self.games} games>"]
        width = max(len(each.strategy) for each in self)
        lines += [
            f"{k:>2}  {each.strategy:{width}}  {each.rating:+5.0f} "
            f"({each.low:+.0f} .. {each.high:+.0f})  "
            f"won {each.won}, drawn {each.drawn}, lost {each.lost}"
            for k, each in enumerate(self, 1)
        ]
        return "\n".join(lines)

    def to_json(self) -> list[dict[str, Any]]:
        """Every standing as plain JSON."""
        return [asdict(each) for each in self]

    def to_pandas(self) -> Any:
        """A row for each strategy."""
        with needs("pandas"):
            import pandas
        rows = [{**document, **document.pop("score")} for document in self.to_json()]
        return pandas.DataFrame(rows)

    def plot(self) -> Any:
        """The ratings with their intervals, as a figure of matplotlib."""
        with needs("plot"):
            from matplotlib.figure import Figure
        figure = Figure(figsize=(7, 1 + 0.4 * len(self)))
        axes = figure.subplots()
        names = [each.strategy for each in self][::-1]
        points = [each.rating for each in self][::-1]
        low = [each.rating - each.low for each in self][::-1]
        high = [each.high - each.rating for each in self][::-1]
        axes.errorbar(points, range(len(names)), xerr=[low, high], fmt="o", capsize=3)
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel("rating, with its interval of 95 %")
        axes.set_title(f"{self.title}: {self.games} games")
        figure.tight_layout()
        return figure

    def _repr_html_(self) -> str:
        head = "<tr><th></th><th>strategy</th><th>rating</th><th>95 %</th><th>won</th></tr>"
        rows = "".join(
            f"<tr><td>{k}</td><td>{escape(each.strategy)}</td><td>{each.rating:+.0f}</td>"
            f"<td>{each.low:+.0f} .. {each.high:+.0f}</td><td>{each.won}</td></tr>"
            for k, each in enumerate(self, 1)
        )
        return f"<table>{head}{rows}</table>"
