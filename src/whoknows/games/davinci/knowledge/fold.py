"""From one state to the next: a move, checked, and what all learn from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from whoknows.errors import IllegalMove
from whoknows.games.davinci.knowledge.public import Knowledge, dealt
from whoknows.games.davinci.knowledge.seat import holds_possible
from whoknows.games.davinci.knowledge.sight import Sight
from whoknows.games.davinci.rules import (
    Arrange,
    Deal,
    Dealt,
    Fact,
    Guess,
    Move,
    Position,
    Setup,
    answer_of,
    move_name,
)
from whoknows.games.davinci.rules import play as play_by_rules
from whoknows.games.davinci.rules import start as start_by_rules
from whoknows.games.davinci.rules.fold import movers
from whoknows.play.game import Event, History


@dataclass(frozen=True, slots=True)
class State:
    """One game as it stands: the position, what is common knowledge, and the history."""

    position: Position
    knowledge: Knowledge | None
    history: History = ()


def learned(
    setup: Setup, knowledge: Knowledge | None, facts: Sequence[Fact]
) -> Knowledge | None:
    """The public knowledge after these facts."""
    for fact in facts:
        if isinstance(fact, Dealt):
            knowledge = dealt(setup, fact)
        else:
            assert knowledge is not None
            knowledge = knowledge.learn(fact)
    return knowledge


def start(setup: Setup, deal: Deal) -> State:
    """The state after the deal; raises `BadSetup` if the deal does not fit."""
    position, facts = start_by_rules(setup, deal)
    return State(position, learned(setup, None, facts))


def play(state: State, moves: Mapping[int, Move]) -> State:
    """The state after the moves; raises `IllegalMove`."""
    moves = {seat: checked(state, seat, move) for seat, move in moves.items()}
    position, facts = play_by_rules(state.position, moves)
    shown = {
        seat: Arrange() if isinstance(move, Arrange) else move
        for seat, move in moves.items()
    }
    knowledge = learned(state.position.setup, state.knowledge, facts)
    return State(position, knowledge, (*state.history, Event(shown, answer_of(facts))))


def checked(state: State, seat: int, move: Move) -> Move:
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
    """What the seat sees: its tiles, the table, and what is common knowledge."""
    position, table = state.position, state.position.table()
    if seat is None:
        return Sight(None, (), None, table, state.knowledge)
    drawn = position.drawn if position.seat == seat else None
    return Sight(seat, position.codes[seat], drawn, table, state.knowledge)
