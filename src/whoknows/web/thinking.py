"""Thinking off the event loop: strategies, hints, and panels, in processes of their own.

The processes are started afresh (not forked), end with the server however it ends, and
are replaced if they die or think for too long.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from typing import Any, ParamSpec, TypeVar

from whoknows.errors import WhoknowsError, WorkFailed
from whoknows.play.game import AnySight as Sight
from whoknows.play.game import History, Seat
from whoknows.web.solving import end_with_parent

P = ParamSpec("P")
T = TypeVar("T")

WORKERS = max(2, min(4, (os.cpu_count() or 2)))
PATIENCE = 60.0  # seconds until a thought is given up
LATER = 5  # how nice those are who work out what nobody waits for


class Thinkers:
    """A few processes that think; `ask` gives what a function says there.

    Those that are `nice` let others go first.
    """

    def __init__(self, workers: int = WORKERS, *, nice: int = 0) -> None:
        self.workers, self.nice = workers, nice
        self.pool: ProcessPoolExecutor | None = None
        self.closed = False

    async def ask(self, function: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """What a function gives, worked out elsewhere; raises its `WhoknowsError`."""
        return await self.within(PATIENCE, function, *args, **options)

    async def within(
        self,
        seconds: float,
        function: Callable[P, T],
        *args: P.args,
        **options: P.kwargs,
    ) -> T:
        """The same, given up after so many seconds."""
        for attempt in (1, 2):
            pool = self.ready()
            try:
                thought = pool.submit(tried, function, args, options)
                found = await asyncio.wait_for(asyncio.wrap_future(thought), seconds)
            except TimeoutError:
                if not thought.cancelled():  # it runs, and only its end ends it
                    self.drop(pool)
                raise WorkFailed(f"given up after {seconds:.0f} seconds") from None
            except BrokenProcessPool as error:  # one died, or another's was given up
                self.drop(pool)
                if attempt == 2:
                    raise WorkFailed("a worker process died twice at this") from error
                continue
            if isinstance(found, WhoknowsError):
                raise found
            given: T = found
            return given
        raise AssertionError

    def warm(self) -> None:
        """Start the processes before they are needed."""
        for _ in range(self.workers):
            self.ready().submit(warmed)

    def ready(self) -> ProcessPoolExecutor:
        """The processes, started when first needed."""
        if self.closed:
            raise WorkFailed("the lab is closing")
        if self.pool is None:
            self.pool = ProcessPoolExecutor(
                self.workers,
                mp_context=get_context("spawn"),
                initializer=begin,
                initargs=(self.nice,),
            )
        return self.pool

    def drop(self, pool: ProcessPoolExecutor) -> None:
        """End processes that are stuck or broken; the next thought starts new ones."""
        if self.pool is pool:
            self.pool = None
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.kill()
        unsent = getattr(pool, "_call_queue", None)
        if unsent is not None:  # nobody reads any more what is still to be sent
            unsent.cancel_join_thread()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """End all processes now, and wait until they have ended."""
        self.closed, pool = True, self.pool
        if pool is not None:
            self.drop(pool)
            pool.shutdown(wait=True)


def warmed() -> None:
    """Import what the games need; for a worker process."""
    import numpy as np

    from whoknows.web.boards import PLACES, board_of

    np.zeros(1)
    for game in PLACES:
        board_of(game)


def tried(
    function: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]
) -> Any:
    """What a function gives, or the error that is somebody's mistake."""
    try:
        return function(*args, **options)
    except WhoknowsError as error:
        return plain_error(error)


def plain_error(error: WhoknowsError) -> WhoknowsError:
    """The error as one of `whoknows.errors`: without what cannot travel."""
    kinds = (kind for kind in type(error).__mro__ if kind.__module__ == "whoknows.errors")
    found: WhoknowsError = next(kinds)(str(error))
    return found


def begin(nice: int) -> None:
    """In a worker: leave when the server is gone, even if it was killed."""
    end_with_parent()
    if nice:
        with suppress(OSError, AttributeError):
            os.nice(nice)
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115 -- for the process's life


def chosen(
    game: str, strategy: str, sight: Sight, history: History, key: tuple[int, Seat, int]
) -> str:
    """The move of a strategy, as people type it; for a worker process.

    `key` is seed, seat, and number of the turn, on which alone its chances depend.
    """
    from whoknows.catalog import GAMES
    from whoknows.errors import StrategyFailed
    from whoknows.play.referee import MOVING, generator
    from whoknows.play.source import error_text
    from whoknows.play.strategies import find_strategy

    rules = GAMES[game]
    seed, seat, turn = key
    try:
        found = find_strategy(rules, strategy)
        move = found(sight, history, generator(seed, MOVING, seat, turn))
        return rules.move_name(move)
    except WhoknowsError:
        raise
    except Exception as error:
        raise StrategyFailed(f"{strategy} failed: {error_text(error)}") from error


def on_board(game: str, ask: str, *args: Any) -> Any:
    """What the board of a game says; for a worker process."""
    from whoknows.web.boards import board_of

    return getattr(board_of(game), ask)(*args)
