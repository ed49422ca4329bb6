"""The paper's strategies are what sections 4.1 and 4.2 say, computed from listed worlds."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.davinci.test_knowledge import (
    every_guess,
    holding,
    play_beside,
    setups,
    states,
    true_in,
)
from tests.games.davinci.twin import sets_of
from whoknows.errors import BadSetup
from whoknows.games.davinci import GAME
from whoknows.games.davinci.knowledge import public_knowledge
from whoknows.games.davinci.rules import Stop
from whoknows.games.davinci.strategies import careful
from whoknows.play.strategies import find_strategy
from whoknows.play.table.referee import Table, finish


def average_worlds(right, rest):
    total = len(right) + len(rest)
    return Fraction(len(right) ** 2 + len(rest) ** 2, total)


def average_sets(right, rest, others, pooled):
    total = len(right) + len(rest)
    return sum(
        Fraction(len(some), total) * criterion(some, others, pooled)
        for some in (right, rest)
        if some
    )


def criterion(worlds, others, pooled):
    """The c of section 4.2, or its pooled form."""
    sets = {a: sets_of(worlds, a) for a in others}
    if pooled:
        sizes = [len(s) for a in others for s in sets[a]]
        return Fraction(sum(sizes), len(sizes))
    means = [Fraction(sum(len(s) for s in sets[a]), len(sets[a])) for a in others]
    return sum(means) / len(others)


def scores(state, twin):
    seat = state.position.seat
    worlds = twin.of_seat(seat, holding(state, seat))
    others = [s for s in range(state.position.setup.players) if s != seat]
    pooled = state.position.setup.semantics == "original"
    for guess in every_guess(state, seat):
        right = true_in(worlds, guess)
        if right:
            rest = [world for world in worlds if world not in right]
            yield (
                guess,
                average_worlds(right, rest),
                average_sets(right, rest, others, pooled),
            )


@given(setups(), st.integers(0, 10**6))
@settings(max_examples=80, deadline=None)
def test_aggressive_and_defensive_are_the_papers(setup, seed):
    for state, twin in play_beside(setup, seed):
        if state.position.phase != "guess":
            continue
        found = list(scores(state, twin))
        best = min(found, key=lambda one: (one[1], -one[2]))[0]  # the first of the best
        assert made(state, "aggressive") == best
        best = min(found, key=lambda one: (-one[2], one[1]))[0]
        assert made(state, "defensive") == best


def made(state, name, seed=0):
    sight = GAME.sight(state, state.position.seat)
    return GAME.strategies[name](sight, (), np.random.default_rng(seed))


def test_with_two_players_the_two_are_the_same():
    """As the paper says in its section 5.1: the opponent's sets are single worlds."""
    setup = GAME.setup(players=2, tiles=14)
    for seed in range(5):
        for state in states(setup, seed):
            if state.position.phase == "guess":
                assert made(state, "aggressive") == made(state, "defensive")


@pytest.mark.parametrize("going_on", ["certain", "always", "never", "greedy"])
@pytest.mark.parametrize("name", ["aggressive", "defensive", "random", "leak-aware"])
def test_going_on_is_as_the_setup_says(going_on, name):
    setup = GAME.setup(players=3, tiles=12, going_on=going_on)
    for seed in range(6):
        for state in states(setup, seed):
            if state.position.phase != "go on":
                continue
            move = made(state, name)
            sight = GAME.sight(state, state.position.seat)
            worlds = GAME.worlds(sight)
            sure = sure_guesses(state, sight)
            wanted = {
                "certain": worlds == 1,
                "always": True,
                "never": False,
                "greedy": bool(sure),
            }[going_on]
            assert (move != Stop()) == wanted
            if going_on == "greedy" and sure:
                assert move in sure


def sure_guesses(state, sight):
    from whoknows.games.davinci.knowledge import outlook

    view = outlook(public_knowledge(state), sight.seat, sight.word)
    rows = zip(view.guesses(), view.right, strict=True)
    return [guess for guess, right in rows if right == view.worlds]


def test_careful_goes_on_only_when_sure_enough():
    bold, timid = careful(Fraction(1, 100)), careful(1)
    setup = GAME.setup(players=3, tiles=24, hand=3)
    went = []
    for seed in range(8):
        for state in states(setup, seed):
            if state.position.phase == "go on":
                sight = GAME.sight(state, state.position.seat)
                rng = np.random.default_rng(0)
                assert bold(sight, (), rng) != Stop()
                went.append(timid(sight, (), rng) != Stop())
                assert went[-1] == bool(sure_guesses(state, sight))
    assert any(went)
    assert not all(went)
    with pytest.raises(BadSetup):
        careful(0)


def test_the_threshold_of_careful_is_a_part_of_its_name():
    table = Table.dealt(GAME, GAME.setup(tiles=12), 3)
    for name, threshold in {"careful:1/100": Fraction(1, 100), "careful:1": 1}.items():
        named = finish(table, [find_strategy(GAME, name)] * 3)
        assert named.turns == finish(table, [careful(threshold)] * 3).turns
    assert find_strategy(GAME, "careful:0.9").__doc__.endswith("at least 9/10 sure.")


@pytest.mark.parametrize("name", ["careful:", "careful:x", "careful:0", "careful:1/0"])
def test_a_threshold_that_is_none_is_refused(name):
    with pytest.raises(BadSetup, match="wanted"):
        find_strategy(GAME, name)
