"""Whose turn it is: the promises of a schedule, kept whatever comes, without a process."""

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from whoknows.errors import Busy, WorkFailed
from whoknows.work.schedule import PoolLimits, Schedule
from whoknows.work.worker import Job

ASKERS = ["ann", "bob", "cleo", ""]
LIMITS = PoolLimits(
    slow=1.0, still=4, waiting=4, waiting_in_all=9, paused=3, paused_of_one=2
)


class Turns(RuleBasedStateMachine):
    """A pool whose workers never tire, with a clock of its own.

    The promises are counted here from what happened alone: `ahead` are the askers that may
    be served before one who waits, each once.
    """

    @initialize(workers=st.integers(1, 3))
    def begin(self, workers):
        self.schedule = Schedule(workers, LIMITS)
        self.share, self.now, self.used = max(1, workers - 1), 0.0, {}
        self.waiting, self.running, self.paused = [], [], []
        self.ahead, self.passed_over = {}, set()

    def may_begin(self, who):
        count = Counter(job.who for job in self.running)[who]
        paused = Counter(job.who for job in self.paused)[who]
        return who == "" or (count < self.share and paused < LIMITS.paused_of_one)

    def askers(self):
        return {job.who for job in self.waiting}

    @rule(who=st.sampled_from(ASKERS))
    def ask(self, who):
        job = Job(abs, (-1,), who, 100.0, asked=self.now)
        of_one = sum(other.who == who for other in self.waiting)
        if of_one >= LIMITS.waiting or len(self.waiting) >= LIMITS.waiting_in_all:
            with pytest.raises(Busy):
                self.schedule.add(job)
        else:
            self.schedule.add(job)
            if who not in self.askers():
                self.ahead[who] = self.askers()
            self.waiting.append(job)
        self.work()

    @rule(seconds=st.sampled_from([0.5, 1.5, 5.0, 5.0]), share=st.floats(0, 1))
    def let_time_pass(self, seconds, share):
        """The questions that run use a share of a processor, and the slow make way."""
        self.now += seconds
        for job in self.running:
            job.taken = True
            self.used[job] = self.used.get(job, 0.0) + share * seconds
        self.work()

    @precondition(lambda self: self.running)
    @rule(data=st.data())
    def answer(self, data):
        self.end(data.draw(st.sampled_from(self.running)))

    @precondition(lambda self: self.waiting or self.paused)
    @rule(data=st.data())
    def cancel(self, data):
        self.end(data.draw(st.sampled_from([*self.waiting, *self.paused])))

    @precondition(lambda self: self.running)
    @rule(data=st.data())
    def lose_a_worker(self, data):
        """Its question is asked again, before the others of its asker."""
        job = data.draw(st.sampled_from(self.running))
        self.schedule.remove(job)
        self.running.remove(job)
        self.schedule.add_again(job)
        if job.who not in self.askers():
            self.ahead[job.who] = self.askers()
        self.waiting.insert(0, job)
        self.work()

    def end(self, job):
        self.schedule.remove(job)
        for jobs in (self.waiting, self.running, self.paused):
            if job in jobs:
                jobs.remove(job)
        if job.who not in self.askers():
            self.ahead.pop(job.who, None)
        self.work()

    def work(self):
        """What a pool does: begin what may run, and pause for those who wait."""
        for _ in range(30):
            if not (self.begin_next() or self.pause()):
                return
        raise AssertionError("questions are paused and go on without end")

    def begin_next(self):
        job = self.schedule.next_job(self.now)
        if job is None:
            self.nobody_could_begin()
        elif job in self.paused:
            assert job is next(filter(self.may_go_on, self.paused), None), "not its turn"
            self.paused.remove(job)
            self.passed_over = set()
            self.running.append(job)
        else:
            self.begin_waiting(job)
        return job is not None

    def nobody_could_begin(self):
        if len(self.running) < self.schedule.workers:
            assert not any(map(self.may_begin, self.askers())), "a worker idles"
            assert not [job for job in self.paused if self.may_go_on(job)], "one sleeps"

    def may_go_on(self, job):
        count = Counter(other.who for other in self.running)[job.who]
        return job.who == "" or count < self.share

    def begin_waiting(self, job):
        first = next(other for other in self.waiting if other.who == job.who)
        assert job is first, "of one asker, the first that was asked is the first served"
        for who in self.askers() - {job.who}:
            if self.may_begin(who):
                assert job.who in self.ahead[who], f"{who} is passed over"
            self.ahead[who].discard(job.who)
        sleeping = {*filter(self.may_go_on, self.paused)}
        assert not self.passed_over & sleeping, "one that is paused is passed over"
        self.passed_over = sleeping
        self.waiting.remove(job)
        self.running.append(job)
        self.ahead[job.who] = self.askers() - {job.who}

    def pause(self):
        slow = list(filter(self.makes_way, filter(self.is_slow, self.running)))
        job = self.schedule.pause_slowest(self.now, lambda job: self.used.get(job, 0.0))
        if job is None:
            assert not slow or len(self.paused) == LIMITS.paused, "nobody makes way"
            return False
        assert job in slow, "nobody is paused for nobody"
        assert job.seconds(self.now) == max(other.seconds(self.now) for other in slow)
        self.running.remove(job)
        self.paused.append(job)
        self.passed_over = set()  # the worker that it gives is for one who waits
        return True

    def makes_way(self, job):
        """Whether somebody may begin who waits, also with one more of theirs paused."""
        could = filter(self.may_begin, self.askers())
        theirs = Counter(other.who for other in self.paused)[job.who]
        return any(
            who == "" or who != job.who or theirs + 1 < LIMITS.paused_of_one
            for who in could
        )

    def is_slow(self, job):
        seconds = job.seconds(self.now)
        return job.taken and (
            seconds > LIMITS.still * LIMITS.slow
            or (seconds > LIMITS.slow and self.used.get(job, 0.0) > LIMITS.slow)
        )

    @invariant()
    def nobody_has_more_than_its_share(self):
        if hasattr(self, "schedule"):
            counts = Counter(job.who for job in self.running if job.who)
            assert all(count <= self.share for count in counts.values()), counts
            assert len(self.running) <= self.schedule.workers
            assert len(self.paused) <= LIMITS.paused

    @invariant()
    def nothing_is_lost(self):
        if hasattr(self, "schedule"):
            every = [*self.running, *self.paused, *self.waiting]
            assert {*self.schedule} == {*every}
            assert len(list(self.schedule)) == len(every)

    def teardown(self):
        """All that are left are answered one after the other, and everybody is served."""
        for _ in range(len([*self.running, *self.paused, *self.waiting])):
            if self.running:
                self.end(self.running[0])
        assert not [*self.running, *self.paused, *self.waiting]


TestTurns = Turns.TestCase
TestTurns.settings = settings(max_examples=100, stateful_step_count=30)


def schedule_of(workers, running, *, waiting=(), paused=(), limits=LIMITS):
    """A schedule with questions of these askers; those that run have run for 9 seconds."""
    schedule = Schedule(workers, limits)
    for who in running:
        schedule.running.append(Job(abs, (), who, 100.0, 0.0, begun=0.0, taken=True))
    for who in waiting:
        schedule.add(Job(abs, (), who, 100.0, 9.0))
    schedule.paused.extend(Job(abs, (), who, 100.0, 0.0, used=9.0) for who in paused)
    return schedule


def measured(_):
    return 9.0


def test_who_has_some_paused_begins_with_no_more():
    """Slow questions of one asker never fill the places of all who are paused."""
    schedule = schedule_of(2, ["busy"], paused=["much", "some", "much"])
    askers = ["much", "some", "busy", "other", ""]
    assert [*filter(schedule.may_begin, askers)] == ["some", "other", ""]


def test_nothing_is_paused_for_an_asker_who_then_may_begin_with_nothing():
    schedule = schedule_of(3, ["ann", "bob", "bob"], waiting=["ann"], paused=["ann"])
    schedule.running[0].begun = -5.0
    paused = schedule.pause_slowest(9.0, measured)
    assert paused.who == "bob"
    assert schedule.next_job(9.0).asked == 9.0
    alone = schedule_of(3, ["ann", "cleo", "dora"], waiting=["ann"], paused=["ann"])
    alone.running[1].taken = alone.running[2].taken = False  # they are not slow
    assert alone.pause_slowest(9.0, measured) is None


def test_what_was_paused_goes_on_within_the_share_of_its_asker():
    schedule = schedule_of(2, ["ann"], paused=["ann", "bob"])
    assert schedule.next_job(9.0).who == "bob"
    schedule.remove(schedule.running[1])
    assert schedule.next_job(9.0) is None
    schedule.remove(schedule.running[0])
    assert schedule.next_job(9.0).who == "ann"


def test_who_was_given_no_processor_yet_is_not_slow():
    """On a busy machine time goes by without any work: nobody is paused for that."""
    schedule = schedule_of(1, ["ann"], waiting=["bob"])
    assert schedule.pause_slowest(3.0, lambda _: 0.5) is None
    assert schedule.pause_slowest(3.0, lambda _: 1.5).who == "ann"
    patient = schedule_of(1, ["ann"], waiting=["bob"])
    assert patient.pause_slowest(4.5, lambda _: 0.0).who == "ann"


def test_a_pause_does_not_count_against_the_limit():
    schedule = schedule_of(1, ["ann"], waiting=["bob"])
    job = schedule.pause_slowest(9.0, measured)
    assert job.seconds(50.0) == 9.0
    schedule.remove(schedule.next_job(50.0))
    assert schedule.next_job(80.0) is job
    assert job.seconds(81.0) == 10.0


def test_what_runs_or_waits_for_too_long_is_given_up():
    limits = PoolLimits(start=30.0, moment=1.0, longest_wait=60.0)
    schedule = schedule_of(2, ["ann", "bob"], waiting=["cleo"], limits=limits)
    wanted, starting = schedule.running
    wanted.waiters["somebody"] = None
    starting.taken = False
    assert schedule.overdue(0.9) == []

    def late(now):
        return [(job.who, type(error)) for job, error in schedule.overdue(now)]

    assert late(31.0) == [("bob", Busy)]  # nobody waits for it: it had a moment
    assert late(99.0) == [("bob", Busy)]
    assert late(101.0) == [("ann", WorkFailed), ("bob", Busy)]
    assert late(110.0) == [("ann", WorkFailed), ("bob", Busy), ("cleo", Busy)]


def test_it_says_when_something_is_due():
    limits = PoolLimits(slow=0.5)
    schedule = schedule_of(2, ["ann"], limits=limits)
    schedule.running[0].waiters["somebody"] = None
    assert schedule.due(40.0) == [60.0]
    assert Schedule(2, limits).due(40.0) == []
    assert min(schedule_of(1, [], waiting=["bob"], limits=limits).due(9.0)) == 0.5
    assert min(schedule_of(1, ["ann"], waiting=["bob"], limits=limits).due(0.2)) == 0.3
