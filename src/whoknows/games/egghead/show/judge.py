"""How good a reaction was: the chance that it is no mistake.

It is a mistake to call a stack that one does not have, and to be silent while one can know.
Who can know loses all by silence; who cannot, loses by a call the chance that it is wrong.
"""

from collections.abc import Iterator, Sequence
from math import log2
from typing import Any

import numpy as np

from whoknows.games.egghead.knowledge.own_odds import own_odds
from whoknows.games.egghead.knowledge.public_worlds import picture_of
from whoknows.games.egghead.knowledge.why_ruled_out import Reason, Reasons, reason
from whoknows.games.egghead.rules.log import PASS, Asked, Reacted
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.sight import Sight
from whoknows.games.egghead.rules.stacks import Stack, stack_name
from whoknows.play.game import Seat
from whoknows.play.judging import ONE_STEP, Judgement, Number, Remark
from whoknows.play.table.eyes import Moment
from whoknows.wording import plural

MOST_NAMED = 4  # stacks that one silence ruled out


class EggHeadJudge:
    """The judge of the game."""

    measure = "chance that the reaction is no mistake, which is a point"
    unit = "points"

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def judged(self, sight: Sight, seat: Seat, move: Any) -> Judgement | None:
        """A call or a silence, against what a logician does."""
        left = np.flatnonzero(picture_of(sight.setup, sight.log).row(seat, sight.seen))
        if not len(left):
            return None
        weights = own_odds(sight.setup, seat, sight.stacks, sight.log)[left]
        chances = dict(zip(left.tolist(), (weights / weights.sum()).tolist(), strict=True))
        box, known = sight.setup.box, len(left) == 1
        best = box.all[int(left[0])] if known else PASS
        value = float(move == best)
        if move and move != best:
            value = chances.get(box.places[move], 0.0)
        return Judgement(value, 1.0, 0.0, (best,), ONE_STEP, None, log2(len(left)))

    def reached(self, sight: Sight, seat: Seat, move: Any, after: Sight) -> Number:
        """1 for a right call, 0 for a wrong one; a silence is what it is."""
        if move:
            return float(seat in after.history[len(sight.history)].answer.solved)
        verdict = self.judged(sight, seat, move)
        return verdict.value if verdict else 0.0

    def left(self, after: Sight, seat: Seat, move: Any | None) -> int:
        """The stacks left; of a stack that was shown, the one."""
        if move:
            return 1
        return int(picture_of(after.setup, after.log).row(seat, after.seen).sum())

    def settled(self, moments: Sequence[Moment], turn: int) -> int:
        """At once."""
        return turn

    def remarks(self, moments: Sequence[Moment], names: Sequence[str]) -> Iterator[Remark]:
        """When each call became possible, by whose silence; and calls that came late."""
        turn, before, after = len(moments) - 1, moments[-2], moments[-1]
        moves = after.history[-1].moves
        for seat in before.eyes:
            if seat is None:
                continue
            called = moves.get(seat)
            if called and (late := silent_before(moments, seat)):
                many = plural(late, "reaction")
                said = f"{names[seat]}'s call at turn {turn} was possible {many} earlier."
                yield Remark(turn, said, 1.0 + late)
            if not called:
                why = newly_known(before.eyes[seat], after.eyes[seat])
                if why is not None:
                    yield known_remark(self.setup, seat, turn, why, names)


def stacks_left(sight: Sight) -> int:
    """How many stacks are left to the seat."""
    assert sight.seat is not None, "a spectator has no stack"
    return int(picture_of(sight.setup, sight.log).row(sight.seat, sight.seen).sum())


def newly_known(before: Sight, after: Sight) -> Reasons | None:
    """The one stack that is left now, and why those are gone that were left before."""
    if stacks_left(before) < 2 or stacks_left(after) != 1:
        return None
    seat, setup = before.seat, before.setup
    assert seat is not None, "a spectator has no stack"
    every = setup.box.all
    [own] = np.flatnonzero(picture_of(setup, after.log).row(seat, after.seen))
    rows = picture_of(setup, before.log).row(seat, before.seen)
    gone = [number for number in np.flatnonzero(rows).tolist() if number != own]
    forgotten = picture_of(setup, after.log).forgotten
    against: dict[Stack, Reason] = {}
    for place in range(len(before.log), len(after.log)):
        step, picture = after.log[place], picture_of(setup, after.log[:place])
        seen = before.seen if isinstance(step, Reacted) else after.seen
        asked = [s for s in after.log[: place + 1] if isinstance(s, Asked)]
        for number in gone:
            world = (*seen[:seat], number, *seen[seat + 1 :])
            why = reason(picture, seat, step, world, asked[-1].round, forgotten)
            if why is not None:
                against.setdefault(every[number], why)
    return Reasons((every[int(own)],), against)


def silent_before(moments: Sequence[Moment], seat: Seat) -> int:
    """In how many reactions before the last a seat was silent that could call."""
    late, turn = 0, len(moments) - 2
    while turn and stacks_left(moments[turn - 1].eyes[seat]) == 1:
        moves = moments[turn].history[-1].moves
        if moves.get(seat):
            break
        late += seat in moves
        turn -= 1
    return late


def known_remark(
    setup: Setup, seat: Seat, turn: int, why: Reasons, names: Sequence[str]
) -> Remark:
    """That a seat could know its stack since a turn, and how."""
    said = (
        f"After turn {turn}, {names[seat]} could know the stack {stack_name(why.left[0])}"
    )
    silent = sorted({s for r in why.against.values() for s in r.silent})
    if silent:
        gone = [stack for stack, r in why.against.items() if r.silent]
        who = " or ".join(names[s] for s in silent)
        said += f": with {stacks_text(gone)}, {who} would have called"
    elif asked := last_question(why.against):
        question = setup.questions[asked.question or 0]
        said += f", by the answer to “{question.text}”"
    return Remark(turn, f"{said}.", 1.0 + bool(silent))


def stacks_text(stacks: Sequence[Stack]) -> str:
    """Some stacks in words."""
    names = [stack_name(stack) for stack in stacks[:MOST_NAMED]]
    more = f" or {len(stacks) - MOST_NAMED} more" if len(stacks) > MOST_NAMED else ""
    return ", ".join(names) + more


def last_question(against: dict[Stack, Reason]) -> Reason | None:
    """The question that ruled out stacks, if one did."""
    asked = [reason for reason in against.values() if reason.question is not None]
    return max(asked, key=lambda reason: reason.round, default=None)
