"""The loops over all words of a table of worlds: compiled, and in plain numpy.

A table seen along one axis has three sides, `before x stacks x after`; a row of that axis
is one `(a, b)`.  Two accumulators find the rows with exactly one world, for 64 rows at a
time: `once` has seen a world, `twice` a second one.

Both sets of loops have the same names and give the same bits; `loops` picks one.  The
compiled ones are built by numba on first use and kept on disk; small tables do without.
"""

from functools import cache
from time import monotonic
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]  # bits; the last axis is the words of one row
States: TypeAlias = NDArray[np.int32]  # a state of the question at hand, by prefix

WORDS_WORTH_COMPILING = 1_000_000  # words; from here on compiling pays even for one game
MIDDLING = 20_000  # words; here it pays once there is much to do
MUCH = 4000  # calls for loops over middling tables, as a batch of games makes them
A_WHILE = 10.0  # seconds in which so many calls are much; people's games make far fewer

recent = SimpleNamespace(start=0.0, calls=0)


def loops(size: int, compiled: bool | None = None) -> Any:
    """The loops for tables of so many words: compiled if so told, or if that pays."""
    if compiled is None:
        compiled = size >= WORDS_WORTH_COMPILING or (size >= MIDDLING and much_to_do())
    return compiled_loops() if compiled else PLAIN


def much_to_do() -> bool:
    """Whether so much is asked for just now that compiling pays.

    The compiler takes a hundred megabytes and, beside other work, a minute: too much for
    a table where a person plays.
    """
    now = monotonic()
    if now - recent.start > A_WHILE and recent.calls <= MUCH:
        recent.start, recent.calls = now, 0
    recent.calls += 1  # a count of this process; it changes no result
    return bool(recent.calls > MUCH)


def plain_ask(words: Words, states: States, block: Words) -> None:
    """Keep the worlds where the question has the answer that the block belongs to."""
    words &= block[states]


def plain_sole(words: Words) -> Words:
    """Bits of the rows, along the middle axis, that hold exactly one world."""
    once = np.zeros_like(words[:, 0])
    twice = np.zeros_like(once)
    for stack in range(words.shape[1]):
        seen = words[:, stack]
        twice |= once & seen
        once |= seen
    return once & ~twice


def plain_sole_last(words: Words) -> Words:
    """A word of ones for every row of bits that holds exactly one world."""
    one = np.bitwise_count(words).sum(-1) == 1
    return np.where(one, ~np.uint64(0), np.uint64(0))


def plain_keep(words: Words, sole: Words, solved: bool) -> bool:
    """Keep the worlds where a row is a sole one, or is not; whether any went."""
    mask = (sole if solved else ~sole)[:, None]
    gone = bool((words & ~mask).any())
    if gone:
        words &= mask
    return gone


def plain_keep_last(words: Words, sole: Words, solved: bool) -> bool:
    """`plain_keep` for the last seat, whose row is the bits of its words."""
    return plain_keep(words[:, :, None], sole[:, None], solved)


def plain_free(words: Words, stack: int) -> None:
    """Let the middle coordinate be anything, wherever it could be `stack`."""
    words[:] = words[:, stack : stack + 1].copy()


PLAIN = SimpleNamespace(
    ask=plain_ask,
    sole=plain_sole,
    sole_last=plain_sole_last,
    keep=plain_keep,
    keep_last=plain_keep_last,
    free=plain_free,
)


@cache
def compiled_loops() -> Any:
    """The compiled loops, imported when first used."""
    from whoknows.games.egghead.knowledge import compiled

    return compiled
