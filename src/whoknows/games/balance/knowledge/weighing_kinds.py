"""The weighings worth making in a position, one of each kind, with the sizes they leave.

Which coins of a role are taken does not matter, only how many; so a weighing is chosen by
the number of coins of each role on the left and on the right.  Good coins fill up the pan
that has fewer.  Left and right exchanged is the same weighing.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import NamedTuple, TypeAlias

from whoknows.games.balance.knowledge.position import UNIT, Code, Orbit, Position, shares
from whoknows.games.balance.rules import Weighing

Counts: TypeAlias = tuple[tuple[int, int], ...]  # of each role: coins on left and right
Sizes: TypeAlias = tuple[int, int, int]  # worlds after LT, EQ, GT


class Choice(NamedTuple):
    """A weighing by numbers, and how many worlds each answer leaves."""

    counts: Counts
    sizes: Sizes


def choices(
    position: Position, cap: int | None = None, *, near: bool = False
) -> Iterator[Choice]:
    """The weighings that split the position, no answer leaving more than `cap` worlds.

    `near` gives only those that put nearly as many coins of each role left as right: they
    are few, and mostly one of them is best.
    """
    sizes = position.sizes
    if not sizes:
        return  # every coin is good
    last = [
        max(k for k, code in enumerate(o) if code) if any(o) else 0 for o in position.orbits
    ]
    due: list[list[Orbit]] = [[] for _ in sizes]
    for orbit, k in zip(position.orbits, last, strict=True):
        due[k].append(orbit)
    room = [sum(sizes[k:]) + len(position.good) for k in range(len(sizes) + 1)]
    most = position.size if cap is None else cap

    def grow(
        k: int, chosen: Counts, seen: Sizes, tilt: int, even: bool
    ) -> Iterator[Choice]:
        if k == len(sizes):
            if sum(1 for size in seen if size) > 1:
                yield Choice(chosen, seen)
            return
        for left in range(sizes[k] + 1):
            least = max(0, left - 1) if near else 0
            most_right = left if even else left + 1 if near else sizes[k]
            for right in range(least, min(most_right, sizes[k] - left) + 1):
                lean = tilt + left - right
                if abs(lean) > room[k + 1]:
                    continue
                now = (*chosen, (left, right))
                sizes_now = added(due[k], sizes, now, seen)
                if max(sizes_now) <= most:
                    yield from grow(k + 1, now, sizes_now, lean, even and left == right)

    yield from grow(0, (), (0, 0, 0), 0, True)


def added(
    orbits: list[Orbit], sizes: tuple[int, ...], counts: Counts, seen: Sizes
) -> Sizes:
    """The sizes with the worlds of more orbits, whose roles are all placed."""
    less, equal, more = seen
    for orbit in orbits:
        tilts: tuple[tuple[int, int], ...] = ((0, 1),)
        for k, (left, right) in enumerate(counts):
            if orbit[k]:
                tilts = joined(tilts, tilts_of(orbit[k], sizes[k], left, right))
        for tilt, count in tilts:
            if tilt < 0:
                less += count
            elif tilt > 0:
                more += count
            else:
                equal += count
    return less, equal, more


@lru_cache(100_000)
def joined(
    one: tuple[tuple[int, int], ...], two: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """The tilts of two roles together, and how many worlds have each."""
    found: dict[int, int] = {}
    for tilt, count in one:
        for other, times in two:
            found[tilt + other] = found.get(tilt + other, 0) + count * times
    return tuple(sorted(found.items()))


@lru_cache(100_000)
def tilts_of(code: Code, size: int, left: int, right: int) -> tuple[tuple[int, int], ...]:
    """How the odd coins of one role tilt the scales, and in how many ways."""
    beside = size - left - right
    found: dict[int, int] = {}
    for tilt, codes in shares(code, left, right, beside):
        count = 1
        for pan, part in zip((left, right, beside), codes, strict=True):
            light, heavy = divmod(part, UNIT)
            count *= comb(pan, heavy) * comb(pan - heavy, light)
        found[tilt] = found.get(tilt, 0) + count
    return tuple(sorted(found.items()))


def weighing_of(position: Position, counts: Counts) -> Weighing:
    """The weighing with the first coins of each role, good coins filling up."""
    left: list[int] = []
    right: list[int] = []
    for role, (one, two) in zip(position.roles, counts, strict=True):
        left += role[:one]
        right += role[one : one + two]
    short = len(left) - len(right)
    (right if short > 0 else left).extend(position.good[: abs(short)])
    return Weighing(tuple(sorted(left)), tuple(sorted(right)))
