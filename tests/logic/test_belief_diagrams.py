"""Beliefs as diagrams say what the relational model says, before and after events."""

import json
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import AGENTS, formulas, models
from whoknows.errors import BadFile, BadSetup, TooLarge
from whoknows.logic import every_world, from_parts, parse, product, relational
from whoknows.logic.draw import draw
from whoknows.logic.events.product import Event, EventModel
from whoknows.logic.events.usual_events import change, claimed, private, secret_look
from whoknows.logic.files.json_model import from_json, to_json
from whoknows.logic.models.symbolic_beliefs import belief_structure

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


def told_in_secret():
    """A belief structure after a secret, over facts and a part, one fact changed."""
    whole = from_parts(
        {"x": ("red", "green", "blue")}, {"ann": ["q"], "bob": []}, facts="pq", law="p | q",
        engine="symbolic",
    )  # fmt: skip
    secret = product(belief_structure(whole), private("p", ["ann"], whole.agents)).model
    return product(secret, change({"q": "~q"}, whole.agents)).model


@pytest.mark.parametrize("said", ["K ann p", "K bob ~K ann p", "K ann q", "Kv ann x", "q"])
def test_a_belief_structure_is_listed_saved_and_pickled(said):
    made = told_in_secret()
    rows, again = relational(made), pickle.loads(pickle.dumps(made))
    document = to_json(made, at=made.first(made.everywhere))
    saved = from_json(json.loads(json.dumps(document)))
    assert saved.engine == "beliefs"
    for damaged in (
        {"roots": document["roots"][:-1]},
        {"links": ["ann", "zed"]},
        {"forks": 3},
    ):
        with pytest.raises(BadFile, match="a damaged model"):
            from_json({**document, **damaged})
    assert rows.size == saved.size == again.size == made.size
    assert rows.count(said) == saved.count(said) == again.count(said) == made.count(said)
    assert [rows.describe(row) for row in rows] == [
        made.describe(world) for world in made.worlds().tolist()
    ]
    assert [world in rows.worlds(rows.where(said)) for world in rows] == [
        world in made.worlds(made.where(said)) for world in made.worlds()
    ]


def test_a_belief_structure_is_drawn_as_its_links():
    made = told_in_secret()
    at = made.first(made.everywhere)
    assert draw(made, at) == draw(relational(made), made.worlds().tolist().index(at))


def test_too_many_links_are_not_listed():
    names = [f"p{k}" for k in range(20)]
    many = belief_structure(every_world(names, sees={"ann": []}, engine="symbolic"))
    with pytest.raises(TooLarge, match="too many to list"):
        relational(many)
