"""A second twin for one odd coin: counts of coins by role, every weighing tried, no bounds.

A state is (pairs, heavy, light, good): coins that may be heavy or light, only heavy, only
light, and neither.  Nothing is shared with the package, not even the form of a position.
"""

from functools import cache


def shares(coins):
    for left in range(coins + 1):
        for right in range(coins + 1 - left):
            yield left, right


def splits(state):
    """The states after LT, EQ, GT for every weighing, good coins filling up the pans."""
    pairs, heavy, light, good = state
    coins = sum(state)
    for p, q in shares(pairs):
        for a, b in shares(heavy):
            for c, d in shares(light):
                if abs(p + a + c - q - b - d) > good:
                    continue
                less = (0, q + b, p + c)
                more = (0, p + a, q + d)
                equal = (pairs - p - q, heavy - a - b, light - c - d)
                yield [
                    (*part, coins - sum(part)) for part in (less, equal, more) if any(part)
                ]


def cases(state):
    return 2 * state[0] + state[1] + state[2]


def done(state, by_coin):
    return sum(state[:3]) == 1 and (by_coin or state[0] == 0)


@cache
def total(state, by_coin=False):
    """The least total over all cases."""
    if done(state, by_coin):
        return 0
    return cases(state) + min(
        (
            sum(total(part, by_coin) for part in parts)
            for parts in splits(state)
            if all(part != state for part in parts)
        ),
        default=float("inf"),
    )


@cache
def worst(state, by_coin=False):
    """The least worst."""
    if done(state, by_coin):
        return 0
    return 1 + min(
        (
            max(worst(part, by_coin) for part in parts)
            for parts in splits(state)
            if all(part != state for part in parts)
        ),
        default=float("inf"),
    )
