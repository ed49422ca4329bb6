"""A toy game with two seats: each holds a card, and guesses the card of the other.

The cards 0, 1, ... are dealt without repeats.  Nobody may guess a card of their own, or
one that they guessed before.  A right guess wins; after `rounds` rounds nobody wins.
With `together`, both seats guess at the same time.
"""

import time
from dataclasses import dataclass

from whoknows.errors import BadSetup, IllegalMove
from whoknows.play.game import Event


@dataclass(frozen=True)
class Setup:
    cards: int = 5
    rounds: int = 2
    together: bool = False

    def __post_init__(self):
        if not 2 <= self.cards <= 1000:
            raise BadSetup(f"{self.cards} cards; wanted 2 to 1000")
        if not 1 <= self.rounds < self.cards:
            raise BadSetup(f"{self.rounds} rounds; wanted 1 to {self.cards - 1}")


@dataclass(frozen=True)
class Sight:
    setup: Setup
    seat: int | None
    card: int | None  # what a spectator has none of
    guesses: tuple[tuple[int, int], ...]  # (seat, card guessed)
    history: tuple[Event, ...] = ()


@dataclass(frozen=True)
class State:
    setup: Setup
    hands: tuple[int, int]
    history: tuple[Event, ...] = ()

    @property
    def guesses(self):
        return tuple(pair for event in self.history for pair in sorted(event.moves.items()))

    @property
    def winners(self):
        return [s for s, card in self.guesses if card == self.hands[1 - s]]


class Toy:
    name = "toy"
    title = "Toy"

    @property
    def strategies(self):
        return {
            "lowest": lowest,
            "highest": highest,
            "slow": slow,
            "faulty": faulty,
            "endless": endless,
        }

    def setup(self, **options):
        return Setup(**options)

    def small(self):
        return [Setup(cards=4, rounds=2), Setup(cards=4, rounds=2, together=True)]

    def seats(self, setup):
        return 2

    def deal(self, setup, rng):
        return tuple(rng.permutation(setup.cards)[:2].tolist())

    def start(self, setup, secret):
        if len({*secret}) != 2 or not {*secret} <= {*range(setup.cards)}:
            raise BadSetup(f"{secret} does not fit {setup}")
        return State(setup, secret)

    def turn(self, state):
        if state.winners or len(state.guesses) == 2 * state.setup.rounds:
            return ()
        return (0, 1) if state.setup.together else (len(state.history) % 2,)

    def play(self, state, moves):
        for seat, card in moves.items():
            if card not in self.moves(self.sight(state, seat)):
                raise IllegalMove(f"seat {seat} may not guess {card}")
        right = any(card == state.hands[1 - seat] for seat, card in moves.items())
        event = Event(dict(moves), "yes" if right else "no")
        return State(state.setup, state.hands, (*state.history, event))

    def sight(self, state, seat):
        card = None if seat is None else state.hands[seat]
        return Sight(state.setup, seat, card, state.guesses, state.history)

    def history(self, state):
        return state.history

    def moves(self, sight):
        gone = {card for seat, card in sight.guesses if seat == sight.seat} | {sight.card}
        return [card for card in range(sight.setup.cards) if card not in gone]

    def worlds(self, sight):
        return len(possible_hands(sight, sight.history))

    def result(self, state):
        return {seat: float(seat in state.winners) for seat in (0, 1)}

    def figures(self, state):
        return {"guesses": len(state.guesses)}

    def move_name(self, move):
        return str(move)

    def parse_move(self, text, setup):
        if not text.isdecimal() or int(text) >= setup.cards:
            raise IllegalMove(f"{text!r} is no card from 0 to {setup.cards - 1}")
        return int(text)

    def answer_name(self, answer):
        return {"yes": "right", "no": "wrong"}[answer]

    def to_json(self, secret):
        return {"hands": list(secret)}

    def from_json(self, document, setup):
        try:
            return tuple(map(int, document["hands"]))
        except (KeyError, TypeError, ValueError) as error:
            raise BadSetup(f"no hands in {document!r}") from error


def possible_hands(sight, history):
    """The hands that a seat holds possible: they fit its card and every answer."""
    cards = range(sight.setup.cards)
    return [
        hands
        for hands in ((a, b) for a in cards for b in cards if a != b)
        if sight.seat is None or hands[sight.seat] == sight.card
        if all(fits(hands, event) for event in history)
    ]


def fits(hands, event):
    """Whether these hands would have made and answered the guesses so."""
    own = any(card == hands[seat] for seat, card in event.moves.items())
    right = any(card == hands[1 - seat] for seat, card in event.moves.items())
    return not own and right == (event.answer == "yes")


def lowest(sight, history, rng):
    """The lowest card that the other may hold."""
    return min(TOY.moves(sight))


def highest(sight, history, rng):
    """The highest card that the other may hold."""
    return max(TOY.moves(sight))


def slow(sight, history, rng):
    """Any card, after a millisecond."""
    end = time.perf_counter() + 0.001
    while time.perf_counter() < end:
        pass
    return rng.choice(TOY.moves(sight)).item()


def endless(sight, history, rng):
    """Thinks for ever."""
    while True:
        pass


def faulty(sight, history, rng):
    """A strategy with a mistake in it."""
    return 1 // 0


TOY = Toy()
