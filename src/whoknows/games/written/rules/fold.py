"""One game at a table: a text is the setup, a row is the secret, facts are the record.

What is public is a list of facts: who made which moves, and the values that all then
heard or saw.  What anybody knows is a fold over these facts, and never needs the secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from whoknows.asking.option import option
from whoknows.errors import BadSetup, IllegalMove
from whoknows.games.written.rules.read_game import read_book
from whoknows.games.written.rules.rules_of_text import PASS, Book, Item, Kind, Move
from whoknows.games.written.rules.terms import CLAIM, NUMBER
from whoknows.play.game import Event, History

GALLERY = Path(__file__).parent.parent / "gallery"
FIRST = "guesswho"
NONE = -(2**15)  # stands for what is not seen

World: TypeAlias = int  # the number of a world: its row, or its values as bits
Secret: TypeAlias = World


@cache
def gallery_text(name: str) -> str:
    """The text of a game of the gallery."""
    return (GALLERY / f"{name}.game").read_text(encoding="utf-8")


@cache
def gallery() -> tuple[str, ...]:
    """The names of the games that come with whoknows as texts."""
    return tuple(sorted(path.stem for path in GALLERY.glob("*.game")))


@dataclass(frozen=True)
class Setup:
    """A game in words: its whole text, or the name of one in the gallery."""

    text: str = option(FIRST, "The game", kind="text", help="its text, or a name: cluedo")

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise BadSetup(f"a game is a text, not {type(self.text).__name__}")
        if "\n" not in self.text and self.text in gallery():
            object.__setattr__(self, "text", gallery_text(self.text))
        read_book(self.text)

    @property
    def book(self) -> Book:
        """The rules; a text that was not used for long is read anew."""
        return read_book(self.text)

    def __str__(self) -> str:
        return self.book.title


class Fact(NamedTuple):
    """What all learn in one turn: the moves, and the values then heard or seen."""

    moves: tuple[tuple[int, Move], ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the referee says to the moves of a turn."""

    said: tuple[tuple[str, str], ...] = ()  # by its label, in words
    not_so: tuple[int, ...] = ()  # seats whose moves meant what was not so


@dataclass(frozen=True, slots=True)
class Whisper:
    """What one seat alone was told in a turn."""

    seat: int
    turn: int
    text: str


Record: TypeAlias = tuple[Fact, ...]


@dataclass(frozen=True)
class State:
    """The world that is so, and all that happened; the referee's alone."""

    setup: Any
    world: World
    record: Record = ()
    whispers: tuple[Whisper, ...] = ()
    movers: tuple[int, ...] = ()  # whose turn it is


@dataclass(frozen=True)
class Sight:
    """What one seat sees: its cell among the public worlds, and all that happened."""

    setup: Any
    seat: int | None
    record: Record
    cell: int = 0  # the label of what it has seen; worlds that look alike have the same
    seen: tuple[tuple[str, str], ...] = ()  # what lies open to it now, in words
    whispers: tuple[Whisper, ...] = ()
    world: World | None = None  # when the game is over

    @cached_property
    def history(self) -> History:
        """What was done in public, and what the referee said to it."""
        return events(self.setup.book, self.record)


class Public(Protocol):
    """What all can work out at one moment."""

    turn: tuple[int, ...]

    def cell(self, seat: int, world: World) -> int:
        """The label of what a seat has seen in a world."""

    def seen(self, seat: int | None, world: World) -> tuple[tuple[str, str], ...]:
        """What lies open to a seat in a world, in words."""

    def refusal(self, seat: int, move: Move, world: World) -> str | None:
        """Why a seat may not make a move in a world; nothing, if it may."""

    def outcome(self, moves: tuple[tuple[int, Move], ...], world: World) -> tuple[Any, ...]:
        """The fact of these moves in a world, and who is told what besides."""


Known: TypeAlias = Callable[[Any, Record], Public]  # the picture after a record


def start(setup: Any, secret: World, known: Known) -> State:
    """The deal, as far as all see it."""
    worlds = setup.book.worlds
    if isinstance(secret, bool) or not isinstance(secret, int) or not worlds.has(secret):
        raise BadSetup(f"world {secret!r} is none of the {worlds.size:,} worlds")
    fact, whispers = known(setup, ()).outcome((), secret)
    return State(setup, secret, (fact,), whispers, known(setup, (fact,)).turn)


def turn(state: State) -> tuple[int, ...]:
    """Who moves now; nobody when the game is over."""
    return state.movers


def play(state: State, moves: Mapping[int, Move], known: Known) -> State:
    """The state after the moves of one turn."""
    picture = known(state.setup, state.record)
    if set(moves) != set(state.movers):
        raise IllegalMove(f"the turn is of {state.movers}, not of {tuple(moves)}")
    made = tuple(sorted(moves.items()))
    for seat, move in made:
        refusal = picture.refusal(seat, move, state.world)
        if refusal:
            raise IllegalMove(refusal)
    fact, whispers = picture.outcome(made, state.world)
    record = (*state.record, fact)
    whispers = (*state.whispers, *whispers)
    movers = known(state.setup, record).turn
    return State(state.setup, state.world, record, whispers, movers)


def sight_of(state: State, seat: int | None, known: Known) -> Sight:
    """What the seat sees now; when the game is over, all see all."""
    picture = known(state.setup, state.record)
    over = not picture.turn
    mine = tuple(each for each in state.whispers if each.seat == seat)
    cell = 0 if seat is None else picture.cell(seat, state.world)
    seen = picture.seen(seat, state.world)
    world = state.world if over else None
    return Sight(state.setup, seat, state.record, cell, seen, mine, world)


def events(book: Book, record: Record) -> History:
    """The turns of a record, as events; the deal is none."""
    return tuple(Event(dict(fact.moves), answer_of(book, fact)) for fact in record[1:])


def answer_of(book: Book, fact: Fact) -> Answer:
    """What the referee said, in words, from the values that were heard."""
    values = iter(fact.values)
    said: list[tuple[str, str]] = []
    not_so: list[int] = []
    for seat, move in fact.moves:
        kind = book.kinds.get(move.name)
        if kind is None:
            continue
        if kind.says and not next(values):
            not_so.append(seat)
        for item in kind.answers:
            value = next(values)
            if value != NONE:
                said.append((item.label, value_text(book, item, value)))
        if kind.again is not None:
            next(values)
    return Answer(tuple(said), tuple(not_so))


def value_text(book: Book, item: Item, value: int) -> str:
    """A value of an answer as people read it."""
    if item.term.kind == CLAIM:
        return "yes" if value else "no"
    return str(value) if item.term.kind == NUMBER else book.value_name(value)


def dealt(setup: Any, rng: np.random.Generator) -> World:
    """A world drawn by the weights."""
    return int(setup.book.worlds.random_world(rng))


# ------------------------------------------------------------------------- moves as text


def move_name(move: Move) -> str:
    """A move as people type it: `guess bob 2 5`."""
    return " ".join([move.name, *move.args])


def parse_move(book: Book, text: str) -> Move:
    """The move that people mean; raises `IllegalMove`."""
    words = text.replace(",", " ").replace("(", " ").replace(")", " ").split()
    name = words[0] if words else ""
    if name == PASS.name and name not in book.kinds and len(words) == 1:
        return PASS
    if name not in book.kinds:
        shown = ", ".join(list(book.kinds)[:12])
        raise IllegalMove(f"{text[:60]!r} is no move; moves are {shown}")
    kind = book.kinds[name]
    wanted = [parameter.name for parameter in kind.parameters]
    if len(words) - 1 != len(wanted):
        form = " ".join([name, *(f"<{one}>" for one in wanted)])
        raise IllegalMove(f"{text[:60]!r} is no move; wanted {form}")
    args = [argument(book, kind, k, word) for k, word in enumerate(words[1:])]
    return Move(name, tuple(args))


def argument(book: Book, kind: Kind, place: int, word: str) -> str:
    """The value of a parameter that people mean."""
    values = kind.parameters[place].values
    found = book.code_of(word)
    if found is None or found not in values:
        shown = ", ".join(map(book.value_name, values[:12]))
        raise IllegalMove(f"{word[:40]!r} is none of {shown}")
    return book.value_name(found)
