"""Exact optima of puzzles: the least worst and the least total, proven.

A branch and bound that remembers positions by their canonical form.  Nothing here is
compiled: it is also the plain twin of the search for problems given as a matrix.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cache
from math import ceil, inf
from typing import TypeAlias

from whoknows.errors import BadSetup
from whoknows.inquiry.plan import Node, Plan
from whoknows.inquiry.puzzle import Position, Puzzle, plan_by
from whoknows.inquiry.scores import PARTS

Cost: TypeAlias = float  # a whole number, or infinite


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best plan known, and what no plan can beat."""

    plan: Plan
    bound: int
    """No plan has a smaller worst (or total, whichever was minimized)."""
    proven: bool
    """Whether the plan reaches the bound."""
    visited: int
    """How many positions were looked into."""
    seconds: float = 0.0
    """Processor time of the search, where it was measured."""


def optimum(
    puzzle: Puzzle,
    start: Position,
    *,
    minimize: str = "total",
    worst: int | None = None,
    report: Callable[[str], None] = lambda _: None,
) -> Optimum:
    """The plan with the least total, or the least worst (and then the least total).

    `worst` bounds the number of questions for any secret.  Stopped by Ctrl-C, the best
    plan known is given, with the bound proven by then.
    """
    search = Search(puzzle)
    low = search.least_worst(start)
    try:
        if minimize == "worst" or worst is not None:
            low = search.minimal_worst(start, worst, report)
            worst = low if minimize == "worst" else worst
        report("the least total")
        search.solve(start, worst, inf)
        plan = Plan(search.tree(start, worst), "optimal")
    except KeyboardInterrupt:
        plan = plan_by(puzzle, start, PARTS)
        bound = low if minimize == "worst" else int(search.least_total(start, worst))
        return Optimum(plan, bound, reached(plan, minimize) == bound, search.visited)
    return Optimum(plan, reached(plan, minimize), True, search.visited)


def reached(plan: Plan, minimize: str) -> int:
    """What the plan has of what is to be minimized."""
    return plan.worst if minimize == "worst" else plan.total


class Search:
    """A branch and bound with memory, by canonical form."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.exact: dict[tuple[Hashable, int | None], Cost] = {}
        self.low: dict[tuple[Hashable, int | None], Cost] = {}
        self.fits: dict[tuple[Hashable, int], bool] = {}

    @property
    def visited(self) -> int:
        """How many positions were looked into."""
        return len({*self.exact, *self.low, *self.fits})

    def least_worst(self, position: Position) -> int:
        """The information bound: each question has so many answers at most."""
        goals, asked = self.puzzle.goals(position), 0
        while max(2, self.puzzle.branching) ** asked < goals:
            asked += 1
        return asked

    def least_total(self, position: Position, left: int | None) -> Cost:
        """No plan has less: the best tree that so many answers allow."""
        goals, size = self.puzzle.goals(position), self.puzzle.size(position)
        if left is not None and self.puzzle.branching**left < goals:
            return inf
        if goals <= 1:
            return 0
        return max(size, even_tree(goals, self.puzzle.branching) + size - goals)

    def minimal_worst(
        self, start: Position, most: int | None, report: Callable[[str], None]
    ) -> int:
        """The least worst of any plan; an error if it is more than `most`."""
        asked = self.least_worst(start)
        while most is None or asked <= most:
            report(f"is {asked} enough?")
            if self.within(start, asked):
                return asked
            asked += 1
            if asked > self.puzzle.size(start):
                raise BadSetup("no plan tells all secrets apart")
        raise BadSetup(f"no plan has worst {most}; {asked} at least are needed")

    def within(self, position: Position, left: int) -> bool:
        """Whether some plan needs no more than so many questions."""
        puzzle = self.puzzle
        if puzzle.goals(position) <= 1:
            return True
        if self.least_worst(position) > left:
            return False
        key = puzzle.key(position), left
        if key not in self.fits:
            self.fits[key] = any(
                all(self.within(part, left - 1) for part in largest_first(puzzle, parts))
                for parts in self.splits(position)
                if max(map(self.least_worst, parts)) < left
            )
        return self.fits[key]

    def splits(self, position: Position) -> Iterable[list[Position]]:
        """The parts that each useful question leaves, no two questions alike."""
        seen = set()
        for question in self.puzzle.questions(position):
            parts = list(self.puzzle.split(position, question).values())
            kind = frozenset(Counter(map(self.puzzle.key, parts)).items())
            if len(parts) > 1 and kind not in seen:
                seen.add(kind)
                yield parts

    def solve(self, position: Position, left: int | None, budget: Cost) -> Cost:
        """The least total if it is within the budget; else something beyond the budget."""
        if self.puzzle.goals(position) <= 1:
            return 0
        key = self.puzzle.key(position), left
        if key in self.exact:
            return self.exact[key]
        low = max(self.least_total(position, left), self.low.get(key, 0))
        if low > budget:
            return low
        best = self.best_total(position, left, budget)
        if best <= budget:
            self.exact[key] = best
        else:
            self.low[key] = max(low, ceil(budget + 1) if budget < inf else inf)
        return best

    def best_total(self, position: Position, left: int | None, budget: Cost) -> Cost:
        """The same, by trying the questions, the most promising first."""
        after = None if left is None else left - 1
        tried = [
            (self.puzzle.size(position) + sum(lows), lows, parts)
            for parts in self.splits(position)
            for lows in [[self.least_total(part, after) for part in parts]]
        ]
        best = budget + 1
        for low, lows, parts in sorted(tried, key=lambda row: row[0]):
            if low >= best:
                break
            best = min(best, self.cost(low, lows, parts, after, best))
        return best

    def cost(
        self,
        low: Cost,
        lows: list[Cost],
        parts: list[Position],
        left: int | None,
        best: Cost,
    ) -> Cost:
        """The least total below one question, or `best` as soon as it is no less."""
        order = sorted(range(len(parts)), key=lambda k: self.puzzle.size(parts[k]))
        for k in order:
            if low >= best:
                return best
            low += self.solve(parts[k], left, best - 1 - low + lows[k]) - lows[k]
        return low

    def tree(self, position: Position, left: int | None) -> Node:
        """An optimal plan for the position, after `solve`."""
        if self.puzzle.goals(position) <= 1:
            return Node(None, found=self.puzzle.found(position))
        after = None if left is None else left - 1
        rest = self.solve(position, left, inf) - self.puzzle.size(position)
        for question in self.puzzle.questions(position):
            parts = self.puzzle.split(position, question)
            if len(parts) > 1 and self.reaches(list(parts.values()), after, rest):
                return Node(question, {a: self.tree(p, after) for a, p in parts.items()})
        raise BadSetup(f"no question tells apart {self.puzzle.found(position)[:3]}")

    def reaches(self, parts: list[Position], left: int | None, rest: Cost) -> bool:
        """Whether the parts together cost no more than this."""
        lows = [self.least_total(part, left) for part in parts]
        return self.cost(sum(lows), lows, parts, left, rest + 1) <= rest


@cache
def even_tree(leaves: int, branching: int) -> int:
    """The least total depth of so many leaves, each node having so many branches at most.

    >>> even_tree(5, 2), even_tree(12, 3)
    (12, 29)
    """
    if leaves <= 1:
        return 0
    branching = max(2, branching)  # with one branch there is no tree at all
    depth, full = 0, 1
    while full * branching <= leaves:
        depth, full = depth + 1, full * branching
    split = -(-(leaves - full) // (branching - 1))  # so many of the full level go deeper
    return (full - split) * depth + (split + leaves - full) * (depth + 1)


def largest_first(puzzle: Puzzle, parts: list[Position]) -> list[Position]:
    """The parts, hardest first."""
    return sorted(parts, key=puzzle.size, reverse=True)
