"""Layers of layers for five agents: parts beside their definition, and the bound."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from math import inf

import numpy as np
import pytest

from whoknows.checking import Refused
from whoknows.checking.layers import five_agents as checker
from whoknows.checking.layers import six_agents
from whoknows.checking.layers import three_layers as check_of_four
from whoknows.games.hats.solve.many_colors.layers import five_agents as solver
from whoknows.games.hats.solve.many_colors.layers.layer_sets import image_tables, images


def stack_blocked(layers):
    """How many of a set of 81 are alone on none of their four lines, by the definition."""
    points = {(k, *cell) for k, layer in enumerate(layers) for cell in cells(layer)}

    def alone(point, axis):
        line = [(*point[:axis], c, *point[axis + 1 :]) for c in range(3)]
        return sum(p in points for p in line) == 1

    return sum(not any(alone(point, axis) for axis in range(4)) for point in points)


def cells(layer):
    return [
        tuple(code // 3**k % 3 for k in range(3)) for code in range(27) if layer >> code & 1
    ]


PLANE = sum(1 << code for code in range(27) if code % 3 == 0)
CROSS = sum(1 << code for code in range(27) if code // 3 % 3 == 0 or code // 9 == 0)
FULL = (1 << 27) - 1


def kind_of(one):
    sets = np.unique(images(one, image_tables(solver.LAYER)))
    [kind] = solver.parted(sets)
    return kind


@pytest.mark.parametrize(
    "chosen", [(PLANE, PLANE, PLANE), (CROSS, PLANE, FULL), (FULL, PLANE, 1)]
)
def test_stacks_of_whole_classes_are_those_of_the_definition(chosen):
    kinds = [kind_of(one) for one in chosen]
    numbers = {
        stack_blocked([int(layer) for layer in layers])
        for layers in product(*(kind.sets for kind in kinds))
    }
    for inside in (min(numbers) - 1, min(numbers), max(numbers)):
        rows = list(solver.stacked(*kinds, inside))
        pairs = [(kind.sets, kind.inside) for kind in kinds[:2]]
        firsts = [won for won, _ in kinds[2].firsts]
        stacks = list(checker.stacks(firsts, *pairs, inside))
        wanted = {number for number in numbers if number <= inside}
        assert {int(solver.blocked_members(row).sum()) for row in rows} == wanted
        found = [checker.blocked_of_four(checker.members(rows)) for rows in stacks]
        assert {int(number) for row in found for number in row.sum(axis=1)} == wanted


def random_stack(rng):
    return [int(layer) for layer in rng.integers(0, 1 << 27, 3)]


@pytest.mark.parametrize("seed", range(5))
def test_what_is_blocked_in_a_set_of_81_is_what_the_definition_says(seed):
    stack = random_stack(np.random.default_rng(seed))
    row = solver.members(*np.array(stack, np.uint32))
    rows = checker.members(np.array([stack], np.uint32))
    assert solver.blocked_members(row).sum() == stack_blocked(stack)
    assert checker.blocked_of_four(rows).sum(axis=1) == [stack_blocked(stack)]


def test_layers_fit_just_if_some_renaming_keeps_what_is_blocked_apart():
    """Two thirds are blocked all over: they fit beside the third that is left alone."""
    hats = np.indices((3,) * 4)
    most, third, diagonal = hats[0] < 2, hats[2] == 1, hats.sum(axis=0) % 3 == 0
    cases = [(most, third, True), (third, most, True), (most, most, False)]
    cases += [(most, diagonal, False), (diagonal, most, False)]
    for one, other, fits in cases:
        rows = [part.reshape(1, -1) for part in (one, other)]
        floats = [row.astype(np.float32) for row in rows]
        blocks = [solver.blocked_members(row) for row in floats]
        assert solver.fit(*map(solver.Layers, floats, blocks)) == fits
        assert checker.any_fits(*rows) == fits


def test_a_renaming_keeps_how_many_are_blocked():
    """So that lists with one of each class are enough."""
    stack = random_stack(np.random.default_rng(3))
    places = check_of_four.renamings(3, 4).T[::97]
    has = solver.members(*np.array(stack, np.uint32))[0] > 0
    images = np.zeros((len(places), 81), bool)
    images[np.arange(len(places))[:, None], places] = has
    numbers = checker.blocked_of_four(images).sum(axis=1)
    assert set(numbers.tolist()) == {stack_blocked(stack)}
    assert len({tuple(row) for row in places.tolist()}) == len(places) > 300


def test_layers_with_nothing_blocked_fit_anything_of_their_kind():
    diagonal = (np.indices((3,) * 4).sum(axis=0) % 3 == 0).reshape(1, -1)
    assert not checker.blocked_of_four(diagonal).any()
    assert checker.any_fits(*[diagonal] * 2)
    assert not checker.any_fits(diagonal[:0], diagonal)


def test_what_may_be_blocked_in_layers_counts_names():
    """Ten are blocked and the twenty others name four agents: five at most for one."""
    assert solver.in_layers(30, 10) == checker.most_in_layers(30, 10) == 15


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_five_agents_win_no_more_than_165():
    assert solver.five_agents_bound() == 165
    assert checker.check_five(lambda _: None) == 14_534


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_six_agents_win_no_more_than_535():
    assert solver.six_agents_bound() == 535
    assert six_agents.check_six(lambda _: None) == 14_534


THREE = [0] * 16 + [2, 4, 6, 7, 11, 14, 17, 19, 22, 24, 26, 27]  # fewest blocked, by size


def fewest_together(rows, total):
    """The fewest blocked in some parts of so many together, all ways tried."""
    ways = product(*(range(len(row)) for row in rows[:-1]))
    rests = ((way, total - sum(way)) for way in ways)
    return min(
        sum(row[size] for row, size in zip(rows, (*way, rest), strict=True))
        for way, rest in rests
        if 0 <= rest < len(rows[-1])
    )


def test_parts_are_joined_by_their_size():
    rng = np.random.default_rng(1)
    for _ in range(9):
        one, other = (rng.integers(0, 9, int(rng.integers(1, 7))).tolist() for _ in "ab")
        totals = range(len(one) + len(other) - 1)
        wanted = [fewest_together([one, other], total) for total in totals]
        assert solver.joined(one, other) == checker.sums(one, other) == wanted


def test_the_fewest_blocked_of_four_agents_and_what_five_win_by_counting():
    fewest = solver.fewest_of_four(THREE)
    assert checker.fewest_of_four(THREE) == fewest
    for size, few in enumerate(fewest):
        layers = fewest_together([THREE] * 3, size)
        fine = [b for b in range(100) if solver.in_layers(size, b) >= layers]
        assert few == next(b for b in fine if size - b <= 48)
    most = solver.counted_bound(fewest)
    assert most == 172
    assert fewest_together([fewest] * 3, most) <= most // 5
    assert fewest_together([fewest] * 3, most + 1) > (most + 1) // 5


def test_the_ways_to_part_what_is_refuted():
    fewest = [max(0, 2 * size - 100) for size in range(82)]
    found = [tuple(way) for way in solver.ways_to_part(fewest, solver.REFUTED, 5, 3)]
    wanted = {
        ((a, x), (b, y), (166 - a - b, z))
        for a in range(82)
        for b in range(a, 82)
        if b <= 166 - a - b <= 81
        for x in range(fewest[a], 34)
        for y in range(fewest[b], 34 - x)
        for z in range(fewest[166 - a - b], 34 - x - y)
    }
    assert len(found) == len({*found})
    assert {*found} == wanted


def layers_with(number):
    row = np.zeros((number, 81), np.float32)
    return solver.Layers(row, row)


@pytest.mark.parametrize(
    ("kept", "fits", "bound"), [(0, True, 165), (1, False, 165), (1, True, 172)]
)
def test_what_is_refuted_hangs_on_layers_that_fit(kept, fits, bound, monkeypatch):
    """Nothing is left if no layer is, or if no two fit; else counting is all there is."""
    told, asked = [], []

    def fake_fit(one, other):
        asked.append((len(one.won), len(other.won)))
        return fits

    monkeypatch.setattr(solver, "least_blocked", lambda rules, share: share(1) or THREE)
    monkeypatch.setattr(solver, "sets_for_stacks", lambda layer, share: share(1) or [])
    monkeypatch.setattr(solver, "fit", fake_fit)
    monkeypatch.setattr(
        solver,
        "layers_of",
        lambda t, most, kinds: {(t, b): layers_with(kept * (90 - t)) for b in range(99)},
    )
    assert solver.five_agents_bound(told.append) == bound
    assert told == sorted(told)
    assert (told[0], told[1], told[-1] <= 1) == (1 / 3, 2 / 3, True)
    assert all(0 < fewer <= more for fewer, more in asked)
    assert bool(asked) == bool(kept)


@pytest.mark.parametrize(
    ("kept", "fits", "least", "wrong"),
    [
        (0, True, 53, False),
        (1, False, 53, False),
        (1, True, 53, True),
        (1, False, 56, True),
    ],
)
def test_what_is_checked_hangs_on_layers_that_fit(kept, fits, least, wrong, monkeypatch):
    """A list that is not there refutes nothing: only one that is empty, or two apart."""
    asked, told = [], []

    def fake_fits(one, other):
        asked.append((len(one), len(other)))
        return fits

    kinds = {
        (t, b): np.zeros((kept * (90 - t), 2), np.uint64)
        for t in range(least, 82)
        for b in range(34)
    }
    monkeypatch.setattr(checker, "fewest_blocked", lambda tell: tell(1) or THREE)
    monkeypatch.setattr(
        checker, "check_stacks", lambda *call: asked.append(call[:2]) or call[2](1)
    )
    monkeypatch.setattr(checker, "sets_of_layers", lambda least, tell: tell(1))
    monkeypatch.setattr(checker, "listed", lambda _: kinds)
    monkeypatch.setattr(checker, "any_fits", fake_fits)
    monkeypatch.setattr(
        checker, "parts", lambda *call: asked.append(call) or check_of_four.parts(*call)
    )
    if wrong:
        with pytest.raises(Refused, match="3 layers may fit"):
            checker.check_five(told.append)
    else:
        assert checker.check_five(told.append) == sum(map(len, kinds.values()))
    assert told == [1 / 3, 2 / 3, 1]
    assert asked.pop(0) == (49, THREE)
    assert asked.pop(0) == (checker.fewest_of_four(THREE), 166, 5, 3)
    assert all(0 < fewer <= more for fewer, more in asked)
    assert bool(asked) == bool(kept)


def test_sets_that_may_be_part_of_what_is_kept(monkeypatch):
    """For some size that is kept, few enough are blocked in it and in two more."""
    rng, told, tables = np.random.default_rng(5), [], image_tables(solver.LAYER)
    some = [PLANE, CROSS, FULL, 0, *(rng.integers(0, 1 << 27, 12) | PLANE).tolist()]
    sets = np.unique(np.concatenate([images(one, tables) for one in some]))
    monkeypatch.setattr(solver, "chunks", lambda size: [(1.0, sets)])
    parts = [(part, check_of_four.blocked(part)) for part in (sets[:99], sets[99:])]
    monkeypatch.setattr(check_of_four, "all_sets", lambda tell, start: tell(start) or parts)
    kinds = solver.sets_for_stacks(THREE, told.append)
    pool = checker.sets_of_layers(THREE, told.append)
    assert told == [1.0, 0.0]
    assert {
        (kind.size, kind.blocked): (kind.sets.tolist(), kind.inside.tolist())
        for kind in kinds
    } == {kind: tuple(column.tolist() for column in pair) for kind, pair in pool.items()}
    assert [len(kind.sets) for kind in kinds] == sorted(len(kind.sets) for kind in kinds)
    found = {int(one): kind for kind in kinds for one in kind.sets}
    kept = 0
    for one in some:
        size, inside = one.bit_count(), sum(not lone for lone in alone_of(one))
        fine = any(
            inside + fewest_together([THREE] * 2, t - size) <= solver.in_layers(t, most)
            for t, most in solver.KEPT.items()
            if 0 <= t - size <= 54
        )
        assert {int(image) in found for image in images(one, tables)} == {fine}
        if fine:
            assert (found[one].size, found[one].blocked) == (size, inside)
            kept += 1
    assert 2 < kept < len(some) - 2


def alone_of(layer):
    """Of each configuration of a set of 27, whether it is alone on one of its lines."""
    points = set(cells(layer))
    for point in points:
        lines = [[(*point[:k], c, *point[k + 1 :]) for c in range(3)] for k in range(3)]
        yield any(sum(p in points for p in line) == 1 for line in lines)


def test_layers_of_some_kinds_are_all_stacks_of_them():
    kinds = [kind_of(one) for one in (1, PLANE, FULL)]
    assert [len(kind.firsts) for kind in kinds] == [1, 1, 1]  # each is one class
    for t, most in ((19, 3), (19, 9), (37, 30), (3, 1), (9, 9)):
        found = solver.layers_of(t, most, kinds)
        assert [*found] == [(t, b) for b in range(most + 1)]
        numbers = {b for (_, b), layers in found.items() if len(layers.won)}
        wanted = {
            stack_blocked([int(layer) for layer in layers])
            for three in combinations_with_replacement(kinds, 3)
            if sum(kind.size for kind in three) == t
            for layers in product(three[0].sets[:1], three[1].sets, three[2].sets[:4])
        }
        assert {number for number in wanted if number <= most} <= numbers
        for (_, b), layers in found.items():
            assert (layers.won.sum(axis=1) == t).all()
            assert (layers.inside == solver.blocked_members(layers.won)).all()
            assert (layers.inside.sum(axis=1) == b).all()


@pytest.mark.parametrize(("t", "most"), [(19, 3), (37, 24), (27, 3), (3, 1), (11, 2)])
def test_layers_listed_are_all_stacks_of_the_sets_there_are(t, most, monkeypatch):
    kinds = [kind_of(one) for one in (1, PLANE, FULL)]
    pool = {(kind.size, kind.blocked): (kind.sets, kind.inside) for kind in kinds}
    monkeypatch.setattr(checker, "LISTED", {t: most})
    wanted = Counter[int]()
    for three in combinations_with_replacement(sorted(kinds, key=lambda k: len(k.sets)), 3):
        few = sum(kind.blocked for kind in three) <= (t + 3 * most) // 4
        if sum(kind.size for kind in three) == t and few:
            rows = product(three[0].sets, three[1].sets, three[2].sets[:1])
            wanted.update(stack_blocked([int(layer) for layer in row]) for row in rows)
    found = checker.listed(pool)
    assert [*found] == [(t, b) for b in range(most + 1)]
    assert [len(rows) for rows in found.values()] == [wanted[b] for b in range(most + 1)]
    for (_, b), sets in found.items():
        assert (sets.sum(axis=1) == t).all()
        assert (checker.blocked_of_four(sets).sum(axis=1) == b).all()


FEWEST = {53: 5, 54: 6, 55: 9, 56: 12, 57: 15, 58: 17, 59: 20, 60: 23}  # with a set


def nine_together(fewest, total):
    """The fewest blocked in nine sets of 81 of so many together, all ways tried."""

    @cache
    def least(sets, left):
        if sets == 0:
            return 0 if left == 0 else inf
        sizes = range(min(left, 81) + 1)
        return min(fewest[size] + least(sets - 1, left - size) for size in sizes)

    return least(9, total)


@pytest.mark.parametrize("there", [{}, {57: 9}, {61: 24}])
def test_nine_sets_have_no_more_than_their_fewest_blocked_leave(there, monkeypatch):
    """Kinds with a set are as in `FEWEST`, or as said; by counting where none is kept."""
    low = solver.fewest_of_four(THREE)
    first = {**dict.fromkeys(solver.KEPT, inf), **FEWEST, **there}
    kinds = {
        (t, b): np.zeros((int(b >= first[t]), 81), np.float32)
        for t, most in solver.KEPT.items()
        for b in range(most + 1)
    }
    layers = {kind: solver.Layers(rows, rows) for kind, rows in kinds.items()}
    monkeypatch.setattr(solver, "layers_of_four", lambda tell: tell(1) or (low, layers))
    monkeypatch.setattr(six_agents, "layers_of_four", lambda tell: tell(1) or (low, kinds))
    fewest = [
        min(first[t], most + 1) if (most := solver.KEPT.get(t)) else few
        for t, few in enumerate(low)
    ]
    assert six_agents.fewest(low, kinds) == fewest
    bound = solver.six_agents_bound()
    assert nine_together(fewest, bound) <= bound // 3
    assert nine_together(fewest, bound + 1) > (bound + 1) // 3
    assert (bound == 535) == (57 not in there)
    if bound == 535:
        assert six_agents.check_six(lambda _: None) == sum(map(len, kinds.values()))
        monkeypatch.setattr(six_agents, "WANTED", 535)
    with pytest.raises(Refused, match="nine sets may have"):
        six_agents.check_six(lambda _: None)
