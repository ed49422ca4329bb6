"""Worlds near where one stands: what is there, and how far formulas look."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import TooLarge
from whoknows.logic import Table, parse
from whoknows.logic.language.formula import AnnounceWhether
from whoknows.logic.reasoning.nearby_worlds import nearby, steps


@pytest.mark.parametrize(
    ("formula", "home", "far"),
    [
        ("p & ~q", None, 0),
        ("K a p", None, 1),
        ("K a p", "a", 0),
        ("K a K a p", None, 1),
        ("K a K b K a p", "a", 2),
        ("Kw b p | K b K c p", "a", 2),
        ("E{a, b} p", "a", 1),
        ("D{a, b} K a p", None, 2),
        ("D{a} K b K a p", "a", 2),
        ("[! K a p] K b q", None, 2),
        (AnnounceWhether((), parse("K b q")), None, 1),
        ("C{a, b} p", "a", None),
        ("C{a} p", "a", 0),
    ],
)
def test_how_far_a_formula_looks(formula, home, far):
    assert steps(formula, home) == far


def line(world, agent):
    """Worlds on a line: ann cannot tell 2k from 2k+1, bob not 2k-1 from 2k."""
    if agent == "ann":
        return [world, world ^ 1]
    return [world, ((world + 1) ^ 1) - 1]


def test_whole_steps_only():
    near = nearby([0], ["ann", "bob"], line, 4)
    assert (near.worlds, near.first, near.reach) == ((0, 1, -1), 1, 1)
    with pytest.raises(TooLarge, match="3 worlds; at most 2"):
        nearby([0, 1, 2], ["ann"], line, 2)


def test_a_model_with_an_end_is_whole():
    near = nearby(["x"], ["ann"], lambda world, agent: ["x", "y"], 10)
    assert near == type(near)(("x", "y"), 1, None)


FORMULAS = ["K a p", "~K b p", "K a K b p", "K b (p & ~K a p)", "Kw b K a p", "E{a, b} p"]


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    size=st.integers(1, 40),
    most=st.integers(1, 40),
    formula=st.sampled_from(FORMULAS),
)
def test_the_near_worlds_answer_what_they_reach(seed, size, most, formula):
    """The twin: the same formula on the whole model gives the same where one stands."""
    import numpy as np

    rng = np.random.default_rng(seed)
    views = {agent: rng.integers(0, max(1, size // 3), size) for agent in "ab"}
    facts = {"p": rng.random(size) < 0.7}
    whole = Table(facts, views)
    start = np.flatnonzero(views["a"] == views["a"][0]).tolist()

    def alike(world, agent):
        return np.flatnonzero(views[agent] == views[agent][world]).tolist()

    try:
        near = nearby(start, ["a", "b"], alike, most)
    except TooLarge:
        assert len(start) > most
        return
    assert len(near.worlds) <= most
    assert near.worlds[: near.first] == tuple(start)
    far = steps(parse(formula), home="a")
    if near.reach is not None and far > near.reach:
        return
    rows = list(near.worlds)
    part = Table(
        {"p": facts["p"][rows]}, {agent: view[rows] for agent, view in views.items()}
    )
    expected = whole.where(formula)[start].tolist()
    assert part.where(formula)[: near.first].tolist() == expected
