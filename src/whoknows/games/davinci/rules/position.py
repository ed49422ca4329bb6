"""Where a game stands: the deal, the referee's position, and the table that all see."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from whoknows.games.davinci.rules.setup import Setup, Tile, tile_color

Code: TypeAlias = tuple[Tile, ...]  # the tiles of one player, from left to right
Phase: TypeAlias = Literal["arrange", "guess", "go on", "hide", "open", "over"]


@dataclass(frozen=True, slots=True)
class Deal:
    """The secret: every hand, the order of the pile (drawn from its front), who begins."""

    hands: tuple[Code, ...]
    pile: Code = ()
    first: int = 0
    open: tuple[tuple[int, int], ...] = ()
    """Places (seat, place) whose tiles lie open from the start."""
    arranged: bool = True
    """Whether jokers stand where they are; if not, their owners place them first."""


@dataclass(frozen=True, slots=True)
class Position:
    """All of a game as it stands, secrets included: the referee's alone."""

    setup: Setup
    codes: tuple[Code, ...]
    hidden: tuple[tuple[bool, ...], ...]
    """For each tile of each code, whether it still stands hidden."""
    pile: Code
    seat: int
    """Whose turn it is."""
    phase: Phase
    drawn: Tile | None = None
    """The tile that this seat drew and has not yet placed."""

    def alive(self, seat: int) -> bool:
        """Whether the seat still has a hidden tile."""
        return any(self.hidden[seat])

    def table(self) -> "PublicTable":
        """What all see of it."""
        seen = tuple(
            tuple(
                (tile_color(tile), None if hidden else tile)
                for tile, hidden in zip(code, row, strict=True)
            )
            for code, row in zip(self.codes, self.hidden, strict=True)
        )
        if self.phase == "arrange":
            seen = tuple(() for _ in seen)
        drawn = None if self.drawn is None else tile_color(self.drawn)
        shown = self.drawn if self.phase == "open" else None
        return PublicTable(
            self.setup, seen, len(self.pile), self.seat, self.phase, drawn, shown
        )


@dataclass(frozen=True, slots=True)
class PublicTable:
    """What everyone sees: colors, open tiles, the pile's size, whose turn it is."""

    setup: Setup
    codes: tuple[tuple[tuple[str, Tile | None], ...], ...]
    """For each tile of each code its color, and the tile itself if it lies open."""
    pile: int
    seat: int
    phase: Phase
    drawn: str | None = None
    """The color of the tile that this seat drew and has not yet placed."""
    shown: Tile | None = None
    """That tile, once it had to be shown."""

    def hidden(self, seat: int) -> list[int]:
        """The places of a seat whose tiles still stand hidden."""
        return [place for place, (_, tile) in enumerate(self.codes[seat]) if tile is None]

    def alive(self, seat: int) -> bool:
        """Whether the seat is still in the game."""
        return any(tile is None for _, tile in self.codes[seat])


def word_of(tiles: tuple[Tile, ...]) -> int:
    """A set of tiles as one word."""
    return sum(1 << tile for tile in set(tiles))
