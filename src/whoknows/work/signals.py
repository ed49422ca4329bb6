"""Ending in order when told to: SIGTERM is taken as Ctrl-C is."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Terminated(KeyboardInterrupt):
    """Somebody asked this process to end."""

    exit_code = 128 + signal.SIGTERM


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
