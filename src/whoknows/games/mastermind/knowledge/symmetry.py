"""Guesses of one kind: those that pegs and colors can be renamed into each other.

A renaming that leaves every earlier guess as it was leaves the possible codes as they
were, so two guesses that it carries into each other split them alike, and only the first
of them need be looked at.  Colors not yet guessed can be renamed freely; colors that no
possible code has are all the same.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, permutations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.mastermind.rules import DIGITS, Code, Codes, Rules
from whoknows.inquiry.problem import Cell, Question, Questions

Colors: TypeAlias = frozenset[int]
Renaming: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Which peg comes to each place, and which color becomes of each (free colors: itself)."""

MOST_PEGS = 6  # up to here every order of the pegs is tried, beyond it swaps alone


class Symmetry:
    """The symmetry of one game; called, it gives the first guess of each kind."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        bits = np.int64(1) << rules.codes.astype(np.int64)
        self.has: NDArray[np.int64] = np.bitwise_or.reduce(bits, axis=1)
        self.weights = rules.colors ** np.arange(rules.pegs, dtype=np.int64)[::-1]
        self.renamings = lru_cache(4096)(self._renamings)
        self.plain = lru_cache(512)(self._plain)

    def __call__(self, asked: tuple[Question, ...], cell: Cell) -> Questions:
        """The first guess of each kind."""
        colors = frozenset(range(self.rules.colors))
        free = colors - {int(c) for c in self.rules.codes[list(asked)].ravel()}
        held = int(np.bitwise_or.reduce(self.has[cell]))
        gone = frozenset(color for color in colors if not held >> color & 1)
        kept = self.plain(free, gone)
        for pegs, becomes in self.renamings(asked):
            codes = self.rules.codes[kept]
            renamed = np.array(becomes, np.int8)[codes[:, pegs]]
            kept = kept[first(codes, self.normal(renamed, free, gone))]
        return kept

    def alike(self, asked: tuple[Question, ...]) -> Questions:
        """For each guess the first that a renaming makes of it, those asked staying put."""
        codes, weights = self.rules.codes, self.weights
        free = frozenset(range(self.rules.colors)) - {*codes[list(asked)].ravel().tolist()}
        least = self.normal(codes, free, frozenset()) @ weights
        if self.rules.pegs <= MOST_PEGS:  # beyond it, the orders tried are no group
            for pegs, becomes in self.renamings(asked):
                renamed = np.array(becomes, np.int8)[codes[:, pegs]]
                values = self.normal(renamed, free, frozenset()) @ weights
                least = np.minimum(least, values)
        return np.searchsorted(codes @ weights, least).astype(np.int32)

    def _renamings(self, asked: tuple[Question, ...]) -> list[Renaming]:
        """The orders of the pegs that, with some renaming of colors, keep all guesses."""
        if not asked:
            return [(order, tuple(range(self.rules.colors))) for order in self.orders()]
        guesses = [self.rules.code(question) for question in asked]
        found = []
        for order, _ in self.renamings(asked[:-1]):
            becomes = color_map(guesses, order)
            if becomes is not None:
                names = range(self.rules.colors)
                found.append((order, tuple(becomes.get(c, c) for c in names)))
        return found

    def orders(self) -> Iterable[tuple[int, ...]]:
        """The orders of the pegs that are tried, but for the one that changes nothing."""
        pegs = tuple(range(self.rules.pegs))
        if self.rules.pegs <= MOST_PEGS:
            return list(permutations(pegs))[1:]
        return [swapped(pegs, i, k) for i, k in combinations(pegs, 2)]

    def _plain(self, free: Colors, gone: Colors) -> Questions:
        """The guesses that are first of their kind by renaming colors alone."""
        codes = self.rules.codes
        same = (codes == self.normal(codes, free, gone)).all(1)
        return np.flatnonzero(same).astype(np.int32)

    def normal(self, codes: Codes, free: Colors, gone: Colors) -> Codes:
        """The codes with free colors, and those that are gone, renamed to the first."""
        if gone and self.rules.repeats:
            merged = np.arange(self.rules.colors, dtype=np.int8)
            merged[list(gone)] = min(gone)
            return renamed_in_order(merged[codes], sorted(free - gone))
        return renamed_in_order(renamed_in_order(codes, sorted(free - gone)), sorted(gone))


def renamed_in_order(codes: Codes, group: list[int]) -> Codes:
    """The codes with the colors of the group renamed by first appearance."""
    if len(group) < 2:
        return codes
    member = np.zeros(len(DIGITS), bool)
    member[group] = True
    names = np.array(group, np.int8)
    result = codes.copy()
    used = np.zeros(len(codes), np.int64)
    for peg in range(codes.shape[1]):
        inside, new = member[codes[:, peg]], member[codes[:, peg]].copy()
        for earlier in range(peg):
            same = inside & (codes[:, earlier] == codes[:, peg])
            result[same, peg] = result[same, earlier]
            new &= ~same
        result[new, peg] = names[used[new]]
        used += new
    return result


def first(codes: Codes, others: Codes) -> NDArray[np.bool_]:
    """Where a code comes before the other of its row, or is the same."""
    differ = codes != others
    place = differ.argmax(1)
    row = np.arange(len(codes))
    early: NDArray[np.bool_] = codes[row, place] <= others[row, place]
    return early


def color_map(guesses: list[Code], order: tuple[int, ...]) -> dict[int, int] | None:
    """What becomes of each color if guesses stay the same with pegs reordered so."""
    becomes: dict[int, int] = {}
    for guess in guesses:
        for peg, source in enumerate(order):
            if becomes.setdefault(guess[source], guess[peg]) != guess[peg]:
                return None
    return becomes if len({*becomes.values()}) == len(becomes) else None


def swapped(pegs: tuple[int, ...], i: int, k: int) -> tuple[int, ...]:
    """The pegs with two of them swapped."""
    order = list(pegs)
    order[i], order[k] = order[k], order[i]
    return tuple(order)
