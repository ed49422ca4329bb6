"""What the page on exercise 5 says about the classic game."""

import pytest

from whoknows.games.mastermind.rules import Rules
from whoknows.games.mastermind.solve import evaluate, optimal

CLASSIC = Rules(4, 6)


def test_after_entropys_opening_no_play_is_as_good_as_parts():
    opening = CLASSIC.parse_code(evaluate(CLASSIC, "entropy").first)
    assert opening == (0, 1, 2, 3)
    assert optimal(CLASSIC, first=opening).total > evaluate(CLASSIC, "parts").total


def test_with_the_opening_of_parts_entropy_is_near():
    opening = CLASSIC.parse_code(evaluate(CLASSIC, "parts").first)
    totals = [evaluate(CLASSIC, name, first=opening).total for name in ("entropy", "parts")]
    assert totals[0] - totals[1] == 12


def test_the_base_number_of_parts_is_worse_than_no_thought_at_all():
    bad, first = (evaluate(CLASSIC, name).total for name in ("entropy-base-parts", "first"))
    assert bad > first


@pytest.mark.parametrize("rules", [Rules(4, 5), Rules(4, 6), Rules(4, 7)])
def test_experience_is_no_worse_than_the_five(rules):
    five = ("first", "worst-case", "expected-size", "entropy", "parts")
    totals = [evaluate(rules, name).total for name in five]
    assert evaluate(rules, "experience").total <= min(totals)


def test_entropy_wins_with_seven_colors():
    larger = Rules(4, 7)
    assert evaluate(larger, "entropy").total < evaluate(larger, "parts").total
