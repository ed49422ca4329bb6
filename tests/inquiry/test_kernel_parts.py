"""The parts of the compiled search, as plain Python, beside what each of them says it is."""

from collections import Counter
from types import FunctionType, SimpleNamespace

import numpy as np
import pytest

from tests.inquiry import naive
from whoknows.inquiry import optimum_kernel
from whoknows.inquiry.board import make_board
from whoknows.inquiry.optimum_kernel import NEVER
from whoknows.inquiry.problem import from_matrix


def plain(module):
    """The functions of a compiled module, not compiled."""
    space = dict(vars(module))
    for name, function in vars(module).items():
        function = getattr(function, "py_func", function)
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            space[name] = FunctionType(function.__code__, space, name)
    return SimpleNamespace(**space)


@pytest.fixture
def kernel():
    with np.errstate(over="ignore"):  # words are added without carry
        yield plain(optimum_kernel)


def boards(count, answers=(2, 3, 4)):
    """Small problems with their boards, some with questions that name no secret."""
    rng = np.random.default_rng(5)
    for number in range(count):
        ends, secrets = number % 2 == 0, int(rng.integers(2, 9))
        labels = answers[number % len(answers)]
        matrix = rng.integers(0, labels, (secrets if ends else 6, secrets))
        if ends:  # the right question has an answer of its own
            matrix[np.arange(secrets), np.arange(secrets)] = labels
        problem = from_matrix(matrix, ends=ends)
        yield rng, problem, make_board(problem)


def some_cell(rng, problem):
    size = int(rng.integers(1, problem.secrets + 1))
    return np.sort(rng.permutation(problem.secrets)[:size]).astype(np.int32)


def sizes_of(board, ask, cell):
    return Counter(board.matrix[ask, cell].tolist())


def ways(size, parts):
    """Every way to make so many parts, none of them empty."""
    if parts == 0:
        yield from [()] * (size == 0)
        return
    for first in range(1, size - parts + 2):
        yield from ((first, *rest) for rest in ways(size - first, parts - 1))


def least_of_parts(board, left, size, parts):
    """The least that so many parts cost by their sizes; NEVER if one cannot be done."""
    costs = [
        [int(board.low[left, part]) for part in way] for way in set(ways(size, parts))
    ]
    return min((sum(c) if max(c, default=0) < NEVER else NEVER for c in costs),
               default=NEVER)  # fmt: skip


def test_the_least_of_so_many_parts_is_that_of_every_way(kernel):
    for _, problem, board in boards(12):
        for left in range(1, min(5, problem.secrets + 1)):
            for size in range(problem.secrets + 1):
                for parts in range(min(size + (size > 0), board.labels) + 1):
                    found = kernel.least(board, left, size, parts)
                    wanted = least_of_parts(board, left, size, parts)
                    if problem.ends:
                        assert found == wanted
                    else:  # by how many are not alone, or by the tree
                        assert found == NEVER if wanted == NEVER else found <= wanted
                        if NEVER not in (wanted, board.low[left + 1, size]):
                            tree = int(board.low[left + 1, size]) - size
                            alone = size - parts + 1 if size > parts else 0
                            assert found == (max(alone, tree) if size else 0)


def test_questions_are_ranked_by_their_bounds(kernel):
    for number, (rng, problem, board) in enumerate(boards(60)):
        cell, left = some_cell(rng, problem), int(rng.integers(2, min(5, problem.secrets + 1)))
        size = len(cell)
        asks = board.every
        if number % 3 == 0:
            asks = np.sort(rng.permutation(board.every)[:4]).astype(np.int32)
        bounds = {}
        for ask in asks.tolist():
            parts = sizes_of(board, ask, cell)
            able = problem.right[ask] in cell
            if size > 2 * board.labels:
                rest = Counter(parts)
                if able:
                    del rest[int(board.matrix[ask, problem.right[ask]])]
                low = size + sum(int(board.low[left - 1, part]) for part in rest.values())
                low = NEVER if size in rest.values() and size > 1 else min(low, NEVER)
            elif able and board.ends:
                low = size + kernel.least(board, left - 1, size - 1, len(parts) - 1)
            else:
                low = size + kernel.least(board, left - 1, size, len(parts))
            bounds[ask] = NEVER if len(parts) < 2 else int(low)
        for budget in (NEVER - 1, min(NEVER - 1, *bounds.values()), 2 * size):
            wanted = sorted((b, ask) for ask, b in bounds.items() if b <= budget)
            count, least = kernel.rank(board, cell, 1, left, budget, asks)
            rows = zip(board.bounds[1, :count].tolist(), board.order[1, :count].tolist(),
                       strict=True)  # fmt: skip
            assert list(rows) == wanted
            assert min(least, NEVER) == min(min(bounds.values()), NEVER)


def test_a_cell_is_parted_by_the_answers_and_a_split_has_a_sign(kernel):
    for rng, problem, board in boards(20):
        cell, signs = some_cell(rng, problem), {}
        for ask in board.every.tolist():
            count, sign = kernel.part(board, cell, 2, ask)
            starts = board.starts[2, : count + 1].tolist()
            found = [
                board.cells[2, a:b].tolist()
                for a, b in zip(starts, starts[1:], strict=False)
            ]
            parts = naive.parted(board.matrix.tolist(), ask, cell.tolist())
            assert found == [parts[label] for label in sorted(parts)]
            named = int(problem.right[ask])
            named = named if problem.ends and named in cell else None
            signs.setdefault((*sorted(map(tuple, found)), named), set()).add(int(sign))
        assert all(len(some) == 1 for some in signs.values())
        assert len(set.union(*signs.values())) == len(signs)


def test_a_question_that_leaves_all_alone_is_found(kernel):
    for rng, problem, board in boards(30, answers=(3, 6, 70)):
        cell = some_cell(rng, problem)
        alone = [
            ask
            for ask in board.naming[cell].tolist()
            if ask >= 0 and max(sizes_of(board, ask, cell).values()) == 1
        ]
        assert kernel.lone(board, cell) == (alone[0] if alone else -1)


def test_the_memory_keeps_what_it_was_told_last(kernel):
    _, _, board = next(boards(1))
    rng, kept = np.random.default_rng(2), {}
    for number in range(300):
        one, two = (np.uint64(word) for word in rng.integers(0, 1 << 9, 2))
        kernel.remember(board, one, two, number + 1, number % 2, number % 7)
        kept[one, two] = (number + 1, number % 2, number % 7)
        slot = kernel.find(board, one, two)
        assert (board.values[slot], board.sure[slot], board.best[slot]) == kept[one, two]
        assert kernel.find(board, one, two + np.uint64(1 << 40)) == -1
    found = 0
    for (one, two), row in kept.items():
        slot = kernel.find(board, one, two)
        if slot >= 0:
            found += 1
            assert (board.values[slot], board.sure[slot], board.best[slot]) == row
    assert found > 0.9 * len(kept)


def test_a_split_is_tried_once_at_a_level(kernel):
    _, _, board = next(boards(1))
    for level in (1, 2):
        tried = [bool(kernel.tried_before(board, level, sign)) for sign in (7, 8, 7, 9, 8)]
        assert tried == [False, False, True, False, True]
