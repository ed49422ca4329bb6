"""CP-SAT beside HiGHS on the programs of `whoknows hats best`, as ratios.

Each program is the bare one: no hint, no bound from a theorem, one thread.  CP-SAT is run
as `best` runs it (`linearization_level` 2) and by its default (1); HiGHS as SciPy has it.
A time in parentheses ran into the limit, and the gap that was left stands beside it.

    python benchmarks/hats_solvers.py [SECONDS]
"""

import sys
from collections.abc import Callable
from fractions import Fraction
from time import perf_counter
from typing import NamedTuple

import numpy as np
from ortools.sat.python import cp_model
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from whoknows.games.hats.rules import Rules, parse_odds
from whoknows.games.hats.solve.many_colors.strong_coverings import line_tables
from whoknows.games.hats.solve.programs.cpsat import scaled
from whoknows.games.hats.solve.programs.cube_program import steps_within


class Row(NamedTuple):
    """A sum of variables that is at least a number."""

    terms: dict[int, int]
    least: int


class Program(NamedTuple):
    """The least sum of weights over 0 and 1, under the rows; in units of 1 / whole."""

    name: str
    weights: list[int]
    whole: int
    rows: list[Row]


def covering(players: int, p: str, *, cut: bool = False) -> Program:
    """The lightest dominating set of the cube; with the cut for even N if asked for."""
    rules = Rules(players, odds=parse_odds(p, players, 2))
    weights, whole = scaled([rules.chance(code) for code in range(rules.size)])
    near = [0, *steps_within(players, 1)]
    rows = [Row({c ^ s: 1 for s in near}, 1) for c in range(rules.size)]
    if cut:
        most = (players + 2) // 2
        around = steps_within(players, 2)
        rows += [
            Row({c: most} | {c ^ s: 1 for s in around}, most) for c in range(rules.size)
        ]
    return Program(f"N = {players}, p = {p}{', cut' * cut}", weights, whole, rows)


def strong(players: int, colors: int) -> Program:
    """The least strong covering: lost configurations, and lines where one is alone."""
    rules = Rules(players, colors)
    lines, points = line_tables(rules)
    size, rows = rules.size, []

    def alone(code: int, player: int) -> int:
        return size + code * players + player

    for code in range(size):
        own = {alone(code, player): 1 for player in range(players)}
        rows.append(Row({code: 1} | own, 1))
        for player in range(players):
            others = [int(c) for c in points[lines[code, player]] if c != code]
            rows.append(Row({code: 1} | {alone(c, player): -1 for c in others}, 0))
    weights = [1] * size + [0] * (size * players)
    return Program(f"N = {players}, M = {colors}", weights, size, rows)


def cp_sat(level: int) -> Callable[[Program, float], tuple[float, float]]:
    """Solve by CP-SAT: the best and the bound, in units."""

    def solve(program: Program, limit: float) -> tuple[float, float]:
        model = cp_model.CpModel()
        x = [model.new_bool_var("") for _ in program.weights]
        for row in program.rows:
            model.add(sum(n * x[k] for k, n in row.terms.items()) >= row.least)
        model.minimize(sum(w * v for w, v in zip(program.weights, x, strict=True) if w))
        solver = cp_model.CpSolver()
        solver.parameters.linearization_level = level
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = limit
        solver.solve(model)
        return solver.objective_value, solver.best_objective_bound

    return solve


def highs(program: Program, limit: float) -> tuple[float, float]:
    """Solve by HiGHS."""
    cells = [(r, k, n) for r, row in enumerate(program.rows) for k, n in row.terms.items()]
    places, columns, numbers = map(np.array, zip(*cells, strict=True))
    size = len(program.weights)
    matrix = coo_array((numbers, (places, columns)), shape=(len(program.rows), size))
    found = milp(
        np.array(program.weights, dtype=float),
        constraints=LinearConstraint(matrix.tocsr(), [r.least for r in program.rows]),
        integrality=np.ones(size),
        bounds=Bounds(0, 1),
        options={"time_limit": limit, "mip_rel_gap": 0},
    )
    best = found.fun if found.fun is not None else float("inf")
    return best, found.mip_dual_bound if found.mip_dual_bound is not None else 0.0


def timed(
    solve: Callable[[Program, float], tuple[float, float]], program: Program, limit: float
) -> tuple[float, Fraction]:
    """Seconds, and the part of the whole between the best and the bound."""
    start = perf_counter()
    best, bound = solve(program, limit)
    gap = Fraction(round(best - bound), program.whole) if best < 1e30 else Fraction(1)
    return perf_counter() - start, gap


def main(limit: float) -> None:
    """Print a line for each program: seconds, and times the seconds of CP-SAT 2."""
    programs = [
        covering(4, "1/2"),
        covering(5, "1/2"),
        covering(5, "0.7"),
        covering(6, "0.7"),
        covering(6, "1/2"),
        covering(6, "1/2", cut=True),
        covering(7, "1/2"),
        strong(2, 6),
        strong(3, 3),
        strong(3, 4),
        strong(3, 5),
    ]
    solvers = {"CP-SAT 2": cp_sat(2), "CP-SAT 1": cp_sat(1), "HiGHS": highs}
    print(f"{'':18}" + "".join(f"{name:>20}" for name in solvers))
    for program in programs:
        row, unit = f"{program.name:18}", None
        for solve in solvers.values():
            seconds, gap = timed(solve, program, limit)
            unit = unit or seconds
            done = (
                f"{seconds:.2f} s" if not gap else f"({seconds:.0f} s) gap {float(gap):.3f}"
            )
            row += f"{done + f' x{seconds / unit:.1f}' * (not gap):>20}"
        print(row, flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0)
