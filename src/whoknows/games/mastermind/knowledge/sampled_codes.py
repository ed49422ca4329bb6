"""Codes that agree with all lines, where all codes together are too many to list.

Codes are made peg by peg, all at once: of the beginnings, those are kept that every line
still allows, by its blacks so far and by its colors so far.  Where more beginnings are left
than a bound, some are drawn at random: then what comes out is a sample, and it is not quite
even, since beginnings with many ends weigh as much as those with few.  Otherwise it is all
there is, and says so.

>>> from whoknows.games.mastermind.rules import Answer, Line
>>> few = [Line((0, 0, 1, 1), Answer(3, 0))]
>>> found = agreeing(Rules(4, 6), few, np.random.default_rng(0))
>>> len(found.codes), found.all
(20, True)
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import Contradiction, TooLarge
from whoknows.games.mastermind.rules import Codes, Line, Rules

Labels: TypeAlias = NDArray[np.int64]  # of answers: a guess a row, a code a column

WIDTH = 20_000  # beginnings that are kept
WIDEST = 640_000  # where nothing is found with fewer


class Agreeing(NamedTuple):
    """Codes that agree with some lines, and whether these are all."""

    codes: Codes
    all: bool


def agreeing(
    rules: Rules, lines: Sequence[Line], rng: np.random.Generator, width: int = WIDTH
) -> Agreeing:
    """Codes that agree with all lines; an error if there is none, or none is found."""
    found = beam(rules, lines, rng, width)
    if len(found.codes):
        return found
    if found.all:
        raise Contradiction("no code agrees with all lines")
    if width >= WIDEST:
        raise TooLarge(f"no code that agrees is found among {WIDEST:,} beginnings")
    return agreeing(rules, lines, rng, 8 * width)


def beam(
    rules: Rules, lines: Sequence[Line], rng: np.random.Generator, width: int
) -> Agreeing:
    """Codes made peg by peg, of at most so many beginnings."""
    guesses = np.array([line.guess for line in lines], np.int8).reshape(-1, rules.pegs)
    black = np.array([line.answer.black for line in lines], np.int8)
    shared = black + np.array([line.answer.white for line in lines], np.int8)
    colors = np.arange(rules.colors)
    held = (guesses[:, :, None] == colors).sum(1)  # by line and color
    order = rng.permutation(rules.pegs)
    codes = np.zeros((1, rules.pegs), np.int8)
    used = np.zeros((1, rules.colors), np.int8)
    blacks = sames = np.zeros((1, len(lines)), np.int8)
    whole = True
    for done, peg in enumerate(order.tolist(), start=1):
        left = rules.pegs - done
        row, color = (each.ravel() for each in np.indices((len(codes), rules.colors)))
        more = blacks[row] + (guesses[:, peg] == color[:, None])
        same = sames[row] + (used[row, color][:, None] < held[:, color].T)
        fits = ((more <= black) & (black <= more + left)).all(1)
        if not rules.blacks_only:
            fits &= ((same <= shared) & (shared <= same + left)).all(1)
        if not rules.repeats:
            fits &= used[row, color] == 0
        kept = np.flatnonzero(fits)
        if len(kept) > width:
            kept, whole = rng.choice(kept, width, replace=False), False
        row, color, blacks, sames = row[kept], color[kept], more[kept], same[kept]
        codes, used = codes[row], used[row]
        codes[:, peg] = color
        used[np.arange(len(used)), color] += 1
    return Agreeing(codes, whole)


def answer_labels(rules: Rules, guesses: Codes, codes: Codes) -> Labels:
    """The label of the answer to each guess (row) at each code (column)."""
    black: Labels = (guesses[:, None, :] == codes[None, :, :]).sum(2)
    if rules.blacks_only:
        return black
    colors = np.arange(rules.colors)
    held, hidden = ((some[:, :, None] == colors).sum(1) for some in (guesses, codes))
    shared: Labels = np.minimum(held[:, None, :], hidden[None, :, :]).sum(2)
    return black * (rules.pegs + 1) + shared - black
