"""Certificates on disk, and the small words that all checks share."""

import gzip
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

FORMAT = "whoknows certificate 1"
BEGINS = re.compile(rb'\s*\{\s*"format"\s*:\s*"whoknows certificate 1"\s*[,}]')
MOST_BYTES = 1 << 28  # of a certificate, once it is unpacked
MOST_MEMORY = 1 << 30  # that its parts take, roughly; of a small file less:
FREE, EACH = 100 << 20, 100  # so much, and so much more for each of its bytes on disk
TAKEN = {b'"': 36, b",": 44, b"[": 120, b"{": 280}  # bytes that a sign stands for
LONGEST = 400  # letters of a refusal
ZIPPED = b"\x1f\x8b"

Progress: TypeAlias = Callable[[float], None]  # told how much of the work is done
Document: TypeAlias = dict[str, Any]
Pairs: TypeAlias = list[tuple[str, Any]]


class Refused(Exception):
    """The certificate does not prove what it claims; the text says where it fails."""

    def __init__(self, text: str) -> None:
        super().__init__(text if len(text) < LONGEST else text[:LONGEST] + " ...")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a certificate proves, in words, and how it was checked."""

    says: str
    kind: str
    """`certificate`: steps of the proof were checked; `enumeration`: all was tried;
    `theorem`: counting is enough.  The result itself calls its proof the same."""
    steps: int
    """How many steps were checked, or cases tried."""

    @classmethod
    def by_theorem(cls, says: str, name: str, steps: int) -> "Verdict":
        """What a theorem says, of which only the formula is worked out here."""
        believed = (
            f"the formula of the theorem {name!r} was evaluated, not its proof checked"
        )
        return cls(f"{says}; {believed}", "theorem", steps)

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
    """The certificate in a file, compressed or not; only what looks like one is parsed."""
    try:
        with path.open("rb") as file:
            zipped = file.read(2) == ZIPPED
        room = FREE + EACH * path.stat().st_size
        with gzip.open(path) if zipped else path.open("rb") as file:
            good = BEGINS.match(file.peek(1 << 10))
            require(good, f'{path} is no certificate: wanted {{"format": "{FORMAT}", ...')
            data = file.read(min(MOST_BYTES, room // 3) + 1)
    except (OSError, EOFError, zlib.error) as error:
        said = getattr(error, "strerror", None) or error
        raise Refused(f"{path} cannot be read: {said}") from error
    require(len(data) <= MOST_BYTES, f"{path} is longer than {MOST_BYTES:,} bytes")
    memory = 3 * len(data) + sum(each * data.count(sign) for sign, each in TAKEN.items())
    require(memory <= min(MOST_MEMORY, room), f"{path} has too many parts for its size")
    require(data.isascii(), f"{path} is no certificate: not all of it is ASCII")
    try:
        return dict(json.loads(data, object_pairs_hook=once_each))
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path} is no JSON document: {error}") from error


def once_each(pairs: Pairs) -> Document:
    """An object with these keys, none of them written twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in found if keys.count(key) > 1)
        raise Refused(f"{twice!r} twice in one object")
    return found


class Fields:
    """An object of a certificate, which knows the keys that were not read.

    Each key is asked for by its name, and must be there.  At the end a key that nobody
    asked for is refused: it says what is not checked here.
    """

    def __init__(self, stated: Any, name: str) -> None:
        require(isinstance(stated, dict), f"{name} is missing, or no JSON object")
        self.stated, self.name, self.unread = stated, name, {**stated}

    def value(self, key: str) -> Any:
        """What stands at a key."""
        require(key in self.stated, f"{self.name} has no {key!r}")
        self.unread.pop(key, None)
        return self.stated[key]

    def part(self, key: str, kind: type) -> Any:
        """What stands at a key, of some kind."""
        value = self.value(key)
        require(isinstance(value, kind), f"{key} is not of the right kind")
        return value

    def number(self, key: str, least: int, most: int) -> int:
        """A whole number within bounds."""
        value = self.value(key)
        good = isinstance(value, int) and not isinstance(value, bool)
        good = good and least <= value <= most
        require(good, f"{key} is {value!r}; wanted {least} to {most}")
        return int(value)

    def flag(self, key: str) -> bool:
        """A truth value."""
        value = self.value(key)
        require(isinstance(value, bool), f"{key} is {value!r}; wanted true or false")
        return bool(value)

    def check(self, wanted: Document) -> None:
        """Refuse what is not just this."""
        for key, value in wanted.items():
            found = self.value(key)
            require(found == value, f"{self.name} has {found!r} at {key!r}, not {value!r}")
        self.close()

    def close(self) -> None:
        """Refuse what is left: nobody has read it."""
        left = ", ".join(map(repr, self.unread))
        require(not left, f"{self.name} has what means nothing there: {left}")


def fingerprint(rows: Any) -> str:
    """A short name for what is too long to say: other rows have another one."""
    from hashlib import sha256  # with all of OpenSSL, for tables alone

    return sha256(json.dumps(rows).encode()).hexdigest()[:16]


def check_branches(branches: Any, taken: set[str]) -> None:
    """Refuse a node of a plan with a branch for an answer that never comes."""
    left = ", ".join(map(repr, sorted(branches.keys() - taken)))
    require(not left, f"the plan has a branch for what is never answered: {left}")
