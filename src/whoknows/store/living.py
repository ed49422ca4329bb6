"""Rooms brought back to life: how each began, and all that was written down since."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from whoknows.catalog import GAMES
from whoknows.errors import UnknownName
from whoknows.play.forms import read_setup
from whoknows.play.game import Game
from whoknows.play.referee import Table
from whoknows.play.room import Chair, House, Room, resumed, seated
from whoknows.store.database import Store
from whoknows.store.rooms import find_room, log_of


class Loaded(NamedTuple):
    """A room read from the database."""

    room: Room
    length: int
    keys: dict[str, str]
    host_seat: int | None
    uploaded: bool


def loaded(store: Store, room: str) -> Loaded:
    """A room brought back to life from the database."""
    stored = find_room(store, room)
    game, document = listed(stored.game), stored.document
    setup = read_setup(game, document["setup"])
    table = first_table(game, setup, document)
    chairs = [Chair(name, strategy) for name, strategy in document["chairs"]]
    log = log_of(store, room)
    start = seated(table, chairs, House(**document["house"]))
    return Loaded(
        resumed(start, log),
        len(log),
        stored.keys,
        document.get("host"),
        bool(document.get("uploaded")),
    )


def first_table(game: Game, setup: Any, document: Mapping[str, Any]) -> Table:
    """The table of a room before the first move."""
    if document.get("deal") is None:
        return Table.dealt(game, setup, document["seed"])
    secret = game.from_json(document["deal"], setup)
    return Table.with_secret(game, setup, secret, document["seed"])


def listed(name: str) -> Game:
    """A game of the catalog; a room may name no other."""
    if name not in GAMES:
        raise UnknownName.among("game", name, GAMES)
    return GAMES[name]
