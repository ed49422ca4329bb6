"""The codes that a history of guesses and answers leaves, and which lines contradict."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.games.mastermind.knowledge.answer_tables import layers, marks
from whoknows.games.mastermind.knowledge.symmetry import Symmetry
from whoknows.games.mastermind.rules import Line, Rules
from whoknows.inquiry.problem import Cell, Problem
from whoknows.play.knowing.knowledge import Remembered

KEPT_BYTES = 1 << 26  # of cells that are remembered


@lru_cache(8)
def problem(rules: Rules) -> Problem:
    """The game as a problem of inquiry: every code is a secret and a question."""
    rules.check_listed()
    tables, rows, columns = layers(rules)
    symmetry = Symmetry(rules)
    return Problem(
        tables,
        rows,
        columns,
        labels=rules.labels,
        right=np.arange(rules.size, dtype=np.int32),
        ends=True,
        question_name=lambda place: rules.code_name(rules.code(place)),
        secret_name=lambda place: rules.code_name(rules.code(place)),
        answer_name=lambda label: rules.answer_name(rules.answer_of(label)),
        kinds=symmetry,
        alike=symmetry.alike,
        marks=marks(rules),
    )


def consistent(rules: Rules, line: Line) -> NDArray[np.bool_]:
    """Which codes would be answered so."""
    game = problem(rules)
    answers = game.answers(rules.place(line.guess), game.everything())
    agrees: NDArray[np.bool_] = answers == rules.label(line.answer)
    return agrees


@dataclass(frozen=True, eq=False)
class CodesLeft:
    """The codes that some lines leave possible."""

    rules: Rules
    cell: Cell

    def after(self, line: Line) -> "CodesLeft":
        """The codes that are left when a guess was answered so."""
        place, label = self.rules.place(line.guess), self.rules.label(line.answer)
        answers = problem(self.rules).answers(place, self.cell)
        return CodesLeft(self.rules, self.cell[answers == label])


def every_code_left(rules: Rules) -> CodesLeft:
    """All codes, before the first guess."""
    rules.check_listed()
    return CodesLeft(rules, np.arange(rules.size, dtype=np.int32))


def cells_kept(left: CodesLeft) -> int:
    """How many cells of this size are remembered."""
    return max(8, KEPT_BYTES // (left.cell.nbytes + 4096))


codes_left: Remembered[Rules, Line, CodesLeft] = Remembered(every_code_left, cells_kept)
"""The codes left after some lines; the last few cells are remembered."""


@checked
def possible_codes(rules: Rules, lines: Sequence[Line]) -> Cell:
    """The codes that every line leaves possible."""
    return codes_left(rules, tuple(lines)).cell


@checked
def culprits(rules: Rules, lines: Sequence[Line]) -> list[tuple[int, ...]]:
    """The smallest sets of lines that no code agrees with: they contradict each other.

    Empty if some code agrees with all lines.  Only sets of the least size are given.
    """
    agrees = [consistent(rules, line) for line in lines]
    if np.logical_and.reduce(agrees).any():
        return []
    for size in range(1, len(lines) + 1):
        sets = [
            which
            for which in combinations(range(len(lines)), size)
            if not np.logical_and.reduce([agrees[k] for k in which]).any()
        ]
        if sets:
            return sets
    return []
