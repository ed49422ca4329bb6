"""Models with links beside the definition: any links, not only those that events leave."""

from itertools import product

import numpy as np
import pytest

from whoknows.errors import BadSetup
from whoknows.logic import every_world
from whoknows.logic.events.event_model import Event, EventModel
from whoknows.logic.models.links import Relational, linked, relational, table_of
from whoknows.logic.models.symbolic_beliefs import BeliefStructure
from whoknows.logic.models.table import Part

AGENTS = "ann", "bob"
GROUPS = (), ("ann",), ("bob",), ("bob", "ann")


def some_model(seed):
    """A model with links at random, told in any order and twice, and its parts."""
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 6))
    points = {agent: rng.random((size, size)) < 0.4 for agent in AGENTS}
    codes = rng.integers(0, 2 + seed % 2, size)
    links = {}
    for agent, matrix in points.items():
        rows = rng.permutation(np.concatenate([np.argwhere(matrix)] * 2))
        links[agent] = (rows[:, 0], rows[:, 1])
    part = Part(codes, (10, 20, 30))
    return Relational({"p": codes == 0}, links, {"x": part}), points, codes, rng


@pytest.mark.parametrize("seed", range(30))
def test_what_links_say_is_what_is_pointed_to(seed):
    model, points, codes, rng = some_model(seed)
    worlds = range(len(codes))
    claim = rng.random(len(codes)) < 0.5
    for group in GROUPS:
        step = np.all(
            [points[agent] for agent in group] or [np.ones_like(points["ann"])], 0
        )
        some = np.any([points[agent] for agent in group] or [np.zeros_like(step)], 0)
        far = some.copy()
        for via, one, two in product(worlds, repeat=3):
            far[one, two] |= far[one, via] & far[via, two]
        assert model.alike(claim, group).tolist() == [
            (step[w] & claim).any() for w in worlds
        ]
        assert model.reach(claim, group).tolist() == [
            (far[w] & claim).any() for w in worlds
        ]
        onward = [(step[:, w] & claim).any() for w in worlds]
        assert model.seen_from(claim, group).tolist() == onward
        reached = [(far[:, w] & claim).any() for w in worlds]
        assert model.reached_from(claim, group).tolist() == reached
    for agent in AGENTS:
        values = [{int(codes[v]) for v in worlds if points[agent][w, v]} for w in worlds]
        assert model.knows_value(agent, "x").tolist() == [len(v) <= 1 for v in values]
        assert list(zip(*map(list, model.links[agent]), strict=True)) == [
            (w, v) for w in worlds for v in worlds if points[agent][w, v]
        ]


@pytest.mark.parametrize("seed", range(12))
def test_some_worlds_keep_the_links_among_them(seed):
    model, points, codes, rng = some_model(seed)
    claim = rng.random(len(codes)) < 0.7
    kept, less = np.flatnonzero(claim), model.restrict(claim)
    assert len(less) == len(kept)
    assert less.facts["p"].tolist() == (codes[kept] == 0).tolist()
    for agent in AGENTS:
        there = np.zeros((len(kept), len(kept)), bool)
        there[tuple(less.links[agent])] = True
        assert np.array_equal(there, points[agent][np.ix_(kept, kept)])


@pytest.mark.parametrize("seed", range(12))
def test_cells_are_links_both_ways(seed):
    rng = np.random.default_rng(seed)
    model = every_world("pqr", sees={"ann": "pq", "bob": "r"}).restrict(rng.random(8) < 0.6)
    points = relational(model)
    for agent in model.agents:
        view = model.looks(agent).tolist()
        pairs = product(range(len(view)), repeat=2)
        wanted = [(w, v) for w, v in pairs if view[w] == view[v]]
        assert sorted(zip(*map(list, points.links[agent]), strict=True)) == wanted
    back = table_of(points)
    assert (len(back), back.facts.keys()) == (len(model), model.facts.keys())
    for agent in model.agents:
        one, two = (some.looks(agent) for some in (back, model))
        assert np.array_equal(one[:, None] == one, two[:, None] == two)


@pytest.mark.parametrize(
    ("ends", "wrong"),
    [(([0], [2]), "outside"), (([2], [0]), "outside"), (([-1], [1]), "outside"),
     (([0], [-1]), "outside"), (([0, 1], [0]), "ends"), (([[0]], [[0]]), "ends")],
)  # fmt: skip
def test_links_stay_among_the_worlds(ends, wrong):
    with pytest.raises(BadSetup, match=wrong):
        Relational({"p": [True, False]}, {"ann": ends})


def test_diagrams_stay_diagrams_when_they_have_links():
    kinds = {"table": Relational, "cube": Relational, "symbolic": BeliefStructure}
    for engine, kind in kinds.items():
        assert isinstance(linked(every_world("p", {"ann": []}, engine=engine)), kind)


def test_events_of_one_letter_make_a_cell_of_a_word():
    events = (Event("a"), Event("b"), Event("c"))
    assert EventModel(events, {"ann": ["ab"]}).cells("ann").tolist() == [0, 0, 2]
    assert EventModel(events, {"ann": ["a", "b"]}).cells("ann").tolist() == [0, 1, 2]
