"""Fields one after the other, and several such rows."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import comb, perm, prod

from whoknows.errors import IllegalMove, shortened
from whoknows.play.moves.field import Field, Slot, Value
from whoknows.play.moves.words import Mark


@dataclass(frozen=True)
class Row:
    """Fields one after the other; `leads` are the signs before each, blank or not."""

    fields: tuple[Field, ...]
    leads: tuple[str, ...] = ()

    @cached_property
    def signs(self) -> tuple[str, ...]:
        """The sign before each field as it is written."""
        return self.leads or tuple(" " * (k > 0) for k in range(len(self.fields)))

    @property
    def count(self) -> int:
        return prod(one.count for one in self.fields)

    @property
    def shape(self) -> str:
        """The fields by name: `<place>=<tile>`."""
        pairs = zip(self.signs, self.fields, strict=True)
        named = (f"{sign}<{f.name}>" for sign, f in pairs if not isinstance(f, Mark))
        return "".join(named)

    def values(self) -> Iterator[tuple[Value, ...]]:
        return lazy_product(self.fields)

    def read(self, text: str) -> tuple[Value, ...]:
        """The values that people mean, one for each field."""
        values, rest = [], text.strip()
        for place, one in enumerate(self.fields):
            if place == len(self.fields) - 1:
                token, rest = rest, ""
            else:
                token, rest = self.parted(rest, place)
            values.append(one.read(token))
        if rest:
            raise IllegalMove(f"{shortened(rest)} is too much; nothing more is wanted")
        return tuple(values)

    def parted(self, text: str, place: int) -> tuple[str, str]:
        """The text of one field, and what follows it."""
        sign = re.escape(self.signs[place + 1].strip())
        last = isinstance(self.fields[place + 1], Mark)
        end = r"\s*" if last else rf"\s*(?:{sign}|\s|,)\s*" if sign else r"[\s,]+"
        match = re.match(rf"({self.fields[place].pattern}){end}", text, re.IGNORECASE)
        if match:
            return match[1], text[match.end() :]
        parts = re.split(rf"[\s,{sign}]+" if sign else r"[\s,]+", text, maxsplit=1)
        return parts[0], parts[1] if len(parts) > 1 else ""

    def write(self, values: Sequence[Value]) -> str:
        texts = [one.write(v) for one, v in zip(self.fields, values, strict=True)]
        return "".join(sign + text for sign, text in zip(self.signs, texts, strict=True))

    def place(self, values: Sequence[Value]) -> int:
        place = 0
        for one, value in zip(self.fields, values, strict=True):
            place = place * one.count + one.place(value)
        return place


def lazy_product(fields: Sequence[Field]) -> Iterator[tuple[Value, ...]]:
    """Every way to choose a value in each field; `itertools.product` lists them first."""
    if not fields:
        yield ()
        return
    for value in fields[0].values():
        for rest in lazy_product(fields[1:]):
            yield (value, *rest)


@dataclass(frozen=True)
class Several(Field):
    """Some rows; `listed` of them at most in a list of all values.

    If none `repeats`, no two have the same value in their first field; if they are not
    `ordered`, they stand as in the list of rows.
    """

    row: Row
    least: int
    most: int
    listed: int | None = None
    repeats: bool = False
    ordered: bool = True
    pattern = r".+"

    @property
    def sizes(self) -> range:
        """How many rows there are in a list of all values."""
        return range(self.least, (self.listed or self.most) + 1)

    @property
    def wanted(self) -> str:
        return f"{self.least} to {self.most} of {self.row.shape}"

    @property
    def count(self) -> int:
        return sum(map(self.ways, self.sizes))

    def ways(self, size: int) -> int:
        """How many values have so many rows."""
        many, first = self.row.count, self.row.fields[0].count
        if self.repeats:
            return int(many**size if self.ordered else comb(many + size - 1, size))
        firsts = perm(first, size) if self.ordered else comb(first, size)
        return int(firsts * (many // first) ** size)

    def values(self) -> Iterator[Value]:
        rows = tuple(self.row.values())
        for size in self.sizes:
            some: Iterator[tuple[Value, ...]]
            if self.ordered:
                some = product(rows, repeat=size)
            else:
                some = combinations_with_replacement(rows, size)
            yield from (each for each in some if self.repeats or not self.twice(each))

    def twice(self, rows: Sequence[Value]) -> bool:
        """Whether two rows have the same value in their first field."""
        return len({row[0] for row in rows}) < len(rows)

    def read(self, text: str) -> Value:
        rows = [self.row.read(part) for part in text.split()]
        if not self.least <= len(rows) <= self.most:
            raise IllegalMove(f"{len(rows)} of {self.name}; wanted {self.wanted}")
        if not self.repeats and self.twice(rows):
            one = self.row.fields[0].name
            raise IllegalMove(f"{shortened(text)} has one {one} twice")
        return tuple(rows if self.ordered else sorted(rows, key=self.row.place))

    def write(self, value: Value) -> str:
        return " ".join(map(self.row.write, value))

    def label(self, value: Value) -> str:
        return self.write(value) or "none"

    def slot(self) -> Slot:
        row = tuple(one.slot() for one in self.row.fields)
        return Slot(self.name, "several", size=self.most, row=row, wanted=self.wanted)
