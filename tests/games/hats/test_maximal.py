"""All maximal deals: three methods, the definition, and the count for six players."""

from collections import Counter

import numpy as np
import pytest

from tests.games.hats import twin
from whoknows.errors import BadSetup, TooLarge, UnknownName
from whoknows.games.hats.rules import Rules, evaluate, quantities
from whoknows.games.hats.solve.cube_bits import (
    balls,
    codes_of,
    deal_losing,
    is_adequate,
    losing_set,
    mask_of,
)
from whoknows.games.hats.solve.maximal import methods
from whoknows.games.hats.solve.maximal.brute_force import all_won, brute, deal_number
from whoknows.games.hats.solve.maximal.chains import Chain, chain_method, crossing
from whoknows.games.hats.solve.maximal.counting import Blocks, count_pieces
from whoknows.games.hats.solve.maximal.disjoint_chains import disjoint_chains
from whoknows.games.hats.solve.maximal.dominating_sets import (
    count_by_size,
    minimal_sets,
    search,
    tally,
)
from whoknows.games.hats.solve.maximal.methods import METHODS, losing_masks, maximal
from whoknows.games.hats.solve.maximal.pieces import Piece, is_alive, split

SIX = {  # found by two branching orders, and kept by Burnside's lemma under two groups
    12: 2240,
    13: 96768,
    14: 38989440,
    15: 806133440,
    16: 2271304840,
    17: 952082880,
    18: 404124000,
    19: 73637760,
    20: 15339520,
    21: 2607360,
    22: 316736,
    24: 10080,
    27: 448,
    32: 14,
}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_minimal_sets_are_those_of_the_definition(players):
    expected = sorted(twin.minimal_dominating_sets(players))
    assert [codes_of(mask) for mask in minimal_sets(players)] == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_search_for_small_sets_finds_all_of_them(players):
    every = minimal_sets(players)
    for size in range(1, 1 + max(mask.bit_count() for mask in every)):
        few = sorted(search(players, size=size), key=codes_of)
        assert few == [mask for mask in every if mask.bit_count() <= size]


@pytest.mark.parametrize(
    ("players", "methods"), [(2, METHODS), (3, METHODS), (4, METHODS[1:])]
)
def test_the_methods_agree(players, methods):
    found = [losing_masks(players, method) for method in methods]
    assert all(one == found[0] for one in found)


def test_brute_force_tries_every_deal_by_the_rules():
    rules = Rules(2)
    won = all_won(rules)
    assert len(won) == quantities(rules)["deals"].value() == 81
    for number in range(81):
        deal = deal_number(number, rules)
        assert codes_of(int(won[number])) == evaluate(deal, rules).won_set
    assert len({deal_number(number, rules) for number in range(81)}) == 81


@pytest.mark.parametrize(
    "rules",
    [
        Rules(2, 3),
        Rules(2, 2, need=2, wrong=1),
        Rules(3, 2, views="counts", need=2, wrong=1),
        Rules(2, 2, passing=False),
        Rules(2, 3, wrong=2, passing=False),
    ],
)
def test_brute_force_knows_the_other_rules(rules):
    won = all_won(rules)
    for number in range(0, len(won), max(1, len(won) // 97)):
        deal = deal_number(number, rules)
        assert codes_of(int(won[number])) == evaluate(deal, rules).won_set
    sets = [frozenset(codes_of(mask)) for mask in set(won.tolist())]
    best = {mask_of(one) for one in sets if not any(one < other for other in sets)}
    assert set(brute(rules)) == best


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_losing_set_makes_a_deal_that_loses_it(players):
    rules = Rules(players)
    for mask in range(1, 1 << rules.size, 1 if players < 4 else 257):
        if is_adequate(mask, players):
            lost = losing_set(deal_losing(codes_of(mask), rules), rules)
            assert set(lost) <= set(codes_of(mask))
            if twin.is_minimal(mask, players):
                assert lost == codes_of(mask)


def test_five_players_which_the_thesis_gave_up():
    found = maximal(5)
    assert found.by_won == {25: 320, 24: 16340, 23: 21120, 22: 8256, 20: 384, 16: 12}
    assert found.count == 46432
    sample = (found.losing_sets or [])[::97]
    assert all(twin.is_minimal(mask, 5) for mask in sample)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_pieces_count_what_the_plain_search_lists(players):
    plain = tally(mask.bit_count() for mask in search(players))
    assert count_by_size(players) == plain
    for pieces in (1, 7, 60):
        assert count_pieces(split(players, pieces=pieces), players) == plain


@pytest.mark.parametrize("players", [3, 4])
def test_the_kernel_counts_a_piece_as_the_plain_search_does(players):
    size = 1 << players
    near = [1 << c | 1 << (c ^ 3) for c in range(size)]  # two that share a corner
    for chosen in [*(1 << c for c in range(size)), *near, *balls(players)]:
        for excluded in range(0, 1 << size, 8209 if players == 4 else 11):
            piece = Piece(chosen, excluded & ~chosen)
            listed = tally(mask.bit_count() for mask in search(players, piece=piece))
            counts = Blocks.single(players).count(piece)
            assert {k: n for k, n in enumerate(counts) if n} == listed
            if not is_alive(piece, players):
                assert not listed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_piece_is_alive_while_balls_are_open_and_the_chosen_have_corners_alone(players):
    near = [{c, *(c ^ 1 << k for k in range(players))} for c in range(1 << players)]
    rng = np.random.default_rng(players)
    found = []
    for _ in range(300):
        chosen, excluded = set(), set()
        for corner in range(1 << players):
            where = rng.random()
            (chosen if where < 0.2 else excluded if where < 0.6 else set()).add(corner)
        excluded -= chosen
        times = Counter(c for corner in chosen for c in near[corner])
        alone = all(any(times[c] == 1 for c in near[corner]) for corner in chosen)
        alive = alone and all(ball - excluded for ball in near)
        found.append(is_alive(Piece(mask_of(chosen), mask_of(excluded)), players))
        assert found[-1] == alive
    assert 0 < sum(found) < 300


def test_the_search_is_cut_into_as_many_pieces_as_are_asked_for():
    for number in (2, 5, 9):
        pieces = split(4, pieces=number)
        assert len(pieces) >= number
        assert all(is_alive(piece, 4) for piece, _ in pieces)
        decided = {(p.chosen | p.excluded).bit_count() for p, _ in pieces}
        assert len(decided) == 1  # one corner after another


def test_disjoint_chains_treat_no_round_twice():
    for players in range(2, 6):
        chains = disjoint_chains(players)
        treated = [{c, *Chain(c, players).correct} for c in chains]
        assert sum(map(len, treated)) == len(set().union(*treated))
        assert chains[0] == 0


def test_six_players_by_size():
    found = maximal(6)
    assert {64 - won: number for won, number in found.by_won.items()} == SIX
    assert found.count == 4_564_645_526
    # Burnside's lemma divided without remainder, by 46,080 and by 322,560
    assert (found.orbits, found.hidden_orbits) == (107_020, 16_191)


@pytest.mark.slow
def test_six_players_cut_another_way():
    assert count_pieces(split(6, pieces=700), 6) == SIX


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_six_players_by_translations_alone():
    """Sets with corner 0, of size k, are k/64 of all; no other symmetry is used."""
    with_zero = count_pieces([(Piece(1, 0), 1)], 6)
    assert {size: number * 64 // size for size, number in with_zero.items()} == SIX
    assert all(number * 64 % size == 0 for size, number in with_zero.items())


def test_the_count_tells_how_far_it_is():
    told = []
    count_pieces(split(5, pieces=200), 5, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1


def test_what_is_counted_is_what_is_listed(monkeypatch):
    """Above the limit nothing is listed, and the orbits come by Burnside's lemma."""
    listed = maximal(4)
    monkeypatch.setattr(methods, "LIST_LIMIT", 3)
    found = maximal(4)
    assert (found.losing_sets, found.representatives) == (None, None)
    for name in ("by_won", "count", "orbits", "hidden_orbits"):
        assert getattr(found, name) == getattr(listed, name)
    monkeypatch.setattr(methods, "LIST_LIMIT", 2)
    with pytest.raises(BadSetup, match="even N"):
        maximal(3)
    assert len(maximal(3, method="chain").losing_sets or []) == 12


def test_the_chain_method_as_told_loses_deals():
    assert len(list(chain_method(3, viability="told"))) == 10
    assert len(list(chain_method(4, viability="told"))) == 124
    assert set(chain_method(4, viability="told")) < set(chain_method(4))


def test_chains_cross_in_neighbors():
    chain = Chain(5, 3)
    assert [other.code for other in crossing(chain)] == [1, 7, 4]
    assert all(chain.code in other.correct for other in crossing(chain))


def test_too_much_is_refused_with_the_number_and_a_better_method():
    with pytest.raises(TooLarge, match=r"1,853,020,188,851,841 deals.*'dominating'"):
        maximal(4, method="brute")
    with pytest.raises(TooLarge, match=r"2.45e\+09 combinations.*'dominating'"):
        maximal(5, method="chain")
    with pytest.raises(TooLarge, match="at most 6 players"):
        maximal(7)
    with pytest.raises(BadSetup, match="worlds of one round"):
        brute(Rules(2, rounds=2))
    with pytest.raises(TooLarge, match="4,564,645,526"):
        minimal_sets(6)
    with pytest.raises(UnknownName, match="did you mean 'chain'"):
        maximal(3, method="chains")
