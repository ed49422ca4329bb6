"""The database, on SQLite and on a real PostgreSQL server: the same tests on both."""

import itertools
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Timer

import numpy as np
import pytest
from sqlalchemy import make_url, text

from machine import PATIENCE, joined
from postgres import postgres_server
from whoknows.errors import BadStore, UnknownName
from whoknows.store import database, open_store, schema
from whoknows.store.database import default_url, file_of, opened_to_read
from whoknows.store.experiment_aggregates import (
    Aggregate,
    add_aggregate,
    aggregates_of,
    counted_deals,
)
from whoknows.store.experiment_rows import (
    Row,
    add_experiment,
    add_rows,
    change_document,
    delete_experiment,
    done_ranges,
    entries,
    find_entry,
    rows_by_deals,
    rows_of,
)
from whoknows.store.rooms import recent_rooms


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("sqlite:///some/kept.db", Path("some/kept.db")),
        ("sqlite://", None),
        ("sqlite:///:memory:", None),
        ("postgresql://somebody@somewhere/kept", None),
        ("postgresql://somebody@somewhere", None),
    ],
)
def test_a_file_is_what_is_neither_a_server_nor_in_memory(url, file):
    assert file_of(make_url(url)) == file


def test_the_folder_of_the_user_is_made_once(tmp_path, monkeypatch):
    folder = tmp_path / "a" / "b"
    monkeypatch.setattr(database, "data_folder", lambda: folder)
    urls = {default_url() for _ in range(2)}
    assert urls == {f"sqlite:///{folder / 'whoknows.db'}"}
    assert folder.is_dir()


def test_a_database_that_is_only_read_is_read_by_any_thread(tmp_path):
    """Also by who may do anything, for whom no file is kept from being written to."""
    path = tmp_path / "rows.db"
    with open_store(str(path)) as store:
        add_experiment(store, "k1", "first", {}, 100)
    looking = opened_to_read(make_url(f"sqlite:///{path}"))
    assert looking is not None
    with looking, ThreadPoolExecutor(1) as pool:
        assert [entry.name for entry in entries(looking)] == ["first"]
        assert pool.submit(find_entry, looking, "k1").result(PATIENCE).name == "first"
        with pytest.raises(BadStore, match="readonly"):
            add_experiment(looking, "k2", "second", {}, 1)
    assert opened_to_read(make_url(f"sqlite:///{tmp_path / 'none.db'}")) is None


@pytest.fixture(scope="module")
def server():
    with postgres_server() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request, tmp_path):
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'rows.db'}"
    else:
        url = request.getfixturevalue("server")
    with open_store(url) as store:
        yield store
        for entry in entries(store):
            delete_experiment(store, entry.id)


ROWS = [Row(cell, game, 2**53 - game, 4, [1.0, -0.5], {"guesses": 3}) for cell in (0, 1)
        for game in range(50)]  # fmt: skip


def test_rows_come_back_as_they_went_in(store):
    add_experiment(store, "k1", "first", {"games": 50}, 100)
    add_rows(store, "k1", reversed(ROWS))
    assert list(rows_of(store, "k1")) == ROWS


def test_a_connection_that_the_server_has_ended_is_made_anew(server):
    others = "backend_type = 'client backend' AND pid <> pg_backend_pid()"
    with open_store(server) as store, open_store(server) as other:
        before = entries(store)
        with other.writing() as connection:
            ended = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"
            assert connection.execute(text(ended)).all()
        assert entries(store) == before


def test_a_row_twice_is_a_row_once(store):
    add_experiment(store, "k1", "first", {}, 100)
    add_rows(store, "k1", ROWS[:30])
    other = [row._replace(turns=99) for row in ROWS[:30]]
    add_rows(store, "k1", [*other, *ROWS[30:]])
    assert list(rows_of(store, "k1")) == ROWS
    add_experiment(store, "k1", "renamed", {"new": 1}, 7)
    assert find_entry(store, "k1").name == "first"


def test_rows_of_no_experiment_are_refused(store):
    with pytest.raises(BadStore, match="cannot use the database"):
        add_rows(store, "nobody", ROWS)


def test_experiments_are_listed_and_found_and_deleted(store):
    add_experiment(store, "k1", "knuth", {"seed": 7}, 100)
    add_experiment(store, "k2", "other", {}, 10)
    add_rows(store, "k1", ROWS)
    assert [(e.id, e.games, e.done) for e in entries(store)] == [
        ("k1", 100, 100),
        ("k2", 10, 0),
    ]
    assert find_entry(store, "knuth").document == {"seed": 7}
    with pytest.raises(UnknownName, match="no experiment 'knut'; did you mean 'knuth'"):
        find_entry(store, "knut")
    delete_experiment(store, "k1")
    assert [e.id for e in entries(store)] == ["k2"]
    assert list(rows_of(store, "k1")) == []


def test_the_counts_of_one_setup_are_its_own(store):
    add_experiment(store, "k1", "k1", {}, 100)
    for setup in (0, 1):
        assert add_aggregate(store, "k1", Aggregate(setup, range(9), 9, {"setup": setup}))
        assert [*aggregates_of(store, "k1", setup)] == [{"setup": setup}]


def test_what_is_found_of_an_experiment_is_that_of_a_list(store):
    """Beside another experiment, with gaps in the games, and some games only counted."""
    rng = np.random.default_rng(1)
    kept = {}
    for key in ("k1", "k2"):
        kept[key] = [row for row in ROWS if rng.integers(4)]
        add_experiment(store, key, key, {}, 100)
        add_rows(store, key, kept[key])
    for first in (200, 300):
        assert add_aggregate(store, "k1", Aggregate(0, range(first, first + 9), 9, {}))
    for overlapping in (range(308, 309), range(199, 201), range(100, 400), range(203, 204)):
        assert not add_aggregate(store, "k1", Aggregate(0, overlapping, 1, {}))
    for beside in (range(309, 310), range(198, 200)):
        assert add_aggregate(store, "k1", Aggregate(0, beside, len(beside), {}))
    assert add_aggregate(store, "k2", Aggregate(0, range(200, 201), 1, {}))
    for key, more in (("k1", 21), ("k2", 1)):
        rows = kept[key]
        assert find_entry(store, key).done == len(rows) + more
        for cells, size in itertools.product(([0], [0, 1]), (1, 7, 50, 99)):
            wanted = [row for row in rows if row.cell in cells]
            found = list(rows_by_deals(store, key, cells, size))
            assert sorted(itertools.chain(*found)) == wanted
            assert all(len({row.game // size for row in some}) == 1 for some in found)
        ranges = done_ranges(store, key)
        games = [(c, g) for c in ranges for some in ranges[c] for g in some]
        assert games == [(row.cell, row.game) for row in rows]
        for some in ranges.values():
            assert all(one.stop < two.start for one, two in itertools.pairwise(some))
    change_document(store, "k1", {"seed": 1})
    assert [entry.document for entry in entries(store)] == [{"seed": 1}, {}]
    delete_experiment(store, "k1")
    assert list(rows_of(store, "k2")) == kept["k2"]
    assert counted_deals(store, "k2") == {0: [range(200, 201)]}
    assert counted_deals(store, "k1") == done_ranges(store, "k1") == {}
    assert list(rows_by_deals(store, "k1", [0], 5)) == []


def test_a_database_of_another_version_is_refused_and_left_alone(store):
    with store.writing() as connection:
        connection.execute(text("update whoknows_meta set value = '99'"))
    url = store.engine.url.render_as_string(hide_password=False)
    with pytest.raises(
        BadStore,
        match=f"database of version 99; this program uses version {schema.VERSION}",
    ):
        open_store(url)
    with store.writing() as connection:
        connection.execute(text("update whoknows_meta set value = '1'"))


def test_a_database_whose_making_was_killed_is_made_again(store):
    with store.writing() as connection:
        connection.execute(text("delete from whoknows_meta"))
        connection.execute(text("drop table whoknows_room_log"))
    url = store.engine.url.render_as_string(hide_password=False)
    with open_store(url) as again:
        assert recent_rooms(again) == []


def test_many_may_make_a_database_at_once(tmp_path):
    script = "import sys; from whoknows.store import open_store; open_store(sys.argv[1])"
    command = [sys.executable, "-c", script, str(tmp_path / "rows.db")]
    openers = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(6)]
    assert [opener.communicate(timeout=PATIENCE)[1] for opener in openers] == [b""] * 6


def test_a_new_database_that_another_is_writing_is_waited_for(tmp_path):
    path = tmp_path / "rows.db"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("create table theirs (word)")
    other.execute("begin immediate")
    done = Timer(0.3, other.execute, ["commit"])
    done.start()
    with open_store(str(path)) as store:
        assert recent_rooms(store) == []
    joined(done, "the other writer")
    other.close()


def test_a_database_that_stays_busy_is_not_opened_as_one_that_never_changes(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("whoknows.store.database_file.BUSY", 0.1)
    path = tmp_path / "rows.db"
    open_store(str(path)).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("update whoknows_meta set value = '2'")  # tables are to be added
        other.commit()
        other.execute("pragma wal_checkpoint(truncate)")
        other.execute("begin immediate")
        with pytest.raises(BadStore, match=r"rows\.db: database is locked"):
            open_store(str(path))


def test_sqlite_writes_ahead(tmp_path):
    with open_store(str(tmp_path / "rows.db")) as store, store.reading() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"


def test_a_database_that_is_none(tmp_path):
    (tmp_path / "text.db").write_text("not a database at all, " * 100)
    with pytest.raises(BadStore, match=r"text.db: file is not a database"):
        open_store(str(tmp_path / "text.db"))
    with pytest.raises(BadStore, match="unable to open database file"):
        open_store(str(tmp_path / "nowhere" / "rows.db"))
    with pytest.raises(BadStore, match="no database of the kind 'nosuch'"):
        open_store("nosuch://x")
    with pytest.raises(BadStore, match="is no database URL"):
        open_store("://")
    with pytest.raises(BadStore, match=r"127\.0\.0\.1:1/x"):
        open_store("postgresql://user:hidden@127.0.0.1:1/x")


def test_a_password_is_not_shown():
    with pytest.raises(BadStore) as caught:
        open_store("postgresql://user:hidden@127.0.0.1:1/x")
    assert "hidden" not in str(caught.value)


FULL = """
import resource, sys
from whoknows.errors import BadStore
from whoknows.store import open_store
from whoknows.store.experiment_rows import Row, add_experiment, add_rows
store = open_store(sys.argv[1])
add_experiment(store, "k1", "first", {}, 10**6)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
try:
    for start in range(0, 10**6, 500):
        add_rows(store, "k1", [Row(0, start + n, 1, 1, [1.0], {}) for n in range(500)])
except BadStore as error:
    print(error)
"""


def test_a_full_disk_is_one_line_and_the_rows_before_it_are_whole(tmp_path):
    path = tmp_path / "rows.db"
    said = subprocess.run(
        [sys.executable, "-c", FULL, str(path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert said.stdout.startswith(f"cannot use the database {path}: ")
    assert said.stderr == ""
    with sqlite3.connect(path) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
        [[count]] = connection.execute("select count(*) from whoknows_rows")
    connection.close()
    assert count > 0
    assert count % 500 == 0
