"""Tournaments in this process, of strategies by name and of functions.

>>> def lowest(sight, history, rng):
...     return (0,) * sight.rules.pegs
>>> found = tournament("mastermind", ["parts", lowest], games=5, pegs=2, colors=3)
>>> [standing.strategy for standing in found]
['parts', 'lowest']
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.experiments.experiment import Series
from whoknows.experiments.tournament import Standing, seatings, table_of
from whoknows.library.batches import check_games, played
from whoknows.library.results import Result, new_figure
from whoknows.library.runs import Player, game, player_name, strategy_of
from whoknows.play.documents import files_read, read_setup, setup_json
from whoknows.play.game import Game


@checked
def tournament(
    wanted: str | Game,
    strategies: Sequence[Player] | Mapping[str, Player],
    /,
    *,
    games: int = 100,
    seed: int = 0,
    teams: bool = False,
    **options: Any,
) -> "Standings":
    """Every seating of the strategies, `games` deals each, and a rating for each.

    Strategies are a list, or a mapping that names them: `{"mine": my_function}`.
    The deals are those of `whoknows tournament` with the same seed.
    """
    found = game(wanted)
    if isinstance(strategies, str):
        strategies = [strategies]
    if isinstance(strategies, Mapping):
        named = dict(strategies)
    else:
        named = {player_name(found, player): player for player in strategies}
    if len(named) < 2 or len(named) < len(strategies):
        raise BadSetup("a tournament needs two strategies or more, with different names")
    setup = read_setup(found, files_read(found, options))
    seats = found.seats(setup)
    tables = [(name,) * seats for name in named] if teams else seatings(list(named), seats)
    check_games(games, len(tables))
    all_series = {k: Series(k, setup_json(setup), tuple(t)) for k, t in enumerate(tables)}
    functions = {name: strategy_of(found, player) for name, player in named.items()}
    rows = []
    for series in all_series.values():
        rows += played(found, series, [functions[n] for n in series.seating], games, seed)
    return Standings(found.title, tuple(table_of(all_series, rows)), len(rows))


@dataclass(frozen=True, repr=False)
class Standings(Result):
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

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each strategy."""
        return [
            {
                "strategy": each.strategy,
                **interval("rating", each.rating, each.low, each.high),
                **interval("rate", each.rate, *each.rate_interval),
                "games": each.games,
                "won": each.won,
                "drawn": each.drawn,
                "lost": each.lost,
                **interval("score_mean", each.score.mean, each.score.low, each.score.high),
            }
            for each in self
        ]

    def plot(self) -> Any:
        """The ratings with their intervals, as a figure of matplotlib."""
        figure = new_figure(7, 1 + 0.4 * len(self))
        axes = figure.axes[0]
        names = [each.strategy for each in self][::-1]
        points = [each.rating for each in self][::-1]
        low = [each.rating - each.low for each in self][::-1]
        high = [each.high - each.rating for each in self][::-1]
        axes.errorbar(points, range(len(names)), xerr=[low, high], fmt="o", capsize=3)
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel("rating, with its interval of 95 %")
        axes.set_title(f"{self.title}: {self.games} games")
        return figure


def interval(name: str, value: float, low: float, high: float) -> dict[str, float]:
    """A number and its interval of 95 %, as columns."""
    about = name.removesuffix("_mean")
    return {name: value, f"{about}_low": low, f"{about}_high": high}
