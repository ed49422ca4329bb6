"""Codes as lists of words, against the definition, word by word."""

from fractions import Fraction
from itertools import chain, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import BadFile, BadSetup, TooLarge
from whoknows.games.hats.solve.codes import cover_kernel, word_codes
from whoknows.games.hats.solve.codes.word_codes import (
    WordCode,
    as_dimacs,
    check_space,
    near_lists,
    parse_words,
    search_words,
    sphere_bound,
)


def distance(one, other):
    return sum(a != b for a, b in zip(one, other, strict=True))


@settings(deadline=None)
@given(st.sampled_from([(4, 2), (3, 3), (2, 4), (5, 2)]), st.data())
def test_distances_are_numbers_of_letters_that_differ(size, data):
    length, colors = size
    space = list(product(range(colors), repeat=length))
    words = data.draw(st.sets(st.integers(0, len(space) - 1), min_size=1, max_size=5))
    code = WordCode(length, colors, tuple(sorted(words)))
    far = [min(distance(word, space[w]) for w in words) for word in space]
    assert code.distances().tolist() == far
    assert code.covering_radius() == max(far)
    for radius in range(length + 1):
        missed = [k for k, d in enumerate(far) if d > radius]
        assert code.first_uncovered(radius) == (missed[0] if missed else None)


@pytest.mark.parametrize(("length", "radius", "colors"), [(4, 2, 2), (3, 1, 3), (3, 2, 3)])
def test_near_lists_hold_what_is_within_the_radius(length, radius, colors):
    space = list(product(range(colors), repeat=length))
    starts, near = near_lists(length, radius, colors)
    for word, letters in enumerate(space):
        found = near[starts[word] : starts[word + 1]].tolist()
        assert sorted(found) == [
            k for k, other in enumerate(space) if distance(letters, other) <= radius
        ]


def test_spheres():
    assert sphere_bound(7, 1) == 16  # the Hamming code is perfect
    assert sphere_bound(23, 3) == 1 << 12  # and so is Golay's
    assert sphere_bound(11, 2, 3) == 3**6


@pytest.mark.parametrize(("size", "there"), [(1, False), (2, True)])
def test_a_question_to_a_sat_solver_has_the_right_answer(size, there):
    """K(3, 1) = 2: one word does not cover, two do; by CP-SAT as a SAT solver."""
    from ortools.sat.python import cp_model

    lines = [line for line in as_dimacs(3, 1, 2, size).splitlines() if line[0] not in "cp"]
    clauses = [[int(word) for word in line.split()[:-1]] for line in lines]
    model = cp_model.CpModel()
    most = max(abs(literal) for clause in clauses for literal in clause)
    variables = [model.new_bool_var("") for _ in range(most + 1)]
    for clause in clauses:
        model.add_bool_or(
            [variables[v] if v > 0 else variables[-v].negated() for v in clause]
        )
    found = cp_model.CpSolver().solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    assert found is there


@pytest.mark.parametrize(("length", "radius", "colors"), [(3, 1, 2), (2, 1, 3), (3, 2, 2)])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_set_of_words_keeps_the_clauses_just_if_it_is_a_code(
    length, radius, colors, size
):
    """A counter after each word says whether so many were chosen so far."""
    space = list(product(range(colors), repeat=length))
    lines = as_dimacs(length, radius, colors, size).splitlines()
    clauses = [[int(v) for v in line.split()[:-1]] for line in lines if line[0] not in "cp"]
    assert f" {size} word{'s' if size > 1 else ''}, length {length}," in lines[0]
    assert lines[1] == f"p cnf {len(space) * (1 + size)} {len(clauses)}"
    for chosen in range(1 << len(space)):
        words = [chosen >> w & 1 for w in range(len(space))]
        values = [bool(word) for word in words]
        values += [
            sum(words[: w + 1]) >= k for w in range(len(space)) for k in range(1, size + 1)
        ]
        kept = all(any(values[abs(v) - 1] == (v > 0) for v in clause) for clause in clauses)
        near = [
            any(
                w and distance(one, other) <= radius
                for w, other in zip(words, space, strict=True)
            )
            for one in space
        ]
        assert kept == (all(near) and sum(words) <= size)


@pytest.mark.parametrize(("length", "colors"), [(3, 2), (2, 3), (1, 10)])
def test_words_in_digits_are_read_as_they_are_named(length, colors):
    code = WordCode(length, colors, tuple(range(1, colors**length, 2)))
    text = "# a note\n" + " ".join(code.name(word) for word in code.words)
    assert parse_words(text, colors=colors) == code


def test_what_can_be_searched():
    for size in ((1, 1, 2), (1, 1, 10), (3, 3, 2), (16, 1, 2)):
        check_space(*size)
    for size, error in {
        (1, 2, 2): BadSetup, (3, 0, 2): BadSetup, (3, 1, 11): BadSetup, (3, 1, 1): BadSetup,
        (33, 1, 2): TooLarge, (40, 1, 3): TooLarge,
    }.items():  # fmt: skip
        with pytest.raises(error):
            check_space(*size)


def test_a_search_goes_on_until_it_ends_and_keeps_the_least(monkeypatch):
    """Ten runs by a clock of our own, of which the fourth finds the least."""
    clock, sizes, asked = iter(range(50, 150)), [8, 5, 6, 3, 4] * 3, []

    def found(_starts, _near, costs, wanted, _steps, _seed):
        asked.append(wanted)
        size = sizes[len(asked) - 1]
        return size, np.arange(len(costs)) % len(costs) >= len(costs) - size

    monkeypatch.setattr(cover_kernel, "cheapest_cover", found)
    monkeypatch.setattr(word_codes, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(WordCode, "first_uncovered", lambda *_: None)
    shown = []
    rng = np.random.default_rng(1)
    best = search_words(
        3,
        1,
        rng=rng,
        time_limit=10.5,
        progress=lambda code, _: shown.append(len(code.words)),
    )
    assert (len(best.code.words), shown, best.runs) == (3, [8, 5, 3], len(asked))
    assert asked[:5] == [2, 7, 4, 4, 2]
    assert 0 < best.seconds < 10.5
    assert 5 < len(asked) < 10
    del asked[:]
    met = search_words(3, 1, rng=rng, time_limit=1e9, target=5)
    assert (len(met.code.words), met.runs, asked) == (5, 2, [5, 7])


def test_scores_say_what_a_change_would_gain():
    """Out: what the point would cover.  In: what it alone covers, below zero."""
    choose, drop, least_missed = (
        getattr(f, "py_func", f)
        for f in (cover_kernel.choose, cover_kernel.drop, cover_kernel.least_missed)
    )
    rng = np.random.default_rng(4)
    starts, near = near_lists(2, 1, 3)
    lists = [near[starts[k] : starts[k + 1]].tolist() for k in range(9)]
    chosen, covered = np.zeros(9, bool), np.zeros(9, np.int32)
    weights = rng.integers(1, 5, 9)
    score = np.array([weights[each].sum() for each in lists])
    for _ in range(60):
        point = int(rng.integers(9))
        turn = drop if chosen[point] else choose
        turn(point, starts, near, chosen, score, covered, weights)
        assert covered.tolist() == [sum(chosen[each]) for each in lists]
        for k, each in enumerate(lists):
            alone = [p for p in each if covered[p] == chosen[k]]
            gain = int(weights[alone].sum())
            assert score[k] == (-gain if chosen[k] else gain)
        costs, kept = np.ones(9, np.int64), int(rng.integers(9))
        others = [k for k in np.flatnonzero(chosen).tolist() if k != kept]
        best = max((score[k] for k in others), default=None)
        out = least_missed(chosen, kept, score, costs, np.zeros(9, np.int64))
        assert out == next((k for k in others if score[k] == best), -1)


@pytest.fixture
def plain(monkeypatch):
    """The functions of the search, never compiled: they share our random numbers."""
    for name, value in vars(cover_kernel).items():
        if hasattr(value, "py_func"):
            monkeypatch.setattr(cover_kernel, name, value.py_func)
    return cover_kernel


class SlowSearch:
    """The search for a cheapest cover, every score added up anew from the definition."""

    def __init__(self, lists, costs):
        self.lists, self.costs, self.points = lists, costs, range(len(lists))
        self.weights, self.since = [1] * len(lists), [0] * len(lists)
        self.chosen, self.free, self.last = set(), set(self.points), -1
        self.moves = []  # which points came in or went out

    def missing(self):
        return [p for p in self.points if not self.chosen & set(self.lists[p])]

    def worth(self, point):
        """What a change gains for its cost; of those alike the oldest comes first."""
        inside = point in self.chosen
        alone = [
            p for p in self.lists[point] if len(self.chosen & set(self.lists[p])) == inside
        ]
        gain = sum(self.weights[p] for p in alone)
        share = Fraction(-gain if inside else gain, self.costs[point])
        return share, -self.since[point]

    def cost(self):
        return sum(self.costs[p] for p in self.chosen)

    def take_out(self, step, kept):
        out = max(sorted(self.chosen - {kept}), key=self.worth, default=None)
        if out is not None:
            self.chosen.remove(out)
            self.moves.append(out)
            self.since[out] = step
        return out

    def release(self, point):
        self.free |= {far for near in self.lists[point] for far in self.lists[near]}

    def cheapest(self, target, steps, seed):
        np.random.seed(seed)  # noqa: NPY002 -- as in the search
        best, found = None, set()
        for step in range(1, steps + 1):
            if not self.missing():
                if best is None or self.cost() < best:
                    best, found = self.cost(), set(self.chosen)
                    if best <= target:
                        break
                self.take_out(step, -1)
                continue
            if best is not None and (out := self.take_out(step, self.last)) is not None:
                self.release(out)
                self.free.discard(out)
            missing = self.missing()
            place = np.random.randint(len(missing))  # noqa: NPY002
            near = self.lists[missing[place]]
            room = np.inf if best is None else best - self.cost()
            fitting = [p for p in near if p in self.free and self.costs[p] < room]
            if fitting:
                self.last = max(fitting, key=self.worth)
                self.chosen.add(self.last)
                self.moves.append(self.last)
                self.since[self.last] = step
                self.release(self.last)
            for point in self.missing() if best is not None else []:
                self.weights[point] += 1
        return cover_kernel.ENDLESS if best is None else best, sorted(found)


@pytest.mark.parametrize("seed", range(8))
def test_the_search_does_what_its_slow_twin_does(plain, monkeypatch, seed):
    """Step by step, and so to the end."""
    moves = []
    for turn in (plain.choose, plain.drop):

        def noted(point, *rest, turn=turn):
            moves.append(point)
            turn(point, *rest)

        monkeypatch.setattr(plain, turn.__name__, noted)
    rng = np.random.default_rng(seed)
    size, most = int(rng.integers(10, 17)), int(rng.integers(1, 4))
    table = np.triu(rng.random((size, size)) < 0.2, 1)
    table |= table.T | np.eye(size, dtype=bool)
    lists = [np.flatnonzero(row).tolist() for row in table]
    costs = rng.integers(1, most + 1, size)
    starts = np.cumsum([0, *map(len, lists)]).astype(np.int32)
    near = np.array([*chain.from_iterable(lists)], np.int32)
    for target, steps in ((0, 60), (0, 7), (int(costs.sum()) // 3, 60)):
        del moves[:]
        twin = SlowSearch(lists, costs.tolist())
        cost, chosen = plain.cheapest_cover(starts, near, costs, target, steps, seed)
        expected = twin.cheapest(target, steps, seed)
        assert (cost, np.flatnonzero(chosen).tolist(), moves) == (*expected, twin.moves)


@pytest.mark.parametrize("seed", range(4))
def test_orbits_are_what_the_maps_join(plain, seed):
    """Points that maps lead to from each other, and the orbits that a step leads to."""
    rng = np.random.default_rng(seed)
    maps = np.array([np.arange(16)] * 2, np.int32)
    for row in maps:  # most points stay, so that there are some orbits
        moving = rng.permutation(16)[:5]
        row[moving] = np.roll(moving, 1)
    label, sizes, first = plain.orbits(maps, 16)
    joined = [{point} for point in range(16)]
    for _, row, point in product(range(16), maps, range(16)):
        joined[point] |= joined[row[point]]
    groups = [tuple(np.flatnonzero(label == number)) for number in range(len(sizes))]
    assert groups == sorted({tuple(sorted(group)) for group in joined})
    assert (sizes.tolist(), first.tolist()) == (
        [len(group) for group in groups],
        [group[0] for group in groups],
    )
    starts, near = plain.near_orbits(label, first, np.array([0, 1, 2, 4, 8], np.int32))
    for number, point in enumerate(first):
        reached = {label[point ^ step] for step in (0, 1, 2, 4, 8)}
        assert sorted(near[starts[number] : starts[number + 1]]) == sorted(reached)
    assert starts[-1] == len(near)


def test_what_is_no_code_in_digits_is_refused():
    for text in ("", "# 01\n", "01 0a", "01 011", "01 \u0661\u0660", "-1 01", "0.1 011"):
        with pytest.raises(BadFile):
            parse_words(text)
    with pytest.raises(TooLarge):
        parse_words("0" * 25)
    assert parse_words("01, 10\n10 # 11").words == (1, 2)
