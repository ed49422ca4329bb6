"""Two strategies against each other at tables of any size, and the rates that come of it.

With an even number of seats each strategy has half of them; with an odd number each has
the extra seat in half of the games.  Every such seating is played, on the same deals.  So
two strategies that are equally good have 50 % each.

>>> seatings("A", "D", 3)[:4]
[('A', 'A', 'D'), ('A', 'D', 'A'), ('D', 'A', 'A'), ('D', 'D', 'A')]
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np

from whoknows.asking.statistics import summary, wilson
from whoknows.experiments.experiment import Series
from whoknows.store.experiment_rows import Row

FEW_DEALS = 30  # deals, of which the spread is too little known for an interval
Seating: TypeAlias = tuple[str, ...]  # the strategy in each seat


def seatings(one: str, two: str, seats: int) -> list[Seating]:
    """Every way to share the seats evenly; the extra seat goes once to each."""
    found = []
    for major, minor in ((one, two), (two, one)):
        few = seats // 2
        for places in combinations(range(seats), few):
            at = [seats - 1 - place for place in places]
            found.append(tuple(minor if k in at else major for k in range(seats)))
    return list(dict.fromkeys(found))


@dataclass(frozen=True)
class Rate:
    """How often players of a strategy won, with the interval of 95 %."""

    strategy: str
    rate: float
    low: float
    high: float
    games: int
    seat: int | None = None  # only the games won in this seat, of those it sat there


def overall(
    all_series: Sequence[Series], rows: Mapping[int, Sequence[Row]], strategy: str
) -> Rate | None:
    """The rate of a strategy over the seatings of these series; `None` without games.

    Games of the same number share their deal, so that the interval is made of the
    averages over each deal.
    """
    deals: dict[int, list[float]] = defaultdict(list)
    for series in all_series:
        for row in rows.get(series.number, ()):
            deals[row.game].append(won_by(row, series.seating, strategy))
    if not deals:
        return None
    most = max(map(len, deals.values()))
    full = [values for values in deals.values() if len(values) == most]
    found = summary(np.array([float(np.mean(values)) for values in full]))
    low, high, games = max(0.0, found.low), min(1.0, found.high), sum(map(len, full))
    if len(full) < FEW_DEALS:
        low, high = wilson(round(found.mean * games), games)
    return Rate(strategy, found.mean, low, high, games)


def by_seat(
    all_series: Sequence[Series], rows: Mapping[int, Sequence[Row]], strategy: str
) -> Iterable[Rate]:
    """For each seat, how often the strategy won there when it sat there."""
    for seat in range(len(all_series[0].seating)):
        scores = [
            row.scores[seat]
            for series in all_series
            if series.seating[seat] == strategy
            for row in rows.get(series.number, ())
        ]
        if scores:
            won = sum(score > 0 for score in scores)
            low, high = wilson(won, len(scores))
            yield Rate(strategy, won / len(scores), low, high, len(scores), seat)


def won_by(row: Row, seating: Seating, strategy: str) -> float:
    """1 if a player of the strategy won the game."""
    winners = [name for name, score in zip(seating, row.scores, strict=True) if score > 0]
    return float(strategy in winners)
