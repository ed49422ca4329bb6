"""Work beside the event loop: in a thread that nobody waits for when the program ends."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def aside(function: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
    """What a function gives, worked out in another thread; raises what it raises.

    Threads of asyncio's own pool are waited for at the end, and a strategy may think for
    long; this one is a daemon and ends with the program.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(found: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(found)  # type: ignore[arg-type]

    def work() -> None:
        found, error = None, None
        try:
            found = function(*args, **options)
        except Exception as raised:
            error = raised
        with suppress(RuntimeError):  # the loop may be gone by now
            loop.call_soon_threadsafe(settle, found, error)

    Thread(target=work, daemon=True).start()
    return await future
