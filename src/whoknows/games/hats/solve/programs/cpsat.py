"""Integer programs of 0 and 1, solved by CP-SAT, with a bound that is always right.

The weights of a program are whole numbers made from exact fractions.  Where they would
be too large for the solver, they are rounded so that its bound stays a bound.  What the
solver finds is evaluated again by the caller in exact arithmetic; only its bound is
believed.  Importing OR-Tools takes a moment: it happens when a program is solved.

>>> scaled([Fraction(1, 6), Fraction(1, 4)])
([2, 3], 12)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm
from typing import TYPE_CHECKING, Any

from whoknows.errors import needs
from whoknows.work.signals import note_interrupt

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

LARGEST = 1 << 50  # a sum of weights that the solver certainly takes
Found = Callable[[Fraction, Fraction], None]  # told the best worth so far and the bound


@dataclass(frozen=True, slots=True)
class Solved:
    """What a solver came back with: the values of the variables wanted, and the bound."""

    values: tuple[bool, ...] | None  # nothing if none was found in time
    bound: Fraction  # no solution weighs less


def scaled(weights: Sequence[Fraction]) -> tuple[list[int], int]:
    """Weights as whole numbers over one whole: exact, or rounded down where too large."""
    whole = lcm(*(weight.denominator for weight in weights))
    if sum(weights) * whole > LARGEST:
        whole = LARGEST // max(1, -(-sum(weights).numerator // sum(weights).denominator))
    return [int(weight * whole) for weight in weights], whole


def least(
    model: "cp_model.CpModel",
    variables: Sequence[Any],
    weights: Sequence[Fraction],
    *,
    wanted: Sequence[Any],
    floor: Fraction = Fraction(0),
    time_limit: float,
    progress: Found | None = None,
) -> Solved:
    """The assignment of least weight, or the best found in time with a bound.

    Nothing lighter than `floor` is looked for, so that the search ends once it is met.
    SIGINT ends the search as the time limit does.
    """
    with needs("solve"):
        from ortools.sat.python import cp_model

    numbers, whole = scaled(weights)
    weight = sum(n * x for n, x in zip(numbers, variables, strict=True) if n)
    model.minimize(weight)
    if any(numbers):
        rounded = any(w * whole != n for w, n in zip(weights, numbers, strict=True))
        model.add(weight >= max(ceil(floor * whole) - rounded * len(numbers), 0))
    solver = cp_model.CpSolver()
    solver.parameters.linearization_level = 2  # by default the bound stays at 0 here
    solver.parameters.random_seed = 1
    tell = watcher(progress, whole) if progress else None
    is_solved = run(solver, model, time_limit, tell)
    values = tuple(bool(solver.value(x)) for x in wanted) if is_solved else None
    bound = Fraction(max(round_up(solver.best_objective_bound), 0), whole)
    return Solved(values, bound)


def run(
    solver: Any, model: "cp_model.CpModel", time_limit: float, tell: Any = None
) -> bool | None:
    """Whether a model has a solution; nothing if time was up before it was known."""
    with needs("solve"):
        from ortools.sat.python import cp_model

    solver.parameters.num_workers = 1  # two would share the search without the bound
    solver.parameters.max_time_in_seconds = max(time_limit, 0.01)
    status = solver.solve(model, tell)
    if status in (cp_model.FEASIBLE, cp_model.UNKNOWN) and in_time(solver):
        note_interrupt()  # nothing else ends a search early; the solver heard it itself
    if status == cp_model.INFEASIBLE:
        return False
    return True if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else None


def in_time(solver: Any) -> bool:
    """Whether a search ended well before its time was up."""
    return bool(solver.wall_time < 0.9 * solver.parameters.max_time_in_seconds)


def round_up(bound: float) -> int:
    """The least whole number that a bound, told as a float, stands for.

    Sums are below 2^50, so that a float tells whole numbers apart; a hair is taken off
    before rounding so that an error in the last place never makes the bound too large.
    """
    return -int(-(bound - 1e-4) // 1)


def watcher(progress: Found, whole: int) -> Any:
    """A callback of the solver that tells the best and the bound."""
    with needs("solve"):
        from ortools.sat.python import cp_model

    class Watcher(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            best = Fraction(round(self.objective_value), whole)
            progress(best, Fraction(max(round_up(self.best_objective_bound), 0), whole))

    return Watcher()
