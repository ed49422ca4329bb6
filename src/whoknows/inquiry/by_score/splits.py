"""The sizes of all splits of a cell, and the best question by a score, in plain numpy.

Small problems are solved with this alone, so that nobody waits for a compiler; the kernels
of `kernels` do the same for large ones.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.inquiry.by_score.scores import Score, Sizes
from whoknows.inquiry.problem import Cell, Problem, Question, Questions

Counts: TypeAlias = NDArray[np.int64]  # a row per question: the size of each answer's cell

CHUNK = 1 << 22  # so many answers are looked up at a time


def counts(problem: Problem, questions: Questions, cell: Cell) -> Counts:
    """How many secrets of the cell give each answer (columns) to each question (rows)."""
    step = max(1, CHUNK // len(cell))
    pieces = [
        count_rows(problem, questions[start : start + step], cell)
        for start in range(0, len(questions), step)
    ]
    return np.concatenate(pieces) if len(pieces) != 1 else pieces[0]


def count_rows(problem: Problem, questions: Questions, cell: Cell) -> Counts:
    """The sizes of the cells for few questions."""
    offsets = np.arange(0, len(questions) * problem.labels, problem.labels)[:, None]
    answers = np.add(problem.matrix(questions, cell), offsets, dtype=np.intp)
    flat = np.bincount(answers.ravel(order="K"), minlength=len(questions) * problem.labels)
    return flat.reshape(len(questions), problem.labels)


TIES = {  # which of equally good questions is asked
    "possible": "one that may be the secret, the first of these",
    "first": "the first, whether it may be the secret or not",
    "last": "one that may be the secret, the last of these",
}


def best(
    problem: Problem,
    questions: Questions,
    cell: Cell,
    score: Score,
    ties_by: str = "possible",
) -> Question:
    """The best of the questions by the score; among equals by a rule of `TIES`."""
    possible = problem.possible(cell)[questions]
    if score.lone_is_best and ties_by == "possible" and possible.any():
        separating = lone(problem, questions[possible], cell)
        if separating is not None:
            return separating
    sizes = counts(problem, questions, cell)
    ties = np.flatnonzero(winners(sizes, possible, score))
    able = ties[possible[ties]]
    among = able if len(able) and ties_by != "first" else ties
    return int(questions[among[-1 if ties_by == "last" else 0]])


def lone(problem: Problem, questions: Questions, cell: Cell) -> Question | None:
    """The first question that leaves every secret in a cell of its own, if there is one."""
    if len(cell) > problem.labels:
        return None
    answers = np.sort(problem.matrix(questions, cell), axis=1)
    apart = (answers[:, 1:] != answers[:, :-1]).all(1)
    return int(questions[apart.argmax()]) if apart.any() else None


def winners(sizes: Counts, possible: NDArray[np.bool_], score: Score) -> NDArray[np.bool_]:
    """Which rows have the best score."""
    if score.largest:
        keys = sizes.max(1)
    elif score.weights:
        keys = score.weights(int(sizes[0].sum()))[sizes].sum(1) - score.bonus * possible
    else:
        return exact_winners(sizes, possible, score)
    if not score.slack:
        won: NDArray[np.bool_] = keys == keys.min()
        return won
    near = score.slack(int(sizes[0].sum()))
    close: NDArray[np.bool_] = keys <= keys.min() + near
    close[close] = exact_winners(sizes[close], possible[close], score)
    return close


def exact_winners(
    sizes: Counts, possible: NDArray[np.bool_], score: Score
) -> NDArray[np.bool_]:
    """The score by its definition, once for each distinct split."""
    ordered = np.sort(sizes, axis=1)[:, ::-1]
    if not score.bonus and score.slack and (ordered == ordered[0]).all():
        return np.ones(len(sizes), bool)  # the same sizes have the same score
    rows = np.column_stack([ordered, possible])
    as_bytes = rows.view(f"V{rows.itemsize * rows.shape[1]}").ravel().tolist()
    distinct = dict(zip(as_bytes, rows, strict=True))  # far quicker than to sort the rows
    values = {key: score.of(*described(row)) for key, row in distinct.items()}
    least = min(values.values())
    best_keys = {key for key, value in values.items() if value == least}
    return np.array([key in best_keys for key in as_bytes])


def described(row: NDArray[np.int64]) -> tuple[Sizes, bool]:
    """The sizes of a split, largest first and empty cells left out; and if possible."""
    *sizes, possible = row.tolist()
    return tuple(size for size in sizes if size), bool(possible)


def ranking(
    problem: Problem, questions: Questions, cell: Cell, score: Score
) -> Iterator[tuple[Any, bool, Question, Sizes]]:
    """Every question with its score, whether it is possible, and its sizes; best first."""
    possible = problem.possible(cell)[questions]
    sizes = -np.sort(-counts(problem, questions, cell), axis=1)
    splits = [described(row) for row in np.column_stack([sizes, possible])]
    values = {split: score.of(*split) for split in set(splits)}
    rows = zip(splits, questions.tolist(), strict=True)
    ranked = [(values[split], not split[1], question, split[0]) for split, question in rows]
    for value, doubtful, question, shape in sorted(ranked, key=lambda row: row[:3]):
        yield value, not doubtful, question, shape
