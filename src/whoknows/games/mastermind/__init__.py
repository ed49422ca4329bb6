"""Mastermind: find the secret code from black and white answers.

The maker hides a code of colored pegs; the breaker guesses.  Each guess is answered with
one black pin per peg right in color and place, and one white pin per further peg right in
color alone.  One seat plays, the breaker; the code is the secret.
The breaker wins by guessing the code before the rows of the board are used up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from whoknows.errors import BadSetup, IllegalMove
from whoknows.games.mastermind.knowledge import Line, possible_codes
from whoknows.games.mastermind.rules import Answer, Code, Rules
from whoknows.games.mastermind.strategies import STRATEGIES, Sight
from whoknows.play.game import Event, History, Strategy

__all__ = ["GAME", "Answer", "Code", "Line", "Mastermind", "Rules", "Setup", "Sight"]


@dataclass(frozen=True, slots=True)
class Setup:
    """A table: the rules, and how many rows the board has."""

    pegs: int = 4
    colors: int = 6
    repeats: bool = True
    blacks_only: bool = False
    rows: int = 12

    def __post_init__(self) -> None:
        if self.rows < 1:
            raise BadSetup(f"a board of {self.rows} rows; wanted 1 or more")
        _ = self.rules

    @property
    def rules(self) -> Rules:
        """The rules of the code."""
        return Rules(self.pegs, self.colors, self.repeats, self.blacks_only)


@dataclass(frozen=True, slots=True)
class State:
    """The referee's view: the code and the board."""

    setup: Setup
    secret: Code
    lines: tuple[Line, ...] = ()


class Mastermind:
    """The game as the catalog has it."""

    name = "mastermind"
    title = "Mastermind"

    @property
    def strategies(self) -> Mapping[str, Strategy]:
        """The strategies that come with the game."""
        return STRATEGIES

    def setup(self, **options: Any) -> Setup:
        """The setup with these options."""
        try:
            return Setup(**options)
        except TypeError as error:
            raise BadSetup(f"Mastermind cannot be set up so: {error}") from None

    def small(self) -> Sequence[Setup]:
        """Setups so small that random codes often look alike."""
        return [
            Setup(pegs=2, colors=3, rows=4),
            Setup(pegs=3, colors=4, repeats=False, rows=5),
            Setup(pegs=2, colors=4, blacks_only=True, rows=5),
        ]

    def seats(self, setup: Setup) -> int:  # noqa: ARG002
        """The breaker's seat alone; the referee is the maker."""
        return 1

    def deal(self, setup: Setup, rng: np.random.Generator) -> Code:
        """A code, all being alike."""
        return setup.rules.code(int(rng.integers(setup.rules.size)))

    def start(self, setup: Setup, secret: Code) -> State:
        """An empty board."""
        return State(setup, legal(setup.rules, secret, BadSetup))

    def turn(self, state: State) -> tuple[int, ...]:
        """The breaker, until the code is found or the rows are used up."""
        found = state.lines and state.lines[-1].guess == state.secret
        return () if found or len(state.lines) >= state.setup.rows else (0,)

    def play(self, state: State, moves: Mapping[int, Code]) -> State:
        """The board with one more line."""
        guess = legal(state.setup.rules, moves[0], IllegalMove)
        answer = state.setup.rules.answer(guess, state.secret)
        return replace(state, lines=(*state.lines, Line(guess, answer)))

    def sight(self, state: State, seat: int | None) -> Sight:  # noqa: ARG002
        """The board, for the breaker and everybody."""
        return Sight(state.setup.rules, state.setup.rows, state.lines)

    def history(self, state: State) -> History:
        """The guesses and the answers."""
        return tuple(Event({0: line.guess}, line.answer) for line in state.lines)

    def moves(self, sight: Sight) -> Sequence[Code]:
        """Every code."""
        return every_code(sight.rules)

    def worlds(self, sight: Sight, history: History) -> int:  # noqa: ARG002 -- on the board
        """The codes that are still possible."""
        return len(possible_codes(sight.rules, sight.lines))

    def result(self, state: State) -> Mapping[int, float]:
        """The rows left, counting that of the last guess; 0 if the code was not found."""
        rows, used = state.setup.rows, len(state.lines)
        found = used and state.lines[-1].guess == state.secret
        return {0: float(rows + 1 - used) if found else 0.0}

    def figures(self, state: State) -> Mapping[str, float]:
        """How many guesses were made, and whether the code was found."""
        found = bool(state.lines) and state.lines[-1].guess == state.secret
        return {"guesses": float(len(state.lines)), "found": float(found)}

    def move_name(self, move: Code) -> str:
        """A code as people type it."""
        return Rules(len(move), 35).code_name(move)

    def parse_move(self, text: str, setup: Setup) -> Code:
        """The code that people mean."""
        return setup.rules.parse_code(text)

    def answer_name(self, answer: Answer) -> str:
        """An answer in words."""
        return f"{answer.black} black, {answer.white} white"

    def to_json(self, secret: Code) -> Any:
        """A code as a list of numbers from 0."""
        return list(secret)

    def from_json(self, document: Any, setup: Setup) -> Code:
        """The code that a list states."""
        if not isinstance(document, list):
            raise BadSetup(f"a code is a list of numbers, not {document!r}")
        return legal(setup.rules, document, BadSetup)


def legal(
    rules: Rules, code: Sequence[Any], wrong: type[BadSetup] | type[IllegalMove]
) -> Code:
    """The code, if it fits the rules."""
    pegs = tuple(code)
    fits = len(pegs) == rules.pegs and all(
        isinstance(color, int) and 0 <= color < rules.colors for color in pegs
    )
    if not fits or not (rules.repeats or len({*pegs}) == len(pegs)):
        raise wrong(f"{pegs} does not fit {rules}")
    return pegs


@lru_cache(4)
def every_code(rules: Rules) -> tuple[Code, ...]:
    """Every code, in counting order."""
    return tuple(map(tuple, rules.codes.tolist()))


GAME = Mastermind()
