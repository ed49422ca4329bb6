"""How much memory a model may take, asked before it is taken.

A quarter of the machine's memory by default; `WHOKNOWS_MEMORY`, in bytes, says otherwise.
"""

import os
from contextlib import suppress

from whoknows.errors import TooLarge

SHARE = 4  # one part in four of the machine's memory
CRUMBS = 1 << 14  # bytes that are taken without asking


def allowance() -> int:
    """The bytes that one model may take."""
    told = os.environ.get("WHOKNOWS_MEMORY")
    if told:
        return int(told)
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


def make_room(size: int) -> None:
    """Let this process reserve so many bytes more, where a limit is set for what it takes.

    For what is reserved and hardly used, as the stacks of threads are.
    """
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if soft != resource.RLIM_INFINITY:
            resource.setrlimit(resource.RLIMIT_DATA, (soft + size, hard))
