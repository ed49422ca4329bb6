"""Counts, lists of names, and texts cut short are worded in one place."""

import re
from pathlib import Path

import whoknows

ROOT = Path(whoknows.__file__).parent
BY_HAND = {
    "a number of things": r"\} [a-z ]+\{('s' (\*|if)|'' if)",
    "a text cut short": r"\[: ?[\w -]+\]\}?( \+ \"|)(…|\.\.\.)\"",
    "a list of names": r"join\(\w+\[:-1\]\).* and ",
    "quotes of DOT": r"replace\('\"', '\\\\\"'\)",
}
SHARES_NOTHING = "checking"  # the checker of certificates


def test_no_module_words_by_hand_what_wording_says():
    """Each of these stood in three to eight modules."""
    for path in ROOT.rglob("*.py"):
        place = path.relative_to(ROOT).as_posix()
        if place == "wording.py" or place.startswith(SHARES_NOTHING):
            continue
        text = path.read_text(encoding="utf-8")
        for what, pattern in BY_HAND.items():
            assert not (match := re.search(pattern, text)), (place, what, match[0])
