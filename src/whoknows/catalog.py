"""The games, in an explicit list.

A game is added by one line: its name, and where its `GAME` is.  It is imported when it
is asked for, so that a command that needs one game does not wait for the others.

>>> sorted(GAMES) == sorted(PLACES)
True
"""

from collections.abc import Iterator, Mapping
from importlib import import_module

from whoknows.errors import UnknownName
from whoknows.play.game import Game
from whoknows.play.source import Source, is_file_name, named_in_file

PLACES: dict[str, str] = {
    "balance": "whoknows.games.balance.game:GAME",
    "egghead": "whoknows.games.egghead.game:GAME",
    "davinci": "whoknows.games.davinci.game:GAME",
    "hats": "whoknows.games.hats.game:GAME",
    "mastermind": "whoknows.games.mastermind.game:GAME",
    "muddy": "whoknows.games.muddy.game:GAME",
}


class Catalog(Mapping[str, Game]):
    """The games by name, each imported when it is first asked for."""

    def __getitem__(self, name: str) -> Game:
        module, _, attribute = PLACES[name].partition(":")
        game: Game = getattr(import_module(module), attribute)
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(PLACES)

    def __len__(self) -> int:
        return len(PLACES)


GAMES = Catalog()


def find_game(name: str, sources: Mapping[str, Source] | None = None) -> Game:
    """The game of that name, or of a file of one's own: `path/to/file.py:name`.

    `sources` stand in for files, where those are on another machine.
    """
    if is_file_name(name):
        game: Game = named_in_file(name, "game", (sources or {}).get(name))
        return game
    if name not in GAMES:
        raise UnknownName.among("game", name, GAMES)
    return GAMES[name]
