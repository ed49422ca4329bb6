"""The lab under load: from a click to the change on the page, idle and while solvers run.

    python benchmarks/lab.py

A server of its own is started.  A click is a message on the page's websocket (to take a
move back); the change is the first message that shows the next version.  Solvers are
questions about large models, which other processes work out.  The last lines are 50 pages
in 10 rooms: from a move sent to the API until all pages of the room show it.
"""

import statistics
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web.serving import Lab
from tests.web.tap import Tap, marks

CLICKS = 30
AGENTS = 20
MODEL = "\n".join(
    [
        "facts " + " ".join(f"p{k}" for k in range(AGENTS)),
        *(f"a{k} sees everything but p{k}" for k in range(AGENTS)),
        *(
            f"valid? C{{{', '.join(f'a{k}' for k in range(AGENTS))}}} p{j}"
            for j in range(8)
        ),
    ]
)


def waited(tap, version):
    """Seconds until a page shows a version."""
    start = time.perf_counter()
    while marks(tap)[0] != str(version):
        time.sleep(0.002)
        assert time.perf_counter() - start < 60
    return time.perf_counter() - start


def clicks(lab, count):
    """Seconds from a click to the change, that many times."""
    made = lab.create("mastermind", setup={"rows": 99}, undo=True)
    room, key = made["room"], made["keys"]["host"]
    tap = Tap(lab, f"/table/{room}?key={key}")
    waited(tap, 0)
    found = []
    for number in range(count):
        lab.ask(f"/rooms/{room}/moves", {"move": "1122"}, key)
        waited(tap, 2 * number + 1)
        tap.settle(0.05)
        tap.press("Undo")
        found.append(waited(tap, 2 * number + 2))
    tap.close()
    return found


def solving(lab, stop):
    """Keep one solver busy until told to stop; the number of questions it answered."""
    answered = 0
    while not stop.is_set():
        status, _ = lab.ask("/check", {"model": MODEL})
        answered += status == 200
    return answered


def crowd(lab, rooms=10, pages=5, moves=8):
    """Seconds from a move to its being on all pages of a room, all rooms at once."""
    made = [lab.create("mastermind", setup={"rows": 99}) for _ in range(rooms)]

    def play(room):
        taps = [Tap(lab, f"/table/{room['room']}") for _ in range(pages)]
        found = []
        for number in range(moves):
            body = {"move": "1122", "at": number}
            start = time.perf_counter()
            lab.ask(f"/rooms/{room['room']}/moves", body, room["keys"]["host"])
            for tap in taps:
                waited(tap, number + 1)
            found.append(time.perf_counter() - start)
        for tap in taps:
            tap.close()
        return found

    with ThreadPoolExecutor(rooms) as pool:
        return [seconds for found in pool.map(play, made) for seconds in found]


def told(name, found, beside=None):
    middle = statistics.median(found)
    late = sorted(found)[int(0.95 * (len(found) - 1))]
    ratio = f"{middle / beside:8.1f}x" if beside else ""
    print(f"{name:34}{1000 * middle:9.1f} ms{1000 * late:9.1f} ms{ratio}", flush=True)
    return middle


def main():
    folder = Path(tempfile.mkdtemp())
    lab = Lab(folder).start()
    try:
        clicks(lab, 5)
        print(f"{'':34}{'median':>12}{'95 %':>12}{'beside idle':>11}")
        idle = told("click to change, idle", clicks(lab, CLICKS))
        for solvers in (1, 2):
            stop = threading.Event()
            with ThreadPoolExecutor(solvers) as pool:
                busy = [pool.submit(solving, lab, stop) for _ in range(solvers)]
                found = clicks(lab, CLICKS)
                stop.set()
                done = sum(task.result() for task in busy)
            told(f"with {solvers} solver(s) ({done} answers)", found, idle)
        told("50 pages in 10 rooms, one move", crowd(lab))
    finally:
        lab.stop()


if __name__ == "__main__":
    main()
