"""How much memory a model may take, asked before it is taken.

A quarter of the machine's memory by default; `WHOKNOWS_MEMORY`, in bytes, says otherwise.
"""

import os
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from weakref import finalize

from whoknows.errors import TooLarge

SHARE = 4  # one part in four of the machine's memory
CRUMBS = 1 << 14  # bytes that are taken without asking
SLACK = 1 << 28  # bytes that are left to a process whose limit is lowered
KEYS = count()
ROOM: dict[int, int] = {}  # bytes that are reserved beside the limit


def allowance() -> int:
    """The bytes that one model may take."""
    bytes_wanted = os.environ.get("WHOKNOWS_MEMORY")
    if bytes_wanted:
        return int(bytes_wanted)
    try:
        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # no such question on this system
        machine = 8 << 30
    return machine // SHARE


def reserve(needed: int, what: str) -> None:
    """Raise `TooLarge` if `what` needs more bytes than are allowed."""
    if needed <= CRUMBS:
        return
    allowed = allowance()
    if needed > allowed:
        raise TooLarge(
            f"{what} would need {size_name(needed)} of memory; "
            f"{size_name(allowed)} is allowed (set WHOKNOWS_MEMORY to change it)"
        )


def size_name(size: int) -> str:
    """A number of bytes as people say it."""
    for unit in ("bytes", "kB", "MB", "GB", "TB", "PB"):
        if size < 1000:
            return f"{size} {unit}"
        size //= 1000
    return f"{size} EB" if size < 10**6 else f"10^{len(str(size)) + 17} bytes"


def make_room(owner: object, size: int) -> None:
    """Let this process reserve so many bytes more for `owner`, where a limit is set for it.

    For what is reserved and hardly used, as the stacks of threads are.
    """
    key = next(KEYS)
    ROOM[key] = size
    finalize(owner, give_back, key).atexit = False
    settle()


def give_back(key: int) -> None:
    """The owner of some room is gone; the system keeps one stack for the next thread."""
    if len(ROOM) > 1:
        del ROOM[key]
    settle()


def settle() -> None:
    """Set the limit to what was given at first and all room beside it.

    It is lowered only to what is mapped, and a little more: a thread gives its stack back
    a moment after its owner is gone, and one that gets no memory ends the whole process.
    """
    with suppress(ImportError, OSError, ValueError):
        import resource

        if first_limit() != resource.RLIM_INFINITY:
            soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
            wanted = first_limit() + sum(ROOM.copy().values())
            if wanted < soft:
                wanted = min(soft, max(wanted, mapped() + SLACK))
            resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))


@cache
def first_limit() -> int:
    """The limit that this process had before any room was made."""
    import resource

    return resource.getrlimit(resource.RLIMIT_DATA)[0]


def mapped() -> int:
    """The bytes that count against the limit now."""
    pages = Path("/proc/self/statm").read_text().split()[5]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
