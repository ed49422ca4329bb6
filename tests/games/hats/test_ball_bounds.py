"""Bounds for all deals, beside every deal of two agents and beside their formulas."""

from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from tests.games.hats import twin
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.bounds import ball_bounds

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
LIKELY = (Fraction(2, 3), Fraction(1, 3))
WORLDS = [
    {}, {"odds": (LIKELY, LIKELY)}, {"odds": (LIKELY, (HALF, HALF))},
    {"odds": ((HALF, HALF), (HALF, HALF))},
    {"chances": (Fraction(1, 4),) * 4},
    {"chances": (HALF, Fraction(1, 8), Fraction(1, 8), Fraction(1, 4))},
]  # fmt: skip


def losses(rules):
    """What every deal of two agents loses."""
    hats = twin.all_hats(rules)
    chances = [rules.chance(rules.code(one)) for one in hats]
    said = range(0 if rules.passing else 1, rules.colors + 1)
    rows = list(product(said, repeat=rules.colors))
    for first, second in product(rows, repeat=2):
        lost = Fraction(0)
        for (a, b), chance in zip(hats, chances, strict=True):
            answers = (first[b], a + 1), (second[a], b + 1)
            right = sum(answer == true for answer, true in answers)
            wrong = sum(answer not in (0, true) for answer, true in answers)
            lost += 0 if right >= rules.need and wrong <= rules.wrong else chance
        yield lost


@pytest.mark.parametrize("world", WORLDS, ids=str)
@pytest.mark.parametrize("passing", [True, False])
@pytest.mark.parametrize(("need", "wrong"), [(1, 0), (2, 0), (1, 1)])
def test_no_deal_of_two_loses_less(world, passing, need, wrong):
    rules = Rules(2, need=need, wrong=wrong, passing=passing, **world)
    least = min(losses(rules))
    bound = ball_bounds.least_loss(rules)
    assert bound <= least
    if not wrong and ball_bounds.is_uniform(rules):
        assert bound == least  # of so few agents the theorems say all


def test_no_deal_of_three_colors_loses_less():
    assert ball_bounds.least_loss(Rules(2, 3)) <= min(losses(Rules(2, 3)))


def test_a_ball_holds_what_differs_in_few_places():
    for players, radius, colors in product((1, 2, 3), (0, 1, 2), (2, 3)):
        words = product(range(colors), repeat=players)
        near = sum(sum(map(bool, word)) <= radius for word in words)
        assert ball_bounds.ball_size(players, radius, colors) == near


@pytest.mark.parametrize(
    ("rules", "share"),
    [
        (Rules(3), Fraction(6, 8)), (Rules(2, 3), Fraction(4, 9)),
        (Rules(3, need=2), Fraction(4, 8)), (Rules(3, 3), Fraction(16, 27)),
        (Rules(3, rounds=2), Fraction(1)), (Rules(3, odds=(LIKELY,) * 3), Fraction(1)),
    ],
    ids=str,
)  # fmt: skip
def test_guesses_are_shared_out(rules, share):
    """N / (N + k(M - 1)), in whole configurations, for one round of equal chances."""
    assert ball_bounds.share_bound(rules) == share


def test_roots_are_rounded_up_by_a_hair():
    for value in (
        Fraction(0),
        Fraction(1, 4),
        Fraction(1),
        Fraction(2, 3),
        Fraction(7, 50),
    ):
        root = ball_bounds.root_above(value)
        assert root**2 >= value
        assert root == 0 or (root - Fraction(1, ball_bounds.FINE)) ** 2 < value
    assert ball_bounds.root_above(Fraction(4, 9)) == Fraction(2, 3)


@pytest.mark.parametrize("players", [2, 3, 4, 7, 8])
@pytest.mark.parametrize("bias", [Fraction(0), THIRD, Fraction(1, 4), Fraction(1)])
def test_biased_hats_have_a_formula(players, bias):
    wanted = (1 - sqrt(bias) ** (players + 1)) / (players + 1)
    found = ball_bounds.biased_bound(players, bias)
    assert float(found) == pytest.approx(wanted, abs=1e-12)


def test_the_lightest_losing_set_of_two_is_one_color_of_one_agent():
    for p in (HALF, Fraction(2, 3), Fraction(9, 10)):
        assert ball_bounds.lightest_counted(2, p) == 1 - p


def test_where_all_must_be_right_nobody_beats_the_likeliest_color():
    unlike = Rules(2, need=2, odds=(LIKELY, (HALF, HALF)))
    found = [Rules(2, 3, need=2), unlike, Rules(2, need=2, **WORLDS[5])]
    assert [*map(ball_bounds.all_right_bound, found)] == [THIRD, HALF, 1]
    for rules in (unlike, Rules(2, passing=False, odds=unlike.odds)):
        assert ball_bounds.least_loss(rules) == HALF


def test_which_worlds_are_alike():
    assert [
        (ball_bounds.is_uniform(rules), ball_bounds.same_for_all(rules))
        for rules in (Rules(2, **world) for world in WORLDS)
    ] == [
        (True, True), (False, True), (False, False), (True, True), (True, False),
        (False, False),
    ]  # fmt: skip
