"""Static Mastermind: guesses fixed in advance that tell all codes apart.

>>> from whoknows.games.mastermind.rules import Rules
>>> found = static_guesses(Rules(2, 3))
>>> len(found.guesses), found.proven
(2, True)
"""

from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np

from whoknows.games.mastermind.knowledge import problem
from whoknows.games.mastermind.rules import Rules
from whoknows.inquiry.by_score.strategies import Report, silent
from whoknows.work.proof_kinds import proof_document

CHECKED = 1296  # codes of a game whose smaller sets a checker tries,
RENAMED = 20_000  # and ways to rename pegs and colors


@dataclass(frozen=True, slots=True)
class Static:
    """The guesses, and how few there can be."""

    rules: Rules
    guesses: tuple[str, ...]
    bound: int
    proven: bool

    @property
    def small(self) -> bool:
        """Whether a checker gets through all smaller sets by itself."""
        ways = factorial(self.rules.pegs) * factorial(self.rules.colors)
        return self.rules.size <= CHECKED and ways <= RENAMED

    def document(self) -> dict[str, Any]:
        """All of it as plain JSON."""
        return {
            "pegs": self.rules.pegs,
            "colors": self.rules.colors,
            "repeats": self.rules.repeats,
            "blacks_only": self.rules.blacks_only,
            "guesses": list(self.guesses),
            "size": len(self.guesses),
            "bound": self.bound,
            "proven": self.proven,
            **proof_document(
                "enumeration" if self.proven else None,
                certified=self.proven and self.small,
            ),
        }


def static_guesses(
    rules: Rules, *, seed: int = 0, seconds: float = 60.0, report: Report = silent
) -> Static:
    """A small set of guesses that tells all codes apart, and a bound for smaller ones."""
    from whoknows.inquiry.fixed_questions.search import fixed_questions

    game = problem(rules)
    rng = np.random.default_rng(seed)
    found = fixed_questions(game, rng=rng, seconds=seconds, report=report)
    names = tuple(game.question_name(question) for question in found.questions)
    return Static(rules, names, found.bound, found.proven)
