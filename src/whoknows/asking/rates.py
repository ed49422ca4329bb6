"""How sure a rate is that was counted in games.

>>> low, high = wilson(8, 10)
>>> print(f"{low:.3f} {high:.3f}")
0.490 0.943
"""

from math import sqrt

Z95 = 1.959963984540054  # the normal quantile of 97.5 %


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
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
