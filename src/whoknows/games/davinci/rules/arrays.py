"""Moves in one list and sights as arrays, for programs that learn.

>>> len(all_moves(Setup())), len(all_moves(Setup.full()))
(289, 1441)
"""

from itertools import permutations, product
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from whoknows.games.davinci.rules.fold import Sight
from whoknows.games.davinci.rules.moves import Arrange, Guess, Move, Place, Stop
from whoknows.games.davinci.rules.position import Phase
from whoknows.games.davinci.rules.setup import Setup

PHASES = get_args(Phase)


def longest(setup: Setup) -> int:
    """The most tiles that a code can have."""
    pile = setup.total - setup.players * setup.hand
    return setup.hand + (pile if setup.drawing else 0)


def all_moves(setup: Setup) -> tuple[Move, ...]:
    """Every guess by player, place, and tile; to stop; and where to put tiles."""
    places = range(longest(setup))
    guesses = product(range(setup.players), places, setup.deck())
    moves: list[Move] = [*(Guess(*guess) for guess in guesses), Stop()]
    if setup.jokers:
        moves += [Place(place) for place in range(longest(setup) + 1)]
        moves += [
            Arrange(chosen)
            for jokers in range(3)
            for chosen in permutations(range(setup.hand), jokers)
        ]
    return tuple(moves)


def observed(sight: Sight) -> NDArray[np.int16]:
    """Each place of each code: its color, the tile from 1 if seen, whether it lies open.

    Before them stand the seat from 1, whose turn it is from 1, the phase, the pile, and
    the drawn tile from 1.  Where nothing is to be seen stands 0.
    """
    table = sight.table
    codes = np.zeros((table.setup.players, longest(table.setup), 3), np.int16)
    for seat, code in enumerate(table.codes):
        for place, (color, tile) in enumerate(code):
            seen = sight.hand[place] if tile is None and seat == sight.seat else tile
            shown = 0 if seen is None else seen + 1
            codes[seat, place] = "bw".index(color) + 1, shown, tile is not None
    head = [
        0 if sight.seat is None else sight.seat + 1,
        table.seat + 1,
        PHASES.index(table.phase),
        table.pile,
        0 if sight.drawn is None else sight.drawn + 1,
    ]
    return np.concatenate([np.array(head, np.int16), codes.ravel()])
