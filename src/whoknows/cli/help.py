"""The help as plain text: as wide as the terminal, with the commands in groups."""

from shutil import get_terminal_size
from typing import Any

from typer.core import TyperCommand, TyperGroup


def width() -> int:
    """The columns that help may take: Typer would not go below fifty."""
    return max(20, min(get_terminal_size().columns, 80) - 2)


class Groups(TyperGroup):
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
                formatter.write_dl(rows)


OLD_NAMES = {"--plot": "--output", "--svg": "--output", "--seconds": "--time-limit"}


class Command(TyperCommand):
    """A command that still understands what its options were called before."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of the command line, old names being new ones."""
        known = {name for option in self.params for name in option.opts}
        return super().parse_args(ctx, [renamed(word, known) for word in args])


def renamed(word: str, known: set[str]) -> str:
    """A word of the command line, with the name that its option has now."""
    name, equals, value = word.partition("=")
    now = OLD_NAMES.get(name)
    return f"{now}{equals}{value}" if now in known and name not in known else word
