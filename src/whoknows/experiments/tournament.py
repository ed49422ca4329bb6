"""A tournament: every seating of some strategies, and a rating for each.

A game between two strategies is won by the higher score; in a tournament of teams, and
in games with one seat, strategies meet by playing the same deals.  Ratings are those of
Bradley and Terry [Bradley1952] on the scale of Elo, 400 points for odds of ten to one;
their intervals come from drawing the games again with replacement [Efron1979].
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.asking.statistics import Summary, summary, wilson
from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.experiments.experiment import (
    Experiment,
    Series,
    check_rows,
    stored_series,
    with_sources,
)
from whoknows.play.documents import files_read, read_setup
from whoknows.store import Store
from whoknows.store.experiment_rows import Entry, Row, rows_of

__all__ = [
    "PRIOR",
    "SCALE",
    "Standing",
    "ratings",
    "seatings",
    "standings",
    "table_of",
    "tournament",
]

Meetings: TypeAlias = NDArray[np.float64]  # [game, one, two]: points of one against two

SCALE = 400 / np.log(10)
DRAWS = 400  # of the games again, for the intervals
PRIOR = 0.5  # drawn points of everybody against everybody, so that no rating is infinite


@dataclass(frozen=True)
class Standing:
    """One strategy in the table of a tournament."""

    strategy: str
    rating: float
    low: float
    high: float
    won: int
    drawn: int
    lost: int
    score: Summary
    games: int  # in which it sat somewhere

    @property
    def rate(self) -> float:
        """The share of its meetings that it won; a draw is half a win."""
        met = self.won + self.drawn + self.lost
        return (self.won + 0.5 * self.drawn) / met if met else 0.5

    @property
    def rate_interval(self) -> tuple[float, float]:
        """The interval of 95 % for the rate: Wilson's, of so many games."""
        return wilson(self.rate * self.games, self.games)


@checked
def tournament(
    game: str,
    strategies: Sequence[str],
    *,
    games: int,
    seed: int = 0,
    setup: dict[str, Any] | None = None,
    teams: bool = False,
) -> Experiment:
    """The experiment that a tournament is: every seating, or every strategy as a team."""
    names = list(dict.fromkeys(strategies))
    if len(names) < 2:
        raise BadSetup("a tournament needs two strategies or more")
    draft = with_sources(Experiment(game, games, seed, strategies=(tuple(names),)))
    found = draft.find_game()
    setup = files_read(found, setup or {})
    seats = found.seats(read_setup(found, setup))
    if teams and seats == 1:
        raise BadSetup("a game with 1 seat has no teams")
    tables = [(name,) * seats for name in names] if teams else seatings(names, seats)
    return with_sources(
        Experiment(
            game=game,
            games=games,
            seed=seed,
            seatings=tuple(tables),
            setup={key: (value,) for key, value in setup.items()},
        )
    )


@checked
def seatings(names: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Every way to seat strategies: all different if there are enough of them."""
    if seats == 1:
        return [(name,) for name in names]
    if len(names) >= seats:
        return list(permutations(names, seats))
    return [table for table in product(names, repeat=seats) if set(table) == set(names)]


@checked
def standings(store: Store, entry: Entry) -> list[Standing]:
    """The table of a tournament, the best first."""
    check_rows(entry.document, entry.name)
    all_series = {one.number: one for one in stored_series(entry.document, entry.name)}
    rows = list(rows_of(store, entry.id))
    if not rows:
        raise BadSetup(f"{entry.name} has no rows yet")
    return table_of(all_series, rows)


def table_of(all_series: dict[int, Series], rows: list[Row]) -> list[Standing]:
    """The standings that rows give, the best first."""
    names = list(
        dict.fromkeys(name for series in all_series.values() for name in series.seating)
    )
    outcomes = meetings(names, all_series, rows)
    points, drawn = outcomes[0], outcomes[1]
    rating = ratings(points.sum(0))
    low, high = intervals(points)
    table = [
        Standing(
            strategy=name,
            rating=float(rating[k]),
            low=float(low[k]),
            high=float(high[k]),
            won=int((points[:, k] - 0.5 * drawn[:, k]).sum()),
            drawn=int(drawn[:, k].sum()),
            lost=int((points[:, :, k] - 0.5 * drawn[:, :, k]).sum()),
            score=summary(scores_of(name, all_series, rows)),
            games=sum(name in all_series[row.cell].seating for row in rows),
        )
        for k, name in enumerate(names)
    ]
    return sorted(table, key=lambda standing: -standing.rating)


def scores_of(
    name: str, all_series: dict[int, Series], rows: list[Row]
) -> NDArray[np.float64]:
    """Every score of a strategy, wherever it sat."""
    return np.array(
        [
            score
            for row in rows
            for who, score in zip(all_series[row.cell].seating, row.scores, strict=True)
            if who == name
        ],
        dtype=float,
    )


def meetings(
    names: list[str], all_series: dict[int, Series], rows: list[Row]
) -> tuple[Meetings, Meetings]:
    """The points of each strategy against each in each game, and how many were drawn."""
    place = {name: k for k, name in enumerate(names)}
    games = {game: k for k, game in enumerate(sorted({row.game for row in rows}))}
    points = np.zeros((len(games), len(names), len(names)))
    drawn = np.zeros_like(points)
    for game, first, second in encounters(all_series, rows):
        (one, mine), (two, theirs) = first, second
        k, i, j = games[game], place[one], place[two]
        share = 0.5 if mine == theirs else float(mine > theirs)
        points[k, i, j] += share
        points[k, j, i] += 1 - share
        drawn[k, i, j] += mine == theirs
        drawn[k, j, i] += mine == theirs
    return points, drawn


def encounters(
    all_series: dict[int, Series], rows: list[Row]
) -> list[tuple[int, Any, Any]]:
    """Every meeting of two strategies: at one table, or as teams on the same deal."""
    if any(len(set(series.seating)) > 1 for series in all_series.values()):
        return [
            (row.game, first, second)
            for row in rows
            for first, second in combinations(
                zip(all_series[row.cell].seating, row.scores, strict=True), 2
            )
            if first[0] != second[0]
        ]
    by_game: dict[int, list[tuple[str, float]]] = {}
    for row in rows:
        team = (all_series[row.cell].seating[0], float(np.mean(row.scores)))
        by_game.setdefault(row.game, []).append(team)
    return [
        (game, first, second)
        for game, teams in by_game.items()
        for first, second in combinations(teams, 2)
    ]


def ratings(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The ratings that fit the points best, around 0 [Hunter2004, algorithm MM]."""
    size = len(points)
    points = points + PRIOR * (1 - np.eye(size))
    played, wins = points + points.T, points.sum(1)
    strength = np.ones(size)
    for _ in range(10_000):
        before = strength
        meets = played / (strength[:, None] + strength[None, :])
        strength = wins / meets.sum(1)
        strength /= np.exp(np.log(strength).mean())
        if np.abs(np.log(strength / before)).max() < 1e-10:
            break
    return np.asarray(SCALE * np.log(strength))


def intervals(points: Meetings) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Intervals of 95 %: the ratings of games drawn again with replacement."""
    rng = np.random.default_rng(0)  # the same table for the same rows
    games = len(points)
    drawn = [
        ratings(np.tensordot(rng.multinomial(games, [1 / games] * games), points, 1))
        for _ in range(DRAWS)
    ]
    low, high = np.quantile(np.array(drawn), [0.025, 0.975], axis=0)
    return low, high
