"""Files: a model, what is said in it, and what is asked about it, in readable text.

Two formats are read: our own, and SMCDEL's; which one is seen from the text.
"""

from __future__ import annotations

import re
from pathlib import Path

from whoknows.edge import checked
from whoknows.errors import UnknownName
from whoknows.logic.files import read_text
from whoknows.logic.files.script import Query, Script, State, states
from whoknows.logic.files.smcdel import read as smcdel
from whoknows.logic.files.source import Source
from whoknows.logic.models.build import ENGINES

__all__ = ["Query", "Script", "State", "load", "loads", "states"]

SMCDEL_START = re.compile(r"(?:\s++|--[^\n]*+|\{-[^-]*+(?:-(?!\})[^-]*+)*-\})*VARS(?!\w)")


@checked
def load(path: Path | str, *, engine: str = "auto", empty: bool = False) -> Script:
    """The script in a file; `engine` is `auto`, `table`, `cube`, or `symbolic`.

    A law that no world satisfies is an error, unless `empty` says that it may be so: then
    everything is valid, and nothing holds anywhere.
    """
    return read(Source.of(path), engine, empty=empty)


@checked
def loads(
    text: str | bytes, *, name: str = "text", engine: str = "auto", empty: bool = False
) -> Script:
    """The script in a text, or in the bytes of a file."""
    raw = text if isinstance(text, bytes) else text.encode()
    return read(Source.decoded(name, raw), engine, empty=empty)


def read(source: Source, engine: str, *, empty: bool = False) -> Script:
    """The script in a source, in whichever format it is."""
    if engine not in ENGINES:
        raise UnknownName.among("engine", engine, ENGINES)
    ending = source.name.endswith((".smcdel.txt", ".smcdel"))
    if ending or SMCDEL_START.match(source.text):
        return smcdel.read(source, engine, empty=empty)
    return read_text.read(source, engine, empty=empty)
