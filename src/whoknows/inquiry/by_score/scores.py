"""Scores of a split: what makes a question good, each in one function.

A score sees the sizes of the cells, largest first, and whether the question may itself be
the secret; the smaller score is the better question.  The values are exact (integers, or
fractions of them), so that equal splits are equal.  Among equals a question that may be
the secret comes first, then the one first in order.

>>> ENTROPY.of((4, 1, 1, 1, 1), False) == ENTROPY.of((2, 2, 2, 2), False)
True
>>> PARTS.of((4, 1, 1, 1, 1), False) < PARTS.of((2, 2, 2, 2), False)
True
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import ceil, log2, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.errors import BadSetup, UnknownName, exact_number
from whoknows.inquiry.plan import Node
from whoknows.inquiry.problem import Problem

__all__ = [
    "ENTROPY",
    "FAMILIES",
    "FAMILY_STARTS",
    "PARTS",
    "SCORES",
    "Score",
    "Sizes",
    "Weights",
    "part_weights",
    "score",
    "smallest_factors",
]

Sizes: TypeAlias = tuple[int, ...]  # of the cells of a split, largest first
Weights: TypeAlias = NDArray[np.int64]  # what a cell of 0, 1, 2, ... secrets adds to a sum

UNIT = 1 << 40  # one bit, where a logarithm is kept as an integer
ROUNDS = 6  # of learning what cells cost
ONE = 1 << 30  # one question, where averages are kept as integers


@dataclass(frozen=True, slots=True)
class Score:
    """A way to rank questions by their splits; the smallest is asked."""

    name: str
    of: Callable[[Sizes, bool], Any]
    """The definition: the exact score of a split with these sizes."""
    says: str = ""
    """What it looks for, in a line."""
    weights: Callable[[int], Weights] | None = None
    """The score as a sum over the cells, for the fast kernels: weights up to a size."""
    slack: Callable[[int], int] | None = None
    """How far such a sum may be off, by the number of secrets; none: exact."""
    bonus: int = 0
    """Taken from the sum if the question may be the secret."""
    largest: bool = False
    """Whether the score is the size of the largest cell."""
    lone_is_best: bool = True
    """Whether nothing beats a question that leaves every secret in a cell of its own."""


def worst_size(sizes: Sizes, possible: bool) -> int:  # noqa: ARG001
    """The size of the largest cell [Knuth1976]."""
    return sizes[0]


def square_sum(sizes: Sizes, possible: bool) -> int:  # noqa: ARG001
    """The expected size of the cell, times the number of secrets [Irving1979]."""
    return sum(size * size for size in sizes)


def power_product(sizes: Sizes, possible: bool) -> int:  # noqa: ARG001
    """The product of n^n over the cells: least where the entropy is most [Neuwirth1982]."""
    return prod(size**size for size in sizes)


def fewest_parts(sizes: Sizes, possible: bool) -> int:  # noqa: ARG001
    """Minus the number of cells [Kooi2005]."""
    return -len(sizes)


def entropy_in_base_of_parts(sizes: Sizes, possible: bool) -> Fraction:  # noqa: ARG001
    """Minus the entropy in base number-of-parts: how *even* the split is, not how fine.

    The base makes every perfectly even split worth 1, be it in 2 parts or in 14.
    """
    if len(sizes) == 1:
        return Fraction(0)
    bits = log2(sum(sizes)) - sum(size * log2(size) for size in sizes) / sum(sizes)
    return Fraction(-round(bits / log2(len(sizes)) * (1 << 36)), 1 << 36)


def square_weights(size: int) -> Weights:
    """The squares."""
    return np.arange(size + 1, dtype=np.int64) ** 2


def part_weights(size: int) -> Weights:
    """Minus one for each cell that is not empty."""
    return -(np.arange(size + 1) > 0).astype(np.int64)


@cache
def entropy_weights(size: int) -> Weights:
    """N log2 n in integer units, where log2 is rounded at primes only.

    So equal products of n^n always have equal sums, whatever the rounding.
    """
    logs = [0] * (size + 1)
    for n, prime in enumerate(smallest_factors(size).tolist()[2:], start=2):
        logs[n] = round(log2(n) * UNIT) if prime == n else logs[prime] + logs[n // prime]
    return np.array(logs, np.int64) * np.arange(size + 1)


def entropy_slack(secrets: int) -> int:
    """More than two sums of `entropy_weights` can be off by rounding, together."""
    return 2 * secrets * max(1, secrets.bit_length())


@cache
def smallest_factors(size: int) -> NDArray[np.int64]:
    """The smallest prime factor of each number from 2 to `size`."""
    factors = np.arange(size + 1, dtype=np.int64)
    for prime in range(2, int(size**0.5) + 1):
        multiples = factors[prime * prime :: prime]
        multiples[multiples == np.arange(prime * prime, size + 1, prime)] = prime
    return factors


WORST_CASE = Score("worst-case", worst_size, "the smallest largest cell", largest=True)
EXPECTED_SIZE = Score(
    "expected-size", square_sum, "the smallest cell on average", square_weights
)
ENTROPY = Score(
    "entropy", power_product, "the most bits", entropy_weights, slack=entropy_slack
)
PARTS = Score("parts", fewest_parts, "the most cells", part_weights)
ENTROPY_BASE_PARTS = Score(
    "entropy-base-parts",
    entropy_in_base_of_parts,
    "the most even split, however coarse",
    lone_is_best=False,
)

SCORES: dict[str, Score] = {
    score.name: score
    for score in [WORST_CASE, EXPECTED_SIZE, ENTROPY, PARTS, ENTROPY_BASE_PARTS]
}


FAMILIES = ("entropy+1/2", "power:3/2")  # names that hold a number, by example
FAMILY_STARTS = ("entropy+", "power:")


def entropy_with_bonus(bits: Fraction) -> Score:
    """Entropy, plus `bits` over all secrets together for a question that may be right."""
    bonus = round(bits * UNIT)

    def of(sizes: Sizes, possible: bool) -> int:
        return int(entropy_weights(sizes[0])[list(sizes)].sum()) - bonus * possible

    says = f"the most bits, and {bits} more for a possible secret"
    return Score(f"entropy+{bits}", of, says, entropy_weights, bonus=bonus)


def power_sum(power: Fraction) -> Score:
    """The sum of n^power over the cells: 2 is expected-size, near 1 entropy, 0 parts.

    Below 1 such a sum is large where there are many cells, and the larger is the better.
    Whole powers are exact where their sums fit 62 bits; others are kept to 50 bits of
    the largest, so that cells much smaller than it no longer count.
    """
    if power == 1:
        raise BadSetup("every split has the same sum of n^1; near 1 lies entropy")
    sign = 1 if power > 1 else -1

    def weights(size: int) -> Weights:
        n = np.arange(size + 1, dtype=np.int64)
        if is_exact(size, power):
            return sign * np.where(n > 0, n ** int(power), 0)
        scaled = np.rint(n[1:].astype(float) ** float(power) * float(scale(size, power)))
        return sign * np.concatenate([[0], scaled]).astype(np.int64)

    def of(sizes: Sizes, possible: bool) -> Fraction:  # noqa: ARG001
        n = sum(sizes)
        return Fraction(int(weights(n)[list(sizes)].sum())) / scale(n, power)

    return Score(f"power:{power}", of, f"the sum of n^{power} over the cells", weights)


def is_exact(size: int, power: Fraction) -> bool:
    """Whether sums of n^power over cells of so many secrets are whole and fit 62 bits."""
    whole = power.denominator == 1 and power >= 0
    return whole and size ** int(power) < 1 << 62


def scale(size: int, power: Fraction) -> Fraction:
    """The power of two by which n^power is kept as a whole number of 50 bits at most."""
    if is_exact(size, power):
        return Fraction(1)
    return Fraction(2) ** (50 - ceil(max(Fraction(0), power) * size.bit_length()))


@checked
def score(name: str) -> Score:
    """The score of that name; `entropy+1/2` and `power:3/2` are names as well."""
    for start, family in {"entropy+": entropy_with_bonus, "power:": power_sum}.items():
        if name.startswith(start):
            return family(amount(name, name.removeprefix(start)))
    if name not in SCORES:
        raise UnknownName.among("strategy", name, [*SCORES, *FAMILIES])
    return SCORES[name]


def amount(name: str, text: str) -> Fraction:
    """The number in the name of a score."""
    try:
        number = exact_number(text)
    except (ValueError, ZeroDivisionError):
        raise BadSetup(f"{name}: {text!r} is not a number such as 2, 0.5, or 3/2") from None
    if not -8 <= number <= 8:
        raise BadSetup(f"{name}: {text} is not between -8 and 8")
    return number


@lru_cache(8)
def experience(problem: Problem) -> Score:
    """A score that learns from its own plans what a cell of each size costs.

    A split is as good as the questions that its cells will still need.  Entropy takes
    n log n for a cell of n secrets, which is right for large n only; here the cost of each
    size is the average over the cells met in the plans made so far, beginning with those
    of `parts` and `entropy`.  Some rounds are played; the costs of the best plan are kept.
    """
    from whoknows.inquiry.by_score.strategies import plan_for

    met: dict[int, list[int]] = {}
    best: tuple[int, Score] | None = None
    for begin in (PARTS, ENTROPY):
        remember(plan_for(problem, begin).root, met)
    for _ in range(ROUNDS):
        score = learned(met, problem.secrets, problem.ends)
        plan = plan_for(problem, score)
        remember(plan.root, met)
        if best is None or plan.total < best[0]:
            best = plan.total, score
    assert best is not None
    return best[1]


def remember(node: Node, met: dict[int, list[int]]) -> tuple[int, int]:
    """Note size and cost of every cell below and here; the size and cost of this one."""
    asked = node.question is not None
    size, cost = len(node.found), len(node.found) * asked
    for below in node.branches.values():
        part, more = remember(below, met)
        size, cost = size + part, cost + part + more
    met.setdefault(size, []).append(cost)
    return size, cost


def learned(met: dict[int, list[int]], secrets: int, ends: bool) -> Score:
    """The score whose cells cost what they did on average; between sizes, by logarithm."""
    sizes = sorted(met)
    each = [sum(met[size]) / len(met[size]) / size for size in sizes]
    n = np.arange(1, secrets + 1)
    costs = np.interp(np.log(n), np.log(sizes), each) * n
    table: Weights = np.concatenate([[0], np.rint(costs * ONE)]).astype(np.int64)
    bonus = ONE if ends else 0  # the right question ends the game: its cell costs nothing

    def weights(size: int) -> Weights:
        return table[: size + 1]

    def of(sizes: Sizes, possible: bool) -> int:
        return int(table[list(sizes)].sum()) - bonus * possible

    says = "the fewest questions to come, by experience"
    return Score("experience", of, says, weights, bonus=bonus)
