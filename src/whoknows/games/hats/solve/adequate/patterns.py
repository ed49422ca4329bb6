"""Minimal losing sets counted by their counts of zeros: all weights at once.

With one chance p of the first color for all agents, a set's probability depends only on
how many of its configurations have 0, 1, ..., N zeros: its *pattern*.  The counter of
minimal sets counts patterns as well as sizes: each corner adds the step of its level
to a number that stands for a pattern.  Pieces of the search that a renaming of agents
carries onto each other are counted once; swapping colors would change patterns.

>>> pattern_counts(2)
{(0, 1, 1): 2, (0, 2, 0): 1, (1, 0, 1): 1, (1, 1, 0): 2}
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import permutations
from math import comb, prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.adequate.adequate_sets import pattern
from whoknows.games.hats.solve.cube_bits import codes_of
from whoknows.games.hats.solve.maximal.counting import Blocks
from whoknows.games.hats.solve.maximal.dominating_sets import PLAYERS_WITHOUT_KERNEL, search
from whoknows.games.hats.solve.maximal.pieces import (
    NOTHING,
    Piece,
    affine_map,
    canonical,
    parts,
)

Pattern: TypeAlias = tuple[int, ...]  # how many configurations have 0, 1, ..., N zeros

MOST_PLAYERS_SEARCHED = 6  # players at most
PIECES = {5: 100, 6: 2000}  # about as many are made


def pattern_counts(
    players: int, *, progress: Callable[[float], None] | None = None
) -> dict[Pattern, int]:
    """How many minimal losing sets have each pattern."""
    Rules(players)
    if players > MOST_PLAYERS_SEARCHED:
        raise TooLarge(
            f"the minimal losing sets of {players} players are far more than 4.5e9 (the"
            f" number for 6); patterns are counted for at most {MOST_PLAYERS_SEARCHED}"
        )
    if players <= PLAYERS_WITHOUT_KERNEL:
        found = Counter(pattern(codes_of(mask), players) for mask in search(players))
        return dict(sorted(found.items()))
    return counted(players, progress)


def counted(players: int, progress: Callable[[float], None] | None) -> dict[Pattern, int]:
    """`pattern_counts` by the compiled counter, piece by piece."""
    steps = level_steps(players)
    blocks = Blocks.single(players)
    corners = range(1 << players)
    blocks.sizes = np.array(
        [steps[players - c.bit_count()] for c in corners], dtype=np.int64
    )
    size = prod(comb(players, zeros) + 1 for zeros in range(players + 1))
    totals: NDArray[np.int64] = np.zeros(size, dtype=np.int64)
    pieces, done = split_by_agents(players), 0
    for times in sorted({times for _, times in pieces}):
        counts = np.zeros(size, dtype=np.int64)
        for piece, often in pieces:
            if often == times:
                blocks.add(piece, counts)
                done += 1
                if progress and done % 20 == 0:
                    progress(done / len(pieces))
        totals += times * counts
    return {
        pattern_of(int(number), players): int(totals[number])
        for number in np.flatnonzero(totals)
    }


@lru_cache
def level_steps(players: int) -> tuple[int, ...]:
    """What one configuration with 0, 1, ..., N zeros adds to the number of a pattern."""
    steps = [1]
    for zeros in range(players):
        steps.append(steps[-1] * (comb(players, zeros) + 1))
    return tuple(steps)


def pattern_of(number: int, players: int) -> Pattern:
    """The pattern that a number stands for."""
    counts = []
    for zeros in range(players + 1):
        number, count = divmod(number, comb(players, zeros) + 1)
        counts.append(count)
    return tuple(counts)


def split_by_agents(players: int) -> list[tuple[Piece, int]]:
    """Pieces that stand for all minimal sets, alike if agents are renamed."""
    ends = [1 << place for place in range(players)]
    rows = [affine_map((0, *image)) for image in permutations(ends)]
    group = np.uint64(1) << np.array(rows, dtype=np.uint64)
    level = Counter({NOTHING: 1})
    while len(level) < PIECES[players]:
        finer: Counter[Piece] = Counter()
        for piece, times in level.items():
            for part in parts(piece, players):
                finer[canonical(part, group)] += times
        level = finer
    return sorted(level.items())
