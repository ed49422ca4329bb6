"""A characteristic formula holds where nothing differs, and nowhere else."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import TooLarge
from whoknows.logic import every_world, from_cells, from_parts
from whoknows.logic.bisimulation.characteristic import characteristic
from whoknows.logic.bisimulation.contraction import contracted, difference
from whoknows.logic.models.links import generated
from whoknows.logic.satisfiability import find
from whoknows.logic.satisfiability.exercises import random_model


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(["S5", "KD45", "K"]), st.integers(0, 2**32), st.integers(1, 5))
def test_it_tells_a_world_from_all_that_differ(logic, seed, size):
    rng = np.random.default_rng(seed)
    some = [
        random_model(rng, worlds=size, agents=["a", "b"], facts=["p"], logic=logic)
        for _ in range(2)
    ]
    formula = characteristic(some[0], 0)
    for model in some:
        for world in model:
            same = difference(some[0], 0, model, world) is None
            assert model.true(formula, world) == same


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["S5", "KD45", "K"]), st.integers(0, 2**32))
def test_its_smallest_model_is_the_contraction(logic, seed):
    rng = np.random.default_rng(seed)
    model = random_model(rng, worlds=4, agents=["a", "b"], facts=["p", "q"], logic=logic)
    found = find(characteristic(model, 0), logic=logic)
    assert len(found.model) == len(contracted(generated(model, 0)))
    assert found.smallest
    assert difference(found.model, found.at, model, 0) is None


def test_of_nobody_it_is_what_is_so():
    alone = from_cells(["u", "v"], {"p": ["u"]}, {})
    assert str(characteristic(alone, 0)) == "p"


def test_it_says_that_there_are_no_other_values():
    few, more = (
        from_parts({"x": range(k)}, sees={"ann": ["x"], "bob": []}, engine="table")
        for k in (3, 4)
    )
    said = characteristic(few, 0)
    assert few.where(said).tolist() == [True, False, False]
    assert not more.where(said).any()


def test_of_too_many_worlds_it_is_refused():
    model = every_world([f"p{k}" for k in range(7)], sees={"ann": []})
    with pytest.raises(TooLarge, match="128 different worlds"):
        characteristic(model, 0)
