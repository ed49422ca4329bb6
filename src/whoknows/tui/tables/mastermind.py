"""Mastermind on the screen: rows of pegs, the next guess put together where it will stand.

A maker answers with two numbers; one whose answers contradict each other corrects a line.
"""

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click, Key
from textual.widgets import Static

from whoknows.games.mastermind.rules import DIGITS, MAKER, Sight, contradiction
from whoknows.games.mastermind.show.board_picture import dispute
from whoknows.play.table.eyes import View
from whoknows.tui.parts import Moved, Past, picked
from whoknows.tui.tables.mastermind_pegs import Numbers, Row, board, numbers, palette
from whoknows.tui.tables.table import GameTable


class MastermindTable(GameTable, Horizontal):
    """The board with what is put together, and the history beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "Move"),
        Binding("left", "go(-1)", show=False),
        Binding("right", "go(1)", show=False),
        Binding("up", "turn(1)", show=False),
        Binding("down", "turn(-1)", show=False),
        Binding("backspace,delete", "erase", show=False),
    ]
    made: Row | Numbers | None = None

    def compose(self) -> ComposeResult:
        """The board and the colors to the left, the history to the right."""
        with Vertical(id="left"):
            with VerticalScroll(id="board", can_focus=False):
                yield Static(id="rows")
            yield Static(id="fields")
        yield Past(id="history")

    @property
    def sight(self) -> Sight:
        """The board now."""
        sight: Sight = self.view.sight
        return sight

    def show(self, view: View) -> None:
        """Show another moment of the game; what was put together is cleared."""
        self.view = view
        self.made = self.fresh()
        self.draw()
        self.call_after_refresh(self.find_row)

    def find_row(self) -> None:
        """Bring the row that is next into sight."""
        board = self.query_one("#board")
        last = len(self.sight.every_line) + 2
        board.scroll_to(y=max(0, last - board.size.height), animate=False)

    def fresh(self) -> Row | Numbers | None:
        """Nothing put together yet, of what the person is to make now."""
        if not self.view.my_turn:
            return None
        if self.sight.seat == MAKER and self.sight.ready:
            return numbers(self.sight)
        return Row((None,) * self.sight.rules.pegs)

    def draw(self) -> None:
        """All again."""
        made = self.made
        row = made if isinstance(made, Row) else None
        rows = self.query_one("#rows", Static)
        rows.update(board(self.sight, row))
        below = palette(self.sight.rules) if row is not None else Content("")
        if isinstance(made, Numbers):
            below = made.shown()
        self.query_one("#fields", Static).update(below)

    def title(self, view: View) -> str:
        """What is played, in a few words."""
        rules = view.sight.rules
        who = "you make the code" if view.seat == MAKER else f"{rules.size:,} codes"
        return f"{rules}, {who}"

    def prompt(self) -> str:
        """What the person is to do, in a line."""
        sight = self.sight
        if isinstance(self.made, Row):
            names = DIGITS[: sight.rules.colors]
            return f"Your guess: type colors {names[0]} to {names[-1]}, Enter guesses."
        if sight.disputed is not None:
            why = contradiction(dispute(sight)[0])
            return f"No code agrees: {why}. Which line was wrong?"
        if isinstance(self.made, Numbers) and sight.pending is not None:
            first = "Think of a code. " if not sight.lines else ""
            guess = sight.rules.code_name(sight.pending)
            return f"{first}The guess is {guess}: how many black, how many white?"
        return ""

    # ------------------------------------------------------------- acting

    def action_go(self, by: int) -> None:
        """To another peg or number."""
        self.make(self.made and self.made.moved(by))

    def action_turn(self, by: int) -> None:
        """Another color, or one more."""
        if isinstance(self.made, Row):
            self.make(self.made.turned(by, self.sight.rules.colors))
        elif self.made is not None:
            self.make(self.made.turned(by))

    def action_erase(self) -> None:
        """Take a peg away."""
        if isinstance(self.made, Row):
            self.make(self.made.erased())

    def action_enter(self) -> None:
        """Make the move."""
        if self.made is not None:
            self.post_message(Moved(self.made.text))

    def make(self, made: Row | Numbers | None) -> None:
        """Show what is put together now."""
        self.made = made
        self.draw()

    def on_key(self, event: Key) -> None:
        """A color or a number that is typed."""
        letter = (event.character or "").upper()
        if isinstance(self.made, Row):
            if letter and letter in DIGITS[: self.sight.rules.colors]:
                event.stop()
                self.make(self.made.put(DIGITS.index(letter)))
        elif self.made is not None and letter.isdecimal():
            event.stop()
            self.make(self.made.put(int(letter)))

    def on_click(self, event: Click) -> None:
        """A peg, a color, a number."""
        what, _, number = (picked(event) or "").partition(" ")
        if what == "enter":
            self.action_enter()
        elif what == "at" and isinstance(self.made, Row):
            self.make(replace(self.made, at=int(number)))
        elif what == "color" and isinstance(self.made, Row):
            self.make(self.made.put(int(number)))
        elif what in ("less", "more") and isinstance(self.made, Numbers):
            field = replace(self.made, at=int(number))
            self.make(field.turned(1 if what == "more" else -1))
