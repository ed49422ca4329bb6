"""The compiled search: the minimal dominating sets of one piece, counted by size.

It is the search of `dominating_sets`, without recursion, on 64-bit words, and it lets go of
the interpreter's lock.  Importing this file imports numba: do so only when needed.
"""

import numpy as np

from whoknows.errors import needs
from whoknows.work.compiled import compiled

with needs("solve"):
    from numba import uint64

ONE, ZERO = np.uint64(1), np.uint64(0)
PAIRS, FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
BYTES, ONES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
DEPTH = 66


@compiled(inline="always")
def weight(word):  # type: ignore[no-untyped-def]
    """The number of bits set."""
    word = word - ((word >> ONE) & PAIRS)
    word = (word & FOURS) + ((word >> uint64(2)) & FOURS)
    return (((word + (word >> uint64(4))) & BYTES) * ONES) >> uint64(56)


@compiled(inline="always")
def lowest(word):  # type: ignore[no-untyped-def]
    """The place of the lowest bit set."""
    return weight((word & (~word + ONE)) - ONE)


@compiled(nogil=True)
def count(  # type: ignore[no-untyped-def]
    once_of, twice_of, privates, hitters, near, sizes, everything, chosen, free, counts
):
    """Add the minimal sets that begin with `chosen` to `counts`, by size."""
    once, twice = np.zeros(DEPTH, np.uint64), np.zeros(DEPTH, np.uint64)
    inside, left = np.zeros(DEPTH, np.uint64), np.zeros(DEPTH, np.uint64)
    todo, size = np.zeros(DEPTH, np.uint64), np.zeros(DEPTH, np.int64)
    word = chosen
    while word:
        block = lowest(word)
        word &= word - ONE
        twice[0] |= twice_of[block] | (once[0] & once_of[block])
        once[0] = (once[0] | once_of[block]) & ~twice[0]
        size[0] += sizes[block]
    word = chosen
    while word:
        block = lowest(word)
        word &= word - ONE
        if not privates[block] & once[0]:
            return
    inside[0], left[0] = chosen, free
    depth, fresh = 0, True
    while depth >= 0:
        if fresh:  # choose the undominated corner with the fewest candidates
            fresh = False
            word = everything & ~(once[depth] | twice[depth])
            if not word:
                counts[size[depth]] += 1
                depth -= 1
                continue
            fewest = uint64(99)
            while word:
                options = hitters[lowest(word)] & left[depth]
                word &= word - ONE
                number = weight(options)
                if number < fewest:
                    fewest = number
                    todo[depth] = options
                    if number <= ONE:
                        break
        if todo[depth] == ZERO:
            depth -= 1
            continue
        block = lowest(todo[depth])
        bit = todo[depth] & (~todo[depth] + ONE)
        todo[depth] ^= bit
        left[depth] ^= bit
        after_twice = twice[depth] | twice_of[block] | (once[depth] & once_of[block])
        after_once = (once[depth] | once_of[block]) & ~after_twice
        kept = (privates[block] & after_once) != ZERO
        word = inside[depth] & near[block]
        while kept and word:
            kept = (privates[lowest(word)] & after_once) != ZERO
            word &= word - ONE
        if kept:
            depth += 1
            fresh = True
            once[depth], twice[depth] = after_once, after_twice
            inside[depth], left[depth] = inside[depth - 1] | bit, left[depth - 1]
            size[depth] = size[depth - 1] + sizes[block]
