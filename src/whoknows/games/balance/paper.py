"""Published numbers of weighing puzzles, as data, each with its source; and what is not so.

[Dyson1946]    F. J. Dyson, The problem of the pennies, Mathematical Gazette 30, 1946.
[vanEijck2014] J. van Eijck, FSA Lab Exercises Week 2, CWI and ILLC, 2014, exercise 6.
"""

from typing import NamedTuple


class Published(NamedTuple):
    """The fewest weighings for numbers of coins."""

    coins: tuple[int, ...]
    odd: int
    kind: str
    goal: str
    references: int
    worst: int
    source: str


WORST = (
    Published(tuple(range(4, 13)), 1, "either", "coin-and-kind", 0, 3, "[Dyson1946]"),
    Published((13,), 1, "either", "coin-and-kind", 0, 4, "[Dyson1946]"),
    Published((13,), 1, "either", "coin-and-kind", 1, 3, "[Dyson1946]"),
    Published((13,), 1, "either", "coin", 0, 3, "[Dyson1946]"),
    Published((9,), 1, "heavy", "coin", 0, 2, "folklore: 3^w coins in w weighings"),
    Published((27,), 1, "heavy", "coin", 0, 3, "folklore: 3^w coins in w weighings"),
)

# Exercise 6 of [vanEijck2014]: 12 coins, of which one is lighter or heavier; a balancing
# act has one of three answers.
DISCUSSED = (12, 3)

TWO_HEAVY = (3, 4, 7, 13, 22)  # the most coins, two of them heavy, in 1, 2, ... weighings

ERRATA = (
    "Exercise 6 of [vanEijck2014] names the games (n, d), (n, l), and (n, h), where the "
    "last should read 'h out of n heavier', not 'n out of n heavier'.",
    "The exercise leaves open whether d different coins all differ in one direction; here "
    "that is `either`, and `mixed` is each on its own.",
    "The exercise asks whether the entropy of each weighing can be maximized: it can, and "
    "that is optimal for 12 coins, but not always; with 5 coins, one of them heavy, "
    "entropy takes 9 weighings over all cases and 8 are enough.",
)
