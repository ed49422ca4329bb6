"""The parts of the annealing of losing sets, as plain Python, beside the definition."""

import numpy as np
import pytest

from tests.games.hats.test_plans import strongly_won
from tests.inquiry.test_kernel_parts import plain
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.many_colors import annealing_kernel
from whoknows.games.hats.solve.many_colors.strong_coverings import line_tables

KERNEL = plain(annealing_kernel)


@pytest.mark.parametrize("rules", [Rules(2, 3), Rules(3, 2), Rules(3, 3)], ids=str)
def test_points_are_given_up_and_taken_back(rules):
    rng = np.random.default_rng(2)
    lines, points = line_tables(rules)
    worth = rng.random(rules.size)
    lost = np.zeros(rules.size, np.bool_)
    left = np.full(len(points), rules.colors)
    alone = np.zeros(rules.size, np.int64)
    for point in rng.integers(0, rules.size, 40).tolist():
        KERNEL.flip(point, lines, points, lost, left, alone)
        open_points = [[p for p in line if not lost[p]] for line in points.tolist()]
        assert left.tolist() == [len(line) for line in open_points]
        lone = [line[0] for line in open_points if len(line) == 1]
        assert alone.tolist() == [lone.count(p) for p in range(rules.size)]
        for line, some in enumerate(open_points):
            assert KERNEL.sole(line, points, lost) == (some[0] if some else -1)
        won = strongly_won(set(np.flatnonzero(lost).tolist()), rules)
        near = {p for line in lines[point].tolist() for p in points[line].tolist()}
        found = KERNEL.won_near(point, lines, points, lost, alone, worth)
        assert found == pytest.approx(sum(worth[p] for p in won if p in near))


@pytest.mark.parametrize(("size", "most"), [((2, 3), 4), ((3, 2), 6), ((2, 4), 6)])
def test_a_run_finds_what_it_says_and_often_the_best(size, most):
    rules, rng = Rules(*size), np.random.default_rng(4)
    lines, points = line_tables(rules)
    bests = []
    for run in range(4):
        worth = np.ones(rules.size) if run < 3 else rng.random(rules.size)
        found, best = KERNEL.anneal(lines, points, worth, 150, 0.6, 0.1, rng)
        won = strongly_won(set(np.flatnonzero(found).tolist()), rules)
        assert best == pytest.approx(worth[won].sum())
        bests.append(best)
    assert max(bests[:3]) == most
