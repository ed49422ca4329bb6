"""Whether a set of words covers the cube, looked at word by word, 64 to a machine word.

The proof by syndromes needs no such look; this is the second opinion, and the only one
for a set of words that has no structure.

>>> first_uncovered(pack([0, 7], 3), 3) is None, first_uncovered(pack([0], 3), 3)
(True, 3)
"""

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.hats.rules import Code
from whoknows.games.hats.solve.codes.coset_code import CosetCode

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
    found = bits.copy()
    for place in range(min(length, 6)):
        step, half = np.uint64(1 << place), np.uint64(HALVES[place])
        found |= ((bits & half) << step) | ((bits >> step) & half)
    for place in range(6, length):
        shape = (-1, 2, 1 << (place - 6))
        found |= bits.reshape(shape)[:, ::-1].reshape(-1)
    return found


def first_uncovered(bits: Bits, length: int) -> Code | None:
    """The first word that is neither in the set nor next to it."""
    missing = ~reached(bits, length)
    if length < 6:
        missing &= np.uint64((1 << (1 << length)) - 1)
    places = np.flatnonzero(missing)
    if not places.size:
        return None
    word = int(missing[places[0]])
    return int(places[0]) * 64 + (word & -word).bit_length() - 1
