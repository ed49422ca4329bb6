"""Capacities by formula beside search, and weighings fixed in advance."""

from dataclasses import replace

import pytest

from tests.games.balance import naive
from whoknows.errors import BadSetup, Contradiction, TooLarge
from whoknows.games.balance import paper
from whoknows.games.balance.knowledge import at_start
from whoknows.games.balance.rules import GOALS, Rules, world_name
from whoknows.games.balance.solve import optimal
from whoknows.games.balance.solve.capacity import capacity, games, largest_by_information
from whoknows.games.balance.solve.fixed_weighings import fixed_weighings
from whoknows.games.balance.solve.optimum import Search


@pytest.mark.parametrize("references", [0, 1, 3])
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("kind", ["heavy", "light", "either", "mixed"])
@pytest.mark.parametrize("at_most", [False, True])
def test_formulas_are_what_search_finds(at_most, kind, goal, references):
    for weighings in range(4):
        rules = Rules(4, 1, at_most, kind, references, goal)
        found = capacity(weighings, rules)
        able = [n for n in range(1, 29) if able_with(n, rules, weighings)]
        assert found.coins == max(able, default=0)
        assert found.coins <= found.bound
        assert found.proven


def able_with(coins, rules, weighings):
    try:
        game = Rules(coins, 1, rules.at_most, rules.kind, rules.references, rules.goal)
    except BadSetup:
        return False
    return game.goals <= 3**weighings and Search().within(at_start(game), weighings)


@pytest.mark.parametrize(("weighings", "coins"), [*enumerate(paper.TWO_HEAVY, start=1)])
def test_two_heavy_coins_reach_the_information_bound(weighings, coins):
    found = capacity(weighings, Rules(5, 2, kind="heavy"))
    assert (found.coins, found.bound, found.proven) == (coins, coins, True)
    assert found.proof == "enumeration"
    assert replace(found, by="formula").proof == "theorem"
    assert replace(found, most=coins + 1).proof is None


@pytest.mark.parametrize("odd", [1, 2, 3])
@pytest.mark.parametrize("at_most", [False, True])
@pytest.mark.parametrize("kind", ["heavy", "mixed"])
def test_no_more_coins_than_there_are_answers_for(odd, at_most, kind):
    """Counted one number of coins after another; none if the odd ones are too many."""
    rules = Rules(7, odd, at_most, kind)
    for weighings in range(4):
        fine = [n for n in range(odd, 40) if rules.goals_with(n) <= 3**weighings]
        assert largest_by_information(weighings, rules) == max(fine, default=0)


def test_published_numbers():
    for row in paper.WORST:
        for coins in row.coins:
            rules = Rules(coins, row.odd, False, row.kind, row.references, row.goal)
            assert optimal(rules).worst == row.worst, row


def test_formulas_for_many_weighings():
    assert capacity(4, Rules(12)).coins == 39
    assert capacity(5, Rules(12, references=2)).coins == 121
    assert capacity(30, Rules(12, kind="light")).coins == 3**30
    with pytest.raises(BadSetup, match="0 to 40"):
        capacity(41, Rules(12))


def test_where_there_is_too_much_to_search_the_gap_is_given(monkeypatch):
    from whoknows.games.balance.solve import capacity as module

    monkeypatch.setattr(module, "CASES", 100)
    found = capacity(5, Rules(5, 2, kind="heavy"))
    assert (found.coins, found.most, found.bound, found.proven) == (13, 22, 22, False)
    assert "13 to 22" in found.cells()
    monkeypatch.setattr(module, "EFFORT", 3)
    tired = capacity(3, Rules(5, 2, kind="either"))
    assert not tired.proven
    assert tired.coins < tired.most <= tired.bound


def test_the_table_of_capacities_is_what_was_asked_for():
    """Of the six that the page shows, those that fit; or just what is named."""

    def shown(*asked):
        found = games(*asked, False)
        assert all(rules.coins == 2 * rules.odd + 1 for rules in found)
        return [(rules.odd, rules.kind, rules.goal, rules.references) for rules in found]

    both = "coin-and-kind"
    one = [(1, "either", goal, good) for goal in (both, "coin") for good in (0, 1)]
    heavy = [(odd, "heavy", both, 0) for odd in (1, 2)]
    assert shown(None, None, None, None) == [heavy[0], *one, heavy[1]]
    assert shown(None, "heavy", None, None) == heavy
    assert shown(None, "either", "coin", None) == one[2:]
    assert shown(None, None, both, 1) == [one[1]]
    assert shown(None, None, None, 5) == [(1, "either", both, 5)]
    assert shown(None, "heavy", "coin", 2) == [(1, "heavy", "coin", 2)]
    assert shown(None, "mixed", None, None) == [(1, "mixed", both, 0)]
    assert shown(None, "light", "coin", 3) == [(1, "light", "coin", 3)]
    assert shown(1, None, None, None) == [one[0]]
    assert shown(2, None, None, None) == [heavy[1]]
    (two,) = games(2, "mixed", None, 1, True)
    assert (two.odd, two.kind, two.references, two.at_most) == (2, "mixed", 1, True)


@pytest.mark.parametrize("weighings", [2, 3, 4, 5])
def test_fixed_weighings_decode_every_case(weighings):
    design = fixed_weighings(weighings)
    assert design.coins == (3**weighings - 3) // 2
    assert len(design.weighings) == weighings
    assert design.check() == 2 * design.coins


@pytest.mark.parametrize("coins", range(3, 13))
def test_fixed_weighings_for_fewer_coins(coins):
    design = fixed_weighings(3, coins)
    seen = {}
    for coin in range(coins):
        for kind in (1, -1):
            world = tuple(kind * (k == coin) for k in range(coins))
            said = tuple(naive.answer(*pans, world) for pans in design.weighings)
            assert design.decode(said) == world
            assert all(len(left) == len(right) > 0 for left, right in design.weighings)
            seen[said] = world
    assert len(seen) == 2 * coins


def test_what_every_answer_gives_away_is_written_out():
    found = fixed_weighings(3, 7)
    document = found.document()
    assert [(row["left"], row["right"]) for row in document["weighings"]] == [
        tuple(map(list, pans)) for pans in found.weighings
    ]
    assert document["coins"] == 7
    assert len(document["decode"]) == 14
    for said, case in document["decode"].items():
        assert case == world_name(found.decode(said.split()))


def test_designs_that_cannot_be():
    with pytest.raises(BadSetup, match="2 or more"):
        fixed_weighings(1)
    with pytest.raises(BadSetup, match="3 to 12"):
        fixed_weighings(3, 13)
    with pytest.raises(TooLarge):
        fixed_weighings(10)
    with pytest.raises(Contradiction, match="EQ EQ EQ"):
        fixed_weighings(3).decode(["EQ"] * 3)
