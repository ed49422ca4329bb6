"""Chance-based deals: exact expectation, and mixing never beats the best pure deal."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.hats.test_rules import worlds
from whoknows.errors import BadSetup
from whoknows.games.hats.rules import (
    Deal,
    MixedDeal,
    Rules,
    evaluate,
    expected_fitness,
    median_fitness,
    mixed_from,
    parse_deal,
    parse_mixed,
    purified,
)


@st.composite
def mixed_deals(draw):
    """A small world and a deal in which a few rules are left to chance."""
    rules = draw(worlds(passing=True))
    width = rules.colors + 1
    parts = st.lists(st.integers(0, 3), min_size=width, max_size=width).filter(any)
    rows = [
        [tuple(Fraction(part, sum(p)) for part in p) for p in ps]
        for ps in draw(st.tuples(*[st.tuples(*[parts] * rules.view_count)] * rules.players))
    ]
    for row in rows:  # most rules pure, so that all outcomes can be tried
        for view in range(2, len(row)):
            row[view] = tuple(Fraction(k == 0) for k in range(width))
    return rules, MixedDeal(tuple(map(tuple, rows)))


def expected_by_all_pure_deals(mixed, rules):
    places = [(i, v) for i in range(rules.players) for v in range(rules.view_count)]
    options = [
        [(answer, c) for answer, c in enumerate(mixed.rules[i][v]) if c] for i, v in places
    ]
    total = Fraction(0)
    for picked in product(*options):
        chance = Fraction(1)
        rows = [[0] * rules.view_count for _ in range(rules.players)]
        for (i, v), (answer, c) in zip(places, picked, strict=True):
            rows[i][v] = answer
            chance *= c
        total += chance * evaluate(Deal(tuple(map(tuple, rows))), rules).fitness
    return total


@settings(max_examples=25, deadline=None)
@given(mixed_deals().filter(lambda case: case[0].players < 4))
def test_the_expectation_is_the_mean_over_all_pure_deals(case):
    rules, mixed = case
    options = [sum(1 for c in rule if c) for row in mixed.rules for rule in row]
    if np.prod(options) <= 800:
        assert expected_fitness(mixed, rules) == expected_by_all_pure_deals(mixed, rules)


@settings(max_examples=40, deadline=None)
@given(mixed_deals())
def test_mixing_never_beats_the_deal_made_pure(case):
    rules, mixed = case
    assert evaluate(purified(mixed, rules), rules).fitness >= expected_fitness(mixed, rules)


def test_a_pure_deal_is_a_chance_based_one():
    rules = Rules(3)
    deal = parse_deal("BPPR BPPR BPPR", rules)
    assert expected_fitness(mixed_from(deal, rules), rules) == Fraction(3, 4)
    assert purified(mixed_from(deal, rules), rules) == deal


def test_the_example_of_the_thesis_three_of_four_games_red():
    rules = Rules(3)
    rule = "R:3/4+B:1/4"
    mixed = parse_mixed(f"{','.join([rule] * 4)} PPPP PPPP", rules)
    assert expected_fitness(mixed, rules) == Fraction(1, 2)
    rng = np.random.default_rng(1)
    median = median_fitness(mixed, rules, rng, repeats=51)
    assert median == median_fitness(mixed, rules, np.random.default_rng(1), repeats=51)
    assert Fraction(3, 8) <= median <= Fraction(5, 8)


def test_what_is_no_chance_based_deal_is_refused():
    rules = Rules(2)
    for text, said in [
        ("R:1/2,P PP", "sum to 1/2"),
        ("R:1/2+X:1/2,P PP", "'X'"),
        ("RP", "for each of 2 players: it has 1"),
        ("R,P,P PP", "has 3 rules"),
        ("R:3/2,P PP", "not within 0 and 1"),
    ]:
        with pytest.raises(BadSetup, match=said):
            parse_mixed(text, rules)
    with pytest.raises(BadSetup, match="at least 1 repeat"):
        median_fitness(
            parse_mixed("PP PP", rules), rules, np.random.default_rng(), repeats=0
        )
