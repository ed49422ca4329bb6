"""Which hands of a list belong to some world, found by witnesses.

A *witness* is a world's tiles apart from the hand in question: one that is disjoint from
many hands settles all of them at once.  So only a few searches are made, each exact; with
two other lists, what is then left in doubt is settled by a product of matrices.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from whoknows.games.davinci.knowledge.counting import disjoint
from whoknows.games.davinci.knowledge.hand_lists import Words

MOST_ENTRIES = 2_000_000  # entries of a matrix at a time
WITNESSES = 4  # witnesses to look for before the matrices


def supported(words: Words, others: Sequence[Words]) -> NDArray[np.bool_]:
    """For each hand, whether disjoint hands from all the other lists go with it."""
    answer = np.zeros(len(words), np.bool_)
    doubt = np.ones(len(words), np.bool_)
    for other in others:  # a tile that all hands of another list have
        if not len(other):
            return answer
        doubt &= (words & np.bitwise_and.reduce(other)) == 0
    ordered = sorted(others, key=len)
    for tries in range(len(words)):
        left = np.flatnonzero(doubt)
        if not len(left):
            break
        if tries >= WITNESSES and len(others) == 2:
            answer[left] = in_products(words[left], ordered[0], ordered[1])
            break
        word = words[left[0]]
        found = witness(word, ordered)
        settled = words == word if found is None else (words & found) == 0
        doubt &= ~settled
        if found is not None:
            answer |= settled
    return answer


@np.errstate(invalid="ignore")  # BLAS may raise the flag on lanes that it does not use
def in_products(words: Words, one: Words, two: Words) -> NDArray[np.bool_]:
    """`supported` for all hands at once, with two other lists."""
    links = disjoint(two, one).astype(np.float32)
    block = max(1, MOST_ENTRIES // len(two))
    found = []
    for start in range(0, len(words), block):
        some = words[start : start + block]
        ways = disjoint(some, two).astype(np.float32) @ links
        found.append(((ways > 0) & disjoint(some, one)).any(axis=1))
    return np.concatenate(found)


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
    """The hands from the middle outwards: neighbors in a list are much alike."""
    middle = len(words) // 2
    return np.concatenate([words[middle:], words[:middle][::-1]])
