"""Solvers at work in processes of their own: with progress, a limit, and a way to stop.

A solver is a function of plain values with one more argument `tell`, to which it says how
far it is.  It runs in a process that is started afresh (not forked) and kept for the next
one; stopping it, by cancelling the task that waits or by the limit, kills the process.
Whatever happens to the server, its workers end with it.
"""

import asyncio
import atexit
import ctypes
import logging
import os
import signal
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Protocol

import psutil

from whoknows.errors import WhoknowsError, WorkFailed

LIMIT = 120.0  # seconds until a solver is stopped
PAUSE = 0.1  # seconds between two words of progress
KEPT = 64  # results that are remembered
NICE = 10  # pages come before solvers

log = logging.getLogger("whoknows.lab")


class Tell(Protocol):
    """To whom a solver says how far it is: a share of the whole if known, and words."""

    def __call__(self, share: float | None, words: str = "") -> None:
        """Say it."""


class Progress(NamedTuple):
    """How far a solver is."""

    share: float | None
    words: str


class Done(NamedTuple):
    """What a solver found."""

    result: Any


class Wrong(NamedTuple):
    """Why a solver found nothing: what it was asked is wrong, or it failed."""

    words: str


class Solvers:
    """The processes of a server in which solvers run, a few at a time.

    `parents` may have processes of their own, which end with them.
    """

    def __init__(self, most: int | None = None, *, parents: bool = False) -> None:
        self.parents = parents
        self.most = most or max(2, min(4, os.cpu_count() or 2))
        self.room: asyncio.Semaphore | None = None
        self.idle: list[Worker] = []
        self.busy: set[Worker] = set()
        self.kept: OrderedDict[Any, Any] = OrderedDict()
        self.shared: dict[Any, Shared] = {}

    async def solve(
        self,
        function: Callable[..., Any],
        *args: Any,
        limit: float = LIMIT,
        tell: Tell | None = None,
        keep: bool = True,
    ) -> Any:
        """What a solver finds; a `WhoknowsError` says why it found nothing.

        What it found for the same arguments before is given at once, unless not `keep`,
        or unless that says of itself that it is not `final`.  Those who ask the same at
        the same time share one solver; it is stopped when the last of them stops.
        """
        tell = tell or silent
        if not keep:
            return await self.solved(function, args, limit, tell)
        key = (function.__module__, function.__qualname__, args)
        if key in self.kept:
            self.kept.move_to_end(key)
            return self.kept[key]
        shared = self.shared.get(key)
        if shared is None:
            shared = self.shared[key] = Shared()
            work = self.solved(function, args, limit, shared.tell)
            shared.task = asyncio.create_task(work)
        try:
            result = await shared.wait(tell)
        finally:
            if not shared.tells and self.shared.get(key) is shared:
                del self.shared[key]
        if getattr(result, "final", True):
            self.remember(key, result)
        return result

    async def solved(
        self, function: Callable[..., Any], args: tuple[Any, ...], limit: float, tell: Tell
    ) -> Any:
        """What a solver finds, once there is room for it."""
        self.room = self.room or asyncio.Semaphore(self.most)
        if self.room.locked():
            tell(None, "waiting for other solvers")
        async with self.room:
            reply = await self.ask(function, args, limit, tell)
        if isinstance(reply, Wrong):
            raise WhoknowsError(reply.words)
        return reply.result

    def remember(self, key: Any, result: Any) -> None:
        """Keep a result; the one that was not asked for longest goes."""
        self.kept[key] = result
        if len(self.kept) > KEPT:
            self.kept.popitem(last=False)

    async def ask(
        self, function: Callable[..., Any], args: tuple[Any, ...], limit: float, tell: Tell
    ) -> Done | Wrong:
        """The reply of a worker; one that is stopped or dies is replaced."""
        worker = self.ready()
        self.busy.add(worker)
        healthy = False
        try:
            reply = await asyncio.wait_for(worker.ask(function, args, tell), limit)
            healthy = worker.alive
        except TimeoutError:
            raise WorkFailed(f"stopped after {limit:.0f} seconds") from None
        finally:
            self.busy.discard(worker)
            if healthy:
                self.idle.append(worker)
            else:
                worker.kill()
        return reply

    def ready(self) -> "Worker":
        """A process that has nothing to do."""
        while self.idle:
            worker = self.idle.pop()
            if worker.alive:
                return worker
            worker.kill()
        return Worker(parent=self.parents)

    def close(self) -> None:
        """End all processes now."""
        for worker in [*self.idle, *self.busy]:
            worker.kill()
        self.idle, self.busy = [], set()


class Shared:
    """One solver, and all who wait for it."""

    def __init__(self) -> None:
        self.task: asyncio.Task[Any] | None = None
        self.tells: list[Tell] = []

    def tell(self, share: float | None, words: str = "") -> None:
        """Say it to all who wait."""
        for tell in list(self.tells):
            tell(share, words)

    async def wait(self, tell: Tell) -> Any:
        """What the solver finds; who is cancelled no longer waits."""
        assert self.task is not None
        self.tells.append(tell)
        try:
            return await asyncio.shield(self.task)
        finally:
            self.tells.remove(tell)
            if not self.tells:
                self.task.cancel()


def silent(share: float | None, words: str = "") -> None:
    """Where nobody listens."""


class Worker:
    """A process that solves one thing after the other.

    One that is a `parent` may start processes, and is killed together with them.
    """

    def __init__(self, *, parent: bool = False) -> None:
        self.parent = parent
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(
            target=serve, args=(theirs,), daemon=not parent, name="solver"
        )
        self.process.start()
        theirs.close()  # so that its end is seen here
        if parent:  # else leaving this program would wait for it
            atexit.register(self.kill)

    async def ask(
        self, function: Callable[..., Any], args: tuple[Any, ...], tell: Tell
    ) -> Done | Wrong:
        """What the process says in the end; its progress is told on the way."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Done | Wrong] = loop.create_future()
        listener = Listener(self.connection, loop, future, tell)
        threading.Thread(target=listener.listen, daemon=True).start()
        self.connection.send((function, args))
        return await future

    @property
    def alive(self) -> bool:
        """Whether the process can be asked."""
        return not self.connection.closed and self.process.is_alive()

    def kill(self) -> None:
        """End the process, whatever it does, and those that it started."""
        family = self.children() if self.parent else []
        self.process.kill()
        self.process.join(5)
        for child in family:
            with suppress(psutil.NoSuchProcess):
                child.kill()
        atexit.unregister(self.kill)

    def children(self) -> list[psutil.Process]:
        """The processes that this one started, and theirs."""
        try:
            found: list[psutil.Process] = psutil.Process(self.process.pid).children(True)
        except psutil.NoSuchProcess:
            return []
        return found


@dataclass
class Listener:
    """Hears what a worker says, in a thread, and passes it on to the event loop."""

    connection: Connection
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Done | Wrong]"
    tell: Tell

    def listen(self) -> None:
        """Pass on all progress, and the last word."""
        with suppress(RuntimeError):  # the loop may be closed by then
            while isinstance(said := self.heard(), Progress):
                self.loop.call_soon_threadsafe(self.tell, *said)
            self.loop.call_soon_threadsafe(self.settle, said)

    def heard(self) -> Progress | Done | Wrong:
        """The next word; that there will be none is an answer too."""
        try:
            said: Progress | Done | Wrong = self.connection.recv()
        except (EOFError, OSError):
            self.connection.close()
            return Wrong("the solver died; it may need more memory than there is")
        return said

    def settle(self, said: Done | Wrong) -> None:
        """Give the answer to who still waits for it."""
        if not self.future.done():
            self.future.set_result(said)


# ------------------------------------------------------------------ in the worker process


def serve(connection: Connection) -> None:
    """Solve what comes, until nobody is there any more."""
    end_with_parent()
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with suppress(EOFError, OSError):
        while True:
            function, args = connection.recv()
            connection.send(reply(function, args, connection))


def reply(
    function: Callable[..., Any], args: tuple[Any, ...], connection: Connection
) -> Done | Wrong:
    """What a function found, or what is wrong, in words."""
    try:
        return Done(function(*args, tell=Telling(connection)))
    except WhoknowsError as error:
        return Wrong(str(error))
    except MemoryError:
        return Wrong("this needs more memory than there is")
    except Exception as error:
        log.exception("a solver failed: %s", getattr(function, "__name__", function))
        return Wrong(f"the solver failed: {type(error).__name__}: {error}")


class Telling:
    """Passes progress on, not too often."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.last = 0.0

    def __call__(self, share: float | None, words: str = "") -> None:
        """Say how far it is."""
        now = time.monotonic()
        if now - self.last >= PAUSE:
            self.last = now
            self.connection.send(Progress(share, words))


def end_with_parent() -> None:
    """Leave when the server is gone, even if it was killed outright."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's affair
    parent = parent_process()
    if parent is None:
        return
    if sys.platform == "linux":  # also in the middle of a kernel that never looks up
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


SOLVERS = Solvers()
