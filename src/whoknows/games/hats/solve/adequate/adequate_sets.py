"""Adequate sets, as the hat-game paper has them.

An adequate set is a dominating set of the cube, that is, a covering code of radius 1.
The paper's `das` is the least size of one, and `nas` how many there are of that size.

>>> adequate_sets(3)
[(0, 7), (1, 6), (2, 5), (3, 4)]
>>> zeros_of((1, 6), 3), pattern((1, 6), 3)
((2, 1), (0, 1, 1, 0))
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TypeAlias

import numpy as np

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import Code, Rules, chance_of
from whoknows.games.hats.solve.cube_bits import balls, codes_of, is_adequate, mask_of
from whoknows.games.hats.solve.maximal.dominating_sets import minimal_sets, search
from whoknows.games.hats.solve.maximal.pieces import ball_maps, images, split

LostSet: TypeAlias = tuple[Code, ...]  # the configurations of an adequate set, ascending

LEAST_SIZES = {
    2: 2,
    3: 2,
    4: 4,
    5: 7,
    6: 12,
    7: 16,
}  # das; each found anew by `adequate_sets`
LIST_LIMIT = 2_000_000  # sets listed at most
FIRST_LEAST_SET: dict[
    int, LostSet
] = {  # of the least sets, where to find them all takes seconds
    5: (0, 1, 2, 15, 23, 27, 28),
    6: (0, 1, 2, 15, 23, 28, 39, 44, 52, 57, 58, 59),
}


def adequate_sets(players: int, *, size: int | None = None) -> list[LostSet]:
    """All adequate sets of a size (the least unless given), in the paper's order."""
    Rules(players)
    if players > max(LEAST_SIZES):
        raise TooLarge(
            f"adequate sets are listed for at most {max(LEAST_SIZES)} players,"
            f" not {players}"
        )
    if size is not None and not 1 <= size <= 1 << players:
        raise BadSetup(f"there is no set of {size} among {1 << players} configurations")
    if size is None or size == LEAST_SIZES[players]:
        return list(least_sets(players))
    if size < LEAST_SIZES[players]:
        return []
    if players > 5:
        raise TooLarge(
            f"of {1 << players} configurations, {comb(1 << players, size):.2g} sets have"
            f" {size}; for {players} players only the least size "
            f"{LEAST_SIZES[players]} is listed"
        )
    return larger_sets(players, size)


@lru_cache
def least_sets(players: int) -> tuple[LostSet, ...]:
    """The adequate sets of least size, in order, found once."""
    if players == 7:
        return tuple(sorted(perfect_codes(players)))
    if players == 6:
        return tuple(sorted(least_by_pieces(players, LEAST_SIZES[players])))
    small = search(players, size=LEAST_SIZES.get(players))
    return tuple(sorted(codes_of(mask) for mask in small))


def least_by_pieces(
    players: int, size: int, *, visit: Callable[[], None] | None = None
) -> set[LostSet]:
    """The minimal sets of a small size: found in each piece, and carried to all others."""
    found: set[int] = set()
    maps = ball_maps(players)
    for piece, _ in split(players, pieces=300):
        for mask in search(players, piece=piece, size=size, visit=visit):
            if mask not in found:
                found |= carried(mask, players, maps)
    return {codes_of(mask) for mask in found}


def carried(mask: int, players: int, maps: np.typing.NDArray[np.uint64]) -> set[int]:
    """A set under all symmetries: every affine image, and its translations."""
    found: set[int] = set()
    for image in set(images(mask, maps).tolist()):
        codes = codes_of(image)
        found |= {mask_of(code ^ shift for code in codes) for shift in range(1 << players)}
    return found


def perfect_codes(
    players: int, *, visit: Callable[[], None] | None = None
) -> Iterator[LostSet]:
    """The perfect codes: adequate sets that cover no configuration twice.

    For N = 2^k - 1 these are the least adequate sets, since 2^N / (N + 1) balls are the
    fewest that can cover; an exact cover is searched corner by corner.
    """
    ball, whole = balls(players), (1 << (1 << players)) - 1

    def extend(chosen: LostSet, reached: int) -> Iterator[LostSet]:
        if visit:
            visit()
        open_corners = whole & ~reached
        if not open_corners:
            yield tuple(sorted(chosen))
            return
        corner = (open_corners & -open_corners).bit_length() - 1
        for code in codes_of(ball[corner]):
            if not ball[code] & reached:
                yield from extend((*chosen, code), reached | ball[code])

    return extend((), 0)


def larger_sets(players: int, size: int) -> list[LostSet]:
    """The adequate sets of more than the least size, minimal or not."""
    corners = range(1 << players)
    if players <= 4:
        return [
            lost
            for lost in combinations(corners, size)
            if is_adequate(mask_of(lost), players)
        ]
    minimal = [codes_of(mask) for mask in minimal_sets(players)]
    minimal = [lost for lost in minimal if len(lost) <= size]
    bound = sum(comb(len(corners) - len(lost), size - len(lost)) for lost in minimal)
    if bound > LIST_LIMIT:
        raise TooLarge(
            f"up to {bound:.2g} adequate sets of {size} configurations for {players}"
            f" players; at most {LIST_LIMIT:,} are listed"
        )
    found = set()
    for lost in minimal:
        rest = [corner for corner in corners if corner not in lost]
        more = combinations(rest, size - len(lost))
        found |= {tuple(sorted((*lost, *others))) for others in more}
    return sorted(found)


def zeros_of(lost: LostSet, players: int) -> tuple[int, ...]:
    """How many zeros (white hats, our R) each configuration of a set has."""
    return tuple(players - code.bit_count() for code in lost)


def pattern(lost: LostSet, players: int) -> tuple[int, ...]:
    """How many configurations of a set have 0, 1, ..., N zeros: the paper's `01210`."""
    zeros = zeros_of(lost, players)
    return tuple(zeros.count(k) for k in range(players + 1))


def pattern_chance(counts: Iterable[int], p: Fraction) -> Fraction:
    """The probability of a set with these counts of zeros, white having chance p."""
    counts = list(counts)
    top = len(counts) - 1
    return sum((n * p**k * (1 - p) ** (top - k) for k, n in enumerate(counts)), Fraction(0))


def by_chance(sets: Iterable[LostSet], rules: Rules) -> list[tuple[Fraction, LostSet]]:
    """Sets with their probability, least first, then in order: Appendix 5 of the paper."""
    return sorted((chance_of(lost, rules), lost) for lost in sets)


def lightest(players: int, size: int, p: Fraction) -> tuple[int, ...]:
    """The counts of zeros of the least likely adequate set of a size, p above 1/2.

    Such a set is a minimal one and the cheapest of what it leaves, so that the minimal
    sets decide (the tables of sections 2.2, 3.2, 4.2, and 5.2 of the paper).
    """
    best: tuple[Fraction, tuple[int, ...]] | None = None
    for counts in minimal_patterns(players):
        if sum(counts) <= size:
            filled = fill(counts, size - sum(counts), players)
            candidate = (pattern_chance(filled, p), filled)
            best = min(best, candidate) if best else candidate
    if best is None:
        raise BadSetup(f"no adequate set of {players} players has {size} configurations")
    return best[1]


@lru_cache
def minimal_patterns(players: int) -> frozenset[tuple[int, ...]]:
    """The counts of zeros that minimal adequate sets have."""
    return frozenset(pattern(codes_of(mask), players) for mask in minimal_sets(players))


def fill(counts: tuple[int, ...], more: int, players: int) -> tuple[int, ...]:
    """The counts with the least likely other configurations added, fewest zeros first."""
    filled = list(counts)
    for zeros in range(players + 1):
        room = min(more, comb(players, zeros) - filled[zeros])
        filled[zeros] += room
        more -= room
    return tuple(filled)
