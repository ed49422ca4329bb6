"""Maximal deals of other worlds, classes of adequate sets, and disjoint chains."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import TooLarge
from whoknows.games.hats.knowledge import evaluate_rounds
from whoknows.games.hats.rules import Deal, Rules, evaluate, maximal_sets
from whoknows.games.hats.solve.adequate.adequate_sets import adequate_sets, pattern
from whoknows.games.hats.solve.adequate.classes import (
    arrows,
    classes,
    decoded,
    dominates,
    halves_counted,
    is_positive,
    set_counts,
    uncovered,
    zero_codes,
)
from whoknows.games.hats.solve.cube_bits import codes_of
from whoknows.games.hats.solve.maximal import worlds
from whoknows.games.hats.solve.maximal.brute_force import brute, maximal_masks
from whoknows.games.hats.solve.maximal.disjoint_chains import (
    claimed_chains,
    most_disjoint,
    most_right,
)
from whoknows.games.hats.solve.maximal.worlds import (
    bettered,
    can_win,
    maximal_won,
    winning_deals,
)

SMALL = [
    Rules(2, 3),
    Rules(3),
    Rules(3, need=2),
    Rules(3, passing=False),
    Rules(2, 4),
    Rules(2, 3, passing=False),
    Rules(3, views="counts"),
    Rules(3, need=2, wrong=1),
]


COUNTED = {  # by a separate program that tries all deals; the table of docs/hats.md
    Rules(3): {6: 4, 4: 8},
    Rules(3, rounds=2): {6: 28},
    Rules(3, rounds=3): {7: 8},
    Rules(3, passing=False): {4: 2, 2: 4},
    Rules(3, passing=False, wrong=1): {6: 16},
    Rules(3, need=2, wrong=1): {6: 16},
    Rules(3, need=2): {4: 8},
    Rules(3, need=2, rounds=2): {5: 8, 4: 30},
    Rules(3, views="counts"): {6: 1, 4: 20},
    Rules(3, views="counts", rounds=2): {6: 16, 5: 8},
    Rules(2, 3): {4: 9, 3: 12},
    Rules(2, 3, wrong=1): {6: 78},
    Rules(2, 3, rounds=2): {5: 45},
}


@pytest.mark.parametrize("rules", COUNTED, ids=str)
def test_maximal_sets_of_other_worlds_are_counted(rules):
    assert Counter(map(len, maximal_won(rules))) == COUNTED[rules]


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_maximal_sets_of_other_worlds_by_trying_all_deals(rules):
    assert set(maximal_won(rules)) == {codes_of(mask) for mask in brute(rules)}


def test_maximal_sets_of_two_rounds_by_trying_all_deals():
    rules = Rules(2, rounds=2)
    rows = list(product(range(3), repeat=2))
    deals = [Deal(pair) for pair in product(rows, repeat=2)]
    won = {frozenset(evaluate_rounds(two, rules).won_set) for two in product(deals, deals)}
    assert {frozenset(one) for one in maximal_won(rules)} == set(maximal_sets([*won]))


@pytest.mark.parametrize(
    "rules", [*SMALL, Rules(4, need=2), Rules(4, rounds=2), Rules(2, 3, rounds=2)], ids=str
)
def test_a_maximal_set_is_won_by_its_deal(rules):
    for won in maximal_won(rules):
        assert evaluate_rounds(winning_deals(won, rules), rules).won_set == won


@settings(deadline=None)
@given(
    st.sampled_from(
        [Rules(3), Rules(2, 3), Rules(4, need=2), Rules(4, rounds=2), Rules(2, wrong=1)]
    ),
    st.data(),
)
def test_a_deal_is_bettered_to_a_maximal_one(rules, data):
    row = st.tuples(*[st.integers(0, rules.colors)] * rules.view_count)
    deal = data.draw(st.builds(Deal, st.tuples(*[row] * rules.players)))
    won = evaluate_rounds((deal,), rules).won_set
    better = bettered(won, rules)
    assert set(better) >= set(won)
    assert better in maximal_won(rules)
    assert can_win(won, rules)


def test_the_masks_that_no_other_contains_are_found_in_two_ways():
    masks = np.random.default_rng(1).integers(0, 1 << 12, 300)
    assert maximal_masks(masks, 12) == maximal_masks(masks)


def test_worlds_that_are_too_large_are_refused():
    with pytest.raises(TooLarge, match="brute force would try"):
        bettered((), Rules(3, 3, rounds=2))
    with pytest.raises(TooLarge, match=r"2\^64 sets"):
        maximal_won(Rules(3, 4))


def test_a_world_of_just_so_many_configurations_is_looked_at(monkeypatch):
    monkeypatch.setattr(worlds, "SUBSETS", 8)
    assert len(maximal_won(Rules(3))) == 12
    with pytest.raises(TooLarge):
        maximal_won(Rules(4))
    monkeypatch.setattr(worlds, "BETTERED", 8)
    assert len(bettered((), Rules(3))) in (4, 6)
    with pytest.raises(TooLarge):
        bettered((), Rules(4))


@pytest.mark.slow
def test_three_agents_of_three_colors():
    """Counted by a separate program, in C, that looks at every set by the definition."""
    sizes = Counter(map(len, maximal_won(Rules(3, 3))))
    assert sizes == {9: 21, 10: 297, 11: 4968, 12: 3402, 13: 7236, 14: 1296, 15: 324}


# ------------------------------------------------------------------------------ classes


def test_the_sets_of_five_that_are_new():
    """Section 4.2: 560 adequate sets of five, 80 of them NEW."""
    found = classes(4, 5)
    assert sum(one.sets for one in found.values()) == 560
    assert sum(one.new for one in found.values()) == 80
    smaller = [set(lost) for lost in adequate_sets(4)]
    new = [s for s in adequate_sets(4, size=5) if not any(t <= set(s) for t in smaller)]
    assert len(new) == 80
    assert {pattern(lost, 4) for lost in new} == {k for k, one in found.items() if one.new}


@pytest.mark.parametrize("players", [1, 2, 3])
def test_what_every_set_covers_and_how_many_zeros_it_has(players):
    """Corner by corner; a set of all corners has as many of some kind as fit one digit."""
    corners = range(1 << players)
    missed, zeros = uncovered(players).tolist(), zero_codes(players).tolist()
    assert len(missed) == len(zeros) == 1 << len(corners)
    for mask in range(1, 1 << len(corners)):
        inside = [c for c in corners if mask >> c & 1]
        near = {*inside, *(c ^ 1 << k for c in inside for k in range(players))}
        assert codes_of(missed[mask]) == tuple(c for c in corners if c not in near)
        found = Counter(players - c.bit_count() for c in inside)
        assert decoded(zeros[mask], players) == tuple(found[k] for k in range(players + 1))


def test_a_cube_cut_in_halves_has_as_many_sets():
    assert halves_counted(4) == set_counts(4)
    assert halves_counted(3) == set_counts(3)


@pytest.mark.slow
def test_the_twelve_classes_of_five_agents():
    found = classes(5, 7)
    assert len(found) == 12
    assert sum(one.sets for one in found.values()) == len(adequate_sets(5)) == 320


PAIRS = list(combinations(classes(4, 5), 2))


@given(st.sampled_from(PAIRS), st.fractions(Fraction(51, 100), Fraction(99, 100)))
def test_a_class_that_dominates_is_less_likely(pair, p):
    def chance(zeros):
        return sum(n * p**k * (1 - p) ** (4 - k) for k, n in enumerate(zeros))

    one, other = pair
    if dominates(one, other):
        assert chance(one) < chance(other)
    if dominates(other, one):
        assert chance(other) < chance(one)


@pytest.mark.parametrize("factor", [1, -2, Fraction(1, 3)])
@pytest.mark.parametrize("roots", [(), (0,), (0, 0), (-1, -1), (3,), (0, 2), (1, 1, -4)])
@pytest.mark.parametrize("rest", [[1], [1, 0, 1], [1, -1, 1], [1, 1, 1], [2, -3, 1]])
def test_a_polynomial_is_positive_where_it_has_no_root(factor, roots, rest):
    """Known roots beside s^2 + 1, s^2 - s + 1, s^2 + s + 1, and (s - 1)(s - 2)."""
    polynomial = [factor * c for c in rest]
    for root in roots:
        polynomial = [
            a - root * b for a, b in zip([0, *polynomial], [*polynomial, 0], strict=True)
        ]
    has_root = rest[0] == 2 or any(root > 0 for root in roots)
    found = is_positive([Fraction(c) for c in [*polynomial, 0]])
    assert found == (factor > 0 and not has_root)


def test_an_arrow_is_a_dominance_with_none_between():
    every = list(classes(4, 5))
    over = {pair for pair in permutations(every, 2) if dominates(*pair)}
    through = {(a, d) for (a, b), (c, d) in product(over, over) if b == c}
    found = arrows(every)
    assert {(edge.above, edge.below) for edge in found} == over - through
    assert 0 < len(through) < len(over)


def test_dominance_that_needs_a_proof():
    """Arrow A of section 5.2, and 01210 over all others for four agents (section 4.2)."""
    assert dominates((0, 2, 2, 2, 1, 0), (1, 1, 1, 3, 1, 0))
    assert not dominates((1, 1, 1, 3, 1, 0), (0, 2, 2, 2, 1, 0))
    least = classes(4, 4)
    assert all(dominates((0, 1, 2, 1, 0), other) for other in [*least][1:])
    assert all(edge.above != edge.below for edge in arrows(least))
    assert not dominates((0, 1, 1, 0), (0, 1, 1, 0))


# ------------------------------------------------------------------------------- chains


def test_three_chains_of_four_agents_meet():
    """Any three words of four hats: two of them differ in at most two places."""
    words = range(16)
    apart = [
        three
        for three in combinations(words, 3)
        if all((a ^ b).bit_count() > 2 for a, b in combinations(three, 2))
    ]
    assert apart == []
    assert most_disjoint(4) == 2
    assert most_disjoint(3) == 2  # RRR and BBB
    assert most_disjoint(5) == 4  # A(5, 3) = 4
    rights = [
        len({c ^ 1 << k for c in three for k in range(4)} - {*three})
        for three in combinations(words, 3)
    ]
    assert max(rights) == most_right(4, 3) == 10
    assert [claimed_chains(players) for players in (3, 4, 5, 7)] == [2, 3, 5, 16]


def test_words_of_a_deal():
    from whoknows.cli.hats import deal_words
    from whoknows.games.hats.rules import parse_deal

    rules = Rules(3)
    lines = deal_words(parse_deal("BPPR PPPP RRRR", rules), rules)
    assert lines == [
        "Agent 1 says R to BB; says B to RR; passes otherwise.",
        "Agent 2 always passes.",
        "Agent 3 says R to RR, RB, BR, BB.",
    ]
    assert evaluate(parse_deal("BPPR PPPP RRRR", rules), rules).won >= 0
