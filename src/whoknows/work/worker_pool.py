"""One pool of workers: processes that each work out one thing at a time, and can be killed.

    pool = WorkerPool(4)
    plan = await pool.ask(function, *args, who="page 7", limit=20.0)
    pool.close()

What is asked is a function that another process can import, and plain values.  Its
`WhoknowsError` is raised here; if the function has a parameter `tell`, it may say how far
it is, and whoever asked with `tell=` hears it.  With `keep=True` answers are remembered,
and those who ask the same at the same time share one worker.

- *A share for each asker* (`who`, if named), and the slow let the quick go first: whose
  turn it is, and who is given up, is decided by a `Schedule`.
- *Limits*: after `limit` seconds of its own a question is given up (`WorkFailed`).  To give
  it up kills its worker, and nobody else's.  A question for which nobody waits any more,
  as the tasks were cancelled, has a moment to end by itself: a new worker costs more.
- *Innocents are asked again*: a question whose worker died is asked once more, unless a
  clock of its own ended it (`SIGPROF`).
- Workers are started afresh (not forked) and used again, unless they have grown large;
  those that have been idle for a while are given back, and all end with this process,
  however it ends.  What may block is done in threads.
"""

import asyncio
import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

from whoknows.errors import WorkFailed
from whoknows.work.progress import Tell
from whoknows.work.schedule import PoolLimits, Schedule
from whoknows.work.worker import Job, Worker
from whoknows.work.worker_process import Done, Failed, Wrong

T = TypeVar("T")

LIMIT = 60.0  # seconds until a question is given up
FOREVER = 365 * 86400.0  # seconds of one that is not


class WorkerPool:
    """Some processes that answer questions; see the head of this file.

    Workers that are `parents` may have processes of their own, which end with them, and
    are never paused.  Those of a `batch` are parents too: they do what may be defined in a
    notebook, raise the very error that ended it, are used again however large they are, and
    what one of them died at is not asked again here.  `warm` is a function that each worker
    calls when it starts; `spare` workers are kept ready beside those at work.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        nice: int = 0,
        parents: bool = False,
        batch: bool = False,
        warm: Callable[[], Any] | None = None,
        spare: int = 0,
        limits: PoolLimits = PoolLimits(),  # noqa: B008 -- it is frozen
    ) -> None:
        self.workers = workers or max(2, min(4, os.cpu_count() or 2))
        self.nice, self.warm, self.spare, self.limits = nice, warm, spare, limits
        self.batch, self.parents = batch, parents or batch
        pauses = not self.parents and hasattr(signal, "SIGSTOP")
        self.schedule = Schedule(self.workers, limits, pauses=pauses)
        self.answers = AnswerCache(limits.answers)
        self.idle: list[Worker] = []  # the one that was used last is the last
        self.closed = False
        self.lock = threading.RLock()
        self._alarm = Alarm(self.lock, self._look)

    # ------------------------------------------------------------------ asking

    async def ask(
        self,
        function: Callable[..., T],
        *args: Any,
        who: str = "",
        limit: float = LIMIT,
        tell: Tell | None = None,
        keep: bool = False,
    ) -> T:
        """What a function gives, worked out by a worker; raises its `WhoknowsError`."""
        if tell is not None:
            tell = on_loop(asyncio.get_running_loop(), tell)
        future = self.submit(function, *args, who=who, limit=limit, tell=tell, keep=keep)
        return await asyncio.wrap_future(future)

    def submit(
        self,
        function: Callable[..., T],
        *args: Any,
        who: str = "",
        limit: float = LIMIT,
        tell: Tell | None = None,
        keep: bool = False,
    ) -> "Future[T]":
        """The future of an answer; to cancel it kills the worker."""
        future: Future[T] = Future()
        key = (function.__module__, function.__qualname__, args) if keep else None
        with self.lock:
            if self.closed:
                raise WorkFailed("the workers have been sent home")
            if key in self.answers:
                future.set_result(self.answers[key])
                return future
            job = next((job for job in self.schedule if keep and job.key == key), None)
            if job is None:
                job = Job(function, args, who, limit, time.monotonic(), key)
                self.schedule.add(job)
            job.waiters[future] = tell
            if job.worker is None and len(self.schedule.running) >= self.workers:
                job.tell(None, "waiting for others")
            future.add_done_callback(lambda done: self._waits_no_more(job, done))
            self._work()
        return future

    def _waits_no_more(self, job: Job, future: "Future[Any]") -> None:
        """Somebody has the answer, or gives up; what nobody waits for is stopped."""
        with self.lock:
            job.waiters.pop(future, None)
            if future.cancelled() and not job.waiters:
                if job not in self.schedule.running:
                    self._stop(job)
                self._work()

    # ------------------------------------------------- what workers do, with the lock held

    def _work(self) -> float | None:
        """Let workers do what the schedule says; the seconds to the next look, if any."""
        while not self.closed and (self._begin_next() or self._pause_slowest()):
            pass
        self._keep_spare()
        now = time.monotonic()
        times = self.schedule.due(now)
        if len(self.idle) > self.spare:
            times.append(self.idle[0].idle_since + self.limits.rest - now)
        if self.closed or not times:
            return None
        self._alarm.within(min(times))
        return min(times)

    def _begin_next(self) -> bool:
        """Give the next question to a worker, or let it go on; whether there is one."""
        job = self.schedule.next_job(time.monotonic())
        if job is None:
            return False
        if job.worker is not None:
            job.worker.signal(signal.SIGCONT)
        else:
            job.worker = self.idle.pop() if self.idle else Worker(self)
            job.worker.tasks.put(job)
        return True

    def _pause_slowest(self) -> bool:
        """Pause a slow question, if others are to go first; whether there is one."""
        job = self.schedule.pause_slowest(time.monotonic(), processor_seconds)
        if job is not None and job.worker is not None:
            job.worker.signal(signal.SIGSTOP)
        return job is not None

    def _keep_spare(self) -> None:
        """Have some workers ready beside those at work; give back what is too much."""
        while len(self.idle) < self.spare and self.schedule.running and not self.closed:
            self.idle.append(Worker(self))
        most = self.workers + self.spare + self.limits.surplus
        rested = time.monotonic() - self.limits.rest
        while len(self.idle) > self.spare and (
            len(self.idle) > most or self.idle[0].idle_since <= rested
        ):
            self.idle.pop(0).kill()

    def _stop(self, job: Job) -> None:
        """End a question, whatever its worker does."""
        worker = job.worker
        self.schedule.remove(job)
        if worker is not None:
            worker.kill()

    def _look(self) -> float | None:
        """Give up what is overdue, and let the slow make way."""
        for job, error in self.schedule.overdue(time.monotonic()):
            self._stop(job)
            job.settle(error=error)
        return self._work()

    # ---------------------------------------------- what workers say, each in its thread

    def began(self, job: Job, spent: float) -> None:
        """A worker has taken a question: from now on its time is counted."""
        with self.lock:
            job.taken, job.begun, job.spent = True, time.monotonic(), spent

    def finished(self, worker: Worker, job: Job, reply: Done | Wrong | Failed) -> None:
        """A worker has answered, or has died at it."""
        died = isinstance(reply, Failed) and reply.died
        slow = job.seconds(time.monotonic()) > self.limits.slow
        large = slow and not self.batch and worker.memory() > self.limits.large
        with self.lock:
            if job.worker is not worker:
                return  # it was stopped
            if isinstance(reply, Done):
                self.answers.add(job.key, reply.result)
            if job in self.schedule.paused:  # it had answered before it was paused
                worker.signal(signal.SIGCONT)
            self.schedule.remove(job)
            if large and not died:
                worker.kill()
            elif not died and not self.closed:
                worker.idle_since = time.monotonic()
                self.idle.append(worker)
            again = isinstance(reply, Failed) and died and self._is_asked_again(job, reply)
            if again:
                self.schedule.add_again(job)
            self._work()
        if isinstance(reply, Done):
            job.settle(reply.result)
        elif not again:
            job.settle(error=reply.error)

    def _is_asked_again(self, job: Job, reply: Failed) -> bool:
        """Whether somebody else may try what a worker died at."""
        job.deaths += 1
        most = self.limits.early_deaths  # one that took nothing died by itself
        if job.taken:
            most = 1 if self.batch else self.limits.deaths
        wanted = job.waiters and not reply.guilty and not self.closed
        return bool(wanted) and job.deaths < most

    # ------------------------------------------------------------ start and end

    def start(self) -> None:
        """Start workers before they are needed."""
        with self.lock:
            while len(self.idle) + len(self.schedule.running) < self.workers + self.spare:
                self.idle.append(Worker(self))
            self._work()

    def close(self) -> None:
        """End all workers now, and wait until they have ended."""
        with self.lock:
            self.closed = True
            jobs = list(self.schedule)
            workers = [*self.idle, *(job.worker for job in jobs if job.worker is not None)]
            self.idle = []
            for job in jobs:
                self.schedule.remove(job)
            self._alarm.wake()
        for worker in workers:
            worker.kill()
        for job in jobs:
            job.settle(error=WorkFailed("the workers have been sent home"))
        for worker in workers:
            worker.thread.join(10)


class AnswerCache:
    """Answers by their keys; the one that was not asked for longest goes."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._answers: OrderedDict[Any, Any] = OrderedDict()

    def __contains__(self, key: Any) -> bool:
        return key is not None and key in self._answers

    def __getitem__(self, key: Any) -> Any:
        self._answers.move_to_end(key)
        return self._answers[key]

    def add(self, key: Any, answer: Any) -> None:
        """Keep an answer, if it has a key and more time would not mend it."""
        if key is not None and getattr(answer, "final", True):
            self._answers[key] = answer
            while len(self._answers) > self.most:
                self._answers.popitem(last=False)


class Alarm:
    """A thread that calls a function, which gives the seconds until the next time, if any.

    It holds the lock when it does; `within` is called with the lock held.
    """

    def __init__(self, lock: Any, look: Callable[[], float | None]) -> None:
        self._changed = threading.Condition(lock)
        self._look = look
        self._thread: threading.Thread | None = None
        self._next = 0.0

    def within(self, seconds: float) -> None:
        """Call the function in so many seconds at the latest."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True, name="alarm")
            self._thread.start()
        elif time.monotonic() + seconds < self._next:
            self.wake()

    def wake(self) -> None:
        """Call the function now, if it is to be called ever."""
        self._changed.notify_all()

    def _run(self) -> None:
        with self._changed:
            while (seconds := self._look()) is not None:
                self._next = time.monotonic() + seconds
                self._changed.wait(seconds)
            self._thread = None


def processor_seconds(job: Job) -> float:
    """What a question has used of a processor."""
    return job.worker.processor_seconds() - job.spent if job.worker is not None else 0.0


def on_loop(loop: asyncio.AbstractEventLoop, tell: Tell) -> Tell:
    """One who is told on an event loop, whichever thread speaks."""

    def tell_soon(share: float | None, words: str = "") -> None:
        with suppress(RuntimeError):  # the loop may be closed by then
            loop.call_soon_threadsafe(tell, share, words)

    return tell_soon
