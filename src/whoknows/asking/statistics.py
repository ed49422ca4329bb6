"""Numbers with their noise: rates, means, quantiles, and differences.

Student's distribution is worked out here, by the incomplete beta function: scipy has both,
but is a third of what the program would weigh; the tests hold them against scipy's.

>>> some = summary(np.array([0.0, 1.0, 1.0, 1.0]))
>>> some.mean, some.n
(0.75, 4)
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import exp, lgamma, log, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.asking.tally import Tally
from whoknows.edge import checked

__all__ = [
    "Z95", "Difference", "Summary", "Values", "corrected", "difference", "holm", "summary",
    "t_chance", "t_quantile", "wilson",
]  # fmt: skip

Values: TypeAlias = NDArray[np.float64]  # one number a game

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
Z95 = 1.959963984540054  # the normal quantile of 97.5 %
ALMOST_ZERO = 1e-300  # in place of 0, which cannot be divided by
ENOUGH = 1e-15  # a step of the fraction that changes less than this is the last
NOISE = 0.05  # a difference that chance gives more rarely than this is beyond noise


@dataclass(frozen=True)
class Summary:
    """What a column of numbers comes to."""

    n: int
    mean: float
    error: float  # of the mean: the standard error
    low: float  # the interval of 95 % for the mean; Wilson's where it is a rate
    high: float
    rate: bool  # whether every number is 0 or 1
    smallest: float
    quantiles: dict[str, float]
    largest: float


def summary(values: Values | Tally) -> Summary:
    """The mean with its error, the interval of 95 %, and the quantiles."""
    tally = tallied(values)
    n, mean, error = tally.n, tally.mean, tally.error
    if tally.rate:
        low, high = wilson(tally.counts.get(1.0, 0), n)
    else:
        half = t_quantile(n - 1) * error if n > 1 else float("inf")
        low, high = mean - half, mean + half
    quantiles = {f"{level:g}": tally.quantile(level) for level in LEVELS}
    least, most = tally.ends
    return Summary(n, mean, error, low, high, tally.rate, least, quantiles, most)


def tallied(values: Values | Tally) -> Tally:
    """The tally of numbers, or the one that there is."""
    return values if isinstance(values, Tally) else Tally.of(values.tolist())


@dataclass(frozen=True)
class Difference:
    """By how much one thing is above another on the same deals, and what chance gives."""

    one: str
    two: str
    n: int
    mean: float
    low: float
    high: float
    chance: float  # of a difference as large if there is none; corrected for many pairs
    beyond_noise: bool


def difference(one: str, two: str, above: Values | Tally) -> Difference:
    """The difference of two columns that belong together row by row."""
    tally = tallied(above)
    n, mean, error = tally.n, tally.mean, tally.error
    if n < 2:
        return Difference(one, two, n, mean, -float("inf"), float("inf"), 1.0, False)
    if error == 0.0:  # always the same: chance would have to take the same side each time
        chance = 1.0 if mean == 0.0 else 2.0 * 0.5**n
        return Difference(one, two, n, mean, mean, mean, chance, chance < NOISE)
    half = t_quantile(n - 1) * error
    chance = t_chance(n - 1, mean / error)
    return Difference(one, two, n, mean, mean - half, mean + half, chance, chance < NOISE)


@checked
def corrected(differences: Sequence[Difference]) -> list[Difference]:
    """The differences with chances corrected for their number."""
    chances = holm([one.chance for one in differences])
    return [
        replace(one, chance=chance, beyond_noise=chance < NOISE)
        for one, chance in zip(differences, chances, strict=True)
    ]


@checked
def holm(chances: Sequence[float]) -> list[float]:
    """The chances of several tests, corrected for their number [Holm1979].

    >>> holm([0.01, 0.5, 0.02])
    [0.03, 0.5, 0.04]
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    found = list(chances)
    floor = 0.0
    for rank, place in enumerate(order):
        floor = max(floor, min(1.0, chances[place] * (len(order) - rank)))
        found[place] = floor
    return found


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """The score interval of a rate [Wilson1927]: right even near 0 and 1.

    >>> low, high = wilson(8, 10)
    >>> print(f"{low:.3f} {high:.3f}")
    0.490 0.943
    """
    if trials == 0:
        return (0.0, 1.0)
    rate = successes / trials
    middle = (rate + z * z / (2 * trials)) / (1 + z * z / trials)
    spread = rate * (1 - rate) / trials + (z / (2 * trials)) ** 2
    half = z / (1 + z * z / trials) * sqrt(spread)
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == trials else min(1.0, middle + half)
    return (low, high)


@cache
def t_quantile(freedom: int) -> float:
    """Student's quantile of 97.5 %: beyond it on either side lie 5 %.

    >>> round(t_quantile(4), 4)
    2.7764
    """
    low, high = 1.9, 13.0  # the normal quantile is 1.96, that of freedom 1 is 12.71
    while high - low > 1e-12:
        middle = (low + high) / 2
        if t_chance(freedom, middle) > NOISE:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def t_chance(freedom: float, t: float) -> float:
    """The chance that Student's variable is at least as far from 0 as `t`.

    >>> round(t_chance(4, 2.7764451051977987), 6)
    0.05
    """
    whole = freedom + t * t
    return beta_share(freedom / 2, 0.5, freedom / whole, t * t / whole)


def beta_share(a: float, b: float, x: float, y: float) -> float:
    """The regularized incomplete beta function I_x(a, b), y being 1 - x [DLMF, 8.17]."""
    if x <= 0.0 or y <= 0.0:
        return float(x > 0.0)
    if x > (a + 1) / (a + b + 2):  # where the fraction of the other side is the fast one
        return 1.0 - beta_share(b, a, y, x)
    front = a * log(x) + b * log(y) + lgamma(a + b) - lgamma(a) - lgamma(b)
    return exp(front) * beta_fraction(a, b, x) / a


def beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of I_x(a, b) [DLMF, 8.17.22], by Lentz's method."""
    c, d = 1.0, 1.0 / off_zero(1.0 - (a + b) * x / (a + 1))
    fraction = d
    m = 0
    while True:
        m += 1
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1.0 / off_zero(1.0 + term * d)
            c = off_zero(1.0 + term / c)
            fraction *= c * d
        if abs(c * d - 1.0) < ENOUGH:
            return fraction


def off_zero(value: float) -> float:
    """The value, or a small number where it is 0."""
    return value if abs(value) > ALMOST_ZERO else ALMOST_ZERO
