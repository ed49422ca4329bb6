"""Any game on the screen: its board as text, and its moves to choose from or to type.

What is typed narrows the moves; the arrows choose among them, and Enter makes the move.
"""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click, Key
from textual.widgets import Static

from whoknows.play.face.face import face_of, table_text
from whoknows.play.table.eyes import View
from whoknows.tui.parts import QUIET, Moved, Past, pickable, picked
from whoknows.tui.tables.table import GameTable

MOST_OFFERED = 24  # moves that are on the screen at a time
MOST_LINES = 8  # of them, where each has a line of its own
LONG_MOVE = 24  # letters of a move that has a line of its own
MARGINS = 2  # columns of a line that stay empty
MOST_NAMED = 5_000  # moves among which what is typed is looked for


class PlainTable(GameTable, Vertical):
    """The board, the moves, and the history below each other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "Move"),
        Binding("left,up", "choose(-1)", show=False),
        Binding("right,down", "choose(1)", show=False),
        Binding("backspace", "erase", show=False),
    ]
    typed = ""
    chosen = 0

    def compose(self) -> ComposeResult:
        """The board, what can be done, and what happened."""
        with VerticalScroll(id="codes", can_focus=False):
            yield Static(id="lanes")
        yield Static(id="controls")
        yield Past(id="history")

    def show(self, view: View) -> None:
        """Show another moment of the game; what was typed is cleared."""
        self.view, self.typed, self.chosen = view, "", 0
        self.moves = self.fitting = self.names()
        self.draw()
        self.refresh_bindings()

    def names(self) -> list[str]:
        """The moves of now, as people type them."""
        view = self.view
        if not view.my_turn:
            return []
        moves = view.game.moves(view.sight)[:MOST_NAMED]
        return [view.game.move_name(move) for move in moves]

    def narrow(self, typed: str) -> None:
        """Keep the moves that fit what is typed: those that begin with it come first."""
        self.typed, self.chosen = typed, 0
        letters, words = typed.lower(), typed.lower().split()
        begun = [move for move in self.moves if move.lower().startswith(letters)]
        named = [move for move in self.moves if names_all(move.lower().split(), words)]
        self.fitting = list(dict.fromkeys([*begun, *named]))
        self.draw()

    def offered(self) -> dict[str, str]:
        """The moves that fit what was typed, as many as there is room for, with labels."""
        label = face_of(self.view.game).move_label
        found = {move: label(self.view.sight, move) for move in self.fitting[:MOST_OFFERED]}
        long = any(len(words) > LONG_MOVE for words in found.values())
        most = MOST_LINES if long else None
        return dict(list(found.items())[:most])

    def draw(self) -> None:
        """All again."""
        view = self.view
        board = table_text(face_of(view.game), view)
        self.query_one("#lanes", Static).update(Content(board))
        self.query_one("#controls", Static).update(self.controls())

    def controls(self) -> Content:
        """What was typed, and the moves that fit it."""
        if not self.view.my_turn:
            return Content("")
        offered = self.offered()
        parts = [
            pickable(
                Content.styled(f" {label} ", "bold reverse" if k == self.chosen else ""),
                f"move {k}",
            )
            for k, label in enumerate(offered.values())
        ]
        more = len(self.fitting) - len(offered)
        rest = "" if offered else "No move fits."
        if more:
            rest = f"{more:,} more: type words of a move"
        own_lines = any(len(label) > LONG_MOVE for label in offered.values())
        parts += [Content.styled(rest, QUIET)] if rest else []
        line = flowed(parts, 0 if own_lines else self.app.size.width - MARGINS)
        return Content.assemble((f"{self.typed}▏\n", "bold"), line) if self.typed else line

    def title(self, view: View) -> str:
        """What is played, in a few words."""
        who = f"; you are {view.names[view.seat]}" if view.seat is not None else ""
        return f"{face_of(view.game).setup_text(view.setup)}{who}"

    def prompt(self) -> str:
        """What the person is to do, in a line."""
        if not self.view.my_turn:
            return ""
        asked = face_of(self.view.game).prompt(self.view.sight)
        return f"{asked} Arrows choose or letters type, Enter moves."

    # ------------------------------------------------------------- acting

    def action_choose(self, by: int) -> None:
        """Another move."""
        if offered := self.offered():
            self.chosen = (self.chosen + by) % len(offered)
            self.draw()

    def action_erase(self) -> None:
        """Take the last letter back."""
        self.narrow(self.typed[:-1])

    def action_enter(self) -> None:
        """Make the move that is chosen, or the one that was typed."""
        if self.view.my_turn:
            offered = list(self.offered())
            self.post_message(Moved(offered[self.chosen] if offered else self.typed))

    def on_key(self, event: Key) -> None:
        """A letter of a move."""
        letter = event.character or ""
        if self.view.my_turn and letter.isprintable() and letter and letter != "?":
            event.stop()
            self.narrow(self.typed + letter)

    def on_resize(self) -> None:
        """Lines as long as the screen is now."""
        if hasattr(self, "view"):
            self.draw()

    def on_click(self, event: Click) -> None:
        """A move."""
        what, _, number = (picked(event) or "").partition(" ")
        if what == "move":
            self.chosen = int(number)
            self.action_enter()


def flowed(parts: Sequence[Content], width: int) -> Content:
    r"""Parts side by side in lines of a width, none of them broken.

    >>> flowed([Content("one"), Content("two"), Content("three")], 8).plain
    'one two\nthree'
    """
    line, used = Content(""), 0
    for k, part in enumerate(parts):
        used += part.cell_length + 1
        sign = " "
        if used - 1 > width:
            used, sign = part.cell_length + 1, "\n"
        line = Content.assemble(line, sign if k else "", part)
    return line


def names_all(move: Sequence[str], typed: Sequence[str]) -> bool:
    """Whether each word that was typed begins a word of the move."""
    return all(any(word.startswith(one) for word in move) for one in typed)
