"""Talking with a person at the terminal, line by line."""

import json
import sys
from pathlib import Path
from typing import Any

from whoknows.cli.output import put_line
from whoknows.errors import BadFile


class Quit(Exception):
    """The person leaves."""


class Talk:
    """What is said to a person and heard from them; a sitting of a game is a talk."""

    quiet: bool
    """Whether all talk goes to stderr, since stdout is for a document."""

    def tell(self, text: str = "") -> None:
        """Say a line to the person."""
        put_line(text, err=self.quiet)

    def heard(self, prompt: str) -> str:
        """A line from the person; the end of the input is a wish to leave."""
        put_line(prompt, end="", err=self.quiet)
        line = sys.stdin.readline()
        if not line:
            self.tell()
            raise Quit
        if line.strip().lower() in ("quit", "exit", "q"):
            raise Quit
        return line.strip()

    def tell_markdown(self, text: str) -> None:
        """Say an answer of a game's face, as plain lines that are indented."""
        from whoknows.cli.line_game import unmarked

        self.tell("\n".join(f"  {line}".rstrip() for line in unmarked(text).splitlines()))

    def take_back(self, lines: list[Any]) -> None:
        """Take back the last line, or say that there is none."""
        if lines:
            lines.pop()
        else:
            self.tell("  there is nothing to take back")

    def save(self, name: str, document: Any) -> None:
        """Write what was noted so far to a file: JSON, or text as it is."""
        text = document if isinstance(document, str) else json.dumps(document, indent=2)
        if not name:
            raise BadFile("save: wanted the name of a file")
        try:
            Path(name).write_text(text.rstrip() + "\n", encoding="utf-8")
        except OSError as error:
            raise BadFile(f"{name}: {error.strerror}") from error
        self.tell(f"  wrote {name}")
