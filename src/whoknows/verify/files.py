"""Certificates on disk, and the small words that all checks share."""

import gzip
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

FORMAT = "whoknows certificate 1"
MOST_BYTES = 1 << 28  # of a certificate, once it is unpacked
MOST_PARTS = 10_000_000  # each takes up to a hundred bytes
ZIPPED = b"\x1f\x8b"

Progress: TypeAlias = Callable[[float], None]  # told how much of the work is done
Document: TypeAlias = dict[str, Any]


class Refused(Exception):
    """The certificate does not prove what it claims; the text says where it fails."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a certificate proves, in words, and how it was checked."""

    says: str
    kind: str
    """`certificate`: steps of the proof were checked; `enumeration`: all was tried;
    `theorem`: counting is enough.  The result itself calls its proof the same."""
    steps: int
    """How many steps were checked, or cases tried."""

    @property
    def counted(self) -> str:
        """The number of steps in words."""
        return f"{self.steps:,} step{'s' * (self.steps != 1)}"


def require(condition: Any, text: str) -> None:
    """Refuse the certificate unless the condition holds."""
    if not condition:
        raise Refused(text)


def silent(share: float) -> None:
    """Tell nobody."""


def read(path: Path) -> Document:
    """The certificate in a file, compressed or not."""
    try:
        with path.open("rb") as file:
            zipped = file.read(2) == ZIPPED
        with gzip.open(path) if zipped else path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        said = getattr(error, "strerror", None) or error
        raise Refused(f"{path} cannot be read: {said}") from error
    require(len(data) <= MOST_BYTES, f"{path} is longer than {MOST_BYTES:,} bytes")
    parts = sum(map(data.count, (b",", b"[", b"{")))
    require(parts <= MOST_PARTS, f"{path} has {parts:,} parts; at most {MOST_PARTS:,}")
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path} is no JSON document: {error}") from error
    require(isinstance(document, dict), f"{path} is no certificate: wanted a JSON object")
    return dict(document)


def number(document: Any, key: str, least: int, most: int) -> int:
    """A whole number of the document, within bounds."""
    value = document.get(key)
    good = isinstance(value, int) and not isinstance(value, bool)
    require(
        good and least <= value <= most, f"{key} is {value!r}; wanted {least} to {most}"
    )
    return int(value)


def flag(document: Any, key: str) -> bool:
    """A truth value of the document; false if it is not there."""
    value = document.get(key, False)
    require(isinstance(value, bool), f"{key} is {value!r}; wanted true or false")
    return bool(value)


def part(document: Any, key: str, kind: type) -> Any:
    """A part of the document that must be of some kind."""
    require(isinstance(document, dict), "a part of the certificate is no JSON object")
    value = document.get(key)
    require(isinstance(value, kind), f"{key} is missing, or not of the right kind")
    return value
