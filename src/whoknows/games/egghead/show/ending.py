"""Why a game of EggHead ended so: the calls, what made them possible, what was left."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from whoknows.games.egghead.knowledge.why_ruled_out import (
    Reasons,
    reason_text,
    reasons,
    stacks_seen,
)
from whoknows.games.egghead.rules.log import Asked, Reacted
from whoknows.games.egghead.rules.sight import Sight
from whoknows.games.egghead.rules.stacks import stack_name

MOST_NAMED = 4  # stacks that are named
KINDS: Mapping[str, Callable[[Reacted], Collection[int]]] = {
    "Right calls": lambda step: {*step.solvers} - {*step.guessed},
    "Right by luck": lambda step: {*step.solvers} & {*step.guessed},
    "Wrong calls": lambda step: {*step.callers} - {*step.solvers},
    "Silent though they could know": lambda step: step.missed,
}


def ending_why(sight: Sight, names: Sequence[str]) -> str:
    """The right and the wrong calls of each; of one's own seat, the reasons too."""
    who = ["you" if seat == sight.seat else name for seat, name in enumerate(names)]
    return " ".join([*calls(sight, who), *own_call(sight, who), *left_over(sight)])


def calls(sight: Sight, who: Sequence[str]) -> Iterator[str]:
    """In which rounds each called right, and in which wrong or without knowing."""
    steps = list(reactions(sight))
    for said, kind in KINDS.items():
        rounds = {
            seat: [str(round_) for round_, step in steps if seat in kind(step)]
            for seat in sight.setup.seats
        }
        parts = [
            f"{who[seat]} in round {', '.join(some)}"
            for seat, some in rounds.items()
            if some
        ]
        if parts:
            yield f"{said}: {'; '.join(parts)}."


def own_call(sight: Sight, who: Sequence[str]) -> Iterator[str]:
    """What ruled out the last other stack before the seat's last right call."""
    seat, log = sight.seat, sight.log
    if seat is None:
        return
    solved = [
        k
        for k, step in enumerate(log)
        if isinstance(step, Reacted) and seat in step.solvers
    ]
    if not solved or seat in getattr(log[solved[-1]], "guessed", ()):
        return
    place, every = solved[-1], sight.setup.box.all
    seen = stacks_seen(sight.setup, seat, sight.stacks, log)[place]
    stacks = [every[number] for number in seen]
    why = reasons(sight.setup, seat, stacks, log[:place])
    if why.against:
        yield f"You could know your last call: {last_reason(sight, why, who)}."


def last_reason(sight: Sight, why: Reasons, who: Sequence[str]) -> str:
    """The newest reason against a stack, and which stacks it ruled out."""
    newest = max(why.against.values(), key=lambda r: (r.round, r.question is None))
    gone = [stack_name(stack) for stack, reason in why.against.items() if reason == newest]
    more = f" and {len(gone) - MOST_NAMED} more" if len(gone) > MOST_NAMED else ""
    named = ", ".join(gone[:MOST_NAMED]) + more
    return f"{reason_text(sight.setup, newest, who)}, which ruled out {named}"


def left_over(sight: Sight) -> Iterator[str]:
    """The stacks that were left to the seat when the game was over."""
    steps = list(reactions(sight))
    if sight.seat is None or any(
        round_ == steps[-1][0] and sight.seat in step.callers for round_, step in steps
    ):
        return  # a new stack tells nothing yet
    left = reasons(sight.setup, sight.seat, sight.stacks, sight.log).left
    if len(left) == 1:
        yield f"At the end you could know your stack: **{stack_name(left[0])}**."
    else:
        yield f"At the end **{len(left)}** stacks were left to you."


def reactions(sight: Sight) -> Iterator[tuple[int, Reacted]]:
    """Every reaction with the number of its round."""
    round_ = 0
    for step in sight.log:
        if isinstance(step, Asked):
            round_ = step.round
        else:
            yield round_, step
