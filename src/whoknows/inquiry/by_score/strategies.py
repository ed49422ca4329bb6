"""Strategies that ask by a score, and the plan each makes over all secrets.

`first` asks the first secret that is still possible; every other strategy asks a question
with the best score, and `experience` learns its score from its own plans.  A lone secret
is asked at once.

>>> import numpy as np
>>> from whoknows.inquiry.problem import from_matrix
>>> line = from_matrix(np.sign(np.arange(7) - np.arange(7)[:, None]) + 1)  # "higher, lower"
>>> plan_for(line, "entropy").histogram
(1, 2, 4)
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from whoknows.errors import BadSetup, UnknownName
from whoknows.inquiry.by_score.scores import FAMILIES, FAMILY_STARTS, SCORES, Score, score
from whoknows.inquiry.by_score.splits import TIES, best
from whoknows.inquiry.plan import Node, Plan
from whoknows.inquiry.problem import Cell, Label, Problem, Question, Questions, Secret
from whoknows.work.progress import patience

FIRST = "first"
LEARNING = "experience"
NAMES = (FIRST, *SCORES, LEARNING)  # besides the families of scores
WORDS = {  # what they do, in a sentence
    FIRST: "Asks the first case that is still possible.",
    "worst-case": "Asks what leaves the fewest cases in the worst case.",
    "expected-size": "Asks what leaves the fewest cases on average.",
    "entropy": "Asks what gives the most bits: the answers that are hardest to foretell.",
    "parts": "Asks what can be answered in the most ways.",
    "entropy-base-parts": "Asks what splits the cases most evenly, however coarsely.",
    LEARNING: "Asks by what splits cost in its own earlier plans.",
}
SMALL_CELL = 200  # secrets; it is not worth looking for kinds of questions
MOST_UNCOMPILED = 4_000_000  # answers at a time for which no compiled kernel is loaded

Asked: TypeAlias = tuple[Question, ...]
Report: TypeAlias = Callable[[str], None]


def silent(_: str) -> None:
    """Report nothing."""


def load(pairs: int, report: Report = silent) -> None:
    """Load the compiled kernels if a problem of so many pairs will use them."""
    if pairs > MOST_UNCOMPILED:
        with patience(report):
            from whoknows.inquiry.by_score import split_kernels

            split_kernels.load()


@dataclass(frozen=True, slots=True)
class Chooser:
    """A strategy for one problem: what to ask, given what was asked and is possible."""

    problem: Problem
    score: Score | None
    """`None` is the strategy `first`."""
    first: Question | None = None
    """The first question, if it is forced."""
    only_possible: bool = False
    """Whether only a question that may be the secret is asked."""
    ties: str = "possible"
    """Which of equally good questions is asked: a name of `splits.TIES`."""

    def __call__(self, cell: Cell, asked: Asked = ()) -> Question:
        """The question to ask."""
        if not asked and self.first is not None:
            return self.first
        if self.score is None:
            return named(self.problem, int(cell[0]))
        if self.problem.ends and len(cell) <= 2:
            asks = self.problem.naming[cell]
            if asks.max() >= 0:
                return int(asks[asks >= 0].min())
        return self.by_score(self.score, cell, asked)

    def by_score(self, score: Score, cell: Cell, asked: Asked) -> Question:
        """The question with the best score."""
        problem = self.problem
        if self.ties != "possible":  # all questions are tried: kinds keep the first only
            questions = np.arange(problem.questions, dtype=np.int32)
            if self.only_possible:
                questions = questions[problem.possible(cell)]
            return best(problem, questions, cell, score, self.ties)
        if (
            len(cell) < SMALL_CELL
            and problem.questions * problem.secrets <= MOST_UNCOMPILED
        ):
            questions = np.arange(problem.questions, dtype=np.int32)
        else:
            questions = problem.worth_asking(asked, cell)
        if self.only_possible:
            questions = questions[self.problem.possible(cell)[questions]]
        return quick_best(self.problem, questions, cell, score)


def quick_best(
    problem: Problem, questions: Questions, cell: Cell, score: Score
) -> Question:
    """The best question, by the compiled kernel where the problem is large."""
    compiled = score.weights or score.largest
    if not compiled or problem.questions * problem.secrets <= MOST_UNCOMPILED:
        return best(problem, questions, cell, score)
    from whoknows.inquiry.by_score.split_kernels import best as kernel_best

    return kernel_best(problem, questions, cell, score)


def named(problem: Problem, secret: Secret) -> Question:
    """The question that names the secret."""
    question = int(problem.naming[secret])
    if question < 0:
        raise BadSetup(f"no question names the secret {problem.secret_name(secret)}")
    return question


def check_name(strategy: str, *more: str) -> None:
    """Refuse a name that is no strategy's; `more` names are known where it is asked."""
    if strategy in more:
        return
    if strategy in NAMES:
        return
    if not strategy.startswith(FAMILY_STARTS):
        raise UnknownName.among("strategy", strategy, [*NAMES, *more, *FAMILIES])
    score(strategy)


def score_for(problem: Problem, strategy: str) -> Score:
    """The score of that name, for a problem."""
    check_name(strategy)
    if strategy != LEARNING:
        return score(strategy)
    from whoknows.inquiry.by_score.scores import experience

    return experience(problem)


def chooser(
    problem: Problem,
    strategy: str | Score,
    *,
    first: Question | None = None,
    only_possible: bool = False,
    ties: str = "possible",
) -> Chooser:
    """The strategy of that name for the problem."""
    if ties not in TIES:
        raise UnknownName.among("rule for ties", ties, TIES)
    by = strategy if isinstance(strategy, Score) else None
    if isinstance(strategy, str) and strategy != FIRST:
        by = score_for(problem, strategy)
    return Chooser(problem, by, first, only_possible, ties)


def plan_for(
    problem: Problem,
    strategy: str | Score,
    *,
    first: Question | None = None,
    only_possible: bool = False,
    ties: str = "possible",
) -> Plan:
    """The strategy written out over all secrets."""
    choose = chooser(problem, strategy, first=first, only_possible=only_possible, ties=ties)
    root = grow(choose, problem.everything(), ())
    name = strategy if isinstance(strategy, str) else strategy.name
    return named_plan(problem, root, name)


def named_plan(problem: Problem, root: Node, strategy: str) -> Plan:
    """A tree over the problem, with the problem's names."""
    names = problem.question_name, problem.secret_name, problem.answer_name
    return Plan(root, strategy, *names)


def grow(choose: Chooser, cell: Cell, asked: Asked) -> Node:
    """The tree of the strategy for a cell."""
    problem = choose.problem
    if len(cell) == 1 and (asked or choose.first is None):
        secret = int(cell[0])
        asks = named(problem, secret) if problem.ends else None
        return Node(asks, found=(secret,))
    question = choose(cell, asked)
    known: tuple[Secret, ...] = ()
    branches: dict[Label, Node] = {}
    for label, part in problem.split(question, cell):
        if problem.ends and part[0] == problem.right[question]:
            known = (int(part[0]),)
            continue
        if len(part) == len(cell) and asked:
            raise BadSetup(alike(problem, cell))
        branches[label] = grow(choose, part, (*asked, question))
    return Node(question, branches, known)


def alike(problem: Problem, cell: Cell) -> str:
    """The complaint that nothing splits a cell."""
    names = [problem.secret_name(secret) for secret in cell[:3].tolist()]
    more = ", ..." if len(cell) > 3 else ""
    return f"no question is asked that tells apart {', '.join(names)}{more}"
