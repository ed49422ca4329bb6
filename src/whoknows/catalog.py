"""The games: those that come with whoknows, those of other packages, and those of files.

A game of whoknows is added by one line: its name, and where its `GAME` is.  Another package
adds one by an entry point of the group `whoknows.games`, named as the game is.  A file of
one's own is added by `add_file`, or by the variable `WHOKNOWS_GAMES`, which processes that
are started from here inherit; a text, `my.game`, is a written game.  A game is imported
when it is asked for, so that a command that needs one game does not wait for the others.

>>> set(PLACES) <= set(GAMES)
True
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from whoknows.edge import checked
from whoknows.errors import BadFile, UnknownName
from whoknows.play.own_files import (
    TEXT,
    Source,
    is_file_name,
    loaded_point,
    named_in_file,
    read_source,
)

if TYPE_CHECKING:
    from whoknows.play.game import Game

__all__ = ["GAMES", "PLACES", "add_file", "find_game", "own_game"]

GROUP = "whoknows.games"  # of entry points
FILES = "WHOKNOWS_GAMES"  # the variable: `path/to/file.py:NAME`, a line each
PLACES: dict[str, str] = {
    "muddy": "whoknows.games.muddy.game:GAME",
    "mastermind": "whoknows.games.mastermind.game:GAME",
    "balance": "whoknows.games.balance.game:GAME",
    "davinci": "whoknows.games.davinci.game:GAME",
    "egghead": "whoknows.games.egghead.game:GAME",
    "hats": "whoknows.games.hats.game:GAME",
    "written": "whoknows.games.written.game:GAME",
}


class Catalog(Mapping[str, "Game"]):
    """The games by name, each imported when it is first asked for."""

    def __getitem__(self, name: str) -> "Game":
        if name in PLACES:
            module, _, attribute = PLACES[name].partition(":")
            game: Game = getattr(import_module(module), attribute)
            return game
        if name in file_games():
            return file_games()[name]
        return loaded(installed()[name])

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*PLACES, *file_games(), *installed()]))

    def __contains__(self, name: object) -> bool:
        return name in PLACES or name in file_games() or name in installed()

    def __len__(self) -> int:
        return sum(1 for _ in self)


GAMES = Catalog()


@cache
def installed() -> dict[str, EntryPoint]:
    """The games of other packages, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def loaded(point: EntryPoint) -> "Game":
    """The game of an entry point."""
    game: Game = loaded_point("game", point)
    return game


def file_games() -> "dict[str, Game]":
    """The games of files that were added, by name."""
    return games_of(os.environ.get(FILES, ""))


@cache
def games_of(files: str) -> "dict[str, Game]":
    """The games of such files."""
    names = [name for name in files.splitlines() if name and not name.endswith(TEXT)]
    return {game.name: game for game in map(named_game, names)}


def named_game(name: str, source: Source | None = None) -> "Game":
    """The game of `path/to/file.py:name`, or of a text; `source` stands in for the file."""
    if name.endswith(TEXT):
        return written_game(name, source)
    game: Game = named_in_file(name, "game", source)
    return game


def written_game(name: str, source: Source | None = None) -> "Game":
    """The game of a text: a file, or one of the gallery that comes with whoknows."""
    from whoknows.games.written.game import WrittenGame

    return WrittenGame((source or source_of(name)).text, name)


def source_of(name: str) -> Source:
    """The text of a file, or of a game of the gallery that comes with whoknows."""
    if name.endswith(TEXT) and not os.path.exists(name):
        from whoknows.games.written.rules import gallery, gallery_text

        stem = name.removesuffix(TEXT)
        if stem in gallery():
            return Source(name, gallery_text(stem))
    return read_source(name)


def written_files() -> list[str]:
    """The texts of games that were added, as files."""
    return [name for name in os.environ.get(FILES, "").splitlines() if name.endswith(TEXT)]


@checked
def add_file(name: str) -> "Game":
    """Add the game of `path/to/file.py:name`, or of a text, here and in what is started."""
    path, _, attribute = name.rpartition(":")
    place = f"{os.path.abspath(path)}:{attribute}"
    if name.endswith(TEXT):
        place = os.path.abspath(name) if os.path.exists(name) else name
    game = named_game(place)
    if game.name in PLACES and not name.endswith(TEXT):
        raise BadFile(f"{name} is called {game.name}, as a game of whoknows is")
    known = [each for each in os.environ.get(FILES, "").splitlines() if each]
    os.environ[FILES] = "\n".join(dict.fromkeys([*known, place]))
    return game


@checked
def find_game(name: str, sources: Mapping[str, Source] | None = None) -> "Game":
    """The game of that name in the catalog, or of a text that `sources` have.

    The name may come from a document: no file is read that it names.
    """
    if is_file_name(str(name)) and name in (sources or {}):
        return named_game(name, (sources or {})[name])
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownName.among("game", str(name), GAMES)
    return GAMES[name]


def own_game(name: str) -> "Game":
    """The game that a person names: of the catalog, or of `path/to/file.py:name`.

    The file is run, so the name is never one that a document says.
    """
    return named_game(name) if is_file_name(name) else find_game(name)
