"""A hundred prisoners: the fast count beside a slow one, and the expectation."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import BadSetup, TooLarge
from whoknows.logic.puzzles.prisoners import expected_days, light_bulb, play


def slow_game(visits, prisoners):
    """The days on which the counter counts, as the story tells it."""
    lamp, has_lit, counts = False, set(), []
    for day, who in enumerate(visits, 1):
        if who == 0 and lamp:
            lamp = False
            counts.append(day)
            if len(counts) == prisoners - 1:
                return counts
        elif who != 0 and not lamp and who not in has_lit:
            lamp = True
            has_lit.add(who)
    return None


@given(prisoners=st.integers(2, 6), games=st.integers(1, 5), seed=st.integers(0, 999))
@settings(max_examples=30, deadline=None)
def test_games_go_as_told(prisoners, games, seed):
    days = np.random.default_rng(seed).integers(prisoners, size=(2000, games))
    last, first_game = play(iter(np.split(days, 20)), prisoners)
    slow = [slow_game(days[:, game].tolist(), prisoners) for game in range(games)]
    assert last.tolist() == [counts[-1] for counts in slow]
    assert first_game == slow[0]


def waited(prisoners, to_come):
    """The expectation by first steps: one state after another, each left with a chance."""
    if to_come == 0:
        return Fraction(0)
    lit = Fraction(prisoners) + waited(prisoners, to_come - 1)
    return Fraction(prisoners, to_come) + lit


@pytest.mark.parametrize("prisoners", [2, 3, 10, 100])
def test_the_expectation_by_first_steps(prisoners):
    assert expected_days(prisoners) == waited(prisoners, prisoners - 1)


def test_a_hundred_prisoners_wait_28_years():
    assert round(float(expected_days(100)), 2) == 10417.74  # Wu 2002


def test_the_mean_is_near_the_expectation():
    answer = light_bulb(10, games=4000, rng=np.random.default_rng(5)).answer
    low, high = answer["interval"]
    assert low < answer["mean_days"] < high
    assert abs(answer["mean_days"] - answer["expected_days"]) < high - low


def test_worlds_end_with_one():
    told = light_bulb(5, games=1, rng=np.random.default_rng(1))
    assert told.worlds == (16, 15, 11, 5, 1)


def test_too_few_and_too_many():
    rng = np.random.default_rng(1)
    with pytest.raises(BadSetup, match="2 or more"):
        light_bulb(1, rng=rng)
    with pytest.raises(TooLarge, match="visits"):
        light_bulb(games=10**7, rng=rng)
