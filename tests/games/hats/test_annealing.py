"""The parts of the annealing of losing sets, in Python, beside the definition; and in C."""

import signal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.hats.test_plans import strongly_won
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.many_colors import annealing_kernel as kernel
from whoknows.games.hats.solve.many_colors.strong_coverings import line_tables
from whoknows.work.kernels import Watch, until_interrupted

FUNCTION = kernel.ANNEAL.function  # in C


@pytest.mark.parametrize("rules", [Rules(2, 3), Rules(3, 2), Rules(3, 3)], ids=str)
def test_points_are_given_up_and_taken_back(rules):
    rng = np.random.default_rng(2)
    lines, points = line_tables(rules)
    worth = rng.random(rules.size)
    lost = np.zeros(rules.size, np.bool_)
    left = np.full(len(points), rules.colors)
    alone = np.zeros(rules.size, np.int64)
    for point in rng.integers(0, rules.size, 40).tolist():
        kernel.flip(point, lines, points, lost, left, alone)
        open_points = [[p for p in line if not lost[p]] for line in points.tolist()]
        assert left.tolist() == [len(line) for line in open_points]
        lone = [line[0] for line in open_points if len(line) == 1]
        assert alone.tolist() == [lone.count(p) for p in range(rules.size)]
        for line, some in enumerate(open_points):
            assert kernel.sole(line, points, lost) == (some[0] if some else -1)
        won = strongly_won(set(np.flatnonzero(lost).tolist()), rules)
        near = {p for line in lines[point].tolist() for p in points[line].tolist()}
        found = kernel.won_near(point, lines, points, lost, alone, worth)
        assert found == pytest.approx(sum(worth[p] for p in won if p in near))


@pytest.mark.parametrize(("size", "most"), [((2, 3), 4), ((3, 2), 6), ((2, 4), 6)])
def test_a_run_finds_what_it_says_and_often_the_best(size, most):
    rules, rng = Rules(*size), np.random.default_rng(4)
    lines, points = line_tables(rules)
    bests = []
    for run in range(4):
        worth = np.ones(rules.size) if run < 3 else rng.random(rules.size)
        cooling = (0.1 / 0.6) ** (1 / 150)
        found, best = kernel.plain_anneal(
            lines, points, worth, 150, 0.6, cooling, rng, Watch()
        )
        won = strongly_won(set(np.flatnonzero(found).tolist()), rules)
        assert best == pytest.approx(worth[won].sum())
        bests.append(best)
    assert max(bests[:3]) == most


@given(
    st.sampled_from([(2, 3), (3, 3), (2, 4), (4, 2), (3, 4), (2, 2)]),
    st.integers(1, 400),
    st.integers(0, 10**6),
)
def test_the_kernel_and_its_twin_have_the_same_runs(size, steps, seed):
    """Bit by bit: what is found, what it is worth, and where the generator stands then."""
    lines, points = line_tables(Rules(*size))
    worth = np.random.default_rng(seed).random(len(lines))
    runs = []
    for compiled in (True, False):
        rng = np.random.default_rng(seed)
        with pytest.MonkeyPatch.context() as patched:
            patched.setitem(vars(kernel.ANNEAL), "function", FUNCTION if compiled else None)
            found, best = kernel.anneal(lines, points, worth, steps, 0.6, 0.1, rng)
        runs.append((found.tolist(), best, rng.bit_generator.state))
    assert runs[0] == runs[1]


@pytest.mark.parametrize("compiled", [True, False])
def test_a_long_run_leaves_at_once_with_the_best_so_far(compiled, monkeypatch):
    monkeypatch.setitem(vars(kernel.ANNEAL), "function", FUNCTION if compiled else None)
    rules, seen = Rules(4, 3), []
    lines, points = line_tables(rules)

    def tick(done):  # as soon as it is under way
        seen.append(done)
        if done > 1000:
            signal.raise_signal(signal.SIGINT)

    def run(watch):
        rng, worth = np.random.default_rng(1), np.ones(rules.size)
        return kernel.anneal(lines, points, worth, 10**12, 0.6, 0.1, rng, watch)

    (found, best), interrupted = until_interrupted(run, tick)
    assert interrupted
    assert seen == sorted(seen)
    won = strongly_won(set(np.flatnonzero(found).tolist()), rules)
    assert best == len(won) > 20
