"""A word to whoever waits: said only if a piece of work takes longer than it mostly does.

Processor time is counted, so that a busy machine does not make us talk.

>>> with patience(print, "this takes a while", after=60):
...     sum(range(10))
45
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import process_time

KERNELS = "compiling the kernels: half a minute, this first time only"
STEP = 0.2  # seconds between two looks at the clock


@contextmanager
def patience(
    report: Callable[[str], None], text: str = KERNELS, *, after: float = 3.0
) -> Iterator[None]:
    """Report the text if what is done inside takes more processor time than `after`."""
    over, stop = process_time() + after, Event()

    def watch() -> None:
        while not stop.wait(STEP):
            if process_time() > over:
                report(text)
                return

    Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        stop.set()
