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
    least = min(
        stack_blocked([int(layer) for layer in layers])
        for layers in product(*(kind.sets for kind in kinds))
    )
    for inside in (least - 1, least):
        assert solver.stacked(*kinds, inside) == (inside >= least)
        pairs = [(kind.sets, kind.inside) for kind in kinds]
        assert checker.fits(*pairs, inside) == (inside >= least)


def test_what_may_be_blocked_in_layers_counts_names():
    """Ten are blocked and the twenty others name four agents: five at most for one."""
    assert solver.in_layers(30, 10) == 15


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_five_agents_win_no_more_than_167():
    fewest = solver.fewest_of_four()
    assert fewest[48:61] == [0, 1, 2, 3, 4, 5, 6, 9, 12, 15, 17, 20, 23]
    assert solver.five_agents_bound() == 167
