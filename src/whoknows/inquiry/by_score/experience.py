"""A score that learns from its own plans what a cell of each size costs.

A split is as good as the questions that its cells will still need.  Entropy takes n log n
for a cell of n secrets, which is right for large n only; here the cost of each size is the
average over the cells met in the plans made so far, beginning with those of `parts` and
`entropy`.  A few rounds are played, and the costs that gave the best plan are kept.
"""

from functools import lru_cache

import numpy as np

from whoknows.inquiry.by_score.scores import ENTROPY, PARTS, Score, Sizes, Weights
from whoknows.inquiry.plan import Node
from whoknows.inquiry.problem import Problem

ROUNDS = 6
ONE = 1 << 30  # one question, where averages are kept as integers


@lru_cache(8)
def experience(problem: Problem) -> Score:
    """The score after some rounds of learning on the problem."""
    from whoknows.inquiry.by_score.strategies import plan_for

    met: dict[int, list[int]] = {}
    best: tuple[int, Score] | None = None
    for begin in (PARTS, ENTROPY):
        remember(plan_for(problem, begin).root, met)
    for _ in range(ROUNDS):
        score = learned(met, problem.secrets, problem.ends)
        plan = plan_for(problem, score)
        remember(plan.root, met)
        if best is None or plan.total < best[0]:
            best = plan.total, score
    assert best is not None
    return best[1]


def remember(node: Node, met: dict[int, list[int]]) -> tuple[int, int]:
    """Note size and cost of every cell below and here; the size and cost of this one."""
    asked = node.question is not None
    size, cost = len(node.found), len(node.found) * asked
    for below in node.branches.values():
        part, more = remember(below, met)
        size, cost = size + part, cost + part + more
    met.setdefault(size, []).append(cost)
    return size, cost


def learned(met: dict[int, list[int]], secrets: int, ends: bool) -> Score:
    """The score whose cells cost what they did on average; between sizes, by logarithm."""
    sizes = sorted(met)
    each = [sum(met[size]) / len(met[size]) / size for size in sizes]
    n = np.arange(1, secrets + 1)
    costs = np.interp(np.log(n), np.log(sizes), each) * n
    table: Weights = np.concatenate([[0], np.rint(costs * ONE)]).astype(np.int64)
    bonus = ONE if ends else 0  # the right question ends the game: its cell costs nothing

    def weights(size: int) -> Weights:
        return table[: size + 1]

    def of(sizes: Sizes, possible: bool) -> int:
        return int(table[list(sizes)].sum()) - bonus * possible

    says = "the fewest questions to come, by experience"
    return Score("experience", of, says, weights, bonus=bonus)
