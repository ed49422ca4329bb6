"""The face of a game: all that it says of itself to people, once, for every screen.

A face tells the rules, what can be chosen, the board as a picture and as text, an event in
words, hints, warnings, and the ending.  It is built from sights, never from secrets: that
is why all that it gives may be shown to the one whose sight it was.  Command line,
terminal, and lab add widgets, and nothing else.

A game has its own in its room `show`, as the property `face`; one that has none gets a
`PlainFace`, made of its moves and of what its sights hold.

A picture may hold elements with `data-pick="..."` (with `tabindex="0"` and
`role="button"`, so that a keyboard reaches them), which a screen may let people click.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from whoknows.asking.option import Option
from whoknows.play.game import (
    Event,
    Game,
    Seat,
    SetupT_contra,
    SightT_contra,
    Spoken,
)
from whoknows.play.table.eyes import View
from whoknows.play.table.room import Chair

__all__ = [
    "HINTS",
    "Beginning",
    "Face",
    "Reply",
    "Step",
    "answer_text",
    "face_of",
    "seat_name",
    "table_text",
]

# The questions that a person may ask at a table.
HINTS: Mapping[str, str] = {
    "know": "What do I know?",
    "why": "Why?",
    "move": "What would a logician do?",
}
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Leo")


class Reply(NamedTuple):
    """Something that one may do, and what is said to it."""

    label: str
    said: str
    right: bool = False


class Step(NamedTuple):
    """A board as SVG, what is asked, and what one may do; exactly one reply is right."""

    picture: str
    asked: str
    replies: tuple[Reply, ...]


# A small beginning of a game, to be played beside its rules: it says more than words.
# Each step has a reply to everything that one may do; the right one leads on.  Nothing of
# it is a real game: there is no secret in it.
Beginning: TypeAlias = Sequence[Step]


class Face(Protocol[SetupT_contra, SightT_contra]):
    """What a game says of itself."""

    @property
    def story(self) -> str:
        """The game in a sentence or two that make one want to play."""

    @property
    def shorthands(self) -> Mapping[str, Mapping[str, Any]]:
        """Words of the command line that stand for options: `evil` for a maker."""

    def called(self, setup: SetupT_contra) -> str:
        """What the game is called with a setup."""

    def rules(self) -> str:
        """The rules for people, as Markdown: thirty seconds to read."""

    def text(self, setup: SetupT_contra) -> str:
        """The text that the game was written down in; nothing if it is no such game."""

    def beginning(self) -> Beginning:
        """A few steps to be played beside the rules, if that says more than words."""

    def card_svg(self) -> str:
        """A small picture of the game, in the colors of the page's theme."""

    def options(self) -> Sequence[Option]:
        """What can be chosen before a game."""

    def setup_text(self, setup: SetupT_contra) -> str:
        """What is played, in a few words: what differs from the usual."""

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Games with a name of their own: the options of each; the rest has defaults."""

    def usual_chairs(self, setup: SetupT_contra) -> Sequence[Chair]:
        """Who usually sits where: a chair for each seat, one person among strategies."""

    def usual_strategies(self, setup: SetupT_contra) -> Sequence[str]:
        """The strategies of a game that people only watch, one for each seat."""

    def move_forms(self, setup: SetupT_contra) -> Mapping[str, str]:
        """What a person can type to move, and what it means."""

    def move_label(self, sight: SightT_contra, move: str) -> str:
        """A move as a button says it."""

    def board_svg(self, sight: SightT_contra, names: Sequence[str]) -> str:
        """The board as SVG, as this seat sees it; things stay where they are."""

    def board_text(self, sight: SightT_contra, names: Sequence[str]) -> str:
        """The board as plain text, as this seat sees it."""

    def open_text(self, sights: Mapping[Seat, SightT_contra], names: Sequence[str]) -> str:
        """The table as text with all that any of these seats sees, for who watches."""

    def open_svg(
        self,
        sight: SightT_contra,
        sights: Mapping[Seat, SightT_contra],
        names: Sequence[str],
    ) -> str:
        """The board of a sight, with all that any of these seats sees: at the end."""

    def read_deal(self, text: str, setup: SetupT_contra) -> Any:
        """The JSON form of a secret that a person states in a line; raises `BadSetup`."""

    def deal_text(self, document: Any, setup: SetupT_contra) -> str:
        """The JSON form of a secret as a person would state it: `read_deal` back."""

    def prompt(self, sight: SightT_contra) -> str:
        """What the seat is to do now, in a few words; its turn it is."""

    def event_text(self, event: Event, names: Sequence[str], sight: SightT_contra) -> str:
        """One event of the public history in words."""

    def hint(self, sight: SightT_contra, kind: str) -> str:
        """An answer to a question of `HINTS`, as Markdown; it may take a while."""

    def warning(self, sight: SightT_contra, move: str) -> str | None:
        """What to say before a move that cannot be meant; it may take a while."""

    def insisted(self, sight: SightT_contra, move: str) -> str:
        """A move that is made in spite of a warning, as the referee wants it written."""

    def ending(
        self, sight: SightT_contra, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """How the game ended, in words."""

    def ending_why(
        self, sight: SightT_contra, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """Why it ended so, in a sentence or two, as Markdown; it may take a while."""

    def larger(self, setup: SetupT_contra) -> Mapping[str, Any]:
        """What to change for a game of the next size; nothing if there is none."""

    def foresight(
        self, sight: SightT_contra, move: str, names: Sequence[str]
    ) -> str | None:
        """What may come of a move, before it is made, as Markdown; it may take a while.

        What one would know then, and what the others would learn; `move` may be a part of
        a move, such as the place of a guess.
        """

    def thing_text(self, sight: SightT_contra, thing: str, names: Sequence[str]) -> str:
        """What a hidden thing of the game's models is called: `Bob's hat`."""

    def value_text(self, value: str) -> str:
        """What a value of such a thing is called: `red`."""

    def world_svg(
        self, sight: SightT_contra, key: Hashable, names: Sequence[str]
    ) -> str | None:
        """The board as it would be if the world with this key were so, if it has one."""

    def small_svg(
        self, sight: SightT_contra, key: Hashable, names: Sequence[str]
    ) -> str | None:
        """The world with this key as a small board: `cards.small_board`; if it has one."""

    def hidden_svg(self, sight: SightT_contra, names: Sequence[str]) -> str | None:
        """What each hidden thing may be, with chances where there are; if it has that."""


def face_of(game: Game) -> Face:
    """The face of a game: its own, or a plain one."""
    from whoknows.play.face.plain_face import PlainFace

    own: Face | None = getattr(game, "face", None)
    return PlainFace(game) if own is None else own


def table_text(face: Face, view: View) -> str:
    """The board as text, as who looks sees it; all lies open when the game is over."""
    if not view.opened:
        return face.board_text(view.sight, view.names)
    called = [f"{n} (you)" if seat == view.seat else n for seat, n in enumerate(view.names)]
    return face.open_text(view.opened, called if len(called) > 1 else view.names)


def seat_name(seat: Seat) -> str:
    """What a seat is called where nobody gave it a name."""
    return NAMES[seat] if seat < len(NAMES) else f"Nr {seat + 1}"


def whose(seat: Seat, own: Seat | None, names: Sequence[str]) -> str:
    """Whose something is: `your`, or `Bob's`."""
    return "your" if seat == own else f"{names[seat]}’s"


def answer_text(game: Any, answer: Any) -> str:
    """An answer in the game's own words, or as it prints."""
    return game.answer_name(answer) if isinstance(game, Spoken) else str(answer)
