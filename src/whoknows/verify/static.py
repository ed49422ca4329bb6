"""Guesses fixed in advance: a set that tells all codes apart, and that fewer cannot do.

The claim is a game of Mastermind and the number of guesses; the witness has them, as places
in the list of codes.  That fewer cannot do is counted (so many answers each), or tried: of
a smaller set, some guess is of a first kind up to renaming pegs and colors, and may be
taken as the first of that kind; then one of the guesses that tell apart a pair of codes
must be in it.  Only small games are tried, up to a number of steps.
"""

from typing import Any

import numpy as np

from whoknows.verify.asking import Game, Ints, mastermind, renamed
from whoknows.verify.files import Document, Progress, Verdict, number, part, require

MOST_STEPS = 300_000


def check(claim: Document, witness: Document, proof: Document, tell: Progress) -> Verdict:
    """The guesses tell all codes apart, and fewer do not."""
    require(not proof, "the proof of a number of fixed guesses has no parts")
    game, size = mastermind(claim), number(claim, "size", 1, 100)
    guesses = part(witness, "guesses", list)
    good = all(isinstance(q, int) and 0 <= q < len(game.answers) for q in guesses)
    require(good and len(guesses) == size, f"there are not {size} guesses")
    together = np.unique(game.answers[guesses], axis=1).shape[1]
    require(together == game.answers.shape[1], "two codes have the same answers")
    search = Search(game, claim, tell)
    require(search.none(size - 1), f"{size - 1} may be enough")
    says = f"{game.name}: {size} guesses fixed in advance tell all apart, no fewer do"
    return Verdict(says, "enumeration" if search.steps else "theorem", search.steps)


class Search:
    """Whether no set of so many guesses tells all codes apart."""

    def __init__(self, game: Game, claim: Any, tell: Progress) -> None:
        self.game, self.tell, self.steps = game, tell, 0
        self.most = max(len(np.unique(row)) for row in game.answers)
        self.claim = claim

    def none(self, size: int) -> bool:
        """Whether there is no such set."""
        if self.most**size < self.game.answers.shape[1]:
            return True
        allowed = np.ones(len(self.game.answers), bool)
        kinds = self.kinds()
        for place, first in enumerate(np.unique(kinds).tolist()):
            classes = self.game.answers[first].copy()
            if self.can(classes, size - 1, allowed):
                return False
            allowed &= kinds != first
            self.tell((place + 1) / len(np.unique(kinds)))
        return True

    def kinds(self) -> Ints:
        """For each guess the first that some renaming makes of it."""
        codes = self.game.codes
        assert codes is not None
        pegs, colors = codes.shape[1], int(self.claim["colors"])
        swaps = [(swapped(pegs, k), list(range(colors))) for k in range(pegs - 1)]
        swaps += [(list(range(pegs)), swapped(colors, k)) for k in range(colors - 1)]
        moves, kinds = [renamed(codes, swap, 0) for swap in swaps], np.arange(len(codes))
        while True:
            before = kinds.copy()
            for move in moves:
                kinds = np.minimum(kinds, kinds[move])
            if np.array_equal(before, kinds):
                return kinds

    def can(self, classes: Ints, left: int, allowed: Ints) -> bool:
        """Whether so many more of the guesses allowed can part all classes."""
        self.steps += 1
        require(self.steps <= MOST_STEPS, "too large to be tried")
        _, classes, counts = np.unique(classes, return_inverse=True, return_counts=True)
        if counts.max() == 1:
            return True
        if counts.max() > self.most**left:
            return False
        one, other = np.flatnonzero(classes == counts.argmax())[:2]
        allowed = allowed.copy()
        telling = self.game.answers[:, one] != self.game.answers[:, other]
        for guess in np.flatnonzero(telling & allowed).tolist():
            finer = classes * self.game.labels + self.game.answers[guess]
            if self.can(finer, left - 1, allowed):
                return True
            allowed[guess] = False
        return False


def swapped(size: int, place: int) -> list[int]:
    """The numbers below `size` with two neighbors swapped."""
    found = list(range(size))
    found[place], found[place + 1] = found[place + 1], found[place]
    return found
