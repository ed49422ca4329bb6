"""Mastermind as the catalog has it: the game object, put together from the rooms."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from whoknows.asking.option import new_setup
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.mastermind.knowledge import possible_codes
from whoknows.games.mastermind.knowledge.maker_moves import RECKONING, maker_moves
from whoknows.games.mastermind.knowledge.sampled_codes import agreeing
from whoknows.games.mastermind.rules import (
    BREAKER,
    MAKER,
    Answer,
    Caught,
    Code,
    Lines,
    Move,
    Rules,
    Setup,
    Sight,
    State,
    arrays,
    fold,
    move_name,
    parse_move,
)
from whoknows.games.mastermind.strategies import STRATEGIES, tuned
from whoknows.play.face.face import Face
from whoknows.play.game import History, titled
from whoknows.play.judging import Judge
from whoknows.play.knowing.knowledge import Pictured


class Mastermind:
    """The game as the catalog has it."""

    name = "mastermind"
    __repr__ = titled
    strategies = STRATEGIES

    # As the rooms below say it.
    tuned = staticmethod(tuned)
    start = staticmethod(fold.start)
    turn = staticmethod(fold.turn)
    sight = staticmethod(fold.sight_of)
    all_moves = staticmethod(arrays.all_moves)
    observed = staticmethod(arrays.observed)
    move_name = staticmethod(move_name)
    parse_move = staticmethod(parse_move)

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules or Rules()  # by which answers and the game itself are called

    @property
    def title(self) -> str:
        """The name for people; Bulls and Cows has one of its own."""
        return "Bulls and Cows" if self.rules.is_bulls_and_cows else "Mastermind"

    def in_setup(self, setup: Setup) -> "Mastermind":
        """The game in the words of a setup: with pins, or with bulls and cows."""
        return game_in(setup.rules)

    @cached_property
    def face(self) -> Face:
        """What the game says of itself."""
        from whoknows.games.mastermind.show.face import MastermindFace

        return MastermindFace(self)

    def judge(self, setup: Setup) -> Judge:
        """What guesses are worth."""
        from whoknows.games.mastermind.show.judge import judge_for

        return judge_for(setup.rules)

    def setup(self, **options: Any) -> Setup:
        """The setup with these options."""
        return new_setup(Setup, self.title, options)

    def small(self) -> Sequence[Setup]:
        """Setups so small that random codes often look alike."""
        return [
            Setup(pegs=2, colors=3, rows=4),
            Setup(pegs=3, colors=4, repeats=False, rows=5),
            Setup(pegs=2, colors=4, blacks_only=True, rows=5),
            Setup(pegs=2, colors=3, rows=4, maker="evil"),
            Setup(pegs=2, colors=3, rows=4, maker="mind"),
            Setup(pegs=3, colors=3, rows=4, maker="checked"),
        ]

    def seats(self, setup: Setup) -> int:
        """The breaker's seat, and the maker's where a seat answers."""
        return 2 if setup.seated else 1

    def deal(self, setup: Setup, rng: np.random.Generator) -> Code:
        """A code, all being alike; nothing where the maker has its own, or none."""
        if setup.maker != "referee":
            return ()
        return setup.rules.draw(rng)

    def play(self, state: State, moves: Mapping[int, Move]) -> State:
        """The board after one more move."""
        return fold.play(state, moves, RECKONING)

    def history(self, state: State) -> History:
        """The guesses and the answers."""
        return state.events

    def moves(self, sight: Sight) -> Sequence[Move]:
        """Every code; for a maker, the answers or corrections that can be given."""
        if sight.seat == MAKER:
            return maker_moves(sight)
        return every_code(sight.rules)

    def worlds(self, sight: Sight) -> int:
        """The codes that are still possible; the maker knows the one."""
        if sight.seat == MAKER:
            return 1
        return codes_possible(sight.rules, sight.lines)

    def result(self, state: State) -> Mapping[int, float]:
        """The rows left, counting that of the last guess; 0 if the code was not found.

        A maker has the rows that were used, and one more if the code was not found.
        """
        rows, used = state.setup.rows, len(state.lines)
        score = float(rows + 1 - used) if state.found else 0.0
        scores = {BREAKER: score}
        return scores | {MAKER: rows + 1 - score} if state.setup.seated else scores

    def figures(self, state: State) -> Mapping[str, float]:
        """How many guesses were made, and whether the code was found."""
        return {"guesses": float(len(state.lines)), "found": float(state.found)}

    def answer_name(self, answer: Answer | Caught) -> str:
        """An answer in words."""
        if isinstance(answer, Caught):
            return fold.contradiction(answer.sets[0])
        from whoknows.games.mastermind.show.board_picture import pins_name

        return pins_name(self.rules, answer)

    def model(self, sight: Sight, most: int) -> Pictured | None:
        """The codes that are left, for breaker and maker."""
        from whoknows.games.mastermind.knowledge.as_model import board_model

        return board_model(sight, most)

    def whole(self, sights: Mapping[int, Sight], most: int) -> Pictured | None:
        """The codes that are left, with the one that the maker told to the referee."""
        known = sights.get(MAKER, sights[BREAKER])
        return self.model(replace(known, seat=None), most)

    def to_json(self, secret: Code) -> Any:
        """A code as a list of numbers from 0."""
        return list(secret)

    def from_json(self, document: Any, setup: Setup) -> Code:
        """The code that a list states."""
        if not isinstance(document, list):
            raise BadSetup(f"a code is a list of numbers, not {document!r}")
        return tuple(document) and fold.legal(setup.rules, document, BadSetup)


@lru_cache(64)
def game_in(rules: Rules) -> Mastermind:
    """The game in the words of a size."""
    return Mastermind(rules)


@lru_cache(4)
def every_code(rules: Rules) -> tuple[Code, ...]:
    """Every code, in counting order."""
    return tuple(map(tuple, rules.codes.tolist()))


def codes_possible(rules: Rules, lines: Lines) -> int:
    """How many codes agree with the lines; `TooLarge` where they cannot be counted."""
    if rules.listed:
        return len(possible_codes(rules, lines))
    found = agreeing(rules, lines, np.random.default_rng(0))
    if not found.all:
        raise TooLarge(f"more codes of {rules} are possible than can be counted")
    return len(found.codes)


GAME = Mastermind()
