"""Players who listen to answers only need no table of worlds: a row each is enough.

Eq. 1 of [Zorn2024]: a player keeps the stacks that would have given the same answer beside
the stacks of the others.  New stacks of others change nothing about the own one, unless
there are only so many cards of each value.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.egghead.knowledge.public_worlds import FITS, crowd_sieve
from whoknows.games.egghead.knowledge.question_tables import Sieve, sieve, unpacked
from whoknows.games.egghead.knowledge.why_ruled_out import stacks_seen, world_seen
from whoknows.games.egghead.rules.log import Asked, Log
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.stacks import Stack, World

Row: TypeAlias = NDArray[np.uint64]  # the words of one row


def answer_row(question: Sieve, others: tuple[int, ...], answer: int) -> Row:
    """The stacks that give this answer beside those of the others.

    No question tells seats apart, so it does not matter whose stack is read last.
    """
    row: Row = question.rows[question.places[answer], question.state(others)]
    return row


def row_by_questions(
    setup: Setup, seat: int, stacks: Sequence[Stack | None], log: Log
) -> NDArray[np.bool_]:
    """The stacks that the answers since the seat's last call leave to it."""
    left = np.ones(len(setup.box), dtype=np.bool_)
    now = world_seen(setup, seat, stacks)
    for step, seen in zip(log, stacks_seen(setup, seat, stacks, log), strict=True):
        left &= fitting_row(setup, seat, seen)
        if not isinstance(step, Asked):
            if step.shown[seat] is not None:
                left[:] = True
        elif step.moderator != seat:
            others = tuple(s for p, s in enumerate(seen) if p not in (seat, step.moderator))
            question = sieve(setup.questions[step.question].ask, len(others) + 1, setup.box)
            left &= unpacked(answer_row(question, others, step.answer), len(setup.box))
    return left & fitting_row(setup, seat, now)


def fitting_row(setup: Setup, seat: int, world: World) -> NDArray[np.bool_]:
    """The stacks that there are cards for beside those of the others."""
    if not setup.copies:
        return np.ones(len(setup.box), dtype=np.bool_)
    others = (*world[:seat], *world[seat + 1 :])
    return unpacked(answer_row(crowd_sieve(setup), others, FITS), len(setup.box))
