"""Nothing that a move brings keeps the server's event loop busy: others' moves go on.

Pages are built on the loop, as their framework wants it, and take up to some 40 ms each;
they are opened before anything is counted here.
"""

import json
import sys
import time
from contextlib import ExitStack, closing

import numpy as np
import pytest

from tests.web.serving import Lab
from tests.web.tap import Tap
from whoknows.catalog import GAMES

LONGEST = 0.04  # seconds of a processor: twice what is wanted, as garbage is looked at too


class WatchedLab(Lab):
    """A lab that writes down what keeps its event loop busy."""

    def command(self):
        path = str(self.folder / "slow.jsonl")
        return [sys.executable, "-m", "tests.web.slow_callbacks", path]

    def slow(self):
        """What was slow until now; the list begins anew."""
        path = self.folder / "slow.jsonl"
        found = [json.loads(line) for line in path.read_text().splitlines()]
        path.write_text("")
        return found


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    lab = WatchedLab(tmp_path_factory.mktemp("watched"))
    (lab.folder / "slow.jsonl").write_text("")
    yield lab.start()
    lab.stop()


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GAMES])
def test_moves_do_not_hold_up_the_event_loop(watched, name):
    made = watched.create(name)
    room, keys = made["room"], made["keys"]["seats"]
    with ExitStack() as stack:
        for key in keys[:2]:
            tap = Tap(watched, f"/table/{room}?key={key}")
            stack.enter_context(closing(tap)).settle(1.0)
        time.sleep(1)
        watched.slow()
        played(watched, room, keys)
    found = [each for each in watched.slow() if each["seconds"] > LONGEST]
    assert not found, json.dumps(found, indent=1)


def played(lab, room, keys, most=8):
    """Play at random, by the API."""
    rng = np.random.default_rng(1)
    for _ in range(most):
        told = lab.ask(f"/rooms/{room}")[1]
        for seat in told["turn"]:
            path = f"/rooms/{room}/moves"
            status, said = lab.ask(path, key=keys[seat])
            assert status == 200, said
            moves = said["moves"]
            move = moves[int(rng.integers(len(moves)))]
            status, said = lab.ask(path, {"move": move}, keys[seat])
            assert status == 200, said
        if told["over"]:
            return


@pytest.mark.slow
def test_a_busy_loop_would_be_noticed(watched):
    watched.slow()
    for _ in range(6):
        Tap(watched, "/logic").close()  # a large page
    assert watched.slow()
