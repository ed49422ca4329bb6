"""A bound for an even number of agents and any p, with a certificate in fractions.

Van Wee's argument [VanWee1988], with weights.  Let C be lost, and the *excess* e(u) be how
often u is covered beyond once.  For even N a won v has excess in its ball: the excesses
there add up to 2(A1 + A2) - (N + 1), an odd number, where Ai lost ones are at distance i.
And where e(u) > 0, two of the ball around u are lost.  So for any weights a(v) >= 0, and
A(u) at least the sum of a over the ball without any two of it,

    sum of a(v) over the won v  <=  sum of A(u) e(u).

With y(u) e(u) >= 0 added, C weighs at least the sum of A + y + a, if for each v the sum
of A + y around it and a(v) make at most the chance of v.  A linear program over levels
(numbers of B) finds weights; these are then made fractions that keep all conditions.

>>> certificate(8, Fraction(1, 2)).bound <= Fraction(1, 8)
True
>>> float(certificate(8, Fraction(9, 10)).bound) > (1 - 0.8**4.5) / 9
True
"""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple, TypeAlias

from whoknows.errors import needs

Row: TypeAlias = dict[int, float]  # how often each weight counts in one condition

FINE = 10**15  # weights are rounded to so many parts
MOST_AGENTS = 64  # agents at most


class Certificate(NamedTuple):
    """Weights by level, and the chance that every losing set has by them."""

    chance: tuple[Fraction, ...]  # of one configuration of each level
    a: tuple[Fraction, ...]
    y: tuple[Fraction, ...]
    bound: Fraction


def certificate(players: int, p: Fraction) -> Certificate:
    """A bound for a chance p of the first color, 0 < p < 1, and its proof."""
    chance = tuple(p ** (players - k) * (1 - p) ** k for k in range(players + 1))
    shares = weights(players, float((1 - p) / p))
    a, both = (
        tuple(fine(share) * c for share, c in zip(row, chance, strict=True))
        for row in shares
    )
    y = tuple(max(n - h, Fraction(0)) for n, h in zip(both, heights(a), strict=True))
    scale = min(c / n for c, n in zip(chance, loads(a, y), strict=True) if n)
    a, y = (tuple(scale * n for n in row) for row in (a, y))
    return Certificate(chance, a, y, total(a, y))


def is_right(found: Certificate) -> bool:
    """Whether a certificate proves its bound: all conditions looked at again, exactly."""
    fits = all(n <= c for n, c in zip(loads(found.a, found.y), found.chance, strict=True))
    signs = all(n >= 0 for n in (*found.a, *found.y))
    return fits and signs and found.bound == total(found.a, found.y)


def total(a: tuple[Fraction, ...], y: tuple[Fraction, ...]) -> Fraction:
    """The sum of A + y + a over all configurations."""
    top = len(a) - 1
    rows = zip(heights(a), y, a, strict=True)
    return sum(
        (comb(top, k) * sum(row, Fraction(0)) for k, row in enumerate(rows)), Fraction(0)
    )


def heights(a: tuple[Fraction, ...]) -> list[Fraction]:
    """The least A of each level: the ball's sum without its two lightest."""
    top, found = len(a) - 1, []
    for k in range(top + 1):
        around = [a[near] for near, times in ball(k, top).items() for _ in range(times)]
        found.append(sum(sorted(around)[2:], Fraction(0)))
    return found


def loads(a: tuple[Fraction, ...], y: tuple[Fraction, ...]) -> list[Fraction]:
    """What is asked of the chance of a configuration of each level."""
    top = len(a) - 1
    both = [h + n for h, n in zip(heights(a), y, strict=True)]
    return [
        both[k]
        + (k * both[k - 1] if k else 0)
        + ((top - k) * both[k + 1] if k < top else 0)
        + a[k]
        for k in range(top + 1)
    ]


def fine(value: float) -> Fraction:
    """A weight as a fraction, never below 0."""
    return Fraction(max(round(value * FINE), 0), FINE)


def weights(players: int, step: float) -> tuple[list[float], list[float]]:
    """About the best weights a and A + y, as parts of the chance of their level.

    A linear program in a, A, and y; from level to level chances change by `step`.
    """
    with needs("solve"):
        from ortools.linear_solver import pywraplp

    levels = players + 1
    solver = pywraplp.Solver.CreateSolver("GLOP")
    weight = [solver.NumVar(0, solver.infinity(), "") for _ in range(3 * levels)]

    def limit(row: Row, most: float) -> None:
        total = sum(times * weight[place] for place, times in row.items())
        solver.Add(total <= most)

    for row in pair_rows(players, step):
        limit(row, 0.0)
    for k in range(levels):
        row = {k: 1.0}
        for near, times in ball(k, players).items():
            row[levels + near] = row[2 * levels + near] = times * step ** (near - k)
        limit(row, 1.0)
    likely = [comb(players, k) * step**k for k in range(levels)]
    worth = [chance / sum(likely) for chance in likely] * 3
    solver.Maximize(sum(n * w for n, w in zip(worth, weight, strict=True)))
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        return [0.0] * levels, [1.0] * levels  # made small enough by the caller
    best = [each.solution_value() for each in weight]
    a, heavy, y = best[:levels], best[levels : 2 * levels], best[2 * levels :]
    return a, [h + n for h, n in zip(heavy, y, strict=True)]


def ball(level: int, players: int) -> dict[int, int]:
    """The levels within distance 1 of a configuration, and how many it has of each."""
    found = {level: 1, level - 1: level, level + 1: players - level}
    return {near: times for near, times in found.items() if times}


def pair_rows(players: int, step: float) -> list[Row]:
    """The rows that say: A is at least the ball's sum without any two of it."""
    levels, found = players + 1, []
    for k in range(levels):
        members = ball(k, players)
        for one, two in combinations_with_replacement(members, 2):
            if one == two and members[one] < 2:
                continue
            row = {levels + k: -1.0}
            for level, times in members.items():
                left = times - (level == one) - (level == two)
                row[level] = left * step ** (level - k)
            found.append(row)
    return found
