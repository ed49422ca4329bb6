"""Rooms in the database: their log grows, and nothing in it is written twice."""

import pytest
from sqlalchemy import delete, select, update

from postgres import postgres_server
from whoknows.errors import NotAllowed, OldVersion, UnknownName
from whoknows.play.table.room import Done
from whoknows.store import open_store, schema
from whoknows.store.experiment_rows import add_experiment
from whoknows.store.rooms import (
    add_branch,
    add_room,
    add_successor,
    append,
    changes_of,
    find_room,
    forget_rooms,
    hashed,
    log_of,
    recent_rooms,
    rooms_named,
    take_seat,
)
from whoknows.store.schema import TERMINAL


@pytest.fixture(scope="module")
def server():
    with postgres_server() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """A database of either kind, with no rooms in it."""
    if request.param == "sqlite":
        return str(tmp_path / "rooms.db")
    address = request.getfixturevalue("server")
    with open_store(address) as store, store.writing() as connection:
        connection.execute(delete(schema.room_log))
        connection.execute(delete(schema.rooms))
        connection.execute(delete(schema.experiments))
    return address


@pytest.fixture
def store(url):
    with open_store(url) as opened:
        yield opened


def test_a_room_and_its_log_come_back(store):
    add_room(store, "r", "toy", {"seed": 1}, {"host": "secret"})
    entries = [Done(0, 0, "1"), Done(1, 1, "2"), Done(2, 1, None, 2)]
    for n, done in enumerate(entries):
        append(store, "r", n, done, over=n == 2)
    assert log_of(store, "r") == entries
    stored = find_room(store, "r")
    assert stored.over
    assert stored.keys == {"host": hashed("secret")}
    assert [(room.id, count) for room, count in recent_rooms(store)] == [("r", 3)]


def test_no_entry_is_written_twice_and_no_seat_moves_twice_at_a_version(store):
    add_room(store, "r", "toy", {}, {})
    append(store, "r", 0, Done(0, 0, "1"))
    with pytest.raises(OldVersion):
        append(store, "r", 0, Done(1, 1, "2"))
    with pytest.raises(OldVersion):
        append(store, "r", 1, Done(0, 0, "2"))
    append(store, "r", 1, Done(0, 1, "2"))
    assert [done.move for done in log_of(store, "r")] == ["1", "2"]


def test_a_seat_is_taken_once_and_by_its_own_invitation(store):
    add_room(store, "r", "toy", {}, {"seat 0": "one", "seat 1": "two"})
    add_room(store, "other", "toy", {}, {"seat 0": "one"})
    with pytest.raises(NotAllowed, match="is taken"):
        take_seat(store, "r", "seat 0", "two", "mine")
    take_seat(store, "r", "seat 0", "one", "mine")
    for invitation in ("one", "mine"):
        with pytest.raises(NotAllowed, match="is taken"):
            take_seat(store, "r", "seat 0", invitation, "another")
    taken = {"seat 0": hashed("mine"), "taken seat 0": hashed("one")}
    assert find_room(store, "r").keys == {**taken, "seat 1": hashed("two")}
    assert find_room(store, "other").keys == {"seat 0": hashed("one")}


def test_a_room_has_one_successor_and_few_branches(store, monkeypatch):
    for room in ("x", "r", "z"):
        add_room(store, room, "toy", {"seed": room}, {})
    keys = {"host": hashed("key")}
    assert add_successor(store, "r", "new", "toy", {"seed": 2}, keys) == "new"
    assert add_successor(store, "r", "newer", "toy", {}, keys) == "new"
    assert find_room(store, "r").document == {"seed": "r", "next": "new"}
    successor = find_room(store, "new")
    assert successor.document == {"seed": 2, "after": "r"}
    assert (successor.keys, successor.over) == (keys, False)
    monkeypatch.setattr("whoknows.store.rooms.MOST_BRANCHES", 2)
    for number in (1, 2):
        add_branch(store, "z", {"room": number})
    with pytest.raises(NotAllowed, match="at most 2 branches"):
        add_branch(store, "z", {"room": 3})
    assert find_room(store, "z").document["branches"] == [{"room": 1}, {"room": 2}]
    assert find_room(store, "x").document == {"seed": "x"}
    assert set(rooms_named(store, ["x", "new", "newer"])) == {"x", "new"}
    assert [len(recent_rooms(store, most)) for most in (2, 9)] == [2, 4]


def test_a_room_that_is_not_there(store):
    with pytest.raises(UnknownName, match="no room 'nowhere'"):
        find_room(store, "nowhere")


def test_a_database_of_the_version_before_gets_the_new_tables_and_keeps_its_rows(url):
    with open_store(url) as store:
        add_experiment(store, "k", "kept", {}, 1)
        with store.writing() as connection:
            for name in reversed(
                [name for added in schema.ADDED.values() for name in added]
            ):
                schema.tables.tables[name].drop(connection)
            connection.execute(update(schema.meta).values(value="1"))
    with open_store(url) as store:
        add_room(store, "r", "toy", {}, {})
        with store.reading() as connection:
            assert connection.scalar(select(schema.experiments.c.name)) == "kept"
            version = select(schema.meta.c.value).where(schema.meta.c.key == "version")
            assert connection.scalar(version) == str(schema.VERSION)


def test_rooms_of_the_version_before_are_as_old_as_the_new_version(url):
    """When they were last changed is not known, so none of them is taken for old."""
    with open_store(url) as store:
        add_room(store, "lab", "toy", {"seed": 1}, {"seat 0": "key"})
        add_room(store, "mine", "toy", {TERMINAL: 0}, {})
        with store.writing() as connection:
            connection.execute(update(schema.rooms).values(made="2020-01-01T00:00"))
            schema.room_changes.drop(connection)
            connection.execute(update(schema.meta).values(value="3"))
    with open_store(url) as store:
        assert changes_of(store, ["lab", "mine", "none"]) == {"lab": 0, "mine": 0}
        assert forget_rooms(store, 1) == 0
        take_seat(store, "lab", "seat 0", "key", "own")
        append(store, "mine", 0, Done(0, 0, "1"))
        assert changes_of(store, ["lab", "mine"]) == {"lab": 1, "mine": 1}
        changes = schema.room_changes
        with store.reading() as connection:
            last = dict(connection.execute(select(changes.c.room, changes.c.last)).all())
        assert last.pop("mine") is None
        assert last["lab"].startswith("20")


def test_every_change_of_a_room_is_counted_and_what_is_refused_is_not(store):
    add_room(store, "r", "toy", {}, {"seat 0": "key"}, [Done(0, 0, "1")])
    assert changes_of(store, ["r"]) == {"r": 0}
    append(store, "r", 1, Done(1, 0, "1"))
    take_seat(store, "r", "seat 0", "key", "own")
    add_branch(store, "r", {"room": "x"})
    add_successor(store, "r", "next", "toy", {}, {})
    assert changes_of(store, ["r", "next"]) == {"r": 4, "next": 0}
    with pytest.raises(OldVersion):
        append(store, "r", 1, Done(2, 0, "1"))
    with pytest.raises(NotAllowed):
        take_seat(store, "r", "seat 0", "key", "own")
    for change in (append, add_branch):
        with pytest.raises(UnknownName, match="no room 'gone'"):
            change(store, "gone", *([0, Done(0, 0, "1")] if change is append else [{}]))
    assert changes_of(store, ["r"]) == {"r": 4}


@pytest.mark.parametrize("room", ["\0", "a\0b", "é", "\ud800", "x\n"])
def test_a_room_of_an_odd_name_is_not_there(store, room):
    with pytest.raises(UnknownName, match="no room"):
        find_room(store, room)


def test_old_rooms_of_the_lab_are_forgotten_and_games_of_the_terminal_are_not(store):
    add_room(store, "lab", "mastermind", {"seed": 1}, {"host": "key"}, [Done(0, 0, "1")])
    add_room(store, "mine", "mastermind", {TERMINAL: 0}, {}, [Done(0, 0, "1")])
    assert forget_rooms(store, 1) == 0
    for room in range(9):
        add_room(store, f"young {room}", "mastermind", {}, {})
    with store.writing() as connection:
        changes = schema.room_changes
        old = update(changes).where(changes.c.room == "lab")
        connection.execute(old.values(last="2020-01-01T00:00:00.000+00:00"))
    assert forget_rooms(store, 1) == 1
    with pytest.raises(UnknownName):
        find_room(store, "lab")
    assert [len(log_of(store, room)) for room in ("lab", "mine")] == [0, 1]
    assert find_room(store, "mine").document == {TERMINAL: 0}
