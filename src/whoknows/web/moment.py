"""The moment of a game that a page looks at: one for all parts of the page.

The board, the history, and who knows what follow one `LookedAt`; buttons, a slider, a line
of the history, and a point of a chart only move it.  So no two of them can disagree.  A
page of a table, a replay, and a review have one each.
"""

from collections.abc import Awaitable, Callable, Sequence
from html import escape
from inspect import isawaitable
from typing import Any, NamedTuple

from nicegui import ui

# Clicks on what has `data-turn`; a button tells its keys itself.
TURN = """(e) => {
  const found = e.target.closest('[data-turn]');
  if (found) emit(found.dataset.turn);
}"""
# The line that is looked at is in sight; the page itself stays where it is.
IN_SIGHT = """(list) => setTimeout(() => {
  const line = list?.querySelector('[aria-current]')?.closest('li');
  if (!line) return;
  const here = list.getBoundingClientRect(), there = line.getBoundingClientRect();
  if (there.top < here.top) list.scrollTop += there.top - here.top;
  if (there.bottom > here.bottom) list.scrollTop += there.bottom - here.bottom;
}, 30)"""


class LookedAt:
    """A moment of a game, as the number of turns played: the newest, or one before."""

    def __init__(self, end: int = 0) -> None:
        self.end = end  # how many turns there are to look at
        self.time: int | None = None  # the turn that is looked at; `None` is the newest
        self.callbacks: list[Callable[[], Awaitable[None] | None]] = []

    @property
    def turn(self) -> int:
        """The turn that is looked at."""
        return self.end if self.time is None else min(self.time, self.end)

    @property
    def newest(self) -> bool:
        """Whether the newest turn is looked at; then what comes is followed."""
        return self.time is None

    def changed(self, callback: Callable[[], Awaitable[None] | None]) -> None:
        """Call this whenever another moment is looked at."""
        self.callbacks.append(callback)

    async def go(self, turn: int) -> None:
        """Look at a turn, or at the one next to it that there is."""
        turn = max(0, min(int(turn), self.end))
        await self.set(turn, self.end)

    async def step(self, by: int) -> None:
        """Look some turns further on, or back."""
        await self.go(self.turn + by)

    async def follow(self, end: int) -> None:
        """There are more turns now, or fewer; who looks at the past stays there."""
        await self.set(end if self.newest else min(self.turn, end), end)

    async def set(self, turn: int, end: int) -> None:
        """Look at a turn of so many."""
        before = self.turn, self.end
        self.end, self.time = end, None if turn >= end else turn
        if (self.turn, self.end) != before:
            await self.tell()

    async def tell(self) -> None:
        """Call all that follow."""
        for callback in list(self.callbacks):
            outcome = callback()
            if isawaitable(outcome):
                await outcome


class TimeBar:
    """To go through time: to the beginning, back, on, to the end, and a slider."""

    def __init__(
        self, looked: LookedAt, on: Callable[[], Any] | None = None, what: str = "Turn"
    ) -> None:
        self.looked = looked
        self.on = on or (lambda: looked.step(1))
        self.what = what

    def build(self, middle: Callable[[], None] = lambda: None) -> None:
        """The bar; `middle` builds what stands between the buttons."""
        looked = self.looked
        with ui.element("div").classes("wk-row wk-time"):
            button("first_page", "To the beginning", lambda: looked.go(0))
            button("chevron_left", "One turn back", lambda: looked.step(-1))
            middle()
            button("chevron_right", "One turn on", self.on)
            button("last_page", "To the end", lambda: looked.go(looked.end))
            self.slider = ui.slider(min=0, max=1, step=1, value=0).classes("grow")
            self.slider.props('aria-label="Turn"')  # dense, it is too thin for a thumb
            self.slider.on("change", self.slid, throttle=0.1)
            self.where = ui.label("").classes("wk-small")
        looked.changed(self.show)
        self.show()

    async def slid(self) -> None:
        """The slider was moved by hand."""
        await self.looked.go(int(self.slider.value))

    def show(self) -> None:
        """Where in time this is."""
        looked = self.looked
        self.slider.props(f"max={max(1, looked.end)}")
        self.slider.set_value(looked.turn)
        self.where.set_text(f"{self.what} {looked.turn} of {looked.end}")


class HistoryLine(NamedTuple):
    """A line of the history: what happened in a turn, and what it taught."""

    text: str
    taught: str = ""


class History:
    """What happened, turn by turn; a click looks back at the moment after a turn."""

    def __init__(
        self, looked: LookedAt, lines: Callable[[], Sequence[HistoryLine]]
    ) -> None:
        self.looked, self.lines = looked, lines

    def build(self) -> None:
        """The list; it keeps to the moment that is looked at."""
        self.list = ui.html("", sanitize=False, tag="ol").classes("wk-history")
        self.list.props('tabindex=0 aria-label="The moves so far"')
        self.list.on("click", self.pick, js_handler=TURN)
        self.looked.changed(self.show)

    async def pick(self, event: Any) -> None:
        """A line was clicked."""
        await self.looked.go(int(event.args))

    def show(self) -> None:
        """All lines, the one of the moment marked and in sight."""
        content = history_html(self.lines(), self.looked.turn)
        if content != self.list.content:
            self.list.set_content(content)
            self.list.client.run_javascript(f"({IN_SIGHT})(getHtmlElement({self.list.id}))")


def history_html(lines: Sequence[HistoryLine], turn: int) -> str:
    """The lines of a history; each is a button that looks at the moment after it."""
    return "".join(
        f'<li><button type="button" data-turn="{k}"{" aria-current=true" * (k == turn)}>'
        f"{escape(line.text)}</button>"
        + (f' <span class="wk-quiet wk-small">{escape(line.taught)}</span>' * bool(line[1]))
        + "</li>"
        for k, line in enumerate(lines, 1)
    )


def button(icon: str, name: str, act: Callable[[], Any]) -> None:
    """A button of the time bar."""
    ui.button(icon=icon, on_click=act).props(f'flat dense aria-label="{name}"')
