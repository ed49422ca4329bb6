"""What the rows of an experiment come to: cells, figures, and who is better than whom."""

from array import array
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from itertools import combinations, groupby
from typing import Any

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


@dataclass
class Columns:
    """The rows of one cell as plain columns: eight bytes a number, not an object a row."""

    seats: list["array[float]"]
    turns: "array[float]" = field(default_factory=lambda: array("d"))
    games: "array[int]" = field(default_factory=lambda: array("q"))
    figures: dict[str, "array[float]"] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        """Take in a row."""
        for column, score in zip(self.seats, row.scores, strict=True):
            column.append(score)
        self.turns.append(row.turns)
        self.games.append(row.game)
        for name, value in row.figures.items():
            self.figures.setdefault(name, array("d")).append(value)


def columns_of(store: Store, entry: Entry) -> dict[int, Columns]:
    """The rows of every cell that has some, read one after the other."""
    found: dict[int, Columns] = {}
    for row in rows_of(store, entry.id):
        if row.cell not in found:
            found[row.cell] = Columns([array("d") for _ in row.scores])
        found[row.cell].add(row)
    return found


def report(store: Store, entry: Entry) -> Report:
    """The report of an experiment as far as it has rows."""
    cells = stored_cells(entry.document, entry.name)
    tables = columns_of(store, entry)
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


def cell_report(cell: Cell, rows: Columns) -> CellReport:
    """The summaries of a cell's rows."""
    return CellReport(
        cell,
        len(rows.games),
        [summary(np.asarray(column)) for column in rows.seats],
        summary(np.asarray(rows.turns)),
        {name: summary(np.asarray(rows.figures[name])) for name in sorted(rows.figures)},
    )


def compared(cells: list[Cell], tables: dict[int, Columns]) -> list[Difference]:
    """Every pair of strategies, on the games that both have played."""
    means = strategy_means(cells, tables)
    pairs = []
    for one, two in combinations(means, 2):
        above = means[one] - means[two]
        shared = ~np.isnan(above)
        if shared.any():
            pairs.append(difference(one, two, above[shared]))
    return corrected(pairs)


def strategy_means(cells: list[Cell], tables: dict[int, Columns]) -> dict[str, Values]:
    """The mean score of each strategy in each game; not a number where it did not play."""
    games = 1 + max(max(tables[cell.number].games) for cell in cells)
    sums: dict[str, Values] = {}
    counts: dict[str, Values] = {}
    for cell in cells:
        rows = tables[cell.number]
        numbers = np.asarray(rows.games)
        for name, scores in zip(cell.seating, rows.seats, strict=True):
            sums.setdefault(name, np.zeros(games))[numbers] += scores
            counts.setdefault(name, np.zeros(games))[numbers] += 1
    with np.errstate(invalid="ignore"):
        return {name: sums[name] / counts[name] for name in sums}


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
