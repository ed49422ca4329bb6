"""What number am I?  Two players see each other's number, and not their own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from whoknows.asking.option import check_options, option
from whoknows.play.declared import DeclaredGame
from whoknows.play.fold import Public, Rules, Sight, State
from whoknows.play.game import History
from whoknows.play.moves import Form, Forms, Number, Places

Numbers: TypeAlias = tuple[int, ...]  # of each player
WAIT = 0  # to say nothing


@dataclass(frozen=True)
class Setup:
    """How large the numbers are."""

    most: int = option(6, "The largest number", min=3, max=50, help="the smallest is 1")

    def __post_init__(self) -> None:
        check_options(self)


def hidden(setup: Setup) -> Places:
    """A number for each player."""
    numbers = range(1, setup.most + 1)
    return Places("numbers", 2, [*map(str, numbers)], means=numbers)


def forms(setup: Setup) -> Forms:
    """To wait, or to name a number."""
    return Forms(
        (
            Form(
                verb="wait",
                help="say nothing",
                make=lambda: WAIT,
                parts=lambda move: () if move == WAIT else None,
                says="I do not know",
            ),
            Form(
                (Number("number", 1, setup.most),),
                verb="name",
                help="this is my number",
                parts=lambda move: None if move == WAIT else (move,),
                says="My number is {number}",
            ),
        )
    )


def see(state: State[Setup, Numbers], seat: int | None) -> int | None:
    """The other's number."""
    return None if seat is None else state.secret[1 - seat]


def turn(now: Public[Setup]) -> tuple[int, ...]:
    """In turn, until a number is named, or nobody will ever know more."""
    if any(move for event in now.history for move in event.moves.values()):
        return ()
    turns = len(now.history)
    return () if turns >= 2 * now.setup.most else (turns % 2,)


def answer(now: Public[Setup], numbers: Numbers, moves: Mapping[int, int]) -> str:
    """Whether a number is right; of who waits, whether it could be known."""
    [(seat, move)] = moves.items()
    if move != WAIT:
        return "right" if move == numbers[seat] else "wrong"
    other = numbers[1 - seat]
    own = {pair[seat] for pair in now.picture if pair[1 - seat] == other}
    return "could have known" if len(own) == 1 else "could not know"


def result(state: State[Setup, Numbers]) -> dict[int, float]:
    """1 for the right number, -1 for a wrong one."""
    [seat], answer = state.history[-1].moves, state.history[-1].answer
    return {0: 0.0, 1: 0.0} | {seat: {"right": 1.0, "wrong": -1.0}.get(answer, 0.0)}


def logician(
    sight: Sight[Setup, int | None, Numbers], history: History, rng: np.random.Generator
) -> int:
    """Names the number as soon as it is known."""
    own = {pair[sight.seat or 0] for pair in GAME.possible(sight)}
    return own.pop() if len(own) == 1 else WAIT


class Foreheads(DeclaredGame[Setup, Numbers, int | None, int]):
    """Both wear a number on the forehead, and see only the other's.

    The two numbers differ by one.
    In turn, a player names the own number, or waits.
    Of who waits, all are told whether that player could have known.
    """


RULES: Rules[Setup, Numbers, int | None, int] = Rules(
    name="forehead",
    title="What number am I?",
    setup=Setup,
    seats=lambda setup: 2,
    hidden=hidden,
    law=lambda setup, pair: abs(pair[0] - pair[1]) == 1,
    see=see,
    turn=turn,
    forms=forms,
    answer=answer,
    right=lambda setup, pair, seat, move: None if move == WAIT else move == pair[seat],
    result=result,
    strategies={"logician": logician},
    facts=lambda setup, pair: {"first": pair[0], "second": pair[1]},
)
GAME = Foreheads(RULES)
