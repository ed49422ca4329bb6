"""What the paper has: its three examples and its three tables, as data, with errata.

[Eker2020] Thijs Eker, Menno Liefstingh, Maaike Los: "Logical Aspects of Multi-Agent
Systems: Da Vinci Code", June 5, 2020.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["EXAMPLES", "TABLES", "THREE", "Cell", "Example"]

ERRATA: dict[str, str] = {
    "Section 3.1, what a wrong guess removes": 'it removes "relations to worlds where '
    'player a did not know"; meant are worlds where the guesser *knew* that the guess was '
    "wrong, as in its next sentence and in section 2.2.",
    "Section 3.1, what is known": 'it removes worlds where a player knows "that K_a xi_p"; '
    "meant is K_a not xi_p, as in the precondition of section 2.2: with K_a xi_p true the "
    "guess would have been right.",
    "Section 3.1, where it is judged": "it judges what the guesser knew inside each "
    "observer's own model.  Inside the model of the player who was asked no world has the "
    "guessed tile there, so that every wrong guess would leave that player no world at "
    "all; the precondition of section 2.2 must be judged in the public model.",
    "Section 4.3.1": "it speaks of 1,000 games, Tables 1 and 2 of 10,000.",
    "Section 4.3.2": 'it calls Table 3 "Figure 3".',
    "Example 2": "it does not say in which order player b's two tiles stand: black before "
    "white leaves 6 worlds, white before black 3.  The claims made of it hold for both.",
    "Example 3": "it speaks of worlds w1 to w6, which are named in its Figure 4 alone.",
}

HYPOTHESES: dict[str, str] = {
    "Tables 2 and 3": "the paper tells of a simulation, but names no program that could be "
    "read or run.  That its program took a wrong guess to say only that the guesser lacks "
    "the tile (preset `original`), and did not follow the semantics of section 2.2 "
    "(`del`), is a hypothesis; it was chosen after looking at the rates.  Most of "
    "them fit it.  A run of 9,000 games speaks against it at 24 tiles with three players: "
    "70.1 %, where 68.0 % is printed (z = 3.2); 4,500 other games do not (68.3 %).",
    "Section 5.1": "the paper concludes that the defensive strategy gains from more "
    "closed tiles.  In games of ours this is seen under `original` with four players.  "
    "Under `del` the rate of the aggressive strategy rises to the end with three players, "
    "and with four up to 20 tiles; if the defensive count live opponents only, it rises up "
    "to 22 and to 20 tiles.  No fall after that is beyond chance.  These are samples, and "
    "no proof.",
}
"""What only samples speak for: nothing here proves that the paper is wrong."""

FULL_SET: int = 26  # section 1.1: twelve numbers and a joker in two colors
EXAMPLE_3_CHANCE: str = "1/2"  # section 1.2: b's chance to guess a2 right
KNOWN_WRONG: int = 2  # Example 3: w1 and w2, the worlds where b knows that a2 is no 7
STARTER_WINS: tuple[int, int] = (2, 8)  # section 5.1: players, tiles; who starts wins
ALIKE_FOR_TWO: int = 1  # section 5.1: worlds of one of two players that the other confuses
TREND_3: str = "down"  # section 5.1: `aggressive` from 20 tiles on, three players
TREND_4: str = "down"  # the same over all of Table 3, four players


@dataclass(frozen=True, slots=True)
class Cell:
    """One published win rate of the aggressive strategy, in percent."""

    table: int
    players: int
    tiles: int
    closed: int
    games: int
    aggressive: float


def cells(
    table: int, players: int, games: int, tiles: range, rates: tuple[float, ...]
) -> Iterator[Cell]:
    """The cells of a table, hands of four."""
    for total, rate in zip(tiles, rates, strict=True):
        yield Cell(table, players, total, total - 4 * players, games, rate)


TABLES: tuple[Cell, ...] = (
    *cells(1, 2, 10_000, range(8, 15, 2), (49.6, 50.5, 50.0, 50.1)),
    *cells(2, 3, 10_000, range(12, 25, 2), (50.0, 60.4, 68.4, 70.7, 70.7, 69.9, 68.0)),
    *cells(3, 4, 1_000, range(16, 23, 2), (76.3, 74.5, 72.1, 69.9)),
)
"""Tables 1-3 [Eker2020, section 4.3.2]."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example of the paper: a deal, the guesses made, and the worlds it counts."""

    name: str
    agent: str
    """Whose worlds are counted; `all` is what everybody together may hold possible."""
    story: str
    setup: Mapping[str, Any]
    deal: Mapping[str, Any]
    worlds: tuple[int, ...]
    """The worlds that the paper says or shows, at the start and after every guess."""
    guesses: tuple[str, ...] = field(default=())


ONE = Example(
    "1",
    "a",
    "Three players, tiles 1-6, four each.",
    {"players": 3, "tiles": 12, "hand": 4},
    {"hands": ["b1 b4 b5 w6", "b2 w2 w4 b6", "w1 b3 w3 w5"], "first": "b"},
    (6, 2, 2, 1),
    ("c3=w3", "b1=b2", "c4=w5"),
)
TWO_SETUP = {"players": 3, "tiles": 6, "hand": 2}
TWO_DEAL = {"hands": ["b1 b3", "b2 w2", "w1 w3"], "first": "a"}
TWO = Example(
    "2",
    "b",
    "Tiles 1-3; a has bb, b has bw, c has ww: b knows all at once.",
    TWO_SETUP,
    TWO_DEAL,
    (1,),
)
TWO_ALL = Example(
    "2",
    "all",
    "The whole model.",
    TWO_SETUP,
    TWO_DEAL,
    (6,),
)
THREE = Example(
    "3",
    "c",
    "a shows 5 ? 8 ?, b shows 4 ? 10 -, all black.",
    {"players": 3, "tiles": 12, "hand": 4, "colors": "b", "lowest": 0, "jokers": True},
    {
        "hands": ["b5 b6 b8 b11", "b4 b9 b10 b-", "b0 b1 b2 b3"],
        "first": "b",
        "open": ["a1", "a3", "b1", "b3", "b4"],
    },
    (6, 1),
    ("a2=b7",),
)
EXAMPLES: tuple[Example, ...] = (ONE, TWO, TWO_ALL, THREE)
