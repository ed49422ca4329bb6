"""The rows of an experiment as a table of one line a game, for other programs."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from whoknows.errors import BadFile, BadSetup, MissingExtra
from whoknows.experiments.plan import stored_cells
from whoknows.store import Store
from whoknows.store.rows import Entry, rows_of

__all__ = ["export", "flat_rows", "whole_file"]

Line: TypeAlias = dict[str, Any]


def export(store: Store, entry: Entry, path: Path) -> int:
    """Write the rows to a CSV or Parquet file, all of it or nothing; how many there are."""
    writers = {".csv": write_csv, ".parquet": write_parquet}
    if path.suffix not in writers:
        raise BadSetup(f"{path.name} ends neither in .csv nor in .parquet")
    columns, count = columns_of(flat_rows(store, entry))
    if not count:
        raise BadSetup(f"{entry.name} has no rows yet")
    write = writers[path.suffix]
    whole_file(path, lambda part: write(columns, flat_rows(store, entry), part))
    return count


def whole_file(path: Path, write: Callable[[Path], None]) -> None:
    """Make a file at once: it is written beside its place and then put there."""
    part = path.with_name(f".{path.stem}.part{path.suffix}")
    try:
        write(part)
        part.replace(path)
    except OSError as error:
        raise BadFile(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)


def flat_rows(store: Store, entry: Entry) -> Iterator[dict[str, Any]]:
    """Each row with everything that it depends on, in plain columns."""
    cells = stored_cells(entry.document, entry.name)
    for row in rows_of(store, entry.id):
        cell = cells[row.cell]
        yield {
            "experiment": entry.id,
            "name": entry.name,
            "game": entry.document["game"],
            "program": entry.program,
            "cell": row.cell,
            "number": row.game,
            "seed": row.seed,
            **{f"setup_{key}": flat(value) for key, value in cell.setup.items()},
            **{f"strategy_{seat}": name for seat, name in enumerate(cell.seating)},
            **{f"score_{seat}": float(score) for seat, score in enumerate(row.scores)},
            "turns": row.turns,
            **{f"figure_{key}": float(value) for key, value in row.figures.items()},
        }


def flat(value: Any) -> Any:
    """A value that fits a cell: lists and objects as JSON."""
    return json.dumps(value) if isinstance(value, (list, dict)) else value


def columns_of(lines: Iterable[Line]) -> tuple[list[str], int]:
    """Every column of any line, in the order of their first appearance; and the lines."""
    found: dict[str, None] = {}
    count = 0
    for line in lines:
        found.update(dict.fromkeys(line))
        count += 1
    return list(found), count


def write_csv(columns: list[str], lines: Iterable[Line], path: Path) -> None:
    """The lines as CSV, one after the other."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, columns)
        table.writeheader()
        for line in lines:
            table.writerow({key: unharmed(cell) for key, cell in line.items()})


def unharmed(cell: Any) -> Any:
    """A cell that no program of spreadsheets takes for a formula.

    >>> unharmed("=1+1"), unharmed("best"), unharmed(-1.5)
    ("'=1+1", 'best', -1.5)
    """
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{cell}"
    return cell


def write_parquet(columns: list[str], lines: Iterable[Line], path: Path) -> None:
    """The lines as Parquet."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtra.named("parquet", "pyarrow") from error
    kept: dict[str, list[Any]] = {name: [] for name in columns}
    for line in lines:
        for name in columns:
            kept[name].append(line.get(name))
    parquet.write_table(pyarrow.table(kept), path)
