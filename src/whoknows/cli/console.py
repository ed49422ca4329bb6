"""What every command shares: the `--json` and `--seed` options, and how results are said.

Results go to stdout; progress and messages go to stderr, so that a pipe gets results only.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from whoknows.cli.output import put_json, put_line
from whoknows.errors import BadFile, tame

if TYPE_CHECKING:
    from rich.console import Console

LEAST_WORDS = 8  # letters that a column of words keeps beside numbers
NARROW = 60  # columns of a screen below which a table that does not fit is a list
MARGIN = 3  # columns of the screen between two columns of a table
Json: TypeAlias = Annotated[
    bool, typer.Option("--json", help="One JSON document on stdout.")
]
Seed: TypeAlias = Annotated[
    int | None, typer.Option("--seed", min=0, help="Same seed, same result.")
]


def plain(text: str) -> str:
    """Text for `say` that came from somebody: no markup, and nothing that steers."""
    from rich.markup import escape

    return escape(tame(text))


def say_json(document: Any) -> None:
    """The one JSON document of a command, on stdout."""
    put_json(document, as_json)


def as_json(value: Any) -> Any:
    """What JSON has no form for: fractions as text, arrays and sets as lists."""
    if isinstance(value, Fraction):
        return str(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def say(text: str = "") -> None:
    """A line of the result, for people, on stdout; rich markup is understood."""
    from rich.console import Console

    Console(highlight=False, soft_wrap=True, emoji=False).print(tame(text))


def say_prose(text: str) -> None:
    """A sentence of the result, for people, wrapped to the width of the terminal."""
    from rich.console import Console

    Console(highlight=False, emoji=False).print(tame(text))


def write_text(path: Path, text: str) -> None:
    """Write a file, and say so."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadFile(f"cannot write {path}: {error.strerror}") from None
    note(f"wrote {path}")


def note(text: str) -> None:
    """A message that is not part of the result, on stderr."""
    put_line(text, err=True)


def messages() -> "Console":
    """Where a bar is drawn: on stderr."""
    from rich.console import Console

    return Console(stderr=True)


def refuse_unused(context: typer.Context, why: str, *names: str) -> None:
    """Refuse options that were given and would be ignored; `why` says when they are."""
    sources = {name: context.get_parameter_source(name) for name in names}
    idle = {name for name, source in sources.items() if source and is_given(source)}
    if not idle:
        return
    from whoknows.errors import BadSetup

    shown = [each.opts[0] for each in context.command.params if each.name in idle]
    verb = "has" if len(shown) == 1 else "have"
    raise BadSetup(f"{' and '.join(shown)} {verb} no use {why}")


def is_given(source: Any) -> bool:
    """Whether the value of an option was written on the command line."""
    return bool(source.name == "COMMANDLINE")


def progress(every: float = 0.5) -> Callable[[str], None]:
    """A report on stderr, at most twice a second, or each time so many seconds are over."""
    last = [monotonic()]

    def report(text: str) -> None:
        if monotonic() - last[0] > every:
            last[0] = monotonic()
            note(f"  {text}")

    return report


@contextmanager
def noted_if_long(text: str, seconds: float = 5.0) -> Iterator[None]:
    """A message on stderr, should what is done meanwhile take longer than that."""
    from threading import Timer

    timer = Timer(seconds, note, (text,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def say_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], *, title: str | None = None
) -> None:
    """A table for people; columns whose every cell is a number stand to the right.

    What stands in it is text, never markup: `[/b]` and `:-1` are shown as they are.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    cells = [[tame(str(cell)) for cell in row] for row in rows]
    head = None if title is None else Text(tame(title), style="table.title")
    table = Table(title=head, title_justify="left", box=box.SIMPLE_HEAD)
    numbers = [all(is_number(row[k]) for row in cells) for k in range(len(columns))]
    whole = room_for_numbers([columns, *cells], numbers, console.width)
    if not whole and console.width < NARROW:
        say_records(columns, cells, title)
        return
    for column, numeric in zip(columns, numbers, strict=True):
        side: Any = "right" if numeric else "left"
        unbroken = numeric and whole
        table.add_column(
            Text(tame(column)), justify=side, overflow="fold", no_wrap=unbroken
        )
    for row in cells:
        table.add_row(*map(Text, row))
    console.print(table)


def say_records(
    columns: Sequence[str], cells: Sequence[Sequence[str]], title: str | None
) -> None:
    """The table for a narrow screen: a paragraph for each row, a line for each column."""
    from rich.console import Console
    from rich.text import Text

    console, wide = Console(highlight=False), max(map(len, columns), default=0)
    if title is not None:
        console.print(Text(tame(title), style="table.title"))
    for row in cells:
        for column, cell in zip(columns, row, strict=True):
            console.print(Text(f"{tame(column):{wide}}  {cell}"))
        console.print()


def room_for_numbers(
    rows: Sequence[Sequence[str]], numbers: Sequence[bool], width: int
) -> bool:
    """Whether columns of numbers need no break, and those of words keep a little room."""
    longest = [max(len(row[k]) for row in rows) for k in range(len(numbers))]
    wanted = [
        size if numeric else min(size, LEAST_WORDS)
        for size, numeric in zip(longest, numbers, strict=True)
    ]
    return sum(wanted) + MARGIN * len(numbers) <= width


def is_number(cell: str) -> bool:
    """Whether a cell reads as a number, a fraction, a percentage, or is left out."""
    digits = cell.strip().rstrip("%").lstrip("-+")
    for mark in "/.,":
        digits = digits.replace(mark, "")
    return digits.replace("e+", "").isdigit() or cell == "..."
