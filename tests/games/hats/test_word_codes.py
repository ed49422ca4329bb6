"""Codes as lists of words, against the definition, word by word."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.games.hats.solve.codes.word_codes import (
    WordCode,
    as_dimacs,
    near_lists,
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
