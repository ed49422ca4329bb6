"""In which order several processes take the tests: what takes long begins first.

Each process is given an equal share of the list, and one that has done its own takes from
the end of another's.  So all that needs the lab or a browser stands at the head of the
first share, and is served by one of each; the other shares begin with what takes seconds;
and all of them end with what takes none, so that there is something to take until the end.
"""

from itertools import chain, cycle, groupby
from math import ceil

SERVED = {
    "lab",
    "calm_chromium",
    "lively_chromium",
}  # fixtures that last as long as a process
LONG = (
    "tests/test_docs.py",
    "tests/inquiry/",
    "tests/experiments/",
    "tests/tui/",
    "tests/web/",
    "tests/work",
    "tests/cli/test_help.py",
    "tests/test_conformance.py",
    "tests/test_doors.py",
    "tests/test_notebooks.py",
    "src/whoknows/games/",
    "src/whoknows/inquiry/",
)


def in_shares(items, processes):
    """The same tests, as the first share, then the second, and so on."""
    served = [
        item for item in items if SERVED.intersection(getattr(item, "fixturenames", ()))
    ]
    taken = set(served)
    others = [item for item in items if item not in taken]
    heads, short = [[] for _ in range(processes - 1)], []
    dealt = cycle(heads)
    for _, tests in groupby(others, lambda item: item.path):
        first, *more = tests
        share = next(dealt) if first.nodeid.startswith(LONG) else short
        share += [first, *more]
    shares, size = [served, *heads], ceil(len(items) / processes)
    for share in shares:
        room = max(size - len(share), 0)
        share += short[:room]
        del short[:room]
    return [*chain(*shares), *short]
