"""The rules: what a move shows, who is out, who wins, and what is refused."""

import numpy as np
import pytest

from whoknows.errors import BadSetup, IllegalMove, UnknownName
from whoknows.games.davinci import GAME, rules
from whoknows.games.davinci.knowledge import public_knowledge
from whoknows.games.davinci.rules import Arrange, Guess, Place, Stop


def state_of(options, deal):
    setup = GAME.setup(**options)
    return GAME.start(setup, GAME.from_json(deal, setup))


def do(state, *texts):
    for text in texts:
        move = GAME.parse_move(text, state.position.setup)
        state = GAME.play(state, {state.position.seat: move})
    return state


TWO = {"players": 2, "tiles": 8, "hand": 2}
DEAL = {"hands": ["b1 w3", "w1 b4"], "first": "a"}


def test_a_right_guess_opens_the_tile_and_allows_another():
    state = do(state_of(TWO, DEAL), "b2=b4")
    assert state.position.hidden == ((True, True), (True, False))
    assert state.position.phase == "go on"
    assert GAME.turn(state) == (0,)
    assert GAME.history(state)[-1].answer.right is True


def test_the_last_hidden_tile_ends_the_game():
    state = do(state_of(TWO, DEAL), "b2=b4", "b1=w1")
    assert GAME.turn(state) == ()
    assert GAME.result(state) == {0: 1.0, 1: 0.0}


def test_a_wrong_guess_ends_the_turn_and_opens_nothing():
    state = do(state_of(TWO, DEAL), "b2=b3")
    assert state.position.hidden == ((True, True), (True, True))
    assert GAME.turn(state) == (1,)


def test_who_is_out_is_passed_over():
    deal = {"hands": ["b1 w3", "w1 b4", "b2 w2"], "first": "a"}
    state = state_of({"players": 3, "tiles": 8, "hand": 2}, deal)
    state = do(state, "b1=w1", "b2=b4")
    assert not state.position.alive(1)
    state = do(state, "stop")
    assert GAME.turn(state) == (2,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a1=b2", "their own code"),
        ("b9=b2", "places 1 to 2"),
        ("b2=w2", "is black"),
        ("b1=w4", "you know that b1=w4 is wrong"),
        ("stop", "stop is no move now"),
        ("place 1", "place is no move now"),
        ("place ²", "'place ²' is no move"),
        ("b²=b2", "'b²=b2' is no move"),
        ("b1=b²", "no tile 'b²'"),
        (f"b{'9' * 5000}=b2", "9'... is no move"),
        (f"b1=b{'9' * 5000}", "no tile 'b9"),
    ],
)
def test_moves_that_the_rules_refuse_leave_the_game_as_it_was(text, said):
    deal = {"hands": ["b1 w4", "w1 b4"], "first": "a"}
    state = state_of(TWO, deal)
    before = state.position
    with pytest.raises(IllegalMove, match=said):
        do(state, text)
    assert state.position == before


def test_a_guess_at_an_open_tile_is_refused():
    state = do(state_of(TWO, DEAL), "b2=b4")
    with pytest.raises(IllegalMove, match="b2 is open: b4"):
        do(state, "b2=b3")


def test_a_move_out_of_turn_is_refused():
    state = state_of(TWO, DEAL)
    with pytest.raises(IllegalMove, match="the turn is of a"):
        GAME.play(state, {1: Guess(0, 0, 2)})
    with pytest.raises(IllegalMove):
        GAME.play(state, {})
    with pytest.raises(IllegalMove):
        GAME.play(state, {7: Stop()})


@pytest.mark.parametrize(
    "text", ["", "b", "z1=w1", "c1=w1", "b1=w9", "b1=x", "go", "place x"]
)
def test_words_that_are_no_move(text):
    with pytest.raises(IllegalMove):
        GAME.parse_move(text, GAME.setup(**TWO))


def test_an_irrational_guess_can_be_insisted_on_and_tells_its_answer_alone():
    deal = {"hands": ["b1 w4", "w1 b4"], "first": "a"}
    state = state_of(TWO, deal)
    told = do(state, "b1=w4!")  # a holds w4
    assert told.history[-1].moves[0].insist
    assert public_knowledge(told).hands[0] == public_knowledge(state).hands[0]
    for seat in (0, 1):
        assert GAME.worlds(GAME.sight(told, seat)) >= 1


def test_to_insist_on_a_rational_guess_changes_nothing():
    state = state_of(TWO, DEAL)
    assert do(state, "b2=b3!") == do(state, "b2=b3")


DRAWING = {"players": 2, "tiles": 8, "hand": 2, "drawing": True}
PILE = {"pile": "b2 w2 b3 w4", **DEAL}


def test_a_drawn_tile_is_shown_after_a_wrong_guess():
    state = state_of(DRAWING, PILE)
    assert GAME.sight(state, 0).drawn == rules.parse_tile("b2")
    assert GAME.sight(state, 1).drawn is None
    assert GAME.sight(state, 1).table.drawn == "b"
    state = do(state, "b2=b3")
    assert rules.code_name(state.position.codes[0]) == "b1 b2 w3"
    assert state.position.hidden[0] == (True, False, True)
    answer = GAME.history(state)[-1].answer
    assert (answer.right, answer.shown, answer.placed, answer.drew) == (False, "b2", 2, "w")


def test_a_drawn_tile_joins_hidden_after_stopping():
    state = do(state_of(DRAWING, PILE), "b2=b4", "stop")
    assert rules.code_name(state.position.codes[0]) == "b1 b2 w3"
    assert state.position.hidden[0] == (True, True, True)
    assert GAME.turn(state) == (1,)
    assert GAME.sight(state, 1).drawn == rules.parse_tile("w2")


def test_an_empty_pile_is_not_drawn_from():
    setup = {**DRAWING, "tiles": 4}
    state = state_of(setup, {"hands": ["b1 w2", "w1 b2"], "first": "a", "pile": ""})
    assert GAME.sight(state, 0).drawn is None


def test_jokers_are_placed_by_their_owners_and_nobody_else_sees_where():
    setup = GAME.setup(players=2, tiles=4, hand=2, jokers=True)
    deal = rules.Deal(((2, 60), (3, 61)), (4, 5), 0, arranged=False)
    state = GAME.start(setup, deal)
    assert GAME.turn(state) == (0, 1)
    assert GAME.moves(GAME.sight(state, 0)) == [Arrange((0,)), Arrange((1,))]
    state = GAME.play(state, {0: Arrange((0,)), 1: Arrange((1,))})
    assert [rules.code_name(code) for code in state.position.codes] == ["b- b1", "w1 w-"]
    assert GAME.history(state)[0].moves == {0: Arrange(), 1: Arrange()}
    assert GAME.history(state)[0].answer.colors == ("bb", "ww")
    with pytest.raises(IllegalMove, match="jokers to place: 1"):
        GAME.play(GAME.start(setup, deal), {0: Arrange(()), 1: Arrange((1,))})


def test_the_place_of_a_drawn_tile_is_always_asked_for_where_jokers_are():
    setup = {"players": 2, "tiles": 6, "hand": 2, "jokers": True, "drawing": True}
    deal = {"hands": ["b1 w3", "w1 b-"], "pile": "w- b2 w2 b3", "first": "a"}
    state = do(state_of(setup, deal), "b1=w2")
    assert state.position.phase == "open"
    assert GAME.moves(GAME.sight(state, 0)) == [Place(0), Place(1), Place(2)]
    state = do(state, "place 1")
    assert rules.code_name(state.position.codes[0]) == "w- b1 w3"
    assert state.position.hidden[0] == (False, True, True)
    state = do(state, "a3=w3", "stop")
    with pytest.raises(IllegalMove, match="does not fit at place 1"):
        do(state, "place 1")
    state = do(state, "place 3")  # after the joker; before it would do as well
    assert rules.code_name(state.position.codes[1]) == "w1 b- b2"


@pytest.mark.parametrize(
    "deal",
    [
        {"hands": ["b1 w3"]},
        {"hands": ["b1 w3", "w1"]},
        {"hands": ["w3 b1", "w1 b4"]},
        {"hands": ["b1 w3", "w3 b4"]},
        {"hands": ["b1 w9", "w1 b4"]},
        {"hands": {"a": "b1 w3", "c": "w1 b4"}},
        {**DEAL, "first": "c"},
        {**DEAL, "open": ["a9"]},
        {**DEAL, "open": ["a1", "a2"]},
        {**DEAL, "pile": "b2"},
        {**DEAL, "colour": "red"},
        {**DEAL, "hands": "b1"},
        {**DEAL, "hands": [1, 2]},
        [],
    ],
)
def test_deals_that_cannot_be_are_refused(deal):
    setup = GAME.setup(**TWO)
    with pytest.raises(BadSetup):
        GAME.from_json(deal, setup)


def test_tiles_have_names():
    setup = GAME.setup(full=True)
    assert [rules.tile_name(tile) for tile in setup.deck()][-4:] == [
        "b11",
        "w11",
        "b-",
        "w-",
    ]
    for tile in setup.deck():
        assert rules.parse_tile(rules.tile_name(tile)) == tile
        assert setup.parse_tile(rules.tile_name(tile)) == tile
    with pytest.raises(UnknownName, match="no tile 'w12'"):
        setup.parse_tile("w12")


def test_the_full_game_ends_with_one_player_left():
    setup = GAME.setup(full=True, players=3, tiles=14)
    rng = np.random.default_rng(0)
    state = GAME.start(setup, GAME.deal(setup, rng))
    while turn := GAME.turn(state):
        play = GAME.strategies["aggressive"]
        state = GAME.play(state, {s: play(GAME.sight(state, s), (), rng) for s in turn})
    assert sum(GAME.result(state).values()) == 1.0
