"""A game of the Da Vinci Code: the referee's state, what seats see, and the fold of moves.

That a guess must be held possible by its guesser is a rule about knowledge; the fold is
given who can tell, as a function of the sight.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from whoknows.errors import IllegalMove
from whoknows.games.davinci.rules.moves import (
    Arrange,
    Fact,
    Guess,
    Move,
    answer_of,
    move_name,
)
from whoknows.games.davinci.rules.position import Code, Deal, Position, PublicTable, word_of
from whoknows.games.davinci.rules.setup import Setup, Tile
from whoknows.games.davinci.rules.turns import first_position, movers, next_position
from whoknows.play.game import Event, History

Secret: TypeAlias = Deal
Facts: TypeAlias = tuple[Fact, ...]  # all that everybody has seen, in order


@dataclass(frozen=True, slots=True)
class State:
    """One game as it stands: the position, what all have seen, and the history."""

    position: Position
    facts: Facts
    history: History = ()

    @property
    def setup(self) -> Setup:
        """The table before the deal."""
        return self.position.setup


@dataclass(frozen=True, slots=True)
class Sight:
    """The game as one seat sees it; a spectator's seat is `None` and has no tiles."""

    seat: int | None
    hand: Code
    drawn: Tile | None
    table: PublicTable
    facts: Facts
    """What all have seen; nothing until the codes stand."""
    history: History = ()

    @property
    def setup(self) -> Setup:
        """The table before the deal."""
        return self.table.setup

    @property
    def word(self) -> int:
        """The tiles that the seat holds, as one word."""
        return word_of(self.holding)

    @property
    def holding(self) -> Code:
        """The seat's code, followed by its drawn tile if it has one."""
        return self.hand if self.drawn is None else (*self.hand, self.drawn)


def start(setup: Setup, secret: Secret) -> State:
    """The state after the deal; raises `BadSetup` if the deal does not fit."""
    return State(*first_position(setup, secret))


def turn(state: State) -> tuple[int, ...]:
    """The seats that move now."""
    return movers(state.position)


def play(
    state: State,
    moves: Mapping[int, Move],
    holds_possible: Callable[[Sight, Guess], bool],
) -> State:
    """The state after the moves; raises `IllegalMove`.

    A guess must be one that its guesser holds possible, or be insisted on.
    """
    moves = {seat: checked(state, seat, moves[seat], holds_possible) for seat in moves}
    position, facts = next_position(state.position, moves)
    shown = {
        seat: Arrange() if isinstance(move, Arrange) else move
        for seat, move in moves.items()
    }
    event = Event(shown, answer_of(facts))
    return State(position, (*state.facts, *facts), (*state.history, event))


def checked(
    state: State, seat: int, move: Move, holds_possible: Callable[[Sight, Guess], bool]
) -> Move:
    """The move, if a guess then one held possible, or one that is insisted on."""
    if not isinstance(move, Guess) or seat not in movers(state.position):
        return move
    if holds_possible(sight_of(state, seat), move):
        return replace(move, insist=False)
    if move.insist:
        return move
    name = move_name(move)
    raise IllegalMove(f"you know that {name} is wrong; write {name}! to insist")


def sight_of(state: State, seat: int | None) -> Sight:
    """What the seat sees: its tiles, the table, and what all have seen."""
    position, table = state.position, state.position.table()
    if seat is None:
        return Sight(None, (), None, table, state.facts, state.history)
    drawn = position.drawn if position.seat == seat else None
    return Sight(seat, position.codes[seat], drawn, table, state.facts, state.history)
