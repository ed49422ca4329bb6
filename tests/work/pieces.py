"""Work for the tests: functions that workers can import."""

import os
import signal
import threading
import time
from pathlib import Path


def square(number):
    return number * number


def slow_square(number):
    time.sleep(0.05)
    return number * number


def square_or_fail(number):
    if number == 7:
        raise ValueError("seven")
    return number * number


def die_once(piece):
    """Kill this worker the first time, which the file remembers."""
    number, folder = piece
    mark = Path(folder) / f"died-{number}"
    if number % 10 == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die_always(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return number * number


def process_id(_):
    time.sleep(0.05)
    return os.getpid()


def lock(_):
    """Something that no other process can have."""
    return threading.Lock()
