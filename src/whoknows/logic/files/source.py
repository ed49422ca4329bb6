r"""The text of a file, and errors that show the spot in it.

>>> source = Source("three.txt", "facts p q\ntrue? p &\n")
>>> raise source.error("the formula ends too soon", 2, 10)
Traceback (most recent call last):
whoknows.errors.BadFile: three.txt:2:10: the formula ends too soon
  true? p &
           ^
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from whoknows.errors import BadFile, WhoknowsError
from whoknows.logic.parse import BadSpot, caret, place


@dataclass(frozen=True, slots=True)
class Source:
    """A text, and the name of the file it came from."""

    name: str
    text: str

    @classmethod
    def of(cls, path: Path | str) -> Source:
        """The source in a file; `BadFile` if it cannot be read as text."""
        try:
            return cls.decoded(str(path), Path(path).read_bytes())
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
        return place(self.text, offset)
