"""The controls of EggHead: pass, or call a stack of the board, which fades as it goes."""

from typing import Any

from nicegui import ui

from whoknows.errors import WhoknowsError
from whoknows.games.egghead.show.face import board_of_stacks
from whoknows.web import theme
from whoknows.web.boards import PICK
from whoknows.web.desk import Desk


class Controls:
    """What one seat reacts with."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.left = 0  # stacks that are left
        self.seen: Any = None  # the sight that the board shows

    def build(self) -> None:
        """To pass or to call, and all stacks."""
        with theme.row():
            self.wait = ui.label("").classes("wk-quiet")
            self.passing = ui.button("Pass", on_click=lambda: self.react("pass"))
            self.typed = ui.input("Call", placeholder="122").props("outlined dense")
            self.typed.classes("w-24").on("keydown.enter", self.call_typed)
            self.calling = ui.button("Call", on_click=self.call_typed).props("outline")
        self.by_itself = ui.switch("Pass for me while more than one stack is left")
        self.by_itself.on_value_change(self.refresh)
        self.count = ui.label("").props("role=status aria-live=polite")
        self.board = theme.picture("")
        for kind in ("click", "keydown"):
            self.board.on(kind, self.pick, js_handler=PICK)
        self.desk.refreshed(self.refresh)
        ui.timer(0.05, self.refresh, once=True)

    async def refresh(self) -> None:
        """Show what is left now, and pass if that is wished."""
        mine = self.desk.my_turn
        for part in (self.passing, self.typed, self.calling):
            part.set_enabled(mine)
        self.wait.set_text("" if mine else "The others react.")
        sight = self.desk.sight
        if sight.seat is not None and sight is not self.seen:
            try:
                found = await self.desk.think(board_of_stacks, sight, list(self.desk.names))
            except WhoknowsError as error:
                self.count.set_text(str(error))
                return
            if sight is not self.desk.sight:
                return  # the game has moved on, and another look is on its way
            svg, self.left, self.seen = found[0], found[1], sight
            self.board.set_content(svg)
            stacks = (
                "One stack is left" if self.left == 1 else f"{self.left} stacks are left"
            )
            self.count.set_text(
                f"{stacks} to you; rest on a faded one to see why it is out."
            )
        if self.desk.my_turn and self.by_itself.value and self.left > 1:
            await self.react("pass")

    async def pick(self, event: Any) -> None:
        """A stack of the board was picked."""
        if self.desk.my_turn:
            await self.react(str(event.args))

    async def call_typed(self) -> None:
        """Call the stack that was typed."""
        text = (self.typed.value or "").strip()
        if text and await self.react(text):
            self.typed.set_value("")

    async def react(self, text: str) -> bool:
        """Pass or call."""
        return await self.desk.move(text)
