"""Widgets for any game: a button for each move where they are few, and a line to type."""

from collections.abc import Sequence
from typing import Any

from nicegui import ui

from whoknows.web.desk import Desk

MOST_BUTTONS = 36  # moves that are offered as buttons
MOST_COMPLETED = 5_000  # moves that the line to type completes


class Controls:
    """The moves of a seat, as buttons in groups or as a line that completes them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def build(self) -> None:
        """The parts, filled anew after every change."""
        self.buttons = ui.column().classes("w-full gap-2")
        with ui.row().classes("items-center w-full") as self.line:
            self.typed = ui.input("Your move", autocomplete=[]).props("outlined dense")
            self.typed.classes("grow min-w-40").on("keydown.enter", self.make)
            ui.button("Move", on_click=self.make)
        self.desk.refreshed(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """What can be done now."""
        game, desk = self.desk.game, self.desk
        moves = game.moves(desk.sight) if desk.my_turn else ()
        self.buttons.clear()
        few = len(moves) <= MOST_BUTTONS
        if few:
            with self.buttons:
                for group in grouped([game.move_name(move) for move in moves]):
                    self.row(group)
        self.line.set_visibility(desk.my_turn and not few)
        if not few:
            self.typed.set_autocomplete(names_of(self.desk, moves))

    def row(self, moves: Sequence[str]) -> None:
        """A group of moves as buttons."""
        with ui.row().classes("gap-2"):
            for move in moves:
                label = self.desk.face.move_label(self.desk.sight, move)
                button = ui.button(label, on_click=lambda move=move: self.desk.move(move))
                button.props("no-caps outline")

    async def make(self) -> None:
        """Make the move that was typed."""
        if await self.desk.move((self.typed.value or "").strip()):
            self.typed.set_value("")


def names_of(desk: Desk, moves: Sequence[Any]) -> list[str]:
    """The moves as people type them, as far as they can be listed."""
    return [desk.game.move_name(move) for move in moves[:MOST_COMPLETED]]


def grouped(moves: Sequence[str]) -> list[list[str]]:
    """Moves in groups that begin with the same word; one group if there are no words.

    >>> grouped(["ask 1", "ask 2", "stop"]), grouped(["1", "2", "3"])
    ([['ask 1', 'ask 2'], ['stop']], [['1', '2', '3']])
    """
    found: dict[str, list[str]] = {}
    for move in moves:
        word, _, rest = move.partition(" ")
        found.setdefault(word if rest else "", []).append(move)
    return list(found.values())
