"""A symbol for every place of a row: a code, a stack, the faces of all children."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, perm

from whoknows.errors import IllegalMove, shortened
from whoknows.play.moves.field import Field, Slot, Value


@dataclass(frozen=True)
class Places(Field):
    """A symbol for every place; in any order, if not `ordered`."""

    size: int
    symbols: Sequence[str]
    repeats: bool = True
    ordered: bool = True
    means: Sequence[Value] = ()  # what the symbols stand for; else they count from 0
    what: str = "symbol"
    sign: str = "-"  # between symbols of more than a letter
    also: Mapping[str, str] = field(
        default_factory=dict
    )  # how else one is typed: in capitals
    pattern = r"\S+"

    @cached_property
    def meanings(self) -> Sequence[Value]:
        """What each symbol stands for."""
        return self.means or range(len(self.symbols))

    @cached_property
    def short(self) -> bool:
        """Whether every symbol is a letter, so that nothing need stand between them."""
        return max(map(len, self.symbols)) == 1

    @property
    def wanted(self) -> str:
        return f"{self.size} of {self.symbols[0]} to {self.symbols[-1]}"

    @property
    def count(self) -> int:
        kinds, size = len(self.symbols), self.size
        if self.ordered:
            return kinds**size if self.repeats else perm(kinds, size)
        return comb(kinds + size - 1, size) if self.repeats else comb(kinds, size)

    def values(self) -> Iterator[Value]:
        if self.ordered and self.repeats:
            return product(self.meanings, repeat=self.size)
        ways = {(True, False): permutations, (False, False): combinations}
        way = ways.get((self.ordered, self.repeats), combinations_with_replacement)
        return iter(way(self.meanings, self.size))

    def read(self, text: str) -> Value:
        parts = re.split(r"[\s,;-]+", text.strip("()[] ,;"))
        if not all(parts):
            raise IllegalMove(f"{shortened(text)} is no {self.name}; wanted {self.wanted}")
        if self.short or (len(parts) == 1 and len(parts[0]) == self.size > 1):
            parts = list("".join(parts))
        if len(parts) != self.size:
            many = f"{len(parts)} {self.what}{'s' * (len(parts) != 1)}"
            raise IllegalMove(f"{shortened(text)} has {many}; wanted {self.wanted}")
        places = [self.symbols.index(self.symbol(part)) for part in parts]
        if not self.repeats and len({*places}) < self.size:
            raise IllegalMove(
                f"{shortened(text)} repeats a {self.what}; none may be repeated"
            )
        ordered = places if self.ordered else sorted(places)
        return tuple(self.meanings[place] for place in ordered)

    def symbol(self, part: str) -> str:
        """The symbol that people mean."""
        if part in self.symbols:
            return part
        typed = {**{symbol.upper(): symbol for symbol in self.symbols}, **self.also}
        if part.upper() not in typed:
            span = f"{self.symbols[0]} to {self.symbols[-1]}"
            raise IllegalMove(f"{shortened(part)} is no {self.what}; they are {span}")
        return typed[part.upper()]

    def write(self, value: Value) -> str:
        parts = [self.symbols[self.meanings.index(one)] for one in value]
        return ("" if max(map(len, parts)) == 1 else self.sign).join(parts)

    def place(self, value: Value) -> int:
        if not (self.ordered and self.repeats):
            return super().place(value)
        place = 0
        for one in value:
            place = place * len(self.symbols) + self.meanings.index(one)
        return place

    def slot(self) -> Slot:
        pairs = tuple((symbol, symbol) for symbol in self.symbols)
        return Slot(self.name, "places", pairs, self.size)
