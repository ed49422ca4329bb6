"""A machine that lacks a part is told so in one line; in CI that is a failure."""

import subprocess
import sys
from pathlib import Path

import pytest

from machine import PATIENCE, lines_of, missing

ROOT = Path(__file__).parents[1]


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


STUCK = """
import asyncio

async def works():
    while True:
        sum(range(100_000))  # where the limit goes off, if it is an alarm
        await asyncio.sleep(0)

async def waits():
    beside = [asyncio.create_task(works()) for _ in range(20)]
    while beside:
        await asyncio.sleep(0.01)

def test_that_is_stuck():
    asyncio.run(waits())

def test_that_comes_after_it():
    pass
"""


def test_the_limit_of_the_runner_ends_a_test_that_is_stuck_beside_a_task(tmp_path):
    """And it is told of, and the others are run."""
    (tmp_path / "test_stuck.py").write_text(STUCK)
    words = f"-m pytest -n 1 --timeout 1 -c {ROOT / 'pyproject.toml'} {tmp_path}".split()
    ran = subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=PATIENCE / 5,
    )
    said = ran.stdout + ran.stderr
    assert "1 failed, 1 passed" in said, said
    assert "crashed while running 'test_stuck.py::test_that_is_stuck'" in said
