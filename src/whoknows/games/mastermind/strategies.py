"""Strategies of the breaker, as functions of what the breaker sees.

| strategy | asks | source |
|---|---|---|
| `first` | the first code still possible | exercise 1 of [vanEijck2014] |
| `worst-case` | for the smallest largest cell | [Knuth1976] |
| `expected-size` | for the smallest cell on average | [Irving1979] |
| `entropy` | for the most bits | [Neuwirth1982] |
| `parts` | for the most cells | [Kooi2005] |
| `entropy-base-parts` | for the most even split: exercise 5, and bad | [Kooi2005] |
| `experience` | for the fewest guesses to come, learned from its own plans | our own |
| `any-possible` | a possible code, drawn at random | |

The other scores of `whoknows.inquiry.scores` are strategies as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from whoknows.games.mastermind.knowledge import Line, possible_codes, problem
from whoknows.games.mastermind.rules import Code, Rules
from whoknows.inquiry.strategies import FIRST, LEARNING, NAMES, chooser
from whoknows.play.game import History, Strategy

PAPERS = (FIRST, "worst-case", "expected-size", "entropy", "parts")  # the five
COMPARED = (*PAPERS, "entropy-base-parts", LEARNING)


@dataclass(frozen=True, slots=True)
class Sight:
    """What the breaker sees: the board."""

    rules: Rules
    rows: int
    lines: tuple[Line, ...]


def by_name(name: str) -> Strategy:
    """The strategy that asks by the score of that name."""

    def strategy(sight: Sight, history: History, rng: np.random.Generator) -> Code:  # noqa: ARG001
        return next_guess(sight.rules, sight.lines, name)

    return strategy


def next_guess(rules: Rules, lines: tuple[Line, ...], name: str) -> Code:
    """What the strategy guesses after these lines."""
    choose = chooser(problem(rules), name)
    asked = tuple(rules.place(line.guess) for line in lines)
    return rules.code(choose(possible_codes(rules, lines), asked))


def any_possible(sight: Sight, history: History, rng: np.random.Generator) -> Code:  # noqa: ARG001
    """A code that is still possible, drawn at random."""
    return sight.rules.code(int(rng.choice(possible_codes(sight.rules, sight.lines))))


STRATEGIES: Mapping[str, Strategy] = {
    **{name: by_name(name) for name in NAMES},
    "any-possible": any_possible,
}
