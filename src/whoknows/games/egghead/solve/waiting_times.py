"""Waiting times: their distribution with cut-off ones, ten points, and who wins.

Waiting times that the end of a run cuts off are not dropped: the product-limit estimate
[Kaplan1958] counts them as long as they are known to have lasted.

>>> short = waiting([1, 2, 2, 3], cut=[])
>>> short.mean, short.variance, short.cdf
(2.0, 0.5, (0.0, 0.25, 0.75, 1.0))
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Chances: TypeAlias = NDArray[np.float64]  # of 0, 1, 2, ... rounds


@dataclass(frozen=True)
class Waiting:
    """The number of rounds to a point: of `n` that ended, and `censored` that did not."""

    n: int
    mean: float | None
    variance: float | None
    censored: int
    cdf: tuple[float, ...]  # the chance of at most 0, 1, 2, ... rounds

    @property
    def chances(self) -> Chances:
        """The chance of each number of rounds."""
        return np.diff(np.array(self.cdf), prepend=0.0)


def waiting(waits: Sequence[int], cut: Sequence[int]) -> Waiting:
    """The distribution behind waiting times, some of which were cut off."""
    cut = [rounds for rounds in cut if rounds > 0]
    if not waits:
        return Waiting(0, None, None, len(cut), ())
    cdf = product_limit(np.array(waits), np.array(cut, dtype=np.int64))
    chances = np.diff(cdf, prepend=0.0)
    rounds = np.arange(len(cdf))
    mean = float(chances @ rounds)
    variance = float(chances @ (rounds - mean) ** 2)
    return Waiting(len(waits), mean, variance, len(cut), tuple(cdf.tolist()))


def product_limit(waits: NDArray[np.int64], cut: NDArray[np.int64]) -> Chances:
    """The product-limit estimate of the distribution function, at 0, 1, 2, ... rounds.

    What is left after the last round seen is put there, so that it ends at 1.
    """
    last = int(max(waits.max(), cut.max(initial=0)))
    ended = np.bincount(waits, minlength=last + 1)
    gone = ended + np.bincount(cut, minlength=last + 1)
    at_risk = gone[::-1].cumsum()[::-1]
    cdf: Chances = 1 - (1 - ended / at_risk).cumprod()
    cdf[-1] = 1.0
    return cdf


def points(chances: Chances, count: int) -> Chances:
    """The chance of each number of rounds to so many points: a convolution."""
    total = np.ones(1)
    for _ in range(count):
        total = np.convolve(total, chances)
    return total


def winning(players: Sequence[Chances]) -> list[float]:
    """Everyone's chance to be among the first, if they do not touch each other.

    `players` are the chances of each number of rounds to all the points.  With ties the
    chances add up to more than 1.
    """
    length = max(map(len, players))
    mass = [np.pad(chances, (0, length - len(chances))) for chances in players]
    still = [np.concatenate([[1.0], 1 - chances.cumsum()[:-1]]) for chances in mass]
    return [
        float(sum(mine * prod([np.ones(length), *others_of(still, seat)])))
        for seat, mine in enumerate(mass)
    ]


def others_of(still: Sequence[Chances], seat: int) -> list[Chances]:
    """The chances that each other player is still on the way."""
    return [chances for other, chances in enumerate(still) if other != seat]
