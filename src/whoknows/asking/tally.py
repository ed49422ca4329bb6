"""How often each value came: what a column of numbers comes to, and adds up to others.

A tally of some games and a tally of others are merged into the tally of both, whichever
way the games were parted: sums are exact fractions.  So a report needs no rows, and ten
million games take no more memory than ten.  Only where a column has thousands of different
values are they rounded, to four digits, for the quantiles; means and errors stay exact.

>>> part = merged([Tally.of([1.0, 2.0]), Tally.of([2.0, 3.0])])
>>> dict(part.counts), part.mean, part.quantile(0.5)
({1.0: 1, 2.0: 2, 3.0: 1}, 2.0, 2.0)
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import floor, isfinite, nan, sqrt
from typing import Any, NamedTuple, TypeAlias

__all__ = [
    "DealsTally",
    "Game",
    "SeriesTally",
    "Tally",
    "merged",
    "merged_deals",
    "tally_of_deals",
]

MOST_VALUES = 4096  # different values of a column that are counted one by one
DIGITS = 4  # of the values of a column that has more

Seating: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Tally:
    """How often each value came, with the sum and the sum of squares."""

    counts: Mapping[float, int]
    total: Fraction | None = Fraction(0)  # not known if a value is not finite
    squares: Fraction | None = Fraction(0)
    ends: tuple[float, float] = (nan, nan)  # the smallest and the largest value
    rounded: bool = False

    @classmethod
    def of(cls, values: Iterable[float]) -> "Tally":
        """The tally of some values."""
        return cls.counted(Counter(map(float, values)))

    @classmethod
    def counted(cls, counts: Mapping[float, int]) -> "Tally":
        """The tally of values that are counted already."""
        if not counts:
            return cls({})
        ends = (min(counts), max(counts))
        if not all(map(isfinite, counts)):
            return cls(counts, None, None, ends)
        exact = [(Fraction(value), count) for value, count in counts.items()]
        total = sum((value * count for value, count in exact), Fraction(0))
        squares = sum((value * value * count for value, count in exact), Fraction(0))
        return cls(counts, total, squares, ends)

    @property
    def n(self) -> int:
        """How many values there are."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The mean."""
        return nan if self.total is None else float(self.total / self.n)

    @property
    def error(self) -> float:
        """The standard error of the mean; not known of one value."""
        n = self.n
        if self.total is None or self.squares is None or n < 2:
            return nan
        return sqrt((self.squares - self.total**2 / n) / (n - 1) / n)

    @property
    def rate(self) -> bool:
        """Whether every value is 0 or 1."""
        return set(self.counts) <= {0.0, 1.0}

    def quantile(self, level: float) -> float:
        """The value below which a share of the values lies, between two if need be."""
        place = level * (self.n - 1)
        low = self.nth(floor(place))
        share = place - floor(place)
        return low if not share else low + share * (self.nth(floor(place) + 1) - low)

    def nth(self, place: int) -> float:
        """The value at a place of their order, from 0."""
        for value in sorted(self.counts):
            place -= self.counts[value]
            if place < 0:
                break
        return value

    def document(self) -> dict[str, Any]:
        """The tally as plain JSON."""
        found: dict[str, Any] = {"counts": sorted(map(list, self.counts.items()))}
        if self.rounded:
            sums = [None if part is None else str(part) for part in self.sums]
            found |= {"sums": sums, "ends": list(self.ends)}
        return found

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> "Tally":
        """The tally that JSON holds."""
        counts = {float(value): int(count) for value, count in document["counts"]}
        if "sums" not in document:
            return cls.counted(counts)
        sums = [None if part is None else Fraction(part) for part in document["sums"]]
        low, high = document["ends"]
        return cls(counts, sums[0], sums[1], (low, high), rounded=True)

    @property
    def sums(self) -> tuple[Fraction | None, Fraction | None]:
        """The sum, and the sum of squares."""
        return self.total, self.squares


def merged(parts: Iterable[Tally]) -> Tally:
    """The tally of all values together, rounded where they are too many."""
    counts: Counter[float] = Counter()
    total: Fraction | None = Fraction(0)
    squares: Fraction | None = Fraction(0)
    ends: list[float] = []
    rounded = False
    for part in parts:
        if part.rounded and not rounded:
            counts, rounded = round_all(counts), True
        counts.update(round_all(part.counts) if rounded else part.counts)
        if not rounded and len(counts) > MOST_VALUES:
            counts, rounded = round_all(counts), True
        total = None if total is None or part.total is None else total + part.total
        squares = (
            None if total is None or squares is None else squares + (part.squares or 0)
        )
        ends += part.ends if part.counts else []
        ends = [min(ends), max(ends)] if ends else []
    return Tally(
        counts, total, squares, (ends[0], ends[1]) if ends else (nan, nan), rounded
    )


def round_all(counts: Mapping[float, int]) -> Counter[float]:
    """The values rounded to a few digits; rounding again changes nothing.

    >>> round_all({0.123449: 2, 0.123451: 1})
    Counter({0.1234: 2, 0.1235: 1})
    """
    found: Counter[float] = Counter()
    for value, count in counts.items():
        found[float(f"{value:.{DIGITS}g}")] += count
    return found


class Game(NamedTuple):
    """What a report needs of one game."""

    series: int
    number: int
    turns: int
    scores: Sequence[float]
    figures: Mapping[str, float]


class SeriesTally(NamedTuple):
    """The tallies of one series."""

    seats: list[Tally]  # of the scores, in the order of the seats
    turns: Tally
    figures: dict[str, Tally]


class DealsTally(NamedTuple):
    """The tallies of some deals of one setup: of every series, and of every two strategies.

    Of two strategies the values are by how much the first one's mean score is above the
    other's, deal by deal.
    """

    series: dict[int, SeriesTally]
    pairs: dict[tuple[str, str], Tally]

    @property
    def games(self) -> dict[int, int]:
        """How many games of each series there are."""
        return {number: series.turns.n for number, series in self.series.items()}

    def document(self) -> dict[str, Any]:
        """The tallies as plain JSON."""
        return {
            "cells": [
                [
                    number,
                    [seat.document() for seat in series.seats],
                    series.turns.document(),
                    {name: figure.document() for name, figure in series.figures.items()},
                ]
                for number, series in self.series.items()
            ],
            "pairs": [[*names, pair.document()] for names, pair in self.pairs.items()],
        }

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> "DealsTally":
        """The tallies that JSON holds."""
        return cls(
            {
                number: SeriesTally(
                    [Tally.read(seat) for seat in seats],
                    Tally.read(turns),
                    {name: Tally.read(figure) for name, figure in figures.items()},
                )
                for number, seats, turns, figures in document["cells"]
            },
            {(one, two): Tally.read(pair) for one, two, pair in document["pairs"]},
        )


def tally_of_deals(seatings: Mapping[int, Seating], games: Iterable[Game]) -> DealsTally:
    """The tallies of the games of some deals, of all the series of one setup."""
    by_series: dict[int, list[Game]] = {}
    for game in games:
        by_series.setdefault(game.series, []).append(game)
    all_series = {number: series_tally(some) for number, some in sorted(by_series.items())}
    names = dict.fromkeys(name for seating in seatings.values() for name in seating)
    if len(names) < 2:
        return DealsTally(all_series, {})
    means = mean_scores(seatings, by_series)
    pairs = {}
    for one, two in combinations([name for name in names if name in means], 2):
        both = means[one].keys() & means[two].keys()
        if both:
            above = Tally.of(means[one][deal] - means[two][deal] for deal in both)
            pairs[one, two] = merged([above])
    return DealsTally(all_series, pairs)


def series_tally(games: list[Game]) -> SeriesTally:
    """The tallies of the games of one series."""
    figures: dict[str, list[float]] = {}
    for game in games:
        for name, value in game.figures.items():
            figures.setdefault(name, []).append(value)
    return SeriesTally(
        [merged([Tally.of(seat)]) for seat in zip(*(game.scores for game in games))],  # noqa: B905
        merged([Tally.of(game.turns for game in games)]),
        {name: merged([Tally.of(values)]) for name, values in sorted(figures.items())},
    )


def mean_scores(
    seatings: Mapping[int, Seating], by_series: Mapping[int, list[Game]]
) -> dict[str, dict[int, float]]:
    """The mean score of each strategy in each deal that it has played."""
    scores: dict[str, dict[int, list[float]]] = {}
    for series, games in sorted(by_series.items()):
        for seat, name in enumerate(seatings[series]):
            found = scores.setdefault(name, {})
            for game in games:
                found.setdefault(game.number, []).append(game.scores[seat])
    return {
        name: {number: sum(some) / len(some) for number, some in found.items()}
        for name, found in scores.items()
    }


def merged_deals(parts: Iterable[DealsTally]) -> DealsTally:
    """The tallies of the deals of all parts together, which share none."""
    whole = DealsTally({}, {})
    for part in parts:
        for number, series in part.series.items():
            before = whole.series.get(number)
            whole.series[number] = (
                series if before is None else merged_series(before, series)
            )
        for names, pair in part.pairs.items():
            whole.pairs[names] = merged([whole.pairs.get(names, Tally({})), pair])
    return whole


def merged_series(one: SeriesTally, two: SeriesTally) -> SeriesTally:
    """The tallies of a series' games in two parts together."""
    figures = one.figures | two.figures
    return SeriesTally(
        [merged(pair) for pair in zip(one.seats, two.seats, strict=True)],
        merged([one.turns, two.turns]),
        {
            name: merged(part.figures[name] for part in (one, two) if name in part.figures)
            for name in sorted(figures)
        },
    )
