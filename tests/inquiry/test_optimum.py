"""Exact optima by the compiled search beside trying everything."""

from itertools import combinations
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.inquiry import naive
from whoknows.errors import BadFile, BadSetup, TooLarge
from whoknows.inquiry.optimum import kernel, search
from whoknows.inquiry.optimum.kernel import NEVER
from whoknows.inquiry.optimum.layout import bounds_by_size, make_board
from whoknows.inquiry.optimum.search import optimal_plan
from whoknows.inquiry.problem import from_matrix


def as_lists(problem):
    every = np.arange(problem.questions, dtype=np.int32)
    return problem.matrix(every, problem.everything()).tolist()


def grid(pegs, colors):
    """Digits that agree: a small game with many equal splits."""
    codes = np.array(list(np.ndindex((colors,) * pegs)))
    return from_matrix((codes[:, None] == codes[None]).sum(2))


@settings(max_examples=120, deadline=None)
@given(naive.matrices(most_secrets=7, most_questions=7, answers=3), st.booleans())
def test_the_optimum_is_that_of_trying_everything(matrix, ends):
    secrets = len(matrix[0])
    if ends:
        matrix = (matrix * secrets)[:secrets]
    problem = from_matrix(np.array(matrix), ends=ends)
    rows, right = as_lists(problem), problem.right.tolist()
    total = naive.least_total(rows, right, ends, secrets)
    if total == inf:
        with pytest.raises(BadSetup):
            optimal_plan(problem)
        return
    best = optimal_plan(problem)
    assert (best.plan.total, best.bound, best.proven) == (total, total, True)
    worst = naive.least_worst(rows, right, ends, secrets)
    quick = optimal_plan(problem, minimize="worst")
    assert (quick.plan.worst, quick.bound) == (worst, worst)
    assert quick.plan.total == naive.least_total(rows, right, ends, secrets, worst)
    bounded = optimal_plan(problem, worst=worst + 1)
    assert bounded.plan.total == naive.least_total(rows, right, ends, secrets, worst + 1)


def within(rows, right, ends, cell, left):
    """The least total of one cell, from the definition."""
    part = [[row[secret] for secret in cell] for row in rows]
    names = [cell.index(secret) if secret in cell else -1 for secret in right]
    return naive.least_total(part, names, ends, len(cell), left)


@settings(max_examples=20, deadline=None)
@given(naive.matrices(most_secrets=7, most_questions=5, answers=3), st.booleans())
def test_what_the_memory_calls_sure_is_exact_and_else_a_bound(matrix, ends):
    secrets = len(matrix[0])
    if ends:
        matrix = (matrix * secrets)[:secrets]
    problem = from_matrix(np.array(matrix), ends=ends)
    board = make_board(problem)
    rows, right = as_lists(problem), problem.right.tolist()
    whole = problem.everything()
    for left in (secrets, 3):
        best = within(rows, right, ends, whole.tolist(), left)
        for budget in {int(min(best, NEVER - 1)), int(min(best, 60)) - 1, secrets + 2}:
            kernel.solve(board, whole, left, budget, board.every)
    for size in range(1, secrets + 1):
        for cell in combinations(range(secrets), size):
            for left in range(1, secrets + 1):
                key = kernel.hashed(board, np.array(cell, np.int32), left)
                slot = kernel.find(board, *map(np.uint64, key))
                if slot >= 0:
                    true = within(rows, right, ends, cell, left)
                    exact, value = bool(board.sure[slot]), int(board.values[slot])
                    assert value == min(true, NEVER) if exact else value <= true


@pytest.mark.parametrize("size", [(3, 3), (2, 5), (3, 4)])
def test_step_by_step_it_is_the_same_search(size, monkeypatch):
    at_once = optimal_plan(grid(*size))
    monkeypatch.setattr(kernel, "STEPS", 1)
    stepped = optimal_plan(grid(*size))
    assert (stepped.plan.root, stepped.visited) == (at_once.plan.root, at_once.visited)


def test_ctrl_c_is_heard_inside_the_kernel(monkeypatch):
    steps = []

    def interrupted(board, level, count):
        steps.append(count)
        if len(steps) == 30:
            raise KeyboardInterrupt
        return proceed(board, level, count)

    proceed = kernel.proceed
    monkeypatch.setattr(kernel, "STEPS", 5)
    monkeypatch.setattr(kernel, "proceed", interrupted)
    stopped = optimal_plan(grid(3, 4))
    monkeypatch.undo()
    best = optimal_plan(grid(3, 4))
    assert not stopped.proven
    assert stopped.bound <= best.plan.total <= stopped.plan.total


@pytest.mark.parametrize("size", [(3, 3), (2, 5), (4, 2)])
@pytest.mark.parametrize("large", [2, 100])
def test_large_cells_and_small_ones_are_searched_alike(size, large, monkeypatch):
    monkeypatch.setattr(search, "LARGE_CELL", large)
    monkeypatch.setattr(search, "QUICK", 0)
    problem = grid(*size)
    rows, right = as_lists(problem), problem.right.tolist()
    worst = None if large == 100 else optimal_plan(problem, minimize="worst").plan.worst
    found = optimal_plan(problem, worst=worst).plan.total
    if problem.secrets <= 16:
        limit = inf if worst is None else worst
        assert found == naive.least_total(rows, right, True, problem.secrets, limit)
    monkeypatch.setattr(search, "LARGE_CELL", 10_000)
    assert found == optimal_plan(problem, worst=worst).plan.total


def test_bounds_by_size_are_those_of_full_trees():
    low = bounds_by_size(labels=3, secrets=9, ends=True, levels=3)
    assert low[3].tolist() == [0, 1, 3, 5, 8, 11, 14, 17, NEVER, NEVER]
    assert low[1].tolist() == [0, 1] + [NEVER] * 8
    low = bounds_by_size(labels=3, secrets=4, ends=False, levels=1)
    assert low.tolist() == [[0, 0, NEVER, NEVER, NEVER], [0, 0, 2, 3, NEVER]]


def test_too_few_questions_is_an_error():
    with pytest.raises(BadSetup, match="no plan has worst 2"):
        optimal_plan(grid(3, 3), worst=2)
    with pytest.raises(BadSetup, match="at least are needed"):
        optimal_plan(grid(3, 3), worst=2, minimize="worst")
    with pytest.raises(BadSetup, match="wanted"):
        optimal_plan(grid(2, 2), minimize="speed")


def test_a_forced_first_question_is_asked():
    problem = grid(3, 3)
    best = optimal_plan(problem).plan.total
    for first in range(problem.questions):
        plan = optimal_plan(problem, first=first).plan
        assert plan.root.question == first
        assert plan.total >= best


def test_stopped_and_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setattr(search, "LARGE_CELL", 4)
    monkeypatch.setattr(search, "QUICK", 0)
    problem, path = grid(2, 5), tmp_path / "search.json"
    whole = optimal_plan(problem)
    said = []

    def stop(text):
        said.append(text)
        if len(said) == 40:
            raise KeyboardInterrupt

    stopped = optimal_plan(problem, report=stop, keep=path)
    assert not stopped.proven
    assert stopped.bound <= whole.plan.total <= stopped.plan.total
    gone_on = optimal_plan(problem, keep=path)
    assert (gone_on.plan.total, gone_on.proven) == (whole.plan.total, True)
    again = optimal_plan(problem, keep=path, report=said.append)
    assert again.plan.total == whole.plan.total
    with pytest.raises(BadFile, match="another problem"):
        optimal_plan(grid(2, 4), keep=path)
    path.write_text("{}")
    with pytest.raises(BadFile, match="no search that was kept"):
        optimal_plan(problem, keep=path)


def test_a_forced_question_is_not_remembered_as_the_best(tmp_path):
    problem, path = grid(3, 3), tmp_path / "search.json"
    best = optimal_plan(problem).plan.total
    poor = max(
        range(problem.questions),
        key=lambda first: optimal_plan(problem, first=first, keep=path).plan.total,
    )
    assert optimal_plan(problem, first=poor).plan.total >= best
    assert optimal_plan(problem, keep=path).plan.total == best


def test_stopped_it_keeps_the_best_first_question_so_far():
    problem = grid(3, 3)
    best = optimal_plan(problem).plan.total

    def stop(text):
        if f"best {best}" in text:
            raise KeyboardInterrupt

    stopped = optimal_plan(problem, report=stop)
    assert stopped.plan.total == best


def test_too_large_is_said_before_it_is_begun():
    columns = np.zeros((1, 10_000), np.int32)
    from whoknows.inquiry.problem import Problem

    right = np.arange(10_000, dtype=np.int32)
    huge = Problem(np.zeros(1, np.uint8), columns.astype(np.int64), columns, 1, right, True)
    with pytest.raises(TooLarge, match="100,000,000 answers"):
        optimal_plan(huge)


def test_a_place_that_cannot_be_written_is_refused_before_the_search(tmp_path, monkeypatch):
    monkeypatch.setattr(
        search.OptimalPlanSearch, "least_total", None
    )  # nothing is searched
    with pytest.raises(BadFile, match="No such file or directory"):
        optimal_plan(grid(3, 3), keep=tmp_path / "nowhere" / "kept.json")
