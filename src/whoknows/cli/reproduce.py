"""`whoknows reproduce`: the papers behind the games, redone."""

import os
import sys
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from whoknows.cli.batches import Workers
from whoknows.cli.console import Json, Seed, note, say_json
from whoknows.cli.output import put_line, put_over
from whoknows.wording import cut_short

if TYPE_CHECKING:
    from whoknows.experiments.reproduce import Figure, Line, Scale

LONG_RUN = 20  # seconds from which on an estimate is said
MANY_LINES = 8  # lines of one table that agree are told in one line from here on
LONGEST_VALUE = 60  # letters of a value shown in the terminal


def paper_names() -> list[str]:
    """What a shell can complete."""
    from whoknows.experiments.reproduce import papers

    return [*papers("all"), "all"]


def reproduce(
    paper: Annotated[
        str,
        typer.Argument(
            help="hats-thesis, hat-game, davinci, mastermind, egghead, or all.",
            autocompletion=paper_names,
        ),
    ] = "all",
    quick: Annotated[
        bool,
        typer.Option(
            "--quick/--full",
            help="Small samples (minutes), or all games (a quarter of an hour).",
        ),
    ] = True,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write a report here, as HTML.")
    ] = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="Show every line, also of long tables.")
    ] = False,
    workers: Workers = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Redo the papers: every number computed anew, beside the printed one.

    Example: whoknows reproduce hats-thesis -o report.html
    """
    from whoknows.experiments.reproduce import FULL, QUICK, papers
    from whoknows.work import ending_on_sigterm, place

    wanted = papers(paper)
    place(workers)  # what cannot be is refused before anything is computed
    check_output(output)
    size = QUICK if quick else FULL
    scale = replace(size, seed=size.seed if seed is None else seed, workers=workers)
    say_estimate(wanted, scale)
    found: list[Line | Figure] = []
    code = 0
    try:
        with ending_on_sigterm():
            gather(wanted, replace(scale, report=show), found)
    except KeyboardInterrupt as error:
        code = getattr(error, "exit_code", 130)
        show("")
        note(f"stopped: the {len(only_lines(found))} lines that are done are kept")
    tell(found, scale, output, every=lines, json=json)
    raise typer.Exit(code or int(say_unexplained(only_lines(found))))


def say_estimate(wanted: list[str], scale: "Scale") -> None:
    """How long it will take, if that is long."""
    from whoknows.experiments.reproduce import estimate
    from whoknows.work.places import usable_cores

    cores = scale.workers or usable_cores()
    seconds = estimate(wanted, scale, cores)
    if seconds > LONG_RUN:
        time = f"{seconds / 60:.0f} minutes" if seconds > 90 else f"{seconds:.0f} seconds"
        many = f"{cores} cores" if cores > 1 else "one core"
        note(f"about {time} on {many}; Ctrl-C ends it and keeps the lines that are done")


def gather(wanted: list[str], scale: "Scale", found: "list[Line | Figure]") -> None:
    """All results of some papers, put into the list as they come."""
    from whoknows.experiments.reproduce import reproduce as redo

    for name in wanted:
        scale.report(name)
        for one in redo(name, scale):
            found.append(one)
            scale.report(f"{name}: {one.title if hasattr(one, 'title') else one.item}")
        show("")
        note(f"{name}: {sum(one.paper == name for one in only_lines(found))} lines")


def only_lines(found: "list[Line | Figure]") -> "list[Line]":
    """The lines among results."""
    from whoknows.experiments.reproduce import Line

    return [one for one in found if isinstance(one, Line)]


def show(text: str) -> None:
    """How far it is, where somebody looks: one line that is written over."""
    if sys.stderr.isatty():
        put_over(text[:78])


def check_output(output: Path | None) -> None:
    """Refuse a report that could not be written, before anything is computed."""
    from whoknows.errors import BadFile, BadSetup

    if output is None:
        return
    if output.suffix not in (".html", ".htm"):
        raise BadSetup(f"{output}: the report is HTML; wanted a name like report.html")
    if not os.path.isdir(output.parent):
        raise BadFile(f"{output}: there is no folder {output.parent}")


def tell(
    found: "list[Line | Figure]",
    scale: "Scale",
    output: Path | None,
    *,
    every: bool,
    json: bool,
) -> None:
    """The results, as JSON or as tables, and as a page."""
    lines = only_lines(found)
    if output is not None:
        from whoknows.experiments.reproduce.report import page
        from whoknows.experiments.rows.export import whole_file

        text = page(found, scale)
        whole_file(output, partial(write, text))
        note(f"wrote {output}")
    if json:
        say_json([line.document() for line in lines])
    else:
        say_lines(lines, every=every)


def write(text: str, path: Path) -> None:
    """Text to a file."""
    path.write_text(text, encoding="utf-8")


def say_lines(lines: "list[Line]", *, every: bool) -> None:
    """The lines paper by paper, long tables in short; and how many of each verdict."""
    from whoknows.experiments.reproduce import TITLES, counted
    from whoknows.experiments.reproduce.verdict import by_table

    for paper, some in groupby(lines, key=lambda line: line.paper):
        put_line(f"{paper}: {TITLES[paper]}\n")
        for table in by_table(some).values():
            say_some(table, every=every)
        put_line()
    kinds = counted(lines)
    said = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
    say_wrapped(f"{len(lines)} lines: {said}.", "", "  ")


def say_unexplained(lines: "list[Line]") -> bool:
    """Say which lines differ though nothing in them is random; whether there are any."""
    found = [line for line in lines if line.unexplained]
    for line in found:
        note(f"{line.paper}: {line.item} {line.text}")
    if found:
        note("an error is in the program or in the paper, and nothing says in which")
    return bool(found)


def say_some(table: "list[Line]", *, every: bool) -> None:
    """The lines of one table; many that agree are one line."""
    from whoknows.experiments.reproduce import Verdict

    agreeing = [line for line in table if line.verdict is Verdict.AGREES]
    fold = len(agreeing) >= MANY_LINES and not every
    if fold:
        say_agrees(f"{table[0].table}, {len(agreeing)} lines")
    for line in table:
        if line.verdict is not Verdict.AGREES or (line.reason and not fold):
            said = f"{line.item}: {short(line.published)}; here {short(line.computed)}"
            say_wrapped(said, "  ", "    ")
            say_wrapped(line.text, "    ", "    ")
        elif not fold:
            say_agrees(f"{line.item}: {short(line.published)}")


def say_agrees(text: str) -> None:
    """A line that agrees, with the verdict at its end."""
    width = columns() - len("    agrees")
    put_line(f"  {cut_short(text, width, '...'):<{width}}  agrees")


def say_wrapped(text: str, first: str, further: str) -> None:
    """Text within the width of the terminal."""
    from textwrap import fill

    put_line(fill(text, columns(), initial_indent=first, subsequent_indent=further))


def columns() -> int:
    """How wide the terminal is, within what reads well."""
    from shutil import get_terminal_size

    return max(40, min(100, get_terminal_size().columns))


def short(value: object) -> str:
    """A value in a few letters."""
    from whoknows.experiments.reproduce.verdict import value_text

    return cut_short(value_text(value), LONGEST_VALUE, "...")
