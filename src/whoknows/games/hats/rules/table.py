"""One game at a table: every seat sees the others' hats, and all answer together.

The secret is the hats.  A turn ends in `won`, `lost`, or, if all passed and another
round is allowed, `again`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeAlias

import numpy as np

from whoknows.errors import BadSetup, IllegalMove
from whoknows.games.hats.rules.deal import PASS, Answer
from whoknows.games.hats.rules.world import Hats, Rules
from whoknows.play.game import Event, History

Seen: TypeAlias = tuple[int | None, ...]  # hats by seat, own one None; or sorted hats

WON, LOST, AGAIN = "won", "lost", "again"
BRUTE = 1 << 14  # configurations up to which chances per configuration are summed up


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
    off = state.hats if state.over else None
    if seat is None:
        return Sight(state.rules, None, (), off)
    others = (*state.hats[:seat], *state.hats[seat + 1 :])
    if state.rules.views == "counts":
        return Sight(state.rules, seat, tuple(sorted(others)), off)
    return Sight(state.rules, seat, (*others[:seat], None, *others[seat:]), off)


def dealt(rules: Rules, rng: np.random.Generator) -> Hats:
    """Hats drawn by the odds, exactly."""
    if rules.chances:
        return rules.hats(drawn(rules.chances, rng))
    if rules.odds:
        return tuple(drawn(row, rng) for row in rules.odds)
    return tuple(rng.integers(rules.colors, size=rules.players).tolist())


def drawn(row: tuple[Fraction, ...], rng: np.random.Generator) -> int:
    """A place drawn by its probability, in whole numbers of their common denominator."""
    whole = lcm(*(chance.denominator for chance in row))
    number = int(rng.integers(whole)) if whole < 1 << 62 else big_integer(whole, rng)
    for place, chance in enumerate(row):
        number -= int(chance * whole)
        if number < 0:
            return place
    raise AssertionError("a distribution sums to 1")


def big_integer(whole: int, rng: np.random.Generator) -> int:
    """A number below `whole`, each as likely, however large: drawn again if too large."""
    size = (whole.bit_length() + 7) // 8
    while True:
        number = int.from_bytes(rng.bytes(size), "big") >> (size * 8 - whole.bit_length())
        if number < whole:
            return number


def check_hats(rules: Rules, hats: object) -> Hats:
    """The hats as a tuple, if they fit the rules."""
    if not isinstance(hats, (tuple, list)) or len(hats) != rules.players:
        raise BadSetup(f"{hats!r} are not the hats of {rules.players} players")
    if not all(isinstance(color, int) and 0 <= color < rules.colors for color in hats):
        raise BadSetup(f"{hats!r} are not hats of {rules.colors} colors, 0 and up")
    return tuple(hats)


def played(state: State, moves: Mapping[int, Answer]) -> State:
    """The state after all answered at the same time."""
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


def possible_worlds(sight: Sight, history: History) -> int:
    """How many configurations fit what the seat sees and how the rounds ended.

    Silence removes none here: what others agreed on is not part of a sight.
    """
    rules, told = sight.rules, [event for event in history if event.answer != AGAIN]
    moves = told[-1].moves if told else dict.fromkeys(range(rules.players), PASS)
    if rules.chances:
        return fitting_codes(sight, history)
    counts = spread(sight, tuple(moves[seat] for seat in range(rules.players)))
    return sum(
        number
        for (right, wrong), number in counts.items()
        if not told
        or (right >= rules.need and wrong <= rules.wrong) == (told[-1].answer == WON)
    )


def spread(sight: Sight, moves: tuple[Answer, ...]) -> dict[tuple[int, int], int]:
    """How many configurations that look like this make so many answers right and wrong."""
    return dict(spread_of(sight.rules, sight.seat, sight.seen, moves))


@lru_cache(maxsize=512)
def spread_of(
    rules: Rules, seat: int | None, seen: Seen, moves: tuple[Answer, ...]
) -> tuple[tuple[tuple[int, int], int], ...]:
    """How many configurations that look like this make so many answers right and wrong.

    Counted seat by seat, over the hats still to be given out.
    """
    counts: dict[tuple[Hats, int, int], int] = {((), 0, 0): 1}
    if rules.views == "counts" and seat is not None:
        given = tuple(seen.count(color) for color in range(rules.colors))
        counts = {(given, 0, 0): 1}
    for place, answer in enumerate(moves):
        after: dict[tuple[Hats, int, int], int] = {}
        for (rest, right, wrong), number in counts.items():
            for color in range(rules.colors):
                left = given_out(rules, seat, seen, place, color, rest)
                if left is None:
                    continue
                good, bad = answer == color + 1, answer not in (PASS, color + 1)
                key = (left, right + good, wrong + bad)
                after[key] = after.get(key, 0) + number
        counts = after
    total: dict[tuple[int, int], int] = {}
    for (_, right, wrong), number in counts.items():
        total[right, wrong] = total.get((right, wrong), 0) + number
    return tuple(total.items())


def given_out(
    rules: Rules, seat: int | None, seen: Seen, place: int, color: int, rest: Hats
) -> Hats | None:
    """The hats left when this place wears this color; nothing if it cannot."""
    if rules.odds and not rules.odds[place][color]:
        return None
    if seat is None or place == seat:
        return rest
    if rules.views == "seats":
        return rest if seen[place] == color else None
    if not rest[color]:
        return None
    return (*rest[:color], rest[color] - 1, *rest[color + 1 :])


def fitting_codes(sight: Sight, history: History) -> int:
    """`possible_worlds` where each configuration has a chance of its own."""
    rules = sight.rules
    if rules.size > BRUTE:
        raise BadSetup(f"{rules.size} configurations are too many to tell apart")
    found, worn = 0, replace(sight, hats=None)
    for code in range(rules.size):
        hats = rules.hats(code)
        if rules.chance(code) and sight_of(State(rules, hats), sight.seat) == worn:
            endings = [outcome(rules, hats, e.moves, k) for k, e in enumerate(history)]
            found += endings == [event.answer for event in history]
    return found
