"""Numbered things sorted into bins: coins on two pans, odd coins by what they are."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod

from whoknows.errors import IllegalMove, is_whole, shortened
from whoknows.play.moves.field import Field, Slot, Value


@dataclass(frozen=True)
class Bins(Field):
    """Numbered things sorted into bins, of which some stay out.

    `sizes` says how many may lie in each bin.  Bins are parted by a sign (`1 2 : 3 4`), or,
    where there is none, each is followed by its name (`2 heavy, 5 light`).
    """

    things: int
    bins: tuple[str, ...]
    sizes: tuple[tuple[int, ...], ...]
    sign: str = ""
    parted: str = ":"  # a pattern of how else people part them
    what: str = "thing"
    law: str = ""  # the sizes in words
    also: tuple[str, ...] = ()  # how else the only bin is named
    pattern = r".+"

    @property
    def wanted(self) -> str:
        return self.law or f"{self.what}s 1 to {self.things}"

    @property
    def count(self) -> int:
        return sum(map(self.ways, self.sizes))

    def ways(self, sizes: tuple[int, ...]) -> int:
        """In how many ways bins of these sizes can be filled."""
        rest = [self.things - sum(sizes[:k]) for k in range(len(sizes))]
        return prod(comb(n, k) for n, k in zip(rest, sizes, strict=True))

    def values(self) -> Iterator[Value]:
        every = tuple(range(1, self.things + 1))
        for sizes in self.sizes:
            yield from filled(every, sizes)

    def read(self, text: str) -> Value:
        if not text.strip():
            raise IllegalMove(f"no {self.what} is chosen yet; wanted {self.wanted}")
        bins = self.parted_by_sign(text) if self.sign else self.parted_by_name(text)
        every = [thing for one in bins for thing in one]
        for thing in every:
            if not 1 <= thing <= self.things:
                last = f"they are 1 to {self.things}"
                raise IllegalMove(f"there is no {self.what} {thing}; {last}")
            if every.count(thing) > 1:
                raise IllegalMove(f"{self.what} {thing} stands twice")
        if tuple(map(len, bins)) not in self.sizes:
            many = ", ".join(
                f"{len(one)} {name}" for one, name in zip(bins, self.bins, strict=True)
            )
            raise IllegalMove(f"{many} in {shortened(text)}; wanted {self.wanted}")
        return tuple(tuple(sorted(one)) for one in bins)

    def parted_by_sign(self, text: str) -> list[list[int]]:
        """The things in each bin, in the order of the bins."""
        parts = re.split(self.parted, text.strip().lower())
        if len(parts) != len(self.bins):
            example = f" {self.sign} ".join(("1 2", "3 4", "5 6")[: len(self.bins)])
            raise IllegalMove(f"{shortened(text)} is no {self.name}; wanted like {example}")
        return [read_numbers(part, text, self.what) for part in parts]

    def parted_by_name(self, text: str) -> list[list[int]]:
        """The things in each bin, each bin before its name; one bin needs no name."""
        bins: dict[str, list[int]] = {name: [] for name in self.bins}
        for part in re.split(
            r"[,;]", "" if text.strip().lower() == "none" else text.lower()
        ):
            *numbers, name = part.split() or [""]
            if len(bins) == 1:
                fits = name in (*self.bins, *self.also)
                numbers, name = numbers if fits else part.split(), self.bins[0]
            elif name not in bins and part.strip():
                raise IllegalMove(
                    f"{shortened(text)} is no {self.name}; wanted {self.wanted}"
                )
            if part.strip() and not numbers:
                raise IllegalMove(f"{shortened(text)}: no {self.what} is {name}")
            if part.strip():
                bins[name] += read_numbers(" ".join(numbers), text, self.what)
        return list(bins.values())

    def write(self, value: Value) -> str:
        texts = [number_list(one) for one in value]
        if self.sign:
            return f" {self.sign} ".join(texts)
        pairs = zip(texts, self.bins, strict=True)
        return ", ".join(f"{text} {name}" for text, name in pairs if text) or "none"

    def slot(self) -> Slot:
        pairs = tuple((str(k), str(k)) for k in range(1, self.things + 1))
        most = max(map(sum, self.sizes))
        return Slot(self.name, "bins", pairs, most, self.bins, wanted=self.wanted)


def filled(things: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Value]:
    """Every way to fill bins of these sizes."""
    if not sizes:
        yield ()
        return
    for one in combinations(things, sizes[0]):
        rest = tuple(thing for thing in things if thing not in one)
        for others in filled(rest, sizes[1:]):
            yield (one, *others)


def read_numbers(text: str, whole: str, what: str, most: int = 100_000) -> list[int]:
    """Numbers and ranges: `1-3 5`."""
    numbers: list[int] = []
    for word in text.replace(",", " ").split():
        first, dash, last = word.partition("-")
        if not is_whole(first) or (dash and not is_whole(last)):
            word = shortened(word)
            raise IllegalMove(f"{shortened(whole)}: {word} is no {what}; wanted numbers")
        if int(last or first) - int(first) + len(numbers) > most:
            raise IllegalMove(f"{shortened(whole)}: more than {most:,} {what}s")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def number_list(numbers: Sequence[int]) -> str:
    """Rising numbers as people read them; three or more in a row are a range.

    >>> number_list((1, 2, 3, 5, 6))
    '1-3 5 6'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(
        f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs
    )
