"""Maximal deals, counted by the checker itself, and Psi(N, p), piece by piece.

With two colors a set of configurations is lost by some deal just if it dominates the cube:
each other configuration differs from one of it in one hat.  Maximal deals are those whose
losing set has no smaller one inside.  For N up to 5 the checker lists all such sets; the
claim is how many there are of each size.

With a chance p of color 0 ("white"), the chance of a set depends on its *pattern*, how many
of it have 0, 1, ..., N white hats.  Psi(N, p) is 1 less the least such chance.  The claim
has pieces `[zeros, start, end]`: on the interval no pattern is lighter than `zeros`.  An
end is `[polynomial, low, high]`, the only root of a polynomial with whole factors (of 1, p,
p^2, ...) between two fractions; 1/2 is `[[-1, 2], "1/2", "1/2"]`.  The witness has a losing
set for each piece.  The proof has facets, weights by white hats that no set is below,
each with a tree of `cases` over the rows "configuration c is dominated"; and for each piece
parts `[start, end, facets]` of its interval, in which `check_part` holds.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Any, NamedTuple, TypeAlias

from whoknows.checking.case_tree import Program, check_bound
from whoknows.checking.certificate import Fields, Progress, Verdict, require, silent
from whoknows.checking.hat_deals import cover_rows, fraction

MOST_AGENTS = 5  # agents whose sets are all listed

Polynomial: TypeAlias = list[Fraction]  # the factors of 1, p, p^2, ...
Pattern: TypeAlias = tuple[int, ...]


def check_maximal(claim: Fields, witness: Fields, proof: Fields, tell: Progress) -> Verdict:
    """The number of maximal deals by how many configurations they win."""
    witness.close()
    proof.close()
    players = claim.number("players", 2, MOST_AGENTS)
    by_won, count = claim.value("by_won"), claim.value("count")
    claim.close()
    sizes = Counter(lost.bit_count() for lost in minimal_sets(players, tell))
    won = {str((1 << players) - size): count for size, count in sizes.items()}
    Fields(by_won, "by_won").check(won)
    total = sum(sizes.values())
    require(count == total, f"count is {count!r}; there are {total:,} in all")
    each = ", ".join(f"{n:,} win {size}" for size, n in sorted(won.items()))
    says = f"hats, {players} agents: {total:,} maximal sets of configurations won ({each})"
    return Verdict(says, "enumeration", total)


def minimal_sets(players: int, tell: Progress) -> Iterator[int]:
    """All minimal dominating sets of the cube, as bits, each once.

    The first corner that is not yet dominated needs one of its ball; each is tried, and
    those tried before are left out.  Each of the set must dominate a corner alone.
    """
    size = 1 << players
    ball = [
        sum(1 << (c ^ step) for step in (0, *(1 << k for k in range(players))))
        for c in range(size)
    ]
    whole = (1 << size) - 1

    def extend(chosen: list[int], once: int, more: int, out: int) -> Iterator[int]:
        missing = whole & ~(once | more)
        if not missing:
            yield sum(1 << c for c in chosen)
            return
        corner = (missing & -missing).bit_length() - 1
        options = [c for c in range(size) if ball[corner] >> c & 1 and not out >> c & 1]
        for place, c in enumerate(options):
            twice = more | (once & ball[c])
            alone = (once | ball[c]) & ~twice
            if all(ball[d] & alone for d in (*chosen, c)):
                yield from extend([*chosen, c], alone, twice, out)
            out |= 1 << c
            if not chosen:
                tell((place + 1) / len(options))

    return extend([], 0, 0, 0)


class End(NamedTuple):
    """An exact number: the only root of a polynomial between two fractions."""

    polynomial: Polynomial
    low: Fraction
    high: Fraction

    @property
    def name(self) -> str:
        """The number in words."""
        if self.low == self.high:
            return str(self.low)
        return (
            f"the root of {' '.join(map(str, self.polynomial))} near {float(self.low):.6f}"
        )


def check_psi(claim: Fields, witness: Fields, proof: Fields, tell: Progress) -> Verdict:
    """The function Psi, piece by piece."""
    players, pieces = claim.number("players", 2, 8), claim.part("pieces", list)
    sets, parts = witness.part("sets", list), proof.part("parts", list)
    claim.close()
    stated = [Fields(each, "a facet") for each in proof.part("facets", list)]
    facets = [facet_of(each, players) for each in stated]
    leaves = 0
    for place, facet in enumerate(facets):
        corners = [facet.weights[players - c.bit_count()] for c in range(1 << players)]
        program = Program(corners, cover_rows(players))
        leaves += check_bound(program, facet.least, stated[place], silent)
        stated[place].close()
        tell((place + 1) / len(facets))
    before, each = end_of([[-1, 2], "1/2", "1/2"]), []
    require(len(pieces) == len(sets) == len(parts), "pieces, sets, and parts differ")
    for (zeros, start, end), lost, rows in zip(pieces, sets, parts, strict=True):
        require(dominates(lost, players), f"{lost} is lost by no deal")
        require(
            list(pattern(lost, players)) == zeros, f"{lost} has not the pattern {zeros}"
        )
        require(end_of(start) == before, "a piece does not begin where one ended")
        for low, high, chosen in rows:
            require(end_of(low) == before, "a part does not begin where one ended")
            before = end_of(high)
            check_part([facets[k] for k in chosen], zeros, end_of(low), before)
        require(end_of(end) == before, "the parts do not reach the end of a piece")
        each.append(f"pattern {' '.join(map(str, zeros))} up to {before.name}")
    require(before == end_of([[-1, 1], "1", "1"]), "the pieces do not reach 1")
    many = "1 piece" if len(pieces) == 1 else f"{len(pieces)} pieces"
    says = f"hats, Psi({players}, p) on [1/2, 1]: {many}: from 1/2, {'; '.join(each)}"
    return Verdict(says, "certificate", leaves)


class Facet(NamedTuple):
    """No losing set weighs less than `least`, by these weights for 0, 1, ... white hats."""

    weights: list[int]
    least: int


def facet_of(stated: Fields, players: int) -> Facet:
    """A facet as it is stated; its proof is looked at elsewhere."""
    weights, least = stated.part("weights", list), stated.part("least", int)
    good = len(weights) == players + 1 and all(
        isinstance(n, int) and n >= 0 for n in weights
    )
    require(good, "a facet has no weights")
    return Facet(weights, least)


def dominates(lost: Any, players: int) -> bool:
    """Whether every configuration is lost or next to one that is."""
    steps, found = [0, *(1 << k for k in range(players))], set(lost)
    return all(any(c ^ step in found for step in steps) for c in range(1 << players))


def check_part(facets: list[Facet], zeros: Any, start: End, end: End) -> None:
    """Check that no pattern is lighter than `zeros` between two ends.

    The weights p^k (1 - p)^(N - k) are written as a sum of the facets, with polynomials as
    factors; each facet holds with equality for `zeros`, and no factor is ever negative.
    """
    size = len(zeros)
    require(len(facets) == size, "a part has not as many facets as there are weights")
    for facet in facets:
        reached = sum(a * n for a, n in zip(facet.weights, zeros, strict=True))
        require(reached == facet.least, f"{zeros} is heavier than a facet has it")
    inverse = inverted([[Fraction(f.weights[k]) for f in facets] for k in range(size)])
    chances = [loss(tuple(int(k == j) for j in range(size)), size - 1) for k in range(size)]
    for row in inverse:
        factor = [
            sum(
                (n * chance[k] for n, chance in zip(row, chances, strict=True)), Fraction(0)
            )
            for k in range(size)
        ]
        require(not_negative(factor, start, end), "a factor of a facet is negative")


def inverted(matrix: list[list[Fraction]]) -> list[list[Fraction]]:
    """The inverse of a matrix, by elimination."""
    size = len(matrix)
    rows = [
        [*row, *(Fraction(int(i == k)) for k in range(size))]
        for i, row in enumerate(matrix)
    ]
    for column in range(size):
        pivot = next((i for i in range(column, size) if rows[i][column]), None)
        require(pivot is not None, "the facets of a part are no basis")
        assert pivot is not None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [n / rows[column][column] for n in rows[column]]
        for i in range(size):
            if i != column and rows[i][column]:
                rows[i] = [
                    a - rows[i][column] * b
                    for a, b in zip(rows[i], rows[column], strict=True)
                ]
    return [row[size:] for row in rows]


def pattern(lost: list[int], players: int) -> Pattern:
    """How many of a set have 0, 1, ... white hats."""
    counts = [0] * (players + 1)
    for code in set(lost):
        counts[players - code.bit_count()] += 1
    return tuple(counts)


def loss(zeros: Pattern, players: int) -> Polynomial:
    """The sum of n_k p^k (1 - p)^(N - k), multiplied out."""
    total = [Fraction(0)] * (players + 1)
    for white, count in enumerate(zeros):
        for k in range(players - white + 1):
            total[white + k] += count * (-1) ** k * comb(players - white, k)
    return total


def end_of(stated: Any) -> End:
    """An end of a piece, checked to be one number."""
    polynomial, low, high = stated
    require(all(isinstance(n, int) for n in polynomial), "an end has no whole factors")
    end = End(trimmed([Fraction(n) for n in polynomial]), fraction(low), fraction(high))
    require(end.low <= end.high and len(end.polynomial) > 1, "an end is none")
    if end.low == end.high:
        require(value(end.polynomial, end.low) == 0, "an end is no root")
    else:
        require(
            value(end.polynomial, end.low) != 0 != value(end.polynomial, end.high),
            "an end is loose",
        )
        require(roots(end.polynomial, end.low, end.high) == 1, "an end is not one number")
    return end


def not_negative(gap: Polynomial, start: End, end: End) -> bool:
    """Whether a polynomial is nowhere below 0 between two ends.

    Beside each end there is a stretch without roots, and the polynomial must be positive
    at its far side; between the stretches, at points that part all the roots.
    """
    gap = trimmed(gap)
    if not gap:
        return True
    low, high = beside(gap, start, 1), beside(gap, end, -1)
    if value(gap, low) < 0 or value(gap, high) < 0:
        return False
    stack = [(low, high)] if low < high else []
    while stack:
        a, b = stack.pop()
        if roots(gap, a, b) > 1:
            middle = (a + b) / 2
            while value(gap, middle) == 0:
                middle = (a + middle) / 2
            if value(gap, middle) < 0:
                return False
            stack += [(a, middle), (middle, b)]
    return True


def beside(gap: Polynomial, end: End, way: int) -> Fraction:
    """A point that is no root, with no root between it and the end, after or before it."""
    low, high = end.low, end.high
    if low == high:
        step = Fraction(1, 4)
        while value(gap, low + way * step) == 0 or roots_beside(gap, low, way * step):
            step /= 2
        return low + way * step
    own = 1 if has_root(gap, end) else 0
    while roots(gap, low, high) > own or 0 in (value(gap, low), value(gap, high)):
        middle = (low + high) / 2
        if value(end.polynomial, middle) == 0:
            middle = (low + middle) / 2
        if roots(end.polynomial, low, middle):
            high = middle
        else:
            low = middle
    return high if way > 0 else low


def roots_beside(gap: Polynomial, at: Fraction, step: Fraction) -> int:
    """How many roots are between a point and another, the first one left out."""
    if step > 0:
        return roots(gap, at, at + step)
    return roots(gap, at + step, at) - (value(gap, at) == 0)


def has_root(polynomial: Polynomial, end: End) -> bool:
    """Whether the number of an end, which is no fraction, is a root."""
    common = divisor(polynomial, end.polynomial)
    return len(common) > 1 and roots(common, end.low, end.high) > 0


def trimmed(polynomial: Polynomial) -> Polynomial:
    """The polynomial without leading zeros."""
    while polynomial and polynomial[-1] == 0:
        polynomial = polynomial[:-1]
    return polynomial


def value(polynomial: Polynomial, at: Fraction) -> Fraction:
    """The value at a point."""
    total = Fraction(0)
    for factor in reversed(polynomial):
        total = total * at + factor
    return total


def derived(polynomial: Polynomial) -> Polynomial:
    """The derivative."""
    return trimmed([k * factor for k, factor in enumerate(polynomial)][1:])


def divided(one: Polynomial, other: Polynomial) -> tuple[Polynomial, Polynomial]:
    """The quotient and the remainder."""
    rest, found = trimmed(one), [Fraction(0)] * max(len(one) - len(other) + 1, 0)
    while len(rest) >= len(other):
        factor = rest[-1] / other[-1]
        shift = len(rest) - len(other)
        found[shift] = factor
        rest = trimmed([
            n - factor * (other[k - shift] if k >= shift else 0) for k, n in enumerate(rest)
        ][:-1])  # fmt: skip
    return trimmed(found), rest


def divisor(one: Polynomial, other: Polynomial) -> Polynomial:
    """The greatest common divisor."""
    one, other = trimmed(one), trimmed(other)
    while other:
        one, other = other, divided(one, other)[1]
    return one


def roots(polynomial: Polynomial, low: Fraction, high: Fraction) -> int:
    """How many different roots are above `low` and up to `high`, by Sturm."""
    polynomial = trimmed(polynomial)
    if len(polynomial) < 2 or low == high:
        return 0
    free = divided(polynomial, divisor(polynomial, derived(polynomial)))[0]
    chain = [free, derived(free)]
    while chain[-1]:
        chain.append([-n for n in divided(chain[-2], chain[-1])[1]])

    def changes(at: Fraction) -> int:
        signs = [v for v in (value(row, at) for row in chain if row) if v]
        return sum(a * b < 0 for a, b in pairwise(signs))

    return changes(low) - changes(high)
