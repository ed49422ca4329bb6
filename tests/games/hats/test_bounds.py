"""The bound for even N: its conditions, its inequality, and what it is below."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import TooLarge
from whoknows.games.hats.rules import Deal, Rules, evaluate, same_odds
from whoknows.games.hats.solve.best import Best, best
from whoknows.games.hats.solve.bounds.ball_bounds import (
    biased_bound,
    even_bound,
    least_loss,
    lightest_counted,
)
from whoknows.games.hats.solve.bounds.code_sizes import (
    bounds_by_excess,
    least_words,
    odd_primes,
)
from whoknows.games.hats.solve.bounds.weighted_excess import (
    Certificate,
    certificate,
    heights,
    is_right,
)
from whoknows.games.hats.solve.cube_bits import codes_of
from whoknows.games.hats.solve.maximal.dominating_sets import minimal_sets
from whoknows.games.hats.solve.proofs.best_certificate import (
    answer_rows,
    best_certificate,
    is_certified,
    proof_by,
    proof_kind,
)

CHANCES = st.integers(1, 99).map(lambda n: Fraction(n, 100))


@given(st.sampled_from([4, 6, 8, 10, 12]), CHANCES)
def test_certificates_are_right(players, p):
    found = certificate(players, p)
    assert is_right(found)
    assert not is_right(found._replace(bound=found.bound * 2))
    heavier = tuple(2 * n + 1 for n in found.y)
    assert not is_right(replace_weights(found, heavier))
    if players == 6:
        assert found.bound <= lightest_counted(6, max(p, 1 - p))


def replace_weights(found, y):
    return Certificate(found.chance, found.a, y, found.bound)


@settings(max_examples=40)
@given(CHANCES, st.lists(st.integers(0, 9), min_size=5, max_size=5))
def test_no_losing_set_of_four_agents_is_below(p, row):
    """And the inequality holds for any weights, corner by corner."""
    a = tuple(map(Fraction, row))
    height = heights(a)
    found = certificate(4, p)
    near = [[c, *(c ^ 1 << k for k in range(4))] for c in range(16)]
    for mask in minimal_sets(4):
        lost = codes_of(mask)
        chance = sum(p ** (4 - c.bit_count()) * (1 - p) ** c.bit_count() for c in lost)
        assert chance >= found.bound
        excess = [sum(c in lost for c in around) - 1 for around in near]
        won = sum(a[c.bit_count()] for c in range(16) if c not in lost)
        assert won <= sum(height[c.bit_count()] * excess[c] for c in range(16))


@pytest.mark.parametrize(("players", "bound"), [(4, 4), (8, 32), (16, 4096)])
def test_equal_chances_give_van_wees_bound(players, bound):
    found = certificate(players, Fraction(1, 2)).bound * 2**players
    assert bound - Fraction(1, 10**6) < found <= bound


@pytest.mark.parametrize("p", ["0.6", "0.7", "0.9"])
def test_eight_agents_win_what_seven_do(p):
    chance = Fraction(p)
    rules = Rules(8, odds=same_odds(8, (chance, 1 - chance)))
    by_excess = certificate(8, chance).bound
    assert biased_bound(8, 2 * chance - 1) < by_excess < least_loss(rules)
    assert least_loss(replace(rules, need=2)) >= least_loss(rules)
    found = best(rules, time_limit=0.5)
    assert found.lower == found.upper == (7 + (2 * chance - 1) ** 4) / 8
    assert (proof_kind(found), is_certified(found)) == ("theorem", False)
    assert proof_by(found).startswith("Psi(8, p)")
    with pytest.raises(TooLarge, match="hats psi --players 8"):
        best_certificate(found)


def test_one_color_alone():
    assert least_loss(Rules(8, odds=same_odds(8, (Fraction(1), Fraction(0))))) == 0


def within(middle, radius, length):
    return [w for w in range(1 << length) if (w ^ middle).bit_count() <= radius]


@pytest.mark.parametrize(("length", "prime"), [(2, 3), (5, 3), (8, 3), (4, 5), (6, 7)])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_the_excess_of_balls_is_one_below_a_multiple(length, prime, data):
    """Counted word by word, for any set of words; for a code none is negative."""
    everything = st.integers(0, (1 << length) - 1)
    words, middle = data.draw(st.sets(everything)), data.draw(everything)
    excess = [
        len(words.intersection(within(word, 1, length))) - 1
        for word in within(middle, prime - 1, length)
    ]
    assert sum(excess) % prime == prime - 1


def test_the_best_of_the_theorems():
    """By hand: eleven agents, 4096/67 is more than 61, and 2110/12 more than 175."""
    assert least_words(11) == (176, "congruence modulo 3")
    assert least_words(9) == (52, "spheres")
    assert least_words(10) == (103, "parity")
    assert [least.theorem for least in bounds_by_excess(14)] == [
        "spheres", "parity", "congruence modulo 3", "congruence modulo 5",
    ]  # fmt: skip
    assert odd_primes(90) == [3, 5]
    assert odd_primes(32) == []


@pytest.mark.parametrize(
    "rules",
    [
        Rules(2),
        Rules(2, 3),
        Rules(2, passing=False),
        Rules(2, 3, wrong=1),
        Rules(3, views="counts", need=2),
        Rules(3, need=2, wrong=1, passing=False),
    ],
    ids=str,
)
def test_the_rows_of_answers_hold_just_for_deals_with_all_that_they_lose(rules):
    """A variable for every answer to a view, agent by agent, and one for every loss."""
    rows, rng = answer_rows(rules), np.random.default_rng(1)
    allowed = range(0 if rules.passing else 1, rules.colors + 1)

    def hold(said, lost):
        values = [*said, *lost]
        return all(sum(c * values[v] for v, c in row.items()) >= b for row, b in rows)

    for _ in range(40):
        table = rng.choice(allowed, (rules.players, rules.view_count))
        won = evaluate(Deal(tuple(map(tuple, table.tolist()))), rules).won_set
        said = [int(a == c) for a in table.ravel() for c in range(1, rules.colors + 1)]
        lost = [int(code not in won) for code in range(rules.size)]
        assert hold(said, lost)
        assert hold(said, [1] * rules.size)
        for code in np.flatnonzero(lost):
            assert not hold(said, [*lost[:code], 0, *lost[code + 1 :]])
    assert not hold([1] * len(said), [1] * rules.size)  # one answer at most
    assert hold([0] * len(said), [1] * rules.size) == rules.passing


@pytest.mark.parametrize("p", ["3/5", "7/10"])
def test_even_numbers_of_agents_with_uneven_chances_have_the_larger_bound(p):
    """Ten agents: by pairs of levels, which says more than the bound of balls."""
    chance = Fraction(p)
    rules = Rules(10, odds=same_odds(10, (chance, 1 - chance)))
    assert least_loss(rules) == even_bound(10, chance)
    assert even_bound(10, chance) > biased_bound(10, 2 * chance - 1)


@pytest.mark.parametrize(
    ("rules", "won", "kind"),
    [
        (Rules(2, 4), 6, "theorem"),
        (Rules(3, 4), 30, "theorem"),
        (Rules(4, 3), 48, "enumeration"),
    ],
)
def test_layers_are_a_theorem_for_three_agents_and_tried_for_more(rules, won, kind):
    share = Fraction(won, rules.size)
    deal = Deal(((0,) * rules.view_count,) * rules.players)  # nobody looks at it
    found = Best(rules, (deal,), (), share, share, "program", proof="search")
    assert proof_kind(found) == kind
