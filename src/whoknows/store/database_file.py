"""The file of a SQLite database, held open: what was in it survives the file itself."""

import os
import sqlite3
import tempfile
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import quote

from whoknows.errors import BadStore

BUSY = 30  # seconds to wait for another writer of the same file


class TakenAway(BadStore):
    """The file was deleted or replaced while it was in use."""


class DatabaseFile:
    """A file that is made if it is not there, and held by a connection of our own.

    All other connections look first whether it is still there, and never make one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.holding = sqlite3.connect(self.path, timeout=BUSY, check_same_thread=False)
        self.lock = Lock()
        self.saved: Path | None = None
        try:
            set_up_sqlite(self.holding, None)
            look = self.holding.execute("SELECT * FROM sqlite_master")  # opens the log, too
            look.fetchall()
            self.held = os.stat(self.path)
        except BaseException:
            self.holding.close()
            raise

    def connected(self, **options: Any) -> sqlite3.Connection:
        """One more connection to the file that is held, which is there."""
        self.check_there()
        there = f"file:{quote(str(self.path))}?mode=rw"
        made: sqlite3.Connection = sqlite3.connect(there, uri=True, **options)
        return made

    def check_there(self) -> None:
        """Raise `TakenAway` if the file is not there, once what it held is saved."""
        with suppress(OSError):
            if os.path.samestat(os.stat(self.path), self.held):
                return
        said = f"the database {self.path} was deleted or replaced while it was in use; "
        try:
            with self.lock:
                self.saved = self.saved or self.save()
        except (OSError, sqlite3.Error) as error:
            raise TakenAway(f"{said}what it held cannot be saved: {error}") from error
        raise TakenAway(f"{said}what it held is in {self.saved}")

    def save(self) -> Path:
        """A new file with all that was held: beside the place, or where that cannot be."""
        try:
            return self.saved_in(self.path.parent)
        except (OSError, sqlite3.Error):
            return self.saved_in(Path(tempfile.gettempdir()))

    def saved_in(self, folder: Path) -> Path:
        """A new file with all that was held, under the first name that is free."""
        path = new_file(folder / f"{self.path.name}.saved")
        try:
            self.holding.execute("VACUUM INTO ?", (str(path),))  # into a file that is empty
        except BaseException:
            path.unlink()
            raise
        return path

    def close(self) -> None:
        """Let go of the file."""
        self.holding.close()


def new_file(path: Path) -> Path:
    """An empty file that nobody had before, of that name or with a number after it."""
    for number in count(1):
        free = path if number == 1 else path.with_name(f"{path.name}-{number}")
        with suppress(FileExistsError):
            os.close(os.open(free, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            return free
    raise AssertionError  # there is always one more number


def set_up_sqlite(connection: Any, _: object) -> None:
    """Write ahead, so that a kill loses no row that was committed and readers can look."""
    cursor = connection.cursor()
    write_ahead(cursor)
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def write_ahead(cursor: sqlite3.Cursor) -> None:
    """Turn the log on; SQLite itself does not wait here while another writes the file."""
    deadline = time.monotonic() + BUSY
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > deadline:
                raise
        time.sleep(0.02)


def is_busy(error: BaseException | None) -> bool:
    """Whether an error came from another program's work on the same SQLite file."""
    while error is not None and not isinstance(error, sqlite3.Error):
        error = error.__cause__
    code: int = getattr(error, "sqlite_errorcode", 0)  # errors of Python's own have none
    return code & 0xFF == sqlite3.SQLITE_BUSY
