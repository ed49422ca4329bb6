"""Maximal deals of chance-based worlds: by lots, with own coins, and beside all deals."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import (
    Deal,
    MixedDeal,
    Rules,
    evaluate,
    mixed_from,
    mixed_name,
    parse_mixed,
)
from whoknows.games.hats.solve.maximal.chance_based import (
    bettered_alone,
    bettering,
    led,
    lot_chances,
    maximal_lots,
    win_chances,
)
from whoknows.games.hats.solve.maximal.worlds import maximal_won
from whoknows.games.hats.solve.programs.exact_program import largest, mixture_above

HALF = "R:1/2+B:1/2"
SMALL = [Rules(2), Rules(2, 3), Rules(2, passing=False), Rules(3, views="counts")]
SMALL += [Rules(2, need=2), Rules(2, wrong=1)]


@st.composite
def mixed_deals(draw):
    """A small world and a deal of rules left to chance."""
    rules = draw(st.sampled_from([Rules(3), *SMALL]))
    low = 0 if rules.passing else 1
    parts = st.lists(st.integers(0, 3), min_size=rules.colors + 1 - low,
                     max_size=rules.colors + 1 - low).filter(any)  # fmt: skip
    rule = parts.map(
        lambda p: (Fraction(0),) * low + tuple(Fraction(part, sum(p)) for part in p)
    )
    row = st.tuples(*[rule] * rules.view_count)
    return rules, MixedDeal(draw(st.tuples(*[row] * rules.players)))


@settings(deadline=None, max_examples=30)
@given(mixed_deals())
def test_what_is_better_is_better_and_what_is_maximal_is_best_for_its_hats(case):
    rules, mixed = case
    now, found = win_chances(mixed, rules), bettering(mixed, rules)
    if found.hats is None:
        assert all(new >= old for new, old in zip(found.chances, now, strict=True))
        assert found.chances != now
        assert (found.deal is not None) == (found.own_coins_maximal is False)
        of_deal = found.deal and win_chances(found.deal, rules)
        assert found.chances == (of_deal or lot_chances(found.lot, rules))
    else:
        check_hats(found.hats, now, rules)


@pytest.mark.parametrize("rules", [Rules(3), *SMALL], ids=str)
def test_a_leader_answers_alone_and_wins_as_often(rules):
    """Where one right answer is enough, chances up to one color's share can be led."""
    fair = (Fraction(1, rules.colors),) * rules.size
    uneven = tuple(chance * (code % 3) / 2 for code, chance in enumerate(fair))
    for chances in (fair, uneven):
        deal = led(chances, rules)
        assert (deal is not None) == (rules.need == 1 and rules.passing)
        if deal:
            after = win_chances(deal, rules)
            assert all(new >= old for new, old in zip(after, chances, strict=True))
            silent = [all(rule[0] == 1 for rule in row) for row in deal.rules]
            assert sum(silent) == rules.players - 1
            assert all(sum(rule) == 1 for row in deal.rules for rule in row)
    assert led((Fraction(1),) * rules.size, rules) is None


def check_hats(hats, chances, rules):
    """Hats of these chances are won as often as by any deal."""
    assert sum(hats) == 1
    assert min(hats) > 0
    worth = sum(map(Fraction.__mul__, hats, chances))
    assert worth >= max(sum(hats[c] for c in won) for won in maximal_won(rules))


@settings(deadline=None, max_examples=30)
@given(mixed_deals())
def test_a_lot_is_better_just_if_the_slow_program_finds_one(case):
    """The twin: every deal without chance, tried one by one, and a program in floats."""
    from scipy.optimize import linprog

    rules, mixed = case
    now = win_chances(mixed, rules)
    answers = range(0 if rules.passing else 1, rules.colors + 1)
    won = maximal_won(rules)
    if (len(answers) ** rules.view_count) ** rules.players <= 729:
        rows = list(product(answers, repeat=rules.view_count))
        deals = product(rows, repeat=rules.players)
        won = sorted({evaluate(Deal(deal), rules).won_set for deal in deals})
    table = np.array([[c in one for one in won] for c in range(rules.size)], dtype=float)
    point = np.array(now, dtype=float)
    best = linprog(
        -table.sum(0), A_ub=-table, b_ub=-point, A_eq=np.ones((1, len(won))), b_eq=[1]
    )
    assert (bettering(mixed, rules).hats is None) == (-best.fun > point.sum() + 1e-7)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_the_most_is_gained_by_shares_and_no_more_by_their_prices(seed):
    """Shares and prices that are allowed, and gain and cost the same, are both best."""
    rng = np.random.default_rng(seed)
    width, height = (int(number) for number in rng.integers(1, 5, 2))
    table = rng.integers(-3, 4, (height, width + 1)).tolist()
    rows = [[Fraction(1)] * width, *(list(map(Fraction, row[1:])) for row in table)]
    bounds = [Fraction(2), *(Fraction(abs(row[0])) for row in table)]
    gains = [Fraction(int(gain), 2) for gain in rng.integers(-3, 5, width)]
    shares, prices = largest(gains, rows, bounds)

    def worth(one, other):
        return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))

    assert min(*shares, *prices) >= 0
    assert all(worth(row, shares) <= most for row, most in zip(rows, bounds, strict=True))
    columns = zip(gains, zip(*rows, strict=True), strict=True)
    assert all(worth(column, prices) >= gain for gain, column in columns)
    assert worth(gains, shares) == worth(bounds, prices)


@pytest.mark.parametrize("rules", [Rules(3), *SMALL], ids=str)
def test_maximal_deals_without_chance_are_maximal_in_the_chance_based_world(rules):
    answers = range(0 if rules.passing else 1, rules.colors + 1)
    rng = np.random.default_rng(1)
    for _ in range(12):
        rows = rng.choice(answers, (rules.players, rules.view_count)).tolist()
        deal = Deal(tuple(map(tuple, rows)))
        is_maximal = evaluate(deal, rules).won_set in maximal_won(rules)
        mixed = mixed_from(deal, rules)
        found = bettering(mixed, rules)
        assert (found.hats is not None) == is_maximal
        if is_maximal:
            check_hats(found.hats, win_chances(mixed, rules), rules)


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_the_last_rule_is_left_where_no_other_is_better(rules):
    """One rule after another is changed; so nothing betters the last of them any more."""
    answers = range(0 if rules.passing else 1, rules.colors + 1)
    rows = list(product(answers, repeat=rules.view_count))
    deals = list(product(rows, repeat=rules.players))
    for deal in deals[:: -(-len(deals) // 20)]:
        check_last_rule(mixed_from(Deal(deal), rules), rules)


def check_last_rule(mixed, rules):
    rows = [list(row) for row in bettered_alone(mixed, rules).rules]
    assert {len(rule) for row in rows for rule in row} == {rules.colors + 1}
    alike = [
        c
        for c in range(rules.size)
        if rules.view(rules.players - 1, c) == len(rows[-1]) - 1
    ]
    points = []
    for answer in [None, *range(0 if rules.passing else 1, rules.colors + 1)]:
        if answer is not None:
            rows[-1][-1] = tuple(Fraction(k == answer) for k in range(rules.colors + 1))
        chances = win_chances(MixedDeal(tuple(map(tuple, rows))), rules)
        points.append(tuple(chances[code] for code in alike))
    assert mixture_above(points[0], points[1:]).shares is None


@pytest.mark.parametrize("rules", [Rules(2), Rules(3), Rules(4), Rules(2, 3)], ids=str)
def test_a_leader_with_a_fair_coin_is_bettered_by_a_lot_only(rules):
    rule = (Fraction(0),) + (Fraction(1, rules.colors),) * rules.colors
    silence = (Fraction(1),) + (Fraction(0),) * rules.colors
    rows = [(silence,) * rules.view_count] * (rules.players - 1)
    leader = MixedDeal(((rule,) * rules.view_count, *rows))
    found = bettering(leader, rules)
    assert found.own_coins_maximal
    assert (found.lot is None) == (rules.players == rules.colors == 2)


@settings(deadline=None, max_examples=100)
@given(mixed_deals())
def test_own_coins_win_some_configuration_with_a_chance_of_at_most_one_color(case):
    rules, mixed = case
    if rules.wrong == 0:
        chances = win_chances(mixed, rules)
        assert min(chances) < Fraction(1, rules.colors) or len({*chances}) == 1


def test_an_agent_alone_a_leader_and_a_certain_deal_are_found():
    rules = Rules(3)
    for text, better in [
        ("BPPR BPPR B,P,P,R:9/10+P:1/10", "BPPR BPPR BPPR"),
        (f"{HALF},P,P,P PPPP PPPP", "PRBP RPPB PBRP"),
        (
            " ".join([f"{HALF},P,P,{HALF}"] * 3),
            f"{HALF},{HALF},{HALF},R:7/8+B:1/8 PPPP PPPP",
        ),
    ]:
        found = bettering(parse_mixed(text, rules), rules)
        assert mixed_name(found.deal, rules) == better
        assert parse_mixed(better, rules) == found.deal
    found = bettering(parse_mixed(f"{HALF},{HALF} {HALF},{HALF}", Rules(2)), Rules(2))
    assert mixed_name(found.deal, Rules(2)) == f"PP {HALF},{HALF}"


def test_a_lot_betters_what_no_agent_alone_can():
    rules = Rules(2)
    found = bettering(parse_mixed("R:1/3+P:2/3,R R:1/3+P:2/3,R", rules), rules)
    assert found.deal is None
    assert found.own_coins_maximal is None
    assert found.chances == (Fraction(2, 3),) * 3 + (0,)


def test_three_agents_mix_the_four_codes_with_at_most_one_of_the_others():
    families = maximal_lots(Rules(3))
    won = maximal_won(Rules(3))
    assert {*families} == {(*won[:4], other) for other in won[4:]}
    assert maximal_lots(Rules(2)) == [tuple(maximal_won(Rules(2)))]


def test_lots_by_every_subset():
    rules = Rules(2, need=2)
    won = maximal_won(rules)
    points = [tuple(Fraction(c in one) for c in range(rules.size)) for one in won]
    fine = []
    for chosen in product([0, 1], repeat=len(won)):
        family = [k for k, taken in enumerate(chosen) if taken]
        if family:
            lot = tuple((Fraction(1, len(family)), won[k]) for k in family)
            if mixture_above(lot_chances(lot, rules), points).prices:
                fine.append(frozenset(family))
    largest = {one for one in fine if not any(one < other for other in fine)}
    found = {frozenset(won.index(one) for one in family) for family in maximal_lots(rules)}
    assert found == largest


@settings(deadline=None)
@given(mixed_deals())
def test_a_chance_based_deal_is_read_as_it_is_written(case):
    rules, mixed = case
    assert parse_mixed(mixed_name(mixed, rules), rules) == mixed


def test_what_cannot_be_told_is_refused():
    rules = Rules(2, rounds=2)
    with pytest.raises(BadSetup, match="one round"):
        bettering(mixed_from(Deal(((1, 1), (0, 0))), rules), rules)
    with pytest.raises(TooLarge, match="130 maximal sets"):
        maximal_lots(Rules(4))
