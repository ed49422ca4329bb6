"""Lists of hands: the still-possible codes of one player, as a table of tiles.

A row is a hand; beside it stands its set of tiles as one 64-bit word, so that two hands
fit together when the *and* of their words is zero.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge
from whoknows.games.davinci.rules import Setup, Tile, is_joker
from whoknows.games.davinci.rules.setup import MOST_NUMBERS

Tiles: TypeAlias = NDArray[np.int8]  # a row is a hand, a column a place
Words: TypeAlias = NDArray[np.uint64]  # the set of tiles of each hand, a bit a tile
Rows: TypeAlias = NDArray[np.bool_] | NDArray[np.intp]  # which hands of a list

MOST_HANDS = 2_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """The still-possible hands of one player."""

    tiles: Tiles
    words: Words

    def __len__(self) -> int:
        return len(self.words)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hands):
            return NotImplemented
        return self is other or np.array_equal(self.tiles, other.tiles)

    def __hash__(self) -> int:
        """Cheap, and equal for equal lists: the size, the first and the last hand."""
        if not len(self):
            return hash(self.tiles.shape)
        return hash((self.tiles.shape, int(self.words[0]), int(self.words[-1])))

    def take(self, rows: Rows) -> "Hands":
        """The hands of these rows."""
        return Hands(self.tiles[rows], self.words[rows])

    def apart(self, word: int | np.uint64) -> "Hands":
        """The hands that have none of these tiles."""
        rows = (self.words & np.uint64(word)) == 0
        return self if rows.all() else self.take(rows)

    def codes(self) -> list[tuple[Tile, ...]]:
        """The hands as plain tuples."""
        return [tuple(row) for row in self.tiles.tolist()]


def make_hands(tiles: Tiles) -> Hands:
    """The list of these rows, with their words."""
    bits = np.left_shift(np.uint64(1), tiles.astype(np.uint64))
    return Hands(tiles, np.bitwise_or.reduce(bits, axis=1, initial=np.uint64(0)))


@lru_cache(maxsize=4096)
def hands_of(setup: Setup, colors: str) -> Hands:
    """Every hand whose tiles show these colors from left to right."""
    estimate = count_hands(setup, colors)
    if estimate > MOST_HANDS:
        raise TooLarge(f"{estimate} hands show {colors}; at most {MOST_HANDS} are listed")
    places = [joker_places(setup, colors, color) for color in setup.colors]
    parts = [
        with_jokers(setup, colors, dict(zip(setup.colors, chosen, strict=True)))
        for chosen in product(*places)
    ]
    return make_hands(np.concatenate(parts))


def joker_places(setup: Setup, colors: str, color: str) -> list[int | None]:
    """Where the joker of a color may stand in such a hand; `None` is not in it."""
    if not setup.jokers:
        return [None]
    return [None, *(place for place, at in enumerate(colors) if at == color)]


def with_jokers(setup: Setup, colors: str, at: dict[str, int | None]) -> Tiles:
    """The hands with jokers exactly there, numbers rising elsewhere."""
    jokers = {place: color for color, place in at.items() if place is not None}
    rest = "".join(color for place, color in enumerate(colors) if place not in jokers)
    rising = chains(setup, rest)
    tiles = np.empty((len(rising), len(colors)), np.int8)
    numbers = [place for place in range(len(colors)) if place not in jokers]
    tiles[:, numbers] = rising
    for place, color in jokers.items():
        tiles[:, place] = setup.of_color(color)[-1]
    return tiles


def chains(setup: Setup, colors: str) -> Tiles:
    """All rising rows of number tiles that show these colors."""
    rows = np.empty((1, 0), np.int8)
    last = np.array([-1], np.int8)
    for color in colors:
        tiles = np.array([t for t in setup.of_color(color) if not is_joker(t)], np.int8)
        row, tile = np.nonzero(last[:, None] < tiles[None, :])
        last = tiles[tile]
        rows = np.concatenate([rows[row], last[:, None]], axis=1)
    return rows


def count_hands(setup: Setup, colors: str) -> int:
    """How many hands show these colors, counted without listing them.

    >>> count_hands(Setup(tiles=24), "bwbw")
    1001
    """
    total = 0
    places = [joker_places(setup, colors, color) for color in setup.colors]
    for chosen in product(*places):
        rest = [color for place, color in enumerate(colors) if place not in chosen]
        total += count_chains(setup, "".join(rest))
    return total


@lru_cache(maxsize=4096)
def count_chains(setup: Setup, colors: str) -> int:
    """How many rising rows of number tiles show these colors."""
    top = 2 * MOST_NUMBERS
    ending = [1] + [0] * top  # rows so far, by 1 + their last tile
    for color in colors:
        before, ending = ending, [0] * (top + 1)
        for tile in setup.of_color(color):
            if not is_joker(tile):
                ending[tile + 1] = sum(before[: tile + 1])
    return sum(ending)
