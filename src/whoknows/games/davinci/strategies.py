"""Strategies for the Da Vinci Code, each a pure function of what its seat sees.

`aggressive` and `defensive` are those of [Eker2020, sections 4.1-4.2], each breaking ties
by the other and then by the first (player, place, tile).  All comparisons are of whole
numbers or fractions, never of floats.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.games.davinci.knowledge import Outlook, outlook_of, public_knowledge
from whoknows.games.davinci.rules import Guess, Move, Place, Sight, Stop
from whoknows.games.davinci.rules.turns import arrangements, fitting_places
from whoknows.games.davinci.solve import after_wrong, classes, rivals
from whoknows.play.game import History, Strategy

__all__ = ["STRATEGIES", "careful", "tuned"]

Choice: TypeAlias = Callable[[Sight, Outlook, np.random.Generator], int]
Rows: TypeAlias = NDArray[np.intp]  # guesses, by their rows in an outlook


def strategy(choose: Choice) -> Strategy[Sight, Move]:
    """The strategy that guesses as `choose` says, and goes on as the setup says."""

    def move(sight: Sight, history: History, rng: np.random.Generator) -> Move:
        if sight.table.phase not in ("guess", "go on"):
            return settle(sight, rng)
        view = outlook_of(sight)
        if sight.table.phase == "guess":
            return guess_at(view, choose(sight, view, rng))
        return go_on(sight, view, choose, rng)

    move.__doc__ = choose.__doc__
    return move


def guess_at(view: Outlook, row: int) -> Guess:
    """The guess of a row."""
    for part in view.asked:
        if row < len(part.places):
            return Guess(part.seat, int(part.places[row]), int(part.tiles[row]))
        row -= len(part.places)
    raise IndexError(row)


def settle(sight: Sight, rng: np.random.Generator) -> Move:
    """A place for one's jokers or drawn tile, each way alike."""
    if sight.table.phase == "arrange":
        ways = arrangements(sight.hand)
        return ways[rng.integers(len(ways))]
    assert sight.drawn is not None
    places = fitting_places(sight.hand, sight.drawn)
    return Place(places[rng.integers(len(places))])


def go_on(
    sight: Sight, view: Outlook, choose: Choice, rng: np.random.Generator
) -> Guess | Stop:
    """A further guess or a stop, by the setup's way of going on."""
    how = sight.table.setup.going_on
    if how == "always" or (how == "certain" and view.worlds == 1):
        return guess_at(view, choose(sight, view, rng))
    sure = view.right == view.worlds
    if how == "greedy" and sure.any():
        return guess_at(view, int(sure.argmax()))
    return Stop()


def choose_aggressive(sight: Sight, view: Outlook, rng: np.random.Generator) -> int:
    """Leaves itself the fewest worlds on average [Eker2020, section 4.1]."""
    best = fewest_worlds(view, np.arange(len(view.right)))
    return int(most_for_others(sight, view, best)[0])


def choose_defensive(sight: Sight, view: Outlook, rng: np.random.Generator) -> int:
    """Leaves the others the most worlds on average [Eker2020, section 4.2]."""
    best = most_for_others(sight, view, np.arange(len(view.right)))
    return int(fewest_worlds(view, best)[0])


def choose_defensive_live(sight: Sight, view: Outlook, rng: np.random.Generator) -> int:
    """Leaves those who are still in the most worlds on average; who is out is no opponent.

    [Eker2020] counts all other players; who has no hidden tile can win no more.
    """
    rows = np.arange(len(view.right))
    return int(fewest_worlds(view, most_for_others(sight, view, rows, live=True))[0])


def choose_random(sight: Sight, view: Outlook, rng: np.random.Generator) -> int:
    """Any guess it holds possible, each alike."""
    return int(rng.integers(len(view.right)))


def choose_likeliest(sight: Sight, view: Outlook, rng: np.random.Generator) -> int:
    """The guess most likely to be right."""
    return int(view.right.argmax())


def fewest_worlds(view: Outlook, rows: Rows) -> Rows:
    """Those of the guesses with the least w_r * w_r + w_f * w_f (over the same sum)."""
    right = view.right[rows]
    if view.worlds >= 2**31:  # squares beyond 64 bits
        right = right.astype(object)
    square = right * right + (view.worlds - right) * (view.worlds - right)
    return np.asarray(rows[square == square.min()])


def most_for_others(sight: Sight, view: Outlook, rows: Rows, *, live: bool = False) -> Rows:
    """Those of the guesses with the greatest average size of the others' sets.

    The sizes are averaged over each other seat's sets and then over the seats; under
    `original`, over all sets of all seats at once.  With `live`, who is out is left out.
    """
    if len(rows) == 1:
        return rows
    found = classes(view, rows)
    hidden = public_knowledge(sight).hidden
    kept = [k for k, seat in enumerate(view.seats) if hidden[seat] or not live]
    pooled = sight.table.setup.semantics == "original"
    best: list[int] = []
    top, over = 0, 1
    right, wrong = found.right[kept].T.tolist(), found.wrong[kept].T.tolist()
    for row, w, sets_right, sets_wrong in zip(
        rows.tolist(), view.right[rows].tolist(), right, wrong, strict=True
    ):
        a, b = weighed(w, sets_right, pooled=pooled)
        c, d = weighed(view.worlds - w, sets_wrong, pooled=pooled)
        value, unit = a * d + c * b, b * d
        if value * over > top * unit:
            best, top, over = [], value, unit
        if value * over == top * unit:
            best.append(row)
    return np.array(best)


def weighed(worlds: int, sets: list[int], *, pooled: bool) -> tuple[int, int]:
    """The worlds times the average size of the others' sets, as numerator, denominator."""
    if not worlds:
        return 0, 1
    if pooled:
        return worlds * worlds, sum(sets)
    top, under = 0, 1
    for size in sets:
        top, under = top * size + under, under * size
    return worlds * worlds * top, under


def careful(threshold: Fraction | float = Fraction(3, 4)) -> Strategy[Sight, Move]:
    """The likeliest guess, and after it a further one only when sure enough.

    The first guess of a turn must be made; a further one is made only if its chance is at
    least the threshold, whatever the setup says about going on.
    """
    least = Fraction(threshold)
    if not 0 < least <= 1:
        raise BadSetup(f"threshold {threshold}: wanted more than 0, at most 1")
    first = strategy(choose_likeliest)

    def move(sight: Sight, history: History, rng: np.random.Generator) -> Move:
        if sight.table.phase == "go on":
            view = outlook_of(sight)
            row = int(view.right.argmax())
            sure = Fraction(int(view.right[row]), view.worlds) >= least
            return guess_at(view, row) if sure else Stop()
        return first(sight, history, rng)

    move.__doc__ = f"Makes the likeliest guess; goes on only when at least {least} sure."
    return move


@checked
def tuned(name: str) -> Strategy[Sight, Move] | None:
    """`careful:2/3` is careful with that threshold; other names are of no family."""
    family, colon, threshold = name.partition(":")
    if family != "careful" or not colon:
        return None
    try:
        return careful(Fraction(threshold))
    except (ValueError, ZeroDivisionError) as error:
        if isinstance(error, BadSetup):
            raise
        raise BadSetup(f"{name}: wanted a number like careful:2/3 or careful:0.9") from None


SAMPLES = 24  # hands by which leak-aware judges each rival
SHORTLIST = 10  # guesses that it looks at closely,
FEW_HANDS = 500  # once no more hands than these are left in all lists
TEMPER = 0.5  # a player with n worlds left is n ** -TEMPER as quick as one who knows all


def choose_leak_aware(sight: Sight, view: Outlook, rng: np.random.Generator) -> int:
    """Best placed in the race to know all, counting what the guess tells of itself.

    Each player's pace is a power of the worlds it holds possible; the guess is chosen for
    the greatest average share of its own pace in that of all.  The rivals' worlds are
    those of the public model, in which the guess tells of the guesser's hand too.
    """
    if view.worlds == 1:
        return 0
    small = len(view.free) < 3
    some = list(rivals(sight, view, SAMPLES if small else SAMPLES // 3))
    right = sum_of([pace_of_rival(one.weight, one.right) for one in some])
    wrong = sum_of([pace_of_rival(one.weight, one.wrong) for one in some])
    value = shares(view, right, wrong)
    if sum(map(len, public_knowledge(sight).hands)) > (
        FEW_HANDS if small else FEW_HANDS // 2
    ):
        return int(value.argmax())
    rows = np.sort(np.argsort(-value, kind="stable")[:SHORTLIST])
    for row in rows:  # once more, with all that these guesses tell
        guess = guess_at(view, int(row))
        exact = [
            pace_of_rival(one.weight, after_wrong(sight, view, one, guess)[:, None])
            for one in some
        ]
        wrong[row] = sum_of(exact)[0]
    return int(rows[shares(view, right, wrong)[rows].argmax()])


def shares(
    view: Outlook, right: NDArray[np.float64], wrong: NDArray[np.float64]
) -> NDArray[np.float64]:
    """For each guess the guesser's average share of all paces, the rivals' being given."""
    w_r = view.right.astype(np.float64)
    w_f = view.worlds - w_r
    pace = w_r**-TEMPER
    share = np.where(w_r == 1, 1.0, pace / (pace + right))
    pace = np.maximum(w_f, 1.0) ** -TEMPER
    return np.round((w_r * share + w_f * pace / (pace + wrong)) / view.worlds, 9)


def sum_of(paces: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The pace of all rivals together."""
    return np.asarray(np.sum(paces, axis=0))


def pace_of_rival(
    weight: NDArray[np.float64], worlds: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The average pace of a rival over the hands it may have, guess by guess."""
    there = worlds > 0
    pace = np.where(there, np.maximum(worlds, 1.0) ** -TEMPER, 0.0)
    mass = weight @ there
    return np.where(mass > 0, weight @ pace / np.maximum(mass, 1e-300), 0.5)


STRATEGIES: Mapping[str, Strategy[Sight, Move]] = {
    "aggressive": strategy(choose_aggressive),
    "defensive": strategy(choose_defensive),
    "defensive-live": strategy(choose_defensive_live),
    "random": strategy(choose_random),
    "careful": careful(),
    "leak-aware": strategy(choose_leak_aware),
}
