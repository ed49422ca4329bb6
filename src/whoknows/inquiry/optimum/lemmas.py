"""Why no plan does better: a list of lemmas about cells, for a certificate.

A lemma says that no plan for a cell, with so many questions left, has a smaller total.  It
holds if every question leaves parts that cost enough, by counting or by lemmas before it;
so a checker needs no search.  The search is asked here which parts cost how much.  What a
checker finds by counting the parts of every question is no lemma: that is nearly all.

>>> import numpy as np
>>> from whoknows.inquiry.problem import from_matrix
>>> line = from_matrix(np.sign(np.arange(4) - np.arange(4)[:, None]) + 1)
>>> lower_bound(line, total=8)  # one number at once, two with two, one with three questions
[]
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup
from whoknows.inquiry.by_score.strategies import Asked, Report, silent
from whoknows.inquiry.optimum import kernel
from whoknows.inquiry.optimum.kernel import NEVER
from whoknows.inquiry.optimum.layout import bounds_by_size
from whoknows.inquiry.optimum.remembered_cells import Memory
from whoknows.inquiry.optimum.search import MIDDLE, OptimalPlanSearch
from whoknows.inquiry.plan import Node, Optimum
from whoknows.inquiry.problem import Cell, Problem, Question
from whoknows.work.proof_kinds import FORMAT

Lemma: TypeAlias = list[Any]  # the cell, the questions left, the least total, renamings
Key: TypeAlias = tuple[bytes, int]  # a cell, and the questions left if they are bounded
Renamings: TypeAlias = Callable[[Asked], list[Any]]
"""Renamings that generate those which keep what was asked, as a checker reads them."""


class CellToProve(NamedTuple):
    """A cell that is to be shown to cost so much."""

    asked: Asked
    cell: Cell
    depth: int
    wanted: int


def lower_bound(
    problem: Problem,
    *,
    total: int | None = None,
    worst: int | None = None,
    first: Question | None = None,
    renamings: Renamings | None = None,
    report: Report = silent,
) -> list[Lemma]:
    """Lemmas that prove the total the least within `worst`; without one, that none is."""
    prover = Prover(problem, worst, renamings, report)
    everything = problem.everything()
    depth = prover.search.unlimited if worst is None else worst
    prover.show(
        CellToProve((), everything, depth, NEVER if total is None else total), first
    )
    return prover.lemmas


def table_certificate(
    problem: Problem,
    optimum: Optimum,
    minimize: str,
    limit: int | None,
    report: Report = silent,
) -> dict[str, Any]:
    """The certificate of an optimal plan for a table of one's own."""
    if not optimum.proven:
        raise BadSetup("there is nothing to certify: the plan is not proven optimal")
    plan, every = optimum.plan, np.arange(problem.questions, dtype=np.int32)
    worst = plan.worst if minimize == "worst" else limit
    lemmas = lower_bound(problem, total=plan.total, worst=worst, report=report)
    if minimize == "worst" and plan.worst:
        lemmas += lower_bound(problem, worst=plan.worst - 1, report=report)
    claim = {
        "game": "table",
        "answers": problem.matrix(every, problem.everything()).tolist(),
        "right": problem.right.tolist(),
        "ends": problem.ends,
        "minimize": minimize,
        "limit": limit,
        "first": None,
        "total": plan.total,
        "worst": plan.worst,
    }
    return {
        "format": FORMAT,
        "claim": claim,
        "witness": {"plan": plan_tree(plan.root)},
        "proof": {"lemmas": lemmas},
    }


class Prover:
    """The lemmas found so far."""

    def __init__(
        self,
        problem: Problem,
        worst: int | None,
        renamings: Renamings | None,
        report: Report,
    ) -> None:
        self.problem, self.renamings, self.report = problem, renamings, report
        self.search = OptimalPlanSearch(problem, Memory(problem), report)
        self.bounded = worst is not None
        board = self.search.board
        self.low = bounds_by_size(
            board.labels, problem.secrets, problem.ends, len(board.low)
        )
        self.every = board.every
        self.by_secret = np.ascontiguousarray(board.matrix.T)
        self.known: dict[Key, int] = {}
        self.looked: dict[Key, int] = {}
        self.lemmas: list[Lemma] = []

    def show(self, goal: CellToProve, first: Question | None = None) -> None:
        """Add what is needed to show that the cell costs so much."""
        if self.least(goal.cell, goal.depth) >= goal.wanted:
            return
        asks, generators = self.every, []
        if first is not None:
            asks = np.array([first], np.int32)
        elif self.renamings and (len(goal.cell) >= MIDDLE or not goal.asked):
            asks = np.unique(self.problem.kind_of(goal.asked)).astype(np.int32)
            generators = self.renamings(goal.asked)
        for ask in asks[self.promise(goal, asks) < goal.wanted].tolist():
            for part in self.needed(goal, ask):
                self.show(part)
        self.known[self.key(goal.cell, goal.depth)] = goal.wanted
        cell = "all" if len(goal.cell) == self.problem.secrets > 9 else goal.cell.tolist()
        least = None if goal.wanted >= NEVER else goal.wanted
        self.lemmas.append([cell, goal.depth if self.bounded else None, least, generators])
        self.report(f"{len(self.lemmas):,} lemmas")

    def key(self, cell: Cell, depth: int) -> Key:
        """What a lemma is about."""
        return cell.tobytes(), depth if self.bounded else -1

    def least(self, cell: Cell, depth: int) -> int:
        """What counting or a lemma says of a cell."""
        return max(
            int(self.low[depth, len(cell)]), self.known.get(self.key(cell, depth), 0)
        )

    def ahead(self, cell: Cell, depth: int) -> int:
        """What a checker sees by itself: the sizes of the parts of every question."""
        low = int(self.low[depth, len(cell)])
        if len(cell) < 3 or depth < 1 or low >= NEVER:
            return low
        key = self.key(cell, depth)
        if key not in self.looked:
            self.looked[key] = int(kernel.ahead(self.search.board, cell, depth))
        return self.looked[key]

    def promise(self, goal: CellToProve, asks: NDArray[np.int32]) -> NDArray[np.int64]:
        """What each question costs at least, by the sizes of its parts."""
        labels, cell = self.search.board.labels, goal.cell
        rows = self.by_secret[cell].astype(np.int64)
        if len(asks) < len(self.every):
            rows = rows[:, asks]
        rows += labels * np.arange(len(asks))
        sizes = np.bincount(rows.ravel(), minlength=len(asks) * labels)
        sizes = sizes.reshape(len(asks), labels)
        useless = (sizes == len(cell)).any(1)
        if self.problem.ends:
            named = np.flatnonzero(self.problem.possible(cell)[asks])
            right = self.problem.right[asks[named]]
            sizes[named, self.search.board.matrix[asks[named], right]] = 0
            useless[named] = False
        cost: NDArray[np.int64] = len(cell) + self.low[goal.depth - 1].astype(np.int64)[
            sizes
        ].sum(1)
        cost[useless] = NEVER
        return cost

    def needed(self, goal: CellToProve, ask: Question) -> list[CellToProve]:
        """The parts of a question that must be shown to cost more than is seen."""
        asked, depth = (*goal.asked, ask), goal.depth - 1
        parts = sorted((part for _, part in self.search.parts(ask, goal.cell)), key=len)
        lows = [self.least(part, depth) for part in parts]
        cost, goals = len(goal.cell) + sum(lows), list[CellToProve]()
        for k, part in enumerate(parts):
            if cost >= goal.wanted:
                return goals
            more = max(0, self.ahead(part, depth) - lows[k])
            lows[k], cost = lows[k] + more, cost + more
        for part, low in zip(parts, lows, strict=True):
            if cost >= goal.wanted:
                return goals
            need = NEVER if goal.wanted >= NEVER else goal.wanted - cost + low
            value = min(self.search.search(asked, part, depth, need - 1), need)
            if value >= NEVER:  # one part that has no plan is enough
                return [CellToProve(asked, part, depth, NEVER)]
            if value > low:
                goals.append(CellToProve(asked, part, depth, value))
                cost += value - low
        assert cost >= goal.wanted, "a plan is better than was claimed"
        return goals


def plan_tree(node: Node) -> Any:
    """A plan as a certificate has it: `[question, {answer: plan}]`, or nothing to ask."""
    if node.question is None:
        return None
    return [
        int(node.question),
        {str(a): plan_tree(below) for a, below in node.branches.items()},
    ]
