"""The best question by a score, compiled: what `splits` does, for large problems.

Numba is loaded with this module and its machine code kept on disk, so import it late.
"""

from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import needs
from whoknows.inquiry.by_score import splits
from whoknows.inquiry.by_score.scores import ENTROPY, Score, part_weights, smallest_factors
from whoknows.inquiry.problem import Cell, Marks, Problem, Question, Questions, from_matrix
from whoknows.work import compiled as compiling
from whoknows.work.compiled import copy

with needs("solve"):
    import numba
    from numba.extending import intrinsic

Ints: TypeAlias = NDArray[Any]
Int: TypeAlias = Any  # the compiler has its own types for numbers

SUM, LARGEST, PARTS = 0, 1, 2
ABOVE_ALL = 1 << 60  # more than any score
WORD = 64  # bits of a word
BLOCK = 1024  # questions side by side
SEEDS = 24  # questions that are scored first, for a bound
NO_PARTS = np.zeros(0, np.int64)
NO_MARKS = np.zeros((2, 0), np.uint64)
compiled = compiling.compiled(nogil=True, error_model="numpy")


def load() -> None:
    """Load the machine code of the kernels, or compile it the first time."""
    small = from_matrix(np.eye(3, dtype=np.uint8), ends=False)
    words = np.array([[1, 2, 4], [0, 0, 0]], np.uint64)
    marks = Marks(words, words, np.array([1, 0], np.uint64))
    for problem in (small, replace(small, marks=marks)):
        for cell in (problem.everything(), problem.everything()[:2]):
            best(problem, np.arange(3, dtype=np.int32), cell, ENTROPY)


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
    factors = smallest_factors(len(cell)) if slack else weights
    if problem.marks is not None and problem.labels <= WORD:
        return marked_best(problem, questions, cell, score, (mode, weights, slack, factors))
    asked, sure = scan(
        problem.tables, problem.rows, columns, questions, possible, problem.labels,
        mode, weights, score.bonus, slack, factors, score.lone_is_best,
        NO_PARTS, ABOVE_ALL, NO_MARKS, NO_MARKS, NO_MARKS[0],
    )  # fmt: skip
    return int(asked) if sure else splits.best(problem, questions, cell, score)


def marked_best(
    problem: Problem, questions: Questions, cell: Cell, score: Score, how: tuple[Any, ...]
) -> Question:
    """The best question where answers are counted by bits, with bounds by their parts."""
    marks = problem.marks
    assert marks is not None
    mode, weights, slack, factors = how
    asks = np.ascontiguousarray(marks.questions[:, questions])
    able = problem.possible(cell)[questions]
    words = np.ascontiguousarray(marks.secrets[:, cell])
    parts = count_all_parts(asks, words, marks.worth)
    if mode == PARTS:
        best_parts = parts == parts.max()
        ties = np.flatnonzero(best_parts & able)
        return int(questions[ties[0] if len(ties) else best_parts.argmax()])
    lows = bounds_by_parts(len(cell), problem.labels, mode, weights)
    columns = np.ascontiguousarray(problem.columns[:, cell])
    possible = problem.possible(cell)
    bounds = lows[parts] - score.bonus * able
    seeds = np.ascontiguousarray(questions[np.argsort(bounds, kind="stable")[:SEEDS]])
    limit = first_limit(
        problem.tables, problem.rows, columns, seeds, possible, problem.labels,
        mode, weights, score.bonus,
    )  # fmt: skip
    asked, sure = scan(
        problem.tables, problem.rows, columns, questions, possible, problem.labels,
        mode, weights, score.bonus, slack, factors, score.lone_is_best,
        bounds, limit + slack, asks, words, marks.worth,
    )  # fmt: skip
    return int(asked) if sure else splits.best(problem, questions, cell, score)


def bounds_by_parts(size: int, labels: int, mode: int, weights: Ints) -> Ints:
    """The best score that a split into so many parts can have: the even one."""
    parts = np.arange(labels + 1).clip(1)
    each, more = size // parts, size % parts
    if mode == LARGEST:
        return np.asarray(each + (more > 0), np.int64)
    if not (np.diff(weights, 2) >= 0).all():
        return np.full(labels + 1, -ABOVE_ALL, np.int64)  # even splits need not be best
    bounds = (parts - more) * weights[each] + more * weights[np.minimum(each + 1, size)]
    return np.asarray(bounds, np.int64)


def bit_counter(context: Any, word: Any) -> Any:  # noqa: ARG001 -- numba's form of it
    """How many bits of a word are set, as one instruction."""

    def generate(_: Any, builder: Any, __: Any, words: Any) -> Any:
        return builder.ctpop(words[0])

    return numba.uint64(numba.uint64), generate


bits_set: Any = intrinsic(bit_counter)


@compiled
def count_all_parts(asks: Ints, cell: Ints, worth: Ints) -> Ints:
    """How many parts each question makes of the cell, all questions side by side."""
    parts = np.empty(asks.shape[1], np.int64)
    masks = np.empty(BLOCK, np.uint64)
    one_worth, two_worth = worth[0], worth[1]
    for start in range(0, asks.shape[1], BLOCK):
        size = min(BLOCK, asks.shape[1] - start)
        ones, twos = asks[0, start : start + size], asks[1, start : start + size]
        masks[:] = 0
        for k in range(cell.shape[1]):
            one, two = cell[0, k], cell[1, k]
            for q in range(size):
                label = one_worth * bits_set(ones[q] & one) + two_worth * bits_set(
                    twos[q] & two
                )
                masks[q] |= np.uint64(1) << label
        for q in range(size):
            parts[start + q] = np.int64(bits_set(masks[q]))
    return parts


@compiled
def first_limit(
    tables: Ints, rows: Ints, columns: Ints, seeds: Ints, possible: Ints, labels: Int,
    mode: Int, weights: Ints, bonus: Int,
) -> Int:  # fmt: skip
    """The best score of some questions: no worse one need be looked at."""
    answers = np.empty(columns.shape[1], tables.dtype)
    sizes = np.zeros(labels, np.int32)
    steps = weights[1:] - weights[:-1]
    least = np.int64(ABOVE_ALL)
    for place in range(len(seeds)):
        question = seeds[place]
        look_up(tables, rows, columns, question, answers)
        key = score(answers, sizes, mode, steps, np.int64(ABOVE_ALL))
        least = min(least, key - (bonus if possible[question] else 0))
        sizes[:] = 0
    return least


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
    bounds: Ints, most: Int, asks: Ints, words: Ints, worth: Ints,
) -> tuple[Int, bool]:  # fmt: skip
    """The best question, and whether that is sure (or sums are too near to tell).

    `bounds`, if not empty, says what each question scores at least; none scoring more
    than `most` is looked at.  `asks`, `words`, and `worth` are marks, if there are any.
    """
    size = columns.shape[1]
    answers = np.empty(size, tables.dtype)
    sizes, held = np.zeros(labels, np.int32), np.zeros(labels, np.int32)
    net = np.zeros(size + 1 if slack else 1, np.int64)
    steps = weights[1:] - weights[:-1]
    rising = mode != SUM or steps.min() >= 0
    winner, able, sure = -1, False, True
    least: Int = np.int64(0)
    for place in range(len(questions)):
        if len(bounds) and bounds[place] > most:
            continue
        question = questions[place]
        more = bonus if possible[question] else 0
        limit = most + more if rising else np.int64(ABOVE_ALL)
        if asks.shape[1]:
            count_bits(asks[0, place], asks[1, place], words, worth, answers)
        else:
            look_up(tables, rows, columns, question, answers)
        key: Int = score(answers, sizes, mode, steps, limit) - more
        if key > most:
            wipe(answers, sizes)
            continue
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
        most = min(most, least + slack)
        copy(sizes, held)
        wipe(answers, sizes)
        if lone_is_best and not bonus and is_lone(mode, key, size, weights) and not able:
            break  # no possible question is as good: the caller looked at them before
    return winner, sure


@compiled
def count_bits(one: Int, two: Int, words: Ints, worth: Ints, answers: Ints) -> None:
    """The answers to a question with these marks at all secrets, into `answers`."""
    one_worth, two_worth = worth[0], worth[1]
    ones, twos = words[0], words[1]
    for k in range(len(answers)):
        answers[k] = one_worth * bits_set(one & ones[k]) + two_worth * bits_set(
            two & twos[k]
        )


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
