"""One pool of workers: processes that each work out one thing at a time, and can be killed.

    pool = WorkerPool(4)
    found = await pool.ask(function, *args, who="page 7", limit=20.0)
    pool.close()

What is asked is a function that another process can import, and plain values.  Its
`WhoknowsError` is raised here; if the function has a parameter `tell`, it may say how far
it is, and whoever asked with `tell=` hears it.  With `keep=True` answers are remembered,
and those who ask the same at the same time share one worker.

- *A share for each asker* (`who`, if named): those who wait are served in turn, nobody has
  more than `share` workers at a time, nor more than a few questions paused, nor more than
  some waiting (`Busy`).
- *The slow let the quick go first*: a question that has used much of a processor is paused
  (not lost) while others wait, a few at a time.
- *Limits*: after `limit` seconds of its own a question is given up (`WorkFailed`).  To give
  it up kills its worker, and nobody else's.  A question for which nobody waits any more,
  as the tasks were cancelled, has a moment to end by itself: a new worker costs more.
- *Innocents are asked again*: a question whose worker died is asked once more, unless a
  clock of its own ended it (`SIGPROF`).
- Workers are started afresh (not forked) and used again, unless they have grown large;
  they end with this process, however it ends.  What may block is done in threads.
"""

import asyncio
import os
import signal
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

from whoknows.errors import Busy, WorkerDied, WorkFailed
from whoknows.work.worker import Job, Waiter, Worker
from whoknows.work.worker_process import Done, Failed, Tell, Wrong

T = TypeVar("T")

LIMIT = 60.0  # seconds until a question is given up
FOREVER = 365 * 86400.0  # seconds of one that is not
SLOW = 0.25  # seconds of a processor after which a question lets others go first
STILL = 4  # times as long may it take on a busy machine
MOMENT = 1.0  # seconds that a question may go on for which nobody waits
LONGEST_WAIT = 60.0  # seconds until a question is given up that no worker has begun
MOST_WAITING = 20  # questions of one asker that no worker has begun
MOST_QUEUED = 1_000  # questions of all
MOST_PAUSED = 6  # that hold their memory while others go first
PAUSED_SHARE = 2  # of these, of one asker who begins with another question
LARGE_WORKER = 300 * 2**20  # bytes of a worker that is not used again: it would keep them
SURPLUS = 2  # idle workers beyond those that are used: to start one takes half a second
KEPT = 64  # answers that are remembered
START = 30.0  # seconds that a worker may take to start
LIVES = 2  # workers that may die at one question
STARTS = 4  # workers that may die before they begin with one


class WorkerPool:
    """Some processes that answer questions; see the head of this file.

    Workers that are `parents` may have processes of their own, which end with them, and
    are never paused.  Those of a `batch` are parents too: they do what may be defined in a
    notebook, raise the very error that ended it, are used again however large they are, and
    what one of them died at is not asked again here.  `warm` is a function that each worker
    calls when it starts; `spare` workers are kept ready beside those at work; `memory`
    bounds what one may take, in bytes; `queue` is how many questions of one asker may wait.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        share: int | None = None,
        nice: int = 0,
        parents: bool = False,
        batch: bool = False,
        warm: Callable[[], Any] | None = None,
        spare: int = 0,
        memory: int | None = None,
        queue: int = MOST_WAITING,
    ) -> None:
        self.workers = workers or max(2, min(4, os.cpu_count() or 2))
        parents = parents or batch
        self.share = share or (self.workers if parents else max(1, self.workers - 1))
        self.nice, self.parents, self.start_call = nice, parents, warm
        self.batch = batch
        self.spare, self.memory, self.queue = spare, memory, queue
        self.pauses = not parents and hasattr(signal, "SIGSTOP")
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.idle: list[Worker] = []
        self.running: list[Job] = []
        self.paused: deque[Job] = deque()
        self.waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self.shared: dict[Any, Job] = {}
        self.kept: OrderedDict[Any, Any] = OrderedDict()
        self.clock: threading.Thread | None = None
        self.looks = 0.0  # when the clock is looked at next
        self.paused_last = False
        self.closed = False

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
        heard = on_loop(asyncio.get_running_loop(), tell) if tell is not None else None
        asked = self.submit(function, *args, who=who, limit=limit, tell=heard, keep=keep)
        return await asyncio.wrap_future(asked)

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
            if keep and key in self.kept:
                self.kept.move_to_end(key)
                future.set_result(self.kept[key])
                return future
            job = self.shared.get(key) if keep else None
            if job is None:
                job = Job(function, args, who, limit, key)
                self.enqueue(job)
            waiter = Waiter(future, tell)
            job.waiters.append(waiter)
            if job.worker is None and len(self.running) >= self.workers:
                job.tell(None, "waiting for others")
            future.add_done_callback(lambda done: self.left(job, waiter, done))
            self.dispatch()
        return future

    def enqueue(self, job: Job) -> None:
        """Let a question wait for its turn; refuse what is too much."""
        queued = self.waiting.setdefault(job.who, deque())
        if len(queued) >= self.queue or self.queued >= max(MOST_QUEUED, self.queue):
            if not queued:
                del self.waiting[job.who]
            raise Busy("too much is being worked out at once; try again in a moment")
        queued.append(job)
        if job.key is not None:
            self.shared[job.key] = job

    @property
    def queued(self) -> int:
        """How many questions wait that no worker has begun."""
        return sum(map(len, self.waiting.values()))

    def left(self, job: Job, waiter: Waiter, future: "Future[Any]") -> None:
        """Who waited does so no longer; what nobody waits for is stopped."""
        waiter.future = None
        with self.lock:
            if waiter in job.waiters:
                job.waiters.remove(waiter)
            if future.cancelled() and not job.waiters:
                if job in self.running:
                    self.watch()
                else:
                    self.stop(job)

    # -------------------------------------------------------------- scheduling

    def dispatch(self) -> None:
        """Let workers begin what waits; called with the lock held."""
        while len(self.running) < self.workers and not self.closed:
            job = self.next_job()
            if job is None:
                break
            self.begin(job)
        if self.waiting and self.pauses and self.make_way():
            self.dispatch()
        self.keep_spare()
        self.watch()

    def next_job(self) -> Job | None:
        """What is to run now: those who wait and those who were paused, in turn."""
        if self.paused and not self.paused_last:
            self.paused_last = True
            return self.paused.popleft()
        self.paused_last = False
        may_begin = self.shares()
        for who, jobs in list(self.waiting.items()):
            if may_begin(who):
                job = jobs.popleft()
                del self.waiting[who]
                if jobs:
                    self.waiting[who] = jobs  # behind all others
                return job
        return self.paused.popleft() if self.paused else None

    def shares(self) -> Callable[[str], bool]:
        """Who may begin with a question now: those who have not got their share yet."""
        busy = Counter(job.who for job in self.running)
        paused = Counter(job.who for job in self.paused)

        def may_begin(who: str) -> bool:
            return not who or (busy[who] < self.share and paused[who] < PAUSED_SHARE)

        return may_begin

    def begin(self, job: Job) -> None:
        """Give a question to a worker, or let it go on."""
        job.begun = time.monotonic()
        self.running.append(job)
        if job.worker is not None:
            job.worker.signal(signal.SIGCONT)
            return
        job.taken = False
        job.worker = self.idle.pop() if self.idle else Worker(self)
        job.worker.tasks.put(job)

    def began(self, job: Job, spent: float) -> None:
        """A worker has taken a question: from now on its time is counted."""
        with self.lock:
            job.taken, job.begun, job.spent = True, time.monotonic(), spent

    def make_way(self) -> bool:
        """Pause the slowest question, if it is slow, for one that waits."""
        if not any(map(self.shares(), self.waiting)):
            return False
        slow = [job for job in self.running if is_slow(job)]
        if not slow or len(self.paused) >= MOST_PAUSED:
            return False
        job = max(slow, key=lambda job: job.seconds)
        self.running.remove(job)
        job.used, job.begun = job.seconds, None
        assert job.worker is not None
        job.worker.signal(signal.SIGSTOP)
        self.paused.append(job)
        self.paused_last = True
        return True

    def keep_spare(self) -> None:
        """Have some workers ready beside those at work, and not too many."""
        if self.closed:
            return
        while len(self.idle) < self.spare and self.running:
            self.idle.append(Worker(self))
        while len(self.idle) > self.workers + self.spare + SURPLUS:
            self.idle.pop(0).kill()

    def finished(self, worker: "Worker", job: Job, said: Done | Wrong | Failed) -> None:
        """A worker has answered, or has died at it; called from its thread."""
        large = not self.batch and job.seconds > SLOW and worker.memory() > LARGE_WORKER
        with self.lock:
            if job.worker is not worker:
                return  # it was stopped
            if isinstance(said, Done):
                self.remember(job, said.result)
            if job in self.paused:  # it had answered before it was paused
                worker.signal(signal.SIGCONT)
            self.drop(job)
            died = isinstance(said, Failed) and said.died
            if large and not died:
                worker.kill()
            elif not died and not self.closed:
                self.idle.append(worker)
            innocent = isinstance(said, Failed) and not said.guilty
            if died and innocent and not self.closed and job.waiters and self.again(job):
                return
            self.dispatch()
        if isinstance(said, Done):
            job.settle(said.result)
        elif isinstance(said, Wrong):
            job.settle(error=said.error)
        else:
            job.settle(error=(WorkerDied if said.died else WorkFailed)(said.words))

    def again(self, job: Job) -> bool:
        """Ask once more what a worker died at, before all others."""
        job.deaths += 1
        lives = STARTS  # one that took nothing died by itself
        if job.taken:
            lives = 1 if self.batch else LIVES
        if job.deaths >= lives:
            return False
        queued = self.waiting.setdefault(job.who, deque())
        queued.appendleft(job)
        if job.key is not None:
            self.shared[job.key] = job
        self.dispatch()
        return True

    def remember(self, job: Job, result: Any) -> None:
        """Keep an answer; the one that was not asked for longest goes."""
        if job.key is None or not getattr(result, "final", True):
            return
        self.kept[job.key] = result
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)

    def drop(self, job: Job) -> None:
        """Take a question out of all lists; its worker is no longer its own."""
        job.worker, job.begun = None, None
        if job in self.running:
            self.running.remove(job)
        if job in self.paused:
            self.paused.remove(job)
        queued = self.waiting.get(job.who)
        if queued is not None and job in queued:
            queued.remove(job)
            if not queued:
                del self.waiting[job.who]
        if self.shared.get(job.key) is job:
            del self.shared[job.key]

    def stop(self, job: Job) -> None:
        """End a question that nobody wants any more, whatever its worker does."""
        worker = job.worker
        self.drop(job)
        if worker is not None:
            worker.kill()
        self.dispatch()

    # ------------------------------------------------------------------ limits

    def watch(self) -> None:
        """See that somebody looks at the clock while there is something to look at."""
        if self.closed or not (self.running or self.waiting):
            return
        if self.clock is None:
            self.clock = threading.Thread(target=self.look_at_clock, daemon=True)
            self.clock.start()
        elif time.monotonic() + self.next_look() < self.looks:
            self.changed.notify()

    def look_at_clock(self) -> None:
        """Look from time to time, until there is nothing to look at."""
        with self.lock:
            while (self.running or self.waiting) and not self.closed:
                self.look()
                pause = self.next_look()
                self.looks = time.monotonic() + pause
                self.changed.wait(pause)
            self.clock = None

    def look(self) -> None:
        """Give up what has run or waited for too long, and let the slow make way."""
        for job in list(self.running):
            if job.seconds >= allowed(job) + (0 if job.taken else START):
                self.give_up(job, f"given up after {job.limit:.0f} seconds")
        now = time.monotonic()
        for job in [job for jobs in self.waiting.values() for job in jobs]:
            if now - job.asked > max(LONGEST_WAIT, job.limit):
                self.give_up(job, "given up: too much else was to be done")
        if self.waiting:
            self.dispatch()

    def next_look(self) -> float:
        """Seconds until something may be due."""
        due = [allowed(job) - job.seconds for job in self.running]
        if self.waiting:
            due.append(SLOW)
            if self.pauses:
                due += [SLOW - job.seconds for job in self.running]
        return max(0.05, min(due, default=SLOW))

    def give_up(self, job: Job, words: str) -> None:
        """End a question, and say why."""
        waiters, kind = list(job.waiters), WorkFailed if job.taken else Busy
        self.stop(job)
        for waiter in waiters:
            waiter.give(error=kind(words))

    # ------------------------------------------------------------ start and end

    def start(self) -> None:
        """Start workers before they are needed."""
        with self.lock:
            while len(self.idle) + len(self.running) < self.workers + self.spare:
                self.idle.append(Worker(self))

    def close(self) -> None:
        """End all workers now, and wait until they have ended."""
        with self.lock:
            self.closed = True
            jobs = [*self.running, *self.paused]
            jobs += [job for queued in self.waiting.values() for job in queued]
            workers = [*self.idle, *(job.worker for job in jobs if job.worker is not None)]
            self.idle = []
            for job in jobs:
                self.drop(job)
            self.changed.notify_all()
        for worker in workers:
            worker.kill()
        for job in jobs:
            job.settle(error=WorkFailed("the workers have been sent home"))
        for worker in workers:
            worker.thread.join(10)


def allowed(job: Job) -> float:
    """The seconds that a question may run."""
    return job.limit if job.waiters else min(job.limit, MOMENT)


def is_slow(job: Job) -> bool:
    """Whether a question has run for so long that others go first."""
    if not job.taken or job.seconds <= SLOW or job.worker is None:
        return False
    return job.seconds > STILL * SLOW or job.worker.spent() - job.spent > SLOW


def on_loop(loop: asyncio.AbstractEventLoop, tell: Tell) -> Tell:
    """One who is told on an event loop, whichever thread speaks."""

    def heard(share: float | None, words: str = "") -> None:
        with suppress(RuntimeError):  # the loop may be closed by then
            loop.call_soon_threadsafe(tell, share, words)

    return heard
