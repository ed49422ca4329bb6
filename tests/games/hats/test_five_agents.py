"""Layers of layers for five agents: parts beside their definition, and the bound."""

from collections import Counter
from functools import cache
from inspect import getsource
from itertools import combinations_with_replacement, product
from math import inf

import numpy as np
import pytest

from whoknows.checking import Refused
from whoknows.checking.layers import five_agents as checker
from whoknows.checking.layers import layer_lists as checked_lists
from whoknows.checking.layers import three_layers as check_of_four
from whoknows.games.hats.solve.many_colors.layers import five_agents as solver
from whoknows.games.hats.solve.many_colors.layers import layer_lists, layer_sets
from whoknows.games.hats.solve.many_colors.layers.layer_sets import (
    LayerSets,
    image_tables,
    images,
    least_sums,
    one_of_each_class,
    parted,
)


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
    sets = np.unique(images(one, image_tables(solver.SMALL)))
    [kind] = parted(sets, solver.SMALL)
    return kind, kind.where([*one_of_each_class(sets, solver.SMALL)])


@pytest.mark.parametrize(
    "chosen", [(PLANE, PLANE, PLANE), (CROSS, PLANE, FULL), (FULL, PLANE, 1)]
)
def test_stacks_of_whole_classes_are_those_of_the_definition(chosen):
    (first, _), (second, _), (third, firsts) = map(kind_of, chosen)
    numbers = {
        stack_blocked([int(layer) for layer in layers])
        for layers in product(first.sets, second.sets, third.sets)
    }
    for inside in (min(numbers) - 1, min(numbers), max(numbers)):
        stacks = list(solver.stacks_of(first, second, firsts, inside))
        pairs = [(kind.sets, kind.inside) for kind in (first, second)]
        checked = list(checker.stacks_of(*pairs, [*firsts.sets], inside))
        wanted = {number for number in numbers if number <= inside}
        rows = [solver.blocked_in_rows(solver.rows_of(stack)) for stack in stacks]
        assert {int(number) for row in rows for number in row.sum(axis=1)} == wanted
        rows = [blocked_in_rows(checker.rows_of(stack)) for stack in checked]
        assert {int(number) for row in rows for number in row.sum(axis=1)} == wanted


def blocked_in_rows(rows):
    return checked_lists.blocked_in_rows(rows, checker.LAYER)


def random_stack(rng):
    return [int(layer) for layer in rng.integers(0, 1 << 27, 3)]


@pytest.mark.parametrize("seed", range(5))
def test_what_is_blocked_in_a_set_of_81_is_what_the_definition_says(seed):
    stack = random_stack(np.random.default_rng(seed))
    stacks = np.array([stack], np.uint32)
    row, rows = solver.rows_of(stacks), checker.rows_of(stacks)
    assert solver.blocked_in_rows(row).sum() == stack_blocked(stack)
    assert blocked_in_rows(rows).sum(axis=1) == [stack_blocked(stack)]


def test_layers_fit_just_if_some_renaming_keeps_what_is_blocked_apart():
    """Two thirds are blocked all over: they fit beside the third that is left alone."""
    hats = np.indices((3,) * 4)
    most, third, diagonal = hats[0] < 2, hats[2] == 1, hats.sum(axis=0) % 3 == 0
    cases = [(most, third, True), (third, most, True), (most, most, False)]
    cases += [(most, diagonal, False), (diagonal, most, False)]
    for one, other, fits in cases:
        rows = [part.reshape(1, -1) for part in (one, other)]
        floats = [row.astype(np.float32) for row in rows]
        blocks = [solver.blocked_in_rows(row) for row in floats]
        assert solver.fit(*map(LayerSets, "ab", "cd", floats, blocks)) == fits
        assert checked_lists.fit(*rows, checker.LAYER) == fits


def test_a_renaming_keeps_how_many_are_blocked():
    """So that lists with one of each class are enough."""
    stack = random_stack(np.random.default_rng(3))
    places = check_of_four.renamings(3, 4).T[::97]
    has = solver.rows_of(np.array([stack], np.uint32))[0] > 0
    images = np.zeros((len(places), 81), bool)
    images[np.arange(len(places))[:, None], places] = has
    numbers = blocked_in_rows(images).sum(axis=1)
    assert set(numbers.tolist()) == {stack_blocked(stack)}
    assert len({tuple(row) for row in places.tolist()}) == len(places) > 300


def test_layers_with_nothing_blocked_fit_anything_of_their_kind():
    diagonal = (np.indices((3,) * 4).sum(axis=0) % 3 == 0).reshape(1, -1)
    assert not blocked_in_rows(diagonal).any()
    assert checked_lists.fit(*[diagonal] * 2, checker.LAYER)
    assert not checked_lists.fit(diagonal[:0], diagonal, checker.LAYER)


def test_what_may_be_blocked_in_layers_counts_names():
    """Ten are blocked and the twenty others name four agents: five at most for one."""
    for lemmas in (layer_lists, checked_lists):
        assert lemmas.most_blocked_in_stack(30, 10, 4) == 15


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_five_agents_win_no_more_than_165():
    assert solver.five_agents_bound() == 165
    assert checker.check_five(lambda _: None) == 14_534


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_six_agents_win_no_more_than_535():
    assert solver.six_agents_bound() == 535
    assert checker.check_six(lambda _: None) == 14_534


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
        assert least_sums(one, other) == checker.least_sums(one, other) == wanted


def test_the_fewest_blocked_of_four_agents_and_what_five_win_by_counting():
    stack = layer_lists.fewest_blocked_in_stack(THREE, 3)
    fewest = layer_lists.fewest_blocked_in_layer(stack, 4, 48)
    assert checked_lists.fewest_blocked_in_layer(stack, 4, 48) == fewest
    for size, few in enumerate(fewest):
        layers = fewest_together([THREE] * 3, size)
        fine = [b for b in range(100) if (size + 3 * b) // 4 >= layers]
        assert few == next(b for b in fine if size - b <= 48)
    most = layer_lists.bound_by_counting(fewest, 5, 3)
    assert most == 172
    assert fewest_together([fewest] * 3, most) <= most // 5
    assert fewest_together([fewest] * 3, most + 1) > (most + 1) // 5


def fewest_by_counting():
    stack = layer_lists.fewest_blocked_in_stack(THREE, 3)
    return layer_lists.fewest_blocked_in_layer(stack, 4, 48)


def test_the_ways_to_part_what_is_refuted():
    fewest = [max(0, 2 * size - 100) for size in range(82)]
    found = list(layer_lists.ways_to_part(fewest, solver.REFUTED, 5, 3))
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
    return LayerSets(0, 0, row, row)


@pytest.mark.parametrize(
    ("kept", "fits", "bound"), [(0, True, 165), (1, False, 165), (1, True, 172)]
)
def test_what_is_refuted_hangs_on_layers_that_fit(kept, fits, bound, monkeypatch):
    """Nothing is left if no layer is, or if no two fit; else counting is all there is."""
    told, asked = [], []

    def fake_fit(one, other):
        asked.append((len(one), len(other)))
        return fits

    monkeypatch.setattr(solver, "least_blocked", lambda rules, share: share(1) or THREE)
    monkeypatch.setattr(solver, "sets_for_stacks", lambda layer, share: share(1) or [])
    monkeypatch.setattr(solver, "fit", fake_fit)
    monkeypatch.setattr(
        solver,
        "listed",
        lambda t, most, small: {(t, b): layers_with(kept * (90 - t)) for b in range(99)},
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

    def fake_fits(one, other, shape):
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
    monkeypatch.setattr(checker, "sets_for_stacks", lambda least, tell: tell(1))
    monkeypatch.setattr(checker, "listed", lambda _: kinds)
    monkeypatch.setattr(checked_lists, "fit", fake_fits)
    monkeypatch.setattr(
        checker,
        "ways_to_part",
        lambda *call: asked.append(call) or checked_lists.ways_to_part(*call),
    )
    if wrong:
        with pytest.raises(Refused, match="3 layers may fit"):
            checker.check_five(told.append)
    else:
        assert checker.check_five(told.append) == sum(map(len, kinds.values()))
    assert told == [1 / 3, 2 / 3, 1]
    assert asked.pop(0) == (49, THREE)
    assert asked.pop(0) == (fewest_by_counting(), 166, 5, 3)
    assert all(0 < fewer <= more for fewer, more in asked)
    assert bool(asked) == bool(kept)


def test_sets_that_may_be_part_of_what_is_kept(monkeypatch):
    """For some size that is kept, few enough are blocked in it and in two more."""
    rng, told, tables = np.random.default_rng(5), [], image_tables(solver.SMALL)
    some = [PLANE, CROSS, FULL, 0, *(rng.integers(0, 1 << 27, 12) | PLANE).tolist()]
    sets = np.unique(np.concatenate([images(one, tables) for one in some]))
    monkeypatch.setattr(layer_sets, "chunks", lambda size: [(1.0, sets)])
    parts = [(part, check_of_four.blocked(part)) for part in (sets[:99], sets[99:])]
    monkeypatch.setattr(check_of_four, "all_sets", lambda tell, start: tell(start) or parts)
    kinds = [kind for kind, _ in solver.sets_for_stacks(THREE, told.append)]
    pool = checker.sets_for_stacks(THREE, told.append)
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
            inside + fewest_together([THREE] * 2, t - size) <= (t + 3 * most) // 4
            for t, most in solver.LISTED.items()
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
    small = [kind_of(one) for one in (1, PLANE, FULL)]
    assert [len(firsts) for _, firsts in small] == [1, 1, 1]  # each is one class
    kinds = [kind for kind, _ in small]
    for t, most in ((19, 3), (19, 9), (37, 30), (3, 1), (9, 9)):
        found = solver.listed(t, most, small)
        assert [*found] == [(t, b) for b in range(most + 1)]
        numbers = {b for (_, b), layers in found.items() if len(layers)}
        wanted = {
            stack_blocked([int(layer) for layer in layers])
            for three in combinations_with_replacement(kinds, 3)
            if sum(kind.size for kind in three) == t
            for layers in product(three[0].sets[:1], three[1].sets, three[2].sets[:4])
        }
        assert {number for number in wanted if number <= most} <= numbers
        for (_, b), layers in found.items():
            assert (layers.sets.sum(axis=1) == t).all()
            assert (layers.inside == solver.blocked_in_rows(layers.sets)).all()
            assert (layers.inside.sum(axis=1) == b).all()


@pytest.mark.parametrize(("t", "most"), [(19, 3), (37, 24), (27, 3), (3, 1), (11, 2)])
def test_layers_listed_are_all_stacks_of_the_sets_there_are(t, most, monkeypatch):
    kinds = [kind_of(one)[0] for one in (1, PLANE, FULL)]
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
        assert (blocked_in_rows(sets).sum(axis=1) == b).all()


def test_no_list_can_do_with_less(monkeypatch):
    """Each way beside a limit is not refuted where the limit is one less.

    Two of 53 and 54 fit, with as few blocked as can be; that any others do not is tried by
    the bound itself.
    """
    source = getsource(solver).partition("LISTED = {")[2].partition("}")[0]
    assert checker.LISTED == solver.LISTED
    few = {(53, 5), (54, 6)}
    ways = {*layer_lists.ways_to_part(fewest_by_counting(), 166, 5, 3)}
    for line, (won, most) in zip(
        source.split("\n")[1:], solver.LISTED.items(), strict=False
    ):
        way = tuple(tuple(map(int, kind.split())) for kind in line.split("#")[1].split(","))
        assert way in ways
        assert (won, most) in way
        lists = {
            (t, b): layers_with(int(b >= FEWEST.get(t, 99)))
            for t, limit in solver.LISTED.items()
            for b in range(limit + 1)
        }
        fits = [{id(lists[a]), id(lists[b])} for a in few for b in few]
        fit = lambda a, b, fits=fits: {id(a), id(b)} in fits  # noqa: E731
        assert layer_lists.all_refuted([way], lists, fit, lambda _: None)
        del lists[won, most]
        assert not layer_lists.all_refuted([way], lists, fit, lambda _: None)


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
    low = fewest_by_counting()
    first = {**dict.fromkeys(solver.LISTED, inf), **FEWEST, **there}
    kinds = {
        (t, b): np.zeros((int(b >= first[t]), 81), np.float32)
        for t, most in solver.LISTED.items()
        for b in range(most + 1)
    }
    layers = {kind: LayerSets(*kind, rows, rows) for kind, rows in kinds.items()}
    monkeypatch.setattr(solver, "lists_of_four", lambda tell: tell(1) or (low, layers))
    monkeypatch.setattr(checker, "lists_of_four", lambda tell: tell(1) or (low, kinds))
    fewest = [
        min(first[t], most + 1) if (most := solver.LISTED.get(t)) else few
        for t, few in enumerate(low)
    ]
    assert checker.fewest_with_a_set(low, kinds) == fewest
    assert solver.fewest_with_a_set(low, layers) == fewest
    bound = solver.six_agents_bound()
    assert nine_together(fewest, bound) <= bound // 3
    assert nine_together(fewest, bound + 1) > (bound + 1) // 3
    assert (bound == 535) == (57 not in there)
    if bound == 535:
        assert checker.check_six(lambda _: None) == sum(map(len, kinds.values()))
        monkeypatch.setattr(checker, "WANTED_OF_SIX", 535)
    with pytest.raises(Refused, match="nine sets may have"):
        checker.check_six(lambda _: None)
