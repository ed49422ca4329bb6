"""What the program asks of a table, and the tables of the games in an explicit list."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol

from whoknows.errors import UnknownName
from whoknows.play.game import AnySight as Sight
from whoknows.play.game import History, Seat
from whoknows.play.views import View

PLACES: dict[str, tuple[str, str]] = {  # the table of a game, and its words
    "davinci": ("whoknows.tui.davinci:DaVinciTable", "whoknows.games.davinci.show.words"),
    "mastermind": (
        "whoknows.tui.mastermind:MastermindTable",
        "whoknows.games.mastermind.show.words",
    ),
}


class Table(Protocol):
    """How one game looks and is moved on the screen; a widget that holds a `Past`."""

    def show(self, view: View) -> None:
        """Show another moment of the game."""

    def title(self, view: View) -> str:
        """What is played, in a few words."""

    def told(self, view: View) -> list[str]:
        """What happened, turn by turn."""

    def called(self, view: View) -> list[str]:
        """How the players are called at the end."""

    def study(self, view: View) -> Any:
        """What takes long to work out of a view; not on the screen's own thread."""

    def learn(self, found: Any) -> None:
        """Show what was worked out."""

    def insisted(self, text: str) -> str:
        """A move that is made in spite of a warning."""

    def prompt(self) -> str:
        """What the person is to do, in a line."""


class Words(Protocol):
    """What is said of one game; each from a sight and the public history."""

    def hint(self, sight: Sight, history: History, kind: str) -> str:
        """An answer to a question of `HINTS`, as Markdown."""

    def warning(self, sight: Sight, history: History, move: str) -> str | None:
        """What to say before a move that cannot be meant."""

    def ending(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """How the game ended."""


def new_table(game: str) -> Any:
    """A new widget that is the table of a game."""
    if game not in PLACES:
        raise UnknownName.among("game of the terminal", game, PLACES)
    module, _, name = PLACES[game][0].partition(":")
    return getattr(import_module(module), name)(id="table")


def words_of(game: str) -> Words:
    """The words of a game."""
    words: Any = import_module(PLACES[game][1])
    found: Words = words
    return found
