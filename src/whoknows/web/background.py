"""Work beside the event loop: tasks that are kept and told of, and threads with bounds.

A task of the lab is begun here and nowhere else: it is held until it has ended, and an
error in it is logged at that moment, whoever holds it or waits for it.  What blocks goes to
threads that are for this alone: asyncio's own pool has six threads on two cores, and what
takes long there would keep everything else waiting.

| threads | for |
|---|---|
| DATABASE | to ask the database, which may make one wait for another writer |
| MOVES | changes of rooms, of which each is known to be short |
| DOCS | to set a page of the documentation, once |

What takes long is for the workers of `whoknows.web.server.workers`.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from whoknows.errors import WhoknowsError

T = TypeVar("T")

DATABASE = ThreadPoolExecutor(12, "database")  # no more than there are connections
MOVES = ThreadPoolExecutor(4, "moves")
DOCS = ThreadPoolExecutor(1, "docs")
RUNNING: set[asyncio.Task[Any]] = set()
PAUSE = 10.0  # seconds until what failed is begun again

log = logging.getLogger("whoknows.lab")


async def in_thread(
    threads: ThreadPoolExecutor, function: Callable[..., T], *args: Any, **options: Any
) -> T:
    """What a function gives that is called in one of these threads."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(threads, partial(function, *args, **options))


async def from_database(function: Callable[..., T], *args: Any, **options: Any) -> T:
    """What a function gives that asks the database."""
    return await in_thread(DATABASE, function, *args, **options)


def begin_task(work: Coroutine[Any, Any, T], what: str) -> "asyncio.Task[T]":
    """A task, kept until it has ended; what goes wrong in it is logged by this name."""
    task = asyncio.create_task(work, name=what)
    RUNNING.add(task)
    task.add_done_callback(ended)
    return task


async def lasting(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Work that is begun again if it fails: others need it for as long as we are there."""
    while True:
        try:
            return await work()
        except Exception:
            log.exception("what lasts has failed; it is begun again")
            await asyncio.sleep(PAUSE)


def ended(task: "asyncio.Task[Any]") -> None:
    """Let go of a task; errors of ours are sentences for who waits for it, if anybody."""
    RUNNING.discard(task)
    error = None if task.cancelled() else task.exception()
    if isinstance(error, WhoknowsError):
        log.info("%s: %s", task.get_name(), error)
    elif error is not None:
        log.error("%s failed", task.get_name(), exc_info=error)
