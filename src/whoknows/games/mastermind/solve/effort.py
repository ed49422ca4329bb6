"""How long an optimum will take, roughly, said before the search begins.

The law was fitted to searches that were run, from 4 pegs in 6 colors (0.2 s) to Bulls and
Cows (45 s) and blacks-only games; it is off by a factor of ten at worst there.

>>> from whoknows.games.mastermind.rules import Rules
>>> spell(seconds_of_optimum(Rules(4, 6)))
'a second'
>>> spell(seconds_of_optimum(Rules(4, 9)))
'half an hour'
"""

from math import exp, log

from whoknows.errors import TooLarge
from whoknows.games.mastermind.rules import Rules
from whoknows.inquiry.problem import MOST_PAIRS

LONG_SEARCH = 30.0  # seconds from which on it is worth a word,
MOST_SECONDS = 3 * 86400.0  # and those that nobody wants to wait
CODES, DEPTH, SECONDS = 1296, 2.72, 0.2  # of the classic game


def seconds_of_optimum(rules: Rules) -> float:
    """About how many seconds of one core the proof takes."""
    answers = max(2, len(rules.every_answer))
    depth = log(rules.size) / log(answers)  # of a tree in which no answer is wasted
    return SECONDS * (rules.size / CODES) ** 3 * exp(7 * (depth - DEPTH))


def forewarning(rules: Rules, *, yes: bool = False) -> str | None:
    """What to say before a long search, if anything; refuses one of days."""
    seconds = seconds_of_optimum(rules)
    if rules.size**2 > MOST_PAIRS:
        raise TooLarge(
            f"an optimum of {rules} would take about {spell(seconds)}, and "
            f"{rules.size**2:,} answers in memory, where {MOST_PAIRS:,} fit"
        )
    if seconds > MOST_SECONDS and not yes:
        raise TooLarge(
            f"an optimum of {rules} would take about {spell(seconds)}; with --yes it is "
            f"searched for, and Ctrl-C gives the best plan so far"
        )
    if seconds < LONG_SEARCH:
        return None
    return (
        f"about {spell(seconds)}, by a rough estimate; Ctrl-C gives the best plan so far, "
        f"and with --keep FILE the search goes on from there the next time"
    )


UNITS = {
    365 * 86400.0: "years",
    86400.0: "days",
    3600.0: "hours",
    60.0: "minutes",
    1.0: "seconds",
}


def spell(seconds: float) -> str:
    """A time in words, no more exact than it is known."""
    if seconds < 1.5:
        return "a second"
    if 1500 < seconds < 2400:
        return "half an hour"
    for size, unit in UNITS.items():
        if seconds >= 1.5 * size:
            count = seconds / size
            return f"{count:,.0f} {unit}" if count < 1e6 else f"{count:.0e} {unit}"
    return f"{seconds:.0f} seconds"
