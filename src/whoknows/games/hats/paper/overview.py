"""Sections 7 and 8 of the hat-game paper [VanUem2018], as printed; `errata` mends them.

Rows about p go from 0 to 1: intervals, with the points where they meet in between.
"""

from typing import Final

# Section 8: coefficients of 1, p, p^2, ... of Psi(N, p), interval by interval.
PSI: Final[dict[int, list[tuple[int, ...]]]] = {
    2: [(1, -1), (0, 1)],
    3: [(1, -1, 1)],
    4: [(1, -1, 1)],
    5: [
        (1, -1, 2, -2, 0, 1),
        (0, 5, -10, 6, 1, -1),
        (1, -2, 4, 0, -4, 1),
        (1, -2, 6, -8, 5, -1),
    ],
}
ENDS_5: Final = ["sqrt(2) - 1", "1/2", "2 - sqrt(2)"]

# Section 8: how many sets are optimal on (0, ...), at the point, on the next interval, ...
# The first 40 of five players is printed for p < sqrt(2) - 1, where 30 are optimal.
NASOPT: Final[dict[int, list[int]]] = {
    2: [2, 6, 2],
    3: [3, 4, 3],
    4: [24, 40, 24],
    5: [30, 40, 10, 320, 10, 40, 30],
}

# Section 8: examples of optimal matrices, with the adequate set that each is made of.
EXAMPLES: Final[dict[str, tuple[int, ...]]] = {
    "2": (1, 3),
    "3": (1, 6),
    "4": (1, 3, 12, 14),
    "5A": (0, 7, 11, 19, 28, 29, 30),
    "5B": (1, 6, 14, 22, 24, 27, 29),
}

# Sections 7 and 8: das; all strategies; those of Krzywkowski; the sets of das elements.
COMPLEXITY: Final[dict[int, tuple[int, str, str, str]]] = {
    3: (2, "531441", "729", "28"),
    4: (4, "1.8E+15", "2.8E+11", "1820"),  # 1.8 is cut off, not rounded
    5: (7, "1.5E+38", "2.5E+33", "3365856"),
    6: (12, "4.0E+91", "7.6E+85", "3.2E+12"),  # so is 3.2
    7: (16, "5.6E+213", "1.2E+207", "9.3E+19"),
    8: (32, "3.7E+488", "8.7E+480", "5.8E+40"),
    9: (62, "1.9E+1099", "5.0E+1090", "6.4E+80"),
}
