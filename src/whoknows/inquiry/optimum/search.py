"""Exact optima of problems: the least total, the least worst, and both together, proven.

Large cells are searched here, with the symmetry of the problem and a memory that can be
kept in a file; small ones by `optimum_kernel`.  Stopped by Ctrl-C, the best
plan known is given together with what no plan can beat.

>>> import numpy as np
>>> from whoknows.inquiry.problem import from_matrix
>>> line = from_matrix(np.sign(np.arange(7) - np.arange(7)[:, None]) + 1)  # "higher, lower"
>>> best = optimal_plan(line)
>>> best.plan.total, best.bound, best.proven
(17, 17, True)
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import process_time

import numpy as np

from whoknows.errors import BadSetup, NoPlan, TooLarge
from whoknows.inquiry.by_score.strategies import (
    Asked,
    Report,
    alike,
    named,
    named_plan,
    plan_for,
    silent,
)
from whoknows.inquiry.optimum import kernel
from whoknows.inquiry.optimum.kernel import NEVER, Board
from whoknows.inquiry.optimum.layout import make_board
from whoknows.inquiry.optimum.remembered_cells import CellCost, Memory
from whoknows.inquiry.plan import Node, Optimum, Plan, reached
from whoknows.inquiry.problem import (
    MOST_PAIRS,
    Cell,
    Label,
    Problem,
    Question,
    Secret,
    from_matrix,
)
from whoknows.work.progress import patience

LARGE_CELL = 100  # cells of so many secrets are searched here, in sight of Ctrl-C,
QUICK = 500_000  # and more if so many pairs of cell and problem are done at once
MIDDLE = 40  # cells of so many are spared questions of the same kind
OPENERS = ("parts", "entropy")  # strategies whose plans are the first to beat
MANY_SECRETS = 2_000  # secrets for which more than one of them is worth its time


def optimal_plan(
    problem: Problem,
    *,
    minimize: str = "total",
    worst: int | None = None,
    first: Question | None = None,
    report: Report = silent,
    keep: Path | None = None,
) -> Optimum:
    """The plan with the least total, or the least worst and then the least total.

    `worst` bounds the number of questions for any secret, `first` forces the first
    question, and `keep` is a file from which the search goes on when it is called again.
    """
    if minimize not in ("total", "worst"):
        raise BadSetup(f"minimize {minimize!r}: wanted 'total' or 'worst'")
    check(problem)
    search = OptimalPlanSearch(problem, Memory(problem, keep), report)
    with patience(report):
        load(search.board)
    began = process_time()
    try:
        if minimize == "worst":
            optimum: Optimum | None = search.least_worst(worst, first)
        else:
            optimum = search.least_total(worst, first)
    finally:
        search.memory.write()
    if optimum is None:
        limit = search.unlimited if worst is None else worst
        raise NoPlan(f"no plan has worst {limit}; more questions are needed")
    return replace(optimum, seconds=process_time() - began + search.built)


def load(board: Board) -> None:
    """Load the compiled kernels for such a board, so that a clock sees the search alone."""
    answers = np.arange(board.labels)[None]
    small = make_board(from_matrix(answers, ends=False))
    cell = np.arange(board.labels, dtype=np.int32)
    kernel.rank(small, cell, 1, 1, NEVER - 1, small.every)
    kernel.solve(small, cell, 1, NEVER - 1, small.every)
    kernel.proceed(small, 0, 0)


def check(problem: Problem) -> None:
    """Refuse what cannot be solved, or not in this memory."""
    pairs = problem.questions * problem.secrets
    if pairs > MOST_PAIRS:
        raise TooLarge(
            f"an optimum of {problem.secrets:,} secrets needs {pairs:,} answers; "
            f"{MOST_PAIRS:,} fit the memory"
        )
    if problem.ends:
        for secret in np.flatnonzero(problem.naming < 0)[:1]:
            named(problem, int(secret))
        return
    every = np.arange(problem.questions, dtype=np.int32)
    columns = problem.matrix(every, problem.everything()).T
    _, which, counts = np.unique(columns, axis=0, return_inverse=True, return_counts=True)
    if counts.max() > 1:
        same = np.flatnonzero(which.ravel() == counts.argmax()).astype(np.int32)
        raise BadSetup(alike(problem, same))


class OptimalPlanSearch:
    """One search; `lows` says how far each first question has come."""

    def __init__(self, problem: Problem, memory: Memory, report: Report) -> None:
        self.problem, self.memory, self.report = problem, memory, report
        began = process_time()
        self.board = make_board(problem)
        self.built = process_time() - began
        self.unlimited = len(self.board.low) - 1
        self.large = max(LARGE_CELL, QUICK // problem.secrets)
        self.lows: dict[Question, int] = {}
        self.first: Question | None = None  # the best first question so far

    def least_worst(self, worst: int | None, first: Question | None) -> Optimum:
        """The plan with the least worst, and of those the least total."""
        most = self.unlimited if worst is None else min(worst, self.unlimited)
        for bound in range(most + 1):
            if self.board.low[bound, self.problem.secrets] >= NEVER:
                continue
            self.report(f"is {bound} enough?")
            optimum = self.least_total(bound, first, minimize="worst")
            if optimum is not None:
                return optimum
        raise BadSetup(f"no plan has worst {most}; {most + 1} at least are needed")

    def least_total(
        self, worst: int | None, first: Question | None, minimize: str = "total"
    ) -> Optimum | None:
        """The plan with the least total within the bound on the worst, if there is one."""
        depth = self.unlimited if worst is None else min(worst, self.unlimited)
        plan = self.opener(depth, first)
        everything = self.problem.everything()
        asks = self.problem.worth_asking((), everything)
        if first is not None:
            asks = np.array([first], np.int32)
        budget = plan.total - 1 if plan else NEVER - 1
        try:
            value = self.search((), everything, depth, budget, asks)
        except KeyboardInterrupt:
            if self.first is not None:
                root = self.tree((), everything, depth, asks)
                plan = named_plan(self.problem, root, "optimal")
            return self.stopped(plan or self.opener(self.unlimited, first), worst, minimize)
        if value <= budget:
            root = self.tree((), everything, depth, asks)
            plan = named_plan(self.problem, root, "optimal")
        elif plan:
            plan = named_plan(self.problem, plan.root, "optimal")
        return Optimum(plan, reached(plan, minimize), True, self.visited) if plan else None

    def opener(self, depth: int, first: Question | None) -> Plan | None:
        """The plan of a good strategy that keeps the bound on the worst."""
        names = OPENERS if self.problem.secrets > MANY_SECRETS else OPENERS[:1]
        try:
            plans = [plan_for(self.problem, name, first=first) for name in names]
        except BadSetup:
            return None
        plans = [plan for plan in plans if plan.worst <= depth]
        return min(plans, key=lambda plan: plan.total, default=None)

    @property
    def visited(self) -> int:
        """How many cells were looked into."""
        return int(self.board.seen[0]) + len(self.memory.known)

    def stopped(self, plan: Plan | None, worst: int | None, minimize: str) -> Optimum:
        """What is known when Ctrl-C was pressed."""
        if plan is None:
            raise KeyboardInterrupt
        bound = min(self.lows.values(), default=0)
        bound = max(bound, int(self.board.low[self.unlimited, self.problem.secrets]))
        if minimize == "worst":
            bound = worst or 1
        return Optimum(plan, bound, False, self.visited)

    def search(
        self, asked: Asked, cell: Cell, depth: int, budget: int, asks: Cell | None = None
    ) -> int:
        """What the cell costs, if no more than the budget; else a bound beyond it."""
        if asks is None and len(cell) < self.large:
            asks = self.board.every
            if len(cell) >= MIDDLE:
                asks = self.problem.worth_asking(asked, cell)
            return int(kernel.solve(self.board, cell, depth, budget, asks))
        low = int(self.board.low[depth, len(cell)])
        known = self.memory.get(cell, depth) if asked else None
        if known and (known.sure or known.value > budget):
            return known.value
        if low > budget or low >= NEVER:
            return low
        if asks is None:
            asks = self.problem.worth_asking(asked, cell)
        proven = self.try_all(asked, cell, depth, budget, asks)
        if asked:  # at the root, not all questions need be allowed
            self.memory.put(cell, depth, proven)
        return proven.value

    def try_all(
        self, asked: Asked, cell: Cell, depth: int, budget: int, asks: Cell
    ) -> CellCost:
        """What the cell costs with the best of these questions."""
        count, low = kernel.rank(self.board, cell, 1, depth, budget, asks)
        order = self.board.order[1, :count].tolist()
        bounds = self.board.bounds[1, :count].tolist()
        if not asked:
            self.lows, self.first = dict(zip(order, bounds, strict=True)), None
        best, question = budget + 1, -1
        for bound, ask in zip(bounds, order, strict=True):
            if bound >= best:
                break
            cost = self.below(asked, cell, depth, best - 1, ask)
            if cost < best:
                best, question = cost, ask
                if not asked:
                    self.first = ask
            self.tell(asked, ask, cost, best)
        value = best if question >= 0 else max(int(low), budget + 1)
        return CellCost(value, question >= 0, question)

    def below(
        self, asked: Asked, cell: Cell, depth: int, budget: int, ask: Question
    ) -> int:
        """What the cell costs if `ask` is asked: exact within the budget."""
        parts = sorted((part for _, part in self.parts(ask, cell)), key=len)
        lows = [int(self.board.low[depth - 1, len(part)]) for part in parts]
        cost = len(cell) + sum(lows)
        for part, low in zip(parts, lows, strict=True):
            if cost > budget:
                break
            room = budget - cost + low
            cost += self.search((*asked, ask), part, depth - 1, room) - low
            if not asked:
                self.lows[ask] = cost
        return cost

    def parts(self, ask: Question, cell: Cell) -> Iterator[tuple[Label, Cell]]:
        """The parts of the cell after each answer that does not end the game."""
        for label, part in self.problem.split(ask, cell):
            if not (self.problem.ends and part[0] == self.problem.right[ask]):
                yield label, np.ascontiguousarray(part)

    def tell(self, asked: Asked, ask: Question, cost: int, best: int) -> None:
        """Report on the questions near the root."""
        if len(asked) < 2:
            names = " ".join(map(self.problem.question_name, (*asked, ask)))
            shown_cost = f"{cost:,}" if cost < NEVER else "impossible"
            self.report(
                f"{names}: {shown_cost}" + (f", best {best:,}" if best < NEVER else "")
            )

    def tree(self, asked: Asked, cell: Cell, depth: int, asks: Cell | None = None) -> Node:
        """An optimal plan for a cell, after `search`."""
        if len(cell) == 1 and asked:
            secret = int(cell[0])
            ends = self.problem.ends
            return Node(named(self.problem, secret) if ends else None, found=(secret,))
        question = self.best(asked, cell, depth, asks)
        secrets: tuple[Secret, ...] = ()
        if self.problem.ends and (cell == self.problem.right[question]).any():
            secrets = (int(self.problem.right[question]),)
        below = {
            label: self.tree((*asked, question), part, depth - 1)
            for label, part in self.parts(question, cell)
        }
        return Node(question, below, secrets)

    def best(self, asked: Asked, cell: Cell, depth: int, asks: Cell | None) -> Question:
        """The question of an optimal plan for a cell."""
        if not asked and self.first is not None:
            return self.first
        value = self.search(asked, cell, depth, NEVER - 1, asks)
        if value >= NEVER:
            raise BadSetup(alike(self.problem, cell))
        known = self.memory.get(cell, depth)
        return known.question if known else int(self.board.chosen[1])
