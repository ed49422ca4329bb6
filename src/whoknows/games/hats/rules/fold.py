"""One game at a table: every seat sees the others' hats, and all answer together.

The secret is the hats.  A turn ends in `won`, `lost`, or, if all passed and another
round is allowed, `again`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TypeAlias

import numpy as np

from whoknows.errors import BadSetup, IllegalMove
from whoknows.games.hats.rules.deal import PASS, Answer
from whoknows.games.hats.rules.world import Hats, Rules
from whoknows.play.draws import drawn_below
from whoknows.play.game import Event, History

Setup: TypeAlias = Rules
Secret: TypeAlias = Hats
Move: TypeAlias = Answer
Seen: TypeAlias = tuple[int | None, ...]  # hats by seat, own one None; or sorted hats

WON, LOST, AGAIN = "won", "lost", "again"


@dataclass(frozen=True, slots=True)
class State:
    """The hats on the heads, and what was said; the referee's alone."""

    rules: Rules
    hats: Hats
    history: History = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.history) and self.history[-1].answer != AGAIN


@dataclass(frozen=True, slots=True)
class Sight:
    """What one seat sees: the hats of the others, by seat or only sorted by color."""

    rules: Rules
    seat: int | None
    seen: Seen
    hats: Hats | None = None  # all hats, when the game is over
    history: History = ()

    @property
    def others(self) -> Hats:
        """The hats of the others, in order, without the seat's own place."""
        return tuple(color for color in self.seen if color is not None)

    @property
    def view(self) -> int:
        """The label of the view: the place of the seat's answer in a deal."""
        return self.rules.seen(self.others)


def sight_of(state: State, seat: int | None) -> Sight:
    """What the seat sees now; a spectator sees no hats before the end."""
    seen: Seen = ()
    if seat is not None:
        others = (*state.hats[:seat], *state.hats[seat + 1 :])
        seen = (*others[:seat], None, *others[seat:])
        if state.rules.views == "counts":
            seen = tuple(sorted(others))
    off = state.hats if state.over else None
    return Sight(state.rules, seat, seen, off, state.history)


def start(setup: Setup, secret: Secret) -> State:
    """The hats on the heads, nothing said."""
    return State(setup, check_hats(setup, secret))


def turn(state: State) -> tuple[int, ...]:
    """All seats at once, until the game is won or lost."""
    return () if state.over else tuple(range(state.rules.players))


def dealt(rules: Rules, rng: np.random.Generator) -> Hats:
    """Hats drawn by the odds, exactly."""
    if rules.chances:
        return rules.hats(place_by_chance(rules.chances, rng))
    if rules.odds:
        return tuple(place_by_chance(row, rng) for row in rules.odds)
    return tuple(rng.integers(rules.colors, size=rules.players).tolist())


def place_by_chance(row: tuple[Fraction, ...], rng: np.random.Generator) -> int:
    """A place drawn by its probability, in whole numbers of their common denominator."""
    whole = lcm(*(chance.denominator for chance in row))
    number = drawn_below(whole, rng)
    for place, chance in enumerate(row):
        number -= int(chance * whole)
        if number < 0:
            return place
    raise AssertionError("a distribution sums to 1")


def check_hats(rules: Rules, hats: object) -> Hats:
    """The hats as a tuple, if they fit the rules."""
    if not isinstance(hats, (tuple, list)) or len(hats) != rules.players:
        raise BadSetup(f"{hats!r} are not the hats of {rules.players} players")
    if not all(isinstance(color, int) and 0 <= color < rules.colors for color in hats):
        raise BadSetup(f"{hats!r} are not hats of {rules.colors} colors, 0 and up")
    return tuple(hats)


def play(state: State, moves: Mapping[int, Move]) -> State:
    """The state after all answered at the same time."""
    if set(moves) != set(turn(state)):
        raise IllegalMove(f"all {state.rules.players} seats answer at the same time")
    for seat, answer in moves.items():
        if answer not in legal_answers(state.rules):
            raise IllegalMove(f"answer {answer!r} of seat {seat} is not a color or a pass")
    event = Event(dict(moves), outcome(state.rules, state.hats, moves, len(state.history)))
    return replace(state, history=(*state.history, event))


def legal_answers(rules: Rules) -> range:
    """The answers that the rules allow, passing first."""
    return range(PASS if rules.passing else PASS + 1, rules.colors + 1)


def outcome(rules: Rules, hats: Hats, moves: Mapping[int, Answer], before: int) -> str:
    """How a round ends when these answers are given, `before` rounds having passed."""
    right = sum(answer == hats[seat] + 1 for seat, answer in moves.items())
    wrong = sum(answer not in (PASS, hats[seat] + 1) for seat, answer in moves.items())
    if not right and not wrong and before + 1 < rules.rounds:
        return AGAIN
    return WON if right >= rules.need and wrong <= rules.wrong else LOST
