"""Covering codes that are made, not searched: deals for many agents.

The Hamming code of length 2^k - 1 has every word next to just one of its own; with words
of any kind behind, it covers any greater length.  A word's *syndrome* adds up the numbers
of the places with B, so that nobody needs a table: a word is in the coset of syndrome s
if its syndrome is s.

>>> hamming_length(9), len(coset(9, 0)), coset(3, 0)
(7, 64, (0, 7))
"""

from fractions import Fraction

from whoknows.games.hats.rules import Code, Rules, chance_of
from whoknows.games.hats.solve.bounds.ball_bounds import biased_bound


def hamming_length(players: int) -> int:
    """The greatest 2^k - 1 that is not above the number of agents."""
    return (1 << (players + 1).bit_length() - 1) - 1


def syndrome(code: Code, players: int) -> int:
    """The numbers of the first 2^k - 1 agents with B, added without carry."""
    total = 0
    for place in range(1, hamming_length(players) + 1):
        if code >> (players - place) & 1:
            total ^= place
    return total


def coset(players: int, label: int) -> tuple[Code, ...]:
    """The words whose syndrome is this one: a covering code of radius 1."""
    words = range(1 << players)
    return tuple(code for code in words if syndrome(code, players) == label)


def lightest_coset(rules: Rules, number: int = 1) -> tuple[Code, ...]:
    """The coset that is least likely; or so many of them together.

    A word outside has one neighbor in each coset: with k of them, k agents are right.
    """
    cosets: list[list[Code]] = [[] for _ in range(hamming_length(rules.players) + 1)]
    for code in range(rules.size):
        cosets[syndrome(code, rules.players)].append(code)
    light = sorted((chance_of(codes, rules), codes) for codes in cosets)
    return tuple(sorted(code for _, codes in light[:number] for code in codes))


def coset_loss(players: int, bias: Fraction) -> Fraction:
    """The chance of a coset that leaves out the likeliest word, however many agents.

    Agents behind the code pass, so that the bound of the Hamming length is met.
    """
    return biased_bound(hamming_length(players), bias)
