"""A game of EggHead: the referee's state, and what follows from the reactions.

A round is one question and reactions to it.  When somebody analyses, all react again and
again until nothing changes any more: nobody calls, and no world goes (Algorithm 1 of
[Zorn2024]).  Who has called has a new stack and waits for the next question.

Who could have called, and whether a reaction changed anything, is asked of what is public.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol, Self, TypeAlias

import numpy as np

from whoknows.errors import IllegalMove
from whoknows.games.egghead.rules.answers import answers
from whoknows.games.egghead.rules.log import Asked, Log, Move, Reacted
from whoknows.games.egghead.rules.setup import PATIENCE, Setup, Tape, check_tape
from whoknows.games.egghead.rules.sight import Outcome, Sight
from whoknows.games.egghead.rules.stacks import Stack, World, stack_name
from whoknows.play.game import Event, History

Secret: TypeAlias = Tape


@dataclass(frozen=True)
class State:
    """Setup, tape, and the log so far, with what follows from them."""

    setup: Setup
    tape: Tape
    stacks: tuple[Stack, ...]
    log: Log = ()
    scores: tuple[int, ...] = ()
    dealt: int = 0  # new stacks
    over: bool = False
    events: History = ()

    @property
    def world(self) -> World:
        """The world that is so."""
        return tuple(self.setup.box.places[stack] for stack in self.stacks)

    @property
    def asked(self) -> Asked | None:
        """The question of this round."""
        return next((step for step in reversed(self.log) if isinstance(step, Asked)), None)

    @property
    def round(self) -> int:
        """The number of this round, counted from 1."""
        return self.asked.round if self.asked else 0


class Public(Protocol):
    """What everybody can work out at one moment."""

    @property
    def forgotten(self) -> frozenset[int]:
        """The seats that are no longer listened to."""

    def knows(self, seat: int, world: World) -> bool:
        """Whether exactly one stack is left to the seat in this world."""

    def tells_more_than(self, before: Self) -> bool:
        """Whether worlds went since that moment."""

    def stuck(self, world: World) -> bool:
        """Whether no question of the deck would make any world go, if this one is so."""


def start(setup: Setup, tape: Tape) -> State:
    """The state after the first question."""
    check_tape(setup, tape)
    return next_question(State(setup, tape, tape.stacks, scores=(0,) * setup.players))


def next_question(state: State) -> State:
    """The state after the next question is asked and answered, or the end of the game."""
    setup, rounds = state.setup, state.round
    won = setup.points and max(state.scores) >= setup.points
    question = state.tape.question(setup, rounds)
    if won or question is None or (setup.rounds and rounds >= setup.rounds):
        return replace(state, over=True)
    moderator = setup.moderator_of(rounds + 1)
    answer = answer_of(setup, question, moderator, state.world)
    step = Asked(rounds + 1, question, answer, moderator)
    return replace(state, log=(*state.log, step))


def answer_of(setup: Setup, question: int, moderator: int | None, world: World) -> int:
    """The answer to a question; a moderator at the table is blind to their own."""
    seen = [number for seat, number in enumerate(world) if seat != moderator]
    return int(answers(setup.questions[question].ask, np.array([seen]), setup.box)[0])


def turn(state: State) -> tuple[int, ...]:
    """The seats that react now: all but the moderator and who has called this round."""
    if state.over or state.asked is None:
        return ()
    return waiting(state.setup, state.log)


def waiting(setup: Setup, log: Log) -> tuple[int, ...]:
    """The seats that may still react in the last round of the log."""
    called: set[int | None] = set()
    for step in reversed(log):
        if isinstance(step, Asked):
            called.add(step.moderator)
            break
        called.update(step.callers)
    return tuple(seat for seat in setup.seats if seat not in called)


def play(
    state: State, moves: Mapping[int, Move], known: Callable[[Setup, Log], Public]
) -> State:
    """The state after these reactions, made at the same time.

    `known` tells what everybody can work out after a log.
    """
    for seat, move in moves.items():
        if move and move not in state.setup.box.places:
            raise IllegalMove(f"{move} is no stack of {state.setup}")
        if seat not in turn(state):
            raise IllegalMove(f"seat {seat} does not react now")
    before = known(state.setup, state.log)
    step = judged(state, before, moves)
    log = (*state.log, step)
    goes_on = waiting(state.setup, log) and state.setup.analysts
    changed = goes_on and (step.callers or known(state.setup, log).tells_more_than(before))
    events, scores = state.events, scored(state, step)
    state = dealt_anew(replace(state, log=log, scores=scores), step)
    stalled = not state.over and not changed and deadlocked(state, known)
    if stalled:
        state = replace(state, over=True)
    elif not state.over and not changed:
        state = next_question(state)
    told = replace(outcome(state.setup, step, state.log[-1]), stalled=stalled)
    return replace(state, events=(*events, Event(dict(moves), told)))


def deadlocked(state: State, known: Callable[[Setup, Log], Public]) -> bool:
    """Whether no question can tell anybody anything more, looked for after long silence."""
    quiet, patience = quiet_rounds(state.log), PATIENCE * len(state.setup.questions)
    if not quiet or quiet % patience:
        return False
    return known(state.setup, state.log).stuck(state.world)


def quiet_rounds(log: Log) -> int:
    """How many rounds have passed since somebody called."""
    quiet = 0
    for step in reversed(log):
        if isinstance(step, Asked):
            quiet += 1
        elif step.callers:
            break
    return quiet


def outcome(setup: Setup, step: Reacted, last: Asked | Reacted) -> Outcome:
    """What all hear after reactions."""
    asked = answer = None
    if isinstance(last, Asked):
        question = setup.questions[last.question]
        asked, answer = question.text, question.answer_name(last.answer)
    return Outcome(
        solved=step.solvers,
        wrong=tuple(seat for seat in step.callers if seat not in step.solvers),
        shown={seat: stack_name(stack) for seat, stack in enumerate(step.shown) if stack},
        missed=step.missed,
        asked=asked,
        answer=answer,
    )


def judged(state: State, public: Public, moves: Mapping[int, Move]) -> Reacted:
    """The reactions as the log has them: what they show, and which tell nothing."""
    seats = state.setup.seats
    knowing = {s for s in moves if public.knows(s, state.world)}
    guessed = [
        s for s, m in moves.items() if m and not (s in knowing and m == state.stacks[s])
    ]
    # else nobody draws anything from a silence, or nobody is told of it
    heard = bool(state.setup.analysts) and state.setup.silences == "checked"
    missed = [s for s, m in moves.items() if heard and not m and s in knowing]
    return Reacted(
        moves=tuple(moves.get(seat) for seat in seats),
        shown=tuple(state.stacks[s] if moves.get(s) else None for s in seats),
        guessed=tuple(sorted(guessed)),
        missed=tuple(sorted(set(missed) - public.forgotten)),
    )


def scored(state: State, step: Reacted) -> tuple[int, ...]:
    """The scores after a point for each right call."""
    return tuple(score + (s in step.solvers) for s, score in enumerate(state.scores))


def dealt_anew(state: State, step: Reacted) -> State:
    """The state once all who called have new stacks; over if the tape has no more."""
    stacks, dealt = list(state.stacks), state.dealt
    held = [stack for s, stack in enumerate(stacks) if s not in step.callers]
    for seat in step.callers:
        stack = state.tape.stack(state.setup, dealt, held)
        if stack is None:
            return replace(state, stacks=tuple(stacks), dealt=dealt, over=True)
        stacks[seat] = stack
        held.append(stack)
        dealt += 1
    return replace(state, stacks=tuple(stacks), dealt=dealt)


def sight_of(state: State, seat: int | None) -> Sight:
    """All stacks but the seat's own; a spectator sees none."""
    seen = tuple(
        None if seat is None or other == seat else stack
        for other, stack in enumerate(state.stacks)
    )
    return Sight(state.setup, seat, seen, state.log, state.scores, state.events)
