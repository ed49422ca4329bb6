"""Explanations: the witness they give is one, and the words are for people."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import formulas, models
from whoknows.logic import every_world, from_parts
from whoknows.logic.language.formula import Know
from whoknows.logic.reasoning.explain import reason, reasons


def muddy(engine="auto"):
    names = ["ann", "bob", "cat"]
    sees = {child: [other for other in names if other != child] for child in names}
    return every_world(names, sees=sees, law="ann | bob | cat", engine=engine)


@pytest.mark.parametrize("engine", ["table", "cube"])
def test_a_false_k_names_a_world_that_looks_alike_where_the_claim_fails(engine):
    model = muddy(engine)
    here = model.world(ann=True, bob=True, cat=False)
    assert model.explain("K ann ann", at=here).splitlines() == [
        "K ann ann is false at [ann bob]: ann cannot tell it from [bob]",
        "  ann is false at [bob]",
    ]


def test_nested_knowledge_is_explained_in_turn():
    model = muddy()
    here = model.world(ann=True, bob=True, cat=False)
    assert model.explain("K ann K bob (ann | bob)", at=here).splitlines() == [
        "K ann K bob (ann | bob) is true at [ann bob]: "
        "so it is in all 2 worlds that ann holds possible here"
    ]
    said = model.explain("K ann K bob bob", at=here).splitlines()
    assert said == [
        "K ann K bob bob is false at [ann bob]: it is not so here",
        "  K bob bob is false at [ann bob]: bob cannot tell it from [ann]",
        "    bob is false at [ann]",
    ]


def test_common_knowledge_fails_by_a_chain():
    model = muddy()
    here = model.world(ann=True, bob=True, cat=True)
    first = model.explain("C{ann, bob} (ann & cat)", at=here).splitlines()[0]
    assert first.endswith("is false at [ann bob cat]: ann cannot tell it from [bob cat]")
    line = every_world("ab", sees={"ann": "a", "bob": "b"}, law="a -> b")
    said = line.explain("C{ann, bob} (a | b)", at=line.world(a=True, b=True))
    assert said.splitlines()[0].endswith(
        "bob cannot tell it from [b], and there ann cannot tell it from [-]"
    )


def test_whether_needs_a_world_on_either_side():
    coin = every_world(["heads"], sees={"bob": []})
    assert coin.explain("Kw bob heads", at=coin.world(heads=True)).splitlines() == [
        "Kw bob heads is false at [heads]: bob cannot tell it from [-]",
        "  heads is true at [heads]",
        "  heads is false at [-]",
    ]


def test_values_and_announcements():
    deck = from_parts({"x": range(3)}, {"ann": []})
    assert deck.explain("Kv ann x", at=deck.world(x=1)) == (
        "Kv ann x is false at [x=1]: ann cannot tell it from [x=0], where x is 0"
    )
    assert deck.explain("[! x=1] Kv ann x", at=deck.world(x=1)).splitlines() == [
        "[! x=1] Kv ann x is true at [x=1]: 1 of 3 worlds are left after it",
        "  Kv ann x is true at [x=1]: x is 1 in every world that ann holds possible here",
    ]


@pytest.mark.parametrize("engine", ["table", "cube", "symbolic"])
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_every_reason_is_a_reason(engine, data):
    """The worlds given for a false K are alike and decide it; no formula is left dumb."""
    model, _ = data.draw(models(engine))
    formula = data.draw(formulas())
    at = data.draw(st.sampled_from(list(model)))
    lines = list(reasons(model, formula, at))
    truth = "true" if model.true(formula, at) else "false"
    assert lines[0][1].startswith(f"{formula} is {truth} at [{model.name(at)}]")
    _, deeper = reason(model, formula, at, truth == "true")
    if isinstance(formula, Know) and formula.how != "E" and truth == "false":
        near = model.reach if formula.how.startswith("C") else model.alike
        cell = near(model.claim_of((at,)), formula.who)
        assert all(model.holds(cell, world) for _, _, world in deeper)
        answers = {model.true(formula.claim, world) for _, _, world in deeper}
        assert answers == ({True, False} if formula.how.endswith("w") else {False})
