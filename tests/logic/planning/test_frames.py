"""Frames say what models of the library say, and keep no more worlds than needed."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.satisfiability.every_model import AGENTS, FACTS
from tests.logic.satisfiability.test_core import FLAT, undecided_here
from whoknows.logic import every_world, from_parts
from whoknows.logic.bisimulation.contraction import contracted, difference
from whoknows.logic.models.links import generated
from whoknows.logic.planning.matrix_models import Frame, Spot, Truths, Words
from whoknows.logic.satisfiability.exercises import random_model

LOGICS = st.sampled_from(["S5", "KD45", "K"])
SEEDS = st.integers(0, 2**32)


def some_model(seed, logic, worlds=5):
    rng = np.random.default_rng(seed)
    return random_model(rng, worlds=worlds, agents=AGENTS, facts=FACTS, logic=logic)


@settings(max_examples=150, deadline=None)
@given(FLAT, LOGICS, SEEDS)
def test_formulas_hold_in_a_frame_where_they_hold_in_the_model(formula, logic, seed):
    if undecided_here(formula):
        return
    model = some_model(seed, logic)
    words = Words.of(model)
    literal = words.literal(formula)
    words.merges = False
    spot = words.spot(model, list(model))
    if "C{}" in str(formula) and logic == "S5":
        return  # of nobody's chains a frame says what a relational model says
    assert (
        Truths(spot.frame, words).where(literal).tolist() == model.where(formula).tolist()
    )


@settings(max_examples=150, deadline=None)
@given(LOGICS, SEEDS, SEEDS, st.integers(1, 6), st.integers(1, 6))
def test_spots_are_the_same_bytes_just_if_no_formula_tells_them_apart(
    logic, one, two, small, large
):
    left, right = some_model(one, logic, small), some_model(two, logic, large)
    words = Words.of(left)
    same = difference(left, 0, right, 0) is None
    assert (words.spot(left, [0]).key == words.spot(right, [0]).key) == same


@settings(max_examples=60, deadline=None)
@given(LOGICS, SEEDS, st.randoms(use_true_random=False))
def test_the_order_of_the_worlds_does_not_count(logic, seed, random):
    model = some_model(seed, logic, 6)
    words = Words.of(model)
    words.merges = False
    plain = words.spot(model, [0])
    words.merges = True
    order = list(range(6))
    random.shuffle(order)
    mixed = Spot(plain.frame.only(np.array(order)), plain.here[order])
    settled = words.settled(mixed.frame, mixed.here)
    assert settled.key == words.settled(plain.frame, plain.here).key
    assert len(settled.frame) == len(contracted(generated(model, 0)))


def test_values_of_parts_are_facts():
    model = from_parts({"x": (1, 2, 3)}, sees={"ann": []}, facts=["p"])
    words = Words.of(model)
    spot = words.spot(model, [0])
    for formula in ("~Kv ann x", "[= x] Kv ann x", "x=1 | x=2 | x=3"):
        from whoknows.logic import parse

        literal = words.literal(parse(formula))
        assert Truths(spot.frame, words).where(literal).all()


def test_many_worlds_that_nobody_thinks_of_are_left_out():
    model = every_world(
        [f"p{k}" for k in range(16)], sees={"ann": [f"p{k}" for k in range(15)]}
    )
    assert len(Words.of(model).spot(model, [0]).frame) == 2


def test_a_frame_without_agents():
    words = Words(["p"], [])
    spot = words.settled(
        Frame(np.array([[True], [False]]), np.zeros((0, 2, 2), dtype=bool)),
        np.array([True, False]),
    )
    assert len(spot.frame) == 1
