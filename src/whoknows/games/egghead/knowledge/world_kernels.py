"""The loops over all words of a table of worlds: in C, and their twins in plain numpy.

A table seen along one axis has three sides, `before x stacks x after`; a row of that axis
is one `(a, b)`.  Two accumulators find the rows with exactly one world, for 64 rows at a
time: `once` has seen a world, `twice` a second one.

Both sets of loops have the same names and give the same bits; `loops` picks one.
"""

from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.work.kernels import Array, Kernel, Number

Words: TypeAlias = NDArray[np.uint64]  # bits; the last axis is the words of one row
States: TypeAlias = NDArray[np.int32]  # a state of the question at hand, by prefix

SIDES = ("before", "stacks", "after")
ASK = Kernel(
    "ask",
    Array("u8", "prefixes", "row", written=True),
    Array("i4", "prefixes", below="state_count"),
    Array("u8", "state_count", "row"),
)
SOLE = Kernel("sole", Array("u8", *SIDES), Array("u8", "before", "after", written=True))
SOLE_LAST = Kernel(
    "sole_last", Array("u8", "rows", "count"), Array("u8", "rows", written=True)
)
KEEP = Kernel(
    "keep",
    Array("u8", *SIDES, written=True),
    Array("u8", "before", "after"),
    Number("i8", 0, 1),
    gives="i8",
)
KEEP_LAST = Kernel(
    "keep_last",
    Array("u8", "rows", "count", written=True),
    Array("u8", "rows"),
    Number("i8", 0, 1),
    gives="i8",
)
FREE = Kernel("free_stack", Array("u8", *SIDES, written=True), Number("i8", below="stacks"))


def loops(compiled: bool | None = None) -> Any:
    """The loops in C if so told, or if they are there; else their twins."""
    return COMPILED if (SOLE.there if compiled is None else compiled) else PLAIN


def ask(words: Words, states: States, block: Words) -> None:
    """Keep the worlds where the question has the answer that the block belongs to."""
    row = words[0].size if len(words) else 0
    ASK(words.reshape(len(words), row), states, block.reshape(len(block), row))


def sole(words: Words) -> Words:
    """Bits of the rows, along the middle axis, that hold exactly one world."""
    before, _, after = words.shape
    found = np.empty((before, after), dtype=np.uint64)
    SOLE(words, found)
    return found


def sole_last(words: Words) -> Words:
    """A word of ones for every row of bits that holds exactly one world."""
    found = np.empty(len(words), dtype=np.uint64)
    SOLE_LAST(words, found)
    return found


def keep(words: Words, sole: Words, solved: bool) -> bool:
    """Keep the worlds where a row is a sole one, or is not; whether any went."""
    return bool(KEEP(words, sole, solved))


def keep_last(words: Words, sole: Words, solved: bool) -> bool:
    """`keep` for the last seat, whose row is the bits of its words."""
    return bool(KEEP_LAST(words, sole, solved))


def free(words: Words, stack: int) -> None:
    """Let the middle coordinate be anything, wherever it could be `stack`."""
    FREE(words, stack)


def plain_ask(words: Words, states: States, block: Words) -> None:
    """The twin of `ask`."""
    words &= block[states]


def plain_sole(words: Words) -> Words:
    """The twin of `sole`."""
    once = np.zeros_like(words[:, 0])
    twice = np.zeros_like(once)
    for stack in range(words.shape[1]):
        seen = words[:, stack]
        twice |= once & seen
        once |= seen
    return once & ~twice


def plain_sole_last(words: Words) -> Words:
    """The twin of `sole_last`."""
    one = np.bitwise_count(words).sum(-1) == 1
    return np.where(one, ~np.uint64(0), np.uint64(0))


def plain_keep(words: Words, sole: Words, solved: bool) -> bool:
    """The twin of `keep`."""
    mask = (sole if solved else ~sole)[:, None]
    gone = bool((words & ~mask).any())
    if gone:
        words &= mask
    return gone


def plain_keep_last(words: Words, sole: Words, solved: bool) -> bool:
    """The twin of `keep_last`."""
    return plain_keep(words[:, :, None], sole[:, None], solved)


def plain_free(words: Words, stack: int) -> None:
    """The twin of `free`."""
    words[:] = words[:, stack : stack + 1].copy()


COMPILED = SimpleNamespace(
    ask=ask, sole=sole, sole_last=sole_last, keep=keep, keep_last=keep_last, free=free
)
PLAIN = SimpleNamespace(
    ask=plain_ask,
    sole=plain_sole,
    sole_last=plain_sole_last,
    keep=plain_keep,
    keep_last=plain_keep_last,
    free=plain_free,
)
