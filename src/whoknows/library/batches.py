"""Games by the hundred from a program: their rows as a table.

>>> found = play_many("muddy", "logician", games=20)
>>> found
<20 games of Muddy children: logician has 1.000 on average>
>>> {name: found.rows[0][name] for name in ("game", "seat", "strategy", "score")}
{'game': 0, 'seat': 0, 'strategy': 'logician', 'score': 1.0}
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from whoknows.edge import checked
from whoknows.errors import TooLarge, shortened
from whoknows.experiments.experiment import MOST_GAMES, Series
from whoknows.experiments.rows.export import flat_rows
from whoknows.experiments.running.chunk import game_seed, row_of, setup_entropy
from whoknows.library.results import Result, new_figure
from whoknows.library.runs import (
    Player,
    check_least,
    game,
    player_name,
    seated,
    strategy_of,
)
from whoknows.play.documents import files_read, read_setup, setup_json
from whoknows.play.game import Game, Strategy
from whoknows.play.table.referee import Table, finish
from whoknows.store import open_store
from whoknows.store.experiment_rows import Row, find_entry


@checked
def play_many(
    wanted: str | Game,
    strategies: Player | Sequence[Player],
    /,
    *,
    games: int = 100,
    seed: int = 0,
    **options: Any,
) -> "Runs":
    """Many games between the same strategies, each with its own deal, in this process.

    The deals are those of `whoknows experiment` with the same seed and setup.
    """
    check_games(games)
    found = game(wanted)
    setup = read_setup(found, files_read(found, options))
    chosen = seated(found.seats(setup), strategies)
    names = tuple(player_name(found, player) for player in chosen)
    functions = [strategy_of(found, player) for player in chosen]
    series = Series(0, setup_json(setup), names)
    return Runs(found.title, names, tuple(played(found, series, functions, games, seed)))


def check_games(games: int, series: int = 1) -> None:
    """Refuse no games, and more than are kept in memory."""
    check_least("games", games, 1)
    if games * series > MOST_GAMES:
        told = shortened(games * series)
        raise TooLarge(
            f"{told} games; {MOST_GAMES:,} at most are played in this process: "
            "`whoknows experiment` plays more, on all cores, and keeps them in a database"
        )


def played(
    found: Game, series: Series, functions: Sequence[Strategy], games: int, seed: int
) -> list[Row]:
    """The rows of a series' games, as an experiment would have them."""
    check_least("seed", seed, 0)
    setup = read_setup(found, dict(series.setup))
    entropy = setup_entropy(json.dumps(series.setup, sort_keys=True))
    rows = []
    for number in range(games):
        table = Table.dealt(found, setup, game_seed(seed, entropy, number))
        rows.append(Row(*row_of(finish(table, functions), series.number, number)))
    return rows


@dataclass(frozen=True, repr=False)
class Runs(Result):
    """Many games between the same strategies."""

    title: str
    players: tuple[str, ...]
    records: tuple[Row, ...]  # one for each game

    def __len__(self) -> int:
        return len(self.records)

    def __repr__(self) -> str:
        means = ", ".join(f"{who} has {m:.3f}" for who, m in self.means.items())
        return f"<{len(self)} games of {self.title}: {means} on average>"

    @property
    def means(self) -> dict[str, float]:
        """The mean score of every strategy, over its seats and all games."""
        return {who: sum(s) / len(s) for who, s in self.scores.items()}

    @property
    def scores(self) -> dict[str, list[float]]:
        """Every score of every strategy."""
        found: dict[str, list[float]] = {}
        for row in self.records:
            for who, score in zip(self.players, row.scores, strict=True):
                found.setdefault(who, []).append(float(score))
        return found

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each seat of each game."""
        return [
            {
                "game": row.game,
                "seed": row.seed,
                "seat": seat,
                "strategy": who,
                "score": float(score),
                "turns": row.turns,
                **{f"figure_{name}": value for name, value in row.figures.items()},
            }
            for row in self.records
            for seat, (who, score) in enumerate(zip(self.players, row.scores, strict=True))
        ]

    def to_json(self) -> list[dict[str, Any]]:
        """Every row as plain JSON."""
        return self.rows

    def plot(self) -> Any:
        """How often every strategy had which score, as a figure of matplotlib."""
        figure = new_figure()
        axes = figure.axes[0]
        axes.hist(list(self.scores.values()), label=list(self.scores), rwidth=0.9)
        axes.set_xlabel("score")
        axes.set_ylabel("games")
        axes.set_title(f"{self.title}: {len(self)} games")
        axes.legend()
        return figure


@checked
def experiment(name: str, db: str | None = None) -> "Stored":
    """A stored experiment by its name or id, from the usual database or another one."""
    with open_store(db) as store:
        entry = find_entry(store, name)
        return Stored(entry.name, entry.games, tuple(flat_rows(store, entry)))


@dataclass(frozen=True, repr=False)
class Stored(Result):
    """The rows of an experiment that `whoknows experiment run` wrote."""

    name: str
    games: int  # as planned
    lines: tuple[dict[str, Any], ...]

    def __len__(self) -> int:
        return len(self.lines)

    def __repr__(self) -> str:
        return f"<Experiment {self.name}: {len(self):,} of {self.games:,} games>"

    @property
    def rows(self) -> tuple[dict[str, Any], ...]:
        """A row for each game, as `whoknows experiment export` has them."""
        return self.lines

    def to_json(self) -> list[dict[str, Any]]:
        """Every row as plain JSON."""
        return list(self.lines)
