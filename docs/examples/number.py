"""Higher or lower: two players in turn guess a hidden number, and who says it wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from whoknows.asking.option import check_options, option
from whoknows.errors import BadSetup, IllegalMove
from whoknows.play.game import Event, History, Strategy


@dataclass(frozen=True)
class Setup:
    """The number is one of 1 to `most`."""

    most: int = option(15, "The largest number", min=1, max=10_000)

    def __post_init__(self) -> None:
        check_options(self)


@dataclass(frozen=True)
class State:
    """The referee's: it holds the secret."""

    setup: Setup
    secret: int
    history: History = ()


@dataclass(frozen=True)
class Sight:
    """What everybody sees: which numbers are left."""

    low: int
    high: int
    history: History = ()


class HigherLower:
    """A number is hidden.

    You and the other guess in turn, and both hear whether it is higher or lower.
    Who says the number wins.
    """

    name = "number"
    title = "Higher or lower"

    @property
    def strategies(self) -> Mapping[str, Strategy[Sight, int]]:
        return {"middle": middle, "edge": edge}

    def setup(self, **options: Any) -> Setup:
        return Setup(**options)

    def seats(self, setup: Setup) -> int:
        return 2

    def deal(self, setup: Setup, rng: np.random.Generator) -> int:
        return int(rng.integers(1, setup.most + 1))

    def start(self, setup: Setup, secret: int) -> State:
        if not 1 <= secret <= setup.most:
            raise BadSetup(f"{secret} is not one of 1 to {setup.most}")
        return State(setup, secret)

    def turn(self, state: State) -> tuple[int, ...]:
        if state.history and state.history[-1].answer == "found":
            return ()
        return (len(state.history) % 2,)

    def play(self, state: State, moves: Mapping[int, int]) -> State:
        [(seat, guess)] = moves.items()
        if guess not in self.moves(self.sight(state, seat)):
            raise IllegalMove(f"{guess} cannot be the number any more")
        sign = (state.secret > guess) - (state.secret < guess)
        answer = {1: "higher", -1: "lower", 0: "found"}[sign]
        return State(state.setup, state.secret, (*state.history, Event(moves, answer)))

    def sight(self, state: State, seat: int | None) -> Sight:
        low, high = 1, state.setup.most
        for event in state.history:
            [guess] = event.moves.values()
            low = guess + 1 if event.answer == "higher" else low
            high = guess - 1 if event.answer == "lower" else high
        return Sight(low, high, state.history)

    def history(self, state: State) -> History:
        return state.history

    def moves(self, sight: Sight) -> Sequence[int]:
        return range(sight.low, sight.high + 1)

    def worlds(self, sight: Sight) -> int:
        return len(self.moves(sight))

    def result(self, state: State) -> Mapping[int, float]:
        [winner] = state.history[-1].moves
        return {seat: float(seat == winner) for seat in (0, 1)}

    def move_name(self, move: int) -> str:
        return str(move)

    def parse_move(self, text: str, setup: Setup) -> int:
        if not text.isdecimal() or len(text) > 5:
            raise IllegalMove(f"{text!r} is no number")
        return int(text)

    def to_json(self, secret: int) -> Any:
        return secret

    def from_json(self, document: Any, setup: Setup) -> int:
        if type(document) is not int:
            raise BadSetup(f"the number is a number, not {document!r}")
        return document


def middle(sight: Sight, history: History, rng: np.random.Generator) -> int:
    """Half of the numbers go, whatever the answer."""
    return (sight.low + sight.high) // 2


def edge(sight: Sight, history: History, rng: np.random.Generator) -> int:
    """The lowest number that is left."""
    return sight.low


GAME = HigherLower()
