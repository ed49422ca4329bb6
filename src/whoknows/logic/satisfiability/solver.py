"""A solver of clauses, from the package python-sat, behind the few calls that we need.

OR-Tools, of the same extra, was measured beside it (`benchmarks/find.py`): it takes a
second to import and starts anew at each question, where this one keeps what it has learned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from whoknows.errors import needs
from whoknows.logic.satisfiability.core_language import Literal

ENGINE = "glucose4"  # fast on many small questions asked in a row


class Solver:
    """Clauses over numbered variables, asked again and again under assumptions."""

    def __init__(self, clauses: Iterable[Sequence[Literal]] = ()) -> None:
        self.engine: Any = engine()
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Sequence[Literal]) -> None:
        """One more clause: one of its literals must hold."""
        self.engine.add_clause(clause)

    def solve(self, assumed: Sequence[Literal] = ()) -> bool:
        """Whether all clauses can hold where the assumed literals do."""
        return bool(self.engine.solve(assumptions=list(assumed)))

    def solve_within(self, conflicts: int) -> bool | None:
        """Whether all clauses can hold; `None` if so many conflicts do not tell."""
        self.engine.conf_budget(conflicts)
        answer: bool | None = self.engine.solve_limited()
        return answer

    def values(self, count: int) -> list[bool]:
        """The truth of the variables up to `count`, by number; that of 0 says nothing."""
        truths = [False] * (count + 1)
        for literal in self.engine.get_model():
            if 0 < literal <= count:
                truths[literal] = True
        return truths

    def conflict(self) -> list[Literal]:
        """Assumptions that cannot hold together, after `solve` said no."""
        return list(self.engine.get_core() or ())


def engine() -> Any:
    """The solver of python-sat; an error that names the extra if it is not there."""
    with needs("solve"):
        from pysat.solvers import Solver as Engine
    return Engine(name=ENGINE)
