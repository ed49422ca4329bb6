"""Bounds beside the small recursions that define them, and beside plain sets of worlds."""

from collections import Counter
from functools import cache
from itertools import product
from math import inf
from random import Random

import pytest

from tests.games.balance import naive
from whoknows.errors import BadSetup
from whoknows.games.balance.knowledge import at_start
from whoknows.games.balance.knowledge.position import UNIT, position_of
from whoknows.games.balance.rules import GOALS, KINDS, Rules, Weighing
from whoknows.games.balance.solve import bounds
from whoknows.games.balance.solve.optimum import Search


def partitions(size, most):
    """Every way to write a number as a sum, the largest first."""
    if size == 0:
        yield ()
    for first in range(min(size, most), 0, -1):
        yield from ((first, *rest) for rest in partitions(size - first, first))


@cache
def lightest(weights):
    """The least total depth of leaves with these weights: every way to make three parts."""
    if len(weights) <= 1:
        return 0
    found = []
    for places in product(range(3), repeat=len(weights)):
        parts = [
            tuple(w for w, k in zip(weights, places, strict=True) if k == n)
            for n in range(3)
        ]
        if all(len(part) < len(weights) for part in parts):
            found.append(sum(weights) + sum(lightest(tuple(sorted(p))) for p in parts))
    return min(found)


def test_the_least_total_of_weights_is_that_of_every_tree():
    for size in range(9):
        for weights in partitions(size, size):
            if len(weights) <= 6:
                counted = tuple(Counter(weights).items())
                assert bounds.weighted_tree(counted) == lightest(tuple(sorted(weights)))
        for each in (1, 2, 4):
            trees = [
                lightest(tuple(sorted(weights)))
                for weights in partitions(size, each)
                if len(weights) <= 6
            ]
            if size <= 6:
                assert bounds.total_by_size(size, each) == min(trees)


@cache
def needed(pairs, singles, none, by_coin):
    """The least worst and the least total, each by trying all weighings of such coins.

    A pair on a pan is a case of either side; singles go wherever one wants.
    """
    if pairs * (1 if by_coin else 2) + singles + none <= 1:
        return 0, 0
    worst, total = inf, inf
    for on, left, right in product(
        range(pairs + 1), range(singles + 1), range(singles + 1)
    ):
        if not on + left + right > 0 or left + right > singles:
            continue
        beside = pairs - on, singles - left - right, none
        if beside == (0, 0, 0) and 0 in (on + left, on + right):
            continue  # it tells nothing
        parts = [(0, on + left, 0), (0, on + right, 0), beside]
        each = [needed(*part, by_coin) for part in parts]
        worst = min(worst, 1 + max(w for w, _ in each))
        total = min(total, 2 * pairs + singles + none + sum(t for _, t in each))
    return worst, total


@pytest.mark.parametrize("by_coin", [False, True])
def test_one_odd_coin_is_bounded_by_its_recursion(by_coin):
    for pairs, singles, none in product(range(5), range(6), (0, 1)):
        worst, total = needed(pairs, singles, none, by_coin)
        rooms = [bounds.room(pairs, singles, none, by_coin, left) for left in range(5)]
        assert rooms == [worst <= left for left in range(5)]
        assert bounds.total_of(pairs, singles, none, by_coin) == total


def small_games():
    """Rules of few coins of every kind."""
    for coins, odd, at_most, kind, goal in product(
        (3, 4), (1, 2), (False, True), KINDS, GOALS
    ):
        try:
            yield Rules(coins, odd, at_most, kind, 1, goal)
        except BadSetup:
            continue


@pytest.mark.parametrize("rules", [*small_games()], ids=str)
def test_what_the_bounds_read_off_a_position_is_that_of_its_worlds(rules):
    start = at_start(rules)
    for position in (start, *start.split(Weighing((1, 2), (3, 5))).values()):
        worlds = [*position.worlds()]
        goals = Counter(naive.odd_set(rules, world) for world in worlds)
        assert dict(bounds.goal_weights(position)) == Counter(
            Counter(tuple(map(abs, world)) for world in worlds).values()
        )
        assert max(goals.values()) <= bounds.kinds_each(position)
        one = bounds.suspects(position)
        assert (one is None) == any(sum(map(abs, world)) > 1 for world in worlds)
        information = next(w for w in range(9) if 3**w >= len(goals))
        if one is None:
            assert bounds.least_worst(position) == information
            if len(goals) < 8:
                tree = lightest(tuple(sorted(goals.values())))
                assert bounds.least_total(position, None) == tree
        else:
            seen = [len({world[k] for world in worlds} - {0}) for k in range(rules.coins)]
            none = (0,) * rules.coins in worlds
            by_coin = rules.goal == "coin"
            assert one == (seen.count(2), seen.count(1), none, by_coin)
            worst, total = needed(*one)
            assert (bounds.least_worst(position), bounds.least_total(position, None)) == (
                worst,
                total,
            )
        worst = bounds.least_worst(position)
        assert bounds.least_total(position, worst - 1) == (inf if worst else 0)
        assert bounds.least_total(position, worst) == bounds.least_total(position, None)


def test_worlds_of_one_goal_are_counted_by_their_kinds():
    for kind, odd, each in (("mixed", 2, 4), ("either", 2, 2), ("mixed", 1, 2)):
        assert bounds.kinds_each(at_start(Rules(5, odd, kind=kind, goal="coin"))) == each
    assert bounds.kinds_each(at_start(Rules(5, 2, kind="mixed"))) == 1
    worlds = [(1, 1, 1, 0), (1, 1, -1, 0), (-1, -1, 1, 0), (1, 0, 1, 1)]  # each by itself
    position = position_at(Rules(4, 3, kind="mixed", goal="coin"), worlds)
    assert bounds.kinds_each(position) >= 3


class Checked(Search):
    """A search that looks, at every step, whether what it says of a position is true."""

    def __init__(self, rules):
        """The definition beside it: every weighing of plain sets."""
        super().__init__()
        naively = naive.Solver(rules)

        @cache
        def total(cell, left):
            if naively.done(cell):
                return 0
            if left == 0:
                return inf
            after = None if left is None else left - 1
            costs = [sum(total(p, after) for p in parts) for parts in naively.parts(cell)]
            return len(cell) + min(costs, default=inf)

        self.total, self.worst = total, naively.worst

    def within(self, position, left):
        """Whether so many weighings are enough."""
        found = super().within(position, left)
        assert found == (self.worst(frozenset(position.worlds())) <= left)
        return found

    def solve(self, position, left, budget):
        """The least total within the budget, or something beyond it that is no more."""
        found = super().solve(position, left, budget)
        true = self.total(frozenset(position.worlds()), left)
        assert found == true if true <= budget else budget < found <= true
        return found


@pytest.mark.parametrize(
    "rules",
    [
        Rules(5), Rules(4, goal="coin"), Rules(5, 2, kind="heavy"),
        Rules(3, 2, kind="mixed", references=1), Rules(4, 2, True, "heavy", 1, "coin"),
    ],
    ids=str,
)  # fmt: skip
def test_a_search_within_a_budget_says_what_is_true(rules):
    start = at_start(rules)
    best = Checked(rules)
    total = best.solve(start, None, inf)
    for left in (None, Search().minimal_worst(start)):
        search = Checked(rules)  # it remembers what it found within smaller budgets
        for budget in (total - 2, total - 1, total, total + 1, inf):
            search.solve(start, left, budget)
    assert best.tree(start, None)


def position_at(rules, cell):
    """The position of any set of worlds, whether weighings lead there or not."""
    coins = [(coin,) for coin in range(1, rules.coins + 1)]
    orbits = [tuple(UNIT if kind < 0 else kind for kind in world) for world in cell]
    good = tuple(range(rules.coins + 1, rules.coins + rules.references + 1))
    return position_of(rules.coins, tuple(coins), orbits, good, rules.goal == "coin")


@pytest.mark.parametrize(
    "rules",
    [
        Rules(4, 1, True), Rules(4, 2, kind="heavy"), Rules(3, 2, True, "mixed", 1, "coin"),
        Rules(3, 2, kind="mixed", goal="coin"), Rules(4, 2, False, "either", 1, "coin"),
    ],
    ids=str,
)  # fmt: skip
def test_optima_of_any_set_of_worlds_are_those_of_plain_sets(rules):
    rng, worlds = Random(1), [*naive.worlds(rules)]
    for _ in range(12):
        position = position_at(
            rules, rng.sample(worlds, rng.randint(1, min(9, len(worlds))))
        )
        search = Checked(rules)
        for left in range(4):
            search.within(position, left)
        for left in (None, 2):
            search.solve(position, left, inf)


def test_two_sets_of_coins_may_need_three_weighings():
    rules = Rules(3, 2, kind="mixed", goal="coin")
    position = position_at(rules, [w for w in naive.worlds(rules) if w[0]])  # 1, and 2 or 3
    assert (position.goals, position.size) == (2, 8)
    assert [Checked(rules).within(position, n) for n in (1, 2, 3)] == [False, False, True]
