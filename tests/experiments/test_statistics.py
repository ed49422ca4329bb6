"""Intervals and tests against published values and against their definitions."""

from math import isclose, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whoknows.asking.statistics import (
    Z95,
    Difference,
    corrected,
    difference,
    summary,
    t_chance,
    t_quantile,
    wilson,
)

# Newcombe, Statistics in Medicine 17 (1998) 857-872, Table I, method 3.
NEWCOMBE = {
    (81, 263): (0.2553, 0.3662),
    (15, 148): (0.0624, 0.1605),
    (0, 20): (0.0, 0.1611),
    (1, 29): (0.0061, 0.1718),
}


@pytest.mark.parametrize("case", NEWCOMBE)
def test_published_intervals(case):
    assert wilson(*case) == pytest.approx(NEWCOMBE[case], abs=5e-5)


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_where_the_score_test_turns(case):
    successes, trials = case
    rate = successes / trials
    for bound in wilson(successes, trials):
        if 0 < bound < 1:
            score = abs(rate - bound) / sqrt(bound * (1 - bound) / trials)
            assert isclose(score, Z95, rel_tol=1e-6)
    low, high = wilson(successes, trials)
    assert 0 <= low <= rate <= high <= 1


def test_no_trials_tell_nothing():
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 10**7))
def test_students_quantile_is_scipys(freedom):
    from scipy.special import stdtrit

    assert t_quantile(freedom) == pytest.approx(stdtrit(freedom, 0.975), rel=1e-7)


@given(st.integers(1, 10**6), st.floats(-40, 40))
def test_students_chance_is_scipys(freedom, t):
    from scipy.special import stdtr

    expected = 2 * stdtr(freedom, -abs(t))
    assert t_chance(freedom, t) == pytest.approx(expected, rel=1e-6, abs=1e-300)


def test_a_summary_of_five_numbers():
    # By hand: mean 3, variance 2.5, standard error sqrt(0.5), t(4) = 2.7764.
    found = summary(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    assert (found.n, found.mean, found.smallest, found.largest) == (5, 3.0, 1.0, 5.0)
    assert found.error == pytest.approx(sqrt(0.5))
    assert found.high - found.mean == pytest.approx(2.7764 * sqrt(0.5), abs=1e-4)
    assert found.quantiles["0.5"] == 3.0
    assert not found.rate


def test_zeros_and_ones_are_a_rate():
    found = summary(np.array([1.0] * 8 + [0.0] * 2))
    assert found.rate
    assert (found.low, found.high) == wilson(8, 10)


def test_one_number_has_no_error():
    found = summary(np.array([2.5]))
    assert np.isnan(found.error)
    assert found.low == -np.inf


def test_a_difference_by_hand():
    # Mean 1, standard error sqrt(2.5 / 5); t = 1.4142 on 4 degrees: p = 0.2302.
    found = difference("a", "b", np.array([-1.0, 0.0, 1.0, 2.0, 3.0]))
    assert found.mean == 1.0
    assert found.chance == pytest.approx(0.2302, abs=1e-4)
    assert not found.beyond_noise
    assert difference("a", "b", np.arange(100) / 10).beyond_noise


def test_differences_that_never_vary():
    assert not difference("a", "b", np.zeros(50)).beyond_noise
    assert not difference("a", "b", np.ones(3)).beyond_noise
    assert difference("a", "b", np.ones(10)).beyond_noise
    assert not difference("a", "b", np.ones(1)).beyond_noise


def test_holm_by_hand():
    raw = [0.01, 0.04, 0.03, 0.005]
    pairs = [Difference("a", "b", 9, 0.0, 0.0, 0.0, chance, True) for chance in raw]
    fixed = corrected(pairs)
    assert [pair.chance for pair in fixed] == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert [pair.beyond_noise for pair in fixed] == [True, False, False, True]


def test_noise_is_called_noise_about_as_often_as_promised():
    rng = np.random.default_rng(3)
    alarms = sum(
        difference("a", "b", rng.normal(size=40)).beyond_noise for _ in range(2000)
    )
    assert 60 <= alarms <= 140  # 100 expected; 4 standard deviations are 39
