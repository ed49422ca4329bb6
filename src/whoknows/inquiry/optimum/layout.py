"""The board of a search: a problem laid out for the compiled kernels, with its bounds."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup
from whoknows.inquiry.optimum.kernel import NEVER, SIGNS, Board
from whoknows.inquiry.plan import even_tree
from whoknows.inquiry.problem import Problem

LEVELS = 100  # no plan that asks more is looked for
MOST_LABELS = 256  # an answer is a byte,
WORD = 64  # and, where that is enough, a bit of a word


def make_board(problem: Problem) -> Board:
    """The problem laid out, with an empty memory."""
    every = np.arange(problem.questions, dtype=np.int32)
    matrix, labels = without_gaps(problem.matrix(every, problem.everything()))
    levels = min(LEVELS, problem.secrets + 1)
    room = 1 << min(22, max(10, (problem.secrets * 400).bit_length()))
    level = levels + 3
    return Board(
        matrix=matrix,
        bits=as_bits(matrix, labels),
        right=problem.right,
        naming=np.ascontiguousarray(problem.naming),
        next_naming=next_naming(problem.right),
        low=bounds_by_size(labels, problem.secrets, problem.ends, levels),
        random=random_words(problem.secrets),
        every=every,
        ends=problem.ends,
        labels=labels,
        wide=labels > WORD,
        keys=np.zeros((room, 2), np.uint64),
        values=np.zeros(room, np.int32),
        sure=np.zeros(room, np.int8),
        best=np.zeros(room, np.int32),
        order=np.zeros((level, problem.questions), np.int32),
        bounds=np.zeros((level, problem.questions), np.int32),
        cells=np.zeros((level, problem.secrets), np.int32),
        starts=np.zeros((level, labels + 2), np.int32),
        known=np.zeros((level, labels + 1), np.int32),
        done=np.zeros((level, labels + 1), np.int8),
        signs=np.zeros((level, SIGNS), np.uint64),
        chosen=np.zeros(level, np.int32),
        frames=np.zeros((level, 14), np.int64),
        seen=np.zeros(3, np.int64),
    )


def next_naming(right: NDArray[np.int32]) -> NDArray[np.int32]:
    """For each question the next that names the same secret, or -1."""
    following = np.full(len(right), -1, np.int32)
    order = np.argsort(right, kind="stable")
    same = (right[order[1:]] == right[order[:-1]]) & (right[order[1:]] >= 0)
    following[order[:-1][same]] = order[1:][same]
    return following


def without_gaps(matrix: NDArray[Any]) -> tuple[NDArray[np.uint8], int]:
    """The answers with labels that leave no gap, and how many labels there are."""
    used = np.flatnonzero(np.bincount(matrix.ravel()))
    if len(used) > MOST_LABELS:
        raise BadSetup(
            f"{len(used)} different answers; optima are searched for up to {MOST_LABELS}"
        )
    place = np.zeros(int(used[-1]) + 1, np.uint8)
    place[used] = np.arange(len(used))
    return np.ascontiguousarray(place[matrix]), len(used)  # one layout, compiled once


def as_bits(matrix: NDArray[np.uint8], labels: int) -> NDArray[Any]:
    """An answer as one bit, a row for each secret."""
    if labels > WORD:
        return np.zeros((1, 1), np.uint64)
    words = np.uint16 if labels <= 16 else np.uint32 if labels <= 32 else np.uint64
    bits = np.left_shift(words(1), np.arange(labels).astype(words))
    return np.ascontiguousarray(bits[matrix].T)


def bounds_by_size(labels: int, secrets: int, ends: bool, levels: int) -> NDArray[np.int32]:
    """What a cell of each size (columns) costs at least, by questions left (rows)."""
    low = np.full((levels + 1, secrets + 1), NEVER, np.int32)
    free = least_totals(labels, secrets, ends)
    for depth in range(levels + 1):
        room = min(secrets, capacity(labels, ends, depth))
        low[depth, : room + 1] = free[: room + 1]
    return low


def least_totals(labels: int, secrets: int, ends: bool) -> NDArray[np.int64]:
    """The bound with no limit: a tree in which every question has every answer."""
    if not ends:
        return np.array([even_tree(size, labels) for size in range(secrets + 1)])
    depths = [0]
    depth, width = 1, 1
    while len(depths) <= secrets:
        depths += [depth] * min(width, secrets + 1 - len(depths))
        depth, width = depth + 1, width * max(1, labels - 1)
    return np.cumsum(depths)


@cache
def capacity(labels: int, ends: bool, depth: int) -> int:
    """The most secrets that so many questions can find."""
    if not ends:
        return int(labels ** min(depth, 64))
    if labels <= 2:
        return depth
    return int(((labels - 1) ** min(depth, 64) - 1) // (labels - 2))


def random_words(secrets: int) -> NDArray[np.uint64]:
    """Two random words for each secret, the same in every run."""
    return np.random.default_rng(1976).integers(0, 1 << 64, (secrets, 2), np.uint64)
