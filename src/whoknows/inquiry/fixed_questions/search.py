"""Questions fixed in advance: the fewest whose answers together tell all secrets apart.

A small set is found by greed and exchange; that there is no smaller one is proven by
trying all sets up to symmetry, where that is feasible.

>>> import numpy as np
>>> from whoknows.inquiry.problem import from_matrix
>>> bits = np.array([[s >> k & 1 for s in range(8)] for k in range(3)])
>>> fixed = fixed_questions(from_matrix(bits, ends=False))
>>> fixed.questions, fixed.bound, fixed.proven
((0, 1, 2), 3, True)
"""

from dataclasses import dataclass
from math import ceil, inf, log
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup, TooLarge
from whoknows.inquiry.by_score.strategies import Asked, Report, silent
from whoknows.inquiry.fixed_questions import kernel as kernels
from whoknows.inquiry.problem import Problem, Question, from_matrix
from whoknows.work.progress import patience

MOST_PAIRS = 40_000_000  # answers that are kept
TRIES = 60  # fresh starts of the exchange
NO_CHANCE = np.random.default_rng(0)
KERNEL = 3  # so many questions that are missing are looked for at one stroke


@dataclass(frozen=True, slots=True)
class Fixed:
    """A set of questions that tells all secrets apart, and how small any can be."""

    questions: tuple[Question, ...]
    bound: int
    """No set has fewer."""
    proven: bool
    """Whether the set is as small as can be."""


def fixed_questions(
    problem: Problem,
    *,
    rng: np.random.Generator | None = None,
    seconds: float = 60.0,
    report: Report = silent,
) -> Fixed:
    """A small set of questions that tells all secrets apart.

    For so many seconds at most it is tried to prove that no smaller set does; Ctrl-C
    ends that as well.
    """
    if problem.questions * problem.secrets > MOST_PAIRS:
        pairs = problem.questions * problem.secrets
        raise TooLarge(
            f"{pairs:,} answers; fixed questions are sought among {MOST_PAIRS:,}"
        )
    with patience(report):
        load()
    search = StaticSearch(problem, rng or np.random.default_rng(0), report)
    best = search.small_set()
    bound = search.least()
    stop = monotonic() + seconds
    try:
        while bound < len(best):
            report(f"{len(best)} questions do; can {bound}?")
            better = search.exactly(bound, stop)
            if better is not None:
                return Fixed(tuple(sorted(better)), bound, True)
            bound += 1
    except (KeyboardInterrupt, TimeoutError):
        return Fixed(tuple(sorted(best)), bound, False)
    return Fixed(tuple(sorted(best)), bound, True)


def load() -> None:
    """Load the machine code of the kernels, or compile it the first time."""
    small = StaticSearch(from_matrix(np.eye(3, dtype=np.uint8), ends=False), NO_CHANCE)
    kernels.gains(small.answers, small.refined([0]), small.labels)
    small.exactly(4, inf)


class StaticSearch:
    """The search for a set of questions of one problem."""

    def __init__(
        self, problem: Problem, rng: np.random.Generator, report: Report = silent
    ) -> None:
        self.problem, self.rng, self.report = problem, rng, report
        every = np.arange(problem.questions, dtype=np.int32)
        matrix = problem.matrix(every, problem.everything())
        self.answers = np.ascontiguousarray(matrix.T)
        self.labels = problem.labels

    def least(self) -> int:
        """What the number of answers alone demands."""
        most = max(len(np.unique(column)) for column in self.answers.T)
        return ceil(log(self.problem.secrets) / log(max(2, most)) - 1e-9)

    def refined(self, asked: list[Question]) -> NDArray[np.int32]:
        """The class of each secret once these are asked."""
        classes = np.zeros(self.problem.secrets, np.int32)
        for question in asked:
            after = np.empty_like(classes)
            kernels.refine(self.answers, classes, question, self.labels, after)
            classes = after
        return classes

    def greedy(self, asked: list[Question], most: int | None = None) -> list[Question]:
        """Add the best question until all secrets are apart, or there are `most`."""
        asked = list(asked)
        while most is None or len(asked) < most:
            alike = kernels.gains(self.answers, self.refined(asked), self.labels)
            best = np.flatnonzero(alike == alike.min())
            asked.append(int(self.rng.choice(best)))
            if alike.min() == 0:
                break
            if len(asked) > self.problem.secrets:
                raise BadSetup("no set of questions tells all secrets apart")
        return asked

    def small_set(self) -> list[Question]:
        """A small set, by greed, and by exchange for ever smaller ones."""
        best = self.greedy([])
        while len(best) > self.least():
            smaller = self.exchange(len(best) - 1)
            if smaller is None:
                return best
            best = smaller
        return best

    def exchange(self, size: int) -> list[Question] | None:
        """A set of that size, by replacing one question after the other with the best."""
        for _ in range(TRIES):
            asked = self.greedy([int(self.rng.integers(self.problem.questions))], size)
            alike_pairs = -1
            while alike_pairs != 0:
                before = alike_pairs
                for place in self.rng.permutation(size).tolist():
                    rest = asked[:place] + asked[place + 1 :]
                    alike = kernels.gains(self.answers, self.refined(rest), self.labels)
                    alike_pairs = int(alike.min())
                    asked[place] = int(
                        self.rng.choice(np.flatnonzero(alike == alike_pairs))
                    )
                    if alike_pairs == 0:
                        return asked
                if alike_pairs == before:
                    break
        return None

    def exactly(self, size: int, stop: float) -> list[Question] | None:
        """A set of that size, or `None`: then it is proven that there is none."""
        allowed = np.ones(self.problem.questions, bool)
        return self.completed((), allowed, size, stop)

    def completed(
        self, asked: Asked, allowed: NDArray[np.bool_], more: int, stop: float
    ) -> list[Question] | None:
        """The questions asked and so many more of those allowed that do, if there are any.

        One of them must tell apart a pair that is hard to tell apart.  When a question is
        done with, so are all that are like it as long as those asked stay as they are.
        """
        if monotonic() > stop:
            raise TimeoutError
        classes = self.refined(list(asked))
        kinds = self.problem.kind_of(asked)
        if more <= KERNEL:
            chosen = np.zeros(max(2, more), np.int64)
            does = kernels.complete(
                self.answers, classes, more, self.labels, allowed, kinds, chosen
            )
            return sorted({*asked, *chosen[:more].tolist()}) if does else None
        choices = np.zeros(self.problem.questions, np.int32)
        count = kernels.hardest(self.answers, classes, allowed, choices)
        allowed = allowed.copy()
        for question in choices[:count].tolist():
            if allowed[question]:
                better = self.completed((*asked, question), allowed, more - 1, stop)
                if better is not None:
                    return better
                allowed &= kinds != kinds[question]
                self.tell(asked, question, allowed)
        return None

    def tell(self, asked: Asked, question: Question, allowed: NDArray[np.bool_]) -> None:
        """Report on the first questions."""
        if not asked:
            name = self.problem.question_name(question)
            self.report(f"not with {name} or its like; {allowed.sum():,} others are left")
