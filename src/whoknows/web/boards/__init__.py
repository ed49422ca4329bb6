"""The boards of the games, in an explicit list; a game without one gets a plain board."""

from functools import lru_cache
from importlib import import_module

from whoknows.catalog import GAMES
from whoknows.errors import UnknownName
from whoknows.web.boards.board import Board

PLACES: dict[str, str] = {
    "davinci": "whoknows.web.boards.davinci:BOARD",
    "egghead": "whoknows.web.boards.egghead:BOARD",
    "balance": "whoknows.web.boards.balance:BOARD",
    "hats": "whoknows.web.boards.hats:BOARD",
    "mastermind": "whoknows.web.boards.mastermind:BOARD",
    "muddy": "whoknows.web.boards.muddy:BOARD",
}


@lru_cache
def board_of(name: str) -> Board:
    """The board of a game, imported when it is first asked for."""
    if name not in GAMES:
        raise UnknownName.among("game", name, GAMES)
    if name in PLACES:
        module, _, attribute = PLACES[name].partition(":")
        board: Board = getattr(import_module(module), attribute)
        return board
    from whoknows.web.boards.plain import PlainBoard

    return PlainBoard(GAMES[name])
