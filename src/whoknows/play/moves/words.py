"""Fields of few values: words, things on the board, a number, a sign at the end."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from whoknows.errors import IllegalMove, is_whole, shortened
from whoknows.play.moves.field import Field, Schema, Slot, Value

SHOWN = 6  # choices that an error names


class Choice(NamedTuple):
    """A value of `Words`: what it is, what a button says, and how else it is typed."""

    value: Value
    label: str = ""
    also: tuple[str, ...] = ()


def choices(names: str, **more: tuple[str, ...]) -> dict[str, Choice]:
    """Words that stand for themselves; `more` has a label, and how else they are typed."""
    return {
        name: Choice(name, more.get(name, ("",))[0], more.get(name, ())[1:])
        for name in names.split()
    }


@dataclass(frozen=True)
class Words(Field):
    """One of a few values with names; of kind `pick`, each is a thing on the board."""

    choices: Mapping[str, Choice]
    kind: str = "words"
    what: str = "word"

    @cached_property
    def typed(self) -> dict[str, str]:
        """The name that is meant by each text without blanks and capitals.

        A text that could be two, as where `a` and `A` both are names, is none.
        """
        typed: dict[str, str] = {}
        for name, choice in self.choices.items():
            for text in dict.fromkeys(map(squeezed, (name, choice.label, *choice.also))):
                typed[text] = name if typed.get(text, name) == name else ""
        return {text: name for text, name in typed.items() if text and name}

    @cached_property
    def names(self) -> dict[Value, str]:
        """The name of every value."""
        return {choice.value: name for name, choice in self.choices.items()}

    @cached_property
    def places(self) -> dict[Value, int]:
        """The place of every value."""
        return {value: place for place, value in enumerate(self.names)}

    @cached_property
    def pattern(self) -> str:
        texts = sorted(self.typed, key=len, reverse=True)
        return "|".join(r"\s*".join(map(re.escape, text)) for text in texts)

    @property
    def wanted(self) -> str:
        """The names, or the first and the last of many."""
        names = list(self.choices)
        return ", ".join(names) if len(names) <= SHOWN else f"{names[0]} to {names[-1]}"

    @property
    def count(self) -> int:
        return len(self.choices)

    def values(self) -> Iterator[Value]:
        return (choice.value for choice in self.choices.values())

    def read(self, text: str) -> Value:
        exact = text.strip()
        name = exact if exact in self.choices else self.typed.get(squeezed(text))
        if name is None:
            raise IllegalMove(f"{shortened(text)} is no {self.what}; wanted {self.wanted}")
        return self.choices[name].value

    def write(self, value: Value) -> str:
        return self.names[value]

    def has(self, value: Value) -> bool:
        return value in self.places

    def place(self, value: Value) -> int:
        return self.places[value]

    def label(self, value: Value) -> str:
        name = self.names[value]
        return self.choices[name].label or name[:1].upper() + name[1:]

    def schema(self) -> Schema:
        return {"type": "string", "enum": list(self.choices)}

    def slot(self) -> Slot:
        pairs = ((name, self.label(c.value)) for name, c in self.choices.items())
        return Slot(self.name, self.kind, tuple(pairs))


@dataclass(frozen=True)
class Number(Field):
    """A whole number between two bounds."""

    low: int
    high: int
    pattern = r"\d+"

    @property
    def wanted(self) -> str:
        return f"{self.low} to {self.high}"

    @property
    def count(self) -> int:
        return self.high - self.low + 1

    def values(self) -> Iterator[Value]:
        return iter(range(self.low, self.high + 1))

    def read(self, text: str) -> Value:
        text = text.strip()
        if not is_whole(text) or not self.low <= int(text) <= self.high:
            raise IllegalMove(f"{shortened(text)} is no {self.name}; wanted {self.wanted}")
        return int(text)

    def write(self, value: Value) -> str:
        return str(value)

    def place(self, value: Value) -> int:
        return int(value) - self.low

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def plain(self, value: Value) -> Any:
        return value

    def slot(self) -> Slot:
        return Slot(self.name, "number", bounds=(self.low, self.high))


@dataclass(frozen=True)
class Mark(Field):
    """A sign at the end of a move, which lists of moves leave out."""

    sign: str
    count = 1
    pattern = ""

    @property
    def wanted(self) -> str:
        return f"{self.sign} or nothing"

    def values(self) -> Iterator[Value]:
        return iter((False,))

    def read(self, text: str) -> Value:
        if text.strip() not in ("", self.sign):
            raise IllegalMove(f"{shortened(text)} is too much; wanted {self.wanted}")
        return bool(text.strip())

    def write(self, value: Value) -> str:
        return self.sign if value else ""

    def place(self, value: Value) -> int:  # noqa: ARG002
        return 0

    def schema(self) -> Schema:
        return {"type": "boolean"}

    def plain(self, value: Value) -> Any:
        return value

    def unplain(self, document: Any) -> Value:
        if not isinstance(document, bool):
            raise IllegalMove(f"{self.name} is true or false, not {shortened(document)}")
        return document

    def slot(self) -> Slot:
        return Slot(self.name, "mark", ((self.sign, self.name),))


def squeezed(text: str) -> str:
    """A text without blanks and capitals."""
    return "".join(text.lower().split())
