"""How long an optimum takes, said before it is begun."""

import pytest

from whoknows.errors import TooLarge
from whoknows.games.mastermind.rules import Rules
from whoknows.games.mastermind.solve import plans
from whoknows.games.mastermind.solve.effort import forewarning, seconds_of_optimum, spell

MEASURED = {  # seconds of one core, on the machine that the docs speak of
    Rules(4, 6): 0.2,
    Rules(4, 7): 6.0,
    Rules(4, 8): 56.0,
    Rules(5, 5): 3.0,
    Rules(4, 10, repeats=False): 45.0,
    Rules(4, 4, blacks_only=True): 1.6,
}


@pytest.mark.parametrize("rules", MEASURED, ids=str)
def test_the_estimate_is_of_the_right_order(rules):
    assert 0.1 < seconds_of_optimum(rules) / MEASURED[rules] < 10


def test_short_searches_go_unannounced_and_long_ones_do_not():
    assert forewarning(Rules(4, 6)) is None
    assert forewarning(Rules(4, 9)).startswith("about half an hour, by a rough estimate")


def test_a_strategy_that_makes_several_plans_is_announced_earlier(monkeypatch):
    monkeypatch.setattr(plans, "SOME_WORK", 1000)
    said = []
    for name in ("entropy", "experience"):
        plans.evaluate(Rules(2, 4), name, report=said.append)  # 16 * 16 * 2 answers
    assert said == ["16 codes: about 0 seconds, by a rough estimate"]


def test_a_search_of_days_is_refused_unless_one_insists():
    rules = Rules(5, 5, blacks_only=True)
    with pytest.raises(TooLarge, match="about 8 days"):
        forewarning(rules)
    assert "8 days" in forewarning(rules, yes=True)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.2, "a second"),
        (45, "45 seconds"),
        (300, "5 minutes"),
        (7200, "2 hours"),
        (1e9, "32 years"),
        (1e15, "3e+07 years"),
    ],
)
def test_times_are_spelled(seconds, said):
    assert spell(seconds) == said
