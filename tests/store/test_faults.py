"""Faults around a database: taken away, not to be written, clocks set back, odd names."""

import os
import sqlite3

import pytest

from whoknows.cli.main import main
from whoknows.errors import BadStore
from whoknows.experiments.experiment import checked, from_document
from whoknows.experiments.rows.figures import report
from whoknows.experiments.running.run import begin, run_experiment
from whoknows.store import database_file, experiment_rows, open_store
from whoknows.store.experiment_rows import add_experiment, entries, find_entry, rows_of
from whoknows.work import Here

PLAN = {"game": "mastermind", "games": 60, "strategies": ["first"], "name": "plan"}


def begun(store, **changes):
    return begin(store, checked(from_document(PLAN | changes)))


@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_a_database_that_is_taken_away_is_noticed_and_its_rows_are_saved(tmp_path, how):
    path = tmp_path / "rows.db"
    store = open_store(str(path))
    entry = begun(store)
    seen = []

    def take_away(progress):
        seen.append(progress.pace.done)
        if len(seen) == 2:
            for part in tmp_path.glob("rows.db*"):
                part.unlink()
            if how == "replaced":
                open_store(str(path)).close()

    with pytest.raises(BadStore, match=r"deleted or replaced.*rows\.db\.saved"):
        run_experiment(store, entry, where=Here(), watch=take_away)
    store.close()
    with open_store(str(tmp_path / "rows.db.saved")) as saved:
        assert len(list(rows_of(saved, entry.id))) == seen[-1] > 0


def test_a_database_that_nobody_may_write_to_can_be_looked_at(tmp_path, monkeypatch):
    path = tmp_path / "rows.db"
    with open_store(str(path)) as store:
        run_experiment(store, begun(store, games=3), where=Here())

    def refused(*_):
        raise BadStore("attempt to write a readonly database")

    monkeypatch.setattr("whoknows.store.database.prepare", refused)
    with open_store(str(path)) as store:
        entry = find_entry(store, "plan")
        assert report(store, entry).series[0].n == 3
        with pytest.raises(BadStore, match=r"rows\.db: attempt to write a readonly"):
            add_experiment(store, "x", "x", {}, 1)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_without_rights_to_write_is_shown(tmp_path, monkeypatch):
    path = tmp_path / "rows.db"
    with open_store(str(path)) as store:
        run_experiment(store, begun(store, games=3), where=Here())
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    monkeypatch.setattr(
        "sys.argv", ["whoknows", "experiment", "show", "plan", "--db", str(path)]
    )
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0


def test_a_file_that_is_no_database_is_still_refused(tmp_path):
    path = tmp_path / "text.db"
    path.write_text("this is not a database, and long enough to be read as one" * 20)
    with pytest.raises(BadStore):
        open_store(str(path))


def test_the_newest_of_a_name_is_the_last_that_was_begun(tmp_path, monkeypatch):
    class Clock(experiment_rows.datetime):
        hours = iter([12, 9, 9, 3])

        @classmethod
        def now(cls, zone):
            return cls(2030, 1, 1, next(cls.hours), tzinfo=zone)

    monkeypatch.setattr(experiment_rows, "datetime", Clock)
    with open_store(str(tmp_path / "rows.db")) as store:
        for key in ("dd", "cc", "bb", "aa"):
            add_experiment(store, key, "again", {"game": "x"}, 1)
            assert find_entry(store, "again").id == key
        assert [entry.id for entry in entries(store)] == ["dd", "cc", "bb", "aa"]


class Refusing:
    """A cursor that fails in one way, as often as it is asked."""

    def __init__(self, code):
        self.code = code

    def execute(self, _):
        error = sqlite3.OperationalError("no")
        error.sqlite_errorcode = self.code
        raise error


@pytest.mark.parametrize(
    ("code", "patience", "waits"),
    [
        (sqlite3.SQLITE_BUSY, 99, True),
        (sqlite3.SQLITE_BUSY, -1, False),
        (sqlite3.SQLITE_READONLY, 99, False),
    ],
)
def test_only_another_writer_is_waited_for_and_not_for_ever(
    code, patience, waits, monkeypatch
):
    def no_sleep(_):
        raise TimeoutError

    monkeypatch.setattr(database_file, "BUSY", patience)
    monkeypatch.setattr(database_file.time, "sleep", no_sleep)
    with pytest.raises(TimeoutError if waits else sqlite3.OperationalError):
        database_file.write_ahead(Refusing(code))
