"""What the rows of an experiment come to: cells, figures, and who is better than whom."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import combinations, groupby
from typing import Any, TypeAlias

import numpy as np

from whoknows.experiments.plan import Cell, stored_cells
from whoknows.experiments.statistics import (
    Difference,
    Summary,
    Values,
    corrected,
    difference,
    summary,
)
from whoknows.store import Store
from whoknows.store.rows import Entry, Row, rows_of

__all__ = ["CellReport", "Report", "as_document", "report"]

Means: TypeAlias = dict[int, float]  # the mean score of a strategy, by number of the game


@dataclass(frozen=True)
class CellReport:
    """The summaries of one cell."""

    cell: Cell
    n: int
    seats: list[Summary]  # of the scores, in the order of the seats
    turns: Summary
    figures: dict[str, Summary]


@dataclass(frozen=True)
class Report:
    """The summaries of an experiment, and comparisons at each of its setups."""

    entry: Entry
    cells: list[CellReport]
    comparisons: list[tuple[dict[str, Any], list[Difference]]]


def report(store: Store, entry: Entry) -> Report:
    """The report of an experiment as far as it has rows."""
    cells = stored_cells(entry.document, entry.name)
    tables = {
        number: list(rows)
        for number, rows in groupby(rows_of(store, entry.id), key=lambda row: row.cell)
    }
    played = [cell for cell in cells if cell.number in tables]
    return Report(
        entry,
        [cell_report(cell, tables[cell.number]) for cell in played],
        [
            (dict(group[0].setup), compared(group, tables))
            for group in by_setup(played)
            if len({name for cell in group for name in cell.seating}) > 1
        ],
    )


def by_setup(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The cells that share a setup, together."""
    return [list(group) for _, group in groupby(cells, key=lambda cell: dict(cell.setup))]


def cell_report(cell: Cell, rows: list[Row]) -> CellReport:
    """The summaries of a cell's rows."""
    scores = np.array([row.scores for row in rows], dtype=float)
    names = sorted({name for row in rows for name in row.figures})
    return CellReport(
        cell,
        len(rows),
        [summary(scores[:, seat]) for seat in range(scores.shape[1])],
        summary(np.array([row.turns for row in rows], dtype=float)),
        {name: summary(figure_values(rows, name)) for name in names},
    )


def figure_values(rows: list[Row], name: str) -> Values:
    """One figure of the games that have it."""
    return np.array([row.figures[name] for row in rows if name in row.figures], dtype=float)


def compared(cells: list[Cell], tables: dict[int, list[Row]]) -> list[Difference]:
    """Every pair of strategies, on the games that both have played."""
    means = strategy_means(cells, tables)
    pairs = []
    for one, two in combinations(means, 2):
        shared = sorted(means[one].keys() & means[two].keys())
        if shared:
            above = np.array([means[one][game] - means[two][game] for game in shared])
            pairs.append(difference(one, two, above))
    return corrected(pairs)


def strategy_means(cells: list[Cell], tables: dict[int, list[Row]]) -> dict[str, Means]:
    """The mean score of each strategy in each game, over the seats it had there."""
    sums: dict[str, dict[int, list[float]]] = {}
    for cell in cells:
        for row in tables[cell.number]:
            for name, score in zip(cell.seating, row.scores, strict=True):
                sums.setdefault(name, {}).setdefault(row.game, []).append(score)
    return {
        name: {game: sum(scores) / len(scores) for game, scores in games.items()}
        for name, games in sums.items()
    }


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
                "cell": part.cell.number,
                "setup": dict(part.cell.setup),
                "games": part.n,
                "seats": [
                    {"seat": seat, "strategy": name, **summary_document(part.seats[seat])}
                    for seat, name in enumerate(part.cell.seating)
                ],
                "turns": summary_document(part.turns),
                "figures": {k: summary_document(v) for k, v in part.figures.items()},
            }
            for part in found.cells
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
