"""In which order several processes take the tests: what takes long begins first.

Each process is given an equal share of the list, and one that has done its own takes from
the end of another's.  So the one test that takes minutes stands first of all, then all that
needs the lab or a browser, which one of each serves (two where there are four processes);
the other shares begin with what takes seconds; and all of them end with what takes none, so
that there is something to take until the end.
"""

from itertools import chain, groupby
from math import ceil

SERVED = {
    "lab",
    "calm_chromium",
    "lively_chromium",
}  # fixtures that last as long as a process
TWO_LABS = 4  # processes, or more: tests of pages wait, and one lab would wait to the end
LONGEST = "tests/checking/test_verify.py::test_bulls_and_cows_of_ten_digits"  # six minutes
LONG = (  # what takes seconds, a line for a share: one process compiles the loops for all
    (
        "src/whoknows/games/",
        "src/whoknows/inquiry/",
        "tests/experiments/",
        "tests/games/hats/",
        "tests/games/mastermind/",
        "tests/inquiry/",
        "tests/test_docs.py",
        "tests/checking/",
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
    labs = 2 if processes >= TWO_LABS else 1
    served, heads, short = [], [[] for _ in range(processes - labs)], []
    for item in items:
        head = next(
            (k for k, files in enumerate(LONG) if item.nodeid.startswith(files)), -1
        )
        if item.nodeid.startswith(LONGEST):
            served.insert(0, item)
        elif SERVED.intersection(getattr(item, "fixturenames", ())):
            served.append(item)
        elif head >= 0:
            heads[min(head, len(heads) - 1)].append(item)
        else:
            short.append(item)
    shares, size = [*split(served, labs), *heads], ceil(len(items) / processes)
    for share in shares:
        room = max(size - len(share), 0)
        share += short[:room]
        del short[:room]
    return [*chain(*shares), *short]


def split(items, parts):
    """Tests in so many parts, a file as a whole in the part that has the fewest."""
    shares = [[] for _ in range(parts)]
    for _, file in groupby(items, key=lambda item: item.nodeid.split("::")[0]):
        min(shares, key=len).extend(file)
    return shares
