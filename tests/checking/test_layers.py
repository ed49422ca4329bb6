"""The check of four agents and three colors, on few sets instead of all 2^27."""

from fractions import Fraction
from itertools import islice

import numpy as np
import pytest

from tests.checking.test_parts import closed
from whoknows.checking import Refused, counts
from whoknows.checking.layers import three_layers

# A deal that wins 48, cut by the hat of an agent who is named 7 times.
WON_48 = (20707407, 77539193, 133245591)


def silent(_):
    pass


@pytest.fixture
def few(monkeypatch):
    """The sets of a deal that wins 48, and what renamings make of them, as if all."""
    sets = closed(WON_48)
    parts = [(part, three_layers.blocked(part)) for part in (sets[:9], sets[9:])]
    monkeypatch.setattr(three_layers, "all_sets", lambda *_: parts)
    return sets


def test_the_fewest_blocked_are_those_of_the_sets(monkeypatch):
    words = [*WON_48, *((1 << size) - 1 for size in range(28))]  # some of every size
    sets = np.array(words, np.uint32)
    inside = three_layers.blocked(sets)
    monkeypatch.setattr(three_layers, "all_sets", lambda *_: [(sets, inside)])
    pairs = [
        (w.bit_count(), b.bit_count()) for w, b in zip(words, inside.tolist(), strict=True)
    ]
    wanted = [min(b for s, b in pairs if s >= size) for size in range(28)]
    assert three_layers.fewest_blocked(silent) == wanted


def test_stacks_hold_48_and_no_more(few):
    inside = [word.bit_count() for word in three_layers.blocked(np.array(WON_48)).tolist()]
    assert ([word.bit_count() for word in WON_48], inside) == ([16, 16, 16], [2, 3, 2])
    none = [0] * 28
    with pytest.raises(Refused, match="three layers fit"):
        three_layers.check_stacks(48, none, silent)
    assert three_layers.check_stacks(49, none, silent) == 0  # none has 17


@pytest.mark.parametrize(
    ("fewest", "says"), [(10, "three layers fit"), (11, "no set fits")]
)
def test_a_layer_is_left_out_if_the_others_name_too_many(few, fewest, says):
    """12 are named in all; two others of 16 have at least so many blocked each."""
    with pytest.raises(Refused, match=says):
        three_layers.check_stacks(48, [0] * 16 + [fewest] * 12, silent)


def test_two_others_that_fit_the_first_must_fit_each_other():
    sets = np.array(WON_48, np.uint32)
    inside = three_layers.blocked(sets)
    for wanted, named, fits in ((48, 7, True), (49, 7, False), (48, 6, False)):
        if fits:
            with pytest.raises(Refused, match="three layers fit"):
                three_layers.try_pairs(sets[1:], inside[1:], wanted - 16, named - 2)
        else:
            three_layers.try_pairs(sets[1:], inside[1:], wanted - 16, named - 2)


@pytest.mark.parametrize("named", [12, 4, 3])
def test_the_other_two_must_fit_the_first(monkeypatch, named):
    """What is blocked in the first is not beside it, nor the other way round.

    Each has two blocked, so that four are named by two of them.
    """
    pairs = []
    monkeypatch.setattr(
        three_layers, "try_pairs", lambda sets, *_: pairs.append(sets.tolist())
    )
    three_layers.try_firsts(closed(WON_48[:1]), 48, named, silent)
    [beside] = pairs
    [first] = three_layers.representatives(closed(WON_48[:1]))
    every = closed(WON_48[:1])
    inside = dict(zip(every.tolist(), three_layers.blocked(every).tolist(), strict=True))
    first = int(first)
    wanted = [w for w in inside if not w & inside[first] and not inside[w] & first]
    assert beside == (wanted if named >= 4 else [])
    assert 0 < len(wanted) < len(inside)


@pytest.mark.parametrize(
    ("first", "second", "fits"),
    [(1, 0, True), (2, 0, False), (1, 2, False)],
)
def test_what_is_blocked_in_one_of_two_is_not_in_the_other(first, second, fits):
    sets = np.array([0b1111, 0b1110], np.uint32)  # the second lacks corner 0
    inside = np.array([first, second], np.uint32)
    if fits:
        with pytest.raises(Refused, match="three layers fit"):
            three_layers.try_pairs(sets, inside, 7, 27)
    else:
        three_layers.try_pairs(sets, inside, 7, 27)


def test_all_sets_come_once(monkeypatch):
    monkeypatch.setattr(three_layers, "SIZE", 20)
    told = []
    parts = list(three_layers.all_sets(told.append, 0.5))
    assert np.array_equal(np.concatenate([sets for sets, _ in parts]), np.arange(1 << 20))
    for sets, inside in islice(parts, 1):
        assert np.array_equal(inside, three_layers.blocked(sets))
    assert told[0] == 0.5


def test_only_four_agents_of_three_colors_are_tried(monkeypatch):
    monkeypatch.setattr(three_layers, "fewest_blocked", lambda _: "fewest")
    monkeypatch.setattr(three_layers, "check_stacks", lambda *asked: asked[:2])
    for most in (48, 54):  # who wins at most 48 wins at most 54
        assert three_layers.check_most(4, 3, most, silent) == (49, "fewest")
    with pytest.raises(Refused, match="48 may be won"):
        three_layers.check_most(4, 3, 47, silent)
    for players, colors in ((5, 3), (4, 4), (3, 2), (2, 2)):
        with pytest.raises(Refused, match=r"of this size|coverings"):
            three_layers.check_most(players, colors, 999, silent)
    assert three_layers.check_most(3, 3, 15, silent) == 1
    assert three_layers.check_most(2, 3, 4, silent) == 1


@pytest.mark.parametrize("players", [1, 2, 3])
def test_minimal_sets_are_those_that_lose_a_corner_without_any(players):
    size = 1 << players
    ball = [{c, *(c ^ 1 << k for k in range(players))} for c in range(size)]

    def dominates(word):
        return all(any(word >> d & 1 for d in ball[c]) for c in range(size))

    wanted = {
        word
        for word in range(1 << size)
        if dominates(word)
        and not any(word >> c & 1 and dominates(word & ~(1 << c)) for c in range(size))
    }
    found = list(counts.minimal_sets(players, silent))
    assert len(found) == len(wanted)
    assert set(found) == wanted


def test_an_end_may_be_a_fraction_between_others():
    half = counts.end_of([[-1, 2], "2/5", "3/5"])  # 1/2, told by an interval
    zero, one = counts.end_of([[0, 1], "0", "0"]), counts.end_of([[-1, 1], "1", "1"])
    above = [Fraction(-1, 2), Fraction(1)]  # p - 1/2
    below = [Fraction(1, 2), Fraction(-1)]
    assert counts.has_root(above, half)
    assert counts.not_negative(above, half, one)
    assert not counts.not_negative(above, zero, half)
    assert counts.not_negative(below, zero, half)
    assert not counts.not_negative(below, half, one)
    near = [Fraction(-11, 20), Fraction(1)]  # its root, 11/20, is in the interval too
    assert not counts.has_root(near, half)
    assert not counts.not_negative(near, half, one)
    assert counts.not_negative([-n for n in near], zero, half)
    both = counts.end_of([[3, -7, 2], "2/5", "3/5"])  # (2p - 1)(p - 3)
    assert not counts.has_root([Fraction(-3), Fraction(1)], both)
    assert counts.not_negative([Fraction(3), Fraction(-1)], zero, both)
