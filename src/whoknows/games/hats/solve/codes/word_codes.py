"""Covering codes as lists of words: any radius, any number of colors.

A word is a number in base `colors`, the first letter on top.  A code covers with radius R
if every word differs from one of its own in at most R places.  Two colors and radius R are
the losing sets of R rounds; radius 1 alone is played at once.

>>> code = WordCode(3, 2, (0, 7))
>>> code.covering_radius(), code.first_uncovered(1)
(1, None)
>>> WordCode(4, 3, (0,)).first_uncovered(3)
40
>>> sphere_bound(8, 2, 2)
7
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadFile, BadSetup, TooLarge

MOST_WORDS = 1 << 16  # words of a space that is searched
MOST_PAIRS = 30_000_000  # of words that are near
CHECKED = 1 << 24  # words of a space in which a code is checked
STEPS = 20_000  # of the compiled search at a time


@dataclass(frozen=True, slots=True)
class WordCode:
    """Words of one length over some colors."""

    length: int
    colors: int
    words: tuple[int, ...]

    @property
    def space(self) -> int:
        """How many words there are."""
        return int(self.colors**self.length)

    def name(self, word: int) -> str:
        """A word as digits, the first letter first."""
        digits = []
        for _ in range(self.length):
            word, digit = divmod(word, self.colors)
            digits.append(str(digit))
        return "".join(reversed(digits))

    def distances(self) -> NDArray[np.int8]:
        """How far each word is from the code: layer by layer, one place at a time."""
        if self.space > CHECKED:
            raise TooLarge(
                f"{self.colors}^{self.length} words; codes are checked among {CHECKED:,}"
            )
        found = np.full(self.space, -1, np.int8)
        front = np.array(sorted(set(self.words)), np.int64)
        found[front] = 0
        distance = 0
        while len(front):
            distance += 1
            reached = np.unique(np.concatenate(list(self.neighbors(front))))
            front = reached[found[reached] < 0]
            found[front] = distance
        return found

    def neighbors(self, words: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """What is one letter away from these words."""
        for place in range(self.length):
            step = self.colors**place
            digit = words // step % self.colors
            for more in range(1, self.colors):
                yield words + ((digit + more) % self.colors - digit) * step

    def covering_radius(self) -> int:
        """The distance of the word that is farthest from the code."""
        return int(self.distances().max())

    def first_uncovered(self, radius: int) -> int | None:
        """The first word that is farther than the radius from all words of the code."""
        far = np.flatnonzero(self.distances() > radius)
        return int(far[0]) if len(far) else None

    def is_covering(self, radius: int) -> bool:
        """Whether every word is within the radius of one of the code."""
        return bool(self.words) and self.first_uncovered(radius) is None


@dataclass(frozen=True, slots=True)
class Found:
    """The smallest code of a search, and what it took."""

    code: WordCode
    seconds: float  # until this code
    runs: int


def ball(length: int, radius: int, colors: int) -> int:
    """How many words are within a radius."""
    return sum(comb(length, k) * (colors - 1) ** k for k in range(radius + 1))


def sphere_bound(length: int, radius: int, colors: int = 2) -> int:
    """A size that no code is below: balls cover."""
    return int(-(-(colors**length) // ball(length, radius, colors)))


def check_space(length: int, radius: int, colors: int) -> None:
    """Refuse a space that is too large to search."""
    if not 1 <= radius <= length:
        raise BadSetup(f"a radius is 1 to the length {length}, not {radius}")
    if not 2 <= colors <= 10:
        raise BadSetup(f"words are over 2 to 10 colors, not {colors}")
    if length * colors.bit_length() > 64:
        raise TooLarge(f"words of length {length} over {colors} colors are not listed")
    words = colors**length
    if words > MOST_WORDS or words * ball(length, radius, colors) > MOST_PAIRS:
        raise TooLarge(
            f"{words:,} words, each near to {ball(length, radius, colors):,}; at most"
            f" {MOST_WORDS:,} words and {MOST_PAIRS:,} pairs are searched"
        )


def near_lists(
    length: int, radius: int, colors: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """For each word all within the radius, itself too, in the form of the search."""
    words = np.arange(colors**length, dtype=np.int64)
    digits = [words // colors**place % colors for place in range(length)]
    columns = [words]
    for distance in range(1, radius + 1):
        for places in combinations(range(length), distance):
            for turns in product(range(1, colors), repeat=distance):
                moved = words.copy()
                for place, more in zip(places, turns, strict=True):
                    digit = digits[place]
                    moved += ((digit + more) % colors - digit) * colors**place
                columns.append(moved)
    near = np.stack(columns, axis=1).astype(np.int32)
    starts = np.arange(len(words) + 1, dtype=np.int32) * near.shape[1]
    return starts, near.ravel()


def search_words(
    length: int,
    radius: int,
    colors: int = 2,
    *,
    rng: np.random.Generator,
    time_limit: float = 30.0,
    target: int = 0,
    progress: Callable[[WordCode, float], None] | None = None,
) -> Found:
    """The smallest code found in time; it ends at the bound of spheres, or at a target."""
    check_space(length, radius, colors)
    if not time_limit > 0:
        raise BadSetup(f"a time limit is above 0 seconds, not {time_limit}")
    from whoknows.games.hats.solve.codes.cover_kernel import cheapest_cover

    starts, near = near_lists(length, radius, colors)
    costs = np.ones(colors**length, np.int64)
    least = max(target, sphere_bound(length, radius, colors))
    begin, best, runs = perf_counter(), None, 0
    try:
        while best is None or perf_counter() - begin < time_limit:
            seed = int(rng.integers(1 << 31))
            wanted = least if best is None else max(least, len(best.code.words) - 1)
            size, chosen = cheapest_cover(starts, near, costs, wanted, STEPS, seed)
            runs += 1
            if best is None or size < len(best.code.words):
                code = WordCode(length, colors, tuple(np.flatnonzero(chosen).tolist()))
                best = Found(code, perf_counter() - begin, runs)
                if progress:
                    progress(code, best.seconds)
            if len(best.code.words) <= least:
                break
    except KeyboardInterrupt:
        if best is None:
            raise
    assert best.code.first_uncovered(radius) is None, "a code is shown only if it covers"
    return Found(best.code, best.seconds, runs)


def parse_words(text: str, where: str = "this text", colors: int = 2) -> WordCode:
    """A code from words in digits, one a line or with blanks between; `#` begins a note.

    It is over so many colors at least, and as many as its digits need.
    """
    lines = [line.partition("#")[0] for line in text.splitlines()]
    words = [word for line in lines for word in line.replace(",", " ").split()]
    if not words:
        raise BadFile(f"{where} holds no words")
    length = len(words[0])
    for number, word in enumerate(words, 1):
        if not (word.isascii() and word.isdecimal()) or len(word) != length:
            raise BadFile(
                f"{where}: word {number} is {word[:40]!r}, not {length} digits as the first"
            )
    colors = max(colors, *(int(max(word)) + 1 for word in words))
    if colors**length > CHECKED:
        raise TooLarge(f"{colors}^{length} words; codes are checked among {CHECKED:,}")
    return WordCode(length, colors, tuple(sorted({int_of(w, colors) for w in words})))


def int_of(word: str, colors: int) -> int:
    """The number of a word in digits."""
    found = 0
    for digit in word:
        found = found * colors + int(digit)
    return found


def as_gap(code: WordCode) -> str:
    """The words as a list that GAP reads: `words := [ [0,0,1], ... ];`."""
    rows = ",\n  ".join(f"[{','.join(code.name(word))}]" for word in code.words)
    return f"words := [\n  {rows}\n];\n"


def as_dimacs(length: int, radius: int, colors: int, size: int) -> str:
    """Whether so many words cover, as a problem for SAT solvers: variable w + 1 is word w.

    A clause for each word to be covered, and a counter that at most `size` are chosen.
    """
    check_space(length, radius, colors)
    space = colors**length
    starts, near = near_lists(length, radius, colors)
    width = len(near) // space
    clauses = [(near[k * width : (k + 1) * width] + 1).tolist() for k in range(space)]

    def counter(word: int, held: int) -> int:
        return int(space + word * size + held)  # of the words up to here, at least `held`

    for word in range(1, space + 1):
        clauses.append([-word, counter(word - 1, 1)])
        if word == 1:
            clauses += [[-counter(0, k)] for k in range(2, size + 1)]
            continue
        for k in range(1, size + 1):
            clauses.append([-counter(word - 2, k), counter(word - 1, k)])
            if k > 1:
                clauses.append([-word, -counter(word - 2, k - 1), counter(word - 1, k)])
        clauses.append([-word, -counter(word - 2, size)])
    assert int(starts[-1]) == len(near)
    words = "1 word" if size == 1 else f"{size} words"
    head = f"c is there a code of {words}, length {length}, radius {radius}?\n"
    head += f"p cnf {space + space * size} {len(clauses)}\n"
    return head + "".join(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
