r"""The text of a file, and errors that show the spot in it.

>>> source = Source("three.txt", "facts p q\ntrue? p &\n")
>>> raise source.error("the formula ends too soon", 2, 10)
Traceback (most recent call last):
whoknows.errors.BadFile: three.txt:2:10: the formula ends too soon
  true? p &
           ^
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from whoknows.errors import BadFile, WhoknowsError
from whoknows.logic.language.positions import BadSpot, caret

MOST_TEXT = 2_000_000  # characters of a file
MOST_NAMES = 4_000  # facts, or agents, of one


@dataclass(frozen=True, slots=True)
class Source:
    """A text, and the name of the file it came from."""

    name: str
    text: str

    @classmethod
    def of(cls, path: Path | str) -> Source:
        """The source in a file; `BadFile` if it cannot be read as text."""
        try:
            with Path(path).open("rb") as file:
                return cls.decoded(str(path), file.read(4 * MOST_TEXT + 1))
        except OSError as error:
            raise BadFile(f"{path}: {(error.strerror or str(error)).lower()}") from None
        except ValueError as error:  # a name that no file can have
            if isinstance(error, BadFile):
                raise
            raise BadFile(f"{str(path)!r}: {error}") from None

    @classmethod
    def decoded(cls, name: str, raw: bytes) -> Source:
        """The source in the bytes of a file; lines may end in any of the usual ways."""
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw[: error.start].count(b"\n") + 1
            raise BadFile(f"{name}:{line}: not text in UTF-8") from None
        if "\0" in text:
            raise BadFile(f"{name}: not a text file")
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if not text.strip():
            raise BadFile(f"{name}: the file is empty")
        if len(text) > MOST_TEXT:
            what = f"{len(text):,} characters; at most {MOST_TEXT:,} are read"
            raise BadFile(f"{name}: {what}")
        return cls(name, text)

    def error(self, what: str, line: int, column: int) -> BadFile:
        """The error at a spot, with its line and a caret; both count from 1."""
        shown = caret(self.text, line, column)
        return BadFile(f"{self.name}:{line}:{column}: {what}\n{shown}")

    @contextmanager
    def blame(self, line: int, column: int | None = None) -> Iterator[None]:
        """Errors from inside, with the place in the file that they are about."""
        try:
            yield
        except BadSpot as error:
            raise self.error(error.what, error.line, error.column) from None
        except BadFile:
            raise
        except WhoknowsError as error:
            if column is None:
                raise type(error)(f"{self.name}:{line}: {error}") from None
            shown = caret(self.text, line, column)
            said = f"{self.name}:{line}:{column}: {error}\n{shown}"
            raise type(error)(said) from None

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of the character at `offset`."""
        line = bisect_right(line_starts(self.text), offset)
        return line, offset - line_starts(self.text)[line - 1] + 1


@lru_cache(4)
def line_starts(text: str) -> list[int]:
    """Where each line of a text begins."""
    return [0, *(found.end() for found in re.finditer("\n", text))]
