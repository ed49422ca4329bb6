"""Positions by roles beside plain sets of labelled worlds."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.games.balance import naive
from whoknows.errors import BadSetup, Contradiction
from whoknows.games.balance.knowledge import at_start, culprits, position_after, possible
from whoknows.games.balance.knowledge.evil import evil_answer
from whoknows.games.balance.knowledge.position import alike, merged
from whoknows.games.balance.knowledge.weighing_kinds import choices, weighing_of
from whoknows.games.balance.rules import GOALS, KINDS, Line, Rules, Weighing
from whoknows.games.balance.solve.bounds import information, least_total, least_worst


@st.composite
def games(draw, most=7, most_odd=3):
    """Rules of a few coins."""
    coins = draw(st.integers(2, most))
    odd = draw(st.integers(1, min(most_odd, coins)))
    try:
        rules = Rules(
            coins,
            odd,
            draw(st.booleans()),
            draw(st.sampled_from(list(KINDS))),
            draw(st.integers(0, 2)),
            draw(st.sampled_from(list(GOALS))),
        )
    except BadSetup:
        assume(False)
    assume(rules.size <= 300)
    return rules


@st.composite
def weighings(draw, rules):
    """Any weighing of the rules."""
    last = rules.coins + rules.references
    coins = draw(st.permutations(range(1, last + 1)))
    k = draw(st.integers(1, last // 2))
    return rules.legal(tuple(coins[:k]), tuple(coins[k : 2 * k]))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_positions_are_the_sets_that_weighings_leave(data):
    rules = data.draw(games())
    position, worlds = at_start(rules), sorted(naive.worlds(rules))
    assert sorted(position.worlds()) == worlds
    for _ in range(3):
        weighing = data.draw(weighings(rules))
        parts = position.split(weighing)
        for answer in ("LT", "EQ", "GT"):
            plain = [w for w in worlds if naive.answer(*weighing, w) == answer]
            assert (answer in parts) == bool(plain)
            if plain:
                part = parts[answer]
                assert sorted(part.worlds()) == plain
                assert part.size == len(plain)
                assert part.goals == len({naive.odd_set(rules, w) for w in plain})
                good = {k for k in range(rules.coins) if not any(w[k] for w in plain)}
                assert {c - 1 for c in part.good if c <= rules.coins} == good
        answer = data.draw(st.sampled_from(sorted(parts)))
        position = parts[answer]
        worlds = sorted(position.worlds())


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_coins_have_one_role_just_if_they_can_be_exchanged(data):
    rules = data.draw(games(most=6))
    position = at_start(rules)
    for _ in range(data.draw(st.integers(0, 3))):
        parts = position.split(data.draw(weighings(rules)))
        position = parts[data.draw(st.sampled_from(sorted(parts)))]
    worlds = {*position.worlds()}
    role_of = {coin: k for k, role in enumerate(position.roles) for coin in role}
    for one in range(1, rules.coins + 1):
        for two in range(1, one):
            same = {exchanged(world, one - 1, two - 1) for world in worlds} == worlds
            assert (role_of.get(one) == role_of.get(two)) == same


def test_two_coins_that_weigh_alike_have_one_role():
    position = at_start(Rules(4, 2, kind="heavy")).split(Weighing((1,), (2,)))["EQ"]
    assert (position.roles, position.orbits) == (((1, 2), (3, 4)), ((0, 2), (2, 0)))


def exchanged(world, one, two):
    coins = list(world)
    coins[one], coins[two] = coins[two], coins[one]
    return tuple(coins)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_canonical_form_does_not_see_names(data):
    rules = data.draw(games())
    order = [0, *data.draw(st.permutations(range(1, rules.coins + 1)))]
    order += range(rules.coins + 1, rules.coins + rules.references + 1)
    one = two = at_start(rules)
    for _ in range(3):
        weighing = data.draw(weighings(rules))
        renamed = Weighing(*(tuple(order[coin] for coin in pan) for pan in weighing))
        parts, others = one.split(weighing), two.split(renamed)
        assert {a: p.key for a, p in parts.items()} == {a: p.key for a, p in others.items()}
        answer = data.draw(st.sampled_from(sorted(parts)))
        one, two = parts[answer], others[answer]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_choices_are_all_weighings_but_for_names(data):
    rules = data.draw(games(most=5))
    position = at_start(rules)
    for _ in range(data.draw(st.integers(0, 2))):
        parts = position.split(data.draw(weighings(rules)))
        position = parts[data.draw(st.sampled_from(sorted(parts)))]
    found = set()
    for choice in choices(position):
        weighing = weighing_of(position, choice.counts)
        rules.legal(*weighing)
        parts = position.split(weighing)
        sizes = tuple(parts[a].size if a in parts else 0 for a in ("LT", "EQ", "GT"))
        assert sizes == choice.sizes
        found.add(frozenset((part.key, part.size) for part in parts.values()))
    every = set()
    for pans in naive.weighings(rules):
        parts = position.split(Weighing(*pans))
        if len(parts) > 1:
            every.add(frozenset((part.key, part.size) for part in parts.values()))
    assert found == every
    even = [c for c in choices(position) if all(abs(a - b) < 2 for a, b in c.counts)]
    assert sorted(choices(position, near=True)) == sorted(even)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_bounds_are_below_what_plain_sets_need(data):
    rules = data.draw(games(most=4, most_odd=2))
    assume(rules.size <= 12)
    position = at_start(rules)
    naively = naive.Solver(rules)
    worst = naively.worst(naively.start)
    assert information(rules.goals) <= least_worst(position) <= worst
    assert least_total(position, None) <= naively.total(naively.start)
    for weighing in [data.draw(weighings(rules)) for _ in range(2)]:
        for part in position.split(weighing).values():
            cell = frozenset(part.worlds())
            assert least_worst(part) <= naively.worst(cell)
            assert least_total(part, None) <= naively.total(cell)
            limited = least_total(part, naively.worst(cell))
            assert limited <= part.size * naively.worst(cell)


def lines(rules, *said):
    return [Line(rules.parse_weighing(pans), answer) for pans, answer in said]


def test_contradictions_name_the_lines():
    rules = Rules(12)
    said = lines(rules, ("1-4 : 5-8", "EQ"), ("9 : 10", "EQ"), ("1 2 : 3 4", "LT"))
    assert possible(rules, said) is None
    assert culprits(rules, said) == [(0, 2)]
    with pytest.raises(Contradiction, match=r"1 2 : 3 4 LT \(weighing 3\) contradicts 1-4"):
        position_after(rules, said)
    heavy = Rules(3, kind="heavy", references=2)
    with pytest.raises(Contradiction, match="can never be"):
        position_after(heavy, lines(heavy, ("4 : 5", "LT")))
    assert culprits(rules, said[:2]) == []


def test_the_evil_keeper_keeps_the_most():
    rules = Rules(9, kind="heavy")
    position = at_start(rules)
    assert evil_answer(position, rules.parse_weighing("1-4 : 5-8")) == "LT"
    assert evil_answer(position, rules.parse_weighing("1-3 : 4-6")) == "EQ"


def test_coins_whose_company_differs_are_not_exchanged():
    roles, orbits = ((1,), (2,), (3,)), {(1, 0, 0), (0, 1, 1)}  # the first, or both others
    assert not any(alike(roles, orbits, k, j) for k, j in [(0, 1), (0, 2)])
    assert not alike(roles, {(0, 1, 0), (1, 0, 1)}, 0, 1)
    assert alike(roles, {(1, 0, 0), (0, 1, 0)}, 0, 1)
    assert merged(roles, {(1, 0, 0), (0, 1, 0), (0, 0, 1)}) == (((1, 2, 3),), {(1,)})
