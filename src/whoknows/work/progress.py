"""How far work is, how long the rest will take, and a word to whoever waits for long.

>>> with patience(print, "this takes a while", after=60):
...     sum(range(10))
45
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Protocol

KERNELS = "compiling the kernels: half a minute, this first time only"
STEP = 0.2  # seconds between two looks at the clock


class Tell(Protocol):
    """To whom one says how far it is: a share of the whole if known, and words."""

    def __call__(self, share: float | None, words: str = "") -> None:
        """Say it."""


def silent(share: float | None, words: str = "") -> None:
    """Where nobody listens."""


@dataclass
class Pace:
    """Counts what is done of a total; what was done before the start is no merit."""

    total: int
    before: int = 0
    done: int = 0  # since the start
    began: float = field(default_factory=time.monotonic)
    first: tuple[float, int] | None = None  # when something was first done, and how much

    def tick(self, count: int = 1) -> None:
        """Count that much more as done."""
        self.done += count
        self.first = self.first or (time.monotonic(), count)

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.monotonic() - self.began

    @property
    def rate(self) -> float:
        """How much is done in a second; the start-up is left out once that can be."""
        if self.first is not None and self.done > self.first[1]:
            began, count = self.first
            return (self.done - count) / max(time.monotonic() - began, 1e-9)
        return self.done / max(self.seconds, 1e-9)

    @property
    def left(self) -> float | None:
        """The seconds that the rest will take; `None` before anything is done."""
        rest = self.total - self.before - self.done
        return rest / self.rate if self.done else None

    @property
    def to_go(self) -> str:
        """The time left, for people, with a comma before it; nothing at the start."""
        return "" if self.left is None else f", {clock(self.left)} left"


def clock(seconds: float) -> str:
    """A stretch of time: 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def patience(
    report: Callable[[str], None], text: str = KERNELS, *, after: float = 3.0
) -> Iterator[None]:
    """Report the text if what is done inside takes more processor time than `after`.

    Processor time is counted, so that a busy machine does not make us talk.
    """
    over, stop = time.process_time() + after, Event()

    def watch() -> None:
        while not stop.wait(STEP):
            if time.process_time() > over:
                report(text)
                return

    Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        stop.set()
