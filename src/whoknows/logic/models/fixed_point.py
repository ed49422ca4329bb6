"""What a step adds to a claim, again and again, until it adds nothing."""

from collections.abc import Callable

import numpy as np

from whoknows.logic.models.vocabulary import Claim


def fixed_point(
    start: Claim,
    wider: Callable[[Claim], Claim],
    same: Callable[[Claim, Claim], bool] = np.array_equal,
) -> Claim:
    """The least claim with all of `start` to which `wider` adds nothing.

    >>> sorted(fixed_point({1}, lambda s: s | {2 * n for n in s if n < 5}, set.__eq__))
    [1, 2, 4, 8]
    """
    claim = start
    while not same(new := wider(claim), claim):
        claim = new
    return claim
