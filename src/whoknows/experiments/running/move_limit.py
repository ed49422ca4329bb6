"""A time limit for each move, so that a strategy that does not end stops no batch.

A thread looks at the clock; when a move has taken too long, an exception is raised in the
thread that makes it, between two steps of Python.  So this works on the threads of a Dask
worker too, where signals do not, but it cannot break into compiled code.

>>> def endless(sight, history, rng):
...     while True:
...         pass
>>> with time_limited([endless], 0.1) as [limited]:
...     limited(None, (), None)
Traceback (most recent call last):
whoknows.errors.StrategyFailed: endless took more than 0.1 seconds for a move
"""

import ctypes
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from whoknows.errors import StrategyFailed
from whoknows.play.game import History, Strategy

LOOK_EVERY = 0.05  # seconds between two looks at the clock


class TimeUp(BaseException):
    """A move takes too long; no strategy is to catch it by mistake."""


class Watch:
    """A thread that watches the moves of another one."""

    def __init__(self, limit: float) -> None:
        self.limit, self.thread = limit, threading.get_ident()
        self.lock = threading.Lock()
        self.deadline: float | None = None
        self.ended = threading.Event()
        threading.Thread(target=self.look, daemon=True).start()

    def look(self) -> None:
        """Look at the clock until the watch is ended."""
        while not self.ended.wait(min(LOOK_EVERY, self.limit)):
            with self.lock:
                if self.deadline is not None and time.monotonic() > self.deadline:
                    self.deadline = None
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(self.thread), ctypes.py_object(TimeUp)
                    )

    def set(self, deadline: float | None) -> None:
        """Begin to watch a move, or end it."""
        with self.lock:
            self.deadline = deadline

    def limited(self, strategy: Strategy) -> Strategy:
        """A strategy that fails when a move takes too long."""
        name = getattr(strategy, "__name__", "a strategy")

        def timed(sight: Any, history: History, rng: Any) -> Any:
            try:
                self.set(time.monotonic() + self.limit)
                try:
                    return strategy(sight, history, rng)
                finally:
                    self.set(None)
            except TimeUp:
                raise StrategyFailed(
                    f"{name} took more than {self.limit:g} seconds for a move"
                ) from None

        timed.__name__ = name
        return timed


@contextmanager
def time_limited(
    strategies: Sequence[Strategy], limit: float | None
) -> Iterator[Sequence[Strategy]]:
    """The strategies, each with so many seconds for a move; without a limit as they are."""
    if limit is None:
        yield strategies
        return
    watch = Watch(limit)
    try:
        yield [watch.limited(strategy) for strategy in strategies]
    finally:
        watch.ended.set()
