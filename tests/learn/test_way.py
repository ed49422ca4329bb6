"""A way to a goal in a notebook: what is found is put into it, and leads there."""

from pathlib import Path

import pytest

from whoknows.errors import WhoknowsError
from whoknows.learn.notebook.cells import Cell, cells_of, worked_out
from whoknows.learn.notebook.goal import way_to

EXAMPLES = Path(__file__).parents[2] / "examples"
STEPS = {"transfer": 2, "sally_plan": 2, "two_doors": 2, "gossip_plan": 4}  # by hand
THREE = "facts p\nann sees p\nbob, cat see nothing\nactual p\n"


def went(text, goal=""):
    """The way, and the last answer of the notebook with it."""
    cells = cells_of(text)
    found = way_to(cells, goal)
    played = worked_out((*cells, *found.cells))
    assert not played.troubles
    return found, played.answers[-1].words if played.answers else None


@pytest.mark.parametrize(("name", "steps"), STEPS.items())
def test_the_way_of_an_example_leads_to_its_goal(name, steps):
    found, answer = went((EXAMPLES / f"{name}.txt").read_text("utf-8"))
    assert [cell.kind for cell in found.cells] == ["step"] * steps + ["question"]
    assert answer == "yes"


@pytest.mark.parametrize(
    ("text", "goal", "steps"),
    [
        (THREE, "K bob p & K cat K bob p", ["announce K ann p"]),
        (THREE, "K bob p & ~K cat p", ["show bob: p"]),
        (THREE + "relational\n", "K bob p & K cat ~K bob p", ["tell ann, bob: K ann p"]),
    ],
)
def test_without_a_word_people_say_what_they_know(text, goal, steps):
    found, answer = went(text, goal)
    assert [cell.text for cell in found.cells[:-1]] == steps
    assert answer == "yes"


def test_that_there_is_no_way_is_said():
    cells = cells_of(THREE)
    assert "no way of any length" in way_to(cells, "~p").words
    assert way_to(cells, "K ann p").words == "This holds already: nothing need happen."
    assert way_to(cells, "K ann p").cells == ()


@pytest.mark.parametrize(
    ("text", "goal", "said"),
    [
        (THREE, "", "say what must hold"),
        (THREE.replace("actual p", ""), "p", "name the actual world"),
        (THREE, "K ann (", "the formula ends too soon"),
        (THREE, "K dan p", "no agent 'dan'"),
        ("VARS 1 LAW Top OBS ann: 1", "1", "a file of SMCDEL"),
        ("facts p1..p40\nann, bob, cat see nothing\nactual p1", "p1", "ann may announce"),
    ],
)
def test_mistakes_are_said(text, goal, said):
    with pytest.raises(WhoknowsError) as error:
        way_to([Cell("model", text)], goal)
    assert said in str(error.value)
