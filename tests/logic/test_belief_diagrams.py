"""Beliefs as diagrams say what the relational model says, before and after events."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import AGENTS, formulas, models
from whoknows.errors import BadSetup
from whoknows.logic import every_world, parse, product, relational
from whoknows.logic.belief_diagrams import belief_structure
from whoknows.logic.events import Event, EventModel
from whoknows.logic.ready_made import claimed, private, secret_look
from whoknows.logic.saved import to_json

EVENTS = [
    private("p | x=red", ["ann"], AGENTS),
    secret_look("q", ["bob", "cat"], AGENTS),
    claimed("K ann p", "ann", AGENTS),
    EventModel(
        (Event("turn", parse("q"), {"p": parse("~p")}), Event("rest")),
        {
            "ann": [],
            "bob": frozenset({("turn", "rest"), ("rest", "rest")}),
            "cat": frozenset({("rest", "turn")}),
        },
    ),
]


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_diagrams_and_links_say_the_same(data):
    model, _ = data.draw(models("symbolic"))
    diagram, rows = belief_structure(model), relational(model)
    for events in data.draw(st.lists(st.sampled_from(EVENTS), max_size=2)):
        diagram, rows = product(diagram, events).model, product(rows, events).model
    formula = data.draw(formulas(depth=5))
    assert diagram.size == rows.size
    assert diagram.count(formula) == rows.count(formula)


@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_what_is_seen_from_a_world(data):
    model, _ = data.draw(models("symbolic"))
    diagram, rows = belief_structure(model), relational(model)
    at = data.draw(st.sampled_from(model.worlds().tolist()))
    row = model.worlds().tolist().index(at)
    for agent in AGENTS:
        seen = {rows.name(world) for world in rows.possible(agent, row)}
        assert {diagram.name(world) for world in diagram.possible(agent, at)} == seen
        group = ("bob", agent)
        far = rows.names(rows.reached_from(rows.claim_of((row,)), group))
        there = diagram.reached_from(diagram.claim_of((at,)), group)
        assert sorted(diagram.names(there)) == sorted(far)


def test_what_a_belief_structure_cannot_do_it_says():
    made = belief_structure(every_world("p", sees={"ann": "p"}, engine="symbolic"))
    with pytest.raises(BadSetup, match="not pickled"):
        pickle.dumps(made)
    with pytest.raises(BadSetup, match="is not saved"):
        to_json(made)
    with pytest.raises(BadSetup, match="are a diagram, not cells"):
        made.looks("ann")
    with pytest.raises(BadSetup, match="not what would be"):
        made.believes("ann", "p", given="p")


@pytest.mark.parametrize("whether", ["Kw ann p", "Kw bob p", "Dw{ann, bob} p", "Cw{bob} q"])
def test_who_is_told_in_secret_knows_whether(whether):
    rows = every_world("pq", sees={"ann": "q", "bob": []}, engine="table")
    whole = every_world("pq", sees={"ann": "q", "bob": []}, engine="symbolic")
    told = private("p", ["ann"], rows.agents)
    wanted = product(relational(rows), told).model.count(whether)
    assert product(belief_structure(whole), told).model.count(whether) == wanted
