"""Table and cube give what the definition gives, on random models and formulas."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import formulas, models, world_set

ENGINES = ["table", "cube"]


@pytest.mark.parametrize("engine", ENGINES)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_formula_holds_where_the_definition_says(engine, data):
    model, twin = data.draw(models(engine))
    formula = data.draw(formulas())
    assert world_set(model, model.where(formula)) == twin.where(formula)
