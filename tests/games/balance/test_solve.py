"""Optima by counting roles, beside plain sets and beside known results."""

from dataclasses import replace
from math import inf

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.games.balance import counting, naive
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.balance.knowledge import at_start
from whoknows.games.balance.rules import GOALS, KINDS, Rules
from whoknows.games.balance.solve import evaluate, optimal, plans
from whoknows.games.balance.solve.optimum import Search
from whoknows.inquiry.by_score.scores import SCORES

SMALL = [
    Rules(coins, odd, at_most, kind, references, goal)
    for coins, odd in [(3, 1), (4, 1), (5, 1), (3, 2), (4, 3), (5, 2)]
    for at_most in (False, True)
    for kind in KINDS
    for references in (0, 1)
    for goal in GOALS
    if references or not (kind in ("either", "mixed") and coins <= 2 * odd and at_most)
    if coins < 5 or (references == 0 and not (kind == "mixed" and odd == 2))
]


def slow(rules):
    """Marked where plain sets take their time."""
    marks = [pytest.mark.slow] if rules.size > 60 else []
    return pytest.param(rules, marks=marks, id=str(rules))


@pytest.mark.parametrize("rules", [slow(rules) for rules in SMALL])
def test_optima_are_those_of_plain_sets(rules):
    naively = naive.Solver(rules)
    total, worst = naively.total(naively.start), naively.worst(naively.start)
    best = optimal(rules, minimize="total")
    assert (best.total, best.proven) == (total, True)
    quick = optimal(rules)
    assert (quick.worst, quick.proven) == (worst, True)
    assert quick.bound <= worst
    assert quick.total >= total


@pytest.mark.parametrize("references", [0, 1])
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("kind", ["heavy", "either"])
@pytest.mark.parametrize("coins", range(3, 15))
def test_optima_are_those_of_counting_without_bounds(coins, kind, goal, references):
    rules = Rules(coins, 1, False, kind, references, goal)
    roles = (coins, 0, 0) if kind == "either" else (0, coins, 0)
    state, by_coin = (*roles, references), goal == "coin"
    assert optimal(rules, minimize="total").total == counting.total(state, by_coin)
    assert optimal(rules).worst == counting.worst(state, by_coin)


@pytest.mark.parametrize("kind", ["heavy", "light"])
@pytest.mark.parametrize("coins", [6, 7])
def test_totals_of_known_kind_are_those_of_plain_sets(coins, kind):
    naively = naive.Solver(Rules(coins, kind=kind))
    best = optimal(naively.rules, minimize="total").total
    assert best == naively.total(naively.start)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_plan_finds_what_it_says(data):
    coins = data.draw(st.integers(1, 8))
    odd = data.draw(st.integers(1, min(3, coins)))
    options = [st.booleans(), st.sampled_from(list(KINDS)), st.integers(0, 2)]
    at_most, kind, references = (data.draw(option) for option in options)
    goal = data.draw(st.sampled_from(list(GOALS)))
    try:
        rules = Rules(coins, odd, at_most, kind, references, goal)
    except BadSetup:
        assume(False)
    assume(rules.size <= 60)
    strategy = data.draw(st.sampled_from([*SCORES, "optimal"]))
    plan = evaluate(rules, strategy).plan
    check_plan(rules, plan)


def check_plan(rules, plan):
    """Follow every world through the plan: its costs and leaves are true."""
    used = []
    for world in rules.worlds():
        node, count = plan.root, 0
        while node.question is not None:
            rules.legal(*node.question)
            node = node.branches[naive.answer(*node.question, world)]
            count += 1
        assert world in node.found
        assert len({naive.odd_set(rules, found) for found in node.found}) == 1
        used.append(count)
    assert (sum(used), max(used)) == (plan.total, plan.worst)
    assert len(used) == plan.secrets == rules.size


@pytest.mark.parametrize("coins", range(4, 14))
def test_one_odd_coin_of_unknown_kind(coins):
    best = optimal(Rules(coins))
    assert best.worst == (3 if coins <= 12 else 4)
    check_plan(best.rules, best.plan)


def test_a_reference_or_the_coin_alone_allow_one_coin_more():
    assert optimal(Rules(13, references=1)).worst == 3
    assert optimal(Rules(14, references=1)).worst == 4
    assert optimal(Rules(13, goal="coin")).worst == 3
    assert optimal(Rules(14, goal="coin")).worst == 4


def test_one_search_keeps_games_with_and_without_references_apart():
    search = Search()
    assert search.within(at_start(Rules(13, references=1)), 3)
    assert not search.within(at_start(Rules(13)), 3)
    assert search.solve(at_start(Rules(13, references=1)), None, inf) == 78
    assert search.solve(at_start(Rules(13)), None, inf) == 80


@pytest.mark.parametrize("weighings", [1, 2, 3, 4])
def test_one_heavy_coin_of_powers_of_three(weighings):
    assert optimal(Rules(3**weighings, kind="heavy")).worst == weighings
    assert optimal(Rules(3**weighings + 1, kind="light")).worst == weighings + 1


def test_many_coins_in_four_weighings():
    best = optimal(Rules(39))
    assert (best.worst, best.proven) == (4, True)
    check_plan(best.rules, best.plan)
    assert optimal(Rules(40)).worst == 5


@pytest.mark.parametrize(("weighings", "coins"), [(1, 3), (2, 4), (3, 7), (4, 13), (5, 22)])
def test_two_heavy_coins(weighings, coins):
    best = optimal(Rules(coins, 2, kind="heavy"))
    assert (best.worst, best.proven) == (weighings, True)
    more = Rules(coins + 1, 2, kind="heavy")
    assert more.size > 3**weighings
    check_plan(best.rules, best.plan)


@pytest.mark.slow
@pytest.mark.parametrize(("weighings", "coins"), [(6, 38), (7, 66)])
def test_two_heavy_coins_of_many(weighings, coins):
    best = optimal(Rules(coins, 2, kind="heavy"), effort=0)
    assert best.worst == weighings
    check_plan(best.rules, best.plan)


def test_entropy_is_not_always_optimal():
    five = Rules(5, kind="heavy")
    assert evaluate(five, "entropy").total == 9
    assert optimal(five, minimize="total").total == 8
    assert evaluate(Rules(12), "entropy").total == optimal(Rules(12)).total


def test_too_much_is_refused():
    with pytest.raises(TooLarge, match="up to 400 coins"):
        optimal(Rules(5000))
    with pytest.raises(TooLarge, match="cases"):
        optimal(Rules(60, 3))
    with pytest.raises(BadSetup, match="worst or total"):
        optimal(Rules(), minimize="average")


def test_stopped_it_gives_a_plan_and_what_is_proven():
    def stop(_):
        raise KeyboardInterrupt

    for minimize in ("worst", "total"):
        stopped = optimal(Rules(13), minimize=minimize, report=stop)
        assert not stopped.proven
        assert not stopped.total_too
        assert stopped.least <= getattr(stopped, minimize)
        check_plan(stopped.rules, stopped.plan)


def test_out_of_effort_the_worst_is_still_proven():
    tired = optimal(Rules(13), effort=0)
    assert (tired.worst, tired.proven) == (4, True)
    check_plan(tired.rules, tired.plan)


def test_a_strategy_tells_how_far_it_is():
    told: list[str] = []
    plan = evaluate(Rules(4), "entropy", report=told.append).plan
    assert told[0] == "entropy: position 1"
    assert len(told) == sum(node.question is not None for node in nodes(plan.root))


def nodes(node):
    """A node of a plan and all below it."""
    return [node, *(one for part in node.branches.values() for one in nodes(part))]


def test_only_what_is_proven_and_small_enough_is_certified(monkeypatch):
    found = optimal(Rules(4, kind="heavy"))
    assert found.proven
    assert found.certified
    assert not replace(found, proven=False).certified
    monkeypatch.setattr(plans, "MOST_TOTALED", found.rules.size)
    assert replace(found, minimize="total").certified
    monkeypatch.setattr(plans, "MOST_TOTALED", found.rules.size - 1)
    assert not replace(found, minimize="total").certified
    assert found.certified
