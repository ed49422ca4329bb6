"""The best question by a score, compiled: what `splits` does, for large problems.

Numba is loaded with this module and its machine code kept on disk, so import it late.
"""

from typing import Any, TypeAlias

import numba
import numpy as np
from numpy.typing import NDArray

from whoknows.inquiry import splits
from whoknows.inquiry.problem import Cell, Problem, Question, Questions, from_matrix
from whoknows.inquiry.scores import ENTROPY, Score, part_weights, smallest_factors

Ints: TypeAlias = NDArray[Any]
Int: TypeAlias = Any  # the compiler has its own types for numbers

SUM, LARGEST, PARTS = 0, 1, 2
MOST = 1 << 62  # more than any score
compiled = numba.njit(cache=True, nogil=True, error_model="numpy")


def load() -> None:
    """Load the machine code of the kernels, or compile it the first time."""
    small = from_matrix(np.eye(3, dtype=np.uint8))
    best(small, np.arange(3, dtype=np.int32), small.everything(), ENTROPY)


def best(problem: Problem, questions: Questions, cell: Cell, score: Score) -> Question:
    """The best of the questions by the score; among equals a possible secret, the first."""
    columns = np.ascontiguousarray(problem.columns[:, cell])
    possible = problem.possible(cell)
    if score.lone_is_best and len(cell) <= problem.labels:
        able = questions[possible[questions]]
        separating = lone(problem.tables, problem.rows, columns, able, problem.labels)
        if separating >= 0:
            return int(separating)
    weights = np.zeros(2, np.int64) if score.weights is None else score.weights(len(cell))
    slack = score.slack(len(cell)) if score.slack else 0
    mode = LARGEST if score.largest else PARTS if score.weights is part_weights else SUM
    asked, sure = scan(
        problem.tables, problem.rows, columns, questions, possible, problem.labels,
        mode, weights, score.bonus, slack,
        smallest_factors(len(cell)) if slack else weights, score.lone_is_best,
    )  # fmt: skip
    return int(asked) if sure else splits.best(problem, questions, cell, score)


@compiled
def lone(tables: Ints, rows: Ints, columns: Ints, questions: Ints, labels: Int) -> Int:
    """The first question that leaves every secret in a cell of its own, or -1."""
    seen = np.full(labels, -1, np.int32)
    for place in range(len(questions)):
        question, apart = questions[place], True
        for k in range(columns.shape[1]):
            label = 0
            for layer in range(len(rows)):
                label += tables[rows[layer, question] + columns[layer, k]]
            if seen[label] == place:
                apart = False
                break
            seen[label] = place
        if apart:
            return int(question)
    return -1


@compiled
def scan(
    tables: Ints, rows: Ints, columns: Ints, questions: Ints, possible: Ints, labels: Int,
    mode: Int, weights: Ints, bonus: Int, slack: Int, factors: Ints, lone_is_best: Int,
) -> tuple[Int, bool]:  # fmt: skip
    """The best question, and whether that is sure (or sums are too near to tell)."""
    size = columns.shape[1]
    answers = np.empty(size, tables.dtype)
    sizes, held = np.zeros(labels, np.int32), np.zeros(labels, np.int32)
    net = np.zeros(size + 1 if slack else 1, np.int64)
    steps = weights[1:] - weights[:-1]
    rising = mode != SUM or steps.min() >= 0
    winner, able, sure = -1, False, True
    least: Int = np.int64(0)
    for place in range(len(questions)):
        question = questions[place]
        more = bonus if possible[question] else 0
        limit = least + slack + more if winner >= 0 and rising else np.int64(MOST)
        look_up(tables, rows, columns, question, answers)
        key: Int = score(answers, sizes, mode, steps, limit) - more
        if winner < 0 or key < least - slack:
            sure = True
        elif key > least + slack:
            wipe(answers, sizes)
            continue
        elif slack and not (key == least and same_product(sizes, held, net, factors)):
            sure = False  # a hair's breadth: the caller decides with whole numbers
            wipe(answers, sizes)
            continue
        elif key == least and (able or not possible[question]):
            wipe(answers, sizes)
            continue
        winner, least, able = question, key, possible[question]
        held[:] = sizes
        wipe(answers, sizes)
        if lone_is_best and not bonus and is_lone(mode, key, size, weights) and not able:
            break  # no possible question is as good: the caller looked at them before
    return winner, sure


@compiled
def look_up(tables: Ints, rows: Ints, columns: Ints, question: Int, answers: Ints) -> None:
    """The answers to the question at all secrets, into `answers`."""
    size = columns.shape[1]
    if len(rows) == 3:
        one, two, three = rows[0, question], rows[1, question], rows[2, question]
        for k in range(size):
            answers[k] = (
                tables[one + columns[0, k]]
                + tables[two + columns[1, k]]
                + tables[three + columns[2, k]]
            )
        return
    start = rows[0, question]
    for k in range(size):
        answers[k] = tables[start + columns[0, k]]
    for layer in range(1, len(rows)):
        start = rows[layer, question]
        for k in range(size):
            answers[k] += tables[start + columns[layer, k]]


@compiled
def score(answers: Ints, sizes: Ints, mode: Int, steps: Ints, limit: Int) -> Int:
    """The score of a split, or something beyond the limit; the sizes are left in `sizes`.

    The score is kept up to date secret by secret, and given up as soon as it is too bad.
    """
    key = np.int64(0)
    if mode == SUM:
        for k in range(len(answers)):
            count = sizes[answers[k]]
            key += steps[count]
            sizes[answers[k]] = count + 1
            if key > limit:
                break
    elif mode == LARGEST:
        for k in range(len(answers)):
            count = sizes[answers[k]] + 1
            sizes[answers[k]] = count
            if count > key:
                key = np.int64(count)
                if key > limit:
                    break
    else:
        key = -np.int64(len(answers))  # as if all were apart
        for k in range(len(answers)):
            key += sizes[answers[k]] != 0
            sizes[answers[k]] = 1
            if key > limit:
                break
    return key


@compiled
def wipe(answers: Ints, sizes: Ints) -> None:
    """Make `sizes` empty again."""
    if len(answers) > len(sizes):
        sizes[:] = 0
    else:
        for k in range(len(answers)):
            sizes[answers[k]] = 0


@compiled
def is_lone(mode: Int, key: Int, size: Int, weights: Ints) -> Int:
    """Whether the score is that of a split into single secrets."""
    if mode == LARGEST:
        return key == 1
    if mode == PARTS:
        return key == -size
    return key == size * weights[1]


@compiled
def same_product(sizes: Ints, held: Ints, net: Ints, factors: Ints) -> Int:
    """Whether two splits have equal products of n^n, by the exponents of the primes.

    `net` is all zero before and after.
    """
    differ = False
    for label in range(len(sizes)):
        differ |= sizes[label] != held[label]
    if not differ:
        return True
    same = True
    for sign in (1, -1):
        for label in range(len(sizes)):
            n = sizes[label] if sign == 1 else held[label]
            rest = n
            while rest > 1:
                net[factors[rest]] += sign * n
                rest //= factors[rest]
    for turn in range(2):
        for label in range(len(sizes)):
            rest = sizes[label] if turn == 0 else held[label]
            while rest > 1:
                same &= net[factors[rest]] == 0
                net[factors[rest]] = 0
                rest //= factors[rest]
    return same
