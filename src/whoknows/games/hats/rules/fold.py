"""One game at a table: every seat sees the others' hats, and all answer together.

The secret is the hats.  A turn ends in `won`, `lost`, or, if all passed and another
round is allowed, `again`.

>>> forms(Rules(3)).every(), forms(Rules(3)).read("blue"), forms(Rules(3)).write(1)
((0, 1, 2), 2, 'R')
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup
from whoknows.games.hats.rules.deal import PASS, Answer
from whoknows.games.hats.rules.world import COLOR_WORDS, LETTERS, Hats, Rules
from whoknows.play import fold
from whoknows.play.draws import drawn_below
from whoknows.play.game import History, Seat
from whoknows.play.moves import Choice, Form, Forms, Places, Words

Setup: TypeAlias = Rules
Secret: TypeAlias = Hats
Move: TypeAlias = Answer
Seen: TypeAlias = tuple[int | None, ...]  # hats by seat, own one None; or sorted hats
Public: TypeAlias = fold.Public[Rules]
State: TypeAlias = fold.State[Rules, Hats]
Sight: TypeAlias = fold.Sight[Rules, Seen, Hats]

WON, LOST, AGAIN = "won", "lost", "again"
CLASSIC = {"R": "white", "B": "black"}  # as most papers call the first two colors


def hidden(rules: Rules) -> Places:
    """A letter for each hat: `RBB`."""
    return Places("hats", rules.players, LETTERS[: rules.colors], what="hat")


def law(rules: Rules, hats: Hats) -> bool:
    """Whether these hats can be dealt."""
    if rules.chances:
        return rules.chances[rules.code(hats)] > 0
    pairs = zip(rules.odds, hats, strict=False)  # or no odds at all
    return all(row[color] > 0 for row, color in pairs)


def forms(rules: Rules) -> Forms:
    """To say a color, by its letter or its word, or to pass."""
    return answers(rules.colors, rules.passing)


@lru_cache
def answers(colors: int, passing: bool) -> Forms:
    """The forms of so many colors."""
    letters = LETTERS[:colors]
    choices = {"P": Choice(PASS, "Pass")} if passing else {}
    for number, letter in enumerate(letters, 1):
        other = CLASSIC.get(letter, "")
        also = () if other in map(COLOR_WORDS.get, letters) else (other,)
        choices[letter] = Choice(number, COLOR_WORDS.get(letter, "").capitalize(), also)
    words = Words("answer", choices, what="answer")
    return Forms((Form((words,), help="your hat has this color; or pass"),))


def see(state: State, seat: Seat | None) -> Seen:
    """The hats of the others; a spectator sees none."""
    return seen_by(state.setup, state.secret, seat)


def seen_by(rules: Rules, hats: Hats, seat: Seat | None) -> Seen:
    """What a seat sees of these hats: by seat, or only sorted by color."""
    if seat is None:
        return ()
    if rules.views == "counts":
        return tuple(sorted((*hats[:seat], *hats[seat + 1 :])))
    return (*hats[:seat], None, *hats[seat + 1 :])


def sight_in(rules: Rules, hats: Hats, seat: Seat | None, history: History = ()) -> Sight:
    """What a seat sees of these hats before the end."""
    return fold.Sight(rules, seat, seen_by(rules, hats, seat), history)


def others(sight: Sight) -> Hats:
    """The hats of the others, in order, without the seat's own place."""
    return tuple(color for color in sight.seen if color is not None)


def view(sight: Sight) -> int:
    """The label of the view: the place of the seat's answer in a deal."""
    return sight.setup.seen(others(sight))


def ended(history: History) -> bool:
    """Whether the game was won or lost."""
    return bool(history) and history[-1].answer != AGAIN


def turn(now: Public) -> tuple[Seat, ...]:
    """All seats at once, until the game is won or lost."""
    return () if ended(now.history) else tuple(range(now.setup.players))


def answer(now: Public, hats: Hats, moves: Mapping[Seat, Move]) -> str:
    """How the round ends."""
    return outcome(now.setup, hats, moves, len(now.history))


def result(state: State) -> dict[Seat, float]:
    """1 for every seat if the team won, else 0."""
    won = bool(state.history) and state.history[-1].answer == WON
    return dict.fromkeys(range(state.setup.players), float(won))


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


def outcome(rules: Rules, hats: Hats, moves: Mapping[int, Answer], before: int) -> str:
    """How a round ends when these answers are given, `before` rounds having passed."""
    right = sum(answer == hats[seat] + 1 for seat, answer in moves.items())
    wrong = sum(answer not in (PASS, hats[seat] + 1) for seat, answer in moves.items())
    if not right and not wrong and before + 1 < rules.rounds:
        return AGAIN
    return WON if right >= rules.need and wrong <= rules.wrong else LOST


def observed(sight: Sight) -> NDArray[np.int16]:
    """The seat from 1; the color of each hat from 1; and what was said, round by round.

    Where nothing is seen or was said stands 0; an answer stands one higher than its number.

    >>> observed(fold.Sight(Rules(3), 1, (0, None, 1))).tolist()
    [2, 1, 0, 2, 0, 0, 0]
    """
    rules = sight.setup
    hats = [0 if color is None else color + 1 for color in sight.secret or sight.seen]
    said = np.zeros((rules.rounds, rules.players), np.int16)
    for row, event in zip(said, sight.history, strict=False):
        for seat, move in event.moves.items():
            row[seat] = move + 1
    seat = 0 if sight.seat is None else sight.seat + 1
    hats += [0] * (rules.players - len(hats))
    return np.concatenate([np.array([seat, *hats], np.int16), said.ravel()])
