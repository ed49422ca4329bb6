"""Covering codes made from smaller ones, and the best one we have for each length.

A code is a pair of sets that add up to everything, S + U, labels and columns with 0.

- *Hamming*: S = {0} and U everything, for lengths 2^k - 1.
- *A free hat*: one more agent, who passes always: K(n + 1) <= 2 K(n).
- *Doubled* [CohenLobsteinSloane1986]: K(2n + 1) <= 2^n K(n).  One agent more and everybody
  twice: the hats x, y, and a are a word of the code if x + y is one and the parity of x is
  a.  One of a pair changes x + y alone, the other the parity as well.
- *Swapped* [OstergardKaikkonen1998]: S and U change roles: labels become columns.
- *Found* by local search, and *rings*, found with agents in a ring: `found_codes`.

>>> [best_code(length).size for length in (3, 5, 7, 8, 15)]
[2, 7, 16, 32, 2048]
>>> best_code(31).name, doubled(hamming(7)).size == hamming(15).size
('Hamming (31)', True)
"""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from whoknows.edge import checked
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.bounds.code_sizes import least_words
from whoknows.games.hats.solve.codes.coset_code import MOST_RANK, CosetCode, dimension
from whoknows.games.hats.solve.codes.known_codes import FOUND, RINGS
from whoknows.work.proof_kinds import FORMAT

__all__ = [
    "LONGEST_CERTIFICATE",
    "LONGEST_CODE",
    "best_code",
    "code_certificate",
    "constructions",
    "doubled",
    "free_hats",
    "hamming",
    "lengthened",
    "lightest_code",
    "swapped",
]

LONGEST_CERTIFICATE = 20  # with all words
LONGEST_CODE = 64


@checked
def hamming(length: int) -> CosetCode:
    """The perfect code: agent k adds k."""
    rank = (length + 1).bit_length() - 1
    if length < 1 or length + 1 != 1 << rank:
        raise BadSetup(f"Hamming codes have length 2^k - 1, not {length}")
    columns = tuple(range(1, length + 1))
    return CosetCode(columns, frozenset({0}), rank, f"Hamming ({length})")


def lengthened(code: CosetCode) -> CosetCode:
    """One more agent, whose hat adds nothing, and who passes."""
    hats = code.columns.count(0) + 1
    before = code.name.removesuffix(free_hats(hats - 1))
    return replace(code, columns=(*code.columns, 0), name=before + free_hats(hats))


def free_hats(number: int) -> str:
    """How a name goes on when so many hats are free."""
    return f", {number} free" if number else ""


def doubled(code: CosetCode) -> CosetCode:
    """The code of length 2n + 1 that is 2^n times as large."""
    top = 1 << code.rank
    columns = (top, *(top ^ column for column in code.columns), *code.columns)
    name = f"{code.name}, doubled"
    return CosetCode(columns, code.labels, code.rank + 1, name)


def swapped(code: CosetCode) -> CosetCode | None:
    """The code with labels and columns in each other's place; nothing if none is."""
    origin = min(code.labels)
    columns = tuple(sorted(label ^ origin for label in code.labels if label != origin))
    if dimension(columns) != code.rank:
        return None
    labels = frozenset((0, *code.columns))
    return CosetCode(columns, labels, code.rank, f"{code.name}, swapped")


def found_code(length: int) -> CosetCode | None:
    """The code that a search found for this length."""
    if length not in FOUND:
        return None
    rank, extra, labels = FOUND[length]
    units = tuple(1 << place for place in reversed(range(rank)))
    return CosetCode(units + extra, frozenset(labels), rank, f"found ({length})")


def ring_code(length: int) -> CosetCode | None:
    """The code that a search found with the agents in a ring."""
    if length not in RINGS:
        return None
    ring, words = RINGS[length]
    return CosetCode(ring.columns, ring.closed(words), length, f"ring ({length})")


@checked
def constructions(length: int) -> list[CosetCode]:
    """What each construction gives for a length, the smallest code first."""
    if not 1 <= length <= LONGEST_CODE:
        raise BadSetup(f"codes are made for lengths 1 to {LONGEST_CODE}, not {length}")
    made: list[CosetCode | None] = [found_code(length), ring_code(length)]
    if length & (length + 1) == 0:
        made.append(hamming(length))
    if length > 1:
        made.append(lengthened(best_code(length - 1)))
    if length % 2 and length > 1:
        made.append(doubled(best_code((length - 1) // 2)))
    made += [swapped(code) for code in swappable(length)]
    codes = [code for code in made if code is not None and code.rank <= MOST_RANK]
    return sorted(codes, key=lambda code: code.size)


def swappable(length: int) -> list[CosetCode]:
    """Found codes with one label more than a length has agents."""
    codes = [found_code(each) for each in FOUND]
    return [code for code in codes if code and len(code.labels) == length + 1]


@lru_cache
def best_code(length: int) -> CosetCode:
    """The smallest code we have for a length."""
    return constructions(length)[0]


@lru_cache(maxsize=64)
def lightest_code(rules: Rules) -> tuple[CosetCode, Fraction]:
    """The least likely code that we can make for these odds, and how likely it is."""
    if rules.colors != 2 or rules.views != "seats" or not rules.passing or rules.chances:
        raise BadSetup("codes are for two colors, hats seen by seat, odds, and passing")
    codes = [code.lightest(rules) for code in constructions(rules.players)]
    return min(codes, key=lambda pair: pair[1])


def code_certificate(code: CosetCode) -> dict[str, Any]:
    """The certificate of a code, its words, and of the best bound that a theorem gives.

    >>> code_certificate(best_code(7))["claim"]
    {'game': 'code', 'length': 7, 'size': 16, 'least': 16}
    """
    if code.length > LONGEST_CERTIFICATE:
        raise TooLarge(
            f"certificates have all words; length {code.length} is above"
            f" {LONGEST_CERTIFICATE}"
        )
    least = least_words(code.length)
    claim = {"length": code.length, "size": code.size, "least": least.size}
    return {
        "format": FORMAT,
        "claim": {"game": "code", **claim},
        "witness": {"words": code.words().tolist()},
        "proof": {"theorem": least.theorem},
    }
