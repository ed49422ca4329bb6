"""The canonical form of a position: roles in an order of their own, not that of names.

Roles are ordered by what can be seen of them (size, and in which orbits they take part),
and refined by the roles they meet there.  Where ties are left, every order is tried, and
the least form counts.  Heavy and light may also be exchanged as a whole.
"""

from functools import lru_cache
from itertools import permutations, product
from math import factorial, prod
from typing import Any, TypeAlias

Key: TypeAlias = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], int]

UNIT = 16
MOST_ORDERS = 720  # beyond this, equal positions may keep different forms, which is no harm


@lru_cache(200_000)
def canonical(
    sizes: tuple[int, ...], orbits: tuple[tuple[int, ...], ...], good: int
) -> Key:
    """The form of roles of these sizes, with so many good coins that are of use."""
    turned = tuple(tuple(turn(code) for code in orbit) for orbit in orbits)
    one = least(sizes, orbits)
    two = one if {*turned} == {*orbits} else least(sizes, turned)
    return (*min(one, two), good)


def turn(code: int) -> int:
    """Heavy for light, and light for heavy."""
    light, heavy = divmod(code, UNIT)
    return heavy * UNIT + light


def least(
    sizes: tuple[int, ...], orbits: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The least form over the orders that what can be seen leaves open."""
    colors = refined(sizes, orbits)
    cells: dict[int, list[int]] = {}
    for role, color in enumerate(colors):
        cells.setdefault(color, []).append(role)
    groups = [cells[color] for color in sorted(cells)]
    orders = [[tuple(group)] for group in groups]
    if 1 < prod(factorial(len(group)) for group in groups) <= MOST_ORDERS:
        orders = [list(permutations(group)) for group in groups]
    return min(
        (
            tuple(sizes[k] for k in order),
            tuple(sorted(tuple(orbit[k] for k in order) for orbit in orbits)),
        )
        for choice in product(*orders)
        for order in [tuple(k for group in choice for k in group)]
    )


def refined(sizes: tuple[int, ...], orbits: tuple[tuple[int, ...], ...]) -> list[int]:
    """A color for each role, the same under every renaming of roles."""
    colors = list(sizes)
    while True:
        seen: list[Any] = [
            (
                colors[k],
                sorted(
                    (
                        orbit[k],
                        sorted((colors[j], code) for j, code in enumerate(orbit) if code),
                    )
                    for orbit in orbits
                    if orbit[k]
                ),
            )
            for k in range(len(sizes))
        ]
        ranks = {
            repr(s): n for n, s in enumerate(sorted({repr(s): s for s in seen}.values()))
        }
        new = [ranks[repr(s)] for s in seen]
        if len({*new}) == len({*colors}) or len(ranks) == len(sizes):
            return new
        colors = new
