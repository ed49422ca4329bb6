"""The face of a game that has none of its own, made of its moves and of its sights."""

import json
from collections.abc import Hashable, Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import Any, Generic

import numpy as np

from whoknows.asking.option import Option, label_of, options_of
from whoknows.errors import BadSetup
from whoknows.play.documents import plain, setup_json
from whoknows.play.face.face import Beginning, answer_text, seat_name
from whoknows.play.game import AnySight, Event, Game, Seat, SetupT, SightT
from whoknows.play.strategies import purpose
from whoknows.play.table.room import Chair
from whoknows.wording import cut_short

__all__ = ["PlainFace"]

WIDE, HIGH = 720, 22  # of a line of a plain picture
LONGEST_LINE = 90  # characters of a line of a plain board


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


def option_text(name: str, value: Any) -> str:
    """An option of a setup in words.

    >>> option_text("pegs", 5), option_text("jokers", True), option_text("repeats", False)
    ('pegs 5', 'jokers', 'no repeats')
    """
    words = name.replace("_", " ")
    if isinstance(value, bool):
        return words if value else f"no {words}"
    return f"{words} {value}"


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
    return cut_short(str(part), LONGEST_LINE)


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
