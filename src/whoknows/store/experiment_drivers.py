"""Which experiments are under way: who drives one says so again every few seconds.

All times are by the clock of the database, which all that use it share.
"""

from sqlalchemy import ColumnElement, delete, extract, func, inspect, or_, select, update
from sqlalchemy.engine import Connection

from whoknows.store.database import Store, lock
from whoknows.store.schema import drivers

BEAT = 2.0  # seconds between two words of a driver
SILENT = 15  # seconds without a word after which nobody drives an experiment
NOW = extract("epoch", func.current_timestamp())


def driven(store: Store, experiment: str, lab: str, words: str) -> bool:
    """Note that a lab drives an experiment, and how far it is; not if another one does."""
    here = drivers.c.experiment == experiment
    ours = or_(drivers.c.lab == lab, ~is_alive())
    with store.writing() as connection:
        lock(connection)  # another lab may begin to drive it
        free = update(drivers).where(here, ours).values(lab=lab, beat=NOW, words=words)
        if connection.execute(free).rowcount:
            return True
        if connection.scalar(select(func.count()).where(here)):
            return False
        new = {"experiment": experiment, "lab": lab, "beat": NOW, "words": words}
        connection.execute(drivers.insert().values(new))
    return True


def left(store: Store, experiment: str, lab: str) -> None:
    """Note that a lab drives an experiment no longer."""
    ours = (drivers.c.experiment == experiment) & (drivers.c.lab == lab)
    with store.writing() as connection:
        connection.execute(delete(drivers).where(ours))


def under_way(connection: Connection) -> dict[str, str]:
    """The experiments that somebody drives, each with how far it is."""
    if not inspect(connection).has_table(drivers.name):
        return {}  # an older database that is only read
    query = select(drivers.c.experiment, drivers.c.words).where(is_alive())
    return {row.experiment: row.words for row in connection.execute(query)}


def is_alive() -> ColumnElement[bool]:
    """The condition that a driver has said a word of late; its clock may be set back."""
    return func.abs(NOW - drivers.c.beat) <= SILENT
