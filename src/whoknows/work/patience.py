"""A word to whoever waits: said only if a piece of work takes longer than expected.

>>> with patience(print, "this takes a while", after=60):
...     sum(range(10))
45
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

KERNELS = "loading the kernels; the first time they are compiled: half a minute, once"


@contextmanager
def patience(
    report: Callable[[str], None], text: str = KERNELS, *, after: float = 2.0
) -> Iterator[None]:
    """Report the text if what is done inside takes more seconds than `after`."""
    timer = Timer(after, report, (text,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
