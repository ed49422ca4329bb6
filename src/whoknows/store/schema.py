"""The tables of the database, and the version of their form.

One row of `rows` is one game of an experiment, under the key (experiment, cell, game):
inserting a row that is there already changes nothing, which makes resuming exact.  An
experiment that keeps no rows has aggregates instead: what a run of deals of one setup came
to, in all the cells of that setup.  The series of an experiment, which may be many, stand
apart from it: who lists all experiments need not read them.  While a lab plays the games of
an experiment it says so again and again; by that the others know.

A room is how it began and a log of what happened in it.  The log only grows: entry `n` of
a room is written once, and no seat moves twice at the same version.  Beside it stands how
often the room was changed, by whatever program: who remembers that number need not read the
room again to know that it is as it was.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

TERMINAL = "terminal"  # the mark, in their documents, of games begun at a terminal
VERSION = 4
ADDED = {  # tables missing from older versions
    1: ["whoknows_rooms", "whoknows_room_log"],
    2: ["whoknows_aggregates"],
    3: ["whoknows_series", "whoknows_room_changes", "whoknows_drivers"],
}

tables = MetaData()

meta = Table(
    "whoknows_meta",
    tables,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

experiments = Table(
    "whoknows_experiments",
    tables,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("document", JSON, nullable=False),  # the whole experiment, as it was asked
    Column("program", String(40), nullable=False),  # the version that began it
    Column("began", String(32), nullable=False),
    Column("games", Integer, nullable=False),  # how many rows it has when it is done
)

series = Table(
    "whoknows_series",
    tables,
    Column(
        "experiment",
        ForeignKey("whoknows_experiments.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("document", JSON, nullable=False),  # each setup with each seating
)

rows = Table(
    "whoknows_rows",
    tables,
    Column(
        "experiment",
        ForeignKey("whoknows_experiments.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("cell", Integer, primary_key=True),
    Column("game", Integer, primary_key=True),
    Column("seed", BigInteger, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("scores", JSON, nullable=False),  # a number for each seat
    Column("figures", JSON, nullable=False),  # further numbers by name
)

aggregates = Table(
    "whoknows_aggregates",
    tables,
    Column(
        "experiment",
        ForeignKey("whoknows_experiments.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("setup", Integer, primary_key=True),  # the number of its first cell
    Column("first", Integer, primary_key=True),  # the deals from here
    Column("stop", Integer, nullable=False),  # to here, this one left out
    Column("games", Integer, nullable=False),  # of all the cells together
    Column("document", JSON, nullable=False),  # the tallies
)

drivers = Table(
    "whoknows_drivers",
    tables,
    Column("experiment", String(32), primary_key=True),
    Column("lab", String(32), nullable=False),  # which of several labs plays its games
    Column("beat", BigInteger, nullable=False),  # when it last said so, in seconds
    Column("words", Text, nullable=False),  # how far it is
)

rooms = Table(
    "whoknows_rooms",
    tables,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("document", JSON, nullable=False),  # setup, seed, deal, chairs, house
    Column("keys", JSON, nullable=False),  # a hash of each key, by whom it lets in
    Column("program", String(40), nullable=False),
    Column("made", String(32), nullable=False),
    Column("over", Integer, nullable=False, default=0),
)

room_log = Table(
    "whoknows_room_log",
    tables,
    Column("room", ForeignKey("whoknows_rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", Integer, nullable=False),  # the version of the room that it was meant for
    Column("seat", Integer, nullable=False),  # who moved; who took back is below zero
    Column("move", Text),  # as people type it; NULL is an undo
    Column("back", Integer, nullable=False, default=0),  # turns that an undo takes back
    UniqueConstraint("room", "at", "seat"),
)

room_changes = Table(
    "whoknows_room_changes",
    tables,
    Column("room", ForeignKey("whoknows_rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("count", Integer, nullable=False),  # grows by one at each change
    Column("last", String(32), index=True),  # when; NULL: a game that is never forgotten
)
