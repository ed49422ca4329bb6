"""Which hands of a list belong to some world, found by witnesses.

A *witness* is a world's tiles apart from the hand in question: one that is disjoint from
many hands settles all of them at once.  So only a few searches are made, each exact.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from whoknows.games.davinci.knowledge.hands import Words


def supported(words: Words, others: Sequence[Words]) -> NDArray[np.bool_]:
    """For each hand, whether disjoint hands from all the other lists go with it."""
    answer = np.zeros(len(words), np.bool_)
    open_ = np.ones(len(words), np.bool_)
    for other in others:  # a tile that all hands of another list have
        if not len(other):
            return answer
        open_ &= (words & np.bitwise_and.reduce(other)) == 0
    ordered = sorted(others, key=len)
    while True:
        row = int(open_.argmax())
        if not len(words) or not open_[row]:
            return answer
        found = witness(words[row], ordered)
        if found is None:
            open_[words == words[row]] = False
            continue
        settled = (words & found) == 0
        answer |= settled
        open_ &= ~settled


def witness(word: np.uint64, others: Sequence[Words]) -> np.uint64 | None:
    """The tiles of some choice of disjoint hands, one a list, none touching `word`."""
    if not others:
        return np.uint64(0)
    lists = [words[(words & word) == 0] for words in others]
    first, *rest = sorted(lists, key=len)
    if not len(first):
        return None
    if not rest:
        return np.uint64(first[len(first) // 2])
    for hand in spread(first):
        found = witness(hand, rest)
        if found is not None:
            return np.uint64(found | hand)
    return None


def spread(words: Words) -> Words:
    """The same hands from the middle outwards: neighbors in a list are much alike."""
    middle = len(words) // 2
    return np.concatenate([words[middle:], words[:middle][::-1]])
