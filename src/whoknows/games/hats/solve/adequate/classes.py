"""Classes of adequate sets: those with the same counts of zeros, of any size.

Sets of a class are equally likely for every p, so that the classes and the numbers of
their sets say all (sections 4.2 and 5.2 of [VanUem2018]).  A class *dominates* another if
its sets are less likely whenever 1/2 < p < 1; by *shifts* if zeros need only be taken away
from configurations of the other.

>>> {zeros: found.sets for zeros, found in classes(4, 4).items()}
{(0, 1, 2, 1, 0): 24, (1, 0, 1, 2, 0): 6, (0, 2, 1, 0, 1): 6, (1, 1, 0, 1, 1): 4}
>>> sum(found.sets for found in classes(4, 5).values())
560
>>> sum(found.new for found in classes(4, 5).values())
80
>>> dominates((0, 2, 2, 2, 1, 0), (1, 1, 1, 3, 1, 0))
True
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise, permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.solve.adequate.adequate_sets import pattern
from whoknows.games.hats.solve.adequate.patterns import Pattern
from whoknows.games.hats.solve.cube_bits import balls, codes_of
from whoknows.games.hats.solve.maximal.dominating_sets import minimal_sets

COUNTED = 5  # agents at most whose sets of any size are counted


class Class(NamedTuple):
    """How many adequate sets have the same counts of zeros, and how many are new."""

    sets: int
    new: int
    """Minimal ones: no smaller adequate set is part of them."""


class Arrow(NamedTuple):
    """One class dominates another, with none between."""

    above: Pattern
    below: Pattern
    by_shifts: bool


def classes(players: int, size: int) -> dict[Pattern, Class]:
    """The classes of adequate sets of a size, least likely for large p first."""
    if not 2 <= players <= COUNTED:
        raise TooLarge(
            f"classes are counted for 2 to {COUNTED} players, not {players}: there are"
            f" 2^{1 << players} sets"
        )
    if not 1 <= size <= 1 << players:
        raise BadSetup(f"there is no set of {size} among {1 << players} configurations")
    every, new = set_counts(players), minimal_counts(players)
    found = [zeros for zeros in every if sum(zeros) == size]
    return {
        zeros: Class(every[zeros], new.get(zeros, 0))
        for zeros in sorted(found, key=lambda zeros: zeros[::-1])
    }


@lru_cache
def minimal_counts(players: int) -> dict[Pattern, int]:
    """How many minimal adequate sets have each counts of zeros."""
    return dict(Counter(pattern(codes_of(mask), players) for mask in minimal_sets(players)))


@lru_cache
def set_counts(players: int) -> dict[Pattern, int]:
    """How many adequate sets, minimal or not, have each counts of zeros."""
    if players < COUNTED:
        sets = np.arange(1 << (1 << players))
        fine = uncovered(players) == 0
        codes, numbers = np.unique(zero_codes(players)[sets[fine]], return_counts=True)
        return {
            decoded(code, players): number
            for code, number in zip(codes.tolist(), numbers.tolist(), strict=True)
        }
    return halves_counted(players)


def halves_counted(players: int) -> dict[Pattern, int]:
    """`set_counts`, the cube cut in two halves by the first agent's hat.

    What a half does not cover by itself must be in the other.  The sets of one half are
    taken up to the order of its agents, each standing for all it can be carried to.
    """
    half = players - 1
    sets, open_ = np.arange(1 << (1 << half)), uncovered(half)
    kinds, kind = np.unique(zero_codes(half), return_inverse=True)
    found = np.zeros((len(kinds), len(kinds)), np.int64)
    for one, times in up_to_order(half):
        needed = int(open_[one])
        fine = ((sets & needed) == needed) & ((open_ & ~one) == 0)
        found[kind[one]] += times * np.bincount(kind[fine], minlength=len(kinds))
    total: Counter[Pattern] = Counter()
    for white, black in zip(*np.nonzero(found), strict=True):  # the first wears R, or B
        with_zero = (0, *decoded(int(kinds[white]), half))
        without = (*decoded(int(kinds[black]), half), 0)
        zeros = tuple(a + b for a, b in zip(with_zero, without, strict=True))
        total[zeros] += int(found[white, black])
    return dict(total)


def up_to_order(players: int) -> list[tuple[int, int]]:
    """One set of each kind when agents are renamed, and how many there are of the kind."""
    sets = np.arange(1 << (1 << players))
    least = sets.copy()
    corners = range(1 << players)
    for order in permutations(range(players)):
        image = np.zeros_like(sets)
        for corner in corners:
            moved = sum((corner >> k & 1) << order[k] for k in range(players))
            image |= (sets >> corner & 1) << moved
        least = np.minimum(least, image)
    kinds, sizes = np.unique(least, return_counts=True)
    return list(zip(kinds.tolist(), sizes.tolist(), strict=True))


@lru_cache
def uncovered(players: int) -> NDArray[np.int64]:
    """For every set of corners, as a number, the corners that it does not cover."""
    sets = np.arange(1 << (1 << players))
    found = np.zeros_like(sets)
    for corner, ball in enumerate(balls(players)):
        found |= ((sets & ball) == 0).astype(np.int64) << corner
    return found


@lru_cache
def zero_codes(players: int) -> NDArray[np.int64]:
    """For every set of corners its counts of zeros, as one number in base 2^N."""
    sets = np.arange(1 << (1 << players))
    found = np.zeros_like(sets)
    for corner in range(1 << players):
        zeros = players - corner.bit_count()
        found += (sets >> corner & 1) * (1 << players) ** zeros
    return found


def decoded(code: int, players: int) -> Pattern:
    """Counts of zeros from the number that `zero_codes` makes of them."""
    return tuple(code // (1 << players) ** k % (1 << players) for k in range(players + 1))


def arrows(patterns: Iterable[Pattern]) -> list[Arrow]:
    """The diagram of dominance: who dominates whom, with none between."""
    every = list(patterns)
    over = {(a, b) for a in every for b in every if a != b and dominates(a, b)}
    return [
        Arrow(a, b, by_shifts(a, b))
        for a, b in sorted(over, key=lambda pair: (pair[0][::-1], pair[1][::-1]))
        if not any((a, c) in over and (c, b) in over for c in every)
    ]


def dominates(one: Pattern, other: Pattern) -> bool:
    """Whether sets of the first class are less likely for all 1/2 < p < 1."""
    difference = [b - a for a, b in zip(one, other, strict=True)]  # in t = p / q > 1
    shifted = [
        sum(comb(k, j) * difference[k] for k in range(j, len(difference)))
        for j in range(len(difference))
    ]
    return is_positive([Fraction(value) for value in shifted])


def by_shifts(one: Pattern, other: Pattern) -> bool:
    """Whether the first is the other with zeros taken away: fewer with k zeros or more."""
    tails = [tuple(accumulate(reversed(zeros))) for zeros in (one, other)]
    return all(a <= b for a, b in zip(*tails, strict=True))


def is_positive(polynomial: Sequence[Fraction]) -> bool:
    """Whether a polynomial, its constant first, is above 0 for all s > 0: by Sturm."""
    chain = [trimmed(polynomial)]
    if not chain[0] or chain[0][-1] < 0:
        return False
    while not chain[0][0]:
        chain[0] = chain[0][1:]  # a root at 0 is no root above it
    chain.append(trimmed([k * c for k, c in enumerate(chain[0])][1:]))
    while chain[-1]:
        chain.append([-c for c in remainder(chain[-2], chain[-1])])
    signs = [[p[0] for p in chain if p and p[0]], [p[-1] for p in chain if p]]
    at_zero, at_end = (sum((a > 0) != (b > 0) for a, b in pairwise(row)) for row in signs)
    return at_zero == at_end


def trimmed(polynomial: Sequence[Fraction]) -> list[Fraction]:
    """The polynomial without zeros at its end."""
    found = list(polynomial)
    while found and not found[-1]:
        found.pop()
    return found


def remainder(one: Sequence[Fraction], other: Sequence[Fraction]) -> list[Fraction]:
    """What is left of a polynomial when it is divided by another."""
    rest = list(one)
    while len(rest) >= len(other):
        factor = rest[-1] / other[-1]
        place = len(rest) - len(other)
        rest = [
            c - (factor * other[k - place] if k >= place else 0) for k, c in enumerate(rest)
        ]
        rest = trimmed(rest[:-1])
    return rest
