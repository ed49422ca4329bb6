"""What the program asks of a table, and the games that have widgets of their own."""

from importlib import import_module
from typing import Any

from whoknows.play.table.eyes import View

PLACES: dict[str, str] = {
    "davinci": "whoknows.tui.tables.davinci:DaVinciTable",
    "mastermind": "whoknows.tui.tables.mastermind:MastermindTable",
}


class GameTable:
    """How one game looks and is moved on the screen; a widget that holds a `Past`."""

    can_focus = True
    view: View

    def show(self, view: View) -> None:
        """Show another moment of the game."""
        raise NotImplementedError

    def title(self, view: View) -> str:
        """What is played, in a few words."""
        raise NotImplementedError

    def study(self, view: View) -> tuple[Any, ...] | None:
        """What a worker is to work out, if anything: a function and its arguments."""

    def learn(self, found: Any) -> None:
        """Show what was worked out."""

    def prompt(self) -> str:
        """What the person is to do, in a line."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:  # noqa: ARG002
        """Whether a key does something now; those that do not are not shown."""
        return action != "enter" or not hasattr(self, "view") or self.view.my_turn


def new_table(game: str) -> Any:
    """A new widget that is the table of a game; a game without one gets a plain one."""
    place = PLACES.get(game, "whoknows.tui.tables.plain:PlainTable")
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)(id="table")
