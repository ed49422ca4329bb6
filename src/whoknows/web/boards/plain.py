"""A board for any game: its sight as a table, its moves as a list to choose from.

Games with a board of their own have it in `BOARDS`; all others are played here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from html import escape
from typing import Any

from whoknows.play.forms import plain
from whoknows.play.game import AnySight as Sight
from whoknows.play.game import Event, Game, History, Seat
from whoknows.play.retelling import said
from whoknows.play.strategies import purpose
from whoknows.web.boards.board import Desk, Kind, Option

FEW = 60  # moves that are offered as buttons or a list; more are typed
WIDE, HIGH = 720, 22  # of a line of the picture


class PlainBoard:
    """The board of a game that has none of its own."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def options(self) -> Sequence[Option]:
        """The fields of the setup that are numbers, words, or yes and no."""
        setup = self.game.setup()
        return [
            Option(each.name, words(each.name), kind, value)
            for each in fields(setup)
            if each.init and (kind := kind_of(value := getattr(setup, each.name)))
        ]

    def picture(self, sight: Sight, history: History, names: Sequence[str]) -> str:  # noqa: ARG002
        """The sight, a line for each of its parts."""
        return listed(self.game.title, lines_of(plain(sight)))

    def controls(self, desk: Desk) -> None:
        """The legal moves where they are few, and a line to type any move."""
        from nicegui import ui

        with ui.row().classes("items-end w-full"):
            typed = ui.input("Your move").props("outlined dense")
            chosen = ui.select([], label="or choose").props("outlined dense")
            button = ui.button("Move")
        chosen.classes("min-w-40")
        chosen.on_value_change(lambda change: typed.set_value(change.value or ""))

        async def make() -> None:
            if await desk.move(typed.value or ""):
                typed.set_value("")

        def refresh() -> None:
            moves = self.game.moves(desk.sight)[:FEW] if desk.my_turn else []
            chosen.set_options([self.game.move_name(move) for move in moves], value=None)
            for part in (typed, chosen, button):
                part.set_enabled(desk.my_turn)

        button.on_click(make)
        typed.on("keydown.enter", make)
        desk.refreshed(refresh)
        refresh()

    def told(self, event: Event, names: Sequence[str], sight: Sight) -> str:  # noqa: ARG002
        """Who did what, and the answer."""
        moves = ", ".join(
            f"{names[seat]}: {self.game.move_name(move)}"
            for seat, move in sorted(event.moves.items())
        )
        return f"{moves} → {said(self.game, event.answer)}" if event.answer else moves

    def hint(self, sight: Sight, history: History, kind: str) -> str:
        """How many worlds are left, or the move of a strategy of the game."""
        worlds = self.game.worlds(sight)
        if kind == "move":
            return self.advice(sight, history)
        return f"You hold **{worlds:,}** world{'s' * (worlds != 1)} possible."

    def advice(self, sight: Sight, history: History) -> str:
        """The move of the last strategy that the game lists."""
        import numpy as np

        name, strategy = list(self.game.strategies.items())[-1]
        move = strategy(sight, history, np.random.default_rng(0))
        why = purpose(strategy.__doc__)
        said = f"The strategy *{name}* would play **{self.game.move_name(move)}**."
        return f"{said} {why}" if why else said

    def warning(self, sight: Sight, history: History, move: str) -> str | None:  # noqa: ARG002
        """Nothing: what is irrational, only a game's own board can tell."""
        return None

    def ending(
        self,
        sight: Sight,  # noqa: ARG002
        result: Mapping[Seat, float],
        names: Sequence[str],
    ) -> str:
        """The scores."""
        scores = ", ".join(f"{names[seat]} {score:g}" for seat, score in result.items())
        return f"The game is over: {scores}."


def kind_of(value: Any) -> Kind | None:
    """What kind of option a default belongs to."""
    if isinstance(value, bool):
        return "switch"
    if isinstance(value, int):
        return "number"
    return "text" if isinstance(value, str) else None


def words(name: str) -> str:
    """A name of the program as people read it."""
    return name.replace("_", " ").capitalize()


def lines_of(value: Any) -> list[str]:
    """The parts of a plain value, a line each, none too long."""
    if not isinstance(value, dict):
        return [str(value)]
    return [f"{words(name)}: {shown(part)}" for name, part in value.items()]


def shown(part: Any) -> str:
    """A part of a sight in one line."""
    if isinstance(part, dict):
        part = ", ".join(f"{name} {shown(value)}" for name, value in part.items())
    text = str(part)
    return text if len(text) < 90 else text[:89] + "…"


def listed(title: str, lines: Sequence[str]) -> str:
    """Lines of text as SVG."""
    rows = "".join(
        f'<text x="12" y="{HIGH * (k + 1)}" font-size="14" fill="currentColor">'
        f"{escape(line)}</text>"
        for k, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} '
        f'{HIGH * len(lines) + 12}" role="img"><title>{escape(title)}</title>{rows}</svg>'
    )
