"""Coins in the checker, beside the definition: labelled cases, and every weighing."""

from functools import cache
from itertools import product
from math import inf

import numpy as np
import pytest

from tests.games.balance.naive import Solver
from whoknows.checking import Refused, verify
from whoknows.checking import weighings as balance
from whoknows.checking.certificate import Fields
from whoknows.games.balance.rules import Rules as Coins
from whoknows.games.balance.solve import optimal as balanced
from whoknows.games.balance.solve.certificate import certificate as balance_certificate

SMALL = [
    Coins(1, kind="heavy"), Coins(2, kind="heavy"), Coins(3), Coins(4),
    Coins(4, references=1),
    Coins(4, goal="coin"),
    Coins(5, kind="heavy"), Coins(3, at_most=True), Coins(4, 2, kind="light"),
    Coins(3, 2, True, "either", 1), Coins(3, 2, kind="mixed", goal="coin", references=1),
    Coins(3, 2, kind="mixed", references=1), Coins(5, goal="coin"),
]  # fmt: skip


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_what_weighings_can_do_is_found_by_trying_all(rules):
    slow = Solver(rules)
    worst, total = slow.worst(slow.start), slow.total(slow.start)
    claim = {
        "coins": rules.coins, "odd": rules.odd, "at_most": rules.at_most,
        "kind": rules.kind, "references": rules.references,
    }  # fmt: skip
    worlds = balance.worlds_of(Fields(claim, "claim"))
    coins = worlds[:, : rules.coins].tolist()
    assert sorted(map(tuple, coins)) == sorted(slow.start)
    search = balance.Search(coin_only=rules.goal == "coin")
    for weighings in range(5):
        assert search.can(worlds, weighings) == (worst <= weighings)
    if total == float("inf"):
        return
    goals = balance.goals_of(worlds, rules.goal == "coin")
    assert balance.by_counting(goals) <= total
    for most in (total - 1, total, total + 5):
        assert search.least_total(worlds, most) == min(total, most)


def total_by_definition(worlds, coin_only):
    """The least total of labelled cases, by every weighing of every coin."""

    @cache
    def least(cell):
        if len({tuple(map(abs, world)) if coin_only else world for world in cell}) == 1:
            return 0
        found = inf
        for pans in product((1, 0, -1), repeat=worlds.shape[1]):
            parts = {}
            for world in cell:
                tilt = sum(pan * kind for pan, kind in zip(pans, world, strict=True))
                parts.setdefault((tilt > 0) - (tilt < 0), set()).add(world)
            if sum(pans) == 0 and len(parts) > 1:
                found = min(found, sum(least(frozenset(part)) for part in parts.values()))
        return len(cell) + found

    return least(frozenset(map(tuple, worlds.tolist())))


@pytest.mark.parametrize("coin_only", [False, True])
def test_the_least_total_of_any_cases_is_that_of_the_definition(coin_only):
    """Cases that no rules lead to; what cannot be told apart costs more than anything."""
    rng = np.random.default_rng(7)
    every = np.array(list(product((1, 0, -1), repeat=4)), np.int8)
    for size in (2, 3, 4, 5, 6, 6, 7, 7, 8, 8):
        worlds = every[rng.permutation(len(every))[:size]]
        total = total_by_definition(worlds, coin_only)
        for most in (4, 9, 14, 19, total, total - 1):
            search = balance.Search(coin_only)
            if most < inf:
                assert search.least_total(worlds, most) == min(total, most)
            assert search.least_total(worlds, 99) == min(total, 99)


def parted(number, most):
    """All ways to write a number as a sum of smaller ones."""
    if number == 0:
        yield []
    for first in range(1, min(number, most) + 1):
        yield from ([first, *rest] for rest in parted(number - first, first))


def test_so_many_cases_cost_least_with_as_many_as_may_be_of_each_goal():
    for each in range(1, 6):
        least = [min(map(balance.by_counting, parted(n, each))) for n in range(1, 13)]
        assert balance.by_size(12, each).tolist() == [0, *least]


def test_the_least_total_is_forged_by_one():
    rules = Coins(5, kind="mixed", goal="coin", references=2)
    document = balance_certificate(balanced(rules, minimize="total"))
    assert "no plan has a total below" in verify(document).says
    document["claim"]["total"] -= 1
    with pytest.raises(Refused, match="the plan has total"):
        verify(document)
    weighed = [[6], [7], {"EQ": None}]  # two good coins, at the end of one case
    document["witness"]["plan"][2]["LT"][2]["LT"] = weighed
    document["claim"] |= {"total": document["claim"]["total"] + 2, "worst": 3}
    with pytest.raises(Refused, match="a smaller total may be enough"):
        verify(document)


def test_the_total_of_huffmans_tree_is_no_more_than_that_of_any_plan():
    """Worked by hand: goals that have one case each, and two where a coin is enough."""
    least = {1: 0, 2: 2, 3: 3, 4: 6, 5: 8, 9: 18}
    assert {n: balance.by_counting([1] * n) for n in least} == least
    rows = np.eye(3, dtype=np.int8)
    pairs = np.concatenate([rows, -rows])
    assert balance.goals_of(pairs, coin_only=True) == [2, 2, 2]
    assert balance.by_counting([2, 2, 2]) == 6
    assert balance.by_counting(balance.goals_of(pairs, coin_only=False)) == 11
    assert balance.Search(coin_only=False).least_total(rows[:2], 99) == 2


def test_two_goals_may_need_more_than_one_weighing():
    """The odd coins are the first two or the last two, each of them heavy or light.

    Two that are heavy look like the other two being light, unless one more coin is right.
    """
    signs = np.array(list(product((1, -1), repeat=2)), dtype=np.int8)
    none = np.zeros_like(signs)
    worlds = np.concatenate([np.hstack([signs, none]), np.hstack([none, signs])])
    search = balance.Search(coin_only=True)
    assert balance.by_counting(balance.goals_of(worlds, coin_only=True)) == 8
    assert search.least_total(worlds, 99) == 99
    assert search.least_total(np.pad(worlds, ((0, 0), (0, 1))), 99) == 8
