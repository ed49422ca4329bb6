"""The rows of an experiment as a table of one line a game, for other programs."""

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from whoknows.edge import checked
from whoknows.errors import BadFile, BadSetup, MissingExtra
from whoknows.experiments.experiment import check_rows, stored_series
from whoknows.store import Store
from whoknows.store.experiment_rows import Entry, rows_of

__all__ = ["export", "flat_rows", "whole_file"]

Line: TypeAlias = dict[str, Any]
GROUP = 50_000  # lines of Parquet in memory at a time
SHARD = 1_000_000  # lines of a Parquet file, where there are several


@checked
def export(store: Store, entry: Entry, path: Path) -> int:
    """Write the rows to a CSV or Parquet file, all of it or nothing; how many there are.

    A name without an ending is a new folder for Parquet files of a million lines each.
    """
    writers = {".csv": write_csv, ".parquet": write_parquet, "": write_shards}
    if path.suffix not in writers:
        raise BadSetup(
            f"{path.name} ends neither in .csv nor in .parquet, nor is it a folder's name"
        )
    if not path.suffix and os.path.exists(path):
        raise BadFile(f"{path} is there already; shards go to a new folder")
    columns, count = columns_of(flat_rows(store, entry))
    if not count:
        raise BadSetup(f"{entry.name} has no rows yet")
    write = writers[path.suffix]
    if not path.suffix:
        try:
            path.mkdir(parents=True)
        except OSError as error:
            raise BadFile(f"cannot make the folder {path}: {error.strerror}") from error
        write(columns, flat_rows(store, entry), path)
        return count
    whole_file(path, lambda part: write(columns, flat_rows(store, entry), part))
    return count


def whole_file(path: Path, write: Callable[[Path], None]) -> None:
    """Make a file at once: it is written beside its place and then put there."""
    try:
        with TemporaryDirectory(prefix=".part-", dir=path.parent) as own:
            part = Path(own, path.name)
            write(part)
            part.replace(path)
    except OSError as error:
        raise BadFile(f"cannot write {path}: {error.strerror or error}") from error


@checked
def flat_rows(store: Store, entry: Entry) -> Iterator[dict[str, Any]]:
    """Each row with everything that it depends on, in plain columns."""
    check_rows(entry.document, entry.name)
    all_series = stored_series(entry.document, entry.name)
    for row in rows_of(store, entry.id):
        series = all_series[row.cell]
        yield {
            "experiment": entry.id,
            "name": entry.name,
            "game": entry.document["game"],
            "program": entry.program,
            "cell": row.cell,
            "number": row.game,
            "seed": row.seed,
            **{f"setup_{key}": flat(value) for key, value in series.setup.items()},
            **{f"strategy_{seat}": name for seat, name in enumerate(series.seating)},
            **{f"score_{seat}": float(score) for seat, score in enumerate(row.scores)},
            "turns": row.turns,
            **{f"figure_{key}": float(value) for key, value in row.figures.items()},
        }


def flat(value: Any) -> Any:
    """A value that fits a field: lists and objects as JSON."""
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
            table.writerow({key: unharmed(value) for key, value in line.items()})


def unharmed(value: Any) -> Any:
    """A value that no program of spreadsheets takes for a formula.

    >>> unharmed("=1+1"), unharmed("best"), unharmed(-1.5)
    ("'=1+1", 'best', -1.5)
    """
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{value}"
    return value


def write_parquet(columns: list[str], lines: Iterable[Line], path: Path) -> None:
    """The lines as one Parquet file, a group of rows at a time."""
    for _ in parquet_parts(columns, lines, lambda _: path, None):
        pass


def write_shards(columns: list[str], lines: Iterable[Line], folder: Path) -> None:
    """The lines as a folder of Parquet files, as many programs read them together."""
    made = parquet_parts(columns, lines, lambda n: folder / f"part-{n:05}.parquet", SHARD)
    for _ in made:
        pass


def parquet_parts(
    columns: list[str],
    lines: Iterable[Line],
    place: Callable[[int], Path],
    most: int | None,
) -> Iterator[Path]:
    """Files of at most so many lines each; only a group of lines is ever in memory."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtra.named("parquet", "pyarrow") from error
    groups = grouped(lines, GROUP)
    writer, schema, number, count = None, None, 0, 0
    try:
        for group in groups:
            kept = {name: [line.get(name) for line in group] for name in columns}
            if schema is None:
                schema = widened(pyarrow.table(kept).schema, pyarrow)
            if writer is None:
                writer = parquet.ParquetWriter(place(number), schema)
            writer.write_table(pyarrow.table(kept, schema=schema))
            count += len(group)
            if most is not None and count >= most:
                writer.close()
                yield place(number)
                writer, number, count = None, number + 1, 0
    finally:
        if writer is not None:
            writer.close()
    if writer is not None:
        yield place(number)


def widened(schema: Any, pyarrow: Any) -> Any:
    """A schema in which a column that begins empty can hold numbers later."""
    fields = [
        pyarrow.field(field.name, pyarrow.float64())
        if pyarrow.types.is_null(field.type)
        else field
        for field in schema
    ]
    return pyarrow.schema(fields)


def grouped(lines: Iterable[Line], size: int) -> Iterator[list[Line]]:
    """The lines, so many at a time."""
    rest = iter(lines)
    while group := list(islice(rest, size)):
        yield group
