"""Table and cube give what the definition gives, on random models and formulas."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import AGENTS, formulas, models, world_set
from whoknows.logic import parse
from whoknows.logic.events.product import Event, EventModel
from whoknows.logic.language import formula as f
from whoknows.logic.models.labels import components

ENGINES = ["table", "cube", "symbolic"]


@pytest.mark.parametrize("engine", ENGINES)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_formula_holds_where_the_definition_says(engine, data):
    model, twin = data.draw(models(engine))
    formula = data.draw(formulas())
    assert world_set(model, model.where(formula)) == twin.where(formula)


# Three events: ann tells all apart, bob the last from the others, cat none.
TURN = EventModel(
    (
        Event("turn", parse("p | x=red"), {"p": parse("~p"), "q": parse("K bob p")}),
        Event("wait", parse("true")),
        Event("stop", parse("~q"), {"r": parse("false")}),
    ),
    {"ann": [], "bob": [["turn", "wait"]], "cat": [["turn", "wait", "stop"]]},
    "turn",
)
HALT = EventModel(
    (Event("halt", parse("q"), {"q": parse("r")}),), {agent: [] for agent in AGENTS}
)


@pytest.mark.parametrize("engine", ENGINES)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_after_events_holds_what_the_definition_says(engine, data):
    model, twin = data.draw(models(engine))
    formula = data.draw(formulas(depth=5, events=(TURN, HALT)))
    assert world_set(model, model.where(formula)) == twin.where(formula)


@pytest.mark.parametrize("engine", ENGINES)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_relativised_common_knowledge_reduces_announcements(engine, data):
    """[! p] C q  <->  (p -> C{ | p} [! p] q)  [vanBenthem2006]."""
    model, _ = data.draw(models(engine))
    said, then = data.draw(formulas(depth=3)), data.draw(formulas(depth=3))
    group = tuple(data.draw(st.lists(st.sampled_from(AGENTS), min_size=1, unique=True)))
    left = f.Announce(said, f.Know("C", group, then))
    right = said >> f.KnowGiven("C", group, said, f.Announce(said, then))
    assert model.valid(left.iff(right))


@given(st.integers(1, 60), st.data())
@settings(max_examples=60, deadline=None)
def test_components_are_the_chains_of_views(rows, data):
    """Sparse views make long chains, which take more than one round."""
    labels = st.lists(st.integers(0, rows), min_size=rows, max_size=rows)
    views = [np.array(data.draw(labels)) for _ in range(data.draw(st.integers(0, 3)))]
    found = components(views, rows)
    for row in range(rows):
        reached, waiting = {row}, [row]
        while waiting:
            at = waiting.pop()
            for view in views:
                near = set(np.flatnonzero(view == view[at]).tolist()) - reached
                reached |= near
                waiting.extend(near)
        assert set(np.flatnonzero(found == found[row]).tolist()) == reached


def test_a_chain_of_a_million_worlds_is_one_component():
    steps = np.random.default_rng(7).permutation(10**6)
    assert len(set(components([steps // 2, (steps + 1) // 2], 10**6).tolist())) == 1
