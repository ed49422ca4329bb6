"""In which order several processes take the tests: what takes long begins first.

Each process is given an equal share of the list, and one that has done its own takes from
the end of another's.  So the one test that takes minutes stands first of all, then all that
needs the lab or a browser, which one of each serves; the other shares begin with what takes
seconds; and all of them end with what takes none, so that there is something to take until
the end.
"""

from itertools import chain
from math import ceil

SERVED = {
    "lab",
    "calm_chromium",
    "lively_chromium",
}  # fixtures that last as long as a process
LONGEST = "tests/verify/test_verify.py::test_bulls_and_cows_of_ten_digits"  # six minutes
LONG = (  # what takes seconds, a line for a share: one process compiles the loops for all
    (
        "src/whoknows/games/",
        "src/whoknows/inquiry/",
        "tests/experiments/",
        "tests/games/hats/",
        "tests/games/mastermind/",
        "tests/inquiry/",
        "tests/test_docs.py",
        "tests/verify/",
    ),
    ("tests/web/", "tests/work", "tests/cli/test_help.py"),
    (
        "tests/games/egghead/",
        "tests/tui/",
        "tests/test_conformance.py",
        "tests/test_doors.py",
        "tests/test_notebooks.py",
    ),
)


def in_shares(items, processes):
    """The same tests, as the first share, then the second, and so on."""
    served, heads, short = [], [[] for _ in range(processes - 1)], []
    for item in items:
        head = next(
            (k for k, files in enumerate(LONG) if item.nodeid.startswith(files)), -1
        )
        if item.nodeid.startswith(LONGEST):
            served.insert(0, item)
        elif SERVED.intersection(getattr(item, "fixturenames", ())):
            served.append(item)
        elif head >= 0:
            heads[min(head, processes - 2)].append(item)
        else:
            short.append(item)
    shares, size = [served, *heads], ceil(len(items) / processes)
    for share in shares:
        room = max(size - len(share), 0)
        share += short[:room]
        del short[:room]
    return [*chain(*shares), *short]
