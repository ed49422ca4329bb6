"""What a long search has found out about large cells, in memory and in a file.

The file is all that is needed to go on after Ctrl-C or a crash.
"""

import json
import os
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from whoknows.errors import BadFile
from whoknows.inquiry.optimum.layout import random_words
from whoknows.inquiry.problem import Cell, Problem, Question

FORMAT = "whoknows search 1"
EVERY = 10.0  # seconds between two writes


class CellCost(NamedTuple):
    """What is known of a cell: what it costs, or costs at least."""

    value: int
    sure: bool
    question: Question


class Memory:
    """Large cells and what they cost."""

    def __init__(self, problem: Problem, path: Path | None = None) -> None:
        self.random = random_words(problem.secrets)
        self.path = path
        self.about = fingerprint(problem) if path else ""
        self.known: dict[str, CellCost] = read(path, self.about) if path else {}
        self.written = monotonic()
        if path and not os.path.exists(path):
            self.write()  # better no search than one that cannot be kept

    def key(self, cell: Cell, depth: int) -> str:
        """A word for a cell and the questions left."""
        one, two = self.random[cell].T
        words = [int(one.sum(dtype="u8")), int(two.sum(dtype="u8"))]
        return f"{words[0]:x}.{words[1]:x}.{depth}"

    def get(self, cell: Cell, depth: int) -> CellCost | None:
        """What is known of the cell."""
        return self.known.get(self.key(cell, depth))

    def put(self, cell: Cell, depth: int, known: CellCost) -> None:
        """Keep what was found; now and then, on disk as well."""
        self.known[self.key(cell, depth)] = known
        if self.path and monotonic() - self.written > EVERY:
            self.write()

    def write(self) -> None:
        """Write the file, whole or not at all."""
        if not self.path:
            return
        document = {"format": FORMAT, "problem": self.about, "cells": self.known}
        try:
            with TemporaryDirectory(prefix=".part-", dir=self.path.parent) as own:
                draft = Path(own, self.path.name)
                draft.write_text(json.dumps(document), encoding="utf-8")
                draft.replace(self.path)
        except OSError as error:
            raise BadFile(f"{self.path}: {error.strerror}") from error
        self.written = monotonic()


def read(path: Path, about: str) -> dict[str, CellCost]:
    """What an earlier search of the same problem has kept."""
    if not os.path.exists(path):
        return {}
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if document["format"] != FORMAT:
            raise BadFile(f"{path} is no search that was kept")
        if document["problem"] != about:
            raise BadFile(f"{path} was kept by the search of another problem")
        cells = document["cells"].items()
        return {key: CellCost(int(v), bool(s), int(q)) for key, (v, s, q) in cells}
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror}") from error
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError,
            RecursionError) as error:  # fmt: skip
        if isinstance(error, BadFile):
            raise
        raise BadFile(f"{path} is no search that was kept") from error


def fingerprint(problem: Problem) -> str:
    """A word that tells one problem from another."""
    digest = sha256(f"{problem.labels} {problem.ends}".encode())
    for array in (problem.tables, problem.rows, problem.columns, problem.right):
        digest.update(array.tobytes())
    return digest.hexdigest()[:32]
