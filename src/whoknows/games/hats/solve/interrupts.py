"""Ctrl-C while compiled code runs: noted, and looked at afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, signal
from threading import current_thread, main_thread

from whoknows.work.signals import note_interrupt


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """The Ctrl-Cs so far: a list to look at, since compiled code cannot be broken into.

    An exception raised inside it would come out as a SystemError.
    """
    stops: list[int] = []
    if current_thread() is not main_thread():
        yield stops  # signals come to the main thread alone
        return
    before = signal(SIGINT, lambda number, _: stops.append(number))
    try:
        yield stops
    finally:
        signal(SIGINT, before)
        if stops:
            note_interrupt()
