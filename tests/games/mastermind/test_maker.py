"""A maker in a seat of its own: what it may say, and how a wrong answer is caught."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import BadSetup, IllegalMove, UnknownName
from whoknows.games.mastermind import GAME
from whoknows.games.mastermind.knowledge import culprits, possible_codes
from whoknows.games.mastermind.knowledge.maker_moves import corrections
from whoknows.games.mastermind.rules import Answer, Caught, Correction, Hidden, Line, Rules
from whoknows.play.table import transcript
from whoknows.play.table.referee import Table, finish

PARTS = GAME.strategies["parts"]


def table_of(maker, **options):
    return Table.dealt(GAME, GAME.setup(maker=maker, **options), seed=1)


def say(table, *texts):
    """The table after moves as people type them, whoever's turn it is."""
    for text in texts:
        [seat] = table.turn
        table = table.play({seat: GAME.parse_move(text, table.setup)})
    return table


def contradicted():
    """Two guesses of one color each, four pegs of each: that cannot be."""
    return say(table_of("mind"), "1111", "answer 3,0", "2222", "answer 3,0")


def test_a_wrong_answer_is_caught_with_the_lines_that_contradict():
    table = contradicted()
    assert table.turn == (1,)
    assert table.history[-1].answer == Caught(((0, 1),))
    sight = table.sight(0)
    assert sight.disputed == Line((1, 1, 1, 1), Answer(3, 0))
    assert len(sight.lines) == 1, "what cannot be is not put on the board"
    assert GAME.worlds(sight) == len(possible_codes(Rules(), sight.lines))


@pytest.mark.parametrize("text", ["correct 2:1,0", "correct 1:1,0", "correct 1:0,0 2:4,0"])
def test_a_correction_settles_it(text):
    table = say(contradicted(), text)
    lines = table.sight(0).lines
    assert len(lines) == 2
    assert len(possible_codes(Rules(), lines)) > 0
    assert (table.turn == ()) == ("4,0" in text)


def test_until_then_nothing_else_is_taken():
    table = contradicted()
    for text in ("answer 1,0", "code 1122", "1122", "correct 2:2,0", "correct 9:1,0"):
        with pytest.raises(IllegalMove):
            say(table, text)
    with pytest.raises(IllegalMove, match="lines 1 and 2 contradict each other"):
        say(table, "correct 2:2,0")


def test_a_slip_may_be_corrected_before_it_is_caught():
    table = say(table_of("mind"), "1122", "answer 1,0", "3344")
    table = say(table, "correct 1:0,1")
    assert table.turn == (1,), "the guess still waits"
    table = say(table, "answer 1,0")
    assert [line.answer for line in table.sight(1).lines] == [Answer(0, 1), Answer(1, 0)]
    with pytest.raises(IllegalMove):
        say(table, "5555", "correct 1:4,0")  # against line 2


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_a_maker_says_some_code_is_left(data):
    setup = GAME.setup(pegs=3, colors=4, rows=5, maker="mind")
    table = Table.dealt(GAME, setup, 0)
    for _ in range(16):
        if table.over:
            break
        [seat] = table.turn
        sight = table.sight(seat)
        table = table.play({seat: data.draw(st.sampled_from(GAME.moves(sight)))})
        sight = table.sight(0)
        assert len(possible_codes(sight.rules, sight.lines)) > 0
        sets = culprits(sight.rules, sight.every_line)
        assert (sight.disputed is not None) == bool(sets)
        assert (sight.caught.sets if sight.caught else ()) == tuple(sets)
    document = json.loads(json.dumps(transcript.written(table)))
    assert transcript.read(document, lambda _: GAME).table.state == table.state


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_corrections_are_all_that_settle_a_dispute(data):
    rules = Rules(2, 3)
    codes = st.sampled_from([tuple(code) for code in rules.codes.tolist()])
    answers = st.sampled_from(rules.every_answer)
    lines = data.draw(st.lists(st.builds(Line, codes, answers), min_size=1, max_size=4))
    wanted = [
        Correction(((place, answer),))
        for place, line in enumerate(lines)
        for answer in rules.every_answer
        if answer != line.answer
        and any(
            all(rules.answer(other.guess, tuple(code)) == other.answer for other in changed)
            for changed in [[*lines[:place], Line(line.guess, answer), *lines[place + 1 :]]]
            for code in rules.codes.tolist()
        )
    ]
    assert corrections(rules, lines) == wanted


def test_a_code_told_to_the_referee_is_kept_and_checked():
    table = say(table_of("checked"), "code 1234")
    assert table.history[0].moves == {1: Hidden(None)}, "nobody else hears it"
    assert (table.sight(1).code, table.sight(0).code) == ((0, 1, 2, 3), None)
    assert table.sight(None).code is None
    table = say(table, "1243")
    with pytest.raises(IllegalMove, match="is not 1,2"):
        say(table, "answer 1,2")
    with pytest.raises(IllegalMove, match="nothing to correct"):
        say(table, "correct 1:1,2")
    table = say(table, "answer 2,2", "1234", "answer 4,0")
    assert table.over
    assert table.result == {0: 11.0, 1: 2.0}


def test_the_breaker_plays_the_same_whatever_code_was_told():
    one, two = (say(table_of("checked"), f"code {code}") for code in ("1234", "6665"))
    for name, strategy in GAME.strategies.items():
        assert one.choice(0, strategy) == two.choice(0, strategy), name
    assert one.sight(0) == two.sight(0)
    assert one.history == two.history


@pytest.mark.parametrize("maker", ["mind", "checked", "evil", "referee"])
def test_strategies_play_both_seats_to_the_end(maker):
    table = table_of(maker, pegs=3, colors=4)
    table = finish(table, [PARTS] * len(table.seats))
    assert table.sight(0).found
    assert 1 <= len(table.sight(None).lines) <= 6


def test_the_evil_maker_is_as_hard_as_can_be_for_a_strategy():
    # By [Knuth1976] the worst case of his strategy is 5; an evil maker reaches no more.
    table = finish(table_of("evil"), [GAME.strategies["worst-case"]])
    assert len(table.sight(0).lines) <= 5
    seated = finish(table_of("mind"), [GAME.strategies["worst-case"]] * 2)
    assert seated.sight(0).lines == table.sight(0).lines


def test_the_code_is_shown_when_the_game_is_over():
    table = Table.with_secret(GAME, GAME.setup(rows=2), (0, 1, 2, 3))
    assert say(table, "1111").sight(0).code is None
    assert say(table, "1111", "2222").sight(None).code == (0, 1, 2, 3)


def test_the_model_has_the_codes_that_are_left():
    table = say(Table.with_secret(GAME, GAME.setup(), (0, 1, 2, 3)), "1122")
    assert GAME.model(table.sight(0), 200) is None  # 230 are left
    table = say(table, "1345")
    found = GAME.model(table.sight(0), 200)
    assert found.model.size == GAME.worlds(table.sight(0))
    after = say(table, "1256")
    later = GAME.model(after.sight(0), 200)
    assert set(later.keys) < set(found.keys)
    left = [Rules().code(k) for k in possible_codes(Rules(), after.sight(0).lines)]
    for color in range(6):
        sure = all(code[0] == color for code in left)
        assert later.model.valid(f"K breaker peg1={color + 1}") == sure
    assert later.every.valid("Kv maker peg1")


def test_the_model_of_a_maker_knows_the_code():
    table = say(table_of("checked", pegs=2, colors=3), "code 13")
    found = GAME.model(table.sight(1), 200)
    assert found.model.describe(found.actual) == {"peg1": "1", "peg2": "3"}
    assert GAME.model(table.sight(0), 200).actual is None


def test_all_seats_together_know_the_code_that_the_referee_knows():
    table = say(table_of("checked", pegs=2, colors=3), "code 13")
    sights = {seat: table.sight(seat) for seat in table.seats}
    found = GAME.whole(sights, 200)
    assert (found.keys[found.actual], found.home) == ((0, 2), None)
    table = table_of("mind", pegs=2, colors=3)
    sights = {seat: table.sight(seat) for seat in table.seats}
    assert GAME.whole(sights, 200).actual is None


def test_makers_that_cannot_be():
    with pytest.raises(UnknownName):
        GAME.setup(maker="nobody")
    with pytest.raises(BadSetup):
        GAME.start(GAME.setup(maker="mind"), (0, 1, 2, 3))
    for text in (
        "answer 3,1",
        "answer",
        "code 11",
        "correct",
        "correct 0:1,1",
        "correct x",
    ):
        with pytest.raises(IllegalMove):
            GAME.parse_move(text, GAME.setup(maker="mind"))
    with pytest.raises(IllegalMove):
        GAME.parse_move("answer 1,1", GAME.setup())


def test_any_maker_seat_is_random_only_by_its_generator():
    sight = table_of("checked").sight(1)
    one, two = (PARTS(sight, (), np.random.default_rng(k)) for k in (1, 2))
    assert one != two
    assert PARTS(sight, (), np.random.default_rng(1)) == one
