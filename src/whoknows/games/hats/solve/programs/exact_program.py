"""Whether a mixture of points is above a point everywhere, in exact fractions.

A linear program by the simplex method with Bland's rule, which never turns in a circle: of
the columns that gain, the first enters, and of the rows that bind, the first leaves.

>>> low, left, right = (tuple(map(Fraction, pair)) for pair in ((1, 1), (4, 0), (0, 4)))
>>> mixture_above(low, [left, right]).shares
(Fraction(3, 4), Fraction(1, 4))
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Point = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Above:
    """Shares of a mixture that is above a point, or prices by which no point is worth more.

    Prices are 1 or more for each coordinate.
    """

    shares: tuple[Fraction, ...] | None
    prices: tuple[Fraction, ...] | None


def mixture_above(point: Point, others: Sequence[Point]) -> Above:
    """A mixture of the others nowhere below the point and somewhere above; else prices.

    With s(c) for what is gained at c, the program is: shares x >= 0 of at most 1 in all
    that make the sum of the s(c) = sum of x(j) (others(j, c) - point(c)) >= 0 largest.
    Nothing taken is a solution to begin with.  The dual of an optimum of 0 has a price
    y(c) >= 0 for each s(c) >= 0, and by the prices 1 + y(c) no other is worth more.
    """
    size = len(point)
    rows = [[point[c] - other[c] for other in others] for c in range(size)]
    rows.append([Fraction(1)] * len(others))
    bounds = [Fraction(0)] * size + [Fraction(1)]
    gains = [sum(other, Fraction(0)) - sum(point, Fraction(0)) for other in others]
    shares, duals = largest(gains, rows, bounds)
    whole = sum(shares, Fraction(0))
    if any(gain * share for gain, share in zip(gains, shares, strict=True)):
        return Above(tuple(share / whole for share in shares), None)
    return Above(None, tuple(1 + dual for dual in duals[:size]))


def largest(
    gains: Sequence[Fraction],
    rows: Sequence[Sequence[Fraction]],
    bounds: Sequence[Fraction],
) -> tuple[list[Fraction], list[Fraction]]:
    """The x >= 0 with rows x <= bounds that gain most, and the dual; bounds are >= 0."""
    width, height = len(gains), len(rows)
    table = [
        [*row, *(Fraction(k == place) for k in range(height)), bound]
        for place, (row, bound) in enumerate(zip(rows, bounds, strict=True))
    ]
    left = [*gains, *[Fraction(0)] * (height + 1)]
    basis = list(range(width, width + height))
    while (enter := next((k for k, gain in enumerate(left[:-1]) if gain > 0), -1)) >= 0:
        binding = [
            (row[-1] / row[enter], basis[place], place)
            for place, row in enumerate(table)
            if row[enter] > 0
        ]
        _, _, place = min(binding)
        pivot = [value / table[place][enter] for value in table[place]]
        table = [
            pivot if k == place else without(row, pivot, enter)
            for k, row in enumerate(table)
        ]
        left = without(left, pivot, enter)
        basis[place] = enter
    found = [Fraction(0)] * (width + height)
    for column, row in zip(basis, table, strict=True):
        found[column] = row[-1]
    return found[:width], [-value for value in left[width:-1]]


def without(row: list[Fraction], pivot: list[Fraction], column: int) -> list[Fraction]:
    """A row less so much of the pivot's that nothing is left in a column."""
    times = row[column]
    if not times:
        return row
    return [a - times * b if b else a for a, b in zip(row, pivot, strict=True)]
