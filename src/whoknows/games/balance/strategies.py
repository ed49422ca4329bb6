"""Strategies of the one who weighs, as functions of what is seen.

| strategy | weighs | source |
|---|---|---|
| `entropy` | for the most bits | exercise 6 of [vanEijck2014] |
| `parts` | for the most answers that may come | [Kooi2005] |
| `worst-case` | for the smallest largest part | [Knuth1976] |
| `expected-size` | for the smallest part on average | [Irving1979] |
| `optimal` | by a plan of least total | here, proven |

Each looks at positions by roles: coins that can be exchanged are only counted.  The other
scores of `whoknows.inquiry.by_score.scores` are strategies as well.
"""

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np

from whoknows.edge import checked
from whoknows.games.balance.knowledge import Position, position_after
from whoknows.games.balance.rules import Move, Naming, Sight, Weighing
from whoknows.games.balance.solve.optimum import Search
from whoknows.games.balance.solve.plans import chooser
from whoknows.inquiry.by_score.scores import SCORES, score
from whoknows.inquiry.by_score.strategies import WORDS
from whoknows.play.game import History, Strategy

__all__ = ["COMPARED", "OPTIMAL", "STRATEGIES", "check_name", "next_weighing"]

OPTIMAL = "optimal"
PROVEN = "Follows a plan that is proven best."
COMPARED = ("entropy", "parts", "worst-case", "expected-size", OPTIMAL)
MOST_KEPT = 200_000  # positions that a search remembers between moves


def by_name(name: str) -> Strategy[Sight, Move]:
    """The strategy that weighs by the score of that name."""

    def strategy(sight: Sight, history: History, rng: np.random.Generator) -> Move:
        if sight.naming:
            position = position_after(sight.rules, sight.lines)
            if position.goals <= 1 or not sight.weighs:
                return Naming(sight.rules.goal_of(next(iter(position.worlds()))))
        return next_weighing(position_after(sight.rules, sight.lines), name)

    strategy.__doc__ = PROVEN if name == OPTIMAL else WORDS.get(name)
    return strategy


@checked
def next_weighing(position: Position, name: str) -> Weighing:
    """What the strategy weighs in a position."""
    return chosen_by(name)(position)


@checked
def check_name(name: str) -> None:
    """Refuse a name that is no strategy's."""
    if name != OPTIMAL:
        score(name)


@cache
def chosen_by(name: str) -> Callable[[Position], Weighing]:
    """The strategy of that name, with its memory."""
    if name != OPTIMAL:
        return chooser(score(name))
    search = [Search()]

    def weigh(position: Position) -> Weighing:
        if search[0].visited > MOST_KEPT:
            search[0] = Search()
        return search[0].best_weighing(position, None)

    return weigh


STRATEGIES: Mapping[str, Strategy[Sight, Move]] = {
    name: by_name(name) for name in (*SCORES, OPTIMAL)
}
