"""Several rounds: silence is an announcement, and `logic` says who then knows."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.hats import twin
from whoknows.errors import BadSetup
from whoknows.games.hats import GAME
from whoknows.games.hats.knowledge.silence import (
    agent_name,
    chain_deal,
    evaluate_rounds,
    hat_model,
    hat_name,
    hats_together,
    known_answers,
    listening,
    narrate_rounds,
    pictured,
    rounds_played,
)
from whoknows.games.hats.rules import Deal, Rules, evaluate, parse_deal
from whoknows.play.table.referee import Table


@st.composite
def games_of_rounds(draw):
    rules = Rules(
        draw(st.integers(2, 3)),
        draw(st.integers(2, 3)),
        rounds=draw(st.integers(1, 3)),
        views=draw(st.sampled_from(["seats", "counts"])),
    )
    answer = st.sampled_from([0, 0, 0, *range(1, rules.colors + 1)])
    row = st.tuples(*[answer] * rules.view_count)
    one = st.tuples(*[row] * rules.players).map(Deal)
    return rules, tuple(draw(st.lists(one, min_size=1, max_size=rules.rounds)))


def won_by_play(rules, deals, hats):
    """A game played as the rules say: on while all pass."""
    views = twin.view_order(rules)
    for deal in deals:
        said = [
            deal.answers[i][views.index(twin.seen(rules, hats, i))]
            for i in range(rules.players)
        ]
        if any(said):
            return twin.wins(rules, deal.answers, hats)
    return False


@settings(deadline=None)
@given(games_of_rounds())
def test_rounds_are_won_as_played(case):
    rules, deals = case
    score = evaluate_rounds(deals, rules)
    won = {rules.code(h) for h in twin.all_hats(rules) if won_by_play(rules, deals, h)}
    assert set(score.won_set) == won
    for code in range(0, rules.size, 3):
        assert narrate_rounds(deals, rules, code)[0] == (code in won)


@given(games_of_rounds())
def test_a_silence_leaves_just_the_silent_configurations(case):
    rules, deals = case
    parts = rounds_played(deals, rules)
    left = set(range(rules.size))
    for part in parts:
        assert {*part.won, *part.lost, *part.silent} == left
        assert part.right + part.wrong + part.passed == rules.players * len(left)
        left = set(part.silent)


def test_one_round_is_the_standard_game():
    rules = Rules(3)
    deal = parse_deal("BPPR BPPR BPPR", rules)
    assert evaluate_rounds((deal,), rules) == evaluate(deal, rules)


def ball(code, radius, n):
    flips = [
        sum(s)
        for r in range(radius + 1)
        for s in combinations([1 << k for k in range(n)], r)
    ]
    return {code ^ flip for flip in flips}


@pytest.mark.parametrize(
    ("players", "rounds", "code"),
    [(3, 1, [0, 7]), (5, 2, [0, 31]), (3, 3, [0]), (7, 3, [0, 127]), (4, 2, [0, 15])],
)
def test_a_listening_team_loses_only_the_code(players, rounds, code):
    """With a code of radius R, R rounds win all but the code: 1 - K(N, R)/2^N."""
    assert set.union(*(ball(word, rounds, players) for word in code)) == set(
        range(1 << players)
    )
    rules = Rules(players, rounds=rounds)
    deals = listening(chain_deal(code, rules), rules)
    score = evaluate_rounds(deals, rules)
    assert set(range(rules.size)) - set(score.won_set) == set(code)
    assert score.fitness == 1 - Fraction(len(code), rules.size)
    later = rounds_played(deals, rules)[1:]
    assert not any(part.lost or part.wrong for part in later)


def test_who_knows_after_a_silence_is_what_logic_says():
    rules = Rules(3, rounds=2)
    model = hat_model(rules)
    assert not model.knows_value(agent_name(0), hat_name(0)).any()
    silent = model.announce("~(hat1=R & hat2=R & hat3=R)")
    deal = known_answers(silent, rules)
    assert deal == parse_deal("BPPP BPPP BPPP", rules)


def test_what_cannot_happen_is_no_world():
    rules = Rules(2, chances=(Fraction(0), Fraction(1, 2), Fraction(1, 2), Fraction(0)))
    assert hat_model(rules).worlds().tolist() == [1, 2]
    assert known_answers(hat_model(rules), rules) == parse_deal("BR BR", rules)
    score = evaluate_rounds((known_answers(hat_model(rules), rules),), rules)
    assert score.fitness == 1


def test_rounds_have_words_and_bounds():
    rules = Rules(3, rounds=2)
    texts = ("BPPP PPPP PPPP", "RRRR PPPP PPPP")
    deals = tuple(parse_deal(text, rules) for text in texts)
    won, lines = narrate_rounds(deals, rules, 3)
    assert won
    assert lines[3] == "All pass; 6 of 8 configurations are left."
    assert lines[-1] == "1 right, 0 wrong: the round is won."
    with pytest.raises(BadSetup, match=r"2 deals for a game of at most 1 round$"):
        rounds_played(deals, Rules(3))


def test_silence_leaves_all_configurations_to_who_knows_no_deal():
    table = Table.dealt(GAME, GAME.setup(players=2, rounds=3), 1)
    for turn in range(3):
        assert len(pictured(table.sight(None), 99).model) == 4
        both = {0: table.sight(0), 1: table.sight(1)}
        assert hats_together(both).secret == table.secret
        assert hats_together({0: table.sight(0)}).secret is None, turn
        table = table.move("pass", "pass")
    assert table.over
    assert hats_together({0: table.sight(0)}).secret == table.secret
