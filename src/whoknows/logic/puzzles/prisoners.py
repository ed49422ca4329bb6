"""A hundred prisoners and a light bulb: how to count with one bit.

Every day one prisoner, drawn at random, is led into a room with a lamp, off at first.
Sooner or later somebody must say that all have been there.  One is made the counter.
Everyone else switches the lamp on the first time that he finds it off, and never again;
the counter switches it off and counts.  When he has counted all others, he knows.

The count goes by itself, day by day, in as many games as wanted.  The expected number of
days is exact: with k others still to come, n / k days until one of them lights the lamp,
and then n days until the counter comes, so n H(n - 1) + n (n - 1) in all [Wu2002].

>>> expected_days(3), expected_days(100).__floor__()
(Fraction(21, 2), 10417)
>>> import numpy as np
>>> light_bulb(3, games=2, rng=np.random.default_rng(1)).worlds
(4, 3, 1)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.errors import TooLarge
from whoknows.logic.puzzles.telling import Step, Telling, check_count

Days: TypeAlias = NDArray[np.int64]  # for every game, a day
Visits: TypeAlias = NDArray[np.integer[Any]]  # a row a day, a column a game: who comes

COUNTER = 0  # the prisoner who counts
BLOCK = 1024  # days drawn at a time
MOST_PRISONERS = 100_000  # whose days are summed
MOST_VISITS = 2 * 10**9
NORMAL_95 = 1.96  # standard deviations that 95 in 100 normal values lie within
WORLDS = (
    "The worlds are the sets of other prisoners who, by the count, may have been there."
)


@checked
def light_bulb(
    prisoners: int = 100,
    *,
    games: int = 100,
    rng: np.random.Generator | None = None,
    seed: int = 0,
) -> Telling:
    """So many games by the counter's strategy; the first one is told count by count.

    What is drawn depends on the seed alone, unless it is drawn by `rng`.
    """
    check_size(prisoners, games)
    check_count("the seed", seed, 0)
    drawn = {} if rng else {"seed": seed}
    rng = rng or np.random.default_rng(seed)
    last, first_game = play(visits(prisoners, games, rng), prisoners)
    sets = sets_left(prisoners - 1)
    steps = (
        Step(f"Day {day}: the counter counts {k}.", sets[k])
        for k, day in enumerate(first_game, 1)
    )
    answer = summary(prisoners, last)
    return Telling(
        puzzle="prisoners",
        options={"prisoners": prisoners, "games": games, **drawn},
        start=sets[0],
        steps=tuple(steps),
        answer=answer,
        outcome=outcome(answer),
        notes=(WORLDS,),
    )


def visits(prisoners: int, games: int, rng: np.random.Generator) -> Iterator[Visits]:
    """Who comes on every day of every game, drawn in blocks, for ever."""
    while True:
        yield rng.integers(prisoners, size=(BLOCK, games))


def play(blocks: Iterator[Visits], prisoners: int) -> tuple[Days, list[int]]:
    """The day each game ends, and the days of the counts of the first game."""
    blocks = iter(blocks)
    block = next(blocks)
    games = block.shape[1]
    may_light = np.ones(
        games * prisoners, dtype=bool
    )  # the game's row, the prisoner's place
    row = np.arange(games) * prisoners
    may_light[row + COUNTER] = False
    lamp, count = np.zeros(games, dtype=bool), np.zeros(games, dtype=np.int64)
    last, first_game, day = np.zeros(games, dtype=np.int64), list[int](), 0
    while True:
        for who, place in zip(block, block + row, strict=True):
            day += 1
            lights = may_light[place] & ~lamp
            may_light[place[lights]] = False
            counts = lamp & (who == COUNTER)
            lamp ^= lights | counts  # on where one lights it, off where it is counted
            count += counts
            if counts[0]:
                first_game.append(day)
            last[counts] = day  # the last count of a game is its end
        if (count == prisoners - 1).all():
            return last, first_game
        block = next(blocks)


def sets_left(others: int) -> list[int]:
    """For every count k, the number of sets of at least k of the others."""
    sizes = [comb(others, k) for k in range(others, -1, -1)]
    return [*accumulate(sizes)][::-1]


def summary(prisoners: int, last: Days) -> dict[str, Any]:
    """The mean of the days with its 95% interval, beside the expectation."""
    mean, games = float(last.mean()), len(last)
    spread = float(last.std(ddof=1)) if games > 1 else variance_days(prisoners) ** 0.5
    margin = NORMAL_95 * spread / games**0.5
    exact = expected_days(prisoners)
    return {
        "mean_days": mean,
        "interval": [mean - margin, mean + margin],
        "expected_days": float(exact),
        "expected_days_exact": str(exact),
        "shortest": int(last.min()),
        "longest": int(last.max()),
    }


@checked
def expected_days(prisoners: int) -> Fraction:
    """The expected number of days until the counter knows."""
    check_count("the number of prisoners", prisoners, 1, MOST_PRISONERS)
    n = prisoners
    return sum((Fraction(n, k) for k in range(1, n)), Fraction(n * (n - 1)))


def variance_days(prisoners: int) -> float:
    """The variance of that number: waits are independent, each q / p^2."""
    waits = [k / prisoners for k in range(1, prisoners)]
    counters = (prisoners - 1) * (1 - 1 / prisoners) * prisoners**2
    return sum((1 - p) / p**2 for p in waits) + counters


def check_size(prisoners: int, games: int) -> None:
    """Raise an error unless there are two prisoners and a game, and not too many."""
    check_count("the number of prisoners", prisoners, 2)
    check_count("the number of games", games, 1)
    expected = games * prisoners * (prisoners - 1)
    if expected > MOST_VISITS:
        raise TooLarge(
            f"{games} games of {prisoners} prisoners take about {expected:.0e} visits; "
            f"{MOST_VISITS:.0e} is the most"
        )


def outcome(answer: dict[str, Any]) -> str:
    """The mean beside the expectation, in a sentence."""
    low, high = answer["interval"]
    return (
        f"The counter knows after {answer['mean_days']:.0f} days on average "
        f"(95% interval {low:.0f} to {high:.0f}); expected: {answer['expected_days']:.1f}."
    )
