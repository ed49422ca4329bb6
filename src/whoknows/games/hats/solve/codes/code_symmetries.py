"""Columns and a symmetry that keeps them: the structure that a search is given.

A linear map M of order k permutes the columns; with a shift it moves the labels as well.
Labels are then chosen orbit by orbit: k times fewer choices, and good codes are often so.
M is put together from blocks, companion matrices of factors of x^k - 1 over two elements.

>>> shape = drawn_shape(5, 4, np.random.default_rng(1))
>>> {shape.turned(column) for column in shape.columns} == set(shape.columns)
True
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup
from whoknows.games.hats.solve.codes.coset_code import Syndrome, dimension

# For each order the last columns of companion matrices, the lowest bit first.
BLOCKS = {
    1: ["1"],
    2: ["10"],
    3: ["11", "100"],
    4: ["111", "1000", "10"],
    5: ["1111", "10000"],
    6: ["1010", "11111", "10", "11", "100"],
    7: ["110", "101"],
    8: ["10000000", "1111111", "1000", "111", "10"],
}
TRIES = 300


@dataclass(frozen=True, slots=True)
class Shape:
    """Columns, and a map that permutes them: images of the units, and a shift."""

    columns: tuple[Syndrome, ...]
    images: tuple[Syndrome, ...]
    shift: Syndrome

    def turned(self, syndrome: Syndrome) -> Syndrome:
        """Where the map takes a syndrome, without the shift."""
        total = 0
        for place, image in enumerate(self.images):
            total ^= image * (syndrome >> place & 1)
        return total

    def table(self) -> NDArray[np.int32]:
        """Where the map takes every syndrome, with the shift."""
        found = np.array([self.shift], np.int32)
        for image in self.images:
            found = np.concatenate([found, found ^ np.int32(image)])
        return found


def drawn_shape(length: int, rank: int, rng: np.random.Generator) -> Shape:
    """A shape drawn at random: half of them have the units among their columns."""
    if not rank <= length < 1 << rank:
        raise BadSetup(f"no {length} columns of {rank} bits, all different, span them")
    while True:
        order = int(rng.choice(list(BLOCKS)))
        with_units = bool(rng.random() < 0.5)
        images = turn(rank, order, rng) if with_units else blocks(rank, order, rng)
        shift = int(rng.integers(1 << rank)) if rng.random() < 0.4 else 0
        columns = [1 << place for place in range(rank)] if with_units else []
        filled = fill(columns, length, Shape((), images, shift), rng)
        if len(filled) == length and dimension(filled) == rank:
            return Shape(tuple(filled), images, shift)


def turn(rank: int, order: int, rng: np.random.Generator) -> tuple[Syndrome, ...]:
    """A permutation of the units: some cycles of the order, the rest stay."""
    places = rng.permutation(rank).tolist()
    images = [1 << place for place in range(rank)]
    for _ in range(int(rng.integers(1, rank // order + 1)) if rank >= order else 0):
        cycle, places = places[:order], places[order:]
        for place, after in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
            images[place] = 1 << after
    return tuple(images)


def blocks(rank: int, order: int, rng: np.random.Generator) -> tuple[Syndrome, ...]:
    """Blocks along the diagonal, drawn until all places are used."""
    images: list[Syndrome] = []
    while len(images) < rank:
        at = len(images)
        fitting = [word for word in BLOCKS[order] if len(word) <= rank - at]
        word = str(rng.choice(fitting)) if fitting and rng.random() < 0.85 else "1"
        images += [1 << place for place in range(at + 1, at + len(word))]
        images.append(int(word[::-1], 2) << at)
    return tuple(images)


def fill(
    columns: list[Syndrome], length: int, shape: Shape, rng: np.random.Generator
) -> list[Syndrome]:
    """The columns with whole orbits added until there are enough, if they fit."""
    filled = list(columns)
    for _ in range(TRIES):
        if len(filled) == length:
            break
        orbit = [int(rng.integers(1, 1 << len(shape.images)))]
        while (after := shape.turned(orbit[-1])) != orbit[0]:
            orbit.append(after)
        if len(filled) + len(orbit) <= length and not set(orbit) & set(filled):
            filled += orbit
    return filled
