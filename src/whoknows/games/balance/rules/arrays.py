"""Moves in one list and sights as arrays, for programs that learn.

>>> len(all_moves(Setup(coins=4))), len(all_moves(Setup()))
(18, 73788)
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge
from whoknows.games.balance.rules.coins import ANSWERS, Naming, Rules, Weighing
from whoknows.games.balance.rules.fold import (
    Move,
    Setup,
    Sight,
    every_weighing,
    weighing_count,
)

MOST_LISTED = 200_000  # weighings that are numbered


def all_moves(setup: Setup) -> tuple[Move, ...]:
    """Every weighing, few coins first; then all that can be named, where it can."""
    count = weighing_count(setup.rules)
    if count > MOST_LISTED:
        raise TooLarge(f"{count:,} weighings; at most {MOST_LISTED:,} are numbered")
    if not setup.naming:
        return kept_weighings(setup.rules)
    goals = dict.fromkeys(map(setup.rules.goal_of, setup.rules.worlds()))
    return (*kept_weighings(setup.rules), *map(Naming, goals))


@lru_cache(4)
def kept_weighings(rules: Rules) -> tuple[Weighing, ...]:
    """Every weighing, listed once for several environments."""
    return every_weighing(rules)


def observed(sight: Sight) -> NDArray[np.int16]:
    """Each weighing coin by coin: 1 on the left pan, 2 on the right one, 0 off the scales.

    After the coins comes the answer: 1 the left pan is lighter, 2 even, 3 heavier.
    """
    coins = sight.rules.coins + sight.rules.references
    table = np.zeros((sight.weighings, coins + 1), np.int16)
    for row, (weighing, answer) in zip(table, sight.lines, strict=False):
        row[np.subtract(weighing.left, 1)] = 1
        row[np.subtract(weighing.right, 1)] = 2
        row[coins] = ANSWERS.index(answer) + 1
    return table.ravel()
