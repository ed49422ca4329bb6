"""The best deals of small worlds, against all deals and all sets tried."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import whoknows.games.hats.solve.best as best_module
from tests.games.hats import twin
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.paper.coverings import PUBLISHED
from whoknows.games.hats.rules import Rules, evaluate, parse_odds, same_odds
from whoknows.games.hats.solve.best import best, by_program
from whoknows.games.hats.solve.bounds.ball_bounds import (
    biased_bound,
    least_loss,
    least_size,
    root_above,
)
from whoknows.games.hats.solve.codes.hamming import (
    coset,
    coset_loss,
    hamming_length,
    lightest_coset,
)
from whoknows.games.hats.solve.cube_bits import is_adequate, mask_of
from whoknows.games.hats.solve.deals_at_once import plans
from whoknows.games.hats.solve.maximal.brute_force import all_won
from whoknows.games.hats.solve.programs.answer_program import best_program
from whoknows.games.hats.solve.programs.cpsat import LARGEST, round_up, scaled

CHANCES = st.integers(0, 20).map(lambda n: Fraction(n, 20))


def distributions(size):
    parts = st.lists(st.integers(0, 9), min_size=size, max_size=size).filter(any)
    return parts.map(lambda row: tuple(Fraction(n, sum(row)) for n in row))


def by_all_deals(rules):
    """The largest chance to win of any deal, all of them tried."""
    chance = [rules.chance(code) for code in range(rules.size)]
    masks = set(all_won(rules).tolist())
    return max(sum(chance[c] for c in range(rules.size) if mask >> c & 1) for mask in masks)


def by_all_sets(rules, radius=1):
    """The largest chance to win by losing a covering code, all sets tried."""
    n, corners = rules.players, range(rules.size)
    chance = [rules.chance(code) for code in corners]
    near = [{d for d in corners if (c ^ d).bit_count() <= radius} for c in corners]
    sets = (set(s) for k in range(rules.size + 1) for s in combinations(corners, k))
    covers = (s for s in sets if all(near[c] & s for c in corners))
    return 1 - min(sum(chance[c] for c in s) for s in covers) if n else 0


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_two_colors_with_any_chances(data):
    rules = Rules(3, chances=data.draw(distributions(8)))
    found = best(rules)
    assert found.proven
    assert found.lower == by_all_sets(rules)
    assert found.lower == sum(
        (
            rules.chance(c)
            for c in range(8)
            if twin.wins(rules, found.deals[0].answers, rules.hats(c))
        ),
        Fraction(0),
    )


@pytest.mark.parametrize(
    "rules",
    [
        Rules(2, 3),
        Rules(2, 4),
        Rules(3, need=2),
        Rules(3, need=3),
        Rules(3, need=2, wrong=1),
        Rules(3, need=2, wrong=3),
        Rules(3, passing=False),
        Rules(3, passing=False, need=2, wrong=1),
        Rules(3, views="counts"),
        Rules(2, 3, passing=False),
        Rules(
            2,
            3,
            views="counts",
            odds=same_odds(2, tuple(Fraction(k, 6) for k in (1, 2, 3))),
        ),
        Rules(3, views="counts", odds=parse_odds("0.8;0.3;0.5", 3, 2)),
        Rules(3, odds=parse_odds("1;0;1/2", 3, 2)),
    ],
    ids=str,
)
def test_every_rule_against_all_deals(rules):
    found = best(rules)
    assert found.proven
    assert found.lower == by_all_deals(rules)
    deal = found.deals[0].answers
    won = [c for c in range(rules.size) if twin.wins(rules, deal, rules.hats(c))]
    assert set(found.lost) == set(range(rules.size)) - set(won)
    assert found.lower == sum((rules.chance(c) for c in won), Fraction(0))


@given(CHANCES, st.integers(1, 3))
@settings(max_examples=20, deadline=None)
def test_rounds_are_a_covering_radius(p, rounds):
    rules = Rules(3, odds=parse_odds(str(p), 3, 2), rounds=rounds)
    found = best(rules)
    assert found.proven
    assert found.lower == by_all_sets(rules, radius=rounds)
    deals, bound = best_program(rules)
    assert bound == found.upper
    assert len(deals) == rounds


@pytest.mark.parametrize(("players", "rounds", "size"), [(5, 2, 2), (6, 2, 4), (7, 3, 2)])
def test_rounds_reach_the_known_codes(players, rounds, size):
    """K(5, 2) = 2, K(6, 2) = 4, K(7, 3) = 2 [Cohen1997]."""
    found = best(Rules(players, rounds=rounds))
    assert found.proven
    assert found.lower == 1 - Fraction(size, 1 << players)


@pytest.mark.parametrize(
    ("players", "size"), [(2, 2), (3, 2), (4, 4), (5, 7), (6, 12), (7, 16), (8, 32)]
)
def test_equal_chances_reach_the_least_codes(players, size):
    found = best(Rules(players))
    assert found.proven
    assert len(found.lost) == size
    assert is_adequate(mask_of(found.lost), players)


@given(CHANCES)
@settings(max_examples=10, deadline=None)
def test_five_agents_are_theorem_5_1(p):
    q = 1 - p
    high, low = max(p, q), min(p, q)
    patterns = [(0, 2, 2, 2, 1, 0), (0, 2, 4, 0, 0, 1)]
    loss = min(
        sum(n * high**k * low ** (5 - k) for k, n in enumerate(counts))
        for counts in patterns
    )
    found = best(Rules(5, odds=same_odds(5, (p, q))))
    assert found.proven
    assert found.lower == 1 - loss


def path_win(players, chance):
    """What a deal wins at most that is the same for all and sees counts.

    It loses whole levels, and these dominate the path of levels.
    """
    levels = range(players + 1)
    weight = [
        comb(players, k) * chance ** (players - k) * (1 - chance) ** k for k in levels
    ]
    sets = (set(s) for k in levels for s in combinations(levels, k))
    return 1 - min(
        sum(weight[k] for k in s)
        for s in sets
        if all({k - 1, k, k + 1} & s for k in levels)
    )


@pytest.mark.parametrize("players", [3, 4, 5])
def test_counts_are_a_path_if_chances_are_equal(players):
    found = best(Rules(players, views="counts"))
    assert found.proven
    assert found.lower == path_win(players, Fraction(1, 2))


def test_counts_are_more_than_a_path_if_chances_are_not():
    """One agent alone, who always says the likelier color, beats all deals of levels."""
    found = best(Rules(5, views="counts", odds=parse_odds("0.95", 5, 2)))
    assert found.proven
    assert found.lower == Fraction(19, 20) > path_win(5, Fraction(19, 20))


@pytest.mark.parametrize(
    ("players", "colors", "won"), [(2, 3, 4), (3, 3, 15), (2, 5, 8), (3, 4, 30)]
)
def test_more_colors(players, colors, won):
    """(3, 3) loses 12: the least strong covering known [LenstraSeroussi2005]."""
    found = best(Rules(players, colors))
    assert found.proven
    assert rules_won(found) == won
    assert found.lower <= Fraction(players, players + colors - 1)


def rules_won(found):
    return evaluate(found.deals[0], found.rules).won


def test_when_time_is_up_there_is_an_interval():
    found = best(Rules(9), time_limit=0.2, known=0)  # as if nothing were published
    assert not found.proven
    assert len(found.lost) <= 64
    assert found.lower <= 1 - Fraction(62, 512) <= found.upper <= 1 - Fraction(52, 512)
    odd = tuple(Fraction(1, 16) + Fraction((-1) ** k, 10**40) for k in range(16))
    found = best(Rules(4, chances=odd))
    assert found.lower <= found.upper <= found.lower + Fraction(1, 10**9)


@pytest.mark.parametrize("rules", [Rules(3, 3, need=2), Rules(3, 2, wrong=1)])
def test_a_program_that_finds_nothing_leaves_what_was_found(monkeypatch, rules):
    """A program out of time gives back its hint, and a bound that says nothing."""
    hints = []

    def nothing(rules, *, hint, time_limit, progress):
        hints.append(hint)
        return hint, Fraction(1)

    monkeypatch.setattr(best_module, "best_program", nothing)
    found = by_program(rules, 0.2, None)
    assert (found.upper, found.proof) == (1 - least_loss(rules), "theorem")
    plan = max(evaluate(plan.deal(rules), rules).fitness for plan in plans(rules))
    assert plan <= found.lower <= found.upper
    assert [found.deals] == hints or found.proven


@pytest.mark.parametrize("players", [9, 10, 11])
def test_more_agents_than_are_searched_have_the_published_bound(players):
    found, own = best(Rules(players)), best(Rules(players), known=0)
    least = Fraction(PUBLISHED[players].lower, 1 << players)
    assert (found.upper, found.proof) == (1 - least, "published")
    assert (own.upper, own.proof) == (1 - least_loss(Rules(players)), "theorem")
    assert own.lower == found.lower <= found.upper < own.upper


def test_many_agents_by_construction():
    for players, win in [
        (15, Fraction(15, 16)),
        (31, Fraction(31, 32)),
        (16, Fraction(15, 16)),
    ]:
        found = best(Rules(players))
        assert found.lower == win
        assert found.proven
    found = best(Rules(20, odds=parse_odds("0.9", 20, 2)))
    assert found.lower < found.upper < 1
    with pytest.raises(TooLarge, match="1,000,000 players"):
        best(Rules(10**6))
    with pytest.raises(BadSetup):
        best(Rules(3), time_limit=0)


@given(st.integers(2, 6), CHANCES)
@settings(deadline=None)
def test_the_bound_of_the_theorem_holds_and_is_met(players, p):
    rules = Rules(players, odds=same_odds(players, (p, 1 - p)))
    light = lightest_coset(rules)
    loss = sum(rules.chance(c) for c in light)
    assert least_loss(rules) <= loss
    assert loss == coset_loss(players, abs(2 * p - 1))
    assert is_adequate(mask_of(light), players)
    if players == hamming_length(players):
        assert loss == least_loss(rules)


def test_bounds():
    assert [least_size(n) for n in (3, 7, 8, 15, 16)] == [2, 16, 32, 2048, 4096]
    assert biased_bound(3, Fraction(4, 5)) == Fraction(9, 100)
    for value in (Fraction(1, 2), Fraction(4, 9), Fraction(0), Fraction(1)):
        assert 0 <= root_above(value) ** 2 - value < Fraction(1, 10**15)
    assert sorted(c for k in range(8) for c in coset(7, k)) == list(range(128))


@given(st.lists(st.fractions(0, 1), min_size=1, max_size=9).filter(any))
def test_weights_are_scaled_down_if_at_all(weights):
    numbers, whole = scaled(weights)
    assert all(Fraction(n, whole) <= w for n, w in zip(numbers, weights, strict=True))
    assert sum(numbers) <= LARGEST
    if all(w.denominator < 50 for w in weights):
        assert all(Fraction(n, whole) == w for n, w in zip(numbers, weights, strict=True))


def test_bounds_told_as_floats():
    assert [round_up(x) for x in (0.0, 6.2, 7.0, 7.00001, -1.5)] == [0, 7, 7, 7, -1]


def test_a_world_with_silence_is_the_same_by_both_programs():
    rules = Rules(4, rounds=2)
    cover, (deals, bound) = best(rules), best_program(rules)
    assert cover.lower == bound == Fraction(7, 8)
    assert len(deals) == 2
    assert best(replace(rules, need=2)).upper >= best(Rules(4, need=2)).lower
