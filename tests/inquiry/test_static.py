"""Questions fixed in advance, beside trying all sets."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from tests.inquiry import naive
from whoknows.errors import BadSetup
from whoknows.games.mastermind.knowledge import problem
from whoknows.games.mastermind.rules import Rules
from whoknows.inquiry.by_score.scores import experience
from whoknows.inquiry.by_score.strategies import plan_for
from whoknows.inquiry.fixed_questions.search import StaticSearch, fixed_questions
from whoknows.inquiry.problem import from_matrix


def apart(matrix, questions):
    rows = [tuple(matrix[q][s] for q in questions) for s in range(len(matrix[0]))]
    return len({*rows}) == len(rows)


def least(matrix):
    for size in range(len(matrix) + 1):
        if any(apart(matrix, chosen) for chosen in combinations(range(len(matrix)), size)):
            return size
    return None


@settings(max_examples=80, deadline=None)
@given(naive.matrices(most_questions=7, most_secrets=9))
def test_the_fewest_are_those_of_trying_all_sets(matrix):
    fewest = least(matrix)
    table = from_matrix(np.array(matrix), ends=False)
    if fewest is None:
        with pytest.raises(BadSetup):
            fixed_questions(table)
        return
    found = fixed_questions(table)
    assert (len(found.questions), found.bound, found.proven) == (fewest, fewest, True)
    assert apart(matrix, found.questions)


@pytest.mark.parametrize(
    "rules",
    [Rules(2, 3), Rules(3, 2), Rules(2, 4), Rules(3, 3), Rules(3, 4, repeats=False)],
)
def test_symmetry_does_not_lose_a_set(rules):
    game = problem(rules)
    every = np.arange(rules.size, dtype=np.int32)
    matrix = game.matrix(every, every).tolist()
    found = fixed_questions(game)
    assert found.proven
    assert apart(matrix, found.questions)
    smaller = len(found.questions) - 1
    assert not any(
        apart(matrix, chosen) for chosen in combinations(range(rules.size), smaller)
    )
    search = StaticSearch(game, np.random.default_rng(1))
    more = search.exactly(len(found.questions) + 1, float("inf"))
    assert more is not None
    assert apart(matrix, more)


@pytest.mark.parametrize("rules", [Rules(3, 5), Rules(4, 3), Rules(4, 5, repeats=False)])
def test_with_and_without_symmetry_the_same_sizes_do(rules):
    game = problem(rules)
    found = len(fixed_questions(game).questions)
    for size in range(found + 1):
        without = StaticSearch(replace(game, alike=None), np.random.default_rng(1))
        more = without.exactly(size, float("inf"))
        assert (more is not None) == (size == found), size


@pytest.mark.slow
def test_five_do_not_for_the_classic_game():
    search = StaticSearch(problem(Rules(4, 6)), np.random.default_rng(0))
    assert search.exactly(5, float("inf")) is None


def test_six_do_for_the_classic_game():
    game = problem(Rules(4, 6))
    found = StaticSearch(game, np.random.default_rng(0)).small_set()
    every = np.arange(1296, dtype=np.int32)
    assert len(found) == 6
    assert apart(game.matrix(every, every).tolist(), found)


def test_out_of_time_it_says_so():
    found = fixed_questions(problem(Rules(3, 4)), seconds=0)
    assert not found.proven
    assert found.bound < len(found.questions)


def test_experience_beats_what_it_began_with():
    game = problem(Rules(4, 6))
    assert plan_for(game, experience(game)).total < plan_for(game, "parts").total
