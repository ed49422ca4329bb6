"""The lightest losing sets of two colors: coverings of the cube, proven by CP-SAT.

A corner is won if enough of its neighbors are lost: "k right, none wrong" is
k-domination.  With R rounds, after each silence those who know their hat say it, so that
a set is lost alone if every corner is within distance R of it: a covering code of
radius R.  (No deal does better: who speaks in round r and is right has a lost
corner within distance r.)

>>> lightest_cover(Rules(players=5)).bound
Fraction(7, 32)
"""

from fractions import Fraction
from itertools import combinations
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from whoknows.errors import needs
from whoknows.games.hats.rules import Code, Rules
from whoknows.games.hats.solve.bounds.ball_bounds import is_uniform, least_loss
from whoknows.games.hats.solve.programs.cpsat import Found, least

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class Cover(NamedTuple):
    """A losing set, and a bound that no losing set is lighter than."""

    lost: tuple[Code, ...]
    bound: Fraction


def lightest_cover(
    rules: Rules,
    *,
    hint: tuple[Code, ...] = (),
    time_limit: float = 60.0,
    progress: Found | None = None,
) -> Cover:
    """The lightest losing set, or the best found in time with a bound.

    A `hint` is a losing set to begin with; nothing is searched if a theorem proves it.
    """
    start, weights = perf_counter(), [rules.chance(code) for code in range(rules.size)]
    best, bound = hint or tuple(range(rules.size)), least_loss(rules)
    if sum(weights[code] for code in best) == bound:
        return Cover(best, bound)
    try:
        model, lost = cover_model(rules, best)
        left = time_limit - (perf_counter() - start)
        solved = least(
            model,
            lost,
            weights,
            wanted=lost,
            floor=bound,
            time_limit=left,
            progress=progress,
        )
    except KeyboardInterrupt:  # the solver minds it by itself, but not before it starts
        return Cover(thinned(best, rules), bound)
    found = solved.values or ()
    codes = tuple(code for code, value in enumerate(found) if value)
    if codes and sum(weights[c] for c in codes) < sum(weights[c] for c in best):
        best = codes
    return Cover(thinned(best, rules), max(bound, solved.bound))


def cover_model(
    rules: Rules, hint: tuple[Code, ...]
) -> tuple["cp_model.CpModel", list["cp_model.IntVar"]]:
    """The program: a variable for each corner, 1 if it is lost."""
    with needs("solve"):
        from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    lost = [model.new_bool_var("") for _ in range(rules.size)]
    steps = steps_within(rules.players, rules.rounds)
    for corner in range(rules.size):
        near = sum(lost[corner ^ step] for step in steps)
        model.add(near + rules.need * lost[corner] >= rules.need)
    if rules.players % 2 == 0 and rules.need == 1 and rules.rounds == 1:
        add_even_cuts(model, lost, rules.players)
    inside = set(hint)
    if is_uniform(rules) and inside:
        shift = hint[0]  # every corner is like every other: corner 0 may be lost
        inside = {code ^ shift for code in hint}
        model.add(lost[0] == 1)
    for corner, variable in enumerate(lost):
        model.add_hint(variable, corner in inside)
    return model, lost


def steps_within(players: int, radius: int) -> list[int]:
    """The ways to go from a corner to another within a distance."""
    return [
        sum(1 << place for place in places)
        for distance in range(1, radius + 1)
        for places in combinations(range(players), distance)
    ]


def add_even_cuts(
    model: "cp_model.CpModel", lost: list["cp_model.IntVar"], players: int
) -> None:
    """For even N: a won corner has at least (N + 2) / 2 lost ones within distance 2.

    The N + 1 corners of its ball are covered, and each lost corner at distance 1 or 2
    covers two of them; N + 1 is odd.
    """
    most, steps = (players + 2) // 2, steps_within(players, 2)
    for corner in range(len(lost)):
        near = sum(lost[corner ^ step] for step in steps)
        model.add(most * lost[corner] + near >= most)


def thinned(codes: tuple[Code, ...], rules: Rules) -> tuple[Code, ...]:
    """The set without corners that need not be lost."""
    steps, kept = steps_within(rules.players, rules.rounds), set(codes)
    for code in sorted(codes, key=rules.chance, reverse=True):
        rest = kept - {code}
        near = [code, *(code ^ step for step in steps)]
        if all(
            corner in rest or sum(corner ^ step in rest for step in steps) >= rules.need
            for corner in near
        ):
            kept = rest
    return tuple(sorted(kept))
