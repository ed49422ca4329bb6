"""A worker of a pool: a question, the process that answers it, and who waits for it."""

import atexit
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from inspect import signature
from multiprocessing.connection import Connection, Pipe
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from whoknows.work.progress import Tell
from whoknows.work.worker_process import (
    START,
    Done,
    Failed,
    Progress,
    Taken,
    Wrong,
    sender,
    serve,
)

if TYPE_CHECKING:
    from whoknows.work.worker_pool import WorkerPool


@dataclass(eq=False)
class Job:
    """A question: who asks, who waits for it, and how far it is."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    who: str
    limit: float
    asked: float  # when; all times are those of one clock
    key: Any = None  # under which its answer is remembered and shared
    waiters: "dict[Future[Any], Tell | None]" = field(default_factory=dict)
    worker: "Worker | None" = None
    begun: float | None = None  # since when it runs, unless it waits or is paused
    used: float = 0.0  # seconds before that
    taken: bool = False  # whether its worker has said so
    spent: float = 0.0  # of a processor, that its worker had used before
    deaths: int = 0

    def seconds(self, now: float) -> float:
        """How long it has run, pauses left out."""
        return self.used + (now - self.begun if self.begun is not None else 0.0)

    def tell(self, share: float | None, words: str = "") -> None:
        """Say it to all who wait."""
        for tell in list(self.waiters.values()):
            if tell is not None:
                tell(share, words)

    def settle(self, result: Any = None, error: BaseException | None = None) -> None:
        """Give the answer to all who still wait."""
        for future in list(self.waiters):
            with suppress(InvalidStateError):  # it was cancelled at this very moment
                if error is not None:
                    future.set_exception(error)
                else:
                    future.set_result(result)


class Worker:
    """A process, and the thread that starts it, speaks with it, and sees it end.

    The thread lives as long as the process: on Linux a process is bound to it.
    """

    def __init__(self, pool: "WorkerPool") -> None:
        self.pool = pool
        self.tasks: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.process: Any = None
        self.doomed = False
        self.idle_since = time.monotonic()
        self.thread = threading.Thread(target=self.live, daemon=True, name="worker")
        EVERY.add(self)
        self.thread.start()

    def live(self) -> None:
        """Start the process, and let it answer one question after the other."""
        connection = self.start()
        try:
            while self.take(connection, self.tasks.get()):
                pass
        finally:
            connection.close()
            self.end()

    def take(self, connection: Connection, job: Job | None) -> bool:
        """Let the process answer a question; whether it can take another."""
        if job is None:
            return False
        reply = self.reply(connection, job)
        died = isinstance(reply, Failed) and reply.died
        if died:
            self.end()
        self.pool.finished(self, job, reply)
        return not died

    def start(self) -> Connection:
        """Start the process; its end of the pipe is closed here, so that we see it end."""
        pool = self.pool
        ours, theirs = Pipe()
        # Ctrl-C is heard by all of a terminal: the process must never see it.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        self.process = subprocess.Popen(  # noqa: S603 -- this very program
            [sys.executable, "-P", "-c", START, str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()
        options = (os.getpid(), pool.nice, pool.limits.memory, pool.warm, pool.batch)
        with suppress(OSError):  # it has died, which the first question will show
            ours.send(sys.path)
            ours.send((serve, options))
        if self.doomed:
            self.kill()
        return ours

    def reply(self, connection: Connection, job: Job) -> Done | Wrong | Failed:
        """The last word of the process about a question; progress is told on the way."""
        try:
            send = sender(connection, self.pool.batch)
            send((job.function, job.args, wants_tell(job.function)))
        except (BrokenPipeError, ConnectionError, OSError):
            return Failed("a worker died; it may need more memory than there is", died=True)
        except Exception as error:  # what was asked cannot be sent
            return Failed(f"this cannot be asked of a worker: {error}")
        try:
            while True:
                message = connection.recv()
                if isinstance(message, Taken):
                    self.pool.began(job, message.spent)
                elif isinstance(message, Progress):
                    job.tell(*message)
                else:
                    reply: Done | Wrong | Failed = message
                    return reply
        except Exception:  # the end of the pipe, or something torn
            return self.death()

    def death(self) -> Failed:
        """Why the process died: of its own clock, or we do not know."""
        self.wait(1)
        if self.process.returncode == -signal.SIGPROF:
            return Failed("this takes more work than it may", died=True, guilty=True)
        return Failed("a worker died; it may need more memory than there is", died=True)

    def processor_seconds(self) -> float:
        """What the process has used of a processor."""
        times = self.measure("cpu_times")
        return 0.0 if times is None else float(times.user + times.system)

    def memory(self) -> int:
        """The bytes that the process has now."""
        sizes = self.measure("memory_info")
        return 0 if sizes is None else int(sizes.rss)

    def measure(self, what: str, **options: Any) -> Any:
        """What the system says of the process; nothing if it has ended."""
        import psutil

        try:
            return getattr(psutil.Process(self.process.pid), what)(**options)
        except (psutil.Error, AttributeError):
            return None

    def signal(self, number: int) -> None:
        """Send a signal to the process, if it is there."""
        if self.process is not None:
            self.process.send_signal(number)

    def kill(self) -> None:
        """End the process, whatever it does, and those that it started."""
        self.doomed = True
        self.tasks.put(None)
        family = self.measure("children", recursive=True) if self.pool.parents else None
        self.signal(signal.SIGKILL)
        for child in family or []:
            with suppress(Exception):  # it has ended
                child.kill()

    def end(self) -> None:
        """See the process end."""
        self.kill()
        if self.process is not None:
            self.wait(10)
        EVERY.discard(self)

    def wait(self, seconds: float) -> None:
        """Wait some seconds for the process to end."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)


EVERY: "WeakSet[Worker]" = WeakSet()


@atexit.register
def end_all() -> None:
    """End what is still there: a paused process would never hear a milder word."""
    for worker in list(EVERY):
        worker.kill()


def wants_tell(function: Callable[..., Any]) -> bool:
    """Whether a function says how far it is."""
    try:
        return "tell" in signature(function).parameters
    except (TypeError, ValueError):
        return False
