"""A covering code that nobody stores: the words whose syndrome is one of a few labels.

Every agent has a column, a number of `rank` bits; a word's *syndrome* adds up, without
carry, the columns of the agents with B.  The code holds the words whose syndrome is one
of the `labels`.  To change one's hat is to add one's column; so the code covers every
word just if the labels S and the columns with 0, U, add up to everything:

    S + U = all 2^rank syndromes.

That is the matrix method [BlokhuisLam1984]; a Hamming code is the case S = {0}.  It is
proven by |S| (N + 1) sums, however many words there are, and an agent answers by two
look-ups: which of my two hats would make a word of the code?

>>> three = CosetCode(columns=(1, 2, 3), labels=frozenset({0}), rank=2, name="Hamming")
>>> three.size, three.covers(), three.words().tolist()
(2, True, [0, 7])
>>> three.answer(0, (0, 0)), three.answer(0, (0, 1))  # RR seen: say B; else pass
(2, 0)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import PASS, Code, Rules

Syndrome: TypeAlias = int
Words: TypeAlias = NDArray[np.int64]  # one word per row, the first agent's hat on top
Hands: TypeAlias = NDArray[np.int64]  # one game per row, one hat per column, 0 or 1

LISTED = 24  # agents at most for whom all words are looked at
MOST_RANK = 16  # syndromes are kept in tables


@dataclass(frozen=True)
class CosetCode:
    """The words whose syndrome is one of the labels."""

    columns: tuple[Syndrome, ...]  # what each agent's B adds
    labels: frozenset[Syndrome]
    rank: int
    name: str

    def __post_init__(self) -> None:
        if not 0 <= self.rank <= min(MOST_RANK, len(self.columns)):
            raise BadSetup(f"{self.rank} is no rank of {len(self.columns)} columns")
        everything = range(1 << self.rank)
        if not all(each in everything for each in (*self.columns, *self.labels)):
            raise BadSetup(f"columns and labels are numbers of {self.rank} bits")
        if dimension(self.columns) != self.rank:
            raise BadSetup(f"the columns do not span {self.rank} bits")

    @property
    def length(self) -> int:
        """The number of agents."""
        return len(self.columns)

    @property
    def size(self) -> int:
        """How many words the code has: each syndrome has as many."""
        return len(self.labels) << (self.length - self.rank)

    @cached_property
    def inside(self) -> NDArray[np.bool_]:
        """Which syndromes are labels."""
        table = np.zeros(1 << self.rank, np.bool_)
        table[list(self.labels)] = True
        return table

    def syndrome(self, code: Code) -> Syndrome:
        """The columns of the agents with B, added without carry."""
        total = 0
        for column in reversed(self.columns):
            total ^= column * (code & 1)
            code >>= 1
        return total

    def __contains__(self, code: Code) -> bool:
        return self.syndrome(code) in self.labels

    def answer(self, seat: int, others: Sequence[int]) -> int:
        """What an agent says who sees these hats: away from the code, or pass."""
        seen = 0
        columns = self.columns[:seat] + self.columns[seat + 1 :]
        for column, hat in zip(columns, others, strict=True):
            seen ^= column * hat
        white, black = seen in self.labels, seen ^ self.columns[seat] in self.labels
        return PASS if white == black else 1 + white

    def says(self, hats: Hands) -> Hands:
        """What everybody answers in many games, each from the others' hats alone."""
        columns = np.array(self.columns, np.int64)
        terms = hats * columns
        seen = np.bitwise_xor.reduce(terms, axis=1)[:, None] ^ terms  # without one's own
        white, black = self.inside[seen], self.inside[seen ^ columns]
        return np.where(white == black, PASS, 1 + white)

    def uncovered(self) -> list[Syndrome]:
        """The syndromes of the words that no word of the code is next to."""
        everything = np.arange(1 << self.rank)
        covered = self.inside.copy()
        for column in self.columns:
            covered |= self.inside[everything ^ column]
        found: list[Syndrome] = np.flatnonzero(~covered).tolist()
        return found

    def covers(self) -> bool:
        """Whether every word is in the code or next to it."""
        return not self.uncovered()

    def syndromes(self) -> NDArray[np.uint16]:
        """The syndrome of every word, in order."""
        if self.length > LISTED:
            raise TooLarge(f"2^{self.length} words; those of {LISTED} agents are listed")
        found = np.zeros(1, np.uint16)
        for column in reversed(self.columns):
            found = np.concatenate([found, found ^ np.uint16(column)])
        return found

    def words(self) -> Words:
        """All words of the code, ascending."""
        return np.flatnonzero(self.inside[self.syndromes()])

    def shifted(self, by: Syndrome) -> "CosetCode":
        """The code with other words in the same places: a translate covers as well."""
        return replace(self, labels=frozenset(label ^ by for label in self.labels))

    def standard(self) -> "CosetCode":
        """This code up to the order of agents, with the units as first columns."""
        first = [k for k in range(self.length) if is_new(self.columns, k)]
        rest = [k for k in range(self.length) if k not in first]
        written = in_terms_of([self.columns[k] for k in first], self.rank)
        columns = tuple(written[self.columns[k]] for k in (*first, *rest))
        labels = frozenset(written[label] for label in self.labels)
        return replace(self, columns=columns, labels=labels)

    def lightest(self, rules: Rules) -> tuple["CosetCode", Fraction]:
        """The translate that is least likely, and how likely it is."""
        weights, whole = syndrome_weights(self, rules)
        everything = np.arange(1 << self.rank)
        totals = weights * 0
        for label in self.labels:
            totals = totals + weights[everything ^ label]
        shift = min(range(1 << self.rank), key=lambda by: totals[by])
        return self.shifted(shift), Fraction(int(totals[shift]), whole)


def syndrome_weights(code: CosetCode, rules: Rules) -> tuple[NDArray[Any], int]:
    """How likely each syndrome is, in whole numbers of a common denominator."""
    if rules.chances or rules.colors != 2 or rules.players != code.length:
        raise BadSetup(f"a code of length {code.length} needs as many hats, each by itself")
    everything = np.arange(1 << code.rank)
    weights = np.array([1] + [0] * ((1 << code.rank) - 1), object)
    odds = rules.odds or ((Fraction(1, 2),) * 2,) * code.length
    wholes = [lcm(*(chance.denominator for chance in row)) for row in odds]
    for column, row, whole in zip(code.columns, odds, wholes, strict=True):
        white, black = (int(chance * whole) for chance in row)
        weights = weights * white + weights[everything ^ column] * black
    return weights, prod(wholes)


def is_new(columns: Sequence[Syndrome], place: int) -> bool:
    """Whether a column does not depend on those before it."""
    return dimension(columns[: place + 1]) > dimension(columns[:place])


def in_terms_of(basis: Sequence[Syndrome], rank: int) -> dict[Syndrome, Syndrome]:
    """Every syndrome written in a basis, its first member as the highest bit."""
    written = {0: 0}
    for place, member in enumerate(basis):
        unit = 1 << (rank - 1 - place)
        written |= {known ^ member: name ^ unit for known, name in written.items()}
    return written


def dimension(columns: Sequence[Syndrome]) -> int:
    """How many of the columns are independent."""
    basis: list[int] = []
    for column in columns:
        for each in basis:
            column = min(column, column ^ each)
        if column:
            basis.append(column)
    return len(basis)


# A second opinion: whether words cover the cube, looked at word by word, 64 to a machine
# word.  The proof by syndromes needs no such look; words without structure do.

Bits: TypeAlias = NDArray[np.uint64]  # a set of words, bit c for word c
# Bits whose place has a 0 at 1, 2, 4, ..., 32.
HALVES = [0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
          0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF]  # fmt: skip


def pack(words: Iterable[Code] | NDArray[np.int64], length: int) -> Bits:
    """A set of words as bits."""
    inside = np.zeros(1 << length, np.bool_)
    inside[np.fromiter(words, np.int64)] = True
    return packed(inside)


def packed(inside: NDArray[np.bool_]) -> Bits:
    """A column of the words as bits, filled up to whole machine words."""
    filled = np.pad(inside, (0, -len(inside) % 64))
    return np.packbits(filled, bitorder="little").view(np.uint64)


def code_bits(code: CosetCode) -> Bits:
    """The words of a code as bits."""
    return packed(code.inside[code.syndromes()])


def reached(bits: Bits, length: int) -> Bits:
    """The words of the set and all next to them: every hat is changed for all at once."""
    within = bits.copy()
    for place in range(min(length, 6)):
        step, half = np.uint64(1 << place), np.uint64(HALVES[place])
        within |= ((bits & half) << step) | ((bits >> step) & half)
    for place in range(6, length):
        shape = (-1, 2, 1 << (place - 6))
        within |= bits.reshape(shape)[:, ::-1].reshape(-1)
    return within


def first_uncovered(bits: Bits, length: int) -> Code | None:
    """The first word that is neither in the set nor next to it.

    >>> first_uncovered(pack([0, 7], 3), 3) is None, first_uncovered(pack([0], 3), 3)
    (True, 3)
    """
    missing = ~reached(bits, length)
    if length < 6:
        missing &= np.uint64((1 << (1 << length)) - 1)
    places = np.flatnonzero(missing)
    if not places.size:
        return None
    word = int(missing[places[0]])
    return int(places[0]) * 64 + (word & -word).bit_length() - 1
