"""The shares in which several processes take the tests."""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from order import LONGEST, in_shares


@dataclass(frozen=True)
class Item:
    """What the order looks at in a test."""

    nodeid: str
    fixturenames: tuple = ()

    @property
    def path(self):
        """Its file."""
        return Path(self.nodeid.split("::")[0])


SERVED = [
    Item(f"tests/web/test_{file}.py::{k}", ("browser", "lab"))
    for file in ("table", "watch")
    for k in range(4)
]
LONG = [
    Item(f"tests/{folder}/test_{file}.py::{k}")
    for folder in ("tui", "web", "inquiry")
    for file in "ab"
    for k in range(3)
]
SHORT = [Item(f"tests/play/test_{file}.py::{k}") for file in "ab" for k in range(18)]


@pytest.mark.parametrize("processes", [2, 3, 4, 9])
def test_one_or_two_have_the_browser_and_all_end_with_what_is_short(processes):
    tests = SHORT + LONG + SERVED
    ordered = in_shares(tests, processes)
    assert sorted(ordered, key=repr) == sorted(tests, key=repr)
    size = -(-len(tests) // processes)
    shares = [ordered[k : k + size] for k in range(0, len(tests), size)]
    labs = [SERVED] if processes < 4 else [SERVED[:4], SERVED[4:]]
    for share, served in zip(shares, labs, strict=False):
        assert share[: len(served)] == served
    if processes < 9:  # there is enough that is short
        assert all(share[-1] in SHORT for share in shares)
        assert all(share[0] not in SHORT for share in shares)


def test_what_compiles_the_same_stays_together():
    ordered = in_shares(SHORT + LONG + SERVED, 4)
    folders = [item.path.parent for item in ordered if item in LONG]
    assert sum(a != b for a, b in pairwise(folders)) == 2


def test_what_takes_minutes_begins_first():
    longest = Item(f"{LONGEST}_within_seven_guesses")
    assert in_shares([*SHORT, *LONG, longest, *SERVED], 2)[0] == longest
