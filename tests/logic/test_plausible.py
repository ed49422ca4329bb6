"""Worlds in layers: belief, conditional and safe belief, and upgrades, by definition."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import BadSetup, ImpossibleAnnouncement, UnknownName
from whoknows.logic import contraction, every_world, from_cells
from whoknows.logic.events.usual_events import whether
from whoknows.logic.models.links import relational
from whoknows.logic.models.plausibility import Plausible, plausible

AGENTS = ("ann", "bob")


@st.composite
def ranked(draw):
    """A small model of random cells and layers, with two facts."""
    size = draw(st.integers(1, 6))
    some = st.lists(st.integers(0, 2), min_size=size, max_size=size)
    bits = st.lists(st.booleans(), min_size=size, max_size=size)
    facts = {name: draw(bits) for name in "pq"}
    return Plausible(
        facts, {a: draw(some) for a in AGENTS}, {a: draw(some) for a in AGENTS}
    )


def cell(model, agent, here):
    view = model.views[agent]
    return [w for w in model if view[w] == view[here]]


def best(model, agent, worlds):
    rank = model.ranks[agent]
    return [w for w in worlds if all(rank[w] <= rank[v] for v in worlds)]


@given(ranked())
@settings(deadline=None)
def test_belief_is_what_holds_in_the_lowest_layer(model):
    p, q = model.facts["p"], model.facts["q"]
    for agent in AGENTS:
        for here in model:
            near = cell(model, agent, here)
            rank = model.ranks[agent]
            believed = all(p[w] for w in best(model, agent, near))
            given_q = all(p[w] for w in best(model, agent, [w for w in near if q[w]]))
            safe = all(p[w] for w in near if rank[w] <= rank[here])
            assert model.true(f"B {agent} p", at=here) == believed
            assert model.true(f"B{{{agent} | q}} p", at=here) == given_q
            assert model.true(f"S {agent} p", at=here) == safe


@given(ranked(), st.booleans())
@settings(deadline=None)
def test_an_upgrade_puts_worlds_below(model, conservative):
    p = model.facts["p"]
    if not p.any():
        with pytest.raises(ImpossibleAnnouncement, match="'p' is true in none"):
            model.upgrade("p", conservative=conservative)
        return
    after = model.upgrade("p", conservative=conservative)
    assert after.worlds().tolist() == model.worlds().tolist()
    for agent in AGENTS:
        for here in model:
            near = cell(model, agent, here)
            lifted = [w for w in near if p[w]]
            if conservative:
                lifted = best(model, agent, lifted)
            for one in near:
                for two in near:
                    was = model.ranks[agent][one] < model.ranks[agent][two]
                    now = after.ranks[agent][one] < after.ranks[agent][two]
                    if (one in lifted) != (two in lifted):
                        assert now == (one in lifted)
                    else:
                        assert now == was


@given(ranked())
@settings(deadline=None)
def test_laws_of_belief(model):
    for law in (
        "K ann p -> S ann p",
        "S ann p -> B ann p & p",
        "B ann p -> ~B ann ~p",
        "B ann p -> K ann B ann p",
        "K ann p <-> B{ann | ~p} false",
        "B{ann | true} p <-> B ann p",
        "<S ann> p <-> ~S ann ~p",
    ):
        assert model.valid(law), law


def test_the_doctor_s_penguin():
    """A bird flies, and a penguin, told of, does not; the news undoes the belief."""
    bird = every_world("penguin flies", sees={"ann": []}, law="~(penguin & flies)")
    model = plausible(bird, expects={"ann": ["~penguin", "flies"]})
    assert model.valid("B ann (flies & ~penguin) & ~K ann flies & B{ann | penguin} ~flies")
    assert model.announce("penguin").valid("K ann ~flies")
    assert model.upgrade("penguin").valid("B ann penguin & ~K ann penguin")
    assert not model.true("S ann flies", at="penguin")
    assert model.true("S ann ~flies", at="penguin") is False  # flies is more plausible
    assert repr(model) == "<plausible model: 3 worlds; penguin, flies; seen by ann>"


def test_events_keep_the_layers():
    coin = plausible(every_world(["heads"], sees={"ann": [], "bob": []}), expects={
        "ann": ["heads"], "bob": ["~heads"]
    })  # fmt: skip
    from whoknows.logic.events.product import product

    after = product(coin, whether("heads", to=["ann"], agents=["ann", "bob"])).model
    assert after.valid("Kw ann heads & B bob ~heads & B bob K ann ~heads")


def test_where_there_are_no_layers_belief_is_knowledge_and_links_do_not_say_what_if():
    coin = every_world(["heads"], sees={"ann": [], "bob": ["heads"]})
    assert coin.valid("B bob heads <-> K bob heads")
    assert coin.valid("B{ann | heads} heads")
    with pytest.raises(BadSetup, match="conditional belief needs worlds in layers"):
        relational(coin).valid("B{ann | heads} heads")


def test_bad_ranks_are_refused():
    table = from_cells("uv", {"p": "u"}, {"ann": ["uv"]})
    with pytest.raises(BadSetup, match="ranks of ann has 3 rows; wanted 2"):
        plausible(table, {"ann": [0, 1, 2]})
    with pytest.raises(BadSetup, match="ranks are whole numbers"):
        plausible(table, {"ann": [0.5, 1]})
    with pytest.raises(UnknownName, match="no agent 'bob'"):
        plausible(table, {"bob": [0, 1]})
    with pytest.raises(BadSetup, match="one of them is wanted"):
        plausible(table, {"ann": [0, 1]}, expects={"ann": ["p"]})


def test_the_picture_has_layers():
    table = from_cells("uvw", {"p": "u"}, {"ann": ["uvw"]})
    picture = plausible(table, {"ann": [2, 0, 1]}).draw()
    assert "lower is more plausible to ann" in picture


@given(ranked())
@settings(deadline=None, max_examples=60)
def test_a_contraction_keeps_what_is_believed(model):
    """Upgraded too: the layers are those that news may bring to light."""
    small, world = contraction(model)
    assert len(small) <= len(model)
    for text in (
        "{}",
        "B ann {}",
        "B{{bob | ~p}} {}",
        "S ann {}",
        "S bob B ann {}",
        "K bob {}",
    ):
        for claim in ("p", "q", "(p <-> q)", "~p"):
            formula = text.format(claim)
            before, after = model.where(formula), small.where(formula)
            assert all(
                model.holds(before, w) == small.holds(after, v) for w, v in world.items()
            )
    assert len(contraction(small).model) == len(small)


def test_layers_tell_worlds_apart():
    """In u and w the same is known, and in u alone is the belief in p safe."""
    cells = from_cells("uvw", {"p": "uw"}, {"ann": ["uvw"]})
    model = plausible(cells, {"ann": [0, 1, 2]})
    assert [len(contraction(some).model) for some in (cells, model)] == [2, 3]
    small, world = contraction(plausible(cells, {"ann": [0, 2, 1]}))
    assert world == {0: 0, 1: 1, 2: 0}
    assert small.names("S ann p") == ["p world=u"]
