"""Five agents of three colors: how much can be won at most, by layers of layers.

A layer of five agents is a set of the 81 configurations of four.  Let g(t) be the fewest
*blocked* in a set of t: alone on none of their lines.  Those left out, four agents win the
others, and they win 48 at most (`layers` tries it): so g(t) >= t - 48.

Let each of the t - b that are not blocked name an agent who is right there.  Some agent is
named (t - b)/4 times at most; cut the set by its hat into three sets of 27.  In these only
the b and those who name it are blocked: (t + 3b)/4 at most.  So for each t and b all stacks
of three sets with so few blocked are tried, one of them up to renaming; where no stack has
b blocked at most, g(t) > b.  What is blocked in a stack is what is blocked in its layer and
won in another layer too.

Of W won by five agents, some agent is named W/5 times at most; so the three layers of its
hat have g(t1) + g(t2) + g(t3) <= W/5 and t1 + t2 + t3 = W.
"""

from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from whoknows.verify.files import Progress
from whoknows.verify.layers import (
    SIZE,
    Sets,
    all_sets,
    blocked,
    check_stacks,
    fewest_blocked,
    representatives,
)

FOUR = 48
TRIED = range(55, 61)
RAISED = 6  # g is shown to be above its first bound by so much and one at most

Pair = tuple[Sets, Sets]  # sets, and what is blocked in each
Kinds = dict[tuple[int, int], Pair]  # by size and number blocked


def most_of_five(tell: Progress) -> int:
    """What cannot be exceeded by five agents of three colors."""
    check_stacks(FOUR + 1, lambda share: tell(share / 2))
    low = fewest_of_four(lambda share: tell((1 + share) / 2))
    most = 0
    for won in range(244):
        for one in range(min(won, 81) + 1):
            for two in range(min(won - one, 81) + 1):
                rest = won - one - two
                if rest <= 81 and low[one] + low[two] + low[rest] <= won // 5:
                    most = won
    return most


def fewest_of_four(tell: Progress) -> list[int]:
    """A bound of g(t) for t from 0 to 81."""
    least = fewest_blocked(tell)
    two = sums(least, least)
    three = sums(two, least)
    low = [max(0, t - FOUR, -((t - 4 * three[t]) // 3)) for t in range(82)]
    limit = np.full(SIZE + 1, -1)
    for t in TRIED:
        for size in range(SIZE + 1):
            if t - size < len(two):
                spare = (t + 3 * (low[t] + RAISED)) // 4 - two[t - size]
                limit[size] = max(limit[size], spare)
    kinds = wanted_sets(limit, tell)
    for t in TRIED:
        for _ in range(RAISED + 1):
            if has_stack(t, low[t], kinds):
                break
            low[t] += 1
    return low


def sums(one: list[int], other: list[int]) -> list[int]:
    """The least sum of an entry of each, by the sum of their places."""
    found = [1 << 20] * (len(one) + len(other) - 1)
    for a, few in enumerate(one):
        for b, more in enumerate(other):
            found[a + b] = min(found[a + b], few + more)
    return found


def wanted_sets(limit: NDArray[np.int64], tell: Progress) -> Kinds:
    """The sets of 27 with no more blocked than the limit of their size, by kind."""
    kept = []
    for sets, inside in all_sets(tell, 0.3):
        kept.append(sets[np.bitwise_count(inside) <= limit[np.bitwise_count(sets)]])
    sets = np.concatenate(kept)
    inside = blocked(sets)
    keys = np.bitwise_count(sets).astype(int) * 32 + np.bitwise_count(inside)
    return {
        divmod(int(key), 32): (sets[keys == key], inside[keys == key])
        for key in np.unique(keys)
    }


def has_stack(size: int, most: int, kinds: Kinds) -> bool:
    """Whether three sets make one of this size with no more than `most` blocked."""
    spare = (size + 3 * most) // 4
    for three in combinations_with_replacement(sorted(kinds, reverse=True), 3):
        sizes, numbers = zip(*three, strict=True)
        few = sum(sizes) == size and sum(numbers) <= spare
        one, two, last = three
        if few and fits(kinds[one], kinds[two], kinds[last], most):
            return True
    return False


def fits(first: Pair, second: Pair, third: Pair, most: int) -> bool:
    """Whether a set of each leaves no more than `most` blocked in the stack."""
    for won in representatives(first[0]):
        block = blocked(np.array([won], np.uint32))[0]
        for other, there in zip(*second, strict=True):
            both = int(block & other).bit_count() + int(there & won).bit_count()
            if both > most:
                continue
            sets, inside = third
            number = np.bitwise_count(block & (other | sets))
            number += np.bitwise_count(there & (won | sets))
            number += np.bitwise_count(inside & (won | other))
            if (number <= most).any():
                return True
    return False
