"""The controls of EggHead: pass, or call a stack of the board, which fades as it goes.

A stack that is touched is the one to call, and says why it is out or that it is left.  Who
wants to work it out alone has a board without marks but their own.
"""

from typing import Any

from nicegui import ui

from whoknows.errors import WhoknowsError
from whoknows.games.egghead.show.face import board_of_stacks, own_board
from whoknows.web import theme
from whoknows.web.boards import PICK
from whoknows.web.desk import Desk

AGAIN = 2.0  # seconds until a board is asked for again that nobody had time for


class Controls:
    """What one seat reacts with."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.left = 0  # stacks that are left
        self.why: dict[str, str] = {}  # for every stack, why it is out or that it is left
        self.seen: Any = None  # the sight that the board shows
        self.svg = ""
        self.crossed: set[str] = set()  # the marks of one who thinks alone
        self.passed = -1  # the version at which it was passed for the person
        desk.shows_hidden = True

    def build(self) -> None:
        """To pass or to call, and all stacks."""
        with theme.row():
            self.wait = ui.label("").classes("wk-quiet")
            self.passing = ui.button("Pass", on_click=lambda: self.react("pass"))
            self.typed = ui.input("Call", placeholder="122").props("outlined dense")
            self.typed.classes("w-24").on("keydown.enter", self.call_typed)
            self.typed.on_value_change(self.consider)
            self.calling = ui.button("Call", on_click=self.call_typed).props("outline")
        self.by_itself = ui.switch("Pass for me while more than one stack is left")
        self.by_itself.on_value_change(self.pass_on)
        self.alone = ui.switch("Let me work it out alone", on_change=self.turn_alone)
        self.count = ui.label("").props("role=status aria-live=polite")
        self.board = theme.picture("")
        for kind in ("click", "keydown"):
            self.board.on(kind, self.pick, js_handler=PICK)
        self.desk.refreshed(self.refresh)
        ui.timer(0.05, self.refresh, once=True)

    # ------------------------------------------------------------ showing

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
                self.count.set_text(f"{error}; the board comes a little later")
                ui.timer(AGAIN, self.refresh, once=True)
                return
            if sight is not self.desk.sight:
                return  # the game has moved on, and another look is on its way
            if self.seen is not None and sight.stacks != self.seen.stacks:
                self.crossed.clear()  # somebody has a new stack
            (self.svg, self.left, self.why), self.seen = found, sight
            self.show()
        await self.pass_on()

    def show(self) -> None:
        """The board: with what is left, or with the person's own marks alone."""
        if self.alone.value:
            self.board.set_content(own_board(self.seen.setup, self.crossed))
            self.count.set_text("Touch a stack to cross it out, or to bring it back.")
            return
        self.board.set_content(self.svg)
        stacks = "One stack is left" if self.left == 1 else f"{self.left} stacks are left"
        self.count.set_text(f"{stacks} to you; touch a stack to see why it is out.")

    async def turn_alone(self) -> None:
        """Think alone, or with the board's help again."""
        self.desk.alone = bool(self.alone.value)
        if self.seen is not None:
            self.show()
        await self.desk.refresh(self.desk.view)

    # ------------------------------------------------------------- acting

    async def pick(self, event: Any) -> None:
        """A stack was touched: it is the one to call, and says what is known of it."""
        name = str(event.args)
        if name not in self.why:
            return
        if self.alone.value:
            self.crossed ^= {name}
            self.show()
        else:
            self.count.set_text(self.why.get(name, ""))
        if self.desk.my_turn and name not in self.crossed:
            self.typed.set_value(name)

    def consider(self) -> None:
        """Say what may come of the call that is typed."""
        self.desk.consider((self.typed.value or "").strip())

    async def call_typed(self) -> None:
        """Call the stack that was typed."""
        text = (self.typed.value or "").strip()
        if text and await self.react(text):
            self.typed.set_value("")

    async def react(self, text: str) -> bool:
        """Pass or call, unless a reaction is on its way already."""
        return not self.desk.moving and await self.desk.move(text)

    async def pass_on(self) -> None:
        """Pass for the person, once at each moment where that is wished."""
        desk = self.desk
        wished = self.by_itself.value and desk.my_turn and self.seen is desk.sight
        version = desk.view.version
        if not wished or self.left < 2 or desk.moving or self.passed == version:
            return
        self.passed = version
        if not await desk.move("pass") and self.passed == version:
            self.passed = -1  # it was refused: the next look tries again
