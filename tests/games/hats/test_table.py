"""The game at the table: strategies, what a seat holds possible, and its words."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import BadSetup, IllegalMove
from whoknows.games.hats import GAME
from whoknows.games.hats.rules import (
    FREE,
    PASS,
    Deal,
    Rules,
    deal_name,
    evaluate,
    parse_deal,
)
from whoknows.games.hats.rules.fold import outcome
from whoknows.games.hats.strategies import STRATEGIES, adequate_deal, check_kind
from whoknows.play.documents import read_setup, setup_json
from whoknows.play.knowing.as_model import pictured
from whoknows.play.knowing.listed import listed
from whoknows.play.table.referee import Table, finish

SMALL = GAME.small()


def won_share(rules, name):
    """The chance that a team wins in which all follow one strategy, over all hats."""
    strategies = [STRATEGIES[name]] * rules.players
    won = Fraction(0)
    for code in range(rules.size):
        table = finish(Table.with_secret(GAME, rules, rules.hats(code)), strategies)
        won += rules.chance(code) * int(table.result[0])
    return won


@pytest.mark.parametrize(
    ("name", "rules", "share"),
    [
        ("leader", Rules(3), Fraction(1, 2)),
        ("leader", Rules(3, odds=((Fraction(1, 4), Fraction(3, 4)),) * 3), Fraction(3, 4)),
        ("opposite", Rules(3), Fraction(3, 4)),
        ("opposite", Rules(3, views="counts"), Fraction(3, 4)),
        ("hamming", Rules(3), Fraction(3, 4)),
        ("hamming", Rules(5), Fraction(3, 4)),
        ("hamming", Rules(7), Fraction(7, 8)),
        ("adequate", Rules(4), Fraction(3, 4)),
        ("adequate", Rules(5), Fraction(25, 32)),
        (
            "adequate",
            Rules(3, odds=((Fraction(9, 10), Fraction(1, 10)),) * 3),
            Fraction(91, 100),
        ),
        ("silence", Rules(3), Fraction(3, 4)),
        ("silence", Rules(5, rounds=2), Fraction(15, 16)),
        ("silence", Rules(5, rounds=2, views="counts"), Fraction(15, 16)),
    ],
)
def test_a_strategy_wins_what_its_source_says(name, rules, share):
    assert won_share(rules, name) == share


def test_the_adequate_strategy_plays_its_deal():
    rules = Rules(4)
    assert won_share(rules, "adequate") == evaluate(adequate_deal(rules), rules).fitness


AGREED = [
    {"players": 3, "agreed": "{bppr, BPPR, BPPR}"},
    {"players": 3, "agreed": "RPP* PRBP PRBP"},
    {"players": 2, "agreed": "BB R*", "passing": False, "need": 2, "wrong": 0},
    {"players": 2, "colors": 3, "agreed": "GRP PPB", "odds": "1/2,1/3,1/6"},
    {"players": 4, "agreed": "BPPR BPPR PPPP BPPR", "views": "counts"},
]


@pytest.mark.parametrize("options", AGREED)
def test_a_table_that_agreed_on_a_deal_keeps_to_it(options):
    rules = GAME.setup(**options)
    deal = parse_deal(options["agreed"], rules)
    assert rules.agreed == deal_name(deal, rules)
    assert read_setup(GAME, setup_json(rules)) == rules
    likeliest = rules.odds[0].index(max(rules.odds[0])) + 1 if rules.odds else 1
    free = PASS if rules.passing else likeliest
    said = Deal(tuple(tuple(free if a == FREE else a for a in r) for r in deal.answers))
    assert won_share(rules, "agreed") == evaluate(said, rules).fitness
    assert {c.strategy for c in GAME.face.usual_chairs(rules)} == {None, "agreed"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"agreed": "BPPR BPPR"}, "a rule for each of 3 players: it has 2"),
        ({"agreed": "BPPR BPPR BPP"}, "has 3 answers"),
        ({"agreed": "BPPR BPPR BPPG"}, "not one of RB"),
        ({"agreed": "BPPR BPPR BPPR", "rounds": 2}, "a deal is for one round"),
        ({"agreed": "BPPR BPPR BPPR", "passing": False}, "allow no passing"),
        ({"agreed": 7}, "agreed is a deal in letters, not 7"),
    ],
)
def test_a_deal_that_does_not_fit_is_refused(options, said):
    with pytest.raises(BadSetup, match=said):
        GAME.setup(**options)


def test_a_table_without_a_deal_is_written_as_ever():
    assert "agreed" not in setup_json(GAME.setup(agreed="  "))
    assert won_share(Rules(3), "agreed") == 0  # all pass
    with pytest.raises(BadSetup, match="has agreed on a deal"):
        check_kind("agreed", Rules(3))


def test_hints_and_the_end_speak_of_the_agreed_deal():
    rules = GAME.setup(agreed="RPPB PRBP PRBP")  # loses RBB and BRR alone
    table = Table.with_secret(GAME, rules, rules.hats(rules.parse_code("RRR")))
    hint = GAME.face.hint(table.sight(0), "move")
    assert hint.splitlines()[2].startswith("- **red** by *agreed* (it wins 3/4)")
    table = finish(table, [STRATEGIES["agreed"]] * 3)
    why = GAME.face.ending_why(table.sight(0), table.result, ["Ann", "Bob", "Cat"])
    assert "The deal *agreed* wins with these hats, and loses with 2 of 8." in why


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(SMALL), st.integers(0, 10**6))
def test_the_worlds_a_seat_holds_possible_are_those_that_fit(rules, seed):
    rng = np.random.default_rng(seed)
    table = Table.dealt(GAME, rules, seed)
    while not table.over:
        moves = {s: int(rng.choice(GAME.moves(table.sight(s)))) for s in table.turn}
        table = table.play(moves)
        for seat in (*table.seats, None):
            shown = table.sight(seat)
            assert shown.secret == (table.secret if table.over else None)
            sight = replace(shown, over=False, secret=None, history=())
            fitting = [
                code
                for code in range(rules.size)
                if rules.chance(code)
                and GAME.sight(GAME.start(rules, rules.hats(code)), seat) == sight
                and [
                    outcome(rules, rules.hats(code), e.moves, k)
                    for k, e in enumerate(table.history)
                ]
                == [e.answer for e in table.history]
            ]
            assert GAME.worlds(shown) == len(fitting) >= 1


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(SMALL), st.integers(0, 10**6))
def test_the_configurations_are_those_that_the_rules_alone_leave(rules, seed):
    rng, by_rules = np.random.default_rng(seed), listed(GAME.rules)
    table = Table.dealt(GAME, rules, seed)
    while not table.over:
        moves = {s: int(rng.choice(GAME.moves(table.sight(s)))) for s in table.turn}
        silent = rules.passing and rng.random() < 0.7
        table = table.play(dict.fromkeys(moves, PASS) if silent else moves)
        for seat in (*table.seats, None):
            sight = table.sight(seat)
            hats = list(by_rules.possible(sight))
            assert list(GAME.possible(sight)) == hats
            assert GAME.worlds(sight) == by_rules.count(sight) == len(hats)
            plain, own = pictured(GAME, sight, rules.size), GAME.model(sight, rules.size)
            assert [*map(rules.code, plain.held_keys)] == own.held_keys
            assert [*map(rules.code, plain.world_keys)] == own.world_keys
            for other in table.seats:
                asked = f"agent{other + 1}", f"hat{other + 1}"
                known = [each.model.knows_value(*asked).tolist() for each in (plain, own)]
                assert known[0] == known[1]


def test_hats_are_dealt_by_their_odds():
    sure = Rules(3, odds=((Fraction(0), Fraction(1)),) * 3)
    assert GAME.deal(sure, np.random.default_rng(0)) == (1, 1, 1)
    third = Rules(2, chances=(Fraction(0), Fraction(1, 3), Fraction(2, 3), Fraction(0)))
    rng = np.random.default_rng(0)
    drawn = [GAME.deal(third, rng) for _ in range(900)]
    assert set(drawn) == {(0, 1), (1, 0)}
    assert 250 < drawn.count((0, 1)) < 350
    fine = Rules(2, odds=((Fraction(1, 10**30), 1 - Fraction(1, 10**30)),) * 2)
    assert GAME.deal(fine, rng) == (1, 1)


def test_a_seat_never_sees_its_own_hat():
    for rules in SMALL:
        for code in range(rules.size):
            hats = rules.hats(code)
            for seat in range(rules.players):
                other = list(hats)
                other[seat] = (hats[seat] + 1) % rules.colors
                one, two = (GAME.start(rules, tuple(h)) for h in (hats, other))
                assert GAME.sight(one, seat) == GAME.sight(two, seat)


def test_answers_have_words():
    rules = Rules(3)
    assert [GAME.parse_move(w, rules) for w in ("r", "blue", "pass", "P")] == [1, 2, 0, 0]
    for word in ("X", "*", "", "RB"):
        with pytest.raises(IllegalMove):
            GAME.parse_move(word, rules)
    with pytest.raises(IllegalMove):
        GAME.parse_move("P", Rules(3, passing=False))
    assert GAME.from_json("RBB", rules) == (0, 1, 1)
    for hats in ([0, 1], [0, 1, 2], "RB", 7):
        with pytest.raises(BadSetup):
            GAME.from_json(hats, rules)
    assert GAME.answer_name("again") == "all pass; another round"


def test_every_color_is_typed_by_its_word_and_said_in_full():
    rules = Rules(3, colors=5)
    words = ("pass", "red", "blue", "green", "yellow", "white")
    assert [GAME.parse_move(word, rules) for word in words] == [0, 1, 2, 3, 4, 5]
    sight = Table.dealt(GAME, rules, 1).sight(0)
    labels = [GAME.face.move_label(sight, letter) for letter in "PRG"]
    assert labels == ["Pass", "Red", "Green"]
    assert GAME.parse_move("white", Rules(3)) == 1  # as papers call the first color
    assert GAME.parse_move("black", rules) == 2


def test_setups_are_read_from_text():
    assert (
        GAME.setup(players=2, odds="0.9").odds == ((Fraction(9, 10), Fraction(1, 10)),) * 2
    )
    with pytest.raises(BadSetup):
        GAME.setup(players=2, odds=[["a", "b"], ["1", "0"]])
