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

import json
from collections.abc import Hashable, Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import Any, Generic, Protocol

import numpy as np

from whoknows.asking.option import Option, label_of, options_of
from whoknows.errors import BadSetup
from whoknows.play.documents import plain, setup_json
from whoknows.play.face.beginning import Beginning
from whoknows.play.game import (
    AnySight,
    Event,
    Game,
    Seat,
    SetupT,
    SetupT_contra,
    SightT,
    SightT_contra,
    Spoken,
)
from whoknows.play.strategies import purpose
from whoknows.play.table.eyes import View
from whoknows.play.table.room import Chair

__all__ = [
    "HINTS",
    "Face",
    "PlainFace",
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
WIDE, HIGH = 720, 22  # of a line of a plain picture
LONGEST_LINE = 90  # characters of a line of a plain board


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
    own: Face | None = getattr(game, "face", None)
    return PlainFace(game) if own is None else own


def table_text(face: Face, view: View) -> str:
    """The board as text, as who looks sees it; all lies open when the game is over."""
    if not view.opened:
        return face.board_text(view.sight, view.names)
    called = [f"{n} (you)" if seat == view.seat else n for seat, n in enumerate(view.names)]
    return face.open_text(view.opened, called if len(called) > 1 else view.names)


class PlainFace(Generic[SetupT, SightT]):
    """The face of a game that has none of its own; others take from it what fits them."""

    story = ""
    shorthands: Mapping[str, Mapping[str, Any]] = MappingProxyType({})

    def __init__(self, game: Game) -> None:
        self.game = game

    def called(self, setup: SetupT) -> str:
        """As always."""
        return self.game.title

    def rules(self) -> str:
        """What the game's own docstring says."""
        doc = type(self.game).__doc__ or ""
        return "\n".join(line.strip() for line in doc.strip().splitlines())

    def text(self, setup: SetupT) -> str:
        """There is none."""
        return ""

    def beginning(self) -> Beginning:
        """There is none."""
        return ()

    def card_svg(self) -> str:
        """The title."""
        return lines_svg(self.game.title, [self.game.title])

    def options(self) -> Sequence[Option]:
        """The fields of the setup."""
        return options_of(self.game.setup())

    def setup_text(self, setup: SetupT) -> str:
        """The options that are not as usual: `pegs 5, colors 8`."""
        usual = setup_json(self.game.setup())
        own = {k: v for k, v in setup_json(setup).items() if usual.get(k) != v}
        return ", ".join(option_text(*pair) for pair in own.items()) or "as usual"

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """No other than the default."""
        return {}

    def usual_chairs(self, setup: SetupT) -> Sequence[Chair]:
        """A person, and the first strategy of the game in all other seats."""
        strategy = next(iter(self.game.strategies), "random")
        return [
            Chair(seat_name(seat), strategy if seat else None)
            for seat in range(self.game.seats(setup))
        ]

    def usual_strategies(self, setup: SetupT) -> Sequence[str]:
        """Those of the usual chairs, and the first of the game for the person's."""
        first = next(iter(self.game.strategies), "random")
        return [chair.strategy or first for chair in self.usual_chairs(setup)]

    def move_forms(self, setup: SetupT) -> Mapping[str, str]:
        """Nothing is known but the moves themselves."""
        return {"<move>": "make this move (`moves` lists them)"}

    def move_label(self, sight: SightT, move: str) -> str:
        """As it is typed, with a capital."""
        return f"{move[:1].upper()}{move[1:]}"

    def board_svg(self, sight: SightT, names: Sequence[str]) -> str:
        """The sight, a line for each of its parts."""
        return lines_svg(self.game.title, sight_lines(sight))

    def board_text(self, sight: SightT, names: Sequence[str]) -> str:
        """The sight, a line for each of its parts."""
        return "\n".join(sight_lines(sight))

    def open_text(self, sights: Mapping[Seat, SightT], names: Sequence[str]) -> str:
        """What the first seat sees."""
        return self.board_text(sights[0], names)

    def open_svg(
        self, sight: SightT, sights: Mapping[Seat, SightT], names: Sequence[str]
    ) -> str:
        """The board alone: in most games all is seen at the end."""
        return self.board_svg(sight, names)

    def read_deal(self, text: str, setup: SetupT) -> Any:
        """JSON, as a transcript has it."""
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise BadSetup(f"a deal is JSON here, and not {text[:60]!r}") from None

    def deal_text(self, document: Any, setup: SetupT) -> str:
        """As it is, if it is a word; else as JSON."""
        return document if isinstance(document, str) else json.dumps(plain(document))

    def prompt(self, sight: SightT) -> str:
        """That it is one's turn."""
        return "Your move."

    def event_text(self, event: Event, names: Sequence[str], sight: SightT) -> str:
        """Who did what, and the answer."""
        moves = ", ".join(
            f"{names[seat]}: {self.game.move_name(move)}"
            for seat, move in sorted(event.moves.items())
        )
        answer = "" if event.answer is None else answer_text(self.game, event.answer)
        return f"{moves} → {answer}." if answer else f"{moves}."

    def hint(self, sight: SightT, kind: str) -> str:
        """How many worlds are left, or the move of a strategy of the game."""
        if kind == "move":
            return self.advice(sight)
        worlds = self.game.worlds(sight)
        return f"You hold **{worlds:,}** world{'s' * (worlds != 1)} possible."

    def advice(self, sight: SightT) -> str:
        """The move of the last strategy that the game lists."""
        if not self.game.strategies:
            return "This game has no strategy to ask."
        name, strategy = list(self.game.strategies.items())[-1]
        move = strategy(sight, sight.history, np.random.default_rng(0))
        advised = f"The strategy *{name}* would play **{self.game.move_name(move)}**."
        return f"{advised} {purpose(strategy.__doc__)}".strip()

    def warning(self, sight: SightT, move: str) -> str | None:
        """Nothing: what is irrational, only a game's own face can tell."""
        return None

    def insisted(self, sight: SightT, move: str) -> str:
        """As it was typed."""
        return move

    def ending(
        self,
        sight: SightT,
        result: Mapping[Seat, float],
        names: Sequence[str],
    ) -> str:
        """The scores."""
        scores = ", ".join(f"{names[seat]} {score:g}" for seat, score in result.items())
        return f"The game is over: {scores}."

    def ending_why(
        self,
        sight: SightT,
        result: Mapping[Seat, float],
        names: Sequence[str],
    ) -> str:
        """Nothing more."""
        return ""

    def larger(self, setup: SetupT) -> Mapping[str, Any]:
        """There is none."""
        return {}

    def foresight(self, sight: SightT, move: str, names: Sequence[str]) -> str | None:
        """Nothing."""
        return None

    def thing_text(self, sight: SightT, thing: str, names: Sequence[str]) -> str:
        """As it is."""
        return thing

    def value_text(self, value: str) -> str:
        """As it is; of a fact, yes or no."""
        return {"true": "yes", "false": "no"}.get(value, value)

    def world_svg(self, sight: SightT, key: Hashable, names: Sequence[str]) -> str | None:
        """No picture."""
        return None

    def small_svg(self, sight: SightT, key: Hashable, names: Sequence[str]) -> str | None:
        """No picture."""
        return None

    def hidden_svg(self, sight: SightT, names: Sequence[str]) -> str | None:
        """No picture."""
        return None


def seat_name(seat: Seat) -> str:
    """What a seat is called where nobody gave it a name."""
    return NAMES[seat] if seat < len(NAMES) else f"Nr {seat + 1}"


def whose(seat: Seat, own: Seat | None, names: Sequence[str]) -> str:
    """Whose something is: `your`, or `Bob's`."""
    return "your" if seat == own else f"{names[seat]}’s"


def option_text(name: str, value: Any) -> str:
    """An option of a setup in words.

    >>> option_text("pegs", 5), option_text("jokers", True), option_text("repeats", False)
    ('pegs 5', 'jokers', 'no repeats')
    """
    words = name.replace("_", " ")
    if isinstance(value, bool):
        return words if value else f"no {words}"
    return f"{words} {value}"


def answer_text(game: Any, answer: Any) -> str:
    """An answer in the game's own words, or as it prints."""
    return game.answer_name(answer) if isinstance(game, Spoken) else str(answer)


def sight_lines(sight: AnySight) -> list[str]:
    """The parts of a sight, a line each, none too long."""
    value = plain(sight)
    if not isinstance(value, dict):
        return [str(value)]
    parts = {name: part for name, part in value.items() if name not in ("history", "setup")}
    return [f"{label_of(name)}: {part_text(part)}" for name, part in parts.items()]


def part_text(part: Any) -> str:
    """A part of a sight in one line."""
    if isinstance(part, dict):
        part = ", ".join(f"{name} {part_text(value)}" for name, value in part.items())
    text = str(part)
    return text if len(text) < LONGEST_LINE else text[: LONGEST_LINE - 1] + "…"


def lines_svg(title: str, lines: Sequence[str]) -> str:
    """Lines of text as SVG."""
    rows = "".join(
        f'<text x="12" y="{HIGH * (k + 1)}" font-size="14" fill="currentColor">'
        f"{escape(line)}</text>"
        for k, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} '
        f'{HIGH * len(lines) + 12}" role="img"><title>{escape(title)}</title>'
        f"<desc>{escape('; '.join(lines))}</desc>{rows}</svg>"
    )
