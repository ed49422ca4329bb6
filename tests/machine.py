"""Parts of the machine that some tests need, and what is said where one is missing.

A newcomer's machine may lack them: its tests are skipped, and one line at the end of the
run says what was not tested.  Where `WHOKNOWS_ALL_PARTS` is set, as in CI, they fail.
"""

import os
import shutil
import time

import pytest

NOT_TESTED = "NOT TESTED"
PATIENCE = 600  # seconds until a program that says nothing is given up: machines are busy


def missing(part, how):
    """End a test for want of a part of the machine; `how` says how to get it."""
    message = f"{NOT_TESTED}: {part}, which is not installed ({how})"
    if os.environ.get("WHOKNOWS_ALL_PARTS"):
        pytest.fail(message)
    pytest.skip(message)


def program(*names):
    """The first of these programs that is on the path."""
    return next(filter(None, map(shutil.which, names)), None)


def lines_of(reasons):
    """A line for each part that was missing, with the number of tests it cost."""
    told = [
        reason[reason.index(NOT_TESTED) :] for reason in reasons if NOT_TESTED in reason
    ]
    counted = {reason: told.count(reason) for reason in sorted(told)}
    return [f"{reason}: {count} tests skipped" for reason, count in counted.items()]


def until(found, *, seconds=240, what="it"):
    """Whatever `found()` gives, once it gives something true and raises nothing."""
    end, last = time.monotonic() + seconds, None
    while time.monotonic() < end:
        try:
            if value := found():
                return value
        except Exception as error:
            last = error
        time.sleep(0.05)
    raise AssertionError(f"waited {seconds} s for {what}: {last}")
