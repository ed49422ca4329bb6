"""Student's distribution, by the incomplete beta function.

scipy has both functions; they are written out here because scipy is a third of what the
program would weigh, and the tests hold them against scipy's.

>>> round(t_quantile(4), 4)
2.7764
>>> round(t_chance(4, 2.7764451051977987), 6)
0.05
"""

from functools import cache
from math import exp, lgamma, log

ALMOST_ZERO = 1e-300  # in place of 0, which cannot be divided by
ENOUGH = 1e-15  # a step of the fraction that changes less than this is the last
NOISE = 0.05


@cache
def t_quantile(freedom: int) -> float:
    """Student's quantile of 97.5 %: beyond it on either side lie 5 %."""
    low, high = 1.9, 13.0  # the normal quantile is 1.96, that of freedom 1 is 12.71
    while high - low > 1e-12:
        middle = (low + high) / 2
        if t_chance(freedom, middle) > NOISE:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def t_chance(freedom: float, t: float) -> float:
    """The chance that Student's variable is at least as far from 0 as `t`."""
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
    found = d
    m = 0
    while True:
        m += 1
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1.0 / off_zero(1.0 + term * d)
            c = off_zero(1.0 + term / c)
            found *= c * d
        if abs(c * d - 1.0) < ENOUGH:
            return found


def off_zero(value: float) -> float:
    """The value, or a small number where it is 0."""
    return value if abs(value) > ALMOST_ZERO else ALMOST_ZERO
