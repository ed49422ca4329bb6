"""A game of Mastermind: the referee's state, what seats see, and what follows from moves.

The referee answers, or an evil maker who has no code; or a second seat does, the maker's.
A maker who holds the code in mind may err: an answer with which no code is left is not put
on the board but *disputed*, with the lines that it contradicts, until the maker answers
some line anew.  So some code agrees with the board, always.

Which lines contradict each other, and what an evil maker answers, takes all the codes to
work out; the fold is given who can, as its `Reckoning`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from whoknows.errors import BadSetup, IllegalMove
from whoknows.games.mastermind.rules.codes import (
    Answer,
    Code,
    Correction,
    Hidden,
    Line,
    Lines,
    Move,
    Rules,
    Setup,
)
from whoknows.play.game import Event, History
from whoknows.wording import listing

BREAKER = 0  # the seats
MAKER = 1


@dataclass(frozen=True, slots=True)
class Caught:
    """What everybody hears of an answer that cannot be: the lines that contradict."""

    sets: tuple[tuple[int, ...], ...]  # smallest sets of places


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat sees: the board, what waits for an answer, and the maker its code."""

    rules: Rules
    rows: int
    lines: Lines
    maker: str = "referee"
    seat: int | None = BREAKER
    pending: Code | None = None  # a guess that the maker has not answered yet
    disputed: Line | None = None  # an answer with which no code would be left
    ready: bool = True  # whether there is a code to break
    code: Code | None = None  # a maker's own; the hidden one, at the end
    caught: Caught | None = None  # what the disputed answer contradicts
    history: History = ()

    @property
    def every_line(self) -> Lines:
        """The board, and the disputed line below it."""
        return (*self.lines, self.disputed) if self.disputed else self.lines

    @property
    def found(self) -> bool:
        """Whether the code was found."""
        return is_found(self.rules, self.lines)


@dataclass(frozen=True, slots=True)
class State:
    """The referee's view: the code, if there is one, and the board."""

    setup: Setup
    code: Code | None
    lines: Lines = ()
    pending: Code | None = None
    disputed: Line | None = None
    caught: Caught | None = None
    events: History = ()

    @property
    def found(self) -> bool:
        """Whether the code was found."""
        return is_found(self.setup.rules, self.lines)

    @property
    def ready(self) -> bool:
        """Whether there is a code to break."""
        return self.setup.maker != "checked" or self.code is not None


class Reckoning(NamedTuple):
    """What the referee has to work out from the lines of a board."""

    culprits: Callable[[Rules, Lines], Sequence[tuple[int, ...]]]
    """The smallest sets of lines that contradict each other; none if some code fits."""
    evil_answer: Callable[[Rules, Lines, Code], Answer]
    """What a maker without a code says to a guess."""


def is_found(rules: Rules, lines: Sequence[Line]) -> bool:
    """Whether some guess was all right."""
    return any(line.answer.black == rules.pegs for line in lines)


def start(setup: Setup, secret: Sequence[Any]) -> State:
    """An empty board."""
    if setup.maker == "referee":
        return State(setup, legal(setup.rules, secret, BadSetup))
    if len(secret):
        raise BadSetup(f"a code is dealt to the referee only, not to the maker: {secret!r}")
    return State(setup, None)


def turn(state: State) -> tuple[int, ...]:
    """Who moves now."""
    if not state.ready or state.pending is not None or state.disputed is not None:
        return (MAKER,)
    over = state.found or len(state.lines) >= state.setup.rows
    return () if over else (BREAKER,)


def play(state: State, moves: Mapping[int, Move], reckoning: Reckoning) -> State:
    """The state after the move of the seat whose turn it is."""
    [move] = moves.values()
    if turn(state) == (BREAKER,):
        return guessed(state, move, reckoning)
    if isinstance(move, Hidden):
        return hidden(state, move)
    if isinstance(move, Correction):
        return corrected(state, move, reckoning)
    if isinstance(move, Answer):
        return answered(state, move, reckoning)
    raise IllegalMove(f"{move!r} is a guess; it is the maker who is to answer")


def guessed(state: State, move: Move, reckoning: Reckoning) -> State:
    """The state after a guess: answered, or waiting for the maker."""
    rules = state.setup.rules
    if isinstance(move, Answer | Hidden | Correction):
        raise IllegalMove("it is the breaker's turn: wanted a code")
    guess = legal(rules, move, IllegalMove)
    if state.setup.seated:
        event = Event({BREAKER: guess}, None)
        return replace(state, pending=guess, events=(*state.events, event))
    if state.code is None:
        answer = reckoning.evil_answer(rules, state.lines, guess)
    else:
        answer = rules.answer(guess, state.code)
    event = Event({BREAKER: guess}, answer)
    lines = (*state.lines, Line(guess, answer))
    return replace(state, lines=lines, events=(*state.events, event))


def hidden(state: State, move: Hidden) -> State:
    """The state when the maker has told the referee the code; nobody else hears it."""
    if state.ready or move.code is None:
        raise IllegalMove("this is not the time to choose a code")
    code = legal(state.setup.rules, move.code, IllegalMove)
    return replace(state, code=code, events=(Event({MAKER: Hidden(None)}, None),))


def answered(state: State, answer: Answer, reckoning: Reckoning) -> State:
    """The state after the maker's answer, which may contradict the board."""
    rules = state.setup.rules
    if state.disputed is not None:
        raise IllegalMove("no code agrees with all your answers: correct one of them")
    if state.pending is None:
        raise IllegalMove("choose a code first")
    if answer not in rules.every_answer:
        raise IllegalMove(f"{rules.answer_name(answer)} can never be answered to {rules}")
    if state.code is not None and answer != rules.answer(state.pending, state.code):
        raise IllegalMove(
            f"{rules.code_name(state.pending)} against your code "
            f"{rules.code_name(state.code)} is not {rules.answer_name(answer)}"
        )
    lines = (*state.lines, Line(state.pending, answer))
    return board_with(state, lines, answer, reckoning.culprits(rules, lines))


def corrected(state: State, move: Correction, reckoning: Reckoning) -> State:
    """The state after some lines are answered anew."""
    rules = state.setup.rules
    if state.code is not None or not state.ready:
        raise IllegalMove("there is nothing to correct: the referee checks every answer")
    shown = (*state.lines, state.disputed) if state.disputed else state.lines
    lines = list(shown)
    for place, answer in move.changes:
        if place >= len(lines):
            raise IllegalMove(f"there is no line {place + 1}; there are {len(lines)}")
        if answer not in rules.every_answer:
            raise IllegalMove(
                f"{rules.answer_name(answer)} can never be answered to {rules}"
            )
        lines[place] = Line(lines[place].guess, answer)
    sets = reckoning.culprits(rules, tuple(lines))
    if state.disputed is None and sets:
        raise IllegalMove("with this correction no code would agree with all lines")
    return board_with(state, tuple(lines), move, sets, keep=state.disputed is None)


def board_with(
    state: State,
    lines: Lines,
    move: Move,
    sets: Sequence[tuple[int, ...]],
    *,
    keep: bool = False,
) -> State:
    """The state with these lines; where sets of them contradict, the last is disputed.

    A correction must settle a dispute.  `keep` keeps a guess waiting.
    """
    if not sets:
        event = Event({MAKER: move}, None)
        pending = state.pending if keep else None
        new = replace(state, lines=lines, pending=pending, disputed=None, caught=None)
    elif state.disputed is not None:
        raise IllegalMove(f"still, {contradiction(sets[0])}")
    else:
        caught = Caught(tuple(sets))
        event = Event({MAKER: move}, caught)
        new = replace(state, pending=None, disputed=lines[-1], caught=caught)
    return replace(new, events=(*state.events, event))


def contradiction(which: Sequence[int]) -> str:
    """The lines that contradict each other, in words.

    >>> contradiction((0, 2)), contradiction((1,))
    ('lines 1 and 3 contradict each other', 'line 2 can never be answered so')
    """
    numbers = [str(k + 1) for k in which]
    if len(numbers) == 1:
        return f"line {numbers[0]} can never be answered so"
    return f"lines {listing(numbers)} contradict each other"


def sight_of(state: State, seat: int | None) -> Sight:
    """What a seat sees: the board, and the maker a code that the referee checks."""
    return Sight(
        state.setup.rules,
        state.setup.rows,
        state.lines,
        state.setup.maker,
        seat,
        state.pending,
        state.disputed,
        state.ready,
        state.code if seat == MAKER or not turn(state) else None,
        state.caught,
        state.events,
    )


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
