"""Numbers with their noise: rates, means, quantiles, and differences.

>>> found = summary(np.array([0.0, 1.0, 1.0, 1.0]))
>>> found.mean, found.n
(0.75, 4)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.asking.rates import wilson
from whoknows.asking.student import t_chance, t_quantile
from whoknows.asking.tally import Tally

__all__ = [
    "Difference", "Summary", "Values", "corrected", "difference", "holm", "summary",
]  # fmt: skip

Values: TypeAlias = NDArray[np.float64]  # one number a game

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
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


def corrected(differences: Sequence[Difference]) -> list[Difference]:
    """The differences with chances corrected for their number."""
    from dataclasses import replace

    chances = holm([one.chance for one in differences])
    return [
        replace(one, chance=chance, beyond_noise=chance < NOISE)
        for one, chance in zip(differences, chances, strict=True)
    ]


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
