"""The help as plain text: as wide as the terminal, with the commands in groups."""

from shutil import get_terminal_size
from typing import Any

from typer.core import TyperGroup


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
