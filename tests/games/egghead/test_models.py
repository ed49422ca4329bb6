"""The model around a seat: the same answers as the model of all worlds."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.games.egghead.game import GAME, TINY_DECK
from whoknows.games.egghead.knowledge.arrays import observed
from whoknows.games.egghead.knowledge.as_model import all_worlds, model
from whoknows.games.egghead.knowledge.public_worlds import picture_of
from whoknows.logic.reasoning.nearby_worlds import steps
from whoknows.play.table.referee import Table

FORMULAS = [
    "A=1",
    "K A A=2",
    "Kv B B | K A B=1",
    "K A ~Kv B B",
    "K B K A B=3",
    "K A K B ~K A A=1",
    "E{A, B} ~A=3",
    "C{A, B} (Kv A A | B=1)",
]


def played(seed, turns, **options):
    setup = GAME.setup(
        cards=1, values=3, points=3, rounds=9, deck=TINY_DECK, **{"players": 2, **options}
    )
    table = Table.dealt(GAME, setup, seed)
    strategies = [GAME.strategies["logician"]] * setup.players
    for _ in range(turns):
        table = table if table.over else table.step(strategies)
    return table


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    turns=st.integers(0, 8),
    players=st.integers(2, 3),
    most=st.integers(1, 30),
    formula=st.sampled_from(FORMULAS),
)
def test_the_near_model_answers_like_the_whole_one(seed, turns, players, most, formula):
    table = played(seed, turns, players=players)
    sight = table.sight(0)
    found = GAME.model(sight, most)
    if found is None:
        assert GAME.worlds(sight) > most
        return
    assert len(found.model) <= most
    assert [found.keys[n] for n in found.held] == [
        (number, *sight.seen[1:])
        for number in np.flatnonzero(
            picture_of(sight.setup, sight.log).row(0, sight.seen)
        ).tolist()
    ]
    far = steps(formula, found.home)
    if found.reach is not None and (far is None or far > found.reach):
        return
    worlds = all_worlds(picture_of(sight.setup, sight.log).of(None), 10**6)
    whole = model(sight.setup, worlds, every=True)
    holds = dict(zip(worlds, whole.where(formula).tolist(), strict=True))
    claim = found.every.where(formula).tolist()
    assert [claim[n] for n in found.held] == [holds[found.keys[n]] for n in found.held]


def test_a_stack_in_no_doubt_is_a_part_only_if_every_one_is_asked_for():
    setup = played(3, 0, players=3).setup
    worlds = [(0, 1, 2), (1, 1, 2), (2, 1, 2)]
    assert [*model(setup, worlds).parts] == ["A"]
    assert [*model(setup, worlds, every=True).parts] == ["A", "B", "C"]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_sight_as_numbers_is_what_is_left_the_stacks_and_the_scores(seat):
    table = played(3, 3, players=3)
    state, row, stacks = table.state, [False] * 3, [0] * 3  # a spectator sees no stack
    if seat is not None:
        row = picture_of(table.setup, state.log).row(seat, state.world).tolist()
        stacks = [0 if s == seat else n + 1 for s, n in enumerate(state.world)]
    assert observed(table.sight(seat)).tolist() == [*row, *stacks, *state.scores]


def test_all_worlds_are_those_of_the_table():
    table = played(3, 2, players=3)
    worlds = picture_of(table.setup, table.sight(0).log).of(None)
    truth = worlds.table()
    every = [w for w in product(range(3), repeat=3) if truth[w]]
    assert all_worlds(worlds, 10**6) == every


def test_the_world_that_is_so_is_in_the_middle_of_the_global_model():
    table = played(5, 1, players=3)
    sights = {seat: table.sight(seat) for seat in table.seats}
    found = GAME.whole(sights, 100)
    assert found.keys[0] == table.state.world
    assert found.actual == 0
    assert found.home is None


@pytest.mark.parametrize("seat", [0, 2])
def test_where_not_all_analyse_there_is_only_what_the_seat_holds_possible(seat):
    table = played(8, 2, players=3, analysing=2)
    found = GAME.model(table.sight(seat), 100)
    assert found.reach == 0
    assert len(found.model) == len(found.held)


def test_a_spectator_sees_all_worlds_that_are_left():
    table = played(8, 2, players=2)
    sight = table.sight(None)
    found = GAME.model(sight, 100)
    assert len(found.held) == GAME.worlds(sight)
    assert GAME.model(sight, 1) is None


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), turns=st.integers(0, 6), players=st.integers(2, 3))
def test_every_seat_has_its_worlds_in_the_global_model(seed, turns, players):
    table = played(seed, turns, players=players)
    sights = {seat: table.sight(seat) for seat in table.seats}
    found = GAME.whole(sights, 200)
    for seat, sight in sights.items():
        look = found.model.looks(chr(ord("A") + seat))
        alike = [found.keys[n] for n in np.flatnonzero(look == look[0])]
        assert len(alike) == GAME.worlds(sight)
        others = [s for s in table.seats if s != seat]
        assert all(key[s] == sight.seen[s] for key in alike for s in others)
