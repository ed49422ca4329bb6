"""Codes that agree with lines, made peg by peg, beside a plain look at every code."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.catalog import GAMES
from whoknows.errors import Contradiction, TooLarge
from whoknows.games.mastermind.knowledge.sampled_codes import agreeing, answer_labels, beam
from whoknows.games.mastermind.rules import Answer, Line, Rules, Setup
from whoknows.play.table.referee import Table, finish

SMALL = [
    Rules(3, 4),
    Rules(4, 3),
    Rules(3, 5, repeats=False),
    Rules(3, 4, blacks_only=True),
]


def every_code(rules):
    codes = product(range(rules.colors), repeat=rules.pegs)
    return [code for code in codes if rules.repeats or len({*code}) == rules.pegs]


@given(rules=st.sampled_from(SMALL), data=st.data())
@settings(max_examples=60, deadline=None)
def test_codes_made_peg_by_peg_are_those_that_agree(rules, data):
    codes = st.sampled_from(every_code(rules))
    secret, guesses = data.draw(codes), data.draw(st.lists(codes, max_size=3))
    lines = [Line(guess, rules.answer(guess, secret)) for guess in guesses]
    agree = {
        code
        for code in every_code(rules)
        if all(rules.answer(line.guess, code) == line.answer for line in lines)
    }
    found = agreeing(rules, lines, np.random.default_rng(0))
    assert found.all
    assert sorted(map(tuple, found.codes.tolist())) == sorted(agree)
    few = beam(rules, lines, np.random.default_rng(0), width=2)
    assert {tuple(code) for code in few.codes.tolist()} <= agree
    assert not few.all or len(few.codes) == len(agree)


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_answers_at_once_are_answers_one_by_one(rules):
    codes = np.array(every_code(rules)[:20], np.int8)
    labels = answer_labels(rules, codes, codes)
    for row, guess in zip(labels.tolist(), codes.tolist(), strict=True):
        answers = [rules.answer(tuple(guess), tuple(code)) for code in codes.tolist()]
        assert row == [rules.label(answer) for answer in answers]


def test_lines_that_no_code_agrees_with_are_said():
    lines = [Line((0,) * 8, Answer(0, 0)), Line((0, 1) * 4, Answer(0, 5))]
    with pytest.raises(Contradiction, match="no code agrees"):
        agreeing(Rules(8, 10), lines, np.random.default_rng(0))


def test_a_game_of_a_hundred_million_codes_is_played():
    game = GAMES["mastermind"]
    setup = Setup(pegs=8, colors=10, rows=20)
    table = finish(Table.dealt(game, setup, 3), [game.strategies["sampled"]])
    assert table.sight(0).found
    with pytest.raises(TooLarge, match=r"more codes .* than can be counted"):
        game.worlds(table.undo(len(table.turns)).sight(0))
    assert game.worlds(table.undo(1).sight(0)) >= 1
    with pytest.raises(TooLarge, match="fit the memory"):
        Setup(pegs=8, colors=10, maker="evil")
