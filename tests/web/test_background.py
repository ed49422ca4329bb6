"""Tasks and threads of the lab: all are begun in one place, and kept within bounds."""

import ast
import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from tests.machine import PATIENCE, until
from tests.web.serving import Lab
from tests.web.tap import Tap
from whoknows import web
from whoknows.errors import Busy
from whoknows.experiments.experiment import MOST_SERIES, from_document
from whoknows.play.table.room import Chair
from whoknows.store.experiment_rows import entries
from whoknows.web.experiment_runs import Runs, begun
from whoknows.web.server.workers import SOLVERS
from whoknows.work.schedule import PoolLimits
from whoknows.work.worker_pool import WorkerPool

FOLDER = Path(web.__file__).parent
HOME = "background.py"  # where tasks and threads are begun
BEGINNINGS = {"to_thread", "create_task", "ensure_future", "run_in_executor", "TaskGroup"}
THREADS = {"ThreadPoolExecutor", "ProcessPoolExecutor", "io_bound", "cpu_bound"}


def begun_elsewhere(text):
    """The lines of a program that begin a task, or let a pool of threads work."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.Attribute) and node.attr in BEGINNINGS | THREADS)
        or (isinstance(node, ast.Name) and node.id in BEGINNINGS | THREADS)
    ]


def test_the_look_for_tasks_and_threads_finds_them():
    for said in (
        "asyncio.to_thread(f)",
        "asyncio.get_running_loop().run_in_executor(None, f)",
        "task = asyncio.create_task(f())",
        "from asyncio import ensure_future\nensure_future(f())",
        "loop.create_task(f())",
        "run.io_bound(f)",
    ):
        assert begun_elsewhere(said)


def test_every_task_and_thread_of_the_lab_is_begun_in_one_module():
    found = {
        str(path.relative_to(FOLDER)): lines
        for path in sorted(FOLDER.rglob("*.py"))
        if path.name != HOME and (lines := begun_elsewhere(path.read_text("utf-8")))
    }
    assert found == {}


GRID = {"pegs": [1, 2, 3, 4], "colors": [2, 3, 4, 5], "rows": [*range(1, 626)]}
LARGEST = {"game": "mastermind", "games": 1, "strategies": [["parts", "first"]]} | {
    "setup": GRID
}


async def played_a_room(host):
    """Make a room, and move in it."""
    made = await host.create("mastermind", {}, [Chair("Ann")])
    live, role = await host.enter(made.room, made.keys["host"])
    await host.move(live, role, "1122", 0)
    return live.room.version


def test_no_room_and_no_experiment_uses_the_threads_that_all_share(host):
    small = from_document({**LARGEST, "setup": {"rows": [1, 2, 3]}})
    address = Runs(host.store).address

    async def story():
        asyncio.get_running_loop().set_default_executor(Refusing(1))
        begun_there = [
            SOLVERS.ask(begun, address, replace(small, seed=seed), who="one address")
            for seed in range(4)
        ]
        assert await played_a_room(host) == 1
        assert len(await host.recent()) == 1
        return await asyncio.gather(*begun_there)

    keys = asyncio.run(asyncio.wait_for(story(), PATIENCE))
    assert {entry.id for entry in entries(host.store)} == set(keys)


def typed(tap, label, text):
    """Type something into a field of a page."""
    [field] = [
        name
        for name, element in tap.elements.items()
        if element.get("props", {}).get("label") == label
    ]
    tap.emit(field, "update:value", text)


@pytest.fixture
def own(tmp_path):
    """A lab of one's own."""
    served = Lab(tmp_path).start()
    yield served
    served.stop()


def test_start_begins_an_experiment_and_refuses_one_that_is_too_large(own):
    """As a browser does it: the page of what was begun is opened, and the other is not."""
    tap = Tap(own, "/experiments")
    try:
        for label, values in (("Pegs", 4), ("Colors", 9), ("Rows of the board", 900)):
            typed(tap, label, ",".join(map(str, range(1, values + 1))))
        tap.press("Start")
        until(lambda: b"are more than 20,000" in tap.everything, what="the refusal")
        for label, value in (("Pegs", "2"), ("Colors", "3"), ("Rows of the board", "9")):
            typed(tap, label, value)
        tap.settle()
        assert b"/experiments/" not in b"".join(tap.sent[2:])
        tap.press("Start")
        until(lambda: b'"/experiments/' in b"".join(tap.sent[2:]), what="its page")
    finally:
        tap.close()
    assert own.errors == []


class Refusing(ThreadPoolExecutor):
    """Threads that nobody may use."""

    def submit(self, *_, **__):
        raise AssertionError("work went to the threads that all share")


def test_one_address_that_begins_experiments_leaves_workers_to_others(host):
    """Fifty at once: twenty of them wait for the one worker, the others are refused."""
    pool, address = WorkerPool(2), Runs(host.store).address
    small = from_document({**LARGEST, "setup": {"rows": [1, 2, 3]}})

    async def story():
        pressed = [
            pool.ask(begun, address, replace(small, seed=seed), who="one address")
            for seed in range(50)
        ]
        tasks = [asyncio.ensure_future(each) for each in pressed]
        await asyncio.sleep(0)
        assert sum(job.who == "one address" for job in pool.schedule.running) == 1
        said = await asyncio.gather(*tasks, return_exceptions=True)
        return [type(each) for each in said]

    try:
        kinds = asyncio.run(asyncio.wait_for(story(), PATIENCE))
    finally:
        pool.close()
    assert set(kinds) == {str, Busy}
    assert kinds.count(Busy) == 50 - 1 - PoolLimits().waiting


@pytest.mark.slow
def test_fifty_that_press_start_on_the_largest_grid_leave_a_room_quick(host):
    largest, address = from_document(LARGEST), Runs(host.store).address
    assert largest.most_series() == MOST_SERIES
    seconds = []

    async def play_on(until):
        async with asyncio.timeout(PATIENCE):
            while not until.is_set():
                began = time.monotonic()
                await played_a_room(host)
                seconds.append(time.monotonic() - began)

    async def story():
        await played_a_room(host)
        over = asyncio.Event()
        playing = asyncio.ensure_future(play_on(over))
        pressed = [
            SOLVERS.ask(begun, address, replace(largest, seed=n), who=f"page {n}")
            for n in range(50)
        ]
        tasks = [asyncio.ensure_future(each) for each in pressed]
        await asyncio.wait(tasks, timeout=45)
        for task in tasks:
            task.cancel()
        over.set()
        await playing
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(asyncio.wait_for(story(), PATIENCE))
    assert sorted(seconds)[len(seconds) * 95 // 100] < 1
