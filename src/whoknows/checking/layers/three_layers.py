"""More colors: the most that can be won, layer by layer.

A guess is right in one configuration of its line (the M that look alike to the agent) and
wrong in the others.  So a set can be won just if each of it is alone in it on one of its
lines: some agent is *right there*.  Let each of the W won name one such agent; some agent
is named W/N times at most.  Cut the world by its hat into M layers.  Those of a layer that
are alone on none of its lines are *blocked*: only the agent of the cut can be right, so
that they name it, and are won in no other layer.

two agents    Of the won, let a be alone in their row and d in their column; the rows and
              columns of those hold nothing else, so that the others are in h rows and w
              columns, h <= M - a and w <= M - d, and are blocked.  With b blocked at most
              2M - h - w + min(b, hw) are won, for some h and w from 1 to M; if there are
              no others, 2M - 2, which is what h = w = 1 gives without any blocked
three agents  the layers are squares; with b blocked one has 2M - 2 + b - c(b) at most, c(b)
              being the least h + w - 2 + max(0, b - hw) for any h and w.  It is cheapest
              to have all in one: c(x) + c(y) >= c(x + y - 1) for x, y >= 1, as a rectangle
              with the sides h + h' - 1 and w + w' - 1 has hw + h'w' - 1 places or more.  Of
              3(M - 1)^2 + 4 won, B = (M - 1)^2 + 1 at most are blocked, so that M squares
              have M(2M - 2) + B - c(B - M + 1) at most.  That is 3(M - 1)^2 + 3, one too
              few: c((M - 1)(M - 2) + 1) = 2M - 4, for with h + w = 2M - 3 one has no place,
              and with each one less of h + w at least one more
four agents, three colors
              all 2^27 sets of a layer are looked at.  M sets can be won together just if
              what is blocked in one is in no other.  The largest is taken up to the 1,296
              ways to rename agents and colors of a layer, and all others are tried
"""

from functools import cache, reduce
from itertools import permutations, product
from math import ceil
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.checking.certificate import Progress, require

Sets: TypeAlias = NDArray[np.uint32]  # bit c for configuration c of a layer

SIDE, SIZE = 3, 27  # of a layer of four agents and three colors,
WANTED = 49  # and so many cannot be won
CHUNK = 1 << 18


def check_most(players: int, colors: int, won: int, tell: Progress) -> int:
    """Check that no more than `won` can be won; how many cases were tried."""
    require(colors > 2, "two colors are coverings")
    if players <= 3:
        most = 2 * colors - 2 if players == 2 else 3 * (colors - 1) ** 2 + 3
        require(won >= most, f"{most} may be won, as far as layers tell")
        return 1
    require((players, colors) == (4, 3), "nothing is known of layers of this size")
    require(won >= WANTED - 1, f"{WANTED - 1} may be won, as far as layers tell")
    return check_stacks(WANTED, fewest_blocked(tell), tell)


def blocked(sets: Any, side: int = SIDE, agents: int = 3) -> Any:
    """Those of each set that are alone on none of their lines."""
    word, served = sets.dtype.type, np.zeros_like(sets)
    for step in (side**agent for agent in range(agents)):
        first = word(sum(1 << c for c in range(side**agents) if c // step % side == 0))
        line = [sets >> word(k * step) & first for k in range(side)]
        for k, one in enumerate(line):
            others = reduce(np.bitwise_or, line[:k] + line[k + 1 :])
            served |= (one & ~others) << word(k * step)
    return sets & ~served


def all_sets(tell: Progress, start: float) -> Any:
    """Every set of a layer with what is blocked in it, some at a time."""
    for low in range(0, 1 << SIZE, CHUNK):
        sets = np.arange(low, low + CHUNK, dtype=np.uint32)
        yield sets, blocked(sets)
        if not low % (CHUNK * 32):
            tell(start + 0.3 * low / (1 << SIZE))


def sets_within(limit: NDArray[np.int64], tell: Progress, start: float) -> Sets:
    """The sets with no more blocked than the limit for their size."""
    kept = [
        sets[np.bitwise_count(inside) <= limit[np.bitwise_count(sets)]]
        for sets, inside in all_sets(tell, start)
    ]
    return np.concatenate(kept)


def fewest_blocked(tell: Progress) -> list[int]:
    """The fewest blocked in a set of so many or more."""
    seen = np.zeros((SIZE + 1, SIZE + 1), bool)
    for sets, inside in all_sets(tell, 0.0):
        seen[np.bitwise_count(sets), np.bitwise_count(inside)] = True
    least = seen.argmax(axis=1)
    fewest: list[int] = np.minimum.accumulate(least[::-1])[::-1].tolist()
    return fewest


def check_stacks(wanted: int, fewest: list[int], tell: Progress) -> int:
    """Check that three layers cannot hold so many; how many firsts were tried."""
    named = wanted // 4
    two = [*least_sums(fewest, fewest), *[SIZE] * (SIZE + 1)]  # no two layers hold more
    limit = [named - two[max(wanted - size, 0)] for size in range(SIZE + 1)]
    sets = sets_within(np.array(limit), tell, 0.3)
    require(len(sets), "no set fits at all, which cannot be")
    return try_firsts(sets, wanted, named, tell)


def try_firsts(sets: Sets, wanted: int, named: int, tell: Progress) -> int:
    """Try each largest set up to renaming, with two of the others beside it."""
    inside = blocked(sets)
    sizes, numbers = (np.bitwise_count(words).astype(int) for words in (sets, inside))
    large = np.flatnonzero(sizes >= ceil(wanted / 3))
    firsts = representatives(sets[large])
    for place, first in enumerate(firsts):
        block = blocked(np.array([first], np.uint32))[0]
        size, number = int(first).bit_count(), int(block).bit_count()
        beside = ((sets & block) == 0) & ((inside & first) == 0) & (sizes <= size)
        beside &= numbers + number <= named
        rest = np.flatnonzero(beside)
        try_pairs(sets[rest], inside[rest], wanted - size, named - number)
        if not place % 16:
            tell(0.6 + 0.4 * place / len(firsts))
    return len(firsts)


def try_pairs(sets: Sets, inside: Sets, wanted: int, named: int) -> None:
    """Refuse if two of these fit each other and hold as many as are wanted."""
    sizes, numbers = (np.bitwise_count(words).astype(int) for words in (sets, inside))
    for k in np.flatnonzero(2 * sizes >= wanted).tolist():
        fits = (sizes + sizes[k] >= wanted) & (numbers + numbers[k] <= named)
        fits &= ((sets & inside[k]) == 0) & ((inside & sets[k]) == 0)
        require(not fits.any(), "more can be won: three layers fit each other")


def representatives(sets: Sets) -> list[np.uint32]:
    """One of each class under renaming; the sets are ascending, and whole classes."""
    places = renamings()
    fresh, firsts = np.ones(len(sets), bool), []
    for place in range(len(sets)):
        if fresh[place]:
            points = [c for c in range(SIZE) if int(sets[place]) >> c & 1]
            images = (np.uint64(1) << places[points]).sum(0).astype(np.uint32)
            where = np.searchsorted(sets, images)
            require((sets[where % len(sets)] == images).all(), "a renaming leads outside")
            fresh[where] = False
            firsts.append(sets[place])
    return firsts


@cache
def renamings(side: int = SIDE, agents: int = 3) -> NDArray[np.uint64]:
    """Where each way to rename agents and their colors takes 0, 1, ...: a row for each."""
    hats = np.indices((side,) * agents).reshape(agents, -1)
    names = np.array(list(permutations(range(side))))
    places = []
    for seats in permutations(range(agents)):
        for colors in product(names, repeat=agents):
            rows = [colors[k][hats[seats[k]]] for k in range(agents)]
            places.append(np.ravel_multi_index(rows, (side,) * agents))
    return np.ascontiguousarray(np.array(places, np.uint64).T)


def least_sums(one: list[int], other: list[int]) -> list[int]:
    """The least sum of an entry of each, by the sum of their places."""
    sums = [1 << 20] * (len(one) + len(other) - 1)
    for a, few in enumerate(one):
        for b, more in enumerate(other):
            sums[a + b] = min(sums[a + b], few + more)
    return sums
