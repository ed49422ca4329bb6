"""Spots in a text: lines and columns, and errors that show where.

>>> raise BadSpot("the formula ends too soon", "K ann (p &", 1, 11)
Traceback (most recent call last):
whoknows.logic.language.positions.BadSpot: the formula ends too soon
  K ann (p &
            ^
"""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from whoknows.errors import BadFormula

WIDEST = 68  # characters of a line shown in an error


class BadSpot(BadFormula):
    """Text that does not parse, and where; lines and columns count from 1."""

    def __init__(self, what: str, text: str, line: int, column: int) -> None:
        """The error about the character of `text` at a line and column."""
        self.what, self.line, self.column = what, line, column
        place = f" (line {line}, column {column})" if "\n" in text.strip() else ""
        super().__init__(f"{what}{place}\n{caret(text, line, column)}")


def place(text: str, offset: int) -> tuple[int, int]:
    """The line and column of the character at `offset`."""
    before = text[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")


def first_place(text: str) -> tuple[int, int]:
    """The line and column of the first character that is not blank."""
    return place(text, len(text) - len(text.lstrip()))


def last_place(text: str) -> tuple[int, int]:
    """The line and column just after the last character that is not blank.

    If all is blank, the end of the first line that is not empty.
    """
    if not text.strip():
        line = text.lstrip("\n").split("\n")[0]
        return len(text) - len(text.lstrip("\n")) + 1, len(line) + 1
    return place(text, len(text.rstrip()))


def caret(text: str, line: int, column: int) -> str:
    """A line of a text, and below it a caret at a column."""
    shown = text.split("\n")[line - 1].rstrip()
    if len(shown) > WIDEST:  # show only what is near the caret
        start = max(0, column - 1 - WIDEST // 2)
        cut = shown[start : start + WIDEST]
        ahead, behind = "... " * (start > 0), " ..." * (start + WIDEST < len(shown))
        shown, column = f"{ahead}{cut}{behind}", column - start + len(ahead)
    below = "".join(map(blank, shown[: column - 1]))
    return f"  {shown}\n  {below}{' ' * (column - 1 - len(shown))}^"


def blank(letter: str) -> str:
    """As much empty space as a letter takes on a screen."""
    if letter == "\t":
        return "\t"
    if combining(letter):
        return ""
    return "  " if east_asian_width(letter) in "WF" else " "
