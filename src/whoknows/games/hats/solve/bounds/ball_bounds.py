"""What no losing set can be lighter than, by theorems; each bound is exact.

All of them say that balls cover.  With equal chances 2^N / (N + 1) balls are the fewest,
and a few more where N + 1 has an odd divisor: see `code_sizes`.
With a chance p of the first color the corners weigh differently, and

    P(lost) >= (1 - |2p - 1|^((N+1)/2)) / (N + 1),

with equality for a perfect code that leaves out the likeliest corner (the proof, by a
solution of the dual program, is on the page about the hat game beyond the paper).

>>> least_size(7), least_size(8)
(16, 32)
>>> least_loss(Rules(7, odds=same_odds(7, (Fraction(9, 10), Fraction(1, 10)))))
Fraction(369, 5000)
"""

from fractions import Fraction
from math import comb, isqrt

from whoknows.games.hats.rules import Rules, same_odds
from whoknows.games.hats.solve.bounds.code_sizes import least_words

__all__ = ["ball_size", "least_loss", "least_size", "same_odds", "share_bound"]

# The patterns (counts of zeros) of the minimal losing sets of a few agents that no other
# pattern is lighter than for all p >= 1/2: `psi.undominated(pattern_counts(players))`.
# For eight agents nobody has counted the sets, and the one pattern is the lightest for all
# p, by the certificate of Psi(8, p).
LIGHT = {
    players: [tuple(map(int, word)) for word in words.split()]
    for players, words in {
        2: "110",
        3: "0110 1001",
        4: "01210 02101 10120 11011 13001",
        5: "022210 024001 031021 111310 120130",
        6: "1333310 0134310 1025310 0223410 1114410 1203510 1342220 0252220 0143220"
        " 0341320 0232320 0321420 0241230 0330330 0360140 1066001 0146101 1037101"
        " 0135201 1026201 0164011 1055011 0144111 0153021 0361031",
        8: "014787410",
    }.items()
}
FINE = 1 << 60  # square roots are rounded to so many parts


def ball_size(players: int, radius: int = 1, colors: int = 2) -> int:
    """How many configurations are within a distance."""
    return sum(comb(players, k) * (colors - 1) ** k for k in range(radius + 1))


def least_size(players: int, radius: int = 1, colors: int = 2) -> int:
    """A size that no covering code is below."""
    whole: int = colors**players
    fewest = -(-whole // ball_size(players, radius, colors))
    if colors == 2 and radius == 1:
        fewest = max(fewest, least_words(players).size)
    return fewest


def least_loss(rules: Rules) -> Fraction:
    """A chance that no deal can lose less than, by the theorems that fit the rules.

    What needs more right answers, or sees less, or may not pass, loses no less.
    """
    if rules.wrong:
        return Fraction(0)
    bounds = [Fraction(0)]
    if is_uniform(rules):
        size = least_size(rules.players, rules.rounds, rules.colors)
        bounds += [Fraction(size, rules.size), 1 - share_bound(rules)]
    if rules.colors == 2 and rules.rounds == 1 and same_for_all(rules):
        row = rules.odds[0] if rules.odds else (Fraction(1, 2), Fraction(1, 2))
        bounds.append(biased_bound(rules.players, abs(row[0] - row[1])))
        if rules.players in LIGHT:
            bounds.append(lightest_counted(rules.players, max(row)))
        elif rules.players % 2 == 0 and not is_uniform(rules):
            bounds.append(even_bound(rules.players, row[0]))
    if rules.need == rules.players or not rules.passing:
        bounds.append(1 - all_right_bound(rules))
    return max(bounds)


def share_bound(rules: Rules) -> Fraction:
    """N / (N + k(M - 1)): what no deal wins more than, all configurations being alike.

    Each guess is right once and wrong M - 1 times; a configuration that is won needs k
    guesses, and one that is lost makes at most N of them wrong.
    """
    if not is_uniform(rules) or rules.rounds > 1:
        return Fraction(1)
    wrong = rules.need * (rules.colors - 1)
    share = Fraction(rules.players, rules.players + wrong)
    return Fraction(int(share * rules.size), rules.size)


def all_right_bound(rules: Rules) -> Fraction:
    """What is won at most if everybody must be right: each one's likeliest color."""
    if rules.chances:
        return Fraction(1)
    if not rules.odds:
        return Fraction(1, rules.colors)
    return min(map(max, rules.odds))


def biased_bound(players: int, bias: Fraction) -> Fraction:
    """(1 - bias^((N+1)/2)) / (N + 1), a root rounded so that the bound stays one."""
    power = bias ** ((players + 1) // 2)
    if players % 2 == 0:
        power *= root_above(bias)
    return (1 - power) / (players + 1)


def even_bound(players: int, p: Fraction) -> Fraction:
    """A bound for even N by excess, its certificate checked; see `weighted_excess`."""
    from whoknows.games.hats.solve.bounds import weighted_excess

    if not 0 < p < 1 or players > weighted_excess.MOST_AGENTS:
        return Fraction(0)
    found = weighted_excess.certificate(players, p)
    assert weighted_excess.is_right(found), "its conditions hold in fractions"
    return found.bound


def lightest_counted(players: int, p: Fraction) -> Fraction:
    """The least chance of a losing set of a few agents, of whom the lightest are known."""
    return min(
        sum((n * p**k * (1 - p) ** (players - k) for k, n in enumerate(zeros)), Fraction(0))
        for zeros in LIGHT[players]
    )


def root_above(value: Fraction) -> Fraction:
    """A fraction that is the square root or just above it."""
    square = value.numerator * value.denominator
    root = isqrt(square)
    if root * root == square:
        return Fraction(root, value.denominator)
    return Fraction(isqrt(square * FINE * FINE) + 1, value.denominator * FINE)


def is_uniform(rules: Rules) -> bool:
    """Whether all configurations are equally likely."""
    if rules.chances:
        return len(set(rules.chances)) == 1
    return all(len(set(row)) == 1 for row in rules.odds)


def same_for_all(rules: Rules) -> bool:
    """Whether the agents' hats have the same odds, each by itself."""
    return not rules.chances and len(set(rules.odds)) <= 1
