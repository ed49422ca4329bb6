"""Models found are those that brute force finds, over all models and all small formulas."""

import pytest

from tests.logic.satisfiability.every_model import every_formula, least_size
from whoknows.logic.language.formula import Not
from whoknows.logic.satisfiability import find


def check(formula, logic, most):
    """`find` says what all models up to a size say, and its model is as small."""
    found, least = find(formula, logic=logic), least_size(logic, formula, most)
    assert found.satisfiable is not None
    if least is not None:
        assert found.satisfiable, formula
        assert found.smallest, formula
        assert len(found.model) == least, formula
    elif found.satisfiable:  # the model was checked by `find`; it must be a larger one
        assert len(found.model) > most, formula
    return found.satisfiable


CASES = [("S5", 3), ("KD45", 2), ("K", 2)]


@pytest.mark.parametrize(("logic", "most"), CASES)
def test_some_formulas_and_their_negations(logic, most):
    some = every_formula(5)[::13]
    answers = [check(made, logic, most) for one in some for made in (one, Not(one))]
    assert 20 < answers.count(False) < len(answers) / 2


@pytest.mark.slow
@pytest.mark.parametrize(("logic", "most"), CASES)
def test_all_formulas_of_five_signs_and_their_negations(logic, most):
    """9572 formulas a logic, knowledge nested at most two deep, two facts and agents."""
    every = every_formula(5)
    assert len(every) == 4786
    for one in every:
        check(one, logic, most)
        check(Not(one), logic, most)
