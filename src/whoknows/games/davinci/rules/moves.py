"""The moves of a seat, and the facts that all learn from them, each with its words.

A move is what a seat does; a *fact* is what everyone then sees.  Public knowledge is a
fold over facts and never needs the secret.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from whoknows.errors import IllegalMove, UnknownName, is_whole, shortened
from whoknows.games.davinci.rules.setup import Setup, Tile, tile_name


@dataclass(frozen=True, slots=True)
class Guess:
    """To say that a tile stands at a place of somebody's code.  Places count from 0."""

    seat: int
    place: int
    tile: Tile
    insist: bool = False
    """A person's guess that they know to be wrong; only its answer is then announced."""


@dataclass(frozen=True, slots=True)
class Stop:
    """To end the turn after a right guess."""


@dataclass(frozen=True, slots=True)
class Place:
    """To put the drawn tile at this place of one's code (asked only where jokers are)."""

    place: int


@dataclass(frozen=True, slots=True)
class Arrange:
    """To set up one's first code, the jokers one holds at these places (black first)."""

    places: tuple[int, ...] = ()


Move: TypeAlias = Guess | Stop | Place | Arrange


@dataclass(frozen=True, slots=True)
class Dealt:
    """The codes stand: the colors all see, and tiles open from the start."""

    colors: tuple[str, ...]
    open: tuple[tuple[int, int, Tile], ...] = ()


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew a tile; its back shows the color."""

    seat: int
    color: str


@dataclass(frozen=True, slots=True)
class Right:
    """A guess was right, and the tile lies open."""

    asker: int
    seat: int
    place: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Wrong:
    """A guess was wrong; `insist` if the asker is known to have known so."""

    asker: int
    seat: int
    place: int
    tile: Tile
    insist: bool = False


@dataclass(frozen=True, slots=True)
class Stopped:
    """A seat ended its turn after a right guess."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat showed the tile that it drew, after a wrong guess."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat put the tile that it drew at this place of its code, open or hidden."""

    seat: int
    place: int
    open: bool = False


Fact: TypeAlias = Dealt | Drew | Right | Wrong | Stopped | Shown | Placed


@dataclass(frozen=True, slots=True)
class Answer:
    """What a turn showed to all, in words: the answer of the public history."""

    right: bool | None = None
    """Whether the guess was right."""
    shown: str | None = None
    """The drawn tile, if it had to be shown."""
    placed: int | None = None
    """The place, counted from 1, where the drawn tile was put."""
    drew: str | None = None
    """The color that the next player drew."""
    colors: tuple[str, ...] | None = None
    """The colors of all codes, once they stand."""


AGENTS = "abcdefgh"


def answer_of(facts: Iterable[Fact]) -> Answer:
    """The facts of one turn as its answer."""
    said: dict[str, Any] = {}
    for fact in facts:
        match fact:
            case Right() | Wrong():
                said["right"] = isinstance(fact, Right)
            case Shown():
                said["shown"] = tile_name(fact.tile)
            case Placed():
                said["placed"] = fact.place + 1
            case Drew():
                said["drew"] = fact.color
            case Dealt():
                said["colors"] = fact.colors
    return Answer(**said)


def answer_name(answer: Answer) -> str:
    """An answer as people say it: `wrong; shows w5; puts it at place 3`."""
    words = []
    if answer.right is not None:
        words.append("right" if answer.right else "wrong")
    if answer.shown is not None:
        words.append(f"shows {answer.shown}")
    if answer.placed is not None:
        words.append(f"puts it at place {answer.placed}")
    if answer.colors is not None:
        words.append("codes " + " ".join(answer.colors))
    if answer.drew is not None:
        words.append("next draws " + {"b": "black", "w": "white"}[answer.drew])
    return "; ".join(words)


def agent_name(seat: int) -> str:
    """The letter of a seat, as in the paper: `a` is seat 0."""
    return AGENTS[seat]


def move_name(move: Move) -> str:
    """A move as people type it: `c3=w5`, `stop`, `place 2`, `arrange 1`."""
    match move:
        case Guess():
            name = f"{agent_name(move.seat)}{move.place + 1}={tile_name(move.tile)}"
            return name + ("!" if move.insist else "")
        case Stop():
            return "stop"
        case Place():
            return f"place {move.place + 1}"
        case Arrange():
            return " ".join(["arrange", *(str(place + 1) for place in move.places)])


def parse_move(text: str, setup: Setup) -> Move:
    """The move that people mean; inverse of `move_name`; raises `IllegalMove`."""
    words = text.strip().lower().split()
    if words == ["stop"]:
        return Stop()
    numbers = [int(word) - 1 for word in words[1:] if is_whole(word)]
    if words and len(numbers) == len(words) - 1:
        if words[0] == "place" and len(numbers) == 1:
            return Place(numbers[0])
        if words[0] == "arrange":
            return Arrange(tuple(numbers))
    return parse_guess(text, setup)


def parse_guess(text: str, setup: Setup) -> Guess:
    """The guess in `c3=w5` or `c3 w5`, with `!` to insist."""
    found = re.fullmatch(r"\s*([a-h])\s*(\d+)\s*[= ]\s*(\S+?)\s*(!?)\s*", text.lower())
    if not found or not is_whole(found[2]):
        said = shortened(text)
        raise IllegalMove(f"{said} is no move; moves look like c3=w5, stop, place 2")
    agent, place, tile, insist = found.groups()
    seat = AGENTS.index(agent)
    if seat >= setup.players:
        last = agent_name(setup.players - 1)
        raise IllegalMove(f"no player {agent!r}; players are a to {last}")
    try:
        return Guess(seat, int(place) - 1, setup.parse_tile(tile), bool(insist))
    except UnknownName as error:
        raise IllegalMove(str(error)) from None
