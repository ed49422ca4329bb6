"""A field: one thing to choose for a move; how it is typed, listed, and shown."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from whoknows.errors import TooLarge

Value: TypeAlias = Any  # what is chosen in a field; hashable
Schema: TypeAlias = dict[str, Any]
MOST_NUMBERED = 200_000  # values that are numbered by listing them


class Slot(NamedTuple):
    """How a screen lets people choose a value: plain data, for HTML or for keys."""

    name: str
    kind: str  # of field: words, pick, number, places, bins, several, mark
    choices: tuple[tuple[str, str], ...] = ()  # text and label: of each, or at each place
    size: int = 1  # places to fill, or values at most
    bins: tuple[str, ...] = ()
    bounds: tuple[int, int] | None = None
    after: Mapping[
        str, tuple[str, ...]
    ] = {}  # choices open, by the choice in the first slot
    row: tuple["Slot", ...] = ()  # of each row, where several are chosen
    wanted: str = ""  # what may be chosen, in words


@dataclass(frozen=True)
class Field(ABC):
    """One thing to choose; a value.  `name` says what is chosen, in a word."""

    name: str

    @property
    @abstractmethod
    def pattern(self) -> str:
        """A pattern of its text, where more follows."""

    @property
    @abstractmethod
    def wanted(self) -> str:
        """What may be chosen, in words."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many values there are, without listing them."""

    @abstractmethod
    def values(self) -> Iterator[Value]:
        """Every value, in a fixed order."""

    @abstractmethod
    def read(self, text: str) -> Value:
        """The value that people mean; raises `IllegalMove`."""

    @abstractmethod
    def write(self, value: Value) -> str:
        """A value as people type it; `read` gives it back."""

    @abstractmethod
    def slot(self) -> Slot:
        """How a screen lets people choose."""

    def has(self, value: Value) -> bool:
        """Whether it is one of the values; what is none may also be an error."""
        return bool(self.read(self.write(value)) == value)

    def label(self, value: Value) -> str:
        """A value as a button says it."""
        return self.write(value)

    def place(self, value: Value) -> int:
        """The place of a value among `values`; where no rule tells it, by listing them."""
        if self.count > MOST_NUMBERED:
            most = f"at most {MOST_NUMBERED:,} are numbered"
            raise TooLarge(f"{self.count:,} of {self.name}; {most}")
        return next(place for place, each in enumerate(self.values()) if each == value)

    def schema(self) -> Schema:
        """The JSON schema of what `plain` gives."""
        return {"type": "string", "description": self.wanted}

    def plain(self, value: Value) -> Any:
        """A value as JSON: its text, a number, or a truth."""
        return self.write(value)

    def unplain(self, document: Any) -> Value:
        """The value that such JSON states; raises `IllegalMove`."""
        return self.read(str(document))
