"""Decision diagrams against sets of numbers: every operation by its definition."""

import pickle
import subprocess
import sys
from operator import and_, or_, xor

import numpy as np
import pytest

from machine import PATIENCE
from whoknows.errors import BadSetup
from whoknows.logic.diagrams import Oxidd, below, filled


def drawn(manager, rng, axes):
    """A random set of combinations of some axes, and its diagram."""
    inside = set(np.flatnonzero(rng.random(1 << axes) < rng.random()).tolist())
    return inside, made(manager, inside, axes)


def made(manager, numbers, axes):
    """The diagram of these combinations."""
    found = ~manager.everything()
    for number in numbers:
        one = manager.everything()
        for axis in range(axes):
            variable = manager.variable(axis)
            one = one & (variable if number >> axis & 1 else ~variable)
        found = found | one
    return found


def folded(numbers, axes):
    """Combinations that differ from one of these along the axes only."""
    for axis in axes:
        numbers = numbers | {number ^ 1 << axis for number in numbers}
    return numbers


def bits(number, axes):
    return [number >> axis & 1 for axis in range(axes)]


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("seed", range(12))
def test_a_diagram_is_a_set_of_combinations(stride, seed):
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 6))
    manager = Oxidd(size, stride)
    (left, one), (right, two) = (drawn(manager, rng, size) for _ in "12")
    everything = set(range(1 << size))

    def same(node, numbers):
        assert set(manager.all_worlds(node, size).tolist()) == numbers
        assert sorted(manager.worlds(node, size)) == sorted(numbers)
        assert manager.count(node, size) == len(numbers)
        assert manager.some(node) == bool(numbers)
        assert [k for k in everything if manager.bit(node, k)] == sorted(numbers)
        ranked = [manager.ranked(node, rank, size) for rank in range(len(numbers))]
        assert ranked == sorted(numbers, key=lambda number: bits(number, size))

    same(one & two, left & right)
    same(one | two, left | right)
    same(one ^ two, left ^ right)
    same(~one, everything - left)
    axes = tuple(axis for axis in range(size) if rng.random() < 0.5)
    same(manager.fold(one, axes), folded(left, axes))
    same(manager.fold_both(one, two, axes), folded(left & right, axes))
    same(manager.fold_all(one, two, axes), everything - folded(left - right, axes))
    axis = int(rng.integers(size))
    put = {k for k in everything if (k & ~(1 << axis)) | (k in right) << axis in left}
    same(manager.put(one, {axis: two}), put)
    again = Oxidd(size).read(manager.written([one, two]), stride)
    assert [set(n.owner.all_worlds(n, size).tolist()) for n in again] == [left, right]
    manager.grow(size + 1)
    assert manager.size == size + 1
    manager.grow(size)
    assert manager.size == size + 1
    further = manager.variable(size)
    assert manager.count(one & further, size + 1) == len(left)
    manager.tidy()
    same(one, left)


@pytest.mark.parametrize("seed", range(12))
def test_axes_beside_axes_make_pairs(seed):
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 4))
    manager = Oxidd(size, 2)
    (left, one), (right, two) = (drawn(manager, rng, size) for _ in "12")
    pairs = one & manager.seconds(two, size)
    wanted = {(a, b) for a in left for b in right}
    assert manager.pairs_count(pairs, size) == len(wanted)
    firsts, seconds = manager.all_pairs(pairs, size)
    assert set(zip(firsts.tolist(), seconds.tolist(), strict=True)) == wanted
    assert manager.same(manager.firsts(manager.seconds(two, size), size), two)
    step = manager.everything()
    for axis in range(size):
        step = step & ~(manager.second(axis) ^ manager.variable(axis))
    step = step | pairs  # from everywhere to itself, and by the pairs
    reached = manager.fold_seconds(step, manager.seconds(two, size), size)
    assert set(manager.all_worlds(reached, size).tolist()) == right | (
        left if right else set()
    )
    axes = tuple(range(int(rng.integers(1, size + 1))))
    ends = manager.fold_ends(manager.seconds(two, size), axes)
    back = set(manager.all_worlds(manager.firsts(ends, size), size).tolist())
    assert back == folded(right, axes)


@pytest.mark.parametrize("stride", [1, 2])
def test_an_axis_is_put_below_the_lowest_of_some(stride):
    manager = Oxidd(5, stride)

    def order():
        variables = [manager.manager.level_to_var(k) for k in range(5 * stride)]
        return [variable // stride for variable in variables if variable % stride == 0]

    inside = {3, 7, 12, 30}
    node = made(manager, inside, 5)
    for axis, near, wanted in (
        (4, (0, 1), [0, 1, 4, 2, 3]),
        (0, (4, 1), [1, 4, 0, 2, 3]),
        (3, (), [1, 4, 0, 2, 3]),
        (2, (3,), [1, 4, 0, 3, 2]),
    ):
        manager.place(axis, near)
        assert order() == wanted
        assert [k for k in range(32) if manager.bit(node, k)] == sorted(inside)


def test_diagrams_of_two_managers_are_not_mixed():
    one, two = Oxidd(2), Oxidd(2)
    assert one.variable(0) == one.variable(0) != one.variable(1)
    assert one.variable(0) not in (two.variable(0), 3)
    assert one.owns(one.variable(0))
    assert not one.owns(two.variable(0))
    assert not one.owns(3)
    assert repr(one.variable(0)) == "<diagram of 2 nodes>"
    with pytest.raises(BadSetup, match="does not fit another"):
        one.bit(two.variable(0), 0)
    for join in (and_, or_, xor):
        with pytest.raises(BadSetup, match="does not fit another"):
            join(one.variable(0), two.variable(0))
        with pytest.raises(BadSetup, match="a bool is not a claim"):
            join(one.variable(0), True)
    copy = pickle.loads(pickle.dumps(one.variable(1)))
    assert copy.owner.all_worlds(copy, 2).tolist() == [2, 3]
    with pytest.raises(TypeError, match="use &"):
        bool(one.variable(0))


def test_choices_along_axes_are_counted_in_order():
    assert list(filled(8, (0, 2))) == [8, 9, 12, 13]
    manager = Oxidd(3)
    node = manager.variable(1)
    assert list(below(node.node, 1, 1, 3, 1)) == [3, 7]  # the first axis is decided


SMALL = """
import resource
import time
limit = 1 << 30
_, most = resource.getrlimit(resource.RLIMIT_DATA)
resource.setrlimit(resource.RLIMIT_DATA, (limit, most))
from whoknows.logic.diagrams import STACK, Oxidd
from whoknows.work.memory import settle

def bound():
    return resource.getrlimit(resource.RLIMIT_DATA)[0]

kept = [Oxidd(3, most=1 << 16, results=1 << 10) for _ in range(4)]
try:
    bytearray(limit)
except MemoryError:
    print(bound() == limit + 4 * STACK)
del kept  # their threads end in a moment, and need memory for that
while bound() >= limit + 4 * STACK:
    time.sleep(0.01)
    settle()
print("smaller again")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the bound is of the system")
def test_what_diagrams_reserve_does_not_count_where_memory_is_limited():
    done = subprocess.run(
        [sys.executable, "-c", SMALL], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.stdout == "True\nsmaller again\n", done.stderr
