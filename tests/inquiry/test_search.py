"""Exact optima of puzzles beside trying everything."""

from math import inf

import pytest
from hypothesis import given, settings

from tests.inquiry import naive
from whoknows.errors import BadSetup
from whoknows.inquiry.search import even_tree, optimum


class Table:
    """A matrix as a puzzle where knowing is enough: positions are sets of secrets."""

    def __init__(self, matrix):
        self.matrix, self.branching = matrix, 3

    def size(self, position):
        return len(position)

    goals = size

    def key(self, position):
        return position

    def found(self, position):
        return position

    def questions(self, position):
        return range(len(self.matrix))

    def split(self, position, question):
        parts = naive.parted(self.matrix, question, position)
        return {answer: tuple(part) for answer, part in parts.items()}


@settings(max_examples=100, deadline=None)
@given(naive.matrices(most_secrets=7, most_questions=5))
def test_the_optimum_is_that_of_trying_everything(matrix):
    secrets = len(matrix[0])
    none = [-1] * len(matrix)
    total = naive.least_total(matrix, none, False, secrets)
    start = tuple(range(secrets))
    if total == inf:
        with pytest.raises(BadSetup):
            optimum(Table(matrix), start)
        return
    best = optimum(Table(matrix), start)
    assert (best.plan.total, best.bound, best.proven) == (total, total, True)
    worst = naive.least_worst(matrix, none, False, secrets)
    quick = optimum(Table(matrix), start, minimize="worst")
    assert (quick.plan.worst, quick.bound) == (worst, worst)
    assert quick.plan.total == naive.least_total(matrix, none, False, secrets, worst)
    if worst > 0:
        with pytest.raises(BadSetup, match="at least"):
            optimum(Table(matrix), start, worst=worst - 1)


def test_stopped_it_says_the_gap():
    def stop(_):
        raise KeyboardInterrupt

    matrix = [[0, 0, 0, 1, 1, 1], [0, 1, 2, 0, 1, 2]]
    stopped = optimum(Table(matrix), tuple(range(6)), report=stop)
    assert stopped.plan.total >= stopped.bound == even_tree(6, 3)
