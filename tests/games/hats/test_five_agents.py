"""Layers of layers for five agents: parts beside their definition, and the bound."""

from itertools import product

import numpy as np
import pytest

from whoknows.games.hats.solve.many_colors import five_agents as solver
from whoknows.games.hats.solve.many_colors.layer_sets import image_tables, images
from whoknows.verify import five_agents as checker


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


@pytest.mark.parametrize("chosen", [(PLANE, PLANE, PLANE), (CROSS, PLANE, FULL)])
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
        found = [checker.blocked_of_four(checker.wide(rows)) for rows in stacks]
        assert {int(number) for row in found for number in checker.count(row)} == wanted


def random_stack(rng):
    return [int(layer) for layer in rng.integers(0, 1 << 27, 3)]


@pytest.mark.parametrize("seed", range(5))
def test_what_is_blocked_in_a_set_of_81_is_what_the_definition_says(seed):
    stack = random_stack(np.random.default_rng(seed))
    row = solver.members(*np.array(stack, np.uint32))
    rows = checker.wide(np.array([stack], np.uint32))
    assert solver.blocked_members(row).sum() == stack_blocked(stack)
    assert checker.count(checker.blocked_of_four(rows)) == [stack_blocked(stack)]


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
        assert checker.any_fits(*map(checker.joined, rows)) == fits


def test_a_renaming_keeps_how_many_are_blocked():
    """So that lists with one of each class are enough."""
    stack = random_stack(np.random.default_rng(3))
    places = checker.renamings().T[::97]
    has = solver.members(*np.array(stack, np.uint32))[0] > 0
    images = np.zeros((len(places), 81), bool)
    images[np.arange(len(places))[:, None], places] = has
    numbers = checker.count(checker.blocked_of_four(checker.joined(images)))
    assert set(numbers.tolist()) == {stack_blocked(stack)}
    assert len({tuple(row) for row in places.tolist()}) == len(places) > 300


def test_layers_with_nothing_blocked_fit_anything_of_their_kind():
    diagonal = (np.indices((3,) * 4).sum(axis=0) % 3 == 0).reshape(1, -1)
    assert not checker.blocked_of_four(checker.joined(diagonal)).any()
    assert checker.any_fits(*[checker.joined(diagonal)] * 2)
    assert not checker.any_fits(checker.joined(diagonal[:0]), checker.joined(diagonal))


def test_what_may_be_blocked_in_layers_counts_names():
    """Ten are blocked and the twenty others name four agents: five at most for one."""
    assert solver.in_layers(30, 10) == checker.most_in_layers(30, 10) == 15


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_five_agents_win_no_more_than_165():
    assert solver.five_agents_bound() == 165
    assert checker.check_five(lambda _: None) == 14_534
