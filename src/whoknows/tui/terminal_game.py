"""The program around a table: moves, hints, undo, and strategies that think elsewhere.

Everything is shown from a `View`.  What happens is written down before it is shown, so
that leaving at any time loses nothing.  Whatever may take long is worked out by a pool of
workers, as in the lab: the screen stays awake, and what nobody waits for is killed.
"""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, ClassVar, TypeVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.filter import LineFilter
from textual.widgets import Footer, Static

from whoknows.analysis.worker_calls import (
    chosen_move,
    games_loaded,
    move_question,
    on_face,
    table_sent,
    tallied,
)
from whoknows.catalog import FILES, PLACES
from whoknows.errors import OldVersion, WhoknowsError, WorkFailed
from whoknows.play.face.face import HINTS, face_of
from whoknows.play.game import Seat
from whoknows.play.knowing.world_counts import lessons
from whoknows.play.strategies import own_files
from whoknows.play.table.eyes import View
from whoknows.store.sitting import Sitting
from whoknows.tui.parts import QUIET, Ask, Hint, Moved, Past, Tamed
from whoknows.tui.tables.table import GameTable, new_table
from whoknows.work.worker_pool import FOREVER, WorkerPool

T = TypeVar("T")

KEYS = "F5 changes between light and dark; PageUp and PageDown look back."


@cache
def thinkers(own: str, *files: str) -> WorkerPool:  # noqa: ARG001 -- other files, other games
    """The workers, which start when they are first asked; a game of one's own is loaded."""
    return WorkerPool(2, warm=partial(games_loaded, own) if own else None)


class Keys(Footer):
    """What the keys do, in two lines where the screen is narrow."""

    def compose(self) -> ComposeResult:
        """All keys; textual has set a column for each."""
        yield from super().compose()
        self.styles.grid_size_columns = 4


class TerminalGame(App[Sitting]):
    """One game on the screen, from a sitting to the next; gives the last sitting."""

    TITLE = "whoknows"
    CSS_PATH = "look.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-wide")]  # noqa: RUF012 -- textual's
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "hint('know')", "Know", key_display="F1"),
        Binding("f2,ctrl+w", "hint('why')", "Why", key_display="F2"),
        Binding("f3,ctrl+a", "hint('move')", "Advice", key_display="F3"),
        Binding("f4,ctrl+z", "undo", "Undo", key_display="F4"),
        Binding("f5,ctrl+t", "light", show=False),
        Binding("f6,ctrl+n", "again", "New", key_display="F6"),
        Binding("f7,ctrl+r", "rules", "Rules", key_display="F7"),
        Binding("f10", "leave", "Quit", key_display="F10", priority=True),
        Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True),
        Binding("escape", "stop", show=False),
        Binding("pageup", "look(-1)", show=False),
        Binding("pagedown", "look(1)", show=False),
    ]

    def __init__(self, sitting: Sitting, *, light: bool | None = None) -> None:
        super().__init__()
        self.sitting = sitting
        self.face = face_of(sitting.room.game)
        self.widget = new_table(sitting.room.game.name)
        self.table: GameTable = self.widget
        self.tally: list[Mapping[Seat, int]] = []
        self.busy = False
        bright = light_terminal() if light is None else light
        self.theme = "textual-light" if bright else "textual-dark"

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every line goes through before it is on the screen."""
        return [*super().get_line_filters(), Tamed()]

    def compose(self) -> ComposeResult:
        """A title, the table, a line that talks, and the keys."""
        yield Static(id="title")
        yield self.widget
        yield Static(id="message")
        yield Keys(show_command_palette=False)

    def on_mount(self) -> None:
        """Show the game, and let strategies move that are to move."""
        self.widget.focus()
        self.change(lambda: self.sitting)

    @property
    def view(self) -> View:
        """All that the person may see."""
        return self.sitting.view

    # ------------------------------------------------------------ showing

    def show(self) -> None:
        """The game as it is now."""
        view = self.view
        self.tally = self.tally[: view.turns + 1]
        practice = "  (practice)" if view.house.practice else ""
        title = f" {view.game.title}  {self.table.title(view)}{practice}"
        self.query_one("#title", Static).update(Content(title))
        self.table.show(view)
        self.tell()
        self.refresh_bindings()

    def tell(self) -> None:
        """The history, with what each turn taught as far as it is counted."""
        view = self.view
        told = [
            self.face.event_text(event, view.names, view.sight) for event in view.history
        ]
        called = dict(enumerate(view.names))
        if view.seat is not None:
            called[view.seat] = "you"
        taught = lessons(self.tally, called) if len(told) == view.turns else []
        self.query_one("#history", Past).show(told, taught)

    def say(self, text: str, look: str = "") -> None:
        """A line to the person."""
        self.query_one("#message", Static).update(Content.styled(text, look))

    def say_state(self) -> None:
        """What the person is to do, or how it ended."""
        view = self.view
        if view.result is not None:
            ended = self.face.ending(view.sight, view.result, view.names)
            self.say(f"{ended}  F6 begins a new game.", "bold $text-success")
        else:
            self.say(self.table.prompt())

    # ------------------------------------------------------------- acting

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:  # noqa: ARG002
        """Whether a key does something now; those that do not are not shown."""
        if action == "hint":
            return not self.view.over
        return action != "undo" or self.view.may_undo

    def change(self, function: Callable[[], Sitting]) -> None:
        """Let something happen, and then strategies move, while the screen stays awake."""
        if not self.busy:
            self.busy = True
            self.run_worker(self.changed(function))

    async def changed(self, function: Callable[[], Sitting]) -> None:
        """Let something happen; what is refused is said, and leaves all as it was."""
        try:
            self.sitting = await asyncio.to_thread(function)
            self.show()
            self.say_state()
            while seats := self.sitting.room.thinkers:
                self.say(f"{self.thinking()} …", QUIET)
                room = self.sitting.room
                asked = [self.think(chosen_move, *move_question(room, k)) for k in seats]
                moves = dict(zip(seats, await asyncio.gather(*asked), strict=True))
                self.sitting = await asyncio.to_thread(self.sitting.joined, moves)
                self.show()
            self.say_state()
            self.run_worker(self.studied(), group="study", exclusive=True)
        except OldVersion:  # somebody else wrote to this room
            self.sitting = await asyncio.to_thread(self.sitting.reloaded)
            self.tally = []
            self.show()
            self.say("The game has moved on elsewhere.", "$text-warning")
        except WhoknowsError as error:
            self.say(plain(error), "bold $text-error")
        finally:
            self.busy = False

    async def think(self, function: Callable[..., T], *args: Any) -> T:
        """What a function gives, worked out by a worker, however long it takes."""
        name = self.view.game.name
        own = "" if name in PLACES else name
        pool = thinkers(own, os.environ.get(FILES, ""), *own_files())
        return await pool.ask(function, *args, limit=FOREVER)

    async def on_face(self, ask: str, *args: Any) -> Any:
        """What the game says of itself, seen from the person's seat."""
        view = self.view
        return await self.think(on_face, view.game.name, ask, view.sight, *args)

    def thinking(self) -> str:
        """Who thinks, in words."""
        names = [self.view.names[seat] for seat in self.sitting.room.thinkers]
        return f"{' and '.join(names)} {'thinks' if len(names) == 1 else 'think'}"

    async def studied(self) -> None:
        """Study, if the workers live: the game goes on without it."""
        with suppress(WorkFailed):
            await self.study()

    async def study(self) -> None:
        """Work out what takes longer: what each turn taught, what may be guessed.

        The person need not wait for it; what is of an older moment is not shown.
        """
        view, sitting = self.view, self.sitting
        question = self.table.study(view)
        if question is not None:
            found = await self.think(*question)
            if self.sitting is sitting:
                self.table.learn(found)
        table = sitting.room.table
        seats = list(table.seats) if view.over else [sitting.seat]
        known = [] if view.over else self.tally
        tally = await self.think(tallied, view.game.name, table_sent(table), seats, known)
        if self.sitting is sitting:
            self.tally = tally
            self.tell()

    def on_moved(self, event: Moved) -> None:
        """The person wants to move; a move that cannot be meant is asked about first."""
        if not self.busy and not self.view.over:
            self.busy = True  # a second Enter is not a second move
            self.run_worker(self.move(event.text))

    async def move(self, text: str) -> None:
        """Make a move, after a warning if there is one."""
        view, sitting = self.view, self.sitting
        warning = None
        with suppress(WorkFailed):  # a move is not refused for want of a warning
            warning = await self.on_face("warning", text)
        if warning is not None:
            ask = Ask("Are you sure?", warning, "Do it all the same?")
            if not await self.push_screen_wait(ask):
                self.busy = False
                return
            text = self.face.insisted(view.sight, text)
        await self.changed(lambda: sitting.moved(text))

    def action_hint(self, kind: str) -> None:
        """Answer a question of the person."""
        if not self.busy and not self.view.over:
            self.run_worker(self.hint(kind), group="hint")

    async def hint(self, kind: str) -> None:
        """Work out a hint, and show it in a window."""
        self.busy = True
        self.say("One moment …  Escape stops it.", QUIET)
        try:
            text = await self.on_face("hint", kind)
        except WhoknowsError as error:
            text = plain(error)
        finally:
            self.busy = False
            self.say_state()
        self.push_screen(Hint(HINTS[kind], text))

    def action_stop(self) -> None:
        """Give up a hint that takes too long; its worker is killed."""
        self.workers.cancel_group(self, "hint")

    def action_undo(self) -> None:
        """Take back the person's last move, and all that followed."""
        self.change(lambda: self.sitting.undone())

    def action_again(self) -> None:
        """Begin a new game of the same kind; the old one stays as it is."""
        self.tally = [] if not self.busy else self.tally
        self.change(lambda: self.sitting.again())

    def action_rules(self) -> None:
        """How the game is played, in a window."""
        self.push_screen(Hint("How to play", f"{self.face.rules()}\n\n{KEYS}"))

    def action_look(self, pages: int) -> None:
        """Look back in the history, or forth."""
        past = self.query_one("#history", Past)
        past.scroll_relative(y=pages * max(1, past.size.height - 1), animate=False)

    def action_light(self) -> None:
        """Light or dark."""
        self.theme = "textual-dark" if self.theme == "textual-light" else "textual-light"

    def action_leave(self) -> None:
        """Leave; the game is kept."""
        self.exit(self.sitting)


def plain(error: WhoknowsError) -> str:
    """An error as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."


def light_terminal() -> bool:
    """Whether the terminal says that its background is light; many say nothing."""
    back = os.environ.get("COLORFGBG", "").split(";")[-1]
    return back in ("7", "15")
