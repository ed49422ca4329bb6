"""The search of large cells, of problems small enough for the definition."""

from itertools import count

import numpy as np
import pytest

from tests.inquiry import naive
from tests.inquiry.test_kernel_parts import boards, least_totals, some_cell
from tests.inquiry.test_optimum import grid
from whoknows.errors import BadSetup
from whoknows.inquiry.by_score.strategies import silent
from whoknows.inquiry.optimum import search as optimum
from whoknows.inquiry.optimum.kernel import NEVER
from whoknows.inquiry.optimum.layout import bounds_by_size
from whoknows.inquiry.optimum.remembered_cells import Memory
from whoknows.inquiry.optimum.search import OptimalPlanSearch, optimal_plan
from whoknows.inquiry.plan import Node, Plan
from whoknows.inquiry.problem import from_matrix


def searches(count, **sizes):
    """Searches that leave nothing to the kernel, beside the least totals of any cell."""
    for rng, problem, board in boards(count, **sizes):
        search = OptimalPlanSearch(problem, Memory(problem), silent)
        search.large = 2
        rows, right = board.matrix.tolist(), problem.right.tolist()
        yield rng, search, least_totals(rows, right, problem.ends)


def depths(node, problem, cell, asked=0):
    """How many questions a plan asks for each secret of a cell, by the answers alone."""
    if node.question is None:
        assert node.found == tuple(cell)
        return {cell[0]: asked}
    found, rest = {}, list(cell)
    named = int(problem.right[node.question])
    if problem.ends and named in cell:
        found[named] = asked + 1
        rest.remove(named)
    assert node.found == tuple(found)
    every = np.arange(problem.secrets, dtype=np.int32)
    rows = {node.question: problem.answers(node.question, every).tolist()}
    parts = naive.parted(rows, node.question, rest)
    assert parts.keys() == node.branches.keys()
    for label, part in parts.items():
        found |= depths(node.branches[label], problem, part, asked + 1)
    return found


def test_what_is_searched_is_exact_within_its_budget_and_else_a_bound():
    for rng, search, least in searches(40, answers=(2, 3), most=6):
        problem = search.problem
        for _ in range(3):
            cell = some_cell(rng, problem)
            if len(cell) < 2:
                continue
            for left in sorted({2, 3, problem.secrets}):
                true = least(tuple(cell.tolist()), left)
                top = min(true, 4 * len(cell)) + 2
                for budget in rng.permutation(range(len(cell), top)).tolist():
                    found = search.search((0,), cell, left, budget)
                    assert found == true if true <= budget else budget < found <= true
                    known = search.memory.get(cell, left)
                    if known:
                        true_or_never = min(true, NEVER)
                        assert known.value <= true_or_never
                        assert known.value == true_or_never or not known.sure
                if true < NEVER:
                    plan = depths(search.tree((0,), cell, left), problem, cell.tolist())
                    assert (sum(plan.values()), max(plan.values()) <= left) == (true, True)


def test_the_least_total_within_every_worst(monkeypatch):
    monkeypatch.setattr(optimum, "LARGE_CELL", 2)
    monkeypatch.setattr(optimum, "QUICK", 0)
    for _, search, least in searches(24, answers=(2, 3), most=6):
        problem, whole = search.problem, tuple(range(search.problem.secrets))
        if least(whole, 9) > NEVER:
            continue
        fewest = next(worst for worst in count() if least(whole, worst) < NEVER)
        quick = optimal_plan(problem, minimize="worst", worst=fewest)
        assert (quick.plan.worst, quick.bound, quick.plan.total) == (
            fewest,
            fewest,
            least(whole, fewest),
        )
        if fewest:
            for minimize in ("worst", "total"):
                with pytest.raises(BadSetup, match=f"no plan has worst {fewest - 1}"):
                    optimal_plan(problem, minimize=minimize, worst=fewest - 1)
        for worst in range(fewest, fewest + 3):
            best = optimal_plan(problem, worst=worst)
            asked = depths(best.plan.root, problem, list(whole))
            assert best.plan.total == best.bound == least(whole, worst)
            assert sum(asked.values()) == best.plan.total
            assert max(asked.values()) == best.plan.worst <= worst


def test_a_plan_to_beat_is_beaten_just_if_it_can_be():
    for _, search, least in searches(12, answers=(3,), most=5):
        true = least(tuple(range(search.problem.secrets)), 9)
        for total in range(true, true + 3) if true < NEVER else ():
            node = Node(None, found=(0,))
            for _ in range(total):  # a plan that asks so often, for one secret
                node = Node(0, {0: node})
            search.opener = lambda left, first, node=node: Plan(node)
            found = search.least_total(None, None)
            assert (found.plan.total, found.bound, found.proven) == (true, true, True)


def line(size):
    return from_matrix(np.sign(np.arange(size) - np.arange(size)[:, None]) + 1)


def test_a_question_may_name_a_secret_that_is_not_possible():
    """Question 0 tells all others apart; each of these tells but whether it is right."""
    matrix = np.eye(6, dtype=np.int64)
    matrix[0] = [5, 0, 1, 2, 3, 4]
    problem = from_matrix(matrix)
    search = OptimalPlanSearch(problem, Memory(problem), silent)
    cell = np.arange(1, 6, dtype=np.int32)
    plan = depths(search.tree((0,), cell, 6), problem, cell.tolist())
    assert [*plan.values()] == [2] * 5


def stopped_everywhere(problem, **options):
    """What is known if the search is stopped at each word that it says; last, its end."""
    for limit in count(1):
        words = iter(range(limit))

        def stop(_text, words=words):
            if next(words, None) is None:
                raise KeyboardInterrupt

        found = optimal_plan(problem, report=stop, **options)
        yield found
        if found.proven:
            return


def test_stopped_it_knows_a_plan_and_a_bound(monkeypatch):
    monkeypatch.setattr(optimum, "LARGE_CELL", 2)
    monkeypatch.setattr(optimum, "QUICK", 0)
    for _, search, least in searches(16, answers=(2, 3), most=6):
        problem = search.problem
        true = least(tuple(range(problem.secrets)), 9)
        for found in stopped_everywhere(problem) if true < NEVER else ():
            assert found.bound <= true <= found.plan.total
    forced = [found.bound for found in stopped_everywhere(grid(4, 2), first=0)]
    assert forced == sorted(forced)
    assert len({*forced}) > 3  # with each part that is done, more is known


def test_stopped_while_the_worst_is_bounded_it_says_which():
    problem = line(9)

    def stop(text):
        if "enough" not in text:
            raise KeyboardInterrupt

    least = optimal_plan(problem, minimize="worst").bound
    stopped = optimal_plan(problem, minimize="worst", report=stop)
    assert (stopped.bound, stopped.proven) == (least, False)


def stop_at_once(*_):
    raise KeyboardInterrupt


def test_stopped_at_once_it_knows_what_the_first_questions_cost_at_least(monkeypatch):
    monkeypatch.setattr(OptimalPlanSearch, "below", stop_at_once)
    by_size = bounds_by_size(5, 16, True, 16)[16, 16]
    assert optimal_plan(grid(4, 2), first=0).bound > by_size


def test_stopped_without_a_plan_within_the_worst_it_gives_another(monkeypatch):
    opener = OptimalPlanSearch.opener

    def only_unlimited(search, left, first):
        return opener(search, left, first) if left == search.unlimited else None

    monkeypatch.setattr(OptimalPlanSearch, "below", stop_at_once)
    monkeypatch.setattr(OptimalPlanSearch, "opener", only_unlimited)
    stopped = optimal_plan(line(9), worst=4)
    assert (stopped.plan.secrets, stopped.proven) == (9, False)
    monkeypatch.setattr(OptimalPlanSearch, "opener", lambda search, left, first: None)
    with pytest.raises(KeyboardInterrupt):
        optimal_plan(line(9), worst=4)


def test_the_clock_sees_the_board_and_the_search(monkeypatch):
    clock = iter([1.0, 3.0, 10.0, 30.0])
    monkeypatch.setattr(optimum, "process_time", lambda: next(clock))
    assert optimal_plan(line(3)).seconds == 22.0


def test_what_has_no_plan_is_refused_by_its_names():
    names = {"secret_name": "abcde".__getitem__}
    nobody = from_matrix(np.array([[0, 1, 2], [2, 1, 0]]), right=[0, 2], **names)
    with pytest.raises(BadSetup, match="no question names the secret b"):
        optimal_plan(nobody)
    twins = from_matrix(np.array([[0, 1, 2, 1, 0]]), ends=False, **names)
    with pytest.raises(BadSetup, match=r"tells apart a, e$"):
        optimal_plan(twins)
    search = OptimalPlanSearch(twins, Memory(twins), silent)
    with pytest.raises(BadSetup, match=r"tells apart b, d$"):
        search.best((0,), np.array([1, 3], np.int32), 3, None)
