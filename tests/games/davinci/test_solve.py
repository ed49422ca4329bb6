"""Rivals and thoughts, beside counts over listed worlds."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.davinci.test_knowledge import holding, play_beside, setups
from whoknows.games.davinci import GAME
from whoknows.games.davinci.knowledge import hands_of, outlook_of, public_knowledge
from whoknows.games.davinci.knowledge.as_model import spelled_name
from whoknows.games.davinci.knowledge.seat import holds_possible, legal_moves
from whoknows.games.davinci.rules import Guess, Wrong, parse_tile, tile_name
from whoknows.games.davinci.solve import after_wrong, rivals, thoughts
from whoknows.games.davinci.solve.rivals import spread
from whoknows.games.davinci.solve.what_others_know import from_public, imagined
from whoknows.play.table.referee import Table


def views(setup, seed):
    for state, twin in play_beside(setup, seed):
        if state.position.phase in ("guess", "go on"):
            sight = GAME.sight(state, state.position.seat)
            yield sight, outlook_of(sight), state, twin


def hand_of(world, seat):
    code, drawn = world[seat]
    return code if drawn is None else (*code, drawn)


def there(world, guess):
    return world[guess.seat][0][guess.place] == guess.tile


@given(setups(), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_what_a_guess_leaves_to_rivals_is_counted_in_the_public_model(setup, seed):
    for sight, view, _, twin in views(setup, seed):
        if setup.players > 4:
            return
        for rival in rivals(sight, view, 10**6):
            hands = view.hands[view.seats.index(rival.seat)].take(rival.rows).codes()
            for row, hand in enumerate(hands):
                worlds = [w for w in twin.worlds if hand_of(w, rival.seat) == hand]
                for column, guess in enumerate(view.guesses()):
                    right = [w for w in worlds if there(w, guess)]
                    wrong = [
                        w
                        for w in worlds
                        if not there(w, guess) and guess.tile not in hand_of(w, sight.seat)
                    ]
                    assert rival.right[row, column] == len(right)
                    assert rival.wrong[row, column] == len(wrong)


@given(setups(), st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_after_wrong_is_exact(setup, seed):
    for sight, view, _, twin in views(setup, seed):
        if setup.players > 4:
            return
        for rival in rivals(sight, view, 10**6):
            hands = view.hands[view.seats.index(rival.seat)].take(rival.rows).codes()
            for guess in view.guesses()[:3]:
                fact = Wrong(sight.seat, guess.seat, guess.place, guess.tile)
                told = twin.learn(fact)
                counts = after_wrong(sight, view, rival, guess)
                for hand, count in zip(hands, counts, strict=True):
                    wanted = [w for w in told.worlds if hand_of(w, rival.seat) == hand]
                    assert count == len(wanted)


@given(setups(), st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_what_others_may_think(setup, seed):
    for sight, view, state, twin in views(setup, seed):
        mine = twin.of_seat(sight.seat, holding(state, sight.seat))
        for thought in thoughts(sight, view):
            looks = {world[thought.seat] for world in mine}
            counts = [len(twin.of_seat(thought.seat, look)) for look in looks]
            assert thought.hands == len(looks)
            assert (thought.least, thought.most) == (min(counts), max(counts))
            for place, chance in thought.knows.items():
                knowing = [
                    w for w in mine if knows(twin, w, thought.seat, sight.seat, place)
                ]
                assert chance == Fraction(len(knowing), len(mine))


def knows(twin, world, knower, owner, place):
    tiles = {w[owner][0][place] for w in twin.of_seat(knower, world[knower])}
    return len(tiles) == 1


@pytest.mark.slow
def test_leak_aware_beats_the_papers_strategies():
    from whoknows.experiments.duel import seatings
    from whoknows.play.table.referee import Table, finish

    setup = GAME.setup(players=3, tiles=18)
    for rival in ("aggressive", "defensive"):
        won = games = 0
        for seed in range(50):
            for seating in seatings("leak-aware", rival, 3):
                strategies = [GAME.strategies[name] for name in seating]
                end = finish(Table.dealt(GAME, setup, seed), strategies)
                winner = max(end.result, key=end.result.get)
                won, games = won + (seating[winner] == "leak-aware"), games + 1
        assert won / games > 0.55


def test_few_rows_are_spread_from_the_first_to_the_last():
    rows = np.arange(10) * 2
    assert spread(rows, 4).tolist() == [0, 6, 12, 18]
    assert spread(rows, 9).tolist() == [0, 2, 4, 6, 8, 10, 12, 14, 18]
    assert spread(rows, 10).tolist() == rows.tolist()


def test_of_a_third_player_nobody_says_what_another_thinks():
    table = Table.dealt(GAME, GAME.setup(players=3, tiles=8, hand=2), 1)
    chains = [(1,), (1, 0), (1, 2), (0,), (1, 0, 1)]
    found = [imagined(table.sight(0), chain) is not None for chain in chains]
    assert found == [True, True, False, False, False]


def test_who_holds_no_tile_knows_a_place_or_does_not():
    """By the public hands alone: a place is known if one tile is left for it."""
    table = Table.dealt(GAME, GAME.setup(players=2, tiles=6, hand=2), 3)
    sure = set()
    while not table.over:
        for seat in table.seats:
            knowledge = public_knowledge(table.sight(seat))
            hands = knowledge.hands[seat].codes()
            for thing in from_public(knowledge, seat).things:
                tiles = {tile_name(hand[int(thing.name[1:]) - 1]) for hand in hands}
                assert {*thing.chances} == tiles
                assert thing.knows == (len(tiles) == 1)
                sure.add(thing.knows)
        table = table.step([GAME.strategies["random"]] * 2)
    assert sure == {0, 1}
    assert all(not legal_moves(table.sight(seat)) for seat in table.seats)


def test_tiles_in_formulas_have_names_and_empty_lists_of_hands_are_alike():
    setup = GAME.setup(players=2, tiles=4, hand=2, jokers=True)
    names = [spelled_name(parse_tile(name)) for name in ("b0", "w3", "b-", "w-")]
    assert names == ["black0", "white3", "black_joker", "white_joker"]
    sight = Table.dealt(GAME, setup, 1).sight(0)
    assert not sight.facts  # jokers are still being placed: nothing is ruled out
    assert holds_possible(sight, Guess(1, 0, parse_tile("b0")))
    hands = hands_of(setup, "bw")
    none = [hands.take(np.array([], dtype=np.intp)) for _ in range(2)]
    assert len({*none, hands}) == 2
