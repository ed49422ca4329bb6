"""Mastermind at a table: you break, or you make the code and are caught if you err.

What is said follows from the board alone, and lives with the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from whoknows.games.mastermind import GAME
from whoknows.games.mastermind.rules import MAKERS, Setup, Sight
from whoknows.games.mastermind.show import sight_svg, words
from whoknows.play.game import Event, History, Seat
from whoknows.play.room import Chair
from whoknows.web.boards.board import Desk, Option
from whoknows.web.boards.plain import PlainBoard


class MastermindBoard(PlainBoard):
    """How Mastermind looks and is moved."""

    def __init__(self) -> None:
        super().__init__(GAME)

    def options(self) -> Sequence[Option]:
        """The size of the code, the board, and who answers."""
        plain = Setup()
        return [
            Option("pegs", "Pegs", "number", plain.pegs, min=1, max=8),
            Option("colors", "Colors", "number", plain.colors, min=1, max=16),
            Option("repeats", "A color may come again", "switch", plain.repeats),
            Option("blacks_only", "Only blacks are told", "switch", plain.blacks_only),
            Option("rows", "Rows of the board", "number", plain.rows, min=1, max=60),
            Option("maker", "The code", "choice", plain.maker, MAKERS),
        ]

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Games with a name."""
        return {
            "Mastermind": {},
            "Bulls and Cows": {"colors": 10, "repeats": False},
            "You make the code": {"maker": "mind"},
            "An evil maker": {"maker": "evil"},
        }

    def usual(self, setup: Setup) -> Sequence[Chair]:
        """You break; or, where a seat answers, you make."""
        if not setup.seated:
            return [Chair("Breaker")]
        return [Chair("Breaker", "parts"), Chair("Maker")]

    def picture(self, sight: Sight, history: History, names: Sequence[str]) -> str:  # noqa: ARG002
        """The board with all its rows."""
        return sight_svg(sight)

    def controls(self, desk: Desk) -> None:
        """Pegs to guess with, or answers to give."""
        from whoknows.web.boards.mastermind_controls import Controls

        Controls(desk).build()

    def told(self, event: Event, names: Sequence[str], sight: Sight) -> str:
        """A guess, an answer, a correction, in words."""
        return words.told(event, names, sight)

    def hint(self, sight: Sight, history: History, kind: str) -> str:
        """What the board tells, why, or a good guess."""
        return words.hint(sight, history, kind)

    def warning(self, sight: Sight, history: History, move: str) -> str | None:
        """That a guess can tell nothing, or is the last and cannot be right."""
        return words.warning(sight, history, move)

    def ending(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """Who found the code, and in how many guesses."""
        return words.ending(sight, result, names)

    def world(self, sight: Sight, key: Any, names: Sequence[str]) -> str:  # noqa: ARG002
        """The board as it would be with this code."""
        return sight_svg(replace(sight, code=tuple(key)))


BOARD = MastermindBoard()
