"""Higher or lower: two players in turn guess a hidden number, and who says it wins."""

from dataclasses import dataclass

from whoknows.errors import BadSetup, IllegalMove
from whoknows.play.game import Event


@dataclass(frozen=True)
class Setup:
    """The number is one of 1 to this."""

    most: int = 15

    def __post_init__(self):
        if not 1 <= self.most <= 10_000:
            raise BadSetup(f"numbers up to {self.most}; wanted 1 to 10,000")


@dataclass(frozen=True)
class State:
    """The referee's: it holds the secret."""

    setup: Setup
    secret: int
    history: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Sight:
    """What everybody sees: which numbers are left."""

    low: int
    high: int
    history: tuple[Event, ...] = ()


class HigherLower:
    """The game."""

    name = "number"
    title = "Higher or lower"

    @property
    def strategies(self):
        return {"middle": middle, "edge": edge}

    def setup(self, **options):
        return Setup(**options)

    def seats(self, setup):
        return 2

    def deal(self, setup, rng):
        return int(rng.integers(1, setup.most + 1))

    def start(self, setup, secret):
        if not 1 <= secret <= setup.most:
            raise BadSetup(f"{secret} is not one of 1 to {setup.most}")
        return State(setup, secret)

    def turn(self, state):
        if state.history and state.history[-1].answer == "found":
            return ()
        return (len(state.history) % 2,)

    def play(self, state, moves):
        [(seat, guess)] = moves.items()
        if guess not in self.moves(self.sight(state, seat)):
            raise IllegalMove(f"{guess} cannot be the number any more")
        sign = (state.secret > guess) - (state.secret < guess)
        answer = {1: "higher", -1: "lower", 0: "found"}[sign]
        return State(state.setup, state.secret, (*state.history, Event(moves, answer)))

    def sight(self, state, seat):
        low, high = 1, state.setup.most
        for event in state.history:
            [guess] = event.moves.values()
            low = guess + 1 if event.answer == "higher" else low
            high = guess - 1 if event.answer == "lower" else high
        return Sight(low, high, state.history)

    def history(self, state):
        return state.history

    def moves(self, sight):
        return range(sight.low, sight.high + 1)

    def worlds(self, sight):
        return len(self.moves(sight))

    def result(self, state):
        [winner] = state.history[-1].moves
        return {seat: float(seat == winner) for seat in (0, 1)}

    def move_name(self, move):
        return str(move)

    def parse_move(self, text, setup):
        if not text.isdecimal():
            raise IllegalMove(f"{text!r} is no number")
        return int(text)

    def to_json(self, secret):
        return secret

    def from_json(self, document, setup):
        return document


def middle(sight, history, rng):
    """Half of the numbers go, whatever the answer."""
    return (sight.low + sight.high) // 2


def edge(sight, history, rng):
    """The lowest number that is left."""
    return sight.low


GAME = HigherLower()
