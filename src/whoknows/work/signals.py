"""Ending in order when told to: SIGTERM is taken as Ctrl-C is, and Ctrl-C is remembered.

A search that is stopped by Ctrl-C gives the best that it found, and the command prints it;
that it was stopped can be told by its exit code only if somebody remembers it.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class Terminated(KeyboardInterrupt):
    """Somebody asked this process to end."""

    exit_code = 128 + signal.SIGTERM


INTERRUPTS: list[int] = []  # every SIGINT since the command began


def interrupted() -> bool:
    """Whether Ctrl-C was pressed, even if a search caught it and gave what it had."""
    return bool(INTERRUPTS)


def note_interrupt() -> None:
    """Remember a SIGINT that somebody else caught."""
    INTERRUPTS.append(signal.SIGINT)


def remember_interrupts() -> None:
    """Remember every Ctrl-C from now on alone, and raise `KeyboardInterrupt` as ever."""

    def heard(number: int, frame: Any) -> None:
        note_interrupt()
        signal.default_int_handler(number, frame)

    INTERRUPTS.clear()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, heard)


@contextmanager
def interrupts(at_once: Callable[[], None] | None = None) -> Iterator[list[int]]:
    """The Ctrl-Cs so far, noted while compiled code runs: a list to look at afterwards.

    Compiled code cannot be broken into: an exception raised inside it would come out as a
    SystemError.  What is to be done `at_once` is done when one comes.
    """
    stops: list[int] = []

    def heard(number: int, _: Any) -> None:
        stops.append(number)
        if at_once:
            at_once()

    if threading.current_thread() is not threading.main_thread():
        yield stops  # signals come to the main thread alone
        return
    before = signal.signal(signal.SIGINT, heard)
    try:
        yield stops
    finally:
        signal.signal(signal.SIGINT, before)
        if stops:
            note_interrupt()


@contextmanager
def ending_on_sigterm() -> Iterator[None]:
    """Raise `Terminated` at SIGTERM, so that workers are ended and rows are kept."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are the main thread's affair
        return

    def terminate(*_: Any) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
