"""What the rows of an experiment come to: cells, figures, and who is better than whom."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from whoknows.experiments.plan import Cell, by_setup, stored_cells
from whoknows.experiments.statistics import (
    Difference,
    Summary,
    corrected,
    difference,
    summary,
)
from whoknows.experiments.tally import (
    CellTally,
    DealsTally,
    Game,
    merged_deals,
    tally_of_deals,
)
from whoknows.store import Store
from whoknows.store.aggregates import aggregates_of
from whoknows.store.rows import Entry, rows_by_deals

__all__ = ["CellReport", "Report", "as_document", "report"]

DEALS = 20_000  # of a setup, whose rows are in memory together


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
    """The report of an experiment as far as it has rows, or tallies of them.

    Neither are ever in memory together: what some deals come to is added up.
    """
    cells, comparisons = [], []
    for group in by_setup(stored_cells(entry.document, entry.name)):
        found = merged_deals(tallies(store, entry, group))
        played = [cell for cell in group if cell.number in found.cells]
        cells += [cell_report(cell, found.cells[cell.number]) for cell in played]
        if len({name for cell in played for name in cell.seating}) > 1:
            comparisons.append((dict(group[0].setup), compared(group, found)))
    return Report(entry, cells, comparisons)


def tallies(store: Store, entry: Entry, group: list[Cell]) -> Iterator[DealsTally]:
    """What the deals of a setup come to, some of them at a time."""
    for document in aggregates_of(store, entry.id, group[0].number):
        yield DealsTally.read(document)
    seatings = {cell.number: cell.seating for cell in group}
    for some in rows_by_deals(store, entry.id, list(seatings), DEALS):
        games = (
            Game(row.cell, row.game, row.turns, row.scores, row.figures) for row in some
        )
        yield tally_of_deals(seatings, games)


def cell_report(cell: Cell, found: CellTally) -> CellReport:
    """The summaries of a cell's games."""
    return CellReport(
        cell,
        found.turns.n,
        [summary(seat) for seat in found.seats],
        summary(found.turns),
        {name: summary(figure) for name, figure in found.figures.items()},
    )


def compared(group: list[Cell], found: DealsTally) -> list[Difference]:
    """Every pair of strategies, on the games that both have played."""
    names = dict.fromkeys(name for cell in group for name in cell.seating)
    pairs = [pair for pair in combinations(names, 2) if pair in found.pairs]
    return corrected([difference(*pair, found.pairs[pair]) for pair in pairs])


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
