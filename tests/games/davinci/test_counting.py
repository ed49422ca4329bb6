"""Worlds over lists and pairs, counted in three ways and by listing them."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import TooLarge
from whoknows.games.davinci.knowledge import counting
from whoknows.games.davinci.knowledge.counting import Group, kind, pairs, totals
from whoknows.games.davinci.knowledge.possible_hands import supported
from whoknows.games.davinci.knowledge.unions import Unions, below, exactly


@st.composite
def groups(draw, most=5):
    """Lists of words with sizes; the words of one list have the same number of tiles."""
    found = []
    for _ in range(draw(st.integers(2, most))):
        count = draw(st.integers(1, 3))
        sets = st.sets(st.integers(0, 9), min_size=count, max_size=count)
        words = sorted({sum(1 << t for t in s) for s in draw(st.lists(sets, min_size=1))})
        sizes = draw(st.lists(st.integers(1, 3), min_size=len(words), max_size=len(words)))
        found.append(Group(np.array(words[:6], np.uint64), np.array(sizes[:6], np.float32)))
    return found


def listed(groups, fixed):
    """The ways to fill the lists that are not fixed, by trying all."""
    rows = [[fixed[i]] if i in fixed else range(len(g)) for i, g in enumerate(groups)]
    total = 0
    for choice in product(*rows):
        words = [int(g.words[row]) for g, row in zip(groups, choice, strict=True)]
        if sum(words) == np.bitwise_or.reduce(words):
            loose = [i for i in range(len(groups)) if i not in fixed]
            total += int(np.prod([groups[i].sizes[choice[i]] for i in loose]))
    return total


@given(groups(), st.sampled_from([0, 1500]))
@settings(max_examples=120, deadline=None)
def test_ways_and_pairs_are_those_of_listed_worlds(groups, many):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "MANY_STEPS", many)
        over = pairs(groups)
        ways = totals(groups, over)
    for i, group in enumerate(groups):
        assert ways[i].tolist() == [listed(groups, {i: k}) for k in range(len(group))]
    for i, j in [(0, 1), (len(groups) - 1, 0)]:
        for h, k in product(range(len(groups[i])), range(len(groups[j]))):
            assert over[i, j][h, k] == listed(groups, {i: h, j: k})


@given(groups())
@settings(max_examples=120, deadline=None)
def test_support_is_having_a_way(groups):
    words = [group.words for group in groups]
    for i, own in enumerate(words):
        found = supported(own, [some for j, some in enumerate(words) if j != i])
        wanted = [listed(groups, {i: k}) > 0 for k in range(len(own))]
        assert found.tolist() == wanted


def test_sums_over_subsets():
    values = np.arange(8)
    wanted = [sum(v for s, v in enumerate(values) if s & t == s) for t in range(8)]
    assert below(values).tolist() == wanted
    assert exactly(below(values)).tolist() == values.tolist()


def test_counts_beyond_exactness_are_refused():
    assert kind(2**24 - 1) is np.float32
    assert kind(2**24) is np.float64
    with pytest.raises(TooLarge):
        kind(2.0**53)
    with pytest.raises(TooLarge):
        kind(float("nan"))
    large = [Group(np.array([1 << k], np.uint64), np.array([2.0**27])) for k in range(3)]
    with pytest.raises(TooLarge):
        totals(large, pairs(large))  # each has few, and any two have too many together
    with pytest.raises(TooLarge):
        Unions([np.array([2**30 - 1], np.uint64)], [np.ones(1)])
