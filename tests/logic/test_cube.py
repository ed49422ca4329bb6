"""Cubes of many words: every axis, inside the words and between them, against the table."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import BadSetup
from whoknows.logic import every_world, from_parts, parse
from whoknows.logic.events.product import Event, EventModel, product
from whoknows.logic.events.usual_events import public, whether
from whoknows.logic.language.formula import CanAfter
from whoknows.logic.models.bits import fold, narrowed, packed, widened

AXES = 11  # 32 words: axes 6 to 8 have short runs of words, 9 and 10 long ones


def bits(words):
    return np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little").astype(bool)


def slow_fold(worlds, axes):
    """An OR over every way to flip the bits of these axes, as the definition says."""
    found = np.zeros_like(worlds)
    for flips in range(1 << len(axes)):
        flipped = sum(1 << axis for place, axis in enumerate(axes) if flips >> place & 1)
        found |= worlds[np.arange(len(worlds)) ^ flipped]
    return found


def random_worlds(seed, share=0.02):
    return np.random.default_rng(seed).random(2**AXES) < share


@given(
    axes=st.lists(st.integers(0, AXES - 1), unique=True, max_size=5), seed=st.integers(0)
)
@settings(deadline=None)
def test_a_fold_flips_every_axis(axes, seed):
    worlds = random_worlds(seed)
    assert (bits(fold(packed(worlds), axes)) == slow_fold(worlds, axes)).all()


@pytest.mark.parametrize("axis", range(AXES))
def test_an_axis_between_words_halves_them(axis):
    narrow = narrowed(packed(random_worlds(axis)), [axis])
    assert len(narrow) == (32 if axis < 6 else 16)
    assert (widened(narrow, [axis]) == fold(widened(narrow, [axis]), [axis])).all()


@st.composite
def pairs(draw):
    """The same model as a cube and as a table, after a random announcement."""
    facts = [f"p{k}" for k in range(7)]
    parts = {"x": ("red", "green", "blue"), "y": range(4)}
    agent = st.sets(st.sampled_from([*facts, *parts]), max_size=9)
    sees = {name: sorted(draw(agent)) for name in ("ann", "bob")}
    law = np.random.default_rng(draw(st.integers(0))).random(2**7 * 12) < 0.3

    def allowed(x, y, **so):
        code = sum(so[fact].astype(int) << k for k, fact in enumerate(facts))
        color = np.searchsorted(["blue", "green", "red"], x)
        return law[(code * 3 + color) * 4 + y]

    return [
        from_parts(parts, sees, facts=facts, law=allowed, engine=engine)
        for engine in ("cube", "table")
    ]


@given(
    pairs(), st.sampled_from(["ann", "bob"]), st.sampled_from(["p0", "p6", "x=red", "y=3"])
)
@settings(max_examples=40, deadline=None)
def test_cube_and_table_agree(models, agent, claim):
    formulas = [f"{how} {agent} ({claim})" for how in ("K", "Kw")]
    formulas += [f"<K {agent}> ({claim})", f"Kv {agent} x"]
    formulas += [f"{how}{{ann, bob}} ({claim})" for how in ("E", "C", "Cw", "D", "Dw")]
    cube, table = models
    assert len(cube) == len(table)
    for formula in formulas:
        assert set(cube.names(formula)) == set(table.names(formula)), formula


def test_a_world_that_is_gone_holds_nothing():
    cube = every_world([f"p{k}" for k in range(8)], {}).announce("p0")
    assert cube.true("p0", 1)
    for gone in (0, 256, -1):
        with pytest.raises(BadSetup, match="not among the 128 worlds"):
            cube.true("p0", gone)


@pytest.mark.parametrize("facts", [2, 6, 8])
def test_no_number_but_that_of_a_world_is_one(facts):
    """Around every end: of the numbers, of the combinations, and of the words."""
    cube: Any = every_world([f"p{k}" for k in range(facts)], {}).announce("p0 | ~p1")
    there = set(cube.worlds().tolist())
    assert there == {world for world in range(2**facts) if world % 4 != 2}
    for world in range(-2, 2**facts + 70):
        for look in (cube.check_world, lambda w: cube.claim_of([w])):
            if world in there:
                look(world)
            else:
                with pytest.raises(BadSetup, match=f"world {world} is not among"):
                    look(world)


@pytest.mark.parametrize("facts", [1, 2, 5, 6, 7])
def test_what_holds_after_events_in_a_cube_of_any_size(facts):
    """Inside one word and across several, against the table."""
    last = f"p{facts - 1}"
    events = EventModel(
        (
            Event("turn", f"p0 | K bob {last}", {"p0": "~p0"}),
            Event("wait", "~p0"),
            Event("stop", "true", {last: "K ann p0"}),
        ),
        {"ann": [], "bob": [["turn", "wait"]]},
    )
    sees = {"ann": ["p0"], "bob": [f"p{k}" for k in range(1, facts)]}
    cube, table = (
        every_world([f"p{k}" for k in range(facts)], sees, engine=engine)
        for engine in ("cube", "table")
    )
    for event in ("turn", "wait", "stop"):
        for claim in ("K ann p0", "K bob p0", f"{last} & ~p0"):
            formula = CanAfter(events, event, parse(claim))
            assert set(cube.names(formula)) == set(table.names(formula))


@pytest.mark.parametrize("seed", range(3))
def test_a_cube_stays_one_while_its_worlds_are_not_too_few(seed):
    """An event that all notice costs nothing; of two, each fact has a copy for both."""
    facts = [f"p{k}" for k in range(8)]
    many = 2 ** (8 + 2) // 64 - 1 + seed  # one too few, as many as are wanted, one more
    cube: Any = every_world(facts, {"ann": ["p0"]})
    few = cube.announce(cube.claim_of(range(many)))
    assert product(few, public("true", ["ann"])).model.engine == "cube"
    look = product(few, whether("p0", ["ann"], ["ann"])).model
    assert look.engine == ("table" if seed == 0 else "cube")
    assert len(look) == many


@pytest.mark.parametrize("axis", range(AXES))
def test_a_fact_holds_in_living_worlds_whose_bit_is_set(axis):
    cube: Any = every_world([f"p{k}" for k in range(AXES)], {}).announce(
        packed(random_worlds(axis, 0.5))
    )
    expected = bits(cube.alive) & (np.arange(2**AXES) >> axis & 1).astype(bool)
    assert (bits(cube.fact(f"p{axis}")) == expected).all()


def test_only_worlds_that_are_left_make_a_claim():
    """Of four words of bits, the first is empty, and so is half of the others."""
    cube = every_world("pqrstuvw", sees={"ann": "p"}, engine="cube").announce("p & (v | w)")
    left = {world for world in range(256) if world & 1 and world >> 6}
    assert set(cube.worlds().tolist()) == left
    for world in range(256):
        if world in left:
            assert cube.worlds(cube.claim_of([world])).tolist() == [world]
        else:
            with pytest.raises(BadSetup, match=f"world {world} is not among the 96"):
                cube.claim_of([world])
