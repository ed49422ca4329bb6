"""The factorised knowledge is the explicit model, after every move of random play."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.davinci.twin import Twin, sets_of
from whoknows.errors import BadSetup, UnknownName
from whoknows.games.davinci import GAME, rules
from whoknows.games.davinci.knowledge import (
    dealt,
    hands_of,
    outlook,
    possible_hands,
    public_knowledge,
)
from whoknows.games.davinci.knowledge.hand_lists import count_hands
from whoknows.games.davinci.knowledge.seat import holds_possible
from whoknows.games.davinci.rules import word_of
from whoknows.games.davinci.rules.fold import checked
from whoknows.games.davinci.rules.turns import first_position, next_position
from whoknows.games.davinci.solve import classes

SETUPS = [
    {"players": 2, "tiles": 8, "hand": 3},
    {"players": 3, "tiles": 8, "hand": 2},
    {"players": 3, "tiles": 10, "hand": 2},
    {"players": 3, "tiles": 6, "hand": 2, "colors": "b"},
    {"players": 4, "tiles": 8, "hand": 2},
    {"players": 5, "tiles": 6, "hand": 1},
    {"players": 4, "tiles": 5, "hand": 1, "colors": "b"},
    {"players": 2, "tiles": 6, "hand": 2, "drawing": True},
    {"players": 3, "tiles": 8, "hand": 1, "drawing": True},
    {"players": 3, "tiles": 6, "hand": 1, "drawing": True, "jokers": True},
    {"players": 2, "tiles": 4, "hand": 2, "jokers": True},
    {"players": 2, "tiles": 6, "hand": 2, "jokers": True, "drawing": True},
    {"players": 3, "tiles": 4, "hand": 2, "jokers": True},
    {"players": 2, "tiles": 8, "hand": 3, "jokers": True},
    {"players": 2, "tiles": 8, "hand": 2, "drawing": True, "lowest": 0},
]


@st.composite
def setups(draw):
    options = draw(st.sampled_from(SETUPS))
    semantics = draw(st.sampled_from(list(rules.SEMANTICS)))
    return GAME.setup(**options, semantics=semantics)


def play_beside(setup, seed, insisting=0.0):
    """Random play by the rules: before each move, the state and its explicit twin."""
    rng = np.random.default_rng(seed)
    deal = GAME.deal(setup, rng)
    state = GAME.start(setup, deal)
    _, facts = first_position(setup, deal)
    twin = None
    while True:
        for fact in facts:
            if isinstance(fact, rules.Dealt):
                twin = Twin.dealt(setup, fact)
            else:
                twin = twin.learn(fact)
        if twin is not None:
            yield state, twin
        if not (turn := GAME.turn(state)):
            return
        moves = {seat: some_move(state, seat, rng, insisting) for seat in turn}
        _, facts = next_position(state.position, moves)
        state = GAME.play(state, moves)


def some_move(state, seat, rng, insisting):
    table = state.position.table()
    if table.phase in ("guess", "go on") and rng.random() < insisting:
        others = [s for s in range(table.setup.players) if s != seat and table.alive(s)]
        asked = int(rng.choice(others))
        place = int(rng.choice(table.hidden(asked)))
        move = rules.Guess(asked, place, int(rng.choice(table.setup.deck())), insist=True)
        return checked(state, seat, move, holds_possible)
    moves = GAME.moves(GAME.sight(state, seat))
    return moves[rng.integers(len(moves))]


def holding(state, seat):
    sight = GAME.sight(state, seat)
    return sight.hand, sight.drawn


@given(setups(), st.integers(0, 10**6), st.sampled_from([0.0, 0.3]))
@settings(max_examples=150, deadline=None)
def test_lists_of_hands_are_the_explicit_model_after_every_move(setup, seed, insisting):
    for state, twin in play_beside(setup, seed, insisting):
        public = outlook(public_knowledge(state), None, 0)
        assert public.worlds == len(twin.worlds)
        possible = possible_hands(public_knowledge(state))
        for seat in range(setup.players):
            assert set(possible[seat].codes()) == twin.hands(seat)
            mine = twin.of_seat(seat, holding(state, seat))
            assert GAME.worlds(GAME.sight(state, seat)) == len(mine) > 0


@given(setups(), st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_chances_and_sets_are_counts_of_explicit_worlds(setup, seed):
    for state, twin in play_beside(setup, seed):
        seat = state.position.seat
        if state.position.phase not in ("guess", "go on"):
            continue
        sight = GAME.sight(state, seat)
        view = outlook(public_knowledge(state), seat, sight.word)
        worlds = twin.of_seat(seat, holding(state, seat))
        right = {guess: true_in(worlds, guess) for guess in every_guess(state, seat)}
        right = {guess: some for guess, some in right.items() if some}
        assert view.guesses() == list(right)
        assert view.right.tolist() == [len(some) for some in right.values()]
        for guess, some in right.items():
            chance = view.chances()[guess.seat, guess.place][guess.tile]
            assert chance == Fraction(len(some), len(worlds))
        check_sets(state, view, worlds, right)


def check_sets(state, view, worlds, right):
    found = classes(view)
    for row, other in enumerate(view.seats):
        for column, some in enumerate(right.values()):
            rest = [world for world in worlds if world not in some]
            assert found.right[row, column] == len(sets_of(some, other))
            assert found.wrong[row, column] == len(sets_of(rest, other))


def every_guess(state, seat):
    table = state.position.table()
    return [
        rules.Guess(other, place, tile)
        for other in range(table.setup.players)
        if other != seat
        for place in table.hidden(other)
        for tile in table.setup.deck()
    ]


def true_in(worlds, guess):
    return [w for w in worlds if w[guess.seat][0][guess.place] == guess.tile]


@pytest.mark.parametrize("options", SETUPS)
def test_hands_are_counted_without_listing_them(options):
    setup = GAME.setup(**options)
    rng = np.random.default_rng(3)
    for _ in range(5):
        colors = "".join(rng.choice(list(setup.colors), setup.hand))
        listed = hands_of(setup, colors)
        assert len(listed) == count_hands(setup, colors) == len(set(listed.codes()))
        assert all(rules.setup.ordered(code) for code in listed.codes())


def test_judged_in_the_model_of_the_asked_every_wrong_guess_leaves_no_world():
    """Why the guesser's knowledge is evaluated in the public model, not an observer's."""
    setup = GAME.setup(players=3, tiles=8, hand=2)
    for seed in range(10):
        for state, twin in play_beside(setup, seed):
            if state.position.phase != "guess":
                continue
            asker = state.position.seat
            for guess in GAME.moves(GAME.sight(state, asker)):
                if state.position.codes[guess.seat][guess.place] == guess.tile:
                    continue
                fact = rules.Wrong(asker, guess.seat, guess.place, guess.tile)
                asked = twin.of_seat(guess.seat, holding(state, guess.seat))
                assert Twin(setup, asked).learn(fact).worlds == []
                told = twin.learn(fact).of_seat(guess.seat, holding(state, guess.seat))
                assert told


def states(setup, seed):
    rng = np.random.default_rng(seed)
    state = GAME.start(setup, GAME.deal(setup, rng))
    while turn := GAME.turn(state):
        yield state
        moves = GAME.moves(GAME.sight(state, turn[0]))
        state = GAME.play(state, {turn[0]: moves[rng.integers(len(moves))]})


def test_words_are_sets_of_tiles():
    assert word_of((0, 3)) == 0b1001
    setup = GAME.setup(players=2, tiles=8, hand=2)
    listed = hands_of(setup, "bw")
    assert [word_of(code) for code in listed.codes()] == listed.words.tolist()
    assert dealt(setup, rules.Dealt(("bw", "ww"))).hands[0] == listed


def test_setups_that_cannot_be_are_refused():
    for options in (
        {"players": 1},
        {"players": 4, "tiles": 12, "hand": 4},
        {"tiles": 13},
        {"colors": "red"},
        {"tiles": 24, "lowest": 20},
        {"jokers": "yes"},
        {"tiles": "many"},
        {"nonsense": 3},
    ):
        with pytest.raises((BadSetup, UnknownName)):
            GAME.setup(**options)
