"""Moves in one list and sights as arrays, for programs that learn.

>>> from whoknows.games.mastermind.rules.codes import Setup
>>> len(all_moves(Setup())), len(all_moves(Setup(maker="mind")))
(1296, 2774)
"""

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import TooLarge
from whoknows.games.mastermind.rules.codes import Code, Correction, Hidden, Move, Setup
from whoknows.games.mastermind.rules.fold import Sight

MOST_LISTED = 200_000  # codes that are numbered


def all_moves(setup: Setup) -> tuple[Move, ...]:
    """Every code in counting order; then what a maker may answer, correct, and hide."""
    if setup.rules.size > MOST_LISTED:
        raise TooLarge(f"{setup.rules.size:,} codes; at most {MOST_LISTED:,} are numbered")
    codes: list[Code] = list(map(tuple, setup.rules.codes.tolist()))
    if not setup.seated:
        return tuple(codes)
    answers = setup.rules.every_answer
    corrections = [
        Correction(((place, answer),)) for place in range(setup.rows) for answer in answers
    ]
    return (*codes, *answers, *corrections, *map(Hidden, codes))


def observed(sight: Sight) -> NDArray[np.int16]:
    """The board line by line: each peg's color from 1, then black and white from 1.

    Below it stand the guess that waits for an answer, the disputed line, and the code that
    the seat knows; 0 is empty.
    """
    pegs = sight.rules.pegs
    board = np.zeros((sight.rows + 3, pegs + 2), np.int16)
    lines = dict(enumerate(sight.lines))
    if sight.disputed is not None:
        lines[sight.rows + 1] = sight.disputed
    for row, line in lines.items():
        board[row, :pegs] = np.add(line.guess, 1)
        board[row, pegs:] = line.answer.black + 1, line.answer.white + 1
    for row, code in ((sight.rows, sight.pending), (sight.rows + 2, sight.code)):
        if code is not None:
            board[row, :pegs] = np.add(code, 1)
    return board.ravel()
