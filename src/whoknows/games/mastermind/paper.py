"""Published numbers of Mastermind, as data, each with its source; and what is not so.

[Knuth1976]    D. E. Knuth, The computer as master mind, J. Recreational Math. 9, 1976.
[Irving1979]   R. W. Irving, Towards an optimum Mastermind strategy, same J. 11, 1978-79.
[Neuwirth1982] E. Neuwirth, Some strategies for Mastermind, Z. f. Operations Research 26.
[Koyama1993]   K. Koyama, T. W. Lai, An optimal Mastermind strategy, same J. 25, 1993.
[Kooi2005]     B. Kooi, Yet another Mastermind strategy, ICGA Journal 28(1), 2005.
[vanEijck2014] J. van Eijck, FSA Lab Exercises Week 2, CWI and ILLC, 2014.
"""

from typing import NamedTuple


class Published(NamedTuple):
    """What a strategy costs over all codes of 4 pegs in 6 colors."""

    strategy: str
    total: int
    worst: int | None
    source: str


CLASSIC = (
    Published("first", 7471, 9, "[Kooi2005]"),
    Published("worst-case", 5801, 5, "[Knuth1976]"),
    Published("expected-size", 5696, 6, "[Irving1979], [Kooi2005]"),
    Published("entropy", 5722, 6, "[Neuwirth1982], [Kooi2005]"),
    Published("parts", 5668, 6, "[Kooi2005]"),
)

KNUTH_HISTOGRAM = (1, 6, 62, 533, 694)

OPTIMAL_TOTAL = 5625  # [Koyama1993]: 5625/1296 = 4.340 guesses on average, worst 6
OPTIMAL_TOTAL_WORST_5 = 5626  # [Koyama1993]: one more guess over all codes buys worst 5
LEAST_WORST = 5  # [Knuth1976]: 4 guesses cannot do

STATIC = 6  # fixed guesses that tell all codes of 4 pegs in 6 colors apart

# Exercise 5 of [vanEijck2014] about entropy, after [Kooi2005]: that it "performs badly when
# compared with all non-naive alternatives", and that the base of the logarithm may be why.
ENTROPY_AMONG = "the worst of four"
ENTROPY_BASE_PARTS = "perhaps better"

ERRATA: dict[str, str] = {
    "Exercise 5, the place of entropy": "[vanEijck2014] says, after [Kooi2005], that "
    "entropy performs badly compared with all strategies that are not naive; with 4 pegs "
    "in 6 colors it needs 5722 guesses over all codes and `worst-case` 5801, so that it is "
    "number 3 of these 4.",
    "Exercise 5, the base of the logarithm": "[vanEijck2014] suspects, after [Kooi2005], "
    "that entropy falls behind because splits of different numbers of parts are compared "
    "in one base of the logarithm; it is not so.  A change of base multiplies all "
    "entropies alike, and a base that depends on the number of parts rewards even splits "
    "over fine ones: it needs 8645 guesses over all codes, more than any other strategy.  "
    "Entropy loses at 4 pegs in 6 colors by its opening 1234, after which no play does "
    "better than 5673, and wins in most larger games; see the page on exercise 5.",
    "The Haskell": "that of [vanEijck2014] is printed with pattern cases out of order and "
    "`quess` for `guess`; read in order, its `reaction` agrees with the rules here.",
}
