"""What every game has on the screen: a history, a window for hints, and a question."""

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.filter import LineFilter
from textual.message import Message
from textual.screen import ModalScreen
from textual.style import Style
from textual.widgets import Markdown, Static

from whoknows.errors import STEERING

PICK = "pick"  # the key of what a click on a piece of text means
QUIET = "$foreground 60%"  # the look of what is beside the point
TOLD = 29  # columns of a turn, after which it is said what it taught


class Tamed(LineFilter):
    """Lets nothing through to the screen that would steer it, whoever wrote it."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """The segments of a line, without what steers; it takes no room on the screen."""
        return [each._replace(text=STEERING.sub("", each.text)) for each in segments]


class Moved(Message):
    """The person wants to make this move, written as people type it."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__()


def pickable(text: Content, what: str) -> Content:
    """A piece of text that means something when it is clicked."""
    return text.stylize(Style.from_meta({PICK: what}))


def picked(event: Click) -> str | None:
    """What was clicked, if it means anything."""
    what = event.style.meta.get(PICK)
    return None if what is None else str(what)


def lines(parts: Sequence[Content]) -> Content:
    """Pieces of text below each other."""
    return Content("\n").join(parts)


class Past(VerticalScroll):
    """What happened, turn by turn, and what it taught; the last is in sight."""

    can_focus = False

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(id="told")

    @property
    def wide(self) -> int:
        """The columns of a line."""
        return self.scrollable_content_region.width or 78

    def show(self, told: Sequence[str], taught: Sequence[str]) -> None:
        """Tell all turns; what they taught may come later."""
        parts = [
            turn_line(
                number, text, taught[number] if number < len(taught) else "", self.wide
            )
            for number, text in enumerate(told)
        ]
        if not parts:
            parts = [Content.styled("Nothing has happened yet.", QUIET)]
        self.query_one("#told", Static).update(lines(parts))
        self.scroll_end(animate=False)


def turn_line(number: int, told: str, taught: str, wide: int) -> Content:
    """A turn, and what it taught: beside it if there is room, else below."""
    head = Content.styled(f"{number + 1:>2} ", QUIET)
    lesson = Content.styled(taught, "$text-accent")
    if not taught:
        return head + told
    if len(head) + max(len(told), TOLD) + 1 + len(taught) <= wide:
        return head + told.ljust(TOLD) + " " + lesson
    return Content.assemble(head, told, "\n   ", lesson)


class Hint(ModalScreen[None]):
    """A window with an answer to a person's question."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,f1,f2,f3,f7", "dismiss", "Close"),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.asked, self.text = title, text

    def compose(self) -> ComposeResult:
        """The question, the answer, and how to leave."""
        with VerticalScroll(id="window") as window:
            window.border_title = self.asked
            window.border_subtitle = "arrows scroll, Enter closes"
            yield Markdown(self.text)

    def action_scroll(self, lines: int) -> None:
        """Look further down or up."""
        self.query_one("#window").scroll_relative(y=lines, animate=False)

    def on_click(self) -> None:
        """A click anywhere closes the window."""
        self.dismiss()


class Ask(ModalScreen[bool]):
    """A question that wants yes or no; no is safe."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape,enter", "answer(False)", "No"),
    ]

    def __init__(self, title: str, text: str, question: str) -> None:
        super().__init__()
        self.asked, self.text, self.question = title, text, question

    def compose(self) -> ComposeResult:
        """The warning, and two answers to press or to click."""
        with VerticalScroll(id="window") as window:
            window.border_title = self.asked
            yield Markdown(self.text)
            yield Static(self.choices(), id="choices")

    def choices(self) -> Content:
        """The question, with its answers."""
        return Content.assemble(
            f"{self.question}  ",
            pickable(Content.styled(" y  Yes ", "reverse"), "yes"),
            "  ",
            pickable(Content.styled(" n  No ", "reverse"), "no"),
        )

    def on_click(self, event: Click) -> None:
        """Yes, no, or neither."""
        what = picked(event)
        if what is not None:
            self.dismiss(what == "yes")

    def action_answer(self, yes: bool) -> None:
        """Close with an answer."""
        self.dismiss(yes)
