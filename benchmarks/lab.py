"""The lab under load: from a click to the change on the page, idle and while others work.

    python benchmarks/lab.py

A server of its own is started, and a real browser plays Mastermind: it puts a peg (drawn
by the server), guesses (checked by another process, written to the database, and drawn
anew), and takes the guess back.  Meanwhile nothing happens, or a long solver of an explore
page runs, or 50 other pages in 10 rooms of several games play too, and all of that at
once.  The last lines are those 50 pages: from a move until all pages of its room show it.
"""

import itertools
import random
import statistics
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web.serving import Lab, new_browser, until
from tests.web.tap import Tap, marks

CLICKS = 20
PAUSE = 1.0  # seconds between two moves of a room
SOLVERS = {
    "the curve of Psi, 6 players": "/explore/hats?players=6&p=1/2",
    "best deal, 6 players, p = 2/3": "/explore/hats?players=6&p=2/3",
    "Mastermind 4x7, the optimum": "/explore/mastermind?colors=7&strategies=optimal",
}
ROOMS = [
    *[("hats", {"players": 5, "rounds": 6}, 5, "P")] * 3,
    *[("muddy", {"children": 5}, 5, "unsure")] * 2,
    *[("davinci", {"players": 4, "tiles": 24}, 4, "")] * 3,
    *[("mastermind", {"rows": 60}, 1, "")] * 2,
]  # the game, its people, and the move by which it goes on longest, if not any
PAGES = 5  # of each room: the players, and those who watch
# Milliseconds from a click on a button until something is so, and drawn.
CLICK = """
const [name, css, attribute, done] = arguments;
const every = () => [...document.querySelectorAll(css)];
const value = () => every().map(e => e.getAttribute(attribute)).join();
const before = value(), start = performance.now();
new MutationObserver((_, seen) => {
  if (value() === before) return;
  seen.disconnect();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
}).observe(document.body, {subtree: true, childList: true, attributes: true});
[...document.querySelectorAll('button')].find(b => b.checkVisibility()
  && (b.innerText.trim() === name || b.ariaLabel === name)).click();
"""


class Player:
    """A person at a table of Mastermind, in a real browser."""

    def __init__(self, lab):
        self.browser = new_browser()
        made = lab.create("mastermind", setup={"rows": 60}, undo=True)
        self.browser.get(lab.table(made["room"], made["keys"]["host"]))
        until(lambda: self.browser.execute_script("return window.did_handshake"))

    def click(self, name, css, attribute):
        """Seconds from a click to its change."""
        return self.browser.execute_async_script(CLICK, name, css, attribute) / 1000

    def play(self, rounds, pause=0.15):
        """Seconds of every peg put, guess made, and guess taken back."""
        pegs, guesses, undone = [], [], []
        for _ in range(rounds):
            for color in "1122":
                pegs.append(
                    self.click(f"color {color}", '[aria-label^="peg "]', "aria-label")
                )
                time.sleep(pause)
            guesses.append(self.click("Guess", ".wk-status", "data-version"))
            time.sleep(pause)
            undone.append(self.click("Undo", ".wk-status", "data-version"))
            time.sleep(pause)
        return pegs, guesses, undone


@contextmanager
def solver(lab, path):
    """A page on which a solver runs; it is stopped with the button in the end."""
    browser = new_browser()
    try:
        browser.get(f"{lab.url}{path}")
        until(lambda: busy(browser), what="the solver")
        yield browser
        print(f"{'':4}the solver was {'still busy' if busy(browser) else 'done'}")
    finally:
        browser.quit()


def busy(browser):
    """Whether a page shows that something is worked out."""
    shown = "[...document.querySelectorAll('.wk-waiting')].some(e => e.checkVisibility())"
    return browser.execute_script(f"return {shown}")


@contextmanager
def crowd(lab):
    """Fifty pages in ten rooms that play until the end; gives the seconds of every move."""
    stop, found = threading.Event(), []
    rooms = list(itertools.islice(itertools.cycle(ROOMS), len(ROOMS)))
    ready = threading.Barrier(len(rooms) + 1)
    with ThreadPoolExecutor(len(rooms)) as pool:
        tasks = [pool.submit(room_played, lab, room, ready, stop, found) for room in rooms]
        ready.wait(300)
        try:
            yield found
        finally:
            stop.set()
            for task in tasks:
                task.result()


def room_played(lab, room, ready, stop, found):
    """One room: a move, then all its pages must show it; another game when it is over."""
    game, setup, people, usual = room
    wait = ready.wait
    while True:
        made = lab.create(game, setup=setup, chairs=[f"P{k}" for k in range(people)])
        keys = [*made["keys"]["seats"], *[""] * (PAGES - people)]
        paths = [f"/table/{made['room']}" + f"?key={key}" * bool(key) for key in keys]
        taps = [Tap(lab, path) for path in paths]
        wait()
        wait = int  # only the first time
        try:
            over = moves_made(lab, made, taps, stop, found, usual)
        finally:
            for tap in taps:
                tap.close()
        if not over:
            return


def moves_made(lab, made, taps, stop, found, usual):
    """Play a room, a move after the other; whether it came to its end."""
    room, version = made["room"], 0
    while not stop.is_set():
        view = lab.ask(f"/rooms/{room}")[1]
        if view["over"]:
            return True
        for seat in view["awaited"]:
            key = made["keys"]["seats"][seat]
            moves = lab.ask(f"/rooms/{room}/moves", key=key)[1]["moves"]
            move = {"move": usual if usual in moves else random.choice(moves)}
            start = time.perf_counter()
            status, said = lab.ask(f"/rooms/{room}/moves", move, key)
            assert status == 200, said
            if said["version"] != version:
                version = said["version"]
                for tap in taps:
                    waited(tap, version)
                found.append(time.perf_counter() - start)
            if stop.wait(PAUSE * random.uniform(0.5, 1.5)):
                break
    return False


def waited(tap, version):
    """Wait until a page shows a version, or a later one."""
    start = time.perf_counter()
    while int(marks(tap)[0]) < version:
        time.sleep(0.005)
        assert time.perf_counter() - start < 60


def told(name, found, beside=None):
    middle = statistics.median(found)
    late = sorted(found)[int(0.95 * (len(found) - 1))]
    ratio = f"{middle / beside:12.1f}x" if beside else ""
    print(f"{name:34}{1000 * middle:9.1f} ms{1000 * late:9.1f} ms{ratio}", flush=True)
    return middle


def clicks(name, player, beside=(None, None, None)):
    """Measure a player, and say it."""
    print(name, flush=True)
    kinds = ("a peg is put", "a guess is made", "a guess is undone")
    return [
        told(f"    {kind}", found, other)
        for kind, found, other in zip(kinds, player.play(CLICKS), beside, strict=True)
    ]


def main():
    folder = Path(tempfile.mkdtemp())
    lab = Lab(folder).start()
    player = Player(lab)
    try:
        player.play(3)
        print(f"{'':34}{'median':>12}{'95 %':>12}{'beside idle':>13}")
        idle = clicks("idle", player)
        for name, path in SOLVERS.items():
            with solver(lab, path):
                clicks(name, player, idle)
        with crowd(lab) as moves:
            clicks("50 pages in 10 rooms", player, idle)
            told("    a move on all its pages", moves)
        lab.stop()
        lab.start()  # it has kept what the solvers found
        player.browser.quit()
        player = Player(lab)
        player.play(3)
        with crowd(lab) as moves, solver(lab, SOLVERS["the curve of Psi, 6 players"]):
            clicks("50 pages in 10 rooms, and Psi", player, idle)
            told("    a move on all its pages", moves)
    finally:
        player.browser.quit()
        lab.stop()


if __name__ == "__main__":
    main()
