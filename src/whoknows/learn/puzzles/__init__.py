"""Puzzles without end: one generator a kind, every puzzle with exactly one answer.

>>> puzzle = new_puzzle("dates", level=2, seed=7)
>>> puzzle.kind, puzzle.level, puzzle == new_puzzle("dates", level=2, seed=7)
('dates', 2, True)
>>> puzzle.steps[-1].left == (puzzle.solution,)
True
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from importlib import import_module
from typing import NamedTuple

import numpy as np

from whoknows.errors import BadSetup, UnknownName, WorkFailed
from whoknows.learn.puzzles.draft import LEVELS, Draft
from whoknows.learn.puzzles.puzzle import Measure, Puzzle, Step, solved

__all__ = ["KINDS", "LEVELS", "Measure", "Puzzle", "Step", "day_puzzle", "new_puzzle"]

KINDS: Mapping[str, str] = {
    "dates": "a secret date: one is told the month, one the day",
    "numbers": "two numbers: one is told their sum, one their product, or the like",
    "crowd": "muddy faces and hats, with rounds of silence",
    "codes": "Mastermind, and Bulls and Cows, with one code left",
    "coins": "one coin is false, and not everybody saw the scales",
    "davinci": "two hands of tiles, and wrong guesses",
    "egghead": "you see all cards but your own, and the others are silent",
}
MOST_SEED = 2**53 - 1  # the largest whole number that every program reads from JSON
TRIES = 4000  # drafts; a few dozen are enough for nearly every seed
FIRST_DAY = date(2026, 1, 1)


def new_puzzle(kind: str, *, level: int, seed: int) -> Puzzle:
    """The puzzle of a kind, a level, and a seed: always the same."""
    if kind not in KINDS:
        raise UnknownName.among("kind of puzzle", kind, KINDS)
    if level not in LEVELS:
        raise BadSetup(f"a level is a number from 1 to 5, not {level}")
    if not 0 <= seed <= MOST_SEED:
        raise BadSetup(f"a seed is a number from 0 to {MOST_SEED}, not {seed}")
    drafts = import_module(f"whoknows.learn.puzzles.{kind}")
    rng = np.random.default_rng([seed, level, list(KINDS).index(kind)])
    for _ in range(TRIES):
        draft: Draft | None = drafts.draft(level, rng)
        if draft is not None:
            puzzle = solved(draft, kind, seed)
            if puzzle.level == level:
                return puzzle
    raise WorkFailed(
        f"no puzzle of kind {kind} and level {level} was found for seed {seed}"
    )


class Day(NamedTuple):
    """What everybody gets on one day."""

    kind: str
    level: int
    seed: int


def of_day(day: date) -> Day:
    """The kind, the level, and the seed of a day: easy on Monday, hard on Sunday."""
    number = day.toordinal() - FIRST_DAY.toordinal()
    if number < 0:
        raise BadSetup(f"puzzles of the day begin on {FIRST_DAY}, not on {day}")
    kinds = list(KINDS)
    week = (day.toordinal() - 1) // 7  # from Monday to Sunday
    shift = week + day.weekday() * 3  # 3 and 7 share no factor: all kinds in a week
    level = (1, 2, 2, 3, 3, 4, 5)[day.weekday()]
    return Day(kinds[shift % len(kinds)], level, 20_000_000 + number)


def day_puzzle(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody."""
    kind, level, seed = of_day(day)
    return new_puzzle(kind, level=level, seed=seed)
