"""What is published about K(n, 1), the least size of a covering code of radius 1.

Values for n <= 9 are exact [OEIS A000983, edit of 27 July 2020]; K(9, 1) >= 62 was proven
by computer [OstergardBlass2001], and the code of 62 words is older [Wille1990].
The bounds for n = 10 are those of the comment of 1 September 2016 there.
Those for 11 to 14 are the entries of Kéri's tables [Keri] as they are quoted; the page
itself was not at hand, and later work may have moved the lower ones: [arXiv:2203.16901]
raises them where 6 divides n (its tables of all lengths, after Kéri, could not be read).
2^k - 1 is the Hamming code, and 2^k its lengthening [Johnson1972].
For other lengths above 16 nothing is kept here, since no source was at hand that could
be read: there both bounds are derived, the lower by the theorems of `solve.excesses`, the
upper by the constructions of `solve.codes`.
"""

from typing import NamedTuple


class Bounds(NamedTuple):
    """A published interval for K(n, 1)."""

    lower: int
    upper: int
    source: str


OEIS = "OEIS A000983 (2020)"
KERI = "Kéri's tables, as quoted"
PERFECT = "Hamming codes"
LENGTHENED = "Johnson 1972"

PUBLISHED = {
    1: Bounds(1, 1, PERFECT),
    2: Bounds(2, 2, OEIS),
    3: Bounds(2, 2, PERFECT),
    4: Bounds(4, 4, LENGTHENED),
    5: Bounds(7, 7, OEIS),
    6: Bounds(12, 12, OEIS),
    7: Bounds(16, 16, PERFECT),
    8: Bounds(32, 32, LENGTHENED),
    9: Bounds(62, 62, "Östergård and Blass 2001"),
    10: Bounds(107, 120, "OEIS A000983 (2016)"),
    11: Bounds(180, 192, KERI),
    12: Bounds(342, 380, KERI),
    13: Bounds(598, 704, KERI),
    14: Bounds(1172, 1408, KERI),
    15: Bounds(2048, 2048, PERFECT),
    16: Bounds(4096, 4096, LENGTHENED),
    31: Bounds(1 << 26, 1 << 26, PERFECT),
    32: Bounds(1 << 27, 1 << 27, LENGTHENED),
}
