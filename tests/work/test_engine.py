"""The engine on one core and on several: the same results, and nothing left behind."""

import os
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from machine import PATIENCE, joined, read_line
from whoknows.errors import BadSetup, WorkFailed
from whoknows.work import Cancelled, Cores, Here, place, run
from whoknows.work.worker_process import START
from work import pieces

SQUARES = [(n, n * n) for n in range(40)]
FLOCK = Cores(2)


@pytest.fixture
def workers_left():
    """The workers that a test began and left; pools of other tests may have theirs."""
    before = workers()

    def left():
        for _ in range(20):  # a moment of grace
            found = [worker for worker in workers() if worker not in before]
            if not found:
                break
            time.sleep(0.1)
        return found

    return left


@given(st.lists(st.integers()))
def test_here_is_the_definition(numbers):
    assert list(run(pieces.square, numbers, where=Here())) == [
        (place, number * number) for place, number in enumerate(numbers)
    ]


def test_all_cores_give_the_same_results():
    assert sorted(run(pieces.square, range(40), where=FLOCK)) == SQUARES


def test_a_killed_worker_loses_nothing(tmp_path):
    todo = [(n, str(tmp_path)) for n in range(40)]
    assert sorted(run(pieces.die_once, todo, where=FLOCK)) == SQUARES
    assert len(list(tmp_path.iterdir())) == 4


def test_a_piece_that_always_kills_its_worker_is_named():
    with pytest.raises(WorkFailed, match="died 5 times with piece 3 under way"):
        list(run(pieces.die_always, range(8), where=FLOCK))


def test_an_error_of_the_work_is_passed_on(workers_left):
    for where in (Here(), FLOCK):
        with pytest.raises(ValueError, match="seven"):
            list(run(pieces.square_or_fail, range(40), where=where))
    assert not workers_left()


def test_cancel_keeps_what_was_given(workers_left):
    for where in (Here(), FLOCK):
        cancel = threading.Event()
        given = []

        def take(pair, given=given, cancel=cancel):
            given.append(pair)
            if len(given) == 5:
                cancel.set()

        results = run(pieces.slow_square, range(1000), where=where, cancel=cancel)
        with pytest.raises(Cancelled):
            list(map(take, results))
        assert 5 <= len(given) < 20
        assert all(result == number * number for number, result in given)
    assert not workers_left()


def test_closing_early_ends_the_workers(workers_left):
    with closing(run(pieces.process_id, range(1000), where=FLOCK)) as results:
        _, worker = next(results)
        assert psutil.pid_exists(worker)
    assert not workers_left()


def test_work_can_be_done_from_a_thread():
    results = []
    work = threading.Thread(
        target=lambda: results.extend(run(pieces.square, range(40), where=FLOCK)),
        daemon=True,
    )
    work.start()
    joined(work, "the pieces")
    assert sorted(results) == SQUARES


def test_the_place_is_what_a_person_asks_for():
    assert place(workers=1) == Here()
    assert place(workers=3) == Cores(3)
    with pytest.raises(BadSetup, match="0 workers; wanted 1 to 1024"):
        place(workers=0)


DRIVER = """
import sys
sys.path.insert(0, sys.argv[1])
from work import pieces
from whoknows.work import Cores, ending_on_sigterm, run
with ending_on_sigterm():
    for _, worker in run(pieces.process_id, range(100000), where=Cores(2)):
        print(worker, flush=True)
"""


@pytest.mark.parametrize("how", ["kill", "terminate"])
def test_no_worker_outlives_its_driver(how):
    command = [sys.executable, "-c", DRIVER, str(Path(__file__).parents[1])]
    driver = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    family = []
    try:
        for _ in range(5):
            read_line(driver.stdout, "a piece of the driver")
        family = psutil.Process(driver.pid).children(recursive=True)
        assert len(family) >= 2
    finally:
        getattr(driver, how)()
        driver.communicate(timeout=PATIENCE)
    _, alive = psutil.wait_procs(family, timeout=PATIENCE)
    assert not alive


SCRIPT = """
import atexit, os
from whoknows.work import Cores, run

print("the script runs")

class Square:
    def __init__(self, number):
        self.area = number * number

def square(number):
    print("a piece")
    atexit.register(os._exit, 0)  # as if killed: what is not flushed by then is lost
    return Square(number)

found = sorted(run(square, [3, 4], where=Cores(2)))
print([(number, one.area, type(one) is Square) for number, one in found])
"""


def test_a_script_without_a_main_sends_its_own_functions_and_classes(tmp_path):
    file = tmp_path / "script.py"
    file.write_text(SCRIPT)
    kept = {name: os.environ[name] for name in os.environ if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, file]
    said = subprocess.run(
        command, capture_output=True, text=True, env=kept, timeout=PATIENCE
    )
    lines = sorted(said.stdout.splitlines())
    pieces_said = ["a piece", "a piece", "the script runs"]
    assert lines == ["[(0, 9, True), (1, 16, True)]", *pieces_said], said.stderr


def test_what_cannot_be_sent_back_is_an_error_that_says_so():
    with pytest.raises(WorkFailed, match=r"what a worker found cannot be sent: .*lock"):
        list(run(pieces.lock, [1], where=FLOCK))


def workers():
    """The workers of this process."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # it has just ended
            if START in child.cmdline():
                found.append(child)
    return found
