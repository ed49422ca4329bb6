"""Whose turn it is with the workers of a pool: no clock, no process, no thread.

Questions wait in a queue for each asker; the askers are served in turn.  A named asker has
at most a share of the workers, and few slow questions paused.  A question that has used
much of a processor is paused while others go first; the paused and those who wait take
turns.  The time is told to it, and what it decides is for the pool to do.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from whoknows.errors import Busy, WhoknowsError, WorkFailed

if TYPE_CHECKING:
    from whoknows.work.worker import Job

SOON = 0.05  # seconds between two looks at least


@dataclass(frozen=True)
class PoolLimits:
    """What a pool takes and does at most; times are in seconds, memory is in bytes."""

    slow: float = 0.25  # of a processor, after which a question lets others go first
    still: int = 4  # times as long may it take on a busy machine
    moment: float = 1.0  # that a question may go on for which nobody waits
    longest_wait: float = 60.0  # until a question is given up that no worker has begun
    start: float = 30.0  # that a worker may take to start
    rest: float = 60.0  # until an idle worker is given back
    waiting: int = 20  # questions of one asker that no worker has begun
    waiting_in_all: int = 1_000
    paused: int = 6  # questions that hold their memory while others go first
    paused_of_one: int = 2  # of one asker who begins with another question
    surplus: int = 2  # idle workers beyond those that are used: to start one takes long
    answers: int = 64  # that are remembered
    deaths: int = 2  # of workers at one question, which is given up then
    early_deaths: int = 4  # of workers before they begin with one
    memory: int | None = None  # that a worker may take
    large: int = 300 * 2**20  # of a worker that is not used again: it would keep them


class Schedule:
    """The questions of a pool: those that wait, those that run, the paused."""

    def __init__(self, workers: int, limits: PoolLimits, *, pauses: bool = True) -> None:
        self.workers, self.limits, self.pauses = workers, limits, pauses
        self.share = max(1, workers - 1)
        self.waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self.running: list[Job] = []
        self.paused: deque[Job] = deque()
        self._paused_last = False  # whether the last turn was one of the paused

    def __iter__(self) -> Iterator["Job"]:
        return chain(self.running, self.paused, *self.waiting.values())

    def add(self, job: "Job") -> None:
        """Let a question wait for its turn; refuse what is too much."""
        limits = self.limits
        in_all = sum(map(len, self.waiting.values()))
        of_one = len(self.waiting.get(job.who, ()))
        if of_one >= limits.waiting or in_all >= max(limits.waiting_in_all, limits.waiting):
            raise Busy("too much is being worked out at once; try again in a moment")
        self.waiting.setdefault(job.who, deque()).append(job)

    def add_again(self, job: "Job") -> None:
        """Let a question wait whose worker died, before the others of its asker."""
        job.taken = False
        self.waiting.setdefault(job.who, deque()).appendleft(job)

    def remove(self, job: "Job") -> None:
        """Forget a question, wherever it is; its worker is no longer its own."""
        job.begun, job.worker = None, None
        for jobs in (self.running, self.paused, self.waiting.get(job.who, [])):
            if job in jobs:
                jobs.remove(job)
        if not self.waiting.get(job.who, True):
            del self.waiting[job.who]

    def next_job(self, now: float) -> "Job | None":
        """The question that is to run now, if there is one and a worker for it."""
        if len(self.running) >= self.workers:
            return None
        job = None if self._paused_last else self._first_paused()
        self._paused_last = job is not None
        job = job or self._first_waiting() or self._first_paused()
        if job is not None:
            job.begun = now
            self.running.append(job)
        return job

    def _first_paused(self) -> "Job | None":
        """The first of the paused whose asker has not got its share."""
        job = next((job for job in self.paused if self._has_room(job.who)), None)
        if job is not None:
            self.paused.remove(job)
        return job

    def _first_waiting(self) -> "Job | None":
        """The first of those who wait; its asker is then behind all others."""
        who = next(filter(self.may_begin, self.waiting), None)
        if who is None:
            return None
        jobs = self.waiting.pop(who)
        job = jobs.popleft()
        if jobs:
            self.waiting[who] = jobs
        return job

    def may_begin(self, who: str, *, more_paused: int = 0) -> bool:
        """Whether an asker has not got its share yet, nor too many paused."""
        paused = sum(job.who == who for job in self.paused) + more_paused
        return self._has_room(who) and (not who or paused < self.limits.paused_of_one)

    def _has_room(self, who: str) -> bool:
        """Whether an asker has fewer workers than its share; without a name, always."""
        return not who or sum(job.who == who for job in self.running) < self.share

    def pause_slowest(
        self, now: float, processor_seconds: Callable[["Job"], float]
    ) -> "Job | None":
        """Pause the slowest question, if it is slow, for one that may begin then.

        The other argument measures what a question has used of a processor.
        """
        if not self.pauses or len(self.paused) >= self.limits.paused:
            return None
        slow = [
            job
            for job in self.running
            if self._makes_way(job) and self._is_slow(job, now, processor_seconds)
        ]
        slowest = max(slow, key=lambda job: job.seconds(now), default=None)
        if slowest is not None:
            self.running.remove(slowest)
            slowest.used, slowest.begun = slowest.seconds(now), None
            self.paused.append(slowest)
            self._paused_last = True
        return slowest

    def _makes_way(self, job: "Job") -> bool:
        """Whether somebody who waits may begin once a question is paused."""
        return any(self.may_begin(who, more_paused=who == job.who) for who in self.waiting)

    def _is_slow(
        self, job: "Job", now: float, processor_seconds: Callable[["Job"], float]
    ) -> bool:
        """Whether a question has run for so long that others go first."""
        seconds, slow = job.seconds(now), self.limits.slow
        if not job.taken or seconds <= slow:
            return False
        return seconds > self.limits.still * slow or processor_seconds(job) > slow

    def overdue(self, now: float) -> list[tuple["Job", WhoknowsError]]:
        """The questions that have run or waited for too long, and why each is given up."""
        late: list[tuple[Job, WhoknowsError]] = []
        for job in self.running:
            if job.seconds(now) >= self._may_run(job):
                kind = WorkFailed if job.taken else Busy
                late.append((job, kind(f"given up after {job.limit:.0f} seconds")))
        words, longest = "given up: too much else was to be done", self.limits.longest_wait
        waiting = chain(*self.waiting.values())
        waited = [job for job in waiting if now - job.asked > max(longest, job.limit)]
        return [*late, *((job, Busy(words)) for job in waited)]

    def _may_run(self, job: "Job") -> float:
        """The seconds that a question may run, and its worker may take to start."""
        seconds = job.limit if job.waiters else min(job.limit, self.limits.moment)
        return seconds if job.taken else seconds + self.limits.start

    def due(self, now: float) -> list[float]:
        """In how many seconds something may be due: none if nothing will ever be."""
        times = [self._may_run(job) - job.seconds(now) for job in self.running]
        if self.waiting:
            slow, may_be_paused = self.limits.slow, self.running if self.pauses else []
            times += [slow, *(slow - job.seconds(now) for job in may_be_paused)]
        return [max(SOON, seconds) for seconds in times]
