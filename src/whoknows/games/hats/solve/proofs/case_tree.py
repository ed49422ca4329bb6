"""A bound for a program of 0 and 1, as a tree of cases with a weighted sum at each leaf.

Branch and bound: at each node a linear program says how light a solution may still be; its
dual, made whole, is the sum of rows that proves a leaf.  Where variables are alike, so that
a symmetry carries one into the other, they are decided together.  What comes out is read
by `whoknows verify`, which asks no linear program and believes none.

>>> triangle = Program([1, 1, 1], [({0: 1, 1: 1}, 1), ({1: 1, 2: 1}, 1), ({0: 1, 2: 1}, 1)])
>>> tree = prove(triangle, 2)  # a corner for every edge: no one corner does
>>> tree["tree"][0]
'sum'
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge, needs

Row: TypeAlias = tuple[dict[int, int], int]  # the factors by variable, and the least sum
Node: TypeAlias = list[Any]
Maps: TypeAlias = NDArray[np.int64]  # symmetries: what becomes of each variable, a row each

SCALES = (1, 12, 840, 10**4, 10**6, 10**8, 10**10, 10**12)  # for the duals as whole numbers
MOST_NODES = 10_000  # cases of a proof
WHOLE = 1e-6


class Program(NamedTuple):
    """Weights of the variables, and rows; all whole numbers."""

    weights: list[int]
    rows: list[Row]


def prove(
    program: Program,
    target: int,
    *,
    cuts: list[Any] | None = None,
    maps: Callable[[], Maps] | None = None,
    progress: Callable[[float], None] | None = None,
    most_nodes: int = MOST_NODES,
) -> dict[str, Any]:
    """A proof that no solution weighs less than the target, cuts first, then the tree."""
    tree = Tree(program, target, cuts or [], maps, most_nodes, progress)
    root = tree.node({}, None, 0)
    return ({"cuts": cuts} if cuts else {}) | {"tree": root}


class Tree:
    """The branch and bound for one program."""

    def __init__(
        self,
        program: Program,
        target: int,
        cuts: list[Any],
        maps: Callable[[], Maps] | None,
        most_nodes: int,
        progress: Callable[[float], None] | None,
    ) -> None:
        with needs("solve"):
            from ortools.linear_solver import pywraplp

        self.weights, self.target, self.maps = program.weights, target, maps
        self.rows = [*program.rows]
        self.rows += [rounded(self.rows, times, divisor) for times, divisor in cuts]
        self.nodes, self.most, self.progress = 0, most_nodes, progress
        self.done = 0.0
        self.unit = max(max(self.weights), 1)
        self.solver = solver = pywraplp.Solver.CreateSolver("GLOP")
        self.afresh = pywraplp.MPSolverParameters()  # not from the solution before
        self.afresh.SetIntegerParam(
            pywraplp.MPSolverParameters.INCREMENTALITY,
            pywraplp.MPSolverParameters.INCREMENTALITY_OFF,
        )
        self.variables = [solver.NumVar(0, 1, "") for _ in self.weights]
        slack = solver.NumVar(0, solver.infinity(), "")  # so that there is a solution
        solver.Objective().SetMinimization()
        solver.Objective().SetCoefficient(slack, 4.0 * (target / self.unit + 2))
        for variable, weight in zip(self.variables, self.weights, strict=True):
            solver.Objective().SetCoefficient(variable, weight / self.unit)
        self.constraints = []
        for row, least in self.rows:
            constraint = solver.Constraint(float(least), solver.infinity())
            constraint.SetCoefficient(slack, 1.0)
            for v, factor in row.items():
                constraint.SetCoefficient(self.variables[v], float(factor))
            self.constraints.append(constraint)

    def node(self, fixed: dict[int, int], group: Maps | None, depth: int) -> Node:
        """The proof for what is left when some variables are fixed."""
        self.nodes += 1
        if self.nodes > self.most:
            raise TooLarge(f"the proof has more than {self.most:,} cases")
        value, duals, point = self.relaxed(fixed)
        if value * self.unit > self.target - 1 + WHOLE:
            leaf = self.leaf(duals, fixed)
            if leaf is not None:
                self.tell(depth)
                return leaf
        if group is None and self.maps is not None:
            group = self.maps()
        if group is not None and len(group) > 1:
            group = keeping(group, fixed, len(self.weights))
        v, orbit, images = self.choice(fixed, point, group)
        if len(orbit) > 1:
            one = self.node(fixed | {v: 1}, group, depth + 1)
            none = self.node(fixed | dict.fromkeys(orbit, 0), group, depth + 1)
            return ["orbit", images, v, one, none]
        zero = self.node(fixed | {v: 0}, group, depth + 1)
        return ["split", v, zero, self.node(fixed | {v: 1}, group, depth + 1)]

    def tell(self, depth: int) -> None:
        """Say how much of the tree is done."""
        self.done += 0.5**depth
        if self.progress:
            self.progress(min(self.done, 1.0))

    def relaxed(
        self, fixed: dict[int, int]
    ) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
        """The least weight of fractions, the duals, and the fractions.

        One more variable lets all rows fail, at a cost: then there is always a solution,
        and where there should be none, duals that prove it.
        """
        for v, variable in enumerate(self.variables):
            low, high = (fixed[v], fixed[v]) if v in fixed else (0, 1)
            variable.SetBounds(low, high)
        good, again = self.solver.OPTIMAL, self.afresh
        if self.solver.Solve() != good and self.solver.Solve(again) != good:
            return -1.0, np.zeros(len(self.rows)), np.full(len(self.weights), 0.5)
        duals = np.array([each.dual_value() for each in self.constraints])
        point = np.array([each.solution_value() for each in self.variables])
        return float(self.solver.Objective().Value()), duals, point

    def leaf(self, duals: NDArray[np.float64], fixed: dict[int, int]) -> Node | None:
        """The leaf that the duals prove, if they do as whole numbers."""
        for scale in SCALES:
            times = np.rint(np.maximum(duals, 0) * self.unit * scale)
            if times.max(initial=0) > 1 << 62:
                break
            stated = [[int(k), int(times[k])] for k in np.flatnonzero(times)]
            if self.holds(scale, stated, fixed):
                return ["sum", scale, stated]
        return None

    def holds(self, scale: int, times: list[list[int]], fixed: dict[int, int]) -> bool:
        """Whether the sum of rows proves the leaf, in whole numbers."""
        factors, value = added(self.rows, times)
        for v, weight in enumerate(self.weights):
            factor = scale * weight - factors.get(v, 0)
            value += factor * fixed[v] if v in fixed else min(factor, 0)
        return value > scale * (self.target - 1)

    def choice(
        self, fixed: dict[int, int], point: NDArray[np.float64], group: Maps | None
    ) -> tuple[int, list[int], list[list[int]]]:
        """The variable to decide, those alike, and the maps that show it."""
        unsure = np.minimum(point, 1 - point)
        free = [v for v in range(len(point)) if v not in fixed]
        if group is None or len(group) < 2:
            v = max(free, key=lambda v: (unsure[v] > WHOLE, self.weights[v], point[v]))
            return v, [v], []
        worth = [len(np.unique(group[:, v])) * float(max(unsure[v], 0.01)) for v in free]
        v = free[worth.index(max(worth))]
        return v, np.unique(group[:, v]).tolist(), spanning(group, v)


def rounded(rows: list[Row], times: list[list[int]], divisor: int) -> Row:
    """A sum of rows, divided and rounded up."""
    factors, least = added(rows, times)
    return {v: -(-factor // divisor) for v, factor in factors.items()}, -(-least // divisor)


def added(rows: list[Row], times: list[list[int]]) -> Row:
    """Rows added up, each so many times."""
    factors: dict[int, int] = {}
    total = 0
    for place, number in times:
        row, least = rows[place]
        total += number * least
        for v, factor in row.items():
            factors[v] = factors.get(v, 0) + number * factor
    return factors, total


def keeping(group: Maps, fixed: dict[int, int], size: int) -> Maps:
    """The symmetries that keep what is fixed."""
    marks = np.full(size, -1)
    marks[list(fixed)] = list(fixed.values())
    kept: Maps = group[(marks[group] == marks).all(1)]
    return kept


def spanning(group: Maps, v: int) -> list[list[int]]:
    """A few of the symmetries that make of v all that the group makes of it."""
    goal, rows = set(np.unique(group[:, v]).tolist()), list[list[int]]()
    reached = {v}
    while reached != goal:
        lacking = [k for k in range(len(group)) if int(group[k, v]) not in reached]
        rows.append(group[lacking[len(lacking) // 2]].tolist())
        fresh = list(reached)
        while fresh:
            u = fresh.pop()
            for image in rows:
                if image[u] not in reached:
                    reached.add(image[u])
                    fresh.append(image[u])
    return rows


def even_cuts(players: int) -> list[Any]:
    """For even N: the rows of a ball added up, halved, and rounded up [VanWee1988]."""
    if players % 2:
        return []
    balls = [[c, *(c ^ 1 << k for k in range(players))] for c in range(1 << players)]
    return [[[[c, 1] for c in sorted(ball)], 2] for ball in balls]
