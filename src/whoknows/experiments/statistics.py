"""Numbers with their noise: rates, means, quantiles, and differences.

>>> low, high = wilson(8, 10)
>>> print(f"{low:.3f} {high:.3f}")
0.490 0.943
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Values: TypeAlias = NDArray[np.float64]  # one number a game

Z95 = 1.959963984540054  # the normal quantile of 97.5 %
LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
NOISE = 0.05  # a difference that chance gives more rarely than this is beyond noise


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """The score interval of a rate [Wilson1927]: right even near 0 and 1."""
    if trials == 0:
        return (0.0, 1.0)
    rate = successes / trials
    middle = (rate + z * z / (2 * trials)) / (1 + z * z / trials)
    spread = rate * (1 - rate) / trials + (z / (2 * trials)) ** 2
    half = z / (1 + z * z / trials) * sqrt(spread)
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == trials else min(1.0, middle + half)
    return (low, high)


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


def summary(values: Values) -> Summary:
    """The mean with its error, the interval of 95 %, and the quantiles."""
    n, mean, error = len(values), float(values.mean()), standard_error(values)
    rate = bool(np.isin(values, (0.0, 1.0)).all())
    if rate:
        low, high = wilson(round(float(values.sum())), n)
    else:
        half = t_quantile(n - 1) * error if n > 1 else float("inf")
        low, high = mean - half, mean + half
    found = np.quantile(values, LEVELS)
    quantiles = {f"{level:g}": float(q) for level, q in zip(LEVELS, found, strict=True)}
    least, most = float(values.min()), float(values.max())
    return Summary(n, mean, error, low, high, rate, least, quantiles, most)


def standard_error(values: Values) -> float:
    """The standard error of the mean; not known of one number."""
    if len(values) < 2:
        return float("nan")
    return float(values.std(ddof=1)) / sqrt(len(values))


def t_quantile(freedom: int) -> float:
    """Student's quantile of 97.5 %."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.975))


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


def difference(one: str, two: str, above: Values) -> Difference:
    """The difference of two columns that belong together row by row."""
    n, mean, error = len(above), float(above.mean()), standard_error(above)
    if n < 2:
        return Difference(one, two, n, mean, -float("inf"), float("inf"), 1.0, False)
    if error == 0.0:  # always the same: chance would have to take the same side each time
        chance = 1.0 if mean == 0.0 else 2.0 * 0.5**n
        return Difference(one, two, n, mean, mean, mean, chance, chance < NOISE)
    from scipy.special import stdtr

    half = t_quantile(n - 1) * error
    chance = 2.0 * float(stdtr(n - 1, -abs(mean) / error))
    return Difference(one, two, n, mean, mean - half, mean + half, chance, chance < NOISE)


def corrected(differences: Sequence[Difference]) -> list[Difference]:
    """The differences with chances corrected for their number [Holm1979]."""
    from dataclasses import replace

    order = sorted(range(len(differences)), key=lambda place: differences[place].chance)
    found = list(differences)
    floor = 0.0
    for rank, place in enumerate(order):
        raw = differences[place].chance * (len(order) - rank)
        floor = max(floor, min(1.0, raw))
        found[place] = replace(found[place], chance=floor, beyond_noise=floor < NOISE)
    return found
