"""The loops over worlds: those in C change and find what their twins in numpy do."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whoknows.games.egghead.knowledge.world_kernels import COMPILED, PLAIN, SOLE, loops
from whoknows.work.kernels import WrongCall

AFTER = st.integers(1, 40) | st.integers(250, 290)  # one way on each side of 256 words
SIDES = st.tuples(st.integers(0, 6), st.integers(1, 9), AFTER)


def some_words(rng, *sides):
    """Words with many bits, few, or none."""
    words = rng.integers(0, 2**64, sides, np.uint64, endpoint=False)
    for _ in range(int(rng.integers(8))):
        words &= rng.integers(0, 2**64, sides, np.uint64, endpoint=False)
    return words


def both(name, *arguments):
    """What a loop gives and leaves behind, in C and in numpy."""
    for each in (COMPILED, PLAIN):
        copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
        yield getattr(each, name)(*copies), copies


def assert_same(name, *arguments):
    (one, ours), (other, theirs) = both(name, *arguments)
    assert np.array_equal(one, other)
    assert type(one) is type(other)
    for mine, twin in zip(ours, theirs, strict=True):
        assert np.array_equal(mine, twin)


@given(SIDES, st.integers(0, 10**6), st.booleans())
def test_rows_along_an_axis(sides, seed, solved):
    rng = np.random.default_rng(seed)
    for before, stacks, after in (sides, (*sides[:2], 1)):
        words = some_words(rng, before, stacks, after)
        assert_same("sole", words)
        assert_same("keep", words, some_words(rng, before, after), solved)
        assert_same("free", words, int(rng.integers(stacks)))


@given(st.integers(0, 70), st.integers(1, 5), st.integers(0, 10**6), st.booleans())
def test_rows_of_bits(rows, count, seed, solved):
    rng = np.random.default_rng(seed)
    words = some_words(rng, rows, count)
    words[: rows // 2, 1:] = 0  # so that some have just one world
    assert_same("sole_last", words)
    assert_same("keep_last", words, some_words(rng, rows), solved)


@given(st.integers(1, 30), SIDES, st.integers(0, 10**6))
def test_questions(prefixes, sides, seed):
    states, stacks, count = sides
    rng = np.random.default_rng(seed)
    block = some_words(rng, states + 1, stacks, count)
    found = rng.integers(0, states + 1, prefixes).astype(np.int32)
    assert_same("ask", some_words(rng, prefixes, stacks, count), found, block)


def test_what_lies_outside_is_refused():
    words = np.ones((3, 4, 2), np.uint64)
    for call in (
        lambda: COMPILED.free(words, 4),
        lambda: COMPILED.free(words, -1),
        lambda: COMPILED.ask(words, np.array([0, 1, 2], np.int32), words[:2]),
        lambda: COMPILED.keep(words, np.ones((3, 3), np.uint64), True),
        lambda: COMPILED.keep(words.transpose(1, 0, 2), words[:, 0].copy(), True),
        lambda: COMPILED.keep_last(words[0], np.ones(3, np.uint64), True),
        lambda: COMPILED.sole(words.astype(np.int64)),
    ):
        with pytest.raises(WrongCall):
            call()


def test_loops_in_c_are_taken_where_they_are_there(monkeypatch):
    assert (loops(), loops(True), loops(False)) == (COMPILED, COMPILED, PLAIN)
    monkeypatch.setitem(vars(SOLE), "function", None)
    assert loops() is PLAIN
