"""Worlds, deals, and scores against the definitions."""

from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.hats import twin
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats import GAME
from whoknows.games.hats.rules import (
    Deal,
    Rules,
    Weights,
    compared,
    deal_name,
    evaluate,
    maximal_sets,
    narrate,
    parse_chance,
    parse_deal,
    parse_matrix,
    parse_odds,
    quantities,
)


@st.composite
def worlds(draw, passing=None, need=None):
    players = draw(st.integers(2, 4))
    colors = draw(st.integers(2, 3 if players < 4 else 2))
    return Rules(
        players,
        colors,
        need=need or draw(st.integers(1, players)),
        wrong=draw(st.integers(0, players)),
        passing=draw(st.booleans()) if passing is None else passing,
        views=draw(st.sampled_from(["seats", "counts"])),
    )


@st.composite
def worlds_and_deals(draw):
    rules = draw(worlds())
    least = 0 if rules.passing else 1
    row = st.tuples(*[st.integers(least, rules.colors)] * rules.view_count)
    return rules, Deal(draw(st.tuples(*[row] * rules.players)))


@given(worlds_and_deals())
def test_a_deal_wins_what_the_definition_says(case):
    rules, deal = case
    won = {rules.code(hats) for hats in twin.won_hats(rules, deal.answers)}
    score = evaluate(deal, rules)
    assert set(score.won_set) == won
    assert score.fitness == Fraction(len(won), rules.size)
    assert score.right + score.wrong + score.passed == rules.size * rules.players


@given(worlds_and_deals(), st.sampled_from(["natural", "reversed"]))
def test_notation_goes_both_ways(case, order):
    rules, deal = case
    assert parse_deal(deal_name(deal, rules, order=order), rules, order=order) == deal
    if rules.colors == 2:
        assert parse_matrix(deal.matrix(), rules) == deal


@given(worlds())
def test_codes_views_and_tables_agree(rules):
    table, views = rules.table(), rules.view_table()
    order = twin.view_order(rules)
    assert rules.view_count == len(order)
    for code, hats in enumerate(twin.all_hats(rules)):
        assert rules.hats(code) == tuple(table[code]) == hats
        assert rules.parse_code(rules.name(code)) == rules.code(hats) == code
        for player in range(rules.players):
            label = order.index(twin.seen(rules, hats, player))
            assert rules.view(player, code) == views[player][code] == label


def test_views_reversed_put_the_last_agent_first():
    rules = Rules(4)
    natural = parse_deal("PBPPPPPP PPPPPPPP PPPPPPPP PPPPPPPP", rules)
    assert deal_name(natural, rules, order="reversed").startswith("PPPPBPPP ")
    assert rules.view_name(1) == "RRB"


def test_unequal_odds_weigh_what_is_won():
    rules = Rules(3, odds=parse_odds("0.9", 3, 2))
    deal = parse_deal("BPPR BPPR BPPR", rules)
    assert evaluate(deal, rules).fitness == 1 - Fraction("0.9") ** 3 - Fraction("0.1") ** 3
    own = Rules(2, odds=parse_odds("1/2,1/2;1/3,2/3", 2, 2))
    assert [own.chance(code) for code in range(4)] == [
        Fraction(1, 6),
        Fraction(1, 3),
        Fraction(1, 6),
        Fraction(1, 3),
    ]
    guo = Rules(2, chances=tuple(Fraction(k, 10) for k in (1, 2, 3, 4)))
    always_blue = parse_deal("BB PP", guo)
    assert evaluate(always_blue, guo).fitness == Fraction(7, 10)


def test_strong_answering_weighs_every_answer():
    rules = Rules(3)
    score = evaluate(parse_deal("BPPR BPPR BPPR", rules), rules)
    assert (score.right, score.wrong, score.passed) == (6, 6, 12)
    assert score.strong() == 0
    assert score.strong(Weights(Fraction(2), Fraction(-1), Fraction(1, 4))) == Fraction(
        9, 24
    )


def test_set_correct_ranks_by_inclusion():
    rules = Rules(3)
    blue, quiet, red = (
        evaluate(parse_deal(text, rules), rules)
        for text in ("BBBB PPPP PPPP", "BPPP PPPP PPPP", "RRRR PPPP PPPP")
    )
    assert compared(blue, quiet) == "overrules"
    assert compared(quiet, blue) == "overruled"
    assert compared(blue, red) == "apart"
    assert compared(blue, blue) == "equal"
    sets = [frozenset(score.won_set) for score in (blue, quiet, red, blue)]
    assert maximal_sets(sets) == [sets[0], sets[2]]


def test_half_right_and_k_right():
    rules = Rules(3, need=2, wrong=3)
    score = evaluate(parse_deal("RRRR RRRR RRRR", rules), rules)
    assert score.won_set == (0, 1, 2, 4)
    strict = Rules(3, need=2, wrong=0)
    assert evaluate(parse_deal("RRRR RRRR PPPP", strict), strict).won_set == (0, 1)


@given(worlds_and_deals())
def test_what_is_told_of_a_round_ends_as_it_is_won(case):
    rules, deal = case
    won = evaluate(deal, rules).won_set
    for code in range(0, rules.size, 5):
        ending = "won" if code in won else "lost"
        assert narrate(deal, rules, code)[-1].endswith(f"the round is {ending}.")


def test_who_may_not_pass_does_not():
    with pytest.raises(BadSetup, match="these rules allow no passing"):
        evaluate(parse_deal("BPPR BPPR BPPR", Rules(3)), Rules(3, passing=False))


def test_a_round_is_told_agent_by_agent():
    rules = Rules(3)
    assert narrate(parse_deal("BPPR BPPR BPPR", rules), rules, 3) == [
        "Agent 1 sees BB and says R: right.",
        "Agent 2 sees RB and passes.",
        "Agent 3 sees RB and passes.",
        "1 right, 0 wrong: the round is won.",
    ]
    few = Rules(3, views="counts")
    assert narrate(parse_deal("BPR PPP PPP", few), few, 0)[0] == (
        "Agent 1 sees 2R+0B and says B: wrong."
    )


@settings(max_examples=30)
@given(st.integers(2, 60), st.integers(2, 5))
def test_quantities_follow_the_formulas(players, colors):
    found = quantities(Rules(players, colors))
    assert found["rounds"].value() == colors**players
    assert found["other_agents"].value() == players - 1
    strategies = found["strategies"]
    assert (strategies.base, strategies.exponent) == (colors + 1, colors ** (players - 1))
    assert found["deals"].exponent == players * strategies.exponent
    assert found["thoughts"].times == players * colors**players


def test_quantities_are_exact_however_long():
    size = quantities(Rules(9))["deals"]
    assert size.exact() == 3 ** (256 * 9)
    assert size.digits() == len(str(3 ** (256 * 9)))
    assert quantities(Rules(40))["deals"].exact() == f"3^{40 * 2**39}"
    assert str(quantities(Rules(7))["deals"]) == "5.63e213 = 3^448"
    assert len(str(3**448)) == 214
    assert str(quantities(Rules(3000))["deals"]).startswith("3^")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Rules(1), "2 to 1000000 players, not 1"),
        (lambda: Rules(3, 1), "2 to 25 colors, not 1"),
        (lambda: Rules(3, need=4), "need is 1 to 3 right answers, not 4"),
        (lambda: Rules(3, wrong=-1), "wrong is 0 to 3"),
        (lambda: Rules(3, rounds=0), "1 to 1000 rounds, not 0"),
        (lambda: Rules(3, views="none"), "not 'none'"),
        (lambda: Rules(2, odds=parse_odds("1/3,1/3", 2, 2)), "sum to 2/3, not 1"),
        (lambda: Rules(2, odds=parse_odds("1,0;1,0;1,0", 2, 2)), "3 rows of odds for 2"),
        (lambda: Rules(2, chances=(Fraction(1),)), "1 probabilities for 4 configurations"),
        (lambda: parse_chance("1.5"), "not within 0 and 1"),
        (lambda: parse_chance("one"), "'one' is not a fraction or a decimal"),
        (lambda: parse_chance("1e999999999"), "is not a fraction or a decimal"),
        (lambda: parse_chance("-0.1"), "-0.1 is not a probability: it is not within 0 and"),
        (lambda: parse_chance("."), "is not a fraction or a decimal"),
        (lambda: parse_chance("1/0"), "is not a fraction or a decimal"),
        (lambda: Rules(3).parse_code("²"), "hat 1 of '²'"),
        (lambda: Rules(3).parse_code("9" * 5000), "not a whole number of at most 30"),
        (lambda: parse_deal("BPPR BPPR", Rules(3)), "for each of 3 players: it has 2"),
        (lambda: parse_deal("BPPR BPP BPPR", Rules(3)), "player 2's strategy 'BPP' has 3"),
        (lambda: parse_deal("BPPR BPPX BPPR", Rules(3)), "answer 4 of player 2 .* is 'X'"),
        (lambda: parse_deal("PP RR", Rules(2, passing=False)), "no passing"),
        (lambda: parse_matrix("[[0, 2], [0, 0]]", Rules(2)), "row 1, column 1: 2"),
        (lambda: parse_matrix("[[0]", Rules(2)), "no matrix"),
        (lambda: parse_matrix([[0, 0], [0]], Rules(2)), "row 2 is not of 2 entries"),
        (lambda: Rules(3).parse_code("RXB"), "hat 2 of 'RXB' is 'X'"),
        (lambda: Rules(3).parse_code("RB"), "has 2 hats; there are 3"),
        (lambda: Rules(3).hats(8), "configuration 8 is not one of 0 to 7"),
        (lambda: evaluate(Deal(((1,), (2,))), Rules(3)), "does not fit 3 players"),
    ],
)
def test_what_cannot_be_is_refused_and_says_where(make, said):
    with pytest.raises(BadSetup, match=said):
        make()


def test_rules_never_change():
    with pytest.raises(FrozenInstanceError):
        Rules(3).players = 4


def test_a_world_too_large_for_a_table_is_refused():
    with pytest.raises(TooLarge, match=r"2\^24 configurations"):
        Rules(24).table()


@pytest.mark.parametrize(
    "options",
    [
        {"players": 10**30},
        {"players": 3001},
        {"players": 2.5},
        {"players": "3"},
        {"players": 10**9, "odds": "1/2"},
        {"players": 3, "odds": "1/2," * 10**5},
        {"players": 3, "odds": ";" * 10**5},
        {"rounds": 10**9},
        {"passing": 3},
        {"colors": True},
    ],
)
def test_the_numbers_of_a_setup_have_bounds(options):
    with pytest.raises(BadSetup):
        GAME.setup(**options)
