"""What is forgotten: rooms by their last move, and none because a clock is wrong."""

import logging
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete

from postgres import postgres_server
from whoknows.play.table.room import Done
from whoknows.store import open_store, rooms, schema
from whoknows.store.rooms import (
    add_branch,
    add_room,
    add_successor,
    append,
    forget_rooms,
    recent_rooms,
    take_seat,
)
from whoknows.store.schema import TERMINAL

TODAY = datetime(2026, 11, 19, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def server():
    with postgres_server() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request, tmp_path):
    """A database of either kind, with no rooms in it."""
    url = str(tmp_path / "rooms.db")
    if request.param == "postgresql":
        url = request.getfixturevalue("server")
    with open_store(url) as opened:
        with opened.writing() as connection:
            connection.execute(delete(schema.room_log))
            connection.execute(delete(schema.rooms))
        yield opened
        with opened.writing() as connection:
            for key in ("clock doubted", "clock"):
                gone = delete(schema.meta).where(schema.meta.c.key == key)
                connection.execute(gone)


@pytest.fixture
def clock(monkeypatch):
    """A clock to be set; `clock(400)` is so many days from today."""

    class Clock(datetime):
        shown = TODAY

        @classmethod
        def now(cls, zone):
            assert zone is UTC
            return cls.shown

    def turn(days):
        Clock.shown = TODAY + timedelta(days=days)

    monkeypatch.setattr(rooms, "datetime", Clock)
    return turn


def there(store):
    return {room.id for room, _ in recent_rooms(store, 1000)}


def fill(store, count, prefix="new"):
    """So many rooms of now."""
    names = {f"{prefix}{number}" for number in range(count)}
    for name in sorted(names):
        add_room(store, name, "toy", {}, {})
    return names


def test_a_room_is_as_old_as_its_last_change(store, clock):
    changes = {
        "moved": lambda: append(store, "moved", 0, Done(0, 0, "1")),
        "taken": lambda: take_seat(store, "taken", "seat 0", "key", "own"),
        "branched": lambda: add_branch(store, "branched", {"room": "x"}),
        "followed": lambda: add_successor(store, "followed", "next", "toy", {}, {}),
    }
    for room in ("idle", *changes):
        add_room(store, room, "toy", {}, {"seat 0": "key"})
    clock(300)
    for change in changes.values():
        change()
    young = {*changes, "next"} | fill(store, 10)
    clock(400)
    assert forget_rooms(store, 365) == 1
    assert there(store) == young
    assert forget_rooms(store, 101) == 0


def test_a_clock_that_goes_wrong_loses_no_room(store, clock, caplog):
    add_room(store, "mine", "toy", {TERMINAL: 0}, {}, [Done(0, 0, "1")])
    names = fill(store, 12) | {"mine"}
    for days in (4000, 4001, 4002, -9999):
        clock(days)
        caplog.clear()
        assert forget_rooms(store, 365) == 0
        said = [record for record in caplog.records if record.levelno >= logging.WARNING]
        assert len(said) == (days > 0)
        assert "12 of 12" in said[0].getMessage() if said else True
        assert there(store) == names
    clock(0)
    assert forget_rooms(store, 365) == 0
    assert there(store) == names


@pytest.mark.parametrize(("old", "young", "gone"), [(1, 9, 1), (2, 9, 0), (1, 8, 0)])
def test_at_most_a_tenth_of_the_rooms_goes_at_once(store, clock, old, young, gone):
    fill(store, old, "old")
    clock(400)
    left = fill(store, young)
    assert forget_rooms(store, 365) == gone
    assert there(store) >= left
    assert len(there(store)) == old + young - gone


def test_what_was_written_while_the_clock_was_behind_is_not_old(store, clock):
    fill(store, 20)
    add_room(store, "moved", "toy", {}, {})
    clock(-20000)
    add_room(store, "begun", "toy", {}, {})
    append(store, "moved", 0, Done(0, 0, "1"))
    clock(1)
    assert forget_rooms(store, 365) == 0
    assert {"begun", "moved"} <= there(store)


def test_a_lab_at_rest_is_forgotten_when_its_clock_has_gone_on_for_a_month(store, clock):
    add_room(store, "mine", "toy", {TERMINAL: 0}, {}, [Done(0, 0, "1")])
    names = fill(store, 5)
    start = 2000
    for day in range(rooms.DOUBTED - 1):
        clock(start + day)
        assert forget_rooms(store, 365) == 0
        assert forget_rooms(store, 365) == 0, "a second look of the day counts for nothing"
    assert there(store) == names | {"mine"}
    clock(start + rooms.DOUBTED - 1)
    assert forget_rooms(store, 365) == len(names)
    assert there(store) == {"mine"}


def test_a_clock_that_jumps_is_doubted_anew(store, clock):
    names = fill(store, 5)
    for jump in (2000, 9000, 1000, 8000):
        for day in range(rooms.DOUBTED - 1):
            clock(jump + day)
            assert forget_rooms(store, 365) == 0
    assert there(store) == names


@pytest.mark.parametrize("days", [800_000, 1e10, 1e300, float("inf"), 0.5, 1e-300])
def test_any_number_of_days_is_taken(store, clock, days):
    fill(store, 1, "old")
    clock(400)
    fill(store, 11)
    assert forget_rooms(store, days) == (days < 1)
