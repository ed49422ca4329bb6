"""The published numbers, reproduced."""

from functools import cache

import pytest

from whoknows.errors import BadSetup
from whoknows.games.mastermind import paper
from whoknows.games.mastermind.rules import Rules
from whoknows.games.mastermind.solve import evaluate, optimal
from whoknows.inquiry.by_score import strategies

CLASSIC = Rules(4, 6)


@cache
def costs(strategy, compiled):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strategies, "MOST_UNCOMPILED", 0 if compiled else 1 << 40)
        return evaluate(CLASSIC, strategy)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("known", paper.CLASSIC, ids=lambda known: known.strategy)
def test_the_five_strategies(known, compiled):
    found = costs(known.strategy, compiled)
    assert (found.total, found.worst) == (known.total, known.worst)


def test_knuths_histogram():
    assert costs("worst-case", False).histogram == paper.KNUTH_HISTOGRAM


def test_the_optimum():
    found = optimal(CLASSIC)
    assert (found.total, found.proven) == (paper.OPTIMAL_TOTAL, True)


def test_the_optimum_with_at_most_five_guesses():
    found = optimal(CLASSIC, worst=5)
    assert (found.total, found.worst) == (paper.OPTIMAL_TOTAL_WORST_5, 5)
    least = optimal(CLASSIC, minimize="worst")
    assert (least.worst, least.total) == (paper.LEAST_WORST, paper.OPTIMAL_TOTAL_WORST_5)


def test_four_guesses_cannot_do():
    with pytest.raises(BadSetup, match="no plan has worst 4"):
        optimal(CLASSIC, worst=4)


@pytest.mark.parametrize(
    ("pegs", "colors", "total"),
    [
        (2, 7, 273),
        (2, 8, 400),
        (3, 5, 645),
        pytest.param(3, 6, 1280, marks=pytest.mark.slow),
    ],
)
def test_optima_of_black_peg_mastermind(pegs, colors, total):
    found = optimal(Rules(pegs, colors, blacks_only=True))
    assert (found.total, found.proven) == (total, True)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("rules", "total"), [(Rules(4, 7), 11228), (Rules(4, 10, False), 26274)]
)
def test_larger_optima(rules, total):
    found = optimal(rules)
    assert (found.total, found.proven) == (total, True)
