"""The one way to the terminal: nothing that would steer it goes through.

What is told is text of this program and of others: names, games, documents.  Whoever wrote
it, its control letters come out as marks, and in a document as JSON writes them.  Only
`console` writes besides, by tables and markup, and it takes text that was tamed, too.
Nothing here needs the libraries of the command line.
"""

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from whoknows.errors import STEERING, tame

STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32"}
OVER = "\r\x1b[K"  # back to the start of the line, which is wiped


def put_line(
    text: str = "", style: str = "", *, err: bool = False, end: str = "\n"
) -> None:
    """Text as it is, on stdout or stderr, painted if it has a style and a terminal."""
    told = tame(text)
    indent = len(told) - len(told.lstrip())
    if style and painted():
        told = f"{told[:indent]}\x1b[{STYLES[style]}m{told[indent:]}\x1b[0m"
    put(told + end, err=err)


def put_json(document: Any, default: Callable[[Any], Any] | None = None) -> None:
    """A document on stdout, in one line."""
    put_document(json.dumps(document, default=default, ensure_ascii=False) + "\n")


def put_document(text: str) -> None:
    """The text of a JSON document, on stdout; what would steer is there by its number."""
    put(STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def put_over(text: str) -> None:
    """A line on stderr that stands over the one before it."""
    put(OVER + tame(text), err=True)


def put(text: str, *, err: bool = False) -> None:
    """Write what is fit for a terminal."""
    stream = sys.stderr if err else sys.stdout
    stream.write(text)
    stream.flush()


def painted() -> bool:
    """Whether colors are wanted: on a terminal that has them."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain
