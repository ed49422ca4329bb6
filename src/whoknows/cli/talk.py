"""Talking with a person at the terminal, line by line."""

import sys

import typer


class Quit(Exception):
    """The person leaves."""


class Talk:
    """What is said to a person and heard from them; a sitting of a game is a talk."""

    quiet: bool
    """Whether all talk goes to stderr, since stdout is for a document."""

    def tell(self, text: str = "") -> None:
        """Say a line to the person."""
        typer.echo(text, err=self.quiet)

    def heard(self, prompt: str) -> str:
        """A line from the person; the end of the input is a wish to leave."""
        typer.echo(prompt, nl=False, err=self.quiet)
        line = sys.stdin.readline()
        if not line:
            self.tell()
            raise Quit
        if line.strip().lower() in ("quit", "exit", "q"):
            raise Quit
        return line.strip()
