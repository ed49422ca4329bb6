"""Numbers of the hat-game paper [VanUem2018], sections 1 to 5, as printed.

Theo van Uem, The Hat Game and covering codes, Amsterdam University of Applied Sciences.
White is 0 and our R, black is 1 and our B; 1 guesses white, -1 guesses black, 0 passes.
`errata` says what is wrong.
"""

from fractions import Fraction
from typing import Final

# Section 1.1: what three players see of each configuration, one digit each.
SCODES_3: Final = ["000", "110", "201", "311", "022", "132", "223", "333"]

DAS: Final = {2: 2, 3: 2, 4: 4, 5: 7, 6: 12, 7: 16, 8: 32, 9: 62}  # K(N, 1)
NAS: Final = {2: 6, 3: 4, 4: 40, 5: 320}

# Introduction: the strategies of three players, and the maximal ones among them [9].
GUO: Final = (531_441, 12)

# Sections 2.1, 3.1, 4.1, 5.1: the sizes that are tried and give no adequate set.
NO_SETS: Final = {2: [1], 3: [1], 4: [2, 3], 5: [4, 5, 6]}
# Section 2.1: the sum at p = 1/2 of the sets of two players that are larger than needed.
LARGER_2: Final = {3: Fraction("0.75"), 4: Fraction(1)}

# Section 1.2: what four players see of the configurations of two adequate sets.
SCODES_4: Final = {
    1: "1110",
    6: "6223",
    10: "2645",
    13: "5576",
    9: "1554",
    14: "6667",
}

# Decision matrices: sections 1.1, 1.2, 2.1, 4.1, 4.2, 5.1, 5.2 (3 there is * here).
MATRICES: Final = {
    (2, (0, 1)): "-1 -1 / * 0",
    (2, (0, 2)): "* 0 / -1 -1",
    (2, (0, 3)): "-1 1 / -1 1",
    (2, (1, 2)): "1 -1 / 1 -1",
    (2, (1, 3)): "0 * / 1 1",
    (2, (2, 3)): "1 1 / 0 *",
    (3, (0, 7)): "-1 0 0 1 / -1 0 0 1 / -1 0 0 1",
    (3, (1, 6)): "0 -1 1 0 / 0 -1 1 0 / 1 0 0 -1",
    (3, (2, 5)): "0 1 -1 0 / 1 0 0 -1 / 0 -1 1 0",
    (3, (3, 4)): "1 0 0 -1 / 0 1 -1 0 / 0 1 -1 0",
    (4, (1, 6, 10, 13)): (
        "0 -1 1 0 0 1 -1 0 / 0 -1 1 0 0 1 -1 0 / 0 -1 1 0 1 0 0 -1 / 1 0 0 -1 0 -1 1 0"
    ),
    (4, (1, 6, 9, 14)): (
        "0 * 0 0 0 0 * 0 / 0 -1 1 0 0 -1 1 0 / 0 -1 1 0 0 -1 1 0 / 1 0 0 -1 1 0 0 -1"
    ),
    (4, (0, 1, 14, 15)): (
        "-1 -1 0 0 0 0 1 1 / -1 -1 0 0 0 0 1 1 / -1 -1 0 0 0 0 1 1 / * 0 0 0 0 0 0 *"
    ),
    (4, (1, 3, 12, 14)): (
        "0 -1 0 -1 1 0 1 0 / 0 -1 0 -1 1 0 1 0 / 0 * 0 0 0 0 * 0 / 1 1 0 0 0 0 -1 -1"
    ),
    (5, (0, 1, 2, 15, 23, 27, 28)): (
        "-1 -1 -1 0 0 0 0 1 0 0 0 1 1 0 0 -1 / -1 -1 -1 0 0 0 0 1 0 0 0 1 1 0 0 -1 / "
        "-1 -1 -1 0 0 0 0 1 0 0 0 1 1 0 0 -1 / * -1 0 0 0 0 0 1 0 0 0 1 0 1 -1 0 / "
        "* -1 0 0 0 0 0 1 0 0 0 1 0 1 -1 0"
    ),
    (5, (0, 7, 11, 19, 28, 29, 30)): (
        "-1 0 0 1 0 0 0 -1 0 0 0 -1 1 1 1 0 / -1 0 0 1 0 0 0 -1 0 0 0 -1 1 1 1 0 / "
        "-1 0 0 1 0 0 0 -1 0 0 0 -1 1 1 1 0 / -1 0 0 1 0 1 0 0 0 1 0 0 0 0 * -1 / "
        "-1 0 0 1 0 1 0 0 0 1 0 0 0 0 * -1"
    ),
    (5, (1, 6, 14, 22, 24, 27, 29)): (
        "0 -1 0 0 0 0 * 0 1 0 0 1 0 1 -1 0 / 0 -1 0 0 0 0 * 0 1 0 0 1 0 1 -1 0 / "
        "0 -1 1 0 0 0 1 0 0 0 1 0 -1 1 0 -1 / 0 -1 1 0 0 0 1 0 0 0 1 0 -1 1 0 -1 / "
        "1 0 0 -1 0 0 0 -1 0 0 0 -1 -1 1 1 0"
    ),
}

# Section 2.1: all optimal matrices of two players, the extended procedure.
ALL_MATRICES_2: Final = 30
MATRICES_OF_EACH_2: Final = {
    (0, 1): 3,
    (0, 2): 3,
    (0, 3): 9,
    (1, 2): 9,
    (1, 3): 3,
    (2, 3): 3,
}
ISOMORPHIC_2: Final = 13
UP_TO_SWAPPING_2: Final = """
-1 -1 / -1 0
-1 -1 / 0 0
-1 -1 / 1 0
-1 0 / -1 0
-1 0 / -1 1
-1 1 / -1 1
-1 1 / 0 0
-1 1 / 0 1
0 -1 / 1 -1
0 -1 / 1 0
0 -1 / 1 1
1 -1 / 0 0
0 0 / 1 1
0 1 / 0 1
0 1 / 1 1
1 -1 / 1 -1
1 -1 / 1 0
""".strip().splitlines()

# Appendix 3: the 30 matrices, in the order of the output.
APPENDIX_3: Final = """
-1 -1 / -1 0
-1 -1 / 0 0
-1 -1 / 1 0
-1 0 / -1 -1
-1 0 / -1 0
-1 0 / -1 1
-1 1 / -1 0
-1 1 / -1 1
-1 1 / 0 0
-1 1 / 0 1
0 -1 / 1 -1
0 -1 / 1 0
0 -1 / 1 1
0 0 / -1 -1
0 0 / -1 1
0 0 / 1 -1
0 0 / 1 1
0 1 / -1 1
0 1 / 0 1
0 1 / 1 1
1 -1 / 0 -1
1 -1 / 0 0
1 -1 / 1 -1
1 -1 / 1 0
1 0 / -1 -1
1 0 / 0 -1
1 0 / 1 -1
1 1 / 0 -1
1 1 / 0 0
1 1 / 0 1
""".strip().splitlines()

# Sections 2.1, 3.1, 4.1, 5.1: the first adequate sets, and their sum at p = 1/2.
FIRST_SETS: Final[dict[int, list[tuple[int, ...]]]] = {
    2: [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)],
    3: [(0, 7), (1, 6), (2, 5), (3, 4)],
    4: [
        (0, 1, 14, 15),
        (0, 2, 13, 15),
        (0, 3, 13, 14),
        (0, 4, 11, 15),
        (0, 5, 11, 14),
        (0, 6, 11, 13),
        (0, 7, 8, 15),
        (0, 7, 9, 14),
        (0, 7, 10, 13),
        (0, 7, 11, 12),
    ],
    5: [
        (0, 1, 2, 15, 23, 27, 28),
        (0, 1, 3, 14, 22, 26, 29),
        (0, 1, 4, 15, 23, 26, 29),
        (0, 1, 5, 14, 22, 27, 28),
        (0, 1, 8, 15, 22, 27, 29),
    ],
}
FIRST_ZEROS: Final[dict[int, list[tuple[int, ...]]]] = {
    2: [(2, 1), (2, 1), (2, 0), (1, 1), (1, 0), (1, 0)],
    3: [(3, 0), (2, 1), (2, 1), (1, 2)],
    4: [
        (4, 3, 1, 0),
        (4, 3, 1, 0),
        (4, 2, 1, 1),
        (4, 3, 1, 0),
        (4, 2, 1, 1),
        (4, 2, 1, 1),
        (4, 1, 3, 0),
        (4, 1, 2, 1),
        (4, 1, 2, 1),
        (4, 1, 1, 2),
    ],
}
SUMS_AT_HALF: Final = {
    2: Fraction("0.5"),
    3: Fraction("0.25"),
    4: Fraction("0.25"),
    5: Fraction("0.21875"),
}

# Sections 2.2 and 3.2: the sums at p = 0.9, in the order of `FIRST_SETS`.
SUMS_AT_09: Final = {
    2: [Fraction(s) for s in "0.9 0.9 0.82 0.18 0.1 0.1".split()],
    3: [Fraction(s) for s in "0.73 0.09 0.09 0.09".split()],
}

# Sections 4.2 and 5.2: how many elements have 0, 1, ..., N zeros; the sum at p = 0.9.
PATTERNS_4: Final = {"01210": "0.09", "10120": "0.154", "02101": "0.666", "11011": "0.73"}
PATTERNS_5: Final = """
022210 013210 111310 102310 012310 012220 100420 120130 024001 013201 013111 031021
""".split()

# Appendix 2: how many adequate sets are optimal for p > 1/2.  For five players: below,
# above, and at p = 2 - sqrt(2).
OPTIMAL: Final = {2: 2, 3: 3, 4: 24}
OPTIMAL_5: Final = {"below": 10, "above": 30, "at": 40}

# Section 4.2: of five elements and four players, how many sets, and how many are new.
FIVE_OF_FOUR: Final = (560, 80)

# Sections 2.2, 3.2, 4.2: the counts of zeros of the least likely set of each size.  For
# four players and 1/2 < p < 2 - sqrt(2), the rows of 5 and 6 are wrong.
LIGHTEST: Final = {
    2: {2: "1 1 0", 3: "1 2 0", 4: "1 2 1"},
    3: {
        2: "0 1 1 0",
        3: "1 1 1 0",
        4: "1 2 1 0",
        5: "1 3 1 0",
        6: "1 3 2 0",
        7: "1 3 3 0",
        8: "1 3 3 1",
    },
    4: {
        4: "0 1 2 1 0",
        5: "1 1 2 1 0",
        6: "1 2 2 1 0",
        7: "1 3 2 1 0",
        8: "1 4 2 1 0",
        9: "1 4 3 1 0",
        10: "1 4 4 1 0",
        11: "1 4 5 1 0",
        12: "1 4 6 1 0",
        13: "1 4 6 2 0",
        14: "1 4 6 3 0",
        15: "1 4 6 4 0",
        16: "1 4 6 4 1",
    },
}

# Section 5.2: the same for five players and 1/2 < p < 2 - sqrt(2), blanks filled in.
LIGHTEST_5: Final = {
    7: "0 2 4 0 0 1",
    **{8 + k: f"1 {2 + k} 4 0 0 1" for k in range(4)},
    **{12 + k: f"1 5 {5 + k} 0 0 1" for k in range(6)},
    **{18 + k: f"1 5 10 {2 + k} 0 0" for k in range(9)},  # impossible
    **{27 + k: f"1 5 10 10 {1 + k} 0" for k in range(5)},
    32: "1 5 10 10 5 1",
}
IMPOSSIBLE_ROWS_5: Final = range(18, 27)

# Theorem 5.1: coefficients of 1, p, p^2, ... on the two pieces with p >= 1/2.
PSI_5: Final = {"024001": (1, -2, 4, 0, -4, 1), "022210": (1, -2, 6, -8, 5, -1)}

# Under Theorem 5.1: where Psi(5, p) is least, and how much that is.
LEAST_PSI_5: Final = ("1/2", "25/32")
# Appendix 4: how many matrices of three players win 3/4, of all that there are.
APPENDIX_4: Final = 4

# Section 5.2: arrow B, the class that dominates, the other, and the power of p - q in the
# difference; and the terms that are said to be in this order.  All three are wrong.
ARROW_B: Final = ("102310", "120310", 3)
BETWEEN: Final = "q^3p^2 < 2q^2p^3 - p^5 < q^2p^3"

# Section 2.2: the number of sets that the generator is run with for p > 1/2; wrong.
RUN_WITH: Final = 6
# Section 5.1: how many first sets of five players are said to be shown; wrong.
SHOWN_5: Final = 6

# Appendix 1: the sets that its program is said to find for four players.
APPENDIX_1: Final = 40

# Section 8: the number printed for p < sqrt(2) - 1, beside the right one; wrong.
NASOPT_PRINTED: Final = 40


def parse_rows(text: str) -> list[list[int | str]]:
    """A decision matrix as rows of entries."""
    return [
        [entry if entry == "*" else int(entry) for entry in row.split()]
        for row in text.split("/")
    ]
