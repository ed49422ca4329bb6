"""A machine that lacks a part is told so in one line; in CI that is a failure."""

import pytest

from machine import lines_of, missing


@pytest.mark.parametrize(
    ("everything", "outcome"), [("", pytest.skip.Exception), ("1", pytest.fail.Exception)]
)
def test_a_missing_part_skips_a_test_and_fails_it_in_ci(monkeypatch, everything, outcome):
    monkeypatch.setenv("WHOKNOWS_ALL_PARTS", everything)
    with pytest.raises(outcome, match=r"NOT TESTED: the moon.*\(by rocket\)"):
        missing("the moon", "by rocket")


def test_a_line_for_each_part_says_how_many_tests_it_cost():
    reasons = ["Skipped: NOT TESTED: b, x", "Skipped: NOT TESTED: a, y", "Skipped: slow"]
    reasons.append("Skipped: NOT TESTED: b, x")
    assert lines_of(reasons) == [
        "NOT TESTED: a, y: 1 tests skipped",
        "NOT TESTED: b, x: 2 tests skipped",
    ]
