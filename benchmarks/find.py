"""Random formulas decided, and the two solvers that were tried on the same clauses.

python benchmarks/find.py            # 1,000 formulas, three deep, three agents
"""

from time import process_time

import numpy as np

from whoknows.logic.language.formula import Formula, Not
from whoknows.logic.satisfiability import find
from whoknows.logic.satisfiability.core_language import Core
from whoknows.logic.satisfiability.exercises import AGENTS, FACTS, random_formula
from whoknows.logic.satisfiability.smallest_model import Sized
from whoknows.logic.satisfiability.solver import Solver
from whoknows.logic.satisfiability.type_elimination import eliminate
from whoknows.logic.satisfiability.type_search import Types

COUNT = 1000


def formulas(seed: int = 1) -> list[Formula]:
    rng = np.random.default_rng(seed)
    return [
        random_formula(rng, depth=3, agents=AGENTS[:3], facts=FACTS[:3])
        for _ in range(COUNT)
    ]


def decided() -> None:
    for logic in ("S5", "KD45", "K"):
        some = formulas()
        find("p")  # what is imported once
        start = process_time()
        found = [
            find(one, logic=logic) for formula in some for one in (formula, Not(formula))
        ]
        seconds = process_time() - start
        sizes = [len(one.model) for one in found if one.model is not None]
        print(
            f"{logic:5} {len(found)} formulas: {seconds:.2f} s of CPU; "
            f"satisfiable {sum(one.satisfiable is True for one in found)}, "
            f"not {sum(one.satisfiable is False for one in found)}, "
            f"unknown {sum(one.satisfiable is None for one in found)}; "
            f"largest smallest model {max(sizes)}"
        )


def twins() -> None:
    """Types made as needed beside all types at once, where there are not too many."""
    lazy = eager = 0.0
    compared = 0
    for formula in formulas():
        store = Core()
        wanted = [store.of(Not(formula))]
        start = process_time()
        mine = Types(store, wanted).search()
        lazy += (took := process_time() - start)
        start = process_time()
        other = eliminate(store, wanted)
        if other is None:
            lazy -= took
            continue
        eager += process_time() - start
        compared += 1
        assert mine in (other, None)
    print(f"types as needed {lazy:.2f} s, all types at once {eager:.2f} s ({compared})")


def solvers() -> None:
    """The clauses for models of four worlds, by both solvers."""
    from ortools.sat.python import cp_model

    ours = theirs = 0.0
    for formula in formulas()[:100]:
        store = Core()
        asked = Sized(store, [store.of(Not(formula))], [], 4)
        clauses = list(asked.clauses())
        start = process_time()
        mine = Solver(clauses).solve()
        ours += process_time() - start
        start = process_time()
        model = cp_model.CpModel()
        truth = [model.new_bool_var("") for _ in range(asked.count + 1)]
        for clause in clauses:
            model.add_bool_or(truth[w] if w > 0 else ~truth[-w] for w in clause)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        other = solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        theirs += process_time() - start
        assert mine == other
    print(f"100 sets of clauses: python-sat {ours:.2f} s, OR-Tools {theirs:.2f} s")


if __name__ == "__main__":
    decided()
    twins()
    solvers()
