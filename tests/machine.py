"""The machine that the tests run on: parts that it may lack, and how long it is waited for.

A newcomer's machine may lack them: its tests are skipped, and one line at the end of the
run says what was not tested.  Where `WHOKNOWS_ALL_PARTS` is set, as in CI, they fail.

Every wait has a limit of its own, and says what it waited for.  The limit of a whole test
ends the process of the tests: an alarm would only end the task of asyncio that it meets,
and the test would wait on.  So that no more than a test is lost, every story is run by
`in_time`, whose limit is the shorter one, and one that asyncio knows.
"""

import asyncio
import os
import shutil
import threading
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


def in_time(story, *, seconds=PATIENCE):
    """What a story gives, run in a loop of its own."""
    return asyncio.run(limited(story, seconds))


async def limited(story, seconds=PATIENCE):
    """What a story gives; the traceback says where it was when its time was up."""
    name = getattr(story, "__qualname__", repr(story))
    try:
        async with asyncio.timeout(seconds) as limit:
            return await story
    except TimeoutError as error:
        if not limit.expired():
            raise
        raise AssertionError(f"waited {seconds} s for {name}") from error


async def until_async(found, what, *, seconds=240):
    """Wait in a story until something is so."""
    for _ in steps_to(found, what, seconds=seconds):
        await asyncio.sleep(0.01)


def steps_to(end, what, *, seconds=PATIENCE):
    """Steps to be taken until something is so, as the moves of a game until it is over."""
    over = time.monotonic() + seconds
    while not end():
        if time.monotonic() > over:
            raise AssertionError(f"waited {seconds} s for {what}")
        yield


def joined(worker, what, *, seconds=PATIENCE):
    """The end of a thread or of a process."""
    worker.join(seconds)
    if worker.is_alive():
        getattr(worker, "kill", lambda: None)()
        raise AssertionError(f"waited {seconds} s for {what}")


def read_line(pipe, what, *, seconds=PATIENCE):
    """The next line of a pipe."""
    lines = []
    reader = threading.Thread(target=lambda: lines.append(pipe.readline()), daemon=True)
    reader.start()
    joined(reader, what, seconds=seconds)
    return lines[0]
