"""Strategies for any written game, one function each: `(sight, history, rng) -> move`.

| strategy | makes |
|---|---|
| `logician` | a move that it knows to be right; else it asks, and says what is true |
| `greedy` | the move after which it can expect the fewest worlds |
| `cautious` | the move that tells the others least |
| `expected` | the move with the best expected score, one step ahead |

All look one step ahead, by all worlds that they hold possible; where that would take too
long, at as many moves as there is time for.  Of equals, the first in the text is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from whoknows.games.written.knowledge import picture_at
from whoknows.games.written.rules.fold import Sight
from whoknows.games.written.rules.rules_of_text import Move
from whoknows.games.written.solve import Prospect, affordable, prospects
from whoknows.play.game import History, Strategy

SURE = Fraction(1)


def logician(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Makes the move that it knows to be right; else asks, and says only what is so."""
    return best(sight, rng, logical)


def greedy(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Makes the move that teaches it most: the fewest worlds left on average."""
    return best(sight, rng, lambda p: (-p.left, p.right or 0, p.true))


def cautious(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Makes the move that tells the others least, but one that it knows to be right."""
    return best(
        sight, rng, lambda p: (p.right == SURE, p.public, p.right or 0), telling=True
    )


def expected(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Makes the move after which its expected score is best."""
    return best(
        sight, rng, lambda p: (p.score, p.right or 0, p.true, -p.left), scoring=True
    )


def logical(prospect: Prospect) -> tuple[Any, ...]:
    """How a logician ranks moves: sure ones, honest questions, then the likeliest."""
    if prospect.right == SURE:
        return (3, -prospect.left)
    if prospect.right is None:
        return (2 if prospect.true else 0, -prospect.left)
    return (1, prospect.right, -prospect.left)


def best(
    sight: Sight,
    rng: np.random.Generator,
    rank: Callable[[Prospect], Any],
    *,
    telling: bool = False,
    scoring: bool = False,
) -> Move:
    """The legal move of the highest rank, the first of equals."""
    assert sight.seat is not None, "a spectator makes no move"
    picture = picture_at(sight)
    moves = picture.moves(sight.seat, sight.cell)
    if len(moves) == 1:
        return moves[0]
    some = affordable(sight, moves, rng, telling=telling)
    found = prospects(sight, some, telling=telling, scoring=scoring)
    return max(found, key=rank).move


STRATEGIES: Mapping[str, Strategy[Sight, Move]] = {
    "logician": logician,
    "greedy": greedy,
    "cautious": cautious,
    "expected": expected,
}
