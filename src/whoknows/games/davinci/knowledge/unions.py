"""Counting worlds over many lists by sums over subsets of tiles.

The hands of one list have all the same number of tiles, so that hands from several lists
are pairwise disjoint exactly when their union has as many tiles as they have together.
Unions are counted, whatever they overlap, by the product of the sums over subsets, turned
back; those of the full size are the disjoint ones [Bjorklund2007].  The work grows with
two to the number of tiles in doubt, and hardly with the lists.
"""

from collections.abc import Sequence
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge
from whoknows.games.davinci.knowledge.hand_lists import Words

Sums: TypeAlias = NDArray[np.int64]  # one number for every set of tiles
Codes: TypeAlias = NDArray[np.int64]  # sets of tiles, the tiles in doubt counted from 0
MOST_TILES = 22


class Unions:
    """Lists of words with sizes, ready for counting the ways to fill all but some."""

    def __init__(
        self, words: Sequence[Words], sizes: Sequence[NDArray[np.float64]]
    ) -> None:
        """Lists of words, and for each word how many hands it stands for."""
        self.tiles = tiles_of(words)
        if len(self.tiles) > MOST_TILES:
            raise TooLarge(f"{len(self.tiles)} tiles in doubt; at most {MOST_TILES}")
        if prod(float(size.sum()) for size in sizes) >= 2**62:
            raise TooLarge("more than 2**62 worlds to count")
        self.codes = [packed(some, self.tiles) for some in words]
        self.counts = [int(some[0]).bit_count() for some in words]
        top = 1 << len(self.tiles)
        self.sums = [
            below(np.bincount(code, size, top).astype(np.int64))
            for code, size in zip(self.codes, sizes, strict=True)
        ]

    def ways(self, *left_out: int) -> Sums:
        """For each set of tiles, the ways to fill the other lists without touching it."""
        rest = [i for i in range(len(self.sums)) if i not in left_out]
        unions = exactly(np.multiply.reduce([self.sums[i] for i in rest]))
        full = np.bitwise_count(np.arange(len(unions))) == sum(self.counts[i] for i in rest)
        return below(np.where(full, unions, 0))[::-1]  # the sets of the complement

    def over(self, i: int) -> NDArray[np.float64]:
        """For each word of a list, the ways to fill the other lists."""
        return self.ways(i)[self.codes[i]].astype(np.float64)

    def between(self, i: int, j: int) -> NDArray[np.float64]:
        """For each pair of words of two lists, the ways to fill the others."""
        one, two = self.codes[i][:, None], self.codes[j][None, :]
        ways = self.ways(i, j)[one | two]
        return np.where(one & two, 0, ways).astype(np.float64)


def below(values: Sums) -> Sums:
    """For each set, the sum over its subsets (the zeta transform)."""
    sums = values.copy()
    for bit in range(len(sums).bit_length() - 1):
        view = sums.reshape(-1, 2, 1 << bit)
        view[:, 1] += view[:, 0]
    return sums


def exactly(sums: Sums) -> Sums:
    """The values that have these sums over subsets; undoes `below`."""
    values = sums.copy()
    for bit in range(len(values).bit_length() - 1):
        view = values.reshape(-1, 2, 1 << bit)
        view[:, 1] -= view[:, 0]
    return values


def tiles_of(words: Sequence[Words]) -> list[int]:
    """The tiles that occur in some list."""
    every = 0
    for some in words:
        every |= int(np.bitwise_or.reduce(some))
    return [tile for tile in range(64) if every >> tile & 1]


def packed(words: Words, tiles: list[int]) -> Codes:
    """The words with the given tiles' bits side by side."""
    codes = np.zeros(len(words), np.int64)
    for place, tile in enumerate(tiles):
        codes |= ((words >> np.uint64(tile)) & np.uint64(1)).astype(np.int64) << place
    return codes
