"""Exact optima: the least worst and the least total, by a search over canonical positions.

A branch and bound that remembers positions by their canonical form.  Weighings are chosen
by numbers of coins in each role, ranked by the sizes they leave, and split only when
their turn comes.  A weighing that reaches the bound of its position ends the search there.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, inf
from typing import TypeAlias

from whoknows.errors import BadSetup
from whoknows.games.balance.knowledge.canonical_form import Key
from whoknows.games.balance.knowledge.position import Position
from whoknows.games.balance.knowledge.weighing_kinds import Choice, choices, weighing_of
from whoknows.games.balance.rules import Weighing, weighing_name, world_name
from whoknows.games.balance.solve.bounds import (
    kinds_each,
    least_total,
    least_worst,
    total_by_size,
)
from whoknows.inquiry.plan import Node, Plan

Cost: TypeAlias = float  # a whole number, or infinite
Parts: TypeAlias = list[Position]
Report: TypeAlias = Callable[[str], None]


CHEAP = 20  # weighings are ranked in the time that one is split


def silent(_: str) -> None:
    """Report nothing."""


class Stop(Exception):
    """The search has looked into as many splits as it was allowed."""


Sought: TypeAlias = tuple[Key, bool]  # a position, and whether only the coin is asked


@dataclass
class Search:
    """A branch and bound with memory, by canonical form."""

    most: float = inf
    """How many splits may be looked into."""
    report: Report = silent

    def __post_init__(self) -> None:
        self.exact: dict[tuple[Sought, int | None], Cost] = {}
        self.low: dict[tuple[Sought, int | None], Cost] = {}
        self.fits: dict[tuple[Sought, int], bool] = {}
        self.visited = self.splits = 0

    def visit(self) -> None:
        """Count one more position."""
        self.visited += 1
        self.report(f"{self.visited:,} positions looked into")

    def work(self, splits: int) -> None:
        """Count so many more splits."""
        self.splits += splits
        if self.splits > self.most:
            raise Stop

    def minimal_worst(self, start: Position) -> int:
        """The least worst of any plan."""
        worst = least_worst(start)
        while True:
            self.report(f"are {worst} weighings enough?")
            if self.within(start, worst):
                return worst
            worst += 1

    def within(self, position: Position, left: int) -> bool:
        """Whether some plan needs no more than so many weighings."""
        if position.goals <= 1:
            return True
        if least_worst(position) > left:
            return False
        if left == 1:  # parts that want no weighing have one goal each
            return any(True for _ in self.fitting(position, 1))
        key = position.key, left
        if key not in self.fits:
            self.visit()
            self.fits[key] = any(
                all(self.within(part, left - 1) for part in parts)
                for parts in self.fitting(position, left)
            )
        return self.fits[key]

    def fitting(self, position: Position, left: int) -> Iterator[Parts]:
        """The parts of weighings that leave nothing too large, hardest part first."""
        for choice in self.ranked_by_size(position, left):
            parts = self.parts(position, choice)
            if all(least_worst(part) < left for part in parts):
                yield sorted(parts, key=lambda part: part.size, reverse=True)

    def ranked_by_size(self, position: Position, left: int) -> Iterator[Choice]:
        """The weighings that leave nothing too large, the most even first, then all."""
        cap = 3 ** (left - 1) * kinds_each(position)
        for near in (True, False):
            found = choices(position, cap, near=near)
            yield from sorted(found, key=lambda choice: squares(choice.sizes))

    def parts(self, position: Position, choice: Choice) -> Parts:
        """The positions that a weighing may leave."""
        self.work(1)
        return list(position.split(weighing_of(position, choice.counts)).values())

    def solve(self, position: Position, left: int | None, budget: Cost) -> Cost:
        """The least total if it is within the budget; else something beyond the budget."""
        if position.goals <= 1:
            return 0
        key = position.key, left
        if key in self.exact:
            return self.exact[key]
        low = max(least_total(position, left), self.low.get(key, 0))
        if low > budget:
            return low
        self.visit()
        best = self.best_total(position, left, budget, low)
        if best <= budget:
            self.exact[key] = best
        else:
            self.low[key] = max(low, ceil(budget + 1) if budget < inf else inf)
        return best

    def best_total(
        self, position: Position, left: int | None, budget: Cost, floor: Cost
    ) -> Cost:
        """The least total found by trying the weighings, the most promising first."""
        after = None if left is None else left - 1
        best = budget + 1
        for near in (True, False):
            for (low, _), choice in self.ranked(position, left, near):
                if position.size + low >= best:
                    break
                parts = self.parts(position, choice)
                lows = [least_total(part, after) for part in parts]
                least = position.size + sum(lows)
                best = min(best, self.cost(least, lows, parts, after, best))
                if best <= floor:
                    return best
        return best

    def ranked(
        self, position: Position, left: int | None, near: bool
    ) -> list[tuple[tuple[int, int], Choice]]:
        """The weighings with the least that their sizes promise, least first."""
        cap = None if left is None else 3 ** (left - 1) * kinds_each(position)
        found = [
            ((self.low_of(position, choice), squares(choice.sizes)), choice)
            for choice in choices(position, cap, near=near)
        ]
        self.work(len(found) // CHEAP)
        return sorted(found, key=lambda row: row[0])

    def low_of(self, position: Position, choice: Choice) -> int:
        """What the parts of a weighing cost at least, by their sizes."""
        each = kinds_each(position)
        return sum(total_by_size(size, each) for size in choice.sizes if size)

    def cost(
        self, low: Cost, lows: list[Cost], parts: Parts, left: int | None, best: Cost
    ) -> Cost:
        """The least total below one weighing, or `best` as soon as it is no less."""
        for k in sorted(range(len(parts)), key=lambda k: parts[k].size):
            if low >= best:
                return best
            low += self.solve(parts[k], left, best - 1 - low + lows[k]) - lows[k]
        return min(low, best)

    def tree(self, position: Position, left: int | None) -> Node:
        """A plan of least total for the position, after `solve`."""
        if position.goals <= 1:
            return leaf(position)
        after = None if left is None else left - 1
        weighing = self.best_weighing(position, left)
        parts = position.split(weighing)
        return Node(weighing, {a: self.tree(p, after) for a, p in parts.items()})

    def best_weighing(self, position: Position, left: int | None) -> Weighing:
        """The first weighing of such a plan."""
        after = None if left is None else left - 1
        rest = self.solve(position, left, inf) - position.size
        for near in (True, False):
            for (low, _), choice in self.ranked(position, left, near):
                if low > rest:
                    break
                if self.reaches(self.parts(position, choice), after, rest):
                    return weighing_of(position, choice.counts)
        raise BadSetup("no weighing tells apart what is left")

    def reaches(self, parts: Parts, left: int | None, rest: Cost) -> bool:
        """Whether the parts together cost no more than this."""
        lows = [least_total(part, left) for part in parts]
        return self.cost(sum(lows), lows, parts, left, rest + 1) <= rest

    def quick_tree(self, position: Position, left: int) -> Node:
        """A plan of at most so many weighings, after `within`; its total may be large."""
        if position.goals <= 1:
            return leaf(position)
        for choice in self.ranked_by_size(position, left):
            weighing = weighing_of(position, choice.counts)
            parts = position.split(weighing)
            if all(self.within(part, left - 1) for part in parts.values()):
                return Node(
                    weighing, {a: self.quick_tree(p, left - 1) for a, p in parts.items()}
                )
        raise BadSetup("no weighing tells apart what is left")


def leaf(position: Position) -> Node:
    """The end of a plan: all that is possible there."""
    return Node(None, found=tuple(position.worlds()))


def named(root: Node, strategy: str) -> Plan:
    """A tree of weighings with names for people."""
    return Plan(root, strategy, weighing_name, world_name)


def squares(sizes: tuple[int, ...]) -> int:
    """How uneven a split is."""
    return sum(size * size for size in sizes)
