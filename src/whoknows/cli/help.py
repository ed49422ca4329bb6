"""The help as plain text: as wide as the terminal, with the commands in groups."""

import re
from collections.abc import Iterator
from itertools import pairwise
from shutil import get_terminal_size
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


def width() -> int:
    """The columns that help may take: Typer would not go below fifty."""
    return max(20, min(get_terminal_size().columns, 80) - 2)


KINDS = {"int": "N", "float": "X", "str": "TEXT", "path": "FILE"}  # of an option's value
NARROW = 60  # columns below which a name has a line to itself


def plain_name(name: str) -> str:
    """An option with what it takes, in words that are no types of Python.

    >>> plain_name("--games <int range>"), plain_name("--strategy <list[str]>")
    ('--games N', '--strategy TEXT')
    >>> plain_name("files... <list[Path]>")
    'files... FILE'
    """
    return re.sub(
        r"<(?:list\[)?(\w+)( range)?\]?>",
        lambda kind: KINDS.get(kind[1].lower(), kind[1]),
        name,
    )


class Plain:
    """A command whose help is plain text."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options, each with what it takes."""
        parts: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for param in self.get_params(ctx):  # type: ignore[attr-defined]
            record = param.get_help_record(ctx)
            if record is not None:
                kind = "Options" if param.param_type_name == "option" else "Arguments"
                said = re.sub(r"\[default: \(([^()]*)\)", r"[default: \1", record[1])
                parts[kind].append((plain_name(record[0]), said))
        for title, rows in parts.items():
            if rows:
                with formatter.section(title):
                    write_rows(formatter, rows)
        if hasattr(self, "format_commands"):
            self.format_commands(ctx, formatter)


def write_rows(formatter: Any, rows: list[tuple[str, str]]) -> None:
    """Names with what they mean: side by side, or below each other where it is narrow."""
    formatter.write_dl(rows, col_max=30 if formatter.width >= NARROW else 8)


class Groups(Plain, TyperGroup):
    """A group of commands whose help lists them under the headings they were given."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, one heading after the other."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                panel = getattr(command, "rich_help_panel", None) or "Commands"
                row = (name, command.get_short_help_str(limit=1000))
                panels.setdefault(panel, []).append(row)
        for panel, rows in panels.items():
            with formatter.section(panel):
                write_rows(formatter, rows)


def every_command(
    command: Any, words: tuple[str, ...] = (), *, made: bool = True
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command that is shown, with its words; a group before what is in it.

    Those that are `made` for each game may be left out.
    """
    yield words, command
    if not hasattr(command, "list_commands"):
        return
    context = typer.Context(command, info_name="whoknows")
    for name in command.list_commands(context) if made else command.commands:
        inner = command.get_command(context, name)
        if not inner.hidden:
            yield from every_command(inner, (*words, name), made=made)


OLD_NAMES = {  # the first name that the command has is meant
    "--cell": ("--series",),
    "--draw": ("--output",),
    "--figures": ("--output",),
    "--plot": ("--output",),
    "--save": ("--output",),
    "--seconds": ("--time-limit",),
    "--svg": ("--draw", "--output"),
}
COUNTS = {"--random"}  # options that want a number, and mean 1 without


class Command(Plain, TyperCommand):
    """A command that still understands what its options were called before."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of the command line, old names being new ones."""
        known = {name for option in self.params for name in option.opts}
        words = with_counts([renamed(word, known) for word in args], known)
        return super().parse_args(ctx, words)


def with_counts(words: list[str], known: set[str]) -> list[str]:
    """The words of the command line, with a 1 where a count was left out."""
    return [
        f"{word}=1" if word in COUNTS & known and not following.isdecimal() else word
        for word, following in pairwise([*words, ""])
    ]


def renamed(word: str, known: set[str]) -> str:
    """A word of the command line, with the name that its option has now."""
    name, equals, value = word.partition("=")
    now = [new for new in OLD_NAMES.get(name, ()) if new in known]
    return f"{now[0]}{equals}{value}" if now and name not in known else word
