"""Why: for a seat, the stacks that are left, and what ruled out each other one.

It is worked out from what the seat sees and the public log alone.  A stack is ruled out by
the answer to a question, or because, had it been so, somebody would have called who was
silent, or somebody would not have known who called; or because there are too few cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from whoknows.games.egghead.knowledge.public_worlds import (
    Picture,
    first_picture,
    picture_of,
    question_sieve,
)
from whoknows.games.egghead.rules.log import Asked, Log, Reacted
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.stacks import Stack, World, stack_name

__all__ = ["Reason", "Reasons", "reason", "reason_text", "reasons", "stacks_seen"]


@dataclass(frozen=True, slots=True)
class Reason:
    """What ruled a stack out: the question of a round, or how some seats reacted to it.

    Or there were too few cards of a value beside those in sight.
    """

    round: int
    question: int | None = None
    answer: int | None = None
    silent: tuple[int, ...] = ()
    called: tuple[tuple[int, Stack], ...] = ()
    short: int | None = None  # the value that there are too few cards of


@dataclass(frozen=True, slots=True)
class Reasons:
    """The stacks left to a seat, and the reason against each other one."""

    left: tuple[Stack, ...]
    against: dict[Stack, Reason]


def reasons(setup: Setup, seat: int, stacks: Sequence[Stack | None], log: Log) -> Reasons:
    """The stacks left to the seat and the reasons against the others.

    `stacks` are those the seat sees now; its own is not looked at.
    """
    against: dict[int, Reason] = {}
    forgotten = picture_of(setup, log).forgotten
    picture, round_ = first_picture(setup), 0
    for step, seen in zip(log, stacks_seen(setup, seat, stacks, log), strict=True):
        against = too_few(setup, seat, seen, round_) | against
        round_ = step.round if isinstance(step, Asked) else round_
        for number in range(len(setup.box)):
            world = (*seen[:seat], number, *seen[seat + 1 :])
            if number not in against and (
                why := reason(picture, seat, step, world, round_, forgotten)
            ):
                against[number] = why
        if isinstance(step, Reacted) and step.shown[seat] is not None:
            against.clear()
        picture = picture.after(step)
    against = too_few(setup, seat, world_seen(setup, seat, stacks), round_) | against
    every = setup.box.all
    return Reasons(
        tuple(every[n] for n in range(len(every)) if n not in against),
        {every[n]: why for n, why in sorted(against.items())},
    )


def too_few(setup: Setup, seat: int, world: World, round_: int) -> dict[int, Reason]:
    """The stacks that there are no cards for beside those that the seat sees."""
    if not setup.copies:
        return {}
    held = setup.box.counts[[n for s, n in enumerate(world) if s != seat]].sum(0)
    over = setup.box.counts + held > setup.copies
    values = {int(n): int(over[n].argmax()) + 1 for n in over.any(1).nonzero()[0]}
    return {n: Reason(max(1, round_), short=value) for n, value in values.items()}


def reason(
    picture: Picture,
    seat: int,
    step: Asked | Reacted,
    world: World,
    round_: int,
    forgotten: frozenset[int],
) -> Reason | None:
    """What a step has against a world, for a seat; none if the world fits."""
    if isinstance(step, Asked):
        asked = question_sieve(picture.setup, step.question, step.moderator)
        if asked.answer(world) == step.answer:
            return None
        return Reason(round_, question=step.question, answer=step.answer)
    if seat not in picture.setup.analysts:
        return None
    silent: list[int] = []
    called: list[tuple[int, Stack]] = []
    for other, move in enumerate(step.moves):
        if move is None or other in forgotten or other in step.guessed:
            continue
        knows = picture.knows(other, world)
        if move and not (knows and world in picture.of(other)):
            called.append((other, move))
        elif knows and not move:
            silent.append(other)
    if not (silent or called):
        return None
    return Reason(round_, silent=tuple(silent), called=tuple(called))


def stacks_seen(
    setup: Setup, seat: int, stacks: Sequence[Stack | None], log: Log
) -> list[World]:
    """What the seat saw before each step; a stack stays until it is shown."""
    places = setup.box.places
    now = list(world_seen(setup, seat, stacks))
    seen: list[World] = []
    for step in reversed(log):
        if isinstance(step, Reacted):
            shown = enumerate(step.shown)
            now = [places[stack] if stack and s != seat else now[s] for s, stack in shown]
        seen.append(tuple(now))
    return seen[::-1]


def world_seen(setup: Setup, seat: int, stacks: Sequence[Stack | None]) -> World:
    """What a seat sees, as numbers; its own stack, which is never looked at, is 0."""
    places = setup.box.places
    return tuple(
        places[stack] if stack and s != seat else 0 for s, stack in enumerate(stacks)
    )


def reason_text(setup: Setup, why: Reason, names: Sequence[str]) -> str:
    """A reason in a few words; `names` are those of the seats."""
    if why.question is not None:
        question = setup.questions[why.question]
        answer = question.answer_name(why.answer or 0)
        return f"round {why.round}: {question.text} {answer}"
    if why.short is not None:
        return (
            f"round {why.round}: there are {setup.copies} cards of value {why.short}, "
            "too few beside those in sight"
        )
    parts = [f"{names[seat]} would have called" for seat in why.silent]
    parts += [
        f"{names[seat]} could not have called {stack_name(stack)}"
        for seat, stack in why.called
    ]
    return f"round {why.round}: " + "; ".join(parts)
