"""A store: one database, opened with its version checked, written by one driver.

SQLite is in WAL mode, so that a report can be read while an experiment runs; a server is
given by its URL (`postgresql://...`).  Whatever the database cannot do is a `BadStore`.
"""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import (
    URL,
    Engine,
    case,
    create_engine,
    event,
    insert,
    inspect,
    literal,
    make_url,
    select,
    update,
)
from sqlalchemy.engine import Connection
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from whoknows.edge import checked
from whoknows.errors import BadStore, MissingExtra
from whoknows.store import schema
from whoknows.store.database_file import (
    BUSY,
    DatabaseFile,
    TakenAway,
    is_busy,
    set_up_sqlite,
)

log = logging.getLogger("whoknows.store")


@dataclass(frozen=True)
class Store:
    """An open database; `reading` and `writing` give connections to it."""

    engine: Engine
    file: DatabaseFile | None = None  # where it is one
    discreet: bool = False  # whether errors go to strangers: then the log has the reason

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for looking."""
        with self.plainly(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection whose changes are all made at its end, or none of them.

        They are not made either if the file is gone by then: nobody would find them.
        """
        self.check_there()
        with self.plainly(), self.engine.begin() as connection:
            yield connection
        self.check_there()

    def check_there(self) -> None:
        """Raise `BadStore` if the file was taken away; what it held is saved beside it."""
        if self.file is not None:
            with self.plainly():
                self.file.check_there()

    def plainly(self) -> AbstractContextManager[None]:
        """Errors of the database as one line."""
        return said_plainly(self.engine.url, self.discreet)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()
        if self.file is not None:
            self.file.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@checked
def open_store(url: str | None = None) -> Store:
    """The database at a URL or a path; made if it is a file that is not there yet."""
    address = parsed(url or default_url())
    try:
        return opened(address)
    except BadStore as error:
        only_read = None if is_busy(error) else opened_to_read(address)
        if only_read is None:
            raise
        return only_read


def opened(address: URL) -> Store:
    """The database at an address, with its tables."""
    path = file_of(address)
    with said_plainly(address):
        file = None if path is None else DatabaseFile(path)
    try:
        store = Store(engine_for(address, file), file)
    except BaseException:
        if file is not None:
            file.close()
        raise
    try:
        with store.writing() as connection:
            prepare(connection, address)
    except BaseException:
        store.close()
        raise
    return store


def opened_to_read(address: URL) -> Store | None:
    """A database that nobody may write to, if it is one of ours: it can be looked at."""
    path = file_of(address)
    if path is None or not os.path.isfile(path):  # also where a name is too long
        return None
    looking = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"

    def connect() -> sqlite3.Connection:  # which the pool lends to any thread
        return sqlite3.connect(looking, uri=True, check_same_thread=False)

    store = Store(create_engine(address, creator=connect))
    try:
        with store.reading() as connection:
            if version_of(connection) in [*map(str, schema.ADDED), str(schema.VERSION)]:
                return store
    except BadStore:
        pass
    store.close()
    return None


def file_of(address: URL) -> Path | None:
    """The file of a database; nothing where it is a server, in memory, or a URI."""
    if address.get_backend_name() != "sqlite" or not address.database:
        return None
    elsewhere = address.database == ":memory:" or address.database.startswith("file:")
    return None if elsewhere else Path(address.database)


def data_folder() -> Path:
    """The user's own folder for what is kept; it may not exist yet."""
    from platformdirs import user_data_path

    return user_data_path("whoknows", appauthor=False)


def default_url() -> str:
    """The database in the user's own data folder."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadStore(f"cannot make the folder {folder}: {error.strerror}") from error
    return f"sqlite:///{folder / 'whoknows.db'}"


def parsed(url: str) -> URL:
    """The address that a person means: a URL, or the path of a file."""
    if "://" not in url:
        return URL.create("sqlite", database=url)
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise BadStore(f"{url} is no database URL") from error
    if address.drivername in ("postgresql", "postgres"):
        return address.set(drivername="postgresql+psycopg")
    return address


def engine_for(address: URL, file: DatabaseFile | None) -> Engine:
    """The engine of a database, set up for what it is."""
    try:
        if address.get_backend_name() != "sqlite":
            return create_engine(address, pool_pre_ping=True)
        engine = create_engine(address, connect_args={"timeout": BUSY})
    except ModuleNotFoundError as error:
        raise MissingExtra.named("postgres", str(error.name)) from error
    except NoSuchModuleError as error:
        raise BadStore(
            f"no database of the kind {address.drivername!r} is known"
        ) from error

    event.listen(engine, "connect", set_up_sqlite)
    if file is not None:

        def connect(_: object, __: object, ___: object, options: Any) -> Any:
            return file.connected(**options)

        event.listen(engine, "do_connect", connect)
    return engine


def prepare(connection: Connection, address: URL) -> None:
    """Make the tables of a new database; refuse one of another version."""
    version = version_of(connection)
    if version is None:
        lock(connection)  # another driver may be making them at this very moment
        version = version_of(connection)
    if version is None:
        schema.tables.create_all(connection)
        version = str(schema.VERSION)
        connection.execute(insert(schema.meta).values(key="version", value=version))
    if version in map(str, schema.ADDED):
        version = brought_up(connection, version)
    if version != str(schema.VERSION):
        raise BadStore(
            f"{shown(address)} is a database of version {version}; "
            f"this program uses version {schema.VERSION}"
        )


def brought_up(connection: Connection, version: str) -> str:
    """The version after tables that an older program did not know have been added."""
    if version_of(connection) == version:
        lock(connection)
    for older, names in schema.ADDED.items():
        if older >= int(version):
            added = [schema.tables.tables[name] for name in names]
            schema.tables.create_all(connection, tables=added, checkfirst=True)
    set_apart_series(connection)
    count_changes(connection)
    change = update(schema.meta).where(schema.meta.c.key == "version")
    connection.execute(change.values(value=str(schema.VERSION)))
    return str(schema.VERSION)


def set_apart_series(connection: Connection) -> None:
    """Move the series out of the documents of experiments, where they once were."""
    kept = schema.experiments.c
    for key, document in connection.execute(select(kept.id, kept.document)).all():
        if "cells" in document:
            cells = document.pop("cells")
            connection.execute(insert(schema.series).values(experiment=key, document=cells))
            change = update(schema.experiments).where(kept.id == key)
            connection.execute(change.values(document=document))


def count_changes(connection: Connection) -> None:
    """Begin to count the changes of rooms that an older program wrote, as if of today."""
    rooms, changes = schema.rooms, schema.room_changes
    terminal = rooms.c.document[schema.TERMINAL].as_string()
    today = datetime.now(UTC).isoformat(timespec="milliseconds")
    last = case((terminal.is_(None), today))
    counted = select(changes.c.room)
    found = select(rooms.c.id, literal(0), last).where(rooms.c.id.not_in(counted))
    connection.execute(insert(changes).from_select(list(changes.c), found))


def version_of(connection: Connection) -> str | None:
    """The version of the tables; `None` where there are none, or not all of them."""
    if not inspect(connection).has_table(schema.meta.name):
        return None
    query = select(schema.meta.c.value).where(schema.meta.c.key == "version")
    return connection.scalar(query)


def lock(connection: Connection) -> None:
    """Keep others from making tables until this transaction ends."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(5701)")


@contextmanager
def said_plainly(address: URL, discreet: bool = False) -> Iterator[None]:
    """Errors of the database as one line that names it."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, TakenAway) as error:
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        said = f"cannot use the database {shown(address)}: {reason}"
        if isinstance(error, TakenAway):
            said = reason
        if not discreet:
            raise BadStore(said) from error
        log.warning("%s", said)
        raise BadStore(
            "the database cannot be used at the moment; the server's log says why"
        ) from None


def shown(address: URL) -> str:
    """A database as messages name it: no password, and a file by its path."""
    if address.get_backend_name() == "sqlite":
        return str(Path(address.database or ":memory:"))
    return address.render_as_string(hide_password=True)
