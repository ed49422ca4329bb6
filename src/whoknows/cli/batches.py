"""What commands that run batches share: their options, a bar, and how they end."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from whoknows.cli.console import messages, note, noted_if_long
from whoknows.errors import tame

if TYPE_CHECKING:
    from whoknows.experiments.running.run import Progress
    from whoknows.store import Store
    from whoknows.store.experiment_rows import Entry

Database: TypeAlias = Annotated[
    str | None,
    typer.Option("--db", metavar="URL", help="A database: a file, or postgresql://..."),
]
Workers: TypeAlias = Annotated[
    int | None, typer.Option("--workers", min=1, help="Processes; all cores by default.")
]
ClusterAddress: TypeAlias = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler.")
]
Options: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE", help="An option of the setup; 3,4,5: try each."
    ),
]
Trust: TypeAlias = Annotated[
    bool, typer.Option("--trust", help="Run code that came with the database.")
]
Yes: TypeAlias = Annotated[
    bool, typer.Option("--yes", help="Run it even if it is very large.")
]


def read_options(words: list[str] | None) -> dict[str, list[Any]]:
    """The grid of `--set` words: `pegs=4,5` is two values, `p=[0.5,0.5]` is one."""
    from whoknows.errors import BadSetup
    from whoknows.experiments.experiment import read_value, values_apart

    grid: dict[str, list[Any]] = {}
    for word in words or ():
        name, equals, text = word.partition("=")
        if not (name and equals and text):
            raise BadSetup(f"--set {word}: wanted NAME=VALUE")
        some = [read_value(part) for part in values_apart(text)]
        grid.setdefault(name.replace("-", "_"), []).extend(some)
    return grid


def trusted(entry: "Entry", *, trust: bool) -> bool:
    """Whether the code of an experiment may run: a person is asked if it is not theirs."""
    from whoknows.experiments.experiment import from_stored
    from whoknows.experiments.trust import described, foreign

    found = foreign(from_stored(entry.document, entry.name))
    if trust or not found or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return trust
    note(f"{entry.name} runs code that came with the database: {described(found)}")
    return typer.confirm("Run it with your rights?", err=True)


def run_to_end(
    store: "Store",
    entry: "Entry",
    workers: int | None,
    cluster: str | None,
    db: str | None,
    *,
    trust: bool = False,
    move_limit: float | None = None,
) -> "Entry":
    """Run what is missing of an experiment, with a bar; stopped, say how to resume."""
    from shlex import quote

    from whoknows import work
    from whoknows.errors import WhoknowsError
    from whoknows.experiments.provenance import differences
    from whoknows.experiments.running.run import MOVE_LIMIT, run_experiment

    move_limit = MOVE_LIMIT if move_limit is None else move_limit
    where = work.place(workers, cluster)
    if 0 < entry.done < entry.games:
        for line in differences(entry.document.get("made_with")):
            note(f"Rows may differ from those that are there: {line}")
    try:
        with bar(entry) as watch:
            return run_experiment(
                store, entry, where=where, watch=watch, trust=trust, move_limit=move_limit
            )
    except (KeyboardInterrupt, WhoknowsError) as error:
        again = f"whoknows experiment resume {quote(entry.name)}"
        again += f" --db {quote(db)}" if db else ""
        if has_games(store, entry):
            note(f"The games so far are kept.  To go on: {again}")
        if isinstance(error, work.Terminated):
            raise typer.Exit(error.exit_code) from error
        raise


def has_games(store: "Store", entry: "Entry") -> bool:
    """Whether an experiment has games; not, if the database cannot even say so."""
    from whoknows.errors import WhoknowsError
    from whoknows.store.experiment_rows import find_entry

    try:
        return find_entry(store, entry.id).done > 0
    except WhoknowsError:
        return False


@contextmanager
def bar(entry: "Entry") -> Iterator[Callable[["Progress"], None] | None]:
    """A bar with rate, time left, and running means; lines where there is no terminal."""
    if not sys.stderr.isatty():
        begun = f"{entry.name}: {entry.done:,} of {entry.games:,} games so far"
        with noted_if_long(begun):  # a game may take long, and a log wants a first line
            yield line_by_line(entry)
        return
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(12),
        TextColumn("{task.fields[pace]}", markup=False),
    )
    with Bar(*columns, console=messages(), transient=True) as drawn:
        task = drawn.add_task(
            tame(entry.name), total=entry.games, completed=entry.done, pace=""
        )

        def watch(progress: "Progress") -> None:
            pace = progress.pace
            drawn.update(task, completed=pace.before + pace.done, pace=pace_text(progress))

        yield watch


LINE_EVERY = 30.0  # seconds between two lines of progress in a log


def line_by_line(entry: "Entry") -> Callable[["Progress"], None]:
    """Progress as lines, for a log."""
    last = time.monotonic()

    def watch(progress: "Progress") -> None:
        nonlocal last
        if time.monotonic() - last >= LINE_EVERY:
            last = time.monotonic()
            note(f"{tame(entry.name)}: {pace_text(progress)}")

    return watch


def pace_text(progress: "Progress") -> str:
    """Counts, rate, time left, and the running means of the series, in one line."""
    pace = progress.pace
    all_series = sorted(progress.counts)[-3:]
    means = "  ".join(
        f"series {series}: {progress.mean(series):.3g}" for series in all_series
    )
    done = f"{pace.before + pace.done:,}/{pace.total:,}"
    return f"{done}  {pace.rate:,.4g}/s{pace.to_go}  {means}"


def short(name: str) -> str:
    """The name of a strategy or a game in a table: of a file's, without the file."""
    return name.rpartition(":")[2]
