"""Guesses fixed in advance: a set that tells all codes apart, and that fewer cannot do.

The claim is a game of Mastermind and the number of guesses; the witness has them, as places
in the list of codes.  The proof has no parts.  That fewer cannot do is counted (so many
answers each), or all smaller sets are tried: of a pair of codes that the guesses so far do
not tell apart, one of the guesses that do must be in the set.  After all sets with a guess
are tried, it is given up, and with it all that a renaming of pegs and colors makes of it,
if the renaming leaves the guesses so far as they are: what was given up before stays the
same, so that a set with one would have become a set with the other.

The last two guesses are looked for together: of some hard pairs, each must be told apart by
one of the two.  What is left of that is looked at with all codes.
"""

from itertools import permutations, product
from math import factorial

import numpy as np

from whoknows.checking.certificate import Fields, Progress, Verdict, require
from whoknows.checking.plans import Game, Ints, mastermind, renamed

MOST_STEPS = 300_000
MOST_RENAMINGS = 20_000  # that are written out; with more no guesses are alike
MOST_CLASSES = 1 << 63  # that numbers can tell apart
SAMPLE, WORD = 448, 64  # pairs that are looked at first, and bits of a word


def check(claim: Fields, witness: Fields, proof: Fields, tell: Progress) -> Verdict:
    """The guesses tell all codes apart, and fewer do not."""
    proof.close()
    game, size = mastermind(claim), claim.number("size", 1, 100)
    guesses = witness.part("guesses", list)
    claim.close()
    good = all(isinstance(q, int) and 0 <= q < len(game.answers) for q in guesses)
    require(good and len(guesses) == size, f"there are not {size} guesses")
    together = np.unique(game.answers[guesses], axis=1).shape[1]
    require(together == game.answers.shape[1], "two codes have the same answers")
    search = Search(game, int(claim.value("colors")), tell)
    require(search.none(size - 1), f"{size - 1} may be enough")
    says = f"{game.name}: {size} guesses fixed in advance tell all apart, no fewer do"
    return Verdict(says, "enumeration", search.steps)


class Search:
    """Whether no set of so many guesses tells all codes apart."""

    def __init__(self, game: Game, colors: int, tell: Progress) -> None:
        self.game, self.tell, self.steps = game, tell, 0
        self.answers = game.answers.astype(np.uint8)
        self.rows = np.ascontiguousarray(self.answers.T)  # by code
        self.alike = same_answers(game.answers)
        self.most = max(len(np.unique(row)) for row in game.answers)
        assert game.codes is not None
        self.codes, self.colors = game.codes, colors
        self.moves = self.renamings()

    def none(self, size: int) -> bool:
        """Whether there is no such set."""
        if self.most**size < self.answers.shape[1]:
            return True
        require(self.game.labels**size < MOST_CLASSES, "too large to be tried")
        return self.cannot((), np.ones(len(self.answers), bool), size)

    def renamings(self) -> Ints:
        """What ways to rename pegs and colors make of every guess: a row for each."""
        pegs = self.codes.shape[1]
        if factorial(pegs) * factorial(self.colors) > MOST_RENAMINGS:
            return np.arange(len(self.answers))[None]
        both = product(permutations(range(pegs)), permutations(range(self.colors)))
        rows = [renamed(self.codes, [list(row) for row in way], 0) for way in both]
        return np.array(rows, np.uint16)

    def kinds(self, asked: tuple[int, ...]) -> Ints:
        """For each guess the first that becomes of it while those asked stay."""
        stays = (self.moves[:, list(asked)] == asked).all(axis=1)
        found: Ints = self.moves[stays].min(axis=0)
        return found

    def cannot(self, asked: tuple[int, ...], allowed: Ints, left: int) -> bool:
        """Whether no so many more of the guesses allowed part all codes."""
        self.steps += 1
        require(self.steps <= MOST_STEPS, "too large to be tried")
        classes = self.classes(asked)
        sizes = np.bincount(classes)
        if sizes.max() == 1 or sizes.max() > self.most**left:
            return bool(sizes.max() > 1)
        one, other = alike(classes)
        order = self.alike[one, other].argsort(kind="stable")[::-1]
        order = np.concatenate([order[:WORD], order[WORD :: -(-len(order) // SAMPLE)]])
        telling = self.telling(one[order], other[order], allowed)
        if left == 2:
            return self.no_two(telling, classes)
        kinds, allowed = self.kinds(asked), allowed.copy()
        for guess in np.flatnonzero(telling[:, 0]).tolist():
            if allowed[guess]:
                if not self.cannot((*asked, guess), allowed, left - 1):
                    return False
                allowed &= kinds != kinds[guess]
                if not asked:
                    self.tell(1 - allowed.mean())
        return True

    def telling(self, one: Ints, other: Ints, allowed: Ints) -> Ints:
        """Which guesses allowed tell apart which pairs, the hardest first."""
        found = (self.rows[one] != self.rows[other]) & allowed
        order = found.sum(axis=1).argsort(kind="stable")
        return np.ascontiguousarray(found[order].T)

    def classes(self, asked: tuple[int, ...]) -> Ints:
        """Codes with the same answers so far have the same number."""
        found = np.zeros(self.answers.shape[1], np.int64)
        for guess in asked:
            found = found * self.game.labels + self.answers[guess]
        return np.unique(found, return_inverse=True)[1]

    def no_two(self, telling: Ints, classes: Ints) -> bool:
        """Whether no two guesses tell the pairs apart, a column for each, and all codes."""
        if not telling.any(axis=0).all():
            return True
        rows = np.zeros((len(telling), -(-telling.shape[1] // WORD) * WORD), bool)
        rows[:, : telling.shape[1]] = telling
        words = np.packbits(rows, axis=1).view(np.uint64)
        goal = np.bitwise_or.reduce(words, axis=0)
        firsts = np.flatnonzero(telling[:, 0])
        seconds = np.flatnonzero(telling.any(axis=1))
        a, b = np.nonzero((words[firsts, 0][:, None] | words[seconds, 0]) == goal[0])
        a, b = firsts[a], seconds[b]
        for k in range(1, len(goal)):
            good = (words[a, k] | words[b, k]) == goal[k]
            a, b = a[good], b[good]
        for one, other in zip(a, b, strict=True):
            labels = self.game.labels
            finer = (classes * labels + self.answers[one]) * labels + self.answers[other]
            if len(np.unique(finer)) == len(classes):
                return False
        return True


def alike(classes: Ints) -> tuple[Ints, Ints]:
    """All pairs of codes of one class."""
    order = classes.argsort(kind="stable")
    classes, found = classes[order], []
    for apart in range(1, np.bincount(classes).max()):
        places = np.flatnonzero(classes[apart:] == classes[:-apart])
        found.append((order[places], order[places + apart]))
    ones, others = zip(*found, strict=True)
    return np.concatenate(ones), np.concatenate(others)


def same_answers(answers: Ints) -> Ints:
    """How many guesses do not tell a pair of codes apart."""
    found = np.zeros((answers.shape[1],) * 2, np.float32)
    for label in np.unique(answers):
        has = (answers == label).astype(np.float32)
        found += has.T @ has
    return found
