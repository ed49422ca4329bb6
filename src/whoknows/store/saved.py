"""Saved games in the database: a name, and the transcript."""

from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select

from whoknows.errors import UnknownName
from whoknows.store.database import Store
from whoknows.store.schema import saved


class SavedGame(NamedTuple):
    """A saved game: its name, the game's name, its transcript, and when it changed."""

    name: str
    game: str
    document: dict[str, Any]
    over: bool
    changed: str


def save_game(store: Store, name: str, document: dict[str, Any]) -> None:
    """Save a transcript under a name; what was saved there before is replaced."""
    values = {
        "name": name,
        "game": document["game"],
        "document": document,
        "over": int(document.get("results") is not None),
        "changed": datetime.now(UTC).isoformat(timespec="microseconds"),
    }
    with store.writing() as connection:
        connection.execute(delete(saved).where(saved.c.name == name))
        connection.execute(insert(saved).values(values))


def saved_games(store: Store) -> list[SavedGame]:
    """Every saved game, the last changed first."""
    query = select(saved).order_by(saved.c.changed.desc(), saved.c.name)
    with store.reading() as connection:
        return [as_saved(row) for row in connection.execute(query)]


def load_game(store: Store, name: str) -> SavedGame:
    """The saved game of that name."""
    with store.reading() as connection:
        row = connection.execute(select(saved).where(saved.c.name == name)).first()
    if row is None:
        raise UnknownName.among("saved game", name, [g.name for g in saved_games(store)])
    return as_saved(row)


def delete_game(store: Store, name: str) -> None:
    """Forget a saved game."""
    load_game(store, name)
    with store.writing() as connection:
        connection.execute(delete(saved).where(saved.c.name == name))


def as_saved(row: Any) -> SavedGame:
    """A row of the table as a saved game."""
    return SavedGame(row.name, row.game, row.document, bool(row.over), row.changed)
