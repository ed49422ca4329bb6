"""What the best plan still costs from a cell, with and without a given next question.

All costs are totals over the secrets of the cell, exact and proven by the search of
`optimum`; a mean is the total over the size.

>>> import numpy as np
>>> from whoknows.inquiry.problem import from_matrix
>>> line = from_matrix(np.sign(np.arange(7) - np.arange(7)[:, None]) + 1)  # "higher, lower"
>>> costs = CellCosts(line)
>>> costs.total((), line.everything()), costs.total_asking((), line.everything(), 0)
(17, 21)
>>> costs.best((), line.everything())
[3]
"""

from threading import Lock

from whoknows.inquiry.by_score.strategies import Asked, silent
from whoknows.inquiry.optimum import kernel
from whoknows.inquiry.optimum.kernel import NEVER
from whoknows.inquiry.optimum.remembered_cells import Memory
from whoknows.inquiry.optimum.search import OptimalPlanSearch, load
from whoknows.inquiry.problem import Cell, Problem, Question

MOST_TRIED = 200  # questions that may be as good as the best, tried one by one
MANY_SECRETS = 120  # of a larger cell, only one of the best questions is given


class CellCosts:
    """The least totals of the cells of one problem, remembered."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.search = OptimalPlanSearch(problem, Memory(problem), silent)
        self.lock = Lock()  # the board of a search is written on
        load(self.search.board)

    def total(self, asked: Asked, cell: Cell) -> int:
        """The least total of any plan for the cell."""
        with self.lock:
            return self.search.search(asked, cell, self.search.unlimited, NEVER - 1)

    def total_asking(self, asked: Asked, cell: Cell, question: Question) -> int:
        """The least total of any plan for the cell that asks this question first."""
        parts = [part for _, part in self.search.parts(question, cell)]
        return len(cell) + sum(self.total((*asked, question), part) for part in parts)

    def least_worst(self, asked: Asked, cell: Cell) -> int:
        """The most questions for any secret of the cell, with the plan that has least."""
        with self.lock:
            for depth in range(self.search.unlimited + 1):
                if self.search.search(asked, cell, depth, NEVER - 1) < NEVER:
                    return depth
        raise AssertionError("every cell has a plan")

    def worst_asking(self, asked: Asked, cell: Cell, question: Question) -> int:
        """The most questions for any secret, if this question is asked first."""
        parts = [part for _, part in self.search.parts(question, cell)]
        asked = (*asked, question)
        return 1 + max((self.least_worst(asked, part) for part in parts), default=0)

    def best(self, asked: Asked, cell: Cell) -> list[Question]:
        """The first questions of best plans: all of them if the cell is not large."""
        least = self.total(asked, cell)
        with self.lock:
            depth, board = self.search.unlimited, self.search.board
            one = self.search.best(asked or (0,), cell, depth, None)
            if len(cell) > MANY_SECRETS:
                return [one]
            count, _ = kernel.rank(board, cell, 1, depth, least, board.every)
            order = board.order[1, :count].tolist()
            bounds = board.bounds[1, :count].tolist()
        near = [ask for ask, low in zip(order, bounds, strict=True) if low <= least]
        best = {
            ask for ask in near[:MOST_TRIED] if self.total_asking(asked, cell, ask) == least
        }
        return self.possible_first({one, *best}, cell)

    def possible_first(self, questions: set[Question], cell: Cell) -> list[Question]:
        """The questions in order, those before the others that may name the secret."""
        held = self.problem.possible(cell)
        return sorted(questions, key=lambda ask: (not held[ask], ask))
