"""What the rows of an experiment come to: series, figures, and who is better than whom."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from whoknows.asking.statistics import Difference, Summary, corrected, difference, summary
from whoknows.asking.tally import (
    DealsTally,
    Game,
    SeriesTally,
    merged_deals,
    tally_of_deals,
)
from whoknows.edge import checked
from whoknows.experiments.experiment import Series, by_setup, stored_series
from whoknows.store import Store
from whoknows.store.experiment_aggregates import aggregates_of
from whoknows.store.experiment_rows import Entry, rows_by_deals

__all__ = ["Report", "SeriesReport", "as_document", "report"]

DEALS = 20_000  # of a setup, whose rows are in memory together


@dataclass(frozen=True)
class SeriesReport:
    """The summaries of one series."""

    series: Series
    n: int
    seats: list[Summary]  # of the scores, in the order of the seats
    turns: Summary
    figures: dict[str, Summary]


@dataclass(frozen=True)
class Report:
    """The summaries of an experiment, and comparisons at each of its setups."""

    entry: Entry
    series: list[SeriesReport]
    comparisons: list[tuple[dict[str, Any], list[Difference]]]


@checked
def report(store: Store, entry: Entry) -> Report:
    """The report of an experiment as far as it has rows, or tallies of them.

    Neither are ever in memory together: what some deals come to is added up.
    """
    all_series, comparisons = [], []
    for group in by_setup(stored_series(entry.document, entry.name)):
        found = merged_deals(tallies(store, entry, group))
        played = [series for series in group if series.number in found.series]
        all_series += [
            series_report(series, found.series[series.number]) for series in played
        ]
        if len({name for series in played for name in series.seating}) > 1:
            comparisons.append((dict(group[0].setup), compared(group, found)))
    return Report(entry, all_series, comparisons)


def tallies(store: Store, entry: Entry, group: list[Series]) -> Iterator[DealsTally]:
    """What the deals of a setup come to, some of them at a time."""
    for document in aggregates_of(store, entry.id, group[0].number):
        yield DealsTally.read(document)
    seatings = {series.number: series.seating for series in group}
    for some in rows_by_deals(store, entry.id, list(seatings), DEALS):
        games = (
            Game(row.cell, row.game, row.turns, row.scores, row.figures) for row in some
        )
        yield tally_of_deals(seatings, games)


def series_report(series: Series, found: SeriesTally) -> SeriesReport:
    """The summaries of a series' games."""
    return SeriesReport(
        series,
        found.turns.n,
        [summary(seat) for seat in found.seats],
        summary(found.turns),
        {name: summary(figure) for name, figure in found.figures.items()},
    )


def compared(group: list[Series], found: DealsTally) -> list[Difference]:
    """Every pair of strategies, on the games that both have played."""
    names = dict.fromkeys(name for series in group for name in series.seating)
    pairs = [pair for pair in combinations(names, 2) if pair in found.pairs]
    return corrected([difference(*pair, found.pairs[pair]) for pair in pairs])


@checked
def as_document(found: Report) -> dict[str, Any]:
    """A report as plain JSON."""
    entry = found.entry
    return {
        "experiment": entry.id,
        "name": entry.name,
        "game": entry.document["game"],
        "seed": entry.document["seed"],
        "program": entry.program,
        "games": entry.games,
        "done": entry.done,
        "cells": [
            {
                "cell": part.series.number,
                "setup": dict(part.series.setup),
                "games": part.n,
                "seats": [
                    {"seat": seat, "strategy": name, **summary_document(part.seats[seat])}
                    for seat, name in enumerate(part.series.seating)
                ],
                "turns": summary_document(part.turns),
                "figures": {k: summary_document(v) for k, v in part.figures.items()},
            }
            for part in found.series
        ],
        "comparisons": [
            {"setup": setup, "pairs": [finite(asdict(pair)) for pair in pairs]}
            for setup, pairs in found.comparisons
        ],
    }


def summary_document(found: Summary) -> dict[str, Any]:
    """A summary as plain JSON; a rate says so."""
    return finite(asdict(found))


def finite(values: dict[str, Any]) -> dict[str, Any]:
    """Plain JSON has no infinity: what is not known is `null`."""
    return {
        key: None if isinstance(value, float) and not np.isfinite(value) else value
        for key, value in values.items()
    }
