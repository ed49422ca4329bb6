"""The pool of workers: answers, progress, shares, pauses, limits, and an end with us."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
import weakref
from pathlib import Path

import psutil
import pytest

from machine import PATIENCE, in_time, until
from whoknows.errors import BadSetup, Busy, WorkFailed
from whoknows.work.schedule import PoolLimits
from whoknows.work.worker_pool import AnswerCache, WorkerPool

SHORT = 0.06  # seconds after which a question lets others go first


def doubled(number, tell):
    tell(0.5, f"half of {number}")
    return 2 * number, os.getpid()


def slowly(number, tell):
    time.sleep(0.2)
    tell(0.5, "half")
    return [number]


def endless(path):
    path.write_text(str(os.getpid()))
    time.sleep(PATIENCE)  # a worker that says nothing does not see that nobody hears it


def waiting_for(path):
    until(path.exists, what=path.name)
    return os.getpid()


def refusing():
    raise BadSetup("nothing fits")


def broken():
    return 1 / 0


def dying():
    os._exit(3)


def dying_once(path):
    if not path.exists():
        path.touch()
        os._exit(3)
    return "alive"


def greedy():
    return len(bytearray(10**9))


def busy(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return os.getpid()


@pytest.fixture
def pool(request):
    made = WorkerPool(
        2, limits=PoolLimits(**{"slow": SHORT, **getattr(request, "param", {})})
    )
    yield made
    made.close()


def limits(**bounds):
    """The pool with other limits."""
    return pytest.mark.parametrize("pool", [bounds], indirect=True, ids=[""])


def started(path):
    """The process that wrote its number there."""
    return until(lambda: psutil.Process(int(path.read_text())), what="its number")


def gone(process):
    """Wait until a process has ended."""
    return process.wait(timeout=PATIENCE) is not NotImplemented


def test_results_and_progress_come_back_and_the_process_is_used_again(pool):
    said = []

    async def two():
        first = await pool.ask(doubled, 21, tell=lambda *words: said.append(words))
        return first, await pool.ask(doubled, 4)

    (first, one), (second, other) = in_time(two())
    assert (first, second) == (42, 8)
    assert one == other != os.getpid()
    assert said == [(0.5, "half of 21")]


def test_a_pool_outlives_an_event_loop(pool):
    (_, one), (_, other) = (in_time(pool.ask(doubled, 1)) for _ in range(2))
    assert one == other


def test_what_was_found_is_remembered_if_asked_for(pool):
    async def story():
        first = await pool.ask(slowly, 3, keep=True)
        return (
            first is await pool.ask(slowly, 3, keep=True),
            first is await pool.ask(slowly, 3),
        )

    assert in_time(story()) == (True, False)


class Unproven:
    final = False


def unproven():
    return Unproven()


def test_nothing_is_kept_of_a_question_that_was_answered(pool):
    """Without waiting for the collector of garbage: what was asked may be large."""
    asked = Unproven()
    left = weakref.ref(asked)
    gc.collect()
    gc.disable()
    try:
        assert in_time(pool.ask(str, asked))
        del asked
        until(lambda: left() is None, seconds=5, what="the question to go")
    finally:
        gc.enable()


def test_what_more_time_would_mend_is_not_remembered(pool):
    first, second = (in_time(pool.ask(unproven, keep=True)) for _ in range(2))
    assert first is not second


def test_the_answers_that_were_asked_for_last_are_remembered():
    answers = AnswerCache(2)
    answers.add("one", 1)
    answers.add("two", None)
    assert answers["one"] == 1
    answers.add("three", 3)
    assert [key for key in ("one", "two", "three") if key in answers] == ["one", "three"]
    answers.add(None, 4)
    assert None not in answers
    answers.add("four", Unproven())
    assert "four" not in answers
    answers.add("one", 5)
    assert (answers["one"], answers["three"]) == (5, 3)


def test_mistakes_and_failures_are_told_and_the_next_one_is_answered(pool, capfd):
    async def story():
        with pytest.raises(BadSetup, match="nothing fits"):
            await pool.ask(refusing)
        with pytest.raises(WorkFailed, match="failed: ZeroDivisionError"):
            await pool.ask(broken)
        with pytest.raises(WorkFailed, match="a worker died"):
            await pool.ask(dying)
        with pytest.raises(WorkFailed, match="cannot be asked"):
            await pool.ask(lambda: 1)
        return await pool.ask(doubled, 5)

    assert in_time(story())[0] == 10
    said = capfd.readouterr().err
    assert "return 1 / 0" in said  # the trace is in the log
    assert "refusing" not in said  # a mistake of who asked is not the program's


def test_what_a_worker_died_at_is_asked_once_more(pool, tmp_path):
    assert in_time(pool.ask(dying_once, tmp_path / "died")) == "alive"


def test_an_idle_worker_that_was_killed_costs_nobody_an_answer(pool):
    async def story():
        _, first = await pool.ask(doubled, 1)
        os.kill(first, signal.SIGKILL)
        return await pool.ask(doubled, 2)

    assert in_time(story())[0] == 4


def test_cancelling_kills_the_process_and_no_other(pool, tmp_path):
    async def story():
        paths = [tmp_path / "one", tmp_path / "two"]
        tasks = [asyncio.create_task(pool.ask(endless, path)) for path in paths]
        one, two = [await asyncio.to_thread(started, path) for path in paths]
        tasks[0].cancel()
        with pytest.raises(asyncio.CancelledError):
            await tasks[0]
        await asyncio.to_thread(gone, one)
        assert two.is_running()
        tasks[1].cancel()
        await asyncio.wait(tasks, timeout=PATIENCE)
        await asyncio.to_thread(gone, two)

    in_time(story())
    assert not pool.schedule.running


@limits(moment=PATIENCE)
def test_what_nobody_waits_for_any_more_may_end_in_a_moment(pool):
    """The worker is used again: to start another costs more than to let it end."""

    async def story():
        _, first = await pool.ask(doubled, 1)
        task = asyncio.create_task(pool.ask(busy, 0.2))
        await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.wait([task], timeout=PATIENCE)
        assert task.cancelled()
        await asyncio.to_thread(until, lambda: not pool.schedule.running, what="its end")
        return first, await pool.ask(busy, 0.0)

    first, then = in_time(story())
    assert first == then


def test_the_limit_kills_the_process_and_no_other(pool, tmp_path):
    path, go = tmp_path / "pid", tmp_path / "go"

    async def story():
        other = asyncio.create_task(pool.ask(waiting_for, go))
        with pytest.raises(WorkFailed, match="given up after 2 seconds"):
            await pool.ask(endless, path, limit=2)
        go.touch()
        return await other

    innocent = in_time(story())
    guilty = int(path.read_text())
    assert innocent != guilty
    assert not psutil.pid_exists(guilty) or gone(psutil.Process(guilty))


def test_who_asks_the_same_at_the_same_time_shares_one_worker(pool, tmp_path):
    said = []

    async def story():
        told = [
            pool.ask(slowly, 7, keep=True, tell=lambda *far, k=k: said.append((k, *far)))
            for k in range(2)
        ]
        one, other = await asyncio.gather(*told)
        assert one is other
        assert {(0, 0.5, "half"), (1, 0.5, "half")} <= set(said)
        path = tmp_path / "endless"
        tasks = [asyncio.create_task(pool.ask(endless, path, keep=True)) for _ in range(2)]
        process = await asyncio.to_thread(started, path)
        tasks[0].cancel()
        await asyncio.wait(tasks[:1], timeout=PATIENCE)
        await asyncio.sleep(0.2)
        assert tasks[0].cancelled()
        assert process.is_running()
        tasks[1].cancel()
        await asyncio.wait(tasks, timeout=PATIENCE)
        await asyncio.to_thread(gone, process)

    in_time(story())
    assert not list(pool.schedule)


def test_one_asker_leaves_room_for_others(pool, tmp_path):
    """With two workers, one who asks much has one of them; another is served at once."""

    async def story():
        go = tmp_path / "go"
        much = [
            asyncio.create_task(pool.ask(waiting_for, go, who="much")) for _ in range(9)
        ]
        await asyncio.sleep(0)
        assert await pool.ask(abs, -3, who="other") == 3
        assert len([job for job in pool.schedule.running if job.who == "much"]) <= 1
        go.touch()
        await asyncio.gather(*much)

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


@limits(waiting=3)
def test_who_asks_far_too_much_is_refused_and_others_are_not(pool, tmp_path):
    async def story():
        go = tmp_path / "go"
        much = [pool.submit(waiting_for, go, who="much") for _ in range(4)]
        with pytest.raises(Busy):
            pool.submit(waiting_for, go, who="much")
        assert await pool.ask(abs, -3, who="other") == 3
        go.touch()
        await asyncio.gather(*map(asyncio.wrap_future, much))

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_the_slow_are_paused_while_others_go_first_and_lose_nothing(pool, tmp_path):
    async def story():
        go = tmp_path / "go"
        slow = [
            asyncio.create_task(pool.ask(waiting_for, go, who=f"s{k}")) for k in range(4)
        ]
        await asyncio.sleep(0)
        for k in range(3):
            assert await pool.ask(abs, -k, who="quick") == k
        assert pool.schedule.paused
        go.touch()
        found = await asyncio.gather(*slow)
        assert len(set(found)) > 2  # each in a process of its own
        assert not pool.schedule.paused

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


@limits(still=1000)
def test_who_was_given_no_processor_yet_is_not_paused(pool, tmp_path):
    slow = [pool.submit(waiting_for, tmp_path / "go", who=f"s{k}") for k in range(3)]
    until(lambda: all(job.taken for job in pool.schedule.running), what="both to begin")
    time.sleep(3 * SHORT)
    pool.submit(abs, -1, who="s3")
    assert not pool.schedule.paused
    (tmp_path / "go").touch()
    for future in slow:
        future.result(PATIENCE)
    working = [pool.submit(busy, 2.0, who=f"w{k}") for k in range(2)]
    assert pool.submit(abs, -1, who="quick").result(PATIENCE) == 1
    assert not any(future.done() for future in working)


def test_a_worker_that_is_paused_when_it_has_just_answered_goes_on(pool, tmp_path):
    slow = [pool.submit(waiting_for, tmp_path / f"go {k}", who=f"s{k}") for k in range(2)]
    until(lambda: all(job.taken for job in pool.schedule.running), what="both to begin")
    with pool.lock:  # nobody hears the answer
        slowest = min(pool.schedule.running, key=lambda job: job.begun)
        slowest.args[0].touch()
        time.sleep(0.5)
        quick = pool.submit(abs, -1, who="quick")
        assert list(pool.schedule.paused) == [slowest]
    quick.result(PATIENCE)
    until(lambda: len(pool.idle) == 2, what="two workers to be idle")

    def stopped():
        kinds = [psutil.Process(worker.process.pid).status() for worker in pool.idle]
        return psutil.STATUS_STOPPED in kinds

    until(lambda: not stopped(), seconds=10, what="all idle workers to be awake")
    for k, asked in enumerate(slow):
        (tmp_path / f"go {k}").touch()
        asked.result(PATIENCE)


@limits(rest=0.5)
def test_idle_workers_are_given_back_and_others_start_when_needed(pool):
    first = {pool.submit(busy, 0.1).result(PATIENCE) for _ in range(2)}
    until(lambda: not any(map(psutil.pid_exists, first)), what="their end")
    assert not pool.idle
    assert pool.submit(busy, 0.1).result(PATIENCE) not in first


@limits(rest=0.5)
def test_workers_that_were_started_and_never_needed_are_given_back(pool):
    pool.start()
    workers = list(pool.idle)
    assert len(workers) == 2
    for worker in workers:
        worker.thread.join(PATIENCE)
        assert not worker.thread.is_alive()


@pytest.mark.skipif(sys.platform != "linux", reason="the bound is of the system")
def test_a_worker_takes_no_more_memory_than_allowed():
    pool = WorkerPool(1, limits=PoolLimits(memory=500 * 2**20))
    try:
        with pytest.raises(WorkFailed, match="more memory"):
            in_time(pool.ask(greedy))
        assert in_time(pool.ask(abs, -1)) == 1
    finally:
        pool.close()


def holding(size):
    time.sleep(0.1)
    HELD.append(bytearray(b"x") * size)
    return os.getpid()


HELD = []


@limits(large=150 * 2**20)
def test_a_worker_that_has_grown_large_is_not_used_again(pool):
    async def story():
        return [await pool.ask(holding, size) for size in (1, 200 * 2**20, 1)]

    first, second, third = in_time(story())
    assert first == second != third
    until(lambda: not psutil.pid_exists(second), what="its end")


def test_closing_ends_what_runs_and_what_waits(tmp_path):
    pool = WorkerPool(1)
    path = tmp_path / "pid"
    futures = [pool.submit(endless, path), pool.submit(abs, -1)]
    process = started(path)
    pool.close()
    for future in futures:
        with pytest.raises(WorkFailed, match="sent home"):
            future.result(PATIENCE)
    assert gone(process)
    with pytest.raises(WorkFailed, match="sent home"):
        pool.submit(abs, -1)


SERVER = """
import asyncio, pathlib, sys
here = pathlib.Path(sys.argv[2])
sys.path[:0] = [str(here), str(here.parent)]
from whoknows.work.schedule import PoolLimits
from whoknows.work.worker_pool import WorkerPool
from test_worker_pool import endless, waiting_for

async def main():
    pool = WorkerPool(1, limits=PoolLimits(slow=0.05))
    path = pathlib.Path(sys.argv[1])
    first = asyncio.create_task(pool.ask(endless, path, who="a"))
    while not path.exists():
        await asyncio.sleep(0.01)
    if sys.argv[3] == "paused":
        await pool.ask(abs, -1, who="b")
        second = asyncio.create_task(pool.ask(waiting_for, path.with_name("no"), who="c"))
        await asyncio.sleep(0.5)
    path.with_name("ready").touch()
    await first

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.parametrize("state", ["running", "paused"])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_the_server(how, state, tmp_path):
    path, program = tmp_path / "pid", tmp_path / "server.py"
    program.write_text(SERVER)
    here = Path(__file__).parent
    server = subprocess.Popen([sys.executable, program, path, here, state])
    worker = started(path)
    until((tmp_path / "ready").exists)
    server.send_signal(how)
    server.wait(timeout=PATIENCE)
    assert gone(worker)
