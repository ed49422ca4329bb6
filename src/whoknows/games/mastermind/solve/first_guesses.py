"""What the first guesses cost with the best play after them: proven, once and for all.

The search that proves them takes seconds to minutes; a test that is marked slow repeats it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from whoknows.games.mastermind.rules import Answer, Code, Line, Rules

BULLS_AND_COWS = Rules(4, 10, repeats=False)
FIRST_TOTALS: Mapping[Rules, Mapping[str, int]] = {
    Rules(4, 6): {"1111": 6318, "1112": 5791, "1122": 5702, "1123": 5625, "1234": 5673},
    BULLS_AND_COWS: {"1234": 26274},
}
"""For each kind of first guess, the least total over all codes."""


class Second(NamedTuple):
    """What is known after the first guess: the least total, and a best second guess."""

    total: int
    guess: str


AFTER_1234: Mapping[Answer, Second] = {
    Answer(0, 0): Second(1446, "5678"),
    Answer(0, 1): Second(6495, "2567"),
    Answer(0, 2): Second(5548, "2356"),
    Answer(0, 3): Second(1004, "2546"),
    Answer(1, 0): Second(1913, "1567"),
    Answer(1, 1): Second(2992, "1356"),
    Answer(1, 2): Second(804, "1356"),
}
"""Bulls and Cows after 1234: the answers that leave more than 200 codes."""


def after_first(rules: Rules, lines: tuple[Line, ...]) -> tuple[int, Code] | None:
    """The least total and a best second guess after one line, if they are in the table."""
    if rules != BULLS_AND_COWS or len(lines) != 1 or lines[0].answer not in AFTER_1234:
        return None
    first, second = lines[0].guess, AFTER_1234[lines[0].answer]
    names = [*first, *(color for color in range(rules.colors) if color not in first)]
    return second.total, tuple(names[c] for c in rules.parse_code(second.guess))
