# mypy: disable-error-code="untyped-decorator, no-any-return"
"""The loops of `kernels`, compiled by numba on first use and kept on disk.

Import this module only through `kernels.loops`: importing numba takes half a second.
"""

from typing import Any

import numpy as np

from whoknows.games.egghead.knowledge.world_kernels import States, Words
from whoknows.work.compiled import compiled, copy

built: Any = compiled(nogil=True, error_model="numpy")


@built
def ask(words: Words, states: States, block: Words) -> None:  # noqa: D103
    for place in range(words.shape[0]):
        row = words[place].ravel()  # a view, since it lies in one piece
        kept = block[states[place]].ravel()
        for k in range(row.size):
            row[k] &= kept[k]


@built
def sole(words: Words) -> Words:  # noqa: D103
    before, stacks, after = words.shape
    found = np.zeros((before, after), dtype=np.uint64)
    twice = np.zeros(after, dtype=np.uint64)
    for a in range(before):
        if after == 1:  # in registers
            once_ = np.uint64(0)
            twice_ = np.uint64(0)
            for stack in range(stacks):
                seen = words[a, stack, 0]
                twice_ |= once_ & seen
                once_ |= seen
            found[a, 0] = once_ & ~twice_
            continue
        once = found[a]
        twice[:] = 0
        for stack in range(stacks):
            row = words[a, stack]
            for b in range(after):
                seen = row[b]
                twice[b] |= once[b] & seen
                once[b] |= seen
        for b in range(after):
            once[b] &= ~twice[b]
    return found


@built
def sole_last(words: Words) -> Words:  # noqa: D103
    rows, count = words.shape
    found = np.zeros(rows, dtype=np.uint64)
    if count == 1:
        for a in range(rows):
            seen = words[a, 0]
            one = seen != 0 and seen & (seen - np.uint64(1)) == 0
            found[a] = ~np.uint64(0) if one else np.uint64(0)
        return found
    for a in range(rows):
        some = np.uint64(0)
        more = np.uint64(0)
        for k in range(count):
            seen = words[a, k]
            if seen != 0:
                more |= some | (seen & (seen - np.uint64(1)))
                some = np.uint64(1)
        if some != 0 and more == 0:
            found[a] = ~np.uint64(0)
    return found


@built
def keep(words: Words, sole: Words, solved: bool) -> bool:  # noqa: D103
    flip = np.uint64(0) if solved else ~np.uint64(0)
    before, stacks, after = words.shape
    gone = np.uint64(0)
    for a in range(before):
        if after == 1:  # one mask for the whole row
            kept = sole[a, 0] ^ flip
            row = words[a, :, 0]
            for stack in range(stacks):
                seen = row[stack]
                gone |= seen & ~kept
                row[stack] = seen & kept
            continue
        mask = sole[a]
        for stack in range(stacks):
            row = words[a, stack]
            for b in range(after):
                seen = row[b]
                kept = mask[b] ^ flip
                gone |= seen & ~kept
                row[b] = seen & kept
    return gone != 0


@built
def keep_last(words: Words, sole: Words, solved: bool) -> bool:  # noqa: D103
    flip = np.uint64(0) if solved else ~np.uint64(0)
    rows, count = words.shape
    gone = np.uint64(0)
    for k in range(count):
        for a in range(rows):
            seen = words[a, k]
            kept = sole[a] ^ flip
            gone |= seen & ~kept
            words[a, k] = seen & kept
    return gone != 0


@built
def free(words: Words, stack: int) -> None:  # noqa: D103
    before, stacks, after = words.shape
    for a in range(before):
        if after == 1:
            words[a, :, 0] = words[a, stack, 0]
            continue
        for other in range(stacks):
            if other != stack:
                copy(words[a, stack], words[a, other])
