"""Lemmas for a certificate: the checker believes them, and the definition agrees."""

from itertools import count

import numpy as np
import pytest

from tests.inquiry.test_kernel_parts import boards, least_totals
from whoknows.checking import verify
from whoknows.errors import BadSetup
from whoknows.games.mastermind.knowledge import problem as mastermind
from whoknows.games.mastermind.rules import Rules
from whoknows.games.mastermind.solve.certificate import Renamings
from whoknows.inquiry.optimum.kernel import NEVER
from whoknows.inquiry.optimum.lemmas import lower_bound, table_certificate
from whoknows.inquiry.optimum.search import optimal_plan
from whoknows.inquiry.problem import from_matrix


def solved(count, **sizes):
    """Small problems that have plans, with the least totals of their cells."""
    for _, problem, board in boards(count, **sizes):
        least = least_totals(board.matrix.tolist(), problem.right.tolist(), problem.ends)
        if least(tuple(range(problem.secrets)), problem.secrets) < NEVER:
            yield problem, least


def test_certificates_of_small_tables_are_accepted():
    for problem, least in solved(40, answers=(2, 3), most=7):
        whole = tuple(range(problem.secrets))
        fewest = next(worst for worst in count() if least(whole, worst) < NEVER)
        for minimize, limit in (("total", None), ("worst", None), ("total", fewest)):
            found = optimal_plan(problem, minimize=minimize, worst=limit)
            document = table_certificate(problem, found, minimize, limit)
            assert verify(document).kind == "certificate"
            wanted = fewest if minimize == "worst" else limit or problem.secrets
            assert document["claim"]["total"] == least(whole, wanted)
            check_lemmas(document["proof"]["lemmas"], problem, least)


def test_several_questions_may_name_one_secret():
    """The best first question is not the first that names its secret."""
    answers = np.zeros((8, 6), np.int64)
    answers[1, [0, 4]] = 2, 1
    answers[3, 0] = answers[4, 5] = 1
    answers[6:] = [2, 2, 0, 1, 1, 1], [0, 2, 0, 1, 2, 1]
    right = [0, 1, 2, 3, 4, 5, 2, 2]
    answers[np.arange(8), right] = 3
    problem = from_matrix(answers, right=right)
    found = optimal_plan(problem)
    least = least_totals(answers.tolist(), right, ends=True)
    assert found.plan.total == least(tuple(range(6)), 6) == 13
    assert verify(table_certificate(problem, found, "total", None)).kind == "certificate"


def test_a_part_without_a_plan_is_said_to_have_none():
    """Four questions are too few: each leaves a part for which three are too few."""
    rows = "01000100 01100100 01100001 00000000 00100000 00100000 00000100 00000000"
    rows += " 00000001 10000001"
    answers = np.array([[int(bit) for bit in row] for row in rows.split()])
    problem = from_matrix(answers)
    least = least_totals(answers.tolist(), problem.right.tolist(), problem.ends)
    everything = tuple(range(8))
    assert least(everything, 4) >= NEVER > least(everything, 5)
    lemmas = lower_bound(problem, worst=4)
    check_lemmas(lemmas, problem, least)
    assert len(lemmas) > 1
    assert {value for _, _, value, _ in lemmas} == {None}


def check_lemmas(lemmas, problem, least):
    """Each is true, and says more of its cell than those before it."""
    known = {}
    for cell, left, value, renamings in lemmas:
        rest = tuple(range(problem.secrets)) if cell == "all" else tuple(cell)
        true = least(rest, problem.secrets if left is None else left)
        stated = NEVER if value is None else value
        assert known.get((rest, left), 0) < stated <= min(true, NEVER)
        assert renamings == []
        known[rest, left] = stated


def test_no_lemma_is_needed_where_counting_is_enough():
    line = from_matrix(np.sign(np.arange(4) - np.arange(4)[:, None]) + 1)
    assert lower_bound(line, total=8) == lower_bound(line, worst=2) == []
    assert lower_bound(line, worst=0) == lower_bound(line, worst=1) == []


@pytest.mark.parametrize(("size", "cell"), [(9, list(range(9))), (10, "all")])
def test_the_last_lemma_is_about_all_secrets(size, cell):
    wheel = (np.arange(size) - np.arange(size)[:, None]) % size == 1
    problem = from_matrix(wheel.astype(np.int64))
    best = optimal_plan(problem).plan.total
    assert lower_bound(problem, total=best)[-1][:3] == [cell, None, best]
    with pytest.raises(AssertionError, match="better than was claimed"):
        lower_bound(problem, total=best + 1)


def test_one_question_of_each_kind_is_enough_at_the_start():
    rules = Rules(2, 4, blacks_only=True)
    game = mastermind(rules)
    best = optimal_plan(game).plan.total
    few = lower_bound(game, total=best, renamings=Renamings(rules))
    assert [bool(lemma[3]) for lemma in few] == [False] * (len(few) - 1) + [True]
    assert len(few) < len(lower_bound(game, total=best))


def test_what_is_not_proven_has_no_certificate():
    line = from_matrix(np.sign(np.arange(9) - np.arange(9)[:, None]) + 1)

    def stop(_text):
        raise KeyboardInterrupt

    with pytest.raises(BadSetup, match="nothing to certify"):
        table_certificate(line, optimal_plan(line, report=stop), "total", None)
