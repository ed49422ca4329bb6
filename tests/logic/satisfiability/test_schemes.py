"""The table of textbook schemes in the docs says what is so."""

import re
from pathlib import Path

import pytest

from tests.logic.satisfiability.every_model import all_models
from whoknows.logic import parse
from whoknows.logic.language.names import names
from whoknows.logic.satisfiability import valid

PAGE = Path(__file__).parents[3] / "docs" / "find.md"
ROW = re.compile(r"^\| `(.*)` \| .* \| (yes|no) \| (yes|no) \| (yes|no) \|$", re.MULTILINE)
LOGICS = ("S5", "KD45", "K")
ROWS = [
    (formula.replace("\\|", "|"), logic, said == "yes")
    for formula, *answers in ROW.findall(PAGE.read_text(encoding="utf-8"))
    for logic, said in zip(LOGICS, answers, strict=True)
]


@pytest.mark.parametrize(("formula", "logic", "said"), ROWS)
def test_a_scheme_is_valid_or_not_as_the_table_says(formula, logic, said):
    found = valid(formula, logic=logic)
    assert found.valid == said
    if not said:
        assert found.smallest
        assert not found.countermodel.true(formula, found.at)


@pytest.mark.parametrize(("formula", "logic", "said"), ROWS)
def test_no_small_model_breaks_a_valid_scheme_and_one_breaks_the_others(
    formula, logic, said
):
    """By brute force, without any solver; schemes of two facts and two agents."""
    claim = parse(formula)
    if not names(claim).facts <= {"p", "q"}:
        return
    assert names(claim).agents <= {"a", "b"}
    model, _ = all_models(logic, 3 if logic == "S5" else 2)
    small = model.valid(claim)
    found = valid(formula, logic=logic)
    assert small or not said
    if not said and len(found.countermodel) <= (3 if logic == "S5" else 2):
        assert not small


def test_there_are_many_schemes():
    assert len(ROWS) == 3 * 27
