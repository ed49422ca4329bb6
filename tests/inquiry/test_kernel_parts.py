"""The parts of the compiled searches, as plain Python, beside what they say they are."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from math import log2
from types import FunctionType, SimpleNamespace

import numpy as np
import pytest

from tests.inquiry import naive
from whoknows.inquiry.by_score import scores, split_kernels
from whoknows.inquiry.by_score.scores import UNIT, entropy_weights
from whoknows.inquiry.fixed_questions import kernel as static_kernel
from whoknows.inquiry.optimum import kernel as optimum_kernel
from whoknows.inquiry.optimum.kernel import NEVER
from whoknows.inquiry.optimum.layout import as_bits, make_board
from whoknows.inquiry.problem import Marks, from_matrix


def plain(module, **numbers):
    """The functions of a compiled module, not compiled, perhaps with other numbers."""
    space = vars(module) | numbers
    for name, each in vars(module).items():
        function = getattr(each, "py_func", each)
        own = getattr(each, "__module__", None) == module.__name__
        if isinstance(function, FunctionType) and (own or function is not each):
            space[name] = FunctionType(function.__code__, space, name)
    return SimpleNamespace(**space)


@pytest.fixture
def kernel():
    with np.errstate(over="ignore"):  # words are added without carry
        yield plain(optimum_kernel)


def boards(count, answers=(2, 3, 4), most=8, told=0.4):
    """Small problems with their boards, some with questions that name no secret."""
    rng = np.random.default_rng(5)
    for number in range(count):
        ends, secrets = number % 2 == 0, int(rng.integers(2, most + 1))
        labels = answers[number % len(answers)]
        matrix = rng.integers(0, labels, (secrets if ends else 6, secrets))
        if number % 4 > 1:  # answers that tell little, so that bounds are far off
            matrix *= rng.random(matrix.shape) < told
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
    costs = [[int(board.low[left, part]) for part in way] for way in set(ways(size, parts))]
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
        board = board._replace(wide=number % 5 == 0)
        cell, left = (
            some_cell(rng, problem),
            int(rng.integers(2, min(5, problem.secrets + 1))),
        )
        size = len(cell)
        asks = board.every
        if number % 3 == 0:
            asks = np.sort(rng.permutation(board.every)[:4]).astype(np.int32)
        bounds = {}
        for ask in asks.tolist():
            parts = sizes_of(board, ask, cell)
            able = problem.right[ask] in cell
            exact = board.wide or size > 2 * board.labels
            if exact:
                rest = Counter(parts)
                if able:
                    del rest[int(board.matrix[ask, problem.right[ask]])]
                low = size + sum(int(board.low[left - 1, part]) for part in rest.values())
                low = NEVER if size in rest.values() and size > 1 else min(low, NEVER)
            elif able and board.ends:
                low = size + kernel.least(board, left - 1, size - 1, len(parts) - 1)
            else:
                low = size + kernel.least(board, left - 1, size, len(parts))
            bounds[ask] = NEVER if len(parts) < 2 and not exact else int(low)
        for budget in (NEVER - 1, min(NEVER - 1, *bounds.values()), 2 * size):
            wanted = sorted((b, ask) for ask, b in bounds.items() if b <= budget)
            count, least = kernel.rank(board, cell, 1, left, budget, asks)
            rows = zip(board.bounds[1, :count].tolist(), board.order[1, :count].tolist(),
                       strict=True)  # fmt: skip
            assert list(rows) == wanted
            assert min(least, NEVER) == min(min(bounds.values()), NEVER)


def test_looking_ahead_is_the_least_of_all_questions_by_sizes(kernel):
    for rng, problem, board in boards(60, answers=(3, 5, 7), most=16):
        cell, left = some_cell(rng, problem), int(rng.integers(2, problem.secrets + 1))
        if len(cell) < 3:
            continue
        costs = [NEVER]
        for ask in board.every.tolist():
            rest = [
                s for s in cell.tolist() if not (problem.ends and s == problem.right[ask])
            ]
            sizes = Counter(board.matrix[ask, rest].tolist()).values()
            if len(cell) not in sizes:
                costs.append(len(cell) + sum(int(board.low[left - 1, n]) for n in sizes))
        assert kernel.ahead(board, cell, left) == min(costs)


def test_bounds_are_sorted_and_equals_stay_as_they_are(kernel):
    rng = np.random.default_rng(4)
    for count in [*range(7)] * 6:
        bounds, order = rng.integers(3, 7, 6), rng.permutation(6)
        rows = list(zip(bounds.tolist(), order.tolist(), strict=True))
        kernel.sort(bounds, order, min(count, 6))
        wanted = sorted(rows[:count], key=lambda row: row[0]) + rows[count:]
        assert list(zip(bounds.tolist(), order.tolist(), strict=True)) == wanted


def test_a_cell_is_parted_by_the_answers_and_a_split_has_a_sign(kernel):
    for rng, problem, board in boards(20):
        cell, signs = some_cell(rng, problem), {}
        for ask in board.every.tolist():
            count, sign = kernel.part(board, cell, 2, ask)
            starts = board.starts[2, : count + 1].tolist()
            found = [board.cells[2, a:b].tolist() for a, b in pairwise(starts)]
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
        for wide in (board.wide, True):  # as if there were more answers than bits
            found = kernel.lone(board._replace(wide=wide), cell)
            assert found == (alone[0] if alone else -1)


def test_the_memory_keeps_what_it_was_told_last(kernel):
    _, _, board = next(boards(1))
    rng, kept = np.random.default_rng(2), {}
    for number in range(300):
        one, two = (np.uint64(word) for word in rng.integers(0, (1 << 9, 4)))
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
    board.signs[:] = 9  # of another cell that was at this level before
    for level in (1, 2):
        tried = [bool(kernel.tried_before(board, level, sign)) for sign in (7, 8, 7, 9, 8)]
        assert tried == [False, False, True, False, True]


def test_what_is_remembered_is_true(kernel):
    """Exact where it is called sure, and else a bound; so is what the search answers."""
    little = boards(24, answers=(4,), most=6, told=0.2)
    for _, problem, board in [*boards(40, answers=(2, 3), most=7), *little]:
        whole, right = problem.everything(), problem.right.tolist()
        rows = board.matrix.tolist()
        least = least_totals(rows, right, problem.ends)
        for left in range(min(problem.secrets, 5), 1, -1):
            true = least(tuple(whole.tolist()), left)
            for room in range(problem.secrets, min(true, 4 * problem.secrets) + 2):
                found = kernel.solve(board, whole, left, room, board.every)
                assert found == true if true <= room else room < found <= min(true, NEVER)
        for size in range(1, problem.secrets + 1):
            for cell in combinations(range(problem.secrets), size):
                for left in range(1, problem.secrets + 1):
                    slot = kernel.find(board, *kernel.hashed(board, np.array(cell), left))
                    if slot >= 0:
                        true, kept = least(cell, left), int(board.values[slot])
                        assert kept == true if board.sure[slot] else kept <= true


def least_totals(rows, right, ends):
    """The least total of any cell with so many questions left, by trying all."""

    @cache
    def least(cell, left):
        names = [cell.index(secret) if secret in cell else -1 for secret in right]
        part = [[row[secret] for secret in cell] for row in rows]
        return naive.least_total(part, names, ends, len(cell), left)

    return least


# ------------------------------------------------------- questions fixed in advance


@pytest.fixture
def static():
    return plain(static_kernel)


def parted_secrets(count, questions=7):
    """Answers, a row for each secret, with classes in which secrets are already."""
    rng = np.random.default_rng(7)
    for number in range(count):
        secrets = int(rng.integers(1, 9))
        answers = rng.integers(0, 2 + number // 4 % 2, (secrets, questions)).astype(
            np.uint8
        )
        some = rng.integers(0, 1 + number % 3, secrets).tolist()
        names = {name: place for place, name in enumerate(dict.fromkeys(some))}
        yield rng, answers, np.array([names[name] for name in some], np.int32)


def pairs_in(classes):
    """The pairs of secrets that are in one class."""
    pairs = combinations(range(len(classes)), 2)
    return [(one, two) for one, two in pairs if classes[one] == classes[two]]


def test_classes_are_refined_by_the_answers(static):
    for _, answers, classes in parted_secrets(30):
        alike = []
        for question in range(answers.shape[1]):
            result = np.zeros_like(classes)
            count = static.refine(answers, classes, question, 3, result)
            keys = list(zip(classes.tolist(), answers[:, question].tolist(), strict=True))
            names = {key: place for place, key in enumerate(dict.fromkeys(keys))}
            assert result.tolist() == [names[key] for key in keys]
            assert count == len(names)
            alike.append(len(pairs_in(keys)))
        for few in (0, static_kernel.FEW_PAIRS):  # counted by answers, and pair by pair
            gains = plain(static_kernel, FEW_PAIRS=few).gains
            assert gains(answers, classes, 3).tolist() == alike
        found = static.alike_pairs(classes).tolist()
        assert sorted(map(tuple, found)) == pairs_in(classes.tolist())
        order = np.argsort(classes, kind="stable").tolist()
        assert static.in_order(classes).tolist() == order
    assert static.in_order(np.zeros(0, np.int32)).tolist() == []


def test_the_hardest_pair_is_told_apart_by_the_fewest(static):
    for rng, answers, classes in parted_secrets(40):
        allowed = rng.random(answers.shape[1]) < 0.7
        pairs = static.alike_pairs(classes)
        choices = np.zeros(answers.shape[1], np.int32)
        found = choices[: static.hardest(answers, classes, allowed, choices)].tolist()
        telling = [
            np.flatnonzero((answers[one] != answers[two]) & allowed).tolist()
            for one, two in pairs[:: max(1, len(pairs) // static.TRIED)]
        ]
        if telling:
            assert found == min(telling, key=len)
        else:
            assert found == list(range(answers.shape[1]))


@pytest.mark.parametrize("questions", [7, 66])
def test_a_set_is_completed_just_if_some_questions_do(static, questions):
    for number, (rng, answers, classes) in enumerate(parted_secrets(120, questions)):
        more = number % 5 if questions < 9 else number % 3
        if number % 2:  # few differ, so that many questions are needed
            answers[rng.random(answers.shape) < 0.6] = 0
        allowed = rng.random(questions) < 0.8
        if questions > 9:  # few differ, so that not every pair of questions does
            answers[:, 4:-4] = 0
        pairs = pairs_in(classes.tolist())
        able = [k for k in np.flatnonzero(allowed).tolist() if answers[:, k].any()]

        def apart(some, answers=answers, pairs=pairs):
            return all(any(answers[i, k] != answers[j, k] for k in some) for i, j in pairs)

        wanted = any(apart(some) for n in range(more + 1) for some in combinations(able, n))
        wanted &= not more or bool(allowed.any())
        found = np.full(5, -1, np.int32)
        kinds = np.arange(questions, dtype=np.int32)
        done = static.complete(answers, classes, more, 3, allowed, kinds, found)
        assert bool(done) == wanted
        if done:
            assert apart(found[:more].tolist())
            assert allowed[found[:more]].all()


@pytest.mark.parametrize("more", [3, 4])
def test_a_set_is_completed_where_few_sets_do(static, more):
    """Yes-or-no questions that must tell apart nearly as many secrets as they can."""
    rng, known = np.random.default_rng(2), 0
    for _ in range(80):
        answers = rng.integers(0, 2, (6 + 2 * (more - 3), 7)).astype(np.uint8)
        rows = [
            {tuple(row) for row in answers[:, some].tolist()}
            for some in combinations(range(7), more)
        ]
        wanted = any(len(each) == len(answers) for each in rows)
        found, kinds = np.full(more, -1, np.int32), np.arange(7, dtype=np.int32)
        classes, allowed = np.zeros(len(answers), np.int32), np.ones(7, np.bool_)
        assert (
            bool(static.complete(answers, classes, more, 2, allowed, kinds, found))
            == wanted
        )
        known += wanted
    assert 10 < known < 70


@pytest.mark.parametrize(("more", "half", "seed"), [(4, 6, 4), (5, 8, 3)])
def test_of_questions_that_are_alike_one_stands_for_all(static, more, half, seed):
    """Two halves of the secrets change places, and with them the halves of questions."""
    rng, known = np.random.default_rng(seed), 0
    kinds = np.tile(np.arange(4, dtype=np.int32), 2)
    sets = np.array(list(combinations(range(8), more)))
    for _ in range(100):
        one, other = rng.integers(0, 2, (2, half, 4)).astype(np.uint8)
        answers = np.block([[one, other], [other, one]])
        told = np.sort(answers[:, sets] @ (1 << np.arange(more)), axis=0)
        wanted = (told[1:] != told[:-1]).all(axis=0).any()
        found, classes = np.full(more, -1, np.int32), np.zeros(len(answers), np.int32)
        allowed = np.ones(8, np.bool_)
        done = static.complete(answers, classes, more, 2, allowed, kinds, found)
        assert bool(done) == wanted
        known += wanted
    assert 0 < known < 100


def test_the_questions_beside_one_tell_apart_what_it_does_not(static):
    rng = np.random.default_rng(8)
    ands = np.bitwise_and.reduce
    for number in range(60):
        full = np.full(2, 7, np.uint64)  # three questions in each word
        masks = rng.integers(0, 8, (1 + number % 4, 2)).astype(np.uint64)
        two, word, bit = number % 3 > 0, number % 2, np.uint64(1 << int(rng.integers(3)))
        left = [row for row in masks if not (two and row[word] & bit)]
        alive = np.zeros(2, np.uint64)
        there = static.others(masks, full, two, word, bit, alive)
        wanted = ands([full, *left]).tolist()
        assert bool(there) == (not left or any(wanted))
        if there:
            assert alive.tolist() == wanted


@pytest.mark.parametrize("labels", [1, 16, 17, 32, 33, 64])
def test_every_answer_has_a_bit_of_its_own(labels):
    matrix = np.arange(labels, dtype=np.uint8)[None]  # one question that tells all apart
    bits = as_bits(matrix, labels)
    assert [int(row[0]) for row in bits] == [1 << label for label in range(labels)]


@pytest.mark.parametrize("layers", [1, 2, 3, 4, 5])
def test_answers_are_the_sum_of_all_layers(layers):
    """And a question that leaves all alone is the first of those that do, or -1."""
    part, rng = plain(split_kernels), np.random.default_rng(layers)
    asks = np.arange(6, dtype=np.int32)
    for secrets in (2, 3, 4, 9):
        tables = rng.integers(0, 4, (layers, 6, secrets))
        rows = np.arange(layers * 6).reshape(layers, 6) * secrets
        columns = np.argsort(rng.random((layers, secrets)), axis=1)
        wanted = sum(t[:, c] for t, c in zip(tables, columns, strict=True))
        answers = np.zeros(secrets, np.int64)
        for ask in asks:
            part.look_up(tables.ravel(), rows, columns, ask, answers)
            assert answers.tolist() == wanted[ask].tolist()
        alone = [ask for ask in asks if len({*wanted[ask].tolist()}) == secrets]
        found = part.lone(tables.ravel(), rows, columns, asks, 4 * layers)
        assert found == next(iter(alone), -1)


def test_entropy_weighs_cells_by_their_logarithm():
    weights = entropy_weights(40)
    assert weights[:2].tolist() == [0, 0]
    for size in range(2, 41):
        assert abs(weights[size] / UNIT - size * log2(size)) < size**2 / UNIT


def marked_problem(rng, ends):
    """A small problem whose answers are the bits that marks share, and its answers."""
    questions, secrets = int(rng.integers(2, 9)), int(rng.integers(2, 9))
    sizes = (2, questions), (2, secrets)
    asks, words = (rng.integers(0, 8, size).astype(np.uint64) for size in sizes)
    worth = np.array([(1, 4), (4, 1), (2, 3)][rng.integers(3)], np.uint64)
    shared = [np.bitwise_count(a[:, None] & b) for a, b in zip(asks, words, strict=True)]
    matrix = (worth[0] * shared[0] + worth[1] * shared[1]).astype(int).tolist()
    right = np.where(rng.random(questions) < 0.6, rng.permutation(9)[:questions], -1)
    problem = from_matrix(np.array(matrix), ends=False, right=right)
    return replace(problem, marks=Marks(asks, words, worth), ends=ends), matrix


@pytest.mark.parametrize(
    "name", ["entropy", "worst-case", "parts", "entropy+3", "power:3", "power:1/2"]
)
def test_the_best_question_by_marks_is_that_of_the_definition(name):
    """Blocks of three questions, and few that are scored first."""
    by_bits = plain(split_kernels, bits_set=lambda w: int(w).bit_count(), BLOCK=3, SEEDS=2)
    rng, score = np.random.default_rng(7), scores.score(name)
    for number in range(60):
        problem, matrix = marked_problem(rng, number % 2 == 0)
        cell = some_cell(rng, problem)
        asks = np.sort(rng.permutation(problem.questions)[: 1 + number % 8])
        right = problem.right.tolist()
        wanted = naive.best(matrix, right, cell.tolist(), score, asks.tolist())
        for given in (problem, replace(problem, marks=None)):
            assert by_bits.best(given, asks.astype(np.int32), cell, score) == wanted
