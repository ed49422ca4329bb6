"""Adequate sets and decision matrices, against the definitions."""

from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.hats import twin
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import Deal, Rules, chance_of, evaluate, same_odds
from whoknows.games.hats.solve.adequate.adequate_sets import (
    LEAST_SIZES,
    adequate_sets,
    by_chance,
    least_by_pieces,
    lightest,
    pattern,
    pattern_chance,
    perfect_codes,
)
from whoknows.games.hats.solve.adequate.decision_matrices import (
    all_matrices,
    check_minimal,
    decision_matrix,
    matrix_count,
    up_to_swapping,
)
from whoknows.games.hats.solve.cube_bits import codes_of, is_adequate, losing_set, mask_of
from whoknows.games.hats.solve.maximal.dominating_sets import minimal_sets


def scodes(code, n):
    bits = [code >> (n - 1 - i) & 1 for i in range(n)]
    return [tuple(bits[:i] + bits[i + 1 :]) for i in range(n)]


@given(st.integers(2, 4), st.data())
def test_adequate_is_what_the_paper_defines(players, data):
    """Every s in S shares a Scode with an element of A, in the same place."""
    codes = data.draw(st.sets(st.integers(0, (1 << players) - 1), min_size=1))
    shared = all(
        any(
            s == a
            for lost in codes
            for s, a in zip(scodes(code, players), scodes(lost, players), strict=True)
        )
        for code in range(1 << players)
    )
    assert is_adequate(mask_of(codes), players) == shared == twin.dominates(codes, players)


@pytest.mark.parametrize(("players", "das", "nas"), [(2, 2, 6), (3, 2, 4), (4, 4, 40)])
def test_least_sets_by_trying_all(players, das, nas):
    for size in range(1, das + 1):
        tried = [
            lost
            for lost in combinations(range(1 << players), size)
            if twin.dominates(lost, players)
        ]
        assert adequate_sets(players, size=size) == tried
        assert len(tried) == (nas if size == das else 0)


def test_least_sizes_and_numbers():
    found = {n: adequate_sets(n) for n in LEAST_SIZES}
    assert {n: len(sets[0]) for n, sets in found.items()} == LEAST_SIZES
    assert {n: len(sets) for n, sets in found.items()} == {
        2: 6,
        3: 4,
        4: 40,
        5: 320,
        6: 2240,
        7: 240,
    }
    for players, sets in found.items():
        assert sets == sorted(set(sets))
        assert all(twin.is_minimal(mask_of(lost), players) for lost in sets[::40])


def test_pieces_find_the_least_sets_of_fewer_players_too():
    for players in (3, 4, 5):
        assert sorted(least_by_pieces(players, LEAST_SIZES[players])) == adequate_sets(
            players
        )


def test_perfect_codes_of_seven_are_the_hamming_codes():
    codes = list(perfect_codes(7))
    assert len(set(codes)) == 30 * 8  # 7!/168 linear ones, each with 8 cosets
    linear = [c for c in codes if 0 in c]
    assert len(linear) == 30
    for code in linear:
        assert all(a ^ b in code for a in code for b in code)
    assert list(perfect_codes(3))
    assert not list(perfect_codes(4))


@pytest.mark.parametrize("players", [2, 3])
def test_the_extended_procedure_finds_all_matrices(players):
    rules = Rules(players)
    for lost in map(codes_of, minimal_sets(players)):
        found = list(all_matrices(lost, rules))
        assert len(found) == len(set(found)) == matrix_count(lost, players)
        assert all(losing_set(deal, rules) == lost for deal in found)


def test_all_matrices_of_two_players_by_trying_all():
    rules = Rules(2)
    tried = [
        Deal(((a, b), (c, d)))
        for a, b, c, d in product(range(3), repeat=4)
        if evaluate(Deal(((a, b), (c, d))), rules).won == 2
    ]
    found = {deal for lost in adequate_sets(2) for deal in all_matrices(lost, rules)}
    assert found == set(tried)
    assert len(up_to_swapping(found, rules)) == 17


def renamed(deal, order, rules):
    """The deal once agent `order[i]` takes the place of agent i, rule by rule."""
    rows = []
    for player in range(rules.players):
        row = []
        for view in range(rules.view_count):
            places = [order[i] for i in range(rules.players) if i != player]
            others = dict(zip(places, rules.hats(view)[1:], strict=True))
            seen = rules.seen([others[i] for i in sorted(others)])
            row.append(deal.answers[order[player]][seen])
        rows.append(tuple(row))
    return Deal(tuple(rows))


@settings(deadline=None, max_examples=30)
@given(st.sampled_from([2, 3]), st.data())
def test_one_deal_of_each_kind_against_all_renamings(players, data):
    rules = Rules(players)
    answers = st.tuples(*[st.integers(-1, 2)] * rules.view_count)
    deals = data.draw(
        st.lists(st.builds(Deal, st.tuples(*[answers] * players)), max_size=9)
    )
    orders = list(permutations(range(players)))
    images = [{renamed(deal, order, rules) for order in orders} for deal in deals]
    kinds = up_to_swapping(deals, rules)
    assert len(kinds) == len({frozenset(image) for image in images})
    assert all(any(kind in image for kind in kinds) for image in images)


def test_renaming_players_renames_what_is_won():
    rules = Rules(3)
    deal = decision_matrix((0, 1, 2, 3), rules).settled()
    order = (1, 2, 0)
    moved = renamed(deal, order, rules)
    won = set(evaluate(moved, rules).won_set)
    for code in range(8):
        hats = rules.hats(code)
        old = [0, 0, 0]
        for i in range(3):
            old[order[i]] = hats[i]
        assert (code in won) == (rules.code(old) in evaluate(deal, rules).won_set)


@given(st.fractions(Fraction(1, 2), 1), st.sampled_from([2, 3]))
def test_the_lightest_set_is_the_least_likely(p, players):
    rules = Rules(players, odds=same_odds(players, (p, 1 - p)))
    for size in range(LEAST_SIZES[players], (1 << players) + 1):
        least = by_chance(adequate_sets(players, size=size), rules)[0][0]
        assert pattern_chance(lightest(players, size, p), p) == least


@given(st.fractions(0, 1), st.sets(st.integers(0, 15), min_size=1))
def test_a_pattern_has_the_chance_of_its_set(p, codes):
    rules = Rules(4, odds=same_odds(4, (p, 1 - p)))
    lost = tuple(sorted(codes))
    assert pattern_chance(pattern(lost, 4), p) == chance_of(lost, rules)


def test_what_cannot_be_listed_is_refused():
    with pytest.raises(BadSetup, match="no set of 17 among 16"):
        adequate_sets(4, size=17)
    with pytest.raises(TooLarge, match="at most 7 players"):
        adequate_sets(8)
    with pytest.raises(TooLarge, match="only the least size 12"):
        adequate_sets(6, size=13)
    with pytest.raises(TooLarge, match="adequate sets of 16 configurations"):
        adequate_sets(5, size=16)
    with pytest.raises(
        BadSetup, match=r"\[0, 1\] is not adequate: BBR has no lost neighbor"
    ):
        decision_matrix((0, 1), Rules(3))
    with pytest.raises(BadSetup, match="no adequate set of 3 players has 1"):
        lightest(3, 1, Fraction(1, 2))


def test_matrices_are_counted_for_minimal_sets():
    with pytest.raises(BadSetup, match="0,1,7 is adequate without 1 too"):
        check_minimal((0, 1, 7), Rules(3))
    with pytest.raises(BadSetup, match="not adequate"):
        check_minimal((0, 1), Rules(3))
