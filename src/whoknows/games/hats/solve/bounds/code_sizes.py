"""What no covering code of radius 1 has fewer words than, theorem by theorem.

All count the *excess*: how often words are covered beyond once, |C|(n + 1) - 2^n in all.

- *Spheres*: it is not negative.
- *Parity* [VanWee1988]: for even n a ball around a word outside the code has an odd
  excess; hence 2^n / n words.
- *Congruence*, of the kind that Habsieger and Honkala found: if an odd prime p divides
  n + 1, the excess of every ball of radius p - 1 is p - 1 modulo p, and so no less.  For
  a word of the code covers n + 1 words of the ball if it is inside, p if it is p - 1 or p
  away from the middle, and else none: multiples of p.  The ball itself has
  1 - 1 + 1 - ... + 1 words modulo p.

>>> least_words(11)
Least(size=176, theorem='congruence modulo 3')
>>> least_words(7).theorem, least_words(8).theorem
('spheres', 'parity')
"""

from math import comb
from typing import NamedTuple


class Least(NamedTuple):
    """A size that no covering code is below, and the theorem that says so."""

    size: int
    theorem: str


def least_words(length: int) -> Least:
    """The best of the theorems; the first one if several are as good."""
    return max(bounds_by_excess(length), key=lambda least: least.size)


def bounds_by_excess(length: int) -> list[Least]:
    """What each theorem that fits the length says."""
    found = [Least(words_for(0, length), "spheres")]
    if length % 2 == 0:
        found.append(Least(-(-(1 << length) // length), "parity"))
    for prime in odd_primes(length + 1):
        ball = sum(comb(length, k) for k in range(prime))
        excess = -(-(prime - 1 << length) // ball)
        found.append(Least(words_for(excess, length), f"congruence modulo {prime}"))
    return found


def words_for(excess: int, length: int) -> int:
    """How many words have so much excess or more."""
    return -(-((1 << length) + excess) // (length + 1))


def odd_primes(number: int) -> list[int]:
    """The odd primes that divide a number."""
    divisors = [k for k in range(3, number + 1, 2) if number % k == 0]
    return [k for k in divisors if all(k % d for d in divisors if d < k)]
