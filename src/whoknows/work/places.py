"""The places where work is done: here, on the cores of this machine, on a cluster.

Each is opened as an executor of the standard library's shape, so that the engine is the
same for all: this process, the pool of workers, or a Dask cluster by its address.
"""

import os
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from whoknows.edge import checked
from whoknows.errors import BadSetup

SHORT_CHUNK = 0.4  # seconds of work in a piece on this machine: little to lose
MOST_WORKERS = 1024  # processes that anybody can have meant
QUOTA = Path("/sys/fs/cgroup/cpu.max")  # microseconds of a processor, in how many


class Place(Protocol):
    """Where pieces of work are done."""

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


@checked
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
    cores = os.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):  # not on every system
        cores = len(os.sched_getaffinity(0))
    with suppress(OSError, ValueError):  # what a container may use; "max" is no bound
        used, period = QUOTA.read_text().split()
        cores = min(cores, -(-int(used) // int(period)))
    return max(1, cores)


@dataclass(frozen=True)
class Here:
    """This very process: one piece after the other."""

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
    chunk_seconds: float = SHORT_CHUNK

    def share(self, value: Any) -> Any:
        """The value itself, which travels with every piece."""
        return value

    def room(self) -> int:
        """Two pieces a worker: one under way, one at hand."""
        return 2 * self.workers

    def open(self, module: str) -> Executor:  # noqa: ARG002
        """A pool of workers of its own."""
        return InPool(self.workers)

    def close(self, executor: Executor) -> None:
        """Kill the workers: whatever they still do is not wanted."""
        executor.shutdown()


class InPool(Executor):
    """The executor that gives pieces to a pool of workers."""

    def __init__(self, workers: int) -> None:
        from whoknows.work.schedule import PoolLimits
        from whoknows.work.worker_pool import FOREVER, WorkerPool

        self.pool = WorkerPool(workers, batch=True, limits=PoolLimits(waiting=2 * workers))
        self.limit = FOREVER

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        """The future of a piece, however long it takes."""
        return self.pool.submit(fn, *args, limit=self.limit)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """End the workers."""
        self.pool.close()
