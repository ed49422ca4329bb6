"""A size and variant of the game, and the names of its tiles.

A tile is a whole number: twice what is written on it, and one more if it is white.  So
tiles in rising order are in the order of a code, black before white at equal numbers.  The
jokers are above all numbers, and stand anywhere.

>>> tile_name(parse_tile("w5")), parse_tile("b0"), tile_name(BLACK_JOKER)
('w5', 0, 'b-')
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Self, TypeAlias

from whoknows.asking.option import check_options, option
from whoknows.edge import checked
from whoknows.errors import BadSetup, UnknownName, is_whole, shortened

Tile: TypeAlias = int  # twice its number, one more if white; jokers above all numbers
GOING_ON = {
    "certain": "only when they know everything",
    "always": "always",
    "never": "never",
    "greedy": "when they know a tile",
}
SEMANTICS = {
    "del": "everything that follows from it",
    "original": "only that the guesser lacks the tile, as perhaps in the paper's program",
}
COLORS = {"bw": "black and white", "b": "black only", "w": "white only"}
MOST_PLAYERS = 8
MOST_NUMBERS = 30  # so that a set of tiles is one 64-bit word
BLACK_JOKER, WHITE_JOKER = 2 * MOST_NUMBERS, 2 * MOST_NUMBERS + 1


@dataclass(frozen=True, slots=True)
class Setup:
    """A table before the deal; the default is the largest of the paper's Table 2."""

    players: int = option(
        3, "Players", min=2, max=MOST_PLAYERS, help="you among them; the last one in wins"
    )
    tiles: int = option(
        24,
        "Number tiles",
        min=2,
        max=2 * MOST_NUMBERS,
        help="jokers not counted, evenly divided over the colors",
    )
    hand: int = option(
        4,
        "Tiles a hand",
        min=1,
        max=2 * MOST_NUMBERS,
        help="more make a longer game",
    )
    lowest: int = option(
        1,
        "The smallest number",
        min=0,
        max=MOST_NUMBERS - 1,
        help="the tiles are numbered on from it",
    )
    colors: str = option(
        "bw", "Colors", choices=COLORS, help="everybody sees the color of a hidden tile"
    )
    jokers: bool = option(
        False, "A joker of each color", help="which its owner places anywhere"
    )
    drawing: bool = option(
        False,
        "A tile is drawn at the start of every turn",
        help="a wrong guess turns it over",
    )
    semantics: str = option(
        "del",
        "What a wrong guess tells",
        choices=SEMANTICS,
        help="what all players conclude from it",
    )
    going_on: str = option(
        "certain",
        "Strategies go on after a right guess",
        choices=GOING_ON,
        help="a right guess may be followed by another one",
    )

    def __post_init__(self) -> None:
        """Check that such a table can be."""
        check_options(self)
        if self.tiles % len(self.colors):
            raise BadSetup(f"{self.tiles} tiles do not divide evenly over two colors")
        highest = self.lowest + self.tiles // len(self.colors) - 1
        if highest >= MOST_NUMBERS:
            raise BadSetup(f"numbers up to {highest}: at most {MOST_NUMBERS - 1}")
        if self.players * self.hand > self.total:
            raise BadSetup(
                f"{self.players} hands of {self.hand} do not fit {self.total} tiles"
            )

    @classmethod
    def full(cls, players: int = 3, **options: Any) -> Self:
        """The full game of section 1.1: tiles 0-11, jokers, drawing."""
        full = {"tiles": 24, "lowest": 0, "jokers": True, "drawing": True}
        full["hand"] = 4 if players < 4 else 3
        return cls(**{"players": players, **full, **options})

    @property
    def total(self) -> int:
        """All tiles of the game, jokers included."""
        return self.tiles + (len(self.colors) if self.jokers else 0)

    def deck(self) -> tuple[Tile, ...]:
        """All tiles of the game in order, jokers last."""
        return deck(self)

    def of_color(self, color: str) -> list[Tile]:
        """All tiles of a color, the joker last."""
        return [tile for tile in self.deck() if tile_color(tile) == color]

    def parse_tile(self, text: str) -> Tile:
        """The tile of this game that people mean; raises `UnknownName`."""
        word = text.strip().lower()
        if len(self.colors) == 1 and word[:1] not in ("b", "w"):
            word = self.colors + word
        tiles = self.deck()
        known = {tile_name(tile): tile for tile in tiles}
        if word not in known:
            first, last = tile_name(tiles[0]), tile_name(tiles[-1])
            raise UnknownName(f"no tile {shortened(text)}; tiles are {first} to {last}")
        return known[word]

    def parse_code(self, text: str) -> tuple[Tile, ...]:
        """The tiles that people write in a row, as `b1 b4 w6`."""
        return tuple(self.parse_tile(word) for word in text.replace(",", " ").split())


@lru_cache(maxsize=256)
def deck(setup: Setup) -> tuple[Tile, ...]:
    """All tiles of a setup in order, jokers last."""
    numbers = range(setup.lowest, setup.lowest + setup.tiles // len(setup.colors))
    white = ["bw".index(color) for color in setup.colors]
    tiles = [2 * number + color for number in numbers for color in white]
    return (*tiles, *(BLACK_JOKER + color for color in white if setup.jokers))


def tile_color(tile: Tile) -> str:
    """The color of a tile, seen from its back: `b` or `w`."""
    return "bw"[tile & 1]


def is_joker(tile: Tile) -> bool:
    """Whether the tile is a joker."""
    return tile >= BLACK_JOKER


def ordered(code: Sequence[Tile]) -> bool:
    """Whether tiles stand as a code must: rising, jokers anywhere."""
    numbers = [tile for tile in code if not is_joker(tile)]
    return all(low < high for low, high in pairwise(numbers))


def tile_name(tile: Tile) -> str:
    """A tile as people write it: `w5`, or `b-` for the black joker."""
    return tile_color(tile) + ("-" if is_joker(tile) else str(tile // 2))


@checked
def parse_tile(text: str) -> Tile:
    """The tile of that name, in whatever game; inverse of `tile_name`."""
    color, number = text[:1], text[1:]
    if color not in ("b", "w") or not (number == "-" or is_whole(number)):
        raise UnknownName(f"no tile {shortened(text)}; tiles look like b4, w11, or b-")
    high = MOST_NUMBERS if number == "-" else int(number)
    return 2 * high + "bw".index(color)


def code_name(code: Sequence[Tile]) -> str:
    """Tiles in a row, as people write them; inverse of `Setup.parse_code`."""
    return " ".join(map(tile_name, code))
