"""Covering codes of radius 1: words that cover the cube, and how few there can be.

A code of length n covers if each word of n bits is in it or differs from one of it in one
place.  The witness has the words; the claim their number, and `least`: no code has fewer,
by one of three theorems.  All count the excess, how often words are covered beyond once;
that is |C|(n + 1) - 2^n in all.

spheres     it is not negative
parity      for even n, a ball around a word outside has an odd excess: 2^n / n words
congruence  if an odd prime p divides n + 1, the excess in a ball of radius p - 1 is p - 1
            modulo p, so at least that; each word is in as many such balls
"""

from math import comb

import numpy as np

from whoknows.checking.certificate import Fields, Progress, Verdict, require

LONGEST = 20


def check(claim: Fields, witness: Fields, proof: Fields, tell: Progress) -> Verdict:
    """A code that covers, and a bound by a theorem."""
    length = claim.number("length", 1, LONGEST)
    words = np.array(witness.part("words", list))
    require(words.ndim == 1 and words.dtype.kind == "i", "the words are no numbers")
    require(((words >= 0) & (words < 1 << length)).all(), "a word is too long")
    require(len(np.unique(words)) == len(words), "a word comes twice")
    require(len(words) == claim.value("size"), f"there are {len(words)} words")
    covered = np.zeros(1 << length, bool)
    covered[words] = True
    for place in range(length):
        covered[words ^ (1 << place)] = True
        tell((place + 1) / length)
    require(covered.all(), f"word {int((~covered).argmax())} is not covered")
    theorem = proof.part("theorem", str)
    least = bound(length, theorem)
    require(claim.value("least") == least, f"the theorem gives {least}")
    closed = " and no code has fewer" if least == len(words) else f", at least {least}"
    code = f"a code of two letters, covering radius 1, and length {length}"
    says = f"{code} has {len(words)} words{closed}"
    return Verdict.by_theorem(says, theorem, 1 << length)


def bound(length: int, theorem: str) -> int:
    """How many words a code has at least, by the theorem of that name."""
    whole = 1 << length
    if theorem == "spheres":
        return -(-whole // (length + 1))
    if theorem == "parity":
        require(length % 2 == 0, "parity is for even lengths")
        return -(-whole // length)
    name, _, text = theorem.rpartition(" ")
    require(name == "congruence modulo" and text.isdecimal(), f"no theorem {theorem!r}")
    prime = int(text)
    odd = prime > 2 and all(prime % d for d in range(2, prime))
    require(odd and (length + 1) % prime == 0, f"{prime} is no odd prime of {length + 1}")
    ball = sum(comb(length, k) for k in range(prime))
    excess = -(-(prime - 1) * whole // ball)
    return -(-(whole + excess) // (length + 1))
