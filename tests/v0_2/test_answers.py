"""What version 0.2 answered is answered still: the same values, under names of a table.

`renamed.json` says what has another name since: `commands` (the beginning of a line: what
stands there now), `options` (by the beginning of the old line: an old option, the new one),
and `keys` (by the same: an old place in the document, the new one; a place is written
`rows.*.name`, `*` being any number, and the whole document is the empty text).
New keys may stand beside the old ones.
"""

import json
import os
import shlex
import shutil
from pathlib import Path

import pytest
from tests.v0_2.asked import answered

HERE = Path(__file__).parent
RENAMED = json.loads((HERE / "renamed.json").read_text(encoding="utf-8"))
ANSWERS = json.loads((HERE / "answers.json").read_text(encoding="utf-8"))
SLOW = ("replay transcripts/davinci_full.json --knowledge",)  # seconds of work
MARKED = [
    pytest.param(
        asked, id=asked["line"], marks=[pytest.mark.slow] * (asked["line"] in SLOW)
    )
    for asked in ANSWERS
]
LENGTH = "#"  # the place of the number of entries of a list


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory):
    """A copy of all that version 0.2 wrote, in which the commands run."""
    copy = tmp_path_factory.mktemp("kept") / "v0_2"
    shutil.copytree(HERE, copy)
    before = Path.cwd()
    os.chdir(copy)
    yield copy
    os.chdir(before)


def new_line(line, renamed=RENAMED):
    """A question of 0.2 in the words of today."""
    options = {}
    for start, names in renamed["options"].items():
        options |= names if begins(line, start) else {}
    words = [options.get(word, word) for word in shlex.split(line)]
    starts = [start for start in renamed["commands"] if begins(line, start)]
    start = max(starts, key=len, default="")
    rest = words[len(shlex.split(start)) :]
    return " ".join([renamed["commands"].get(start, ""), shlex.join(rest)]).strip()


def begins(line, start):
    """Whether these are the first words of a line."""
    words = shlex.split(start)
    return shlex.split(line)[: len(words)] == words


def leaves(document, place=()):
    """Every value of a document by its place, and how long its lists are."""
    if isinstance(document, dict) and document:
        inside = document.items()
    elif isinstance(document, list):
        inside = [(LENGTH, len(document)), *enumerate(document)]
    else:
        return {place: document}
    return {k: v for key, part in inside for k, v in leaves(part, (*place, key)).items()}


def pattern(place):
    """A place with a star for every number, as the table writes it."""
    return ".".join("*" if isinstance(key, int) else key for key in place)


def new_place(place, names):
    """Where a value of 0.2 stands today."""
    for end in range(len(place), -1, -1):
        if (to := names.get(pattern(place[:end]))) is not None:
            numbers = [key for key in place[:end] if isinstance(key, int)]
            keys = to.split(".") if to else []
            moved = [numbers.pop(0) if key == "*" else key for key in keys]
            return (*moved, *place[end:])
    return place


def differences(line, was, now, renamed=RENAMED):
    """The values of 0.2 that are not in the new document, each with what is."""
    names = {}
    for start, some in renamed["keys"].items():
        names |= some if begins(line, start) else {}
    today = leaves(now)
    reworded = [
        key
        for start, keys in renamed["reworded"].items()
        if begins(line, start)
        for key in keys
    ]
    return [
        (place, value, today.get(new_place(place, names), "nothing"))
        for place, value in leaves(was).items()
        if today.get(new_place(place, names), "nothing") != value
        and not (pattern(place) in reworded and today.get(new_place(place, names)))
    ]


@pytest.mark.parametrize("asked", MARKED)
def test_a_question_of_0_2_has_the_same_answer(asked):
    now = answered(new_line(asked["line"]))
    assert now["code"] == asked["code"]
    assert not differences(asked["line"], asked["document"], now["document"])


def test_what_has_a_new_name_is_told_by_the_table():
    renamed = {
        "reworded": {},
        "commands": {"play kept": "list games"},
        "options": {"play kept": {"--db": "--store"}},
        "keys": {"play": {"*.id": "rows.*.room", "#": "rows.#", "*": "rows.*"}},
    }
    assert new_line("play kept --db kept.db", renamed) == "list games --store kept.db"
    assert new_line("play kept2 --db kept.db", renamed) == "play kept2 --db kept.db"
    was = [{"id": 1, "moves": []}, {"id": 2, "moves": [3]}]
    now = {"rows": [{"room": 1, "moves": []}, {"room": 2, "moves": [3], "more": 4}]}
    assert not differences("play kept", was, now, renamed)
    now["rows"][1]["moves"] = [3, 5]
    assert differences("play kept", was, now, renamed) == [((1, "moves", "#"), 1, 2)]
    assert differences("watch", was, now, renamed)
