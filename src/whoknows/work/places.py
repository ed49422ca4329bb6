"""The places where work is done: here, on the cores of this machine, on a cluster.

Each is opened as an executor of the standard library's shape, so that the engine is the
same for all: loky's processes, or a Dask cluster by its address.
"""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol

from whoknows.errors import BadSetup

SHORT_CHUNK = 0.4  # seconds of work in a piece on this machine: little to lose
MOST_WORKERS = 1024  # processes that anybody can have meant


class Place(Protocol):
    """Where pieces of work are done."""

    @property
    def breaks(self) -> bool:
        """Whether the death of one worker breaks the whole executor."""

    @property
    def chunk_seconds(self) -> float:
        """How long a piece should take: long where sending one is dear."""

    def share(self, value: Any) -> Any:
        """A value that every piece needs, made ready to be sent along with each."""

    def room(self) -> int:
        """How many pieces to have under way: enough that no worker waits."""

    def open(self, module: str) -> Executor:
        """An executor that is ready for pieces of a function of that module."""

    def close(self, executor: Executor) -> None:
        """End the executor and every process of its own."""


def place(workers: int | None = None, cluster: str | None = None) -> Place:
    """The place that a person asks for: all cores unless told otherwise."""
    if cluster is not None:
        from whoknows.work.cluster import Cluster

        return Cluster(cluster)
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise BadSetup(f"{workers} workers; wanted 1 to {MOST_WORKERS}")
    count = usable_cores() if workers is None else workers
    return Here() if count == 1 else Cores(count)


def usable_cores() -> int:
    """The number of cores that this process may use."""
    from loky import cpu_count

    return int(cpu_count())


@dataclass(frozen=True)
class Here:
    """This very process: one piece after the other."""

    breaks: bool = False
    chunk_seconds: float = SHORT_CHUNK

    def share(self, value: Any) -> Any:
        """The value itself."""
        return value

    def room(self) -> int:
        """One piece at a time."""
        return 1

    def open(self, module: str) -> Executor:  # noqa: ARG002
        """An executor that does each piece at once."""
        return AtOnce()

    def close(self, executor: Executor) -> None:
        """Nothing to end."""


class AtOnce(Executor):
    """The executor that does a piece when it is submitted."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of a piece that is already done."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass(frozen=True)
class Cores:
    """A number of processes on this machine."""

    workers: int
    breaks: bool = True
    chunk_seconds: float = SHORT_CHUNK

    def share(self, value: Any) -> Any:
        """The value itself, which travels with every piece."""
        return value

    def room(self) -> int:
        """Two pieces a worker: one under way, one at hand."""
        return 2 * self.workers

    def open(self, module: str) -> Executor:  # noqa: ARG002
        """Fresh processes of loky's, one thread of mathematics in each."""
        from loky import ProcessPoolExecutor

        threads = "OMP_NUM_THREADS OPENBLAS_NUM_THREADS MKL_NUM_THREADS NUMBA_NUM_THREADS"
        executor: Executor = ProcessPoolExecutor(
            self.workers,
            initializer=begin_worker,
            initargs=(os.getpid(),),
            env=dict.fromkeys(threads.split(), "1"),
        )
        with deaf_to_interrupts():  # which the workers, begun by the first piece, inherit
            executor.submit(os.getpid)
        return executor

    def close(self, executor: Executor) -> None:
        """Kill the workers: whatever they still do is not wanted."""
        # Not by `shutdown(kill_workers=True)`: it stumbles over pieces still queued, and
        # then never ends.  A pool whose workers are gone shuts down in order.
        import psutil

        for worker in list(getattr(executor, "_processes", None) or {}):
            with suppress(psutil.NoSuchProcess):
                psutil.Process(worker).kill()
        executor.shutdown(wait=True)


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Ctrl-C does nothing for a moment; processes begun meanwhile never hear it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def begin_worker(driver: int) -> None:
    """Make a worker quiet at Ctrl-C, which the driver sees to, and end with its driver."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with, args=(driver,), daemon=True).start()


def end_with(driver: int) -> None:
    """End this process when the driver is gone, even if it was killed outright."""
    import time

    while os.getppid() == driver:
        time.sleep(0.5)
    os._exit(1)
