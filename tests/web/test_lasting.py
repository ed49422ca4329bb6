"""Nothing is lost: killed servers, double clicks, old tabs, and workers that end."""

import signal
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest

from machine import PATIENCE, joined
from tests.web.serving import Lab, until
from tests.web.tap import Tap


@pytest.fixture
def own(tmp_path):
    """A lab of one's own, to be killed."""
    lab = Lab(tmp_path).start()
    yield lab
    lab.stop()


def seen(lab, made, seat=0):
    status, document = lab.ask(f"/rooms/{made['room']}", key=made["keys"]["seats"][seat])
    assert status == 200, document
    return document


def move_once(lab, made, seat):
    """One legal move of a seat, if it is its turn."""
    room, key = made["room"], made["keys"]["seats"][seat]
    _, found = lab.ask(f"/rooms/{room}/moves", key=key)
    if found["moves"]:
        lab.ask(f"/rooms/{room}/moves", {"move": found["moves"][0]}, key)
    return bool(found["moves"])


@pytest.mark.slow
def test_a_killed_server_goes_on_with_the_same_links(own):
    made = own.create(
        "davinci", chairs=["Ann", "Bob", ("Cy", "careful")], setup={"players": 3}
    )
    for _ in range(3):
        until(lambda: seen(own, made)["awaited"] != [2])
        move_once(own, made, 0) or move_once(own, made, 1)
    until(lambda: seen(own, made)["awaited"] != [2])
    before = [seen(own, made, seat) for seat in (0, 1)]
    own.stop(signal.SIGKILL)
    own.start()
    assert [seen(own, made, seat) for seat in (0, 1)] == before
    assert len(before[0]["history"]) >= 3
    assert move_once(own, made, 0) or move_once(own, made, 1)
    assert len(seen(own, made)["history"]) > len(before[0]["history"])


@pytest.mark.slow
def test_a_server_killed_at_any_moment_keeps_every_move_that_it_showed(own):
    made = own.create("mastermind", setup={"rows": 40})
    room, key = made["room"], made["keys"]["host"]
    shown, stop = [], threading.Event()

    def guess():
        number = 0
        while not stop.is_set():
            code = f"{number // 4 % 4 + 1}{number % 4 + 1}11"
            try:
                status, document = own.ask(f"/rooms/{room}/moves", {"move": code}, key)
            except OSError:
                return
            if status == 200:
                shown.append(document["history"])
            number += 1

    for _ in range(2):
        stop.clear()
        thread = threading.Thread(target=guess, daemon=True)
        thread.start()
        try:
            until(lambda: shown, what="a move")
            time.sleep(0.6)
            own.stop(signal.SIGKILL)
        finally:
            stop.set()
        joined(thread, "the last guess")
        own.start()
        history = own.ask(f"/rooms/{room}")[1]["history"]
        assert history[: len(shown[-1])] == shown[-1]
        assert len(history) <= len(shown[-1]) + 1
    assert shown


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_the_server(own, how):
    made = own.create("davinci", chairs=["A", ("B", "careful"), ("C", "random")])
    with_page = Tap(own, f"/table/{made['room']}?key={made['keys']['host']}")
    family = psutil.Process(own.process.pid).children(recursive=True)
    assert family, "strategies think in processes of their own"
    own.stop(how)
    with_page.close()
    _, alive = psutil.wait_procs(family, timeout=PATIENCE)
    assert not alive


@pytest.mark.slow
def test_workers_end_with_the_server_in_the_middle_of_a_long_thought(own):
    model = "facts " + " ".join(f"p{k}" for k in range(18)) + "\n"
    model += "\n".join(f"a{k} sees p{k}" for k in range(18)) + "\nvalid? C p0\n"
    asked = threading.Thread(
        target=lambda: own.ask("/check", {"model": model}), daemon=True
    )
    asked.start()
    time.sleep(0.5)
    family = psutil.Process(own.process.pid).children(recursive=True)
    own.stop(signal.SIGTERM)
    _, alive = psutil.wait_procs(family, timeout=PATIENCE)
    assert not alive
    joined(asked, "the answer")


def test_of_two_moves_at_once_one_counts_and_the_other_is_told(lab):
    made = lab.create("mastermind")
    room, key = f"/rooms/{made['room']}/moves", made["keys"]["host"]
    with ThreadPoolExecutor(8) as pool:
        codes = [f"1{k}34" for k in range(1, 7)] + ["1122", "1122"]
        answers = list(
            pool.map(lambda code: lab.ask(room, {"move": code, "at": 0}, key), codes)
        )
    assert sorted(status for status, _ in answers) == [200] + [409] * 7
    assert all("moved on" in said["error"] for status, said in answers if status == 409)
    assert len(seen(lab, made)["history"]) == 1


def test_two_seats_that_move_at_once_are_both_heard(lab):
    made = lab.create("hats", chairs=["A", "B", "C"])
    room = f"/rooms/{made['room']}/moves"
    with ThreadPoolExecutor(3) as pool:
        answers = list(
            pool.map(
                lambda key: lab.ask(room, {"move": "P", "at": 0}, key),
                made["keys"]["seats"],
            )
        )
    assert [status for status, _ in answers] == [200] * 3
    assert seen(lab, made)["over"]


def test_keys_are_stored_as_hashes_only(lab):
    made = lab.create("hats", chairs=["A", "B", "C"])
    folder = lab.folder / "whoknows"
    with sqlite3.connect(folder / "whoknows.db") as database:
        stored = "\n".join(database.iterdump())
    database.close()
    assert made["room"] in stored
    for key in (made["keys"]["host"], made["keys"]["watcher"], *made["keys"]["seats"]):
        assert key not in stored


def test_two_labs_on_one_database_do_not_lose_a_move(lab, tmp_path):
    other = Lab(tmp_path, "--db", str(lab.folder / "whoknows" / "whoknows.db")).start()
    try:
        made = lab.create("mastermind", setup={"maker": "evil"})
        room, key = f"/rooms/{made['room']}/moves", made["keys"]["host"]
        assert other.ask(f"/rooms/{made['room']}")[0] == 200
        assert lab.ask(room, {"move": "1122", "at": 0}, key)[0] == 200
        assert other.ask(room, {"move": "3344", "at": 0}, key)[0] == 409
        assert other.ask(room, {"move": "3344", "at": 1}, key)[0] == 200
    finally:
        other.stop()
