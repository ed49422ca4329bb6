"""An error of the lab is seen in its log, once, wherever it happened."""

import asyncio
import logging
import sys
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.machine import PATIENCE, in_time, until
from tests.web.serving import Lab
from tests.web.tap import Tap
from whoknows.errors import StrategyFailed
from whoknows.play.table.room import Chair
from whoknows.web import background
from whoknows.web.background import begin_task, lasting
from whoknows.web.experiment_runs import Runs
from whoknows.web.rooms import live_rooms
from whoknows.web.rooms.live_rooms import Live
from whoknows.web.server.log import Visitors

ROOT = Path(__file__).parents[2]
FETCHED = ["builder", "api", "guard", "limits", "own_seats", "task", "kept", "worker"]
OPENED = ["timer", "handler", "props"]
TEXT = "the words of our own error"


class Faulty(Lab):
    """A lab in which something is wrong in each of these places."""

    def command(self):
        start = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / 'tests')!r}]"
        return [sys.executable, "-c", f"{start}; from tests.web.planted import run; run()"]


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    served = Faulty(tmp_path_factory.mktemp("faulty")).start()
    yield served
    served.stop()


def seen(lab, name):
    """The errors in the log that are those of a place."""
    return [said for said in lab.errors if f"planted_{name}" in said]


@pytest.mark.parametrize("name", [*FETCHED, *OPENED])
def test_an_error_of_each_kind_of_work_is_one_record_with_the_word(faulty, name):
    path = "/api/games" if name == "api" else f"/planted/{name}"
    if name in FETCHED:
        with suppress(urllib.error.HTTPError):
            urllib.request.urlopen(faulty.url + path, timeout=PATIENCE).close()
    else:
        tap = Tap(faulty, path)
        if name == "handler":
            tap.press("Press")
    [said] = until(lambda: seen(faulty, name), seconds=60, what=f"planted_{name}")
    assert "Traceback (most recent call last)" in said
    if name in OPENED:
        tap.settle(quiet=1.0)
        tap.close()
    assert len(seen(faulty, name)) == 1


# ------------------------------------------------------------- work of a lab without a page


@pytest.fixture
def records():
    """The errors in the lab's log that are written."""
    kept = []

    class Kept(logging.Handler):
        def emit(self, record):
            if record.levelno >= logging.ERROR:
                kept.append(record.getMessage())

    handler = Kept()
    handler.addFilter(Visitors())
    logger = logging.getLogger("whoknows.lab")
    logger.addHandler(handler)
    yield kept
    logger.removeHandler(handler)


async def failing(*_, **__):
    raise ZeroDivisionError(TEXT)


async def soon(found):
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not found():
            await asyncio.sleep(0.01)


def test_a_task_that_is_kept_and_never_awaited_is_heard_of(records):
    async def story():
        task = begin_task(failing(), "a task that somebody keeps")
        await soon(lambda: records)
        assert task.done()

    in_time(story())
    assert records == ["lab-error: a task that somebody keeps failed"]
    assert not background.RUNNING


def test_an_experiment_that_fails_with_any_error_says_so(host, records):
    runs = Runs(host.store, SimpleNamespace(ask=failing, close=lambda: None))

    async def story():
        runs.start("key", 1)
        await soon(lambda: not runs.going("key"))
        await soon(lambda: records)

    in_time(story())
    assert runs.known["key"].wrong == "the experiment failed; the server's log says why"
    assert len(records) == 1


def test_a_strategy_that_fails_with_any_error_leaves_no_room_hanging(
    host, records, monkeypatch
):
    async def story():
        chairs = [Chair("Ann"), Chair("Bob", "random")]
        made = await host.create("davinci", {"players": 2}, chairs)
        monkeypatch.setattr(host, "strategies_move", failing)
        live = await host.find(made.room)
        told = []
        host.subscribe(live, lambda: told.append(live.trouble))
        live.kept = SimpleNamespace(
            room=SimpleNamespace(thinkers=[1], only_strategies=False), document={}
        )
        host.wake(live)
        await soon(lambda: live.thinking is None)
        assert told == ["a strategy failed to move; the server's log says why"]

    in_time(story())
    assert len(records) == 1


def test_a_strategy_that_fails_at_a_step_is_in_the_log(host, records, monkeypatch):
    async def wrong(live):
        raise StrategyFailed("best failed: ZeroDivisionError")

    async def story():
        chairs = [Chair("Ann", "random"), Chair("Bob", "random")]
        made = await host.create("davinci", {"players": 2}, chairs)
        live, role = await host.enter(made.room, made.keys["host"])
        monkeypatch.setattr(host, "strategies_move", wrong)
        with pytest.raises(StrategyFailed):
            await host.step(live, role)

    in_time(story())
    assert len(records) == 1


def test_the_look_at_other_labs_goes_on_after_an_error(host, records, monkeypatch):
    looks = []

    def changes_of(store, rooms):
        looks.append(rooms)
        raise ZeroDivisionError(TEXT)

    monkeypatch.setattr(live_rooms, "changes_of", changes_of)
    monkeypatch.setattr(live_rooms, "FOLLOW", 0.01)
    monkeypatch.setattr(background, "PAUSE", 0.01)

    async def story():
        made = await host.create("mastermind", {}, [])
        live = await host.find(made.room)
        host.subscribe(live, print)
        begin_task(lasting(host.follow), "following")
        await soon(lambda: len(looks) > 3)

    in_time(story())
    assert records == ["lab-error: what lasts has failed; it is begun again"]


def test_old_rooms_are_forgotten_the_next_time_after_an_error(host, records, monkeypatch):
    looks = []

    def forget_rooms(store, days):
        looks.append(days)
        raise ZeroDivisionError(TEXT)

    monkeypatch.setattr("whoknows.web.rooms.host.forget_rooms", forget_rooms)
    monkeypatch.setattr(background, "PAUSE", 0.01)
    host.days = 1

    async def story():
        begin_task(lasting(host.forget), "forgetting")
        await soon(lambda: len(looks) > 1)

    in_time(story())
    assert len(records) == 1


def test_a_listener_that_fails_is_seen_and_the_others_hear(records):
    live, heard = Live.__new__(Live), []
    live.listeners = [lambda: 1 // 0, lambda: heard.append(True)]
    live.tell()
    assert heard == [True]
    assert records == ["lab-error: a listener of a room failed"]
