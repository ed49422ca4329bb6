"""A problem: some secrets, some questions, and an answer for each pair of them.

The answers are kept as *layers*: the answer of question q at secret s is the sum over the
layers of one small table looked up at a row of q and a column of s.  A plain matrix is one
layer; Mastermind is three small ones (shared colors, and blacks in either half of a code),
so that a game of a billion pairs needs no matrix of a billion answers.

>>> import numpy as np
>>> problem = from_matrix(np.array([[0, 0, 1], [0, 1, 1], [0, 1, 2]]), ends=False)
>>> problem.answers(2, np.arange(3)).tolist()
[0, 1, 2]
>>> [cell.tolist() for _, cell in problem.split(1, np.arange(3))]
[[0], [1, 2]]
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup

__all__ = [
    "MOST_PAIRS",
    "Cell",
    "Label",
    "Marks",
    "Problem",
    "Question",
    "Questions",
    "Secret",
    "from_matrix",
    "smallest",
]

Question: TypeAlias = int  # its place in the list of questions
Secret: TypeAlias = int  # its place in the list of secrets
Label: TypeAlias = int  # an answer
Cell: TypeAlias = NDArray[np.int32]  # secrets that are still possible, in rising order
Questions: TypeAlias = NDArray[np.int32]  # some questions, in rising order
Labels: TypeAlias = NDArray[Any]  # an answer each
Kinds: TypeAlias = Callable[[tuple[Question, ...], Cell], Questions]
"""The first question of each kind, given what was asked and is possible: the symmetry."""
Alike: TypeAlias = Callable[[tuple[Question, ...]], Questions]
"""For each question the first that some symmetry makes of it, those asked staying put."""

MOST_PAIRS = 80_000_000  # answers that a search for an optimum keeps


class Marks(NamedTuple):
    """Answers by bits: the sum over k of worth[k] times the bits that two marks share."""

    questions: NDArray[np.uint64]
    """Marks of each question: one line for each k."""
    secrets: NDArray[np.uint64]
    """Marks of each secret, likewise."""
    worth: NDArray[np.uint64]
    """What a shared bit adds to the label; labels are below 64."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Secrets, questions, and the answer to each question at each secret."""

    tables: Labels
    """All layers, flat."""
    rows: NDArray[np.int64]
    """Where the row of a question starts in `tables`: one line per layer."""
    columns: NDArray[np.int32]
    """The place of a secret in such a row: one line per layer."""
    labels: int
    """Answers are 0, 1, ..., labels - 1."""
    right: NDArray[np.int32]
    """The secret that each question names, or -1."""
    ends: bool
    """Whether asking the secret itself ends the game; if not, knowing it does."""
    question_name: Callable[[Question], str] = str
    secret_name: Callable[[Secret], str] = str
    answer_name: Callable[[Label], str] = str
    kinds: Kinds | None = None
    alike: Alike | None = None
    marks: Marks | None = None
    """The answers by counting bits, if there is such a form: it is the quickest."""

    @property
    def secrets(self) -> int:
        """How many secrets there are."""
        return int(self.columns.shape[1])

    @property
    def questions(self) -> int:
        """How many questions there are."""
        return int(self.rows.shape[1])

    def everything(self) -> Cell:
        """All the secrets."""
        return np.arange(self.secrets, dtype=np.int32)

    def answers(self, question: Question, cell: Cell) -> Labels:
        """The answer to one question at every secret of the cell."""
        if self.whole is not None:
            known: Labels = self.whole[question, cell]
            return known
        row: Labels = self.matrix(np.array([question], np.int32), cell)[0]
        return row

    def matrix(self, questions: Questions, cell: Cell) -> Labels:
        """The answers to these questions (rows) at these secrets (columns)."""
        if self.whole is not None and len(questions) == self.questions:
            return self.whole[:, cell]
        answers: Labels = self.tables[self.rows[0, questions, None] + self.columns[0, cell]]
        for rows, columns in zip(self.rows[1:], self.columns[1:], strict=True):
            answers += self.tables[rows[questions, None] + columns[cell]]
        return answers

    def split(self, question: Question, cell: Cell) -> Iterator[tuple[Label, Cell]]:
        """The cell parted by the answer to the question."""
        answers = self.answers(question, cell)
        order = answers.argsort(kind="stable")
        answers, cell = answers[order], cell[order]
        starts = [0, *(np.flatnonzero(answers[1:] != answers[:-1]) + 1).tolist()]
        for start, stop in zip(starts, [*starts[1:], len(cell)], strict=True):
            yield int(answers[start]), cell[start:stop]

    @cached_property
    def whole(self) -> Labels | None:
        """The full matrix of answers, if that is how they are kept."""
        starts = np.arange(self.questions) * self.secrets
        if len(self.rows) > 1 or not np.array_equal(self.rows[0], starts):
            return None
        if not np.array_equal(self.columns[0], self.everything()):
            return None
        return self.tables.reshape(self.questions, self.secrets)

    @cached_property
    def naming(self) -> NDArray[np.int32]:
        """The first question that names each secret, or -1."""
        naming = np.full(self.secrets + 1, -1, np.int32)
        naming[self.right[::-1]] = np.arange(self.questions, dtype=np.int32)[::-1]
        return naming[:-1]

    def possible(self, cell: Cell) -> NDArray[np.bool_]:
        """Which questions name a secret of the cell."""
        held = np.zeros(self.secrets + 1, bool)  # the last is for -1: none
        held[cell] = True
        return held[self.right]

    def worth_asking(self, asked: tuple[Question, ...], cell: Cell) -> Questions:
        """The first question of each kind, or all where no symmetry is known."""
        if self.kinds is None:
            return np.arange(self.questions, dtype=np.int32)
        return self.kinds(asked, cell)

    def kind_of(self, asked: tuple[Question, ...]) -> Questions:
        """For each question the first of its kind; itself where no symmetry is known."""
        if self.alike is None:
            return np.arange(self.questions, dtype=np.int32)
        return self.alike(asked)


def from_matrix(
    answers: NDArray[Any],
    *,
    ends: bool = True,
    right: Sequence[Secret] | NDArray[Any] | None = None,
    **named: Any,
) -> Problem:
    """The problem whose question q (row) is answered `answers[q, s]` at secret s (column).

    `right` is the secret that each question names, -1 for none; if the game `ends` so, then
    question k names secret k unless said otherwise.
    """
    if answers.ndim != 2 or answers.size == 0:
        raise BadSetup(f"answers of shape {answers.shape}: wanted questions by secrets")
    if answers.min() < 0:
        raise BadSetup("answers are labels 0, 1, 2, ...; a negative one came")
    if right is None:
        right = range(len(answers)) if ends else [-1] * len(answers)
    right = np.array(right, np.int32)
    right[right >= answers.shape[1]] = -1  # no question names a secret that is not there
    if ends:
        answers = told_when_right(answers, right)
    labels = int(answers.max()) + 1
    return Problem(
        tables=np.ascontiguousarray(answers, smallest(labels)).ravel(),
        rows=np.arange(len(answers), dtype=np.int64)[None] * answers.shape[1],
        columns=np.arange(answers.shape[1], dtype=np.int32)[None],
        labels=labels,
        right=right,
        ends=ends,
        **named,
    )


def told_when_right(answers: NDArray[Any], right: NDArray[np.int32]) -> NDArray[Any]:
    """The answers, but one that ends the game is given at no other secret."""
    asks = np.flatnonzero(right >= 0)
    ending = answers[asks, right[asks]]
    if ((answers[asks] == ending[:, None]).sum(1) == 1).all():
        return answers
    answers = answers.astype(np.int64)
    answers[asks, right[asks]] = answers.max() + 1
    return answers


def smallest(labels: int) -> type[np.unsignedinteger[Any]]:
    """The smallest type that holds so many labels."""
    return np.uint8 if labels <= 256 else np.uint16 if labels <= 65536 else np.uint32
