"""Solvers in processes of their own: they answer, tell, stop, and end with the server."""

import asyncio
import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from whoknows.errors import BadSetup, WhoknowsError, WorkFailed
from whoknows.web.solving import Solvers


def doubled(number, tell):
    tell(0.5, f"half of {number}")
    return 2 * number, os.getpid()


def slowly(number, tell):
    time.sleep(0.2)
    tell(0.5, "half")
    return [number]


def endless(path, tell):
    path.write_text(str(os.getpid()))
    while True:  # a worker that says nothing does not see that nobody hears it
        time.sleep(0.01)


def refusing(tell):
    raise BadSetup("nothing fits")


def broken(tell):
    return 1 / 0


def dying(tell):
    os._exit(3)


@pytest.fixture
def solvers():
    made = Solvers(2)
    yield made
    made.close()


def test_results_and_progress_come_back_and_the_process_is_used_again(solvers):
    said = []

    async def two():
        first = await solvers.solve(doubled, 21, tell=lambda *words: said.append(words))
        return first, await solvers.solve(doubled, 4)

    (first, one), (second, other) = asyncio.run(two())
    assert (first, second) == (42, 8)
    assert one == other != os.getpid()
    assert said == [(0.5, "half of 21")]


def test_what_was_found_is_remembered(solvers):
    async def twice():
        first = await solvers.solve(doubled, 3)
        solvers.close()
        return first, await solvers.solve(doubled, 3)

    first, again = asyncio.run(twice())
    assert first == again
    assert not solvers.idle


class Unproven:
    final = False


def unproven(tell):
    return Unproven()


def test_what_more_time_would_mend_is_not_remembered(solvers):
    asyncio.run(solvers.solve(unproven))
    assert not solvers.kept


def test_the_trace_of_a_failure_is_in_the_log(solvers, capfd):
    async def story():
        for function in (refusing, broken):
            with pytest.raises(WhoknowsError):
                await solvers.solve(function)

    asyncio.run(story())
    said = capfd.readouterr().err
    assert "a solver failed: broken" in said
    assert "ZeroDivisionError" in said
    assert "return 1 / 0" in said
    assert "refusing" not in said  # a mistake of who asked is not the program's


def test_mistakes_and_failures_are_told_and_the_next_one_is_solved(solvers):
    async def story():
        with pytest.raises(WhoknowsError, match="nothing fits"):
            await solvers.solve(refusing)
        with pytest.raises(WhoknowsError, match="failed: ZeroDivisionError"):
            await solvers.solve(broken)
        with pytest.raises(WhoknowsError, match="the solver died"):
            await solvers.solve(dying)
        return await solvers.solve(doubled, 5)

    assert asyncio.run(story())[0] == 10


def started(path):
    """The process that wrote its number there."""
    for _ in range(600):
        if path.exists() and path.read_text():
            return psutil.Process(int(path.read_text()))
        time.sleep(0.05)
    raise TimeoutError


def test_cancelling_kills_the_process(solvers, tmp_path):
    path = tmp_path / "pid"

    async def cancelled():
        task = asyncio.create_task(solvers.solve(endless, path))
        process = await asyncio.to_thread(started, path)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return process

    assert not asyncio.run(cancelled()).is_running()
    assert not solvers.idle


def test_who_asks_the_same_at_the_same_time_shares_one_solver(solvers, tmp_path):
    said = []

    async def three():
        told = [
            solvers.solve(slowly, 7, tell=lambda *words, k=k: said.append((k, *words)))
            for k in range(2)
        ]
        one, other = await asyncio.gather(*told)
        assert one is other
        assert {(0, 0.5, "half"), (1, 0.5, "half")} <= set(said)
        path = tmp_path / "endless"
        tasks = [asyncio.create_task(solvers.solve(endless, path)) for _ in range(2)]
        while not (path.exists() and path.read_text()):
            await asyncio.sleep(0.01)
        tasks[0].cancel()
        await asyncio.wait(tasks, timeout=0.2)
        process = psutil.Process(int(path.read_text()))
        assert tasks[0].cancelled()
        assert process.is_running()
        tasks[1].cancel()
        await asyncio.wait(tasks)
        return process

    process = asyncio.run(three())
    assert not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    assert not solvers.shared


def test_the_limit_kills_the_process(solvers, tmp_path):
    path = tmp_path / "pid"

    async def limited():
        await solvers.solve(doubled, 1)  # so that the process is there
        with pytest.raises(WorkFailed, match="stopped after 2 seconds"):
            await solvers.solve(endless, path, limit=2)

    asyncio.run(limited())
    assert not psutil.pid_exists(int(path.read_text()))


SERVER = """
import asyncio, pathlib, sys
sys.path.insert(0, sys.argv[2])
from whoknows.web.solving import Solvers
from test_solving import endless
if __name__ == "__main__":
    asyncio.run(Solvers().solve(endless, pathlib.Path(sys.argv[1])))
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_the_server(how, tmp_path):
    path, program = tmp_path / "pid", tmp_path / "server.py"
    program.write_text(SERVER)
    here = os.path.dirname(__file__)
    server = subprocess.Popen([sys.executable, program, path, here])
    worker = started(path)
    server.send_signal(how)
    server.wait(timeout=20)
    worker.wait(timeout=20)
    assert not worker.is_running()
