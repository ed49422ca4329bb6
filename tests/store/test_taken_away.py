"""A database file that is taken away while it is used: what was acknowledged is kept."""

import re
import shutil
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from whoknows.errors import BadStore
from whoknows.store import open_store
from whoknows.store.rooms import add_room, find_room, recent_rooms


def taken_away(path):
    """Remove a database with all that SQLite keeps beside it."""
    for part in path.parent.glob(f"{path.name}*"):
        if ".saved" not in part.name:
            part.unlink()


def refused(store):
    """The file that the refusal of a new room names."""
    with pytest.raises(BadStore, match="was deleted or replaced") as caught:
        add_room(store, "late", "toy", {}, {})
    return Path(re.search(r"what it held is in (\S+)$", str(caught.value))[1])


def read_at_once(store, times):
    with ExitStack() as stack:
        for _ in range(times):
            stack.enter_context(store.reading())


def rooms_in(path):
    with open_store(str(path)) as store:
        return {room.id for room, _ in recent_rooms(store)}


def databases(folder):
    """What stands in a folder beside the files of SQLite's own."""
    return {path.name for path in folder.iterdir()}


def test_where_nothing_can_be_saved_beside_it_it_is_saved_elsewhere(tmp_path, monkeypatch):
    folder, elsewhere = tmp_path / "lab", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
    with open_store(str(folder / "x.db")) as store:
        add_room(store, "ours", "toy", {}, {})
        shutil.rmtree(folder)
        saved = refused(store)
    assert (saved, rooms_in(saved)) == (elsewhere / "x.db.saved", {"ours"})
    assert not folder.exists()


def test_what_cannot_be_saved_anywhere_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    (tmp_path / "lab").mkdir()
    with open_store(str(tmp_path / "lab" / "x.db")) as store:
        shutil.rmtree(tmp_path / "lab")
        with pytest.raises(BadStore, match=r"cannot be saved: .*No such file"):
            add_room(store, "late", "toy", {}, {})


def test_strangers_are_not_told_where_it_was(tmp_path, caplog):
    with open_store(str(tmp_path / "x.db")) as store:
        told = replace(store, discreet=True)
        taken_away(tmp_path / "x.db")
        with pytest.raises(BadStore) as caught:
            add_room(told, "late", "toy", {}, {})
    assert str(tmp_path) not in str(caught.value)
    assert str(tmp_path / "x.db.saved") in caplog.text


@pytest.mark.parametrize("readers", range(6))
@pytest.mark.parametrize("go_on", [False, True])
def test_each_deletion_is_saved_to_a_file_of_its_own(tmp_path, readers, go_on):
    path, saved = tmp_path / "x.db", []
    for time in range(3):
        if go_on and saved:
            path.write_bytes(saved[-1].read_bytes())
        held = {name: (tmp_path / name).read_bytes() for name in databases(tmp_path)}
        held.pop("x.db", None)
        with ExitStack() as stack:
            store = stack.enter_context(open_store(str(path)))
            for number in range(3):
                add_room(store, f"{time}.{number}", "toy", {}, {})
            for _ in range(readers):
                reading = stack.enter_context(store.reading())
                reading.execute(text("select * from whoknows_rooms")).first()
            taken_away(path)
            saved.append(refused(store))
            assert refused(store) == saved[-1], "it is saved once"
            with pytest.raises(BadStore, match="deleted or replaced"):
                read_at_once(store, 8)  # more than the pool has at hand
        names = [f"x.db.saved{end}" for end in ("", "-2", "-3")[: time + 1]]
        assert [each.name for each in saved] == names
        assert databases(tmp_path) == set(names)
        for name, content in held.items():
            assert (tmp_path / name).read_bytes() == content, f"{name} was overwritten"
    for time, each in enumerate(saved):
        times = range(time + 1) if go_on else [time]
        assert rooms_in(each) == {f"{t}.{number}" for t in times for number in range(3)}


def test_two_programs_save_it_each_for_itself(tmp_path):
    path = tmp_path / "x.db"
    with open_store(str(path)) as one, open_store(str(path)) as two:
        add_room(one, "first", "toy", {}, {})
        add_room(two, "second", "toy", {}, {})
        taken_away(path)
        saved = [refused(one), refused(two)]
    assert [each.name for each in saved] == ["x.db.saved", "x.db.saved-2"]
    assert [rooms_in(each) for each in saved] == [{"first", "second"}] * 2


def test_a_change_is_not_acknowledged_once_the_file_is_gone(tmp_path):
    path = tmp_path / "x.db"

    def change(store):
        with store.writing() as connection:
            connection.execute(text("update whoknows_meta set value = value"))
            taken_away(path)

    with (
        open_store(str(path)) as store,
        pytest.raises(BadStore, match=r"what it held is in .*x\.db\.saved$"),
    ):
        change(store)
    assert databases(tmp_path) == {"x.db.saved"}


def test_another_database_at_its_place_is_left_alone(tmp_path):
    path = tmp_path / "x.db"
    with open_store(str(path)) as store:
        add_room(store, "ours", "toy", {}, {})
        with store.reading():
            taken_away(path)
            with open_store(str(path)) as theirs:
                add_room(theirs, "theirs", "toy", {}, {})
                saved = refused(store)
                assert find_room(theirs, "theirs")
    assert rooms_in(path) == {"theirs"}
    assert rooms_in(saved) == {"ours"}


def test_what_stands_at_the_name_of_the_copy_stays(tmp_path, monkeypatch):
    path = tmp_path / "x.db"
    monkeypatch.chdir(tmp_path)
    with open_store("x.db") as store:
        add_room(store, "ours", "toy", {}, {})
        taken_away(path)
        (tmp_path / "x.db.saved").mkdir()
        tmp_path.joinpath("x.db.saved-2").write_text("somebody's")
        monkeypatch.chdir("/")  # where a program goes does not move its database
        assert rooms_in(refused(store)) == {"ours"}
    assert (tmp_path / "x.db.saved-2").read_text() == "somebody's"
