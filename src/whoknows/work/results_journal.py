"""A journal: results of pieces on disk as they come, so that a solver can be resumed.

Each line is one result as JSON, under the key of its piece; a line torn by a crash is
left out and made again.  The first line says what the journal is of.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

from whoknows.errors import BadFile, shortened
from whoknows.work.places import Place
from whoknows.work.run_pieces import run

Piece = TypeVar("Piece")


def resumed(
    function: Callable[[Piece], Any],
    pieces: Mapping[str, Piece],
    journal: Path,
    *,
    title: str,
    where: Place | None = None,
    cancel: Event | None = None,
) -> Iterator[tuple[str, Any]]:
    """The key and the result of every piece, those of the journal first.

    Results are plain JSON; `title` names the work, and guards a journal of other work.
    """
    known = opened(journal, title)
    yield from ((key, known[key]) for key in pieces if key in known)
    keys = [key for key in pieces if key not in known]
    todo = [pieces[key] for key in keys]
    with (
        journal.open("a", encoding="utf-8") as file,
        closing(run(function, todo, where=where, cancel=cancel)) as results,
    ):
        for number, result in results:
            file.write(json.dumps([keys[number], result]) + "\n")
            file.flush()
            yield keys[number], result


def opened(journal: Path, title: str) -> dict[str, Any]:
    """The results that a journal holds; a new one is begun, a torn line cut off."""
    heading = json.dumps({"journal": title}) + "\n"
    try:
        if not journal.exists() or journal.stat().st_size == 0:
            journal.write_text(heading, encoding="utf-8")
        text = journal.read_bytes().decode("utf-8", errors="replace")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            journal.write_text(whole or heading, encoding="utf-8")
    except OSError as error:
        raise BadFile(f"cannot use the journal {journal}: {error.strerror}") from error
    first, *lines = (whole or heading).splitlines()
    if first + "\n" != heading:
        raise BadFile(f"{journal} is not the journal of {title!r}")
    return dict(result_of(journal, number, line) for number, line in enumerate(lines, 2))


def result_of(journal: Path, number: int, line: str) -> tuple[str, Any]:
    """The key and the result of a line; one that is damaged is named."""
    try:
        key, result = json.loads(line)
    except (ValueError, TypeError, RecursionError):
        key = None
    if not isinstance(key, str):
        raise BadFile(f"{journal}: line {number} is damaged: {shortened(line)}")
    return key, result
