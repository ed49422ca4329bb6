"""[Zorn2024] M. Zorn, *A Study on the Logic Game EggHead*, October 22, 2024.

Its examples, with what is right in them and what is not, and the figures of section 5.
The 23 questions behind those figures are not published, so that our own figures, with our
own questions, can agree with them in shape and not in digits.
"""

from whoknows.games.egghead.rules.stacks import Stack

# Table of section 5: rounds needed to score one point; 4 players, 3 cards of 6 values.
NOT_ANALYSING = {"mean": 9.78, "variance": 29.3}
ANALYSING = {"mean": 6.16, "variance": 14.0}

# Example 3.1: the stacks, and the question with its answer.
STACKS: tuple[Stack, ...] = ((1, 2, 2), (4, 5, 6), (3, 3, 3))
MISSING = "count(values: times = 0)"
ANSWER = 0
VALIDS = (6, 1, 21)  # Example 4.1, after the answer
VALIDS_AFTER = (3, 1, 6)  # and after the reactions
FOUR_KINDS = 4  # Example 4.2, of rows that the answer leaves; wrong
SWAPPED = (2, (1, 2, 3), (1, 1, 1), (3, 3, 4))  # Example 3.2: f, of these stacks
COMBINATIONS = 56  # Definition 3.2
ALL_WORLDS = 56**4  # Remark A.1, four players

# Remark A.1 prints it as "9.8 mn".
ALL_WORLDS_PRINTED = 9.8

# Section 5, Figures 2 and 3: "no impact", "almost 100%", "evenly", "almost no chance".
ANALYSING_MATTERS = "by how many analyse: no impact"
WINS_ALONE = "almost 100%"
WINS_SHARED = "evenly"
WINS_OTHERS = "almost no chance"
TIES = "the chances add up to more than 100%"

# Example A.2: a master table, and how many rows each player's table has of it, as printed.
MASTER: tuple[tuple[Stack, Stack, Stack], ...] = (
    ((1, 1, 1), (4, 5, 6), (3, 3, 3)),
    ((1, 1, 2), (4, 5, 6), (3, 3, 3)),
    ((1, 2, 2), (1, 1, 1), (3, 3, 3)),
    ((1, 2, 2), (4, 5, 6), (1, 1, 1)),
    ((1, 2, 2), (4, 5, 6), (6, 6, 6)),
    ((1, 2, 2), (6, 6, 6), (3, 3, 3)),
    ((6, 6, 6), (4, 5, 6), (3, 3, 3)),
)
PROJECTIONS = (6, 6, 6)  # wrong for p1

# Example 4.2: (p1, p2), and how many stacks p3 is left with: after the answer, then in the
# tables of one who solved and of one who did not.  Before the question it is 56.
SCENARIOS: dict[tuple[Stack, Stack], tuple[int, int, int]] = {
    ((1, 1, 1), (1, 1, 1)): (0, 0, 0),
    ((1, 1, 1), (1, 1, 2)): (0, 0, 0),
    ((1, 2, 3), (1, 4, 5)): (21, 0, 21),
    ((1, 2, 3), (1, 1, 4)): (6, 0, 6),
    ((1, 2, 2), (2, 2, 3)): (1, 1, 0),
    ((1, 2, 2), (3, 3, 3)): (1, 1, 0),
    ((6, 6, 6), (6, 6, 6)): (0, 0, 0),
}
# Example 4.2: why p3 can leave out 134: its row of p1 (who did not solve) and of p2 (who
# did), and whether it is left in p3's own row.
LEFT_OUT: Stack = (1, 3, 4)
LEFT_OUT_ROWS = (21, 0, 0)

# Rows of p3 printed in Example 4.3 before p2's new stack: (p1, p2), and how many of p3.
PRINTED_ROWS: dict[tuple[Stack, Stack], int] = {
    ((1, 1, 1), (1, 1, 1)): 0,
    ((1, 1, 1), (4, 5, 6)): 6,
    ((1, 2, 2), (2, 3, 4)): 6,
    ((1, 2, 2), (3, 4, 5)): 21,
    ((1, 2, 2), (4, 5, 6)): 21,
    ((2, 2, 2), (1, 2, 4)): 1,
    ((2, 2, 2), (4, 5, 6)): 6,
}

# The same rows of p3 as printed after p2's new stack.
PRINTED_AFTER: dict[tuple[Stack, Stack], int] = {
    ((1, 1, 1), (1, 1, 1)): 6,
    ((1, 1, 1), (4, 5, 6)): 6,
    ((1, 2, 2), (2, 3, 4)): 21,
    ((1, 2, 2), (3, 4, 5)): 21,
    ((1, 2, 2), (4, 5, 6)): 21,
    ((2, 2, 2), (1, 2, 4)): 6,
    ((2, 2, 2), (4, 5, 6)): 6,
}

ERRATA: dict[str, str] = {
    "Example 3.2": "computes f((1,2,3), (1,1,1), (3,4,3)) = 2, with other hands than those "
    "of Example 3.1 that it recalls; with (1,2,2) and (3,3,3) the answer would be 3.",
    "Example 4.2": "finds four kinds of rows; there are five, for p3 may be left with 0, "
    "1, 6, 21, or all 56 stacks (as beside (1,2,3) and (4,5,6)).",
    "Example 4.3": "shows the rows as they are before the analysis of the reactions; by "
    "then, p3's row beside (1,2,2) and (4,5,6) has 6 stacks, not 21.",
    "Equation 3": "compares with r_p; it is the reaction of p_i, whose row it is.",
    "Equation 6": "leaves the moderator's cards out of the others' stacks but keeps v, "
    "which for the moderator's own table are the moderator's cards; they must be left "
    "out there too, or the true stack can be lost.",
    "Example A.2": "lists the row (4,5,6), (3,3,3) of p1 twice; it is one row, "
    "{(1,1,1), (1,2,1), (6,6,6)}.",
    "Remark A.3": "does not hold between equations 3 and 4, nor just after the reset of "
    "equation 5; the difference is never seen, as no reaction or actual row depends on it.",
    "Remark A.5": "skips step 9 (equation 5) for players who do not analyse; their tables "
    "then mix old stacks with new ones, and go empty within some ten rounds.",
}
