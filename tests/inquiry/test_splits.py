"""The best question: numpy, the compiled kernel, and the definition agree."""

from fractions import Fraction
from itertools import combinations
from math import isclose, log2, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.inquiry import naive
from whoknows.errors import BadSetup, UnknownName
from whoknows.inquiry.by_score import scores, split_kernels, splits
from whoknows.inquiry.by_score.strategies import Chooser, check_name
from whoknows.inquiry.problem import from_matrix

NAMES = [
    *scores.SCORES,
    "entropy+1/2",
    "power:3/2",
    "power:1/2",
    "power:3",
    "power:8",
    "power:-1",
]
some_cells = st.binary(min_size=40, max_size=40)  # byte s is odd: s is in the cell


@settings(max_examples=150, deadline=None)
@given(
    naive.matrices(most_questions=12, most_secrets=40, answers=5),
    some_cells,
    st.sampled_from(NAMES),
)
def test_best_question_is_that_of_the_definition(matrix, chosen, name):
    problem = from_matrix(np.array(matrix))
    cell = [s for s in range(problem.secrets) if chosen[s] & 1] or [0]
    everything = problem.matrix(
        np.arange(problem.questions, dtype=np.int32), problem.everything()
    ).tolist()
    score = scores.score(name)
    expected = naive.best(everything, problem.right.tolist(), cell, score)
    questions = np.arange(problem.questions, dtype=np.int32)
    held = np.array(cell, np.int32)
    assert splits.best(problem, questions, held, score) == expected
    if score.weights or score.largest:
        assert split_kernels.best(problem, questions, held, score) == expected


@given(st.lists(st.integers(1, 35), min_size=1, max_size=6), st.booleans())  # 210^8 fits
def test_a_score_is_what_it_says(sizes, possible):
    sizes, n = tuple(sorted(sizes, reverse=True)), sum(sizes)
    bits = log2(n) - sum(size * log2(size) for size in sizes) / n
    wanted = {
        "worst-case": max(sizes),
        "expected-size": sum(size**2 for size in sizes),
        "entropy": prod(size**size for size in sizes),
        "parts": -len(sizes),
        "entropy-base-parts": -bits / log2(len(sizes)) if len(sizes) > 1 else 0,
        "entropy+1/2": (n * (log2(n) - bits) - possible / 2) * scores.UNIT,
        "power:3/2": sum(size**1.5 for size in sizes),
        "power:1/2": -sum(size**0.5 for size in sizes),
        "power:0": -len(sizes),
        "power:-1": -sum(1 / size for size in sizes),
        "power:8": sum(size**8 for size in sizes),
    }
    for name, value in wanted.items():
        found = scores.score(name).of(sizes, possible)
        assert (
            found == value
            if isinstance(value, int)
            else isclose(found, value, rel_tol=1e-9)
        )


def test_weights_are_what_a_cell_adds():
    for name in ("expected-size", "parts", "power:3", "power:0", "entropy+2"):
        score = scores.score(name)
        for n in (1, 2, 7, 60):
            weights = score.weights(n)
            assert len(weights) == n + 1
            assert weights[0] == 0
            assert weights[1:].tolist() == [score.of((k,), False) for k in range(1, n + 1)]


def test_factors_are_the_smallest():
    for size in (2, 3, 4, 9, 10, 25, 50):
        found = scores.smallest_factors(size).tolist()
        every = range(2, size + 1)
        assert found[2:] == [next(d for d in every if n % d == 0) for n in every]


def test_entropy_ties_are_exact_where_floats_are_not():
    # 2, 2, 2, 2 and 4, 1, 1, 1, 1 have equal products of n^n; so have 6, 1... below.
    one = [0, 0, 1, 1, 2, 2, 3, 3]
    two = [0, 0, 0, 0, 1, 2, 3, 4]
    for matrix in ([one, two], [two, one]):
        problem = from_matrix(np.array(matrix), ends=False)
        for best in (splits.best, split_kernels.best):
            assert best(problem, np.arange(2, dtype=np.int32), problem.everything(),
                        scores.ENTROPY) == 0  # fmt: skip


@pytest.mark.parametrize("size", [1, 2, 30, 500])
def test_entropy_weights_order_as_whole_numbers_do(size):
    rng = np.random.default_rng(size)
    weights = scores.entropy_weights(size)
    for _ in range(50):
        one, two = (
            np.bincount(rng.integers(0, 6, size), minlength=6).tolist() for _ in range(2)
        )
        exact = [scores.power_product(tuple(s for s in sizes if s), False)
                 for sizes in (one, two)]  # fmt: skip
        sums = [int(weights[sizes].sum()) for sizes in (one, two)]
        if abs(sums[0] - sums[1]) > scores.entropy_slack(size):
            assert (exact[0] < exact[1]) == (sums[0] < sums[1])
        if exact[0] == exact[1]:
            assert sums[0] == sums[1]


def test_near_ties_are_left_to_whole_numbers(monkeypatch):
    problem = from_matrix(np.array([[0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]]), ends=False)
    wide = scores.Score(
        "wide", scores.power_product, "", scores.entropy_weights, slack=lambda _: 1 << 60
    )
    assert (
        split_kernels.best(
            problem, np.arange(2, dtype=np.int32), problem.everything(), wide
        )
        == 1
    )


def test_ranking_begins_with_the_best():
    problem = from_matrix(np.array([[0, 0, 0], [0, 1, 2], [1, 1, 0]]))
    everything = problem.everything()
    ranked = list(splits.ranking(problem, np.arange(3, dtype=np.int32), everything,
                                 scores.PARTS))  # fmt: skip
    assert [row[2] for row in ranked] == [1, 0, 2]
    assert ranked[0][3] == (1, 1, 1)


def test_powers_two_and_zero_are_expected_size_and_parts():
    for sizes in [(3, 1), (2, 2), (2, 1, 1)]:
        assert scores.power_sum(Fraction(2)).of(sizes, False) == sum(n * n for n in sizes)
        assert scores.power_sum(Fraction(0)).of(sizes, False) == -len(sizes)


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("entropi", UnknownName),
        ("power:x", BadSetup),
        ("power:1", BadSetup),
        ("power:17/2", BadSetup),
        ("power:-17/2", BadSetup),
    ],
)
def test_scores_that_are_not_there(name, error):
    with pytest.raises(error):
        scores.score(name)


@given(
    st.sampled_from(
        ["power:8", "power:7", "power:15/2", "power:-1", "power:-8", "power:0"]
    ),
    st.lists(st.lists(st.integers(1, 900), min_size=1, max_size=9), min_size=2, max_size=4),
)
def test_large_powers_rank_as_the_sums_do(name, splits):
    """Splits of the same secrets: sums clearly apart stay so, equals stay equal."""
    whole = max(map(sum, splits))
    sizes = [
        tuple(sorted([*split, *[1] * (whole - sum(split))], reverse=True))
        for split in splits
    ]
    power = Fraction(name.removeprefix("power:"))
    sums = [sum(float(n) ** float(power) for n in split) for split in sizes]
    worth = [scores.score(name).of(split, False) for split in sizes]
    sign = 1 if power > 1 else -1
    for one, other in combinations(range(len(sizes)), 2):
        if abs(sums[one] - sums[other]) > 2**-38 * max(1.0, float(whole) ** float(power)):
            assert (sign * sums[one] < sign * sums[other]) == (worth[one] < worth[other])
        if sizes[one] == sizes[other]:
            assert worth[one] == worth[other]


def test_an_unknown_strategy_is_told_all_names():
    with pytest.raises(UnknownName, match=r"first, .*experience, .*power:3/2"):
        check_name("nonsense")
    with pytest.raises(UnknownName, match="optimal"):
        check_name("nonsense", "optimal")
    check_name("optimal", "optimal")


@given(seed=st.integers(0, 10**6), rule=st.sampled_from(sorted(splits.TIES)))
@settings(max_examples=40, deadline=None)
def test_equally_good_questions_are_told_apart_by_the_rule(seed, rule):
    """The most parts, by the definition; then the rule as it is worded."""
    matrix = np.random.default_rng(seed).integers(3, size=(6, 6))
    problem = from_matrix(matrix)
    cell = np.arange(6, dtype=np.int32)[:: 1 + seed % 2]
    told = [[-1 if q == s else int(matrix[q, s]) for s in cell] for q in range(6)]
    parts = [len({*row}) for row in told]  # the secret itself has an answer of its own
    tied = [q for q in range(6) if parts[q] == max(parts)]
    able = [q for q in tied if int(problem.right[q]) in cell]
    wanted = {
        "possible": (able or tied)[0],
        "first": tied[0],
        "last": (able or tied)[-1],
    }
    asks = np.arange(6, dtype=np.int32)
    parts_score = scores.score("parts")
    assert splits.best(problem, asks, cell, parts_score, rule) == wanted[rule]


@pytest.mark.parametrize("name", ["entropy", "parts", None])
def test_of_one_or_two_secrets_the_first_that_is_named_is_asked(name):
    """Whichever is right, one or two guesses are enough; nothing else can be better."""
    matrix = np.random.default_rng(3).integers(3, size=(5, 5))
    choose = Chooser(from_matrix(matrix), scores.score(name) if name else None)
    for size in (1, 2):
        for cell in combinations(range(5), size):
            assert choose(np.array(cell, np.int32), (4,)) == cell[0]
