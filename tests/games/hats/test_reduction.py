"""Answers that may be fixed: nothing is lost that was won, and the best is still there."""

from itertools import product

import numpy as np
import pytest

from whoknows.errors import BadSetup
from whoknows.games.hats.rules import Deal, Rules, evaluate
from whoknows.games.hats.solve.adequate.adequate_sets import adequate_sets
from whoknows.games.hats.solve.fixed_answers import krzywkowski, reduced


def test_all_deals_of_two_agents_keep_what_they_win():
    rules, rows = Rules(2), list(product(range(3), repeat=2))
    for answers in product(rows, repeat=2):
        deal = Deal(answers)
        before, found = evaluate(deal, rules), reduced(deal, rules)
        after = evaluate(found.deal, rules)
        assert set(before.won_set) <= set(after.won_set)
        assert (found.won_before, found.won) == (before.won, after.won)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_deals_keep_what_they_win_and_guess_away(players):
    rules, rng = Rules(players), np.random.default_rng(players)
    for _ in range(30):
        shape = (players, 2 ** (players - 1))
        deal = Deal(tuple(map(tuple, rng.choice(3, shape, p=[0.7, 0.15, 0.15]).tolist())))
        found = reduced(deal, rules)
        before, after = evaluate(deal, rules), evaluate(found.deal, rules)
        assert set(before.won_set) <= set(after.won_set)
        one, other = found.away_from
        assert (one ^ other).bit_count() in (2, 3)
        for code, agent in product(found.away_from, range(players)):
            said = found.deal.answers[agent][rules.view(agent, code)]
            assert said == 2 - rules.hats(code)[agent]


def test_of_three_agents_one_of_729_deals_is_the_best():
    """A second configuration in three places: everybody guesses away from RRR and BBB."""
    rules = Rules(3)
    rows = [row for row in product(range(3), repeat=4) if row[0] == 2 and row[3] == 1]
    assert len(rows) ** 3 == krzywkowski(3)
    assert max(evaluate(Deal(d), rules).won for d in product(rows, repeat=3)) == 6


@pytest.mark.parametrize(("players", "some"), [(3, True), (4, True), (5, False)])
def test_least_losing_sets_need_not_have_opposite_configurations(players, some):
    full, sets = 2**players - 1, adequate_sets(players)
    assert any(full ^ code in lost for lost in sets for code in lost) is some


def test_other_worlds_are_refused():
    for rules in (Rules(2, 3), Rules(3, need=2), Rules(3, rounds=2)):
        with pytest.raises(BadSetup, match="two colors"):
            reduced(Deal(((0,) * rules.view_count,) * rules.players), rules)
