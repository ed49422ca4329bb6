"""A written game as the catalog has it: one game object for all texts.

Its setup is the whole text, so that a room, a transcript, or a row of an experiment has
all that is needed to play the game again, anywhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from whoknows.asking.option import new_setup
from whoknows.errors import BadSetup, UnknownName
from whoknows.games.written.knowledge import (
    actual_row,
    held_at,
    picture_at,
    picture_of,
    pictured,
)
from whoknows.games.written.rules import fold
from whoknows.games.written.rules.fold import Answer, Setup, Sight, State, gallery_text
from whoknows.games.written.rules.python_game import ArrayRules, array_book
from whoknows.games.written.rules.read_game import read_book
from whoknows.games.written.rules.rules_of_text import Book, Move
from whoknows.games.written.rules.terms import single
from whoknows.games.written.strategies import STRATEGIES
from whoknows.play.face.face import Face
from whoknows.play.game import History, Strategy, titled
from whoknows.play.judging import Judge
from whoknows.play.knowing.knowledge import Pictured


class WrittenGame:
    """A game that somebody wrote down."""

    name = "written"
    __repr__ = titled

    def __init__(self, text: str | None = None, file: str = "text") -> None:
        self.text, self.file = text, file
        if text is not None:
            read_book(text, file)  # errors name the file

    @property
    def title(self) -> str:
        """What the text calls it."""
        return "Written game" if self.text is None else self.setup().book.title

    @cached_property
    def face(self) -> Face:
        """What the game says of itself."""
        from whoknows.games.written.show.face import WrittenFace

        return WrittenFace(self)

    def judge(self, setup: Setup) -> Judge:
        """What moves are worth, by the clauses of the text."""
        from whoknows.games.written.show.judge import written_judge

        return written_judge(self, setup)

    @property
    def strategies(self) -> Mapping[str, Strategy[Sight, Move]]:
        """Strategies for any written game."""
        return STRATEGIES

    def setup(self, **options: Any) -> Setup:
        """The game of a text."""
        if self.text is not None:
            options = {"text": self.text, **options}
        return new_setup(Setup, "a written game", options)

    def in_setup(self, setup: Setup) -> "WrittenGame":
        """The game as the text of a setup calls it."""
        return self if self.text == setup.text else WrittenGame(setup.text)

    def small(self) -> Sequence[Setup]:
        """Texts so small that random worlds often look alike."""
        return [Setup(gallery_text(name)) for name in ("muddy", "hats", "davinci")]

    def seats(self, setup: Setup) -> int:
        """As many as the text names."""
        return len(setup.book.seats)

    def deal(self, setup: Setup, rng: np.random.Generator) -> int:
        """A world, by the weights."""
        return fold.dealt(setup, rng)

    def start(self, setup: Setup, secret: int) -> State:
        """The deal."""
        return fold.start(setup, secret, picture_of)

    def turn(self, state: State) -> tuple[int, ...]:
        """Who moves, as the text says."""
        return fold.turn(state)

    def play(self, state: State, moves: Mapping[int, Move]) -> State:
        """The state after the moves of one turn."""
        return fold.play(state, moves, picture_of)

    def sight(self, state: State, seat: int | None) -> Sight:
        """What the text lets a seat see."""
        return fold.sight_of(state, seat, picture_of)

    def history(self, state: State) -> History:
        """What was done, and what the referee said to it."""
        return fold.events(state.setup.book, state.record)

    def moves(self, sight: Sight) -> Sequence[Move]:
        """The moves that the seat knows to be allowed."""
        assert sight.seat is not None, "a spectator makes no move"
        return picture_at(sight).moves(sight.seat, sight.cell)

    def all_moves(self, setup: Setup) -> Sequence[Move]:
        """Every move that the text has, for any seat."""
        return setup.book.every_move()

    def worlds(self, sight: Sight) -> int:
        """The worlds that the seat holds possible; for a spectator, those that are left."""
        return held_at(sight).many

    def result(self, state: State) -> Mapping[int, float]:
        """What the text says that each seat scores."""
        book, picture = state.setup.book, picture_of(state.setup, state.record)
        scores = dict.fromkeys(range(len(book.seats)), 0.0)
        if book.score is None:
            return scores
        for seat in scores:
            scope = picture.in_world(state.world, {"me": book.seat_code(seat)})
            scores[seat] = float(single(book.score.work(scope)))
        return scores

    def figures(self, state: State) -> Mapping[str, float]:
        """The turns of a game, and the worlds that all hold possible at its end."""
        size = picture_of(state.setup, state.record).size
        return {"turns": float(len(state.record) - 1), "worlds": float(size)}

    def move_name(self, move: Move) -> str:
        """A move as people type it."""
        return fold.move_name(move)

    def parse_move(self, text: str, setup: Setup) -> Move:
        """The move that people mean."""
        return fold.parse_move(setup.book, text)

    def answer_name(self, answer: Answer) -> str:
        """What the referee says, in a few words."""
        said = [f"{label} {value}".strip() for label, value in answer.said]
        return ", ".join([*said, *("not so" for _ in answer.not_so)])

    def model(self, sight: Sight, most: int) -> Pictured | None:
        """The worlds that are left, and those that the seat holds possible."""
        return pictured(sight, most)

    def whole(self, sights: Mapping[int, Sight], most: int) -> Pictured | None:
        """The public model, and what all seats see together."""
        one = next(iter(sights.values()))
        found = pictured(replace(one, seat=None), most)
        return found and found._replace(actual=actual_row(sights.values()))

    def to_json(self, secret: int) -> Any:
        """The number of the world."""
        return secret

    def from_json(self, document: Any, setup: Setup) -> int:
        """The world of that number, or in which what is listed is so."""
        if isinstance(document, dict):
            return world_of(setup.book, document)
        if isinstance(document, bool) or not isinstance(document, int):
            raise BadSetup(f"a world is a number, or what is true in it, not {document!r}")
        return document


def world_of(book: Book, so: Mapping[str, Any]) -> int:
    """The one world in which what is listed is so."""
    dealt, codes = {column.name: column for column in book.dealt}, {}
    for name, value in so.items():
        if name not in dealt:
            raise UnknownName.among("fact or part", name, dealt)
        code, values = book.code_of(value), dealt[name].values
        if code not in values:
            shown = map(str if dealt[name].fact else book.value_name, values)
            raise UnknownName.among(f"value of {name}", str(value), shown)
        codes[name] = code
    many, world = book.worlds.fitting(codes)
    if many != 1 or world is None:
        said = ", ".join(f"{name}={value}" for name, value in so.items())
        rest = [name for name in dealt if name not in so]
        more = f"; say also: {', '.join(rest[:12])}" if many and rest else ""
        raise BadSetup(f"{many:,} worlds fit this: {said}{more}")
    return world


@dataclass(frozen=True)
class ArraySetup:
    """The one setup of a game in Python; each game has a type of its own."""

    book: ClassVar[Book]


class ArrayGame(WrittenGame):
    """A game in Python: worlds as arrays, and functions on them."""

    def __init__(self, rules: type[ArrayRules]) -> None:
        self.text, self.rules = "", rules
        self.name, self.called = rules.name, rules.title
        about = " ".join((rules.__doc__ or "").split())
        book = array_book(rules(), rules.title, about)
        kind = type("Setup", (ArraySetup,), {"book": book, "__module__": rules.__module__})
        kind.__qualname__ = f"{rules.__qualname__}.Setup"
        rules.Setup = kind  # where other processes find it

    @property
    def title(self) -> str:
        """The name for people."""
        return self.called

    def setup(self, **options: Any) -> Any:
        """The one setup that there is."""
        if options:
            raise BadSetup(f"{self.title} has no options, and {sorted(options)} came")
        return self.rules.Setup()

    def in_setup(self, setup: Any) -> WrittenGame:
        """The game itself."""
        return self

    def small(self) -> Sequence[Any]:
        """The one setup."""
        return [self.setup()]


GAME = WrittenGame()
"""A stand-in to be set up with any text."""
