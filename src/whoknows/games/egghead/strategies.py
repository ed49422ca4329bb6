"""Strategies: when to call, and what.

In EggHead a player has one choice, to call or not to call (section 3.1 of [Zorn2024]); a
player who calls as soon as possible is fully described by what they deduce.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from whoknows.games.egghead.knowledge.public_worlds import picture_of
from whoknows.games.egghead.rules.log import PASS, Move
from whoknows.games.egghead.rules.sight import Sight
from whoknows.play.game import History, Strategy

__all__ = ["STRATEGIES", "row"]


def logician(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Calls as soon as one stack is left; analyses if the setup says so of the seat.

    Algorithm 1 of [Zorn2024].
    """
    return call_if_few(sight, row(sight), 1)


def plain(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Calls as soon as the answers alone leave one stack (eq. 1 of [Zorn2024])."""
    return call_if_few(sight, plain_row(sight), 1)


def daring(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Calls the first of two stacks that are left, right or wrong."""
    return call_if_few(sight, row(sight), 2)


def bluffer(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Calls as a logician does, but half of the time keeps silent to mislead the others."""
    call = logician(sight, history, rng)
    return call if rng.random() < 0.5 else PASS


def silent(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Never calls."""
    return PASS


def row(sight: Sight) -> NDArray[np.bool_]:
    """The stacks left to the seat by all that is public and all it sees."""
    assert sight.seat is not None, "a spectator has no stack"
    return picture_of(sight.setup, sight.log).row(sight.seat, sight.seen)


def plain_row(sight: Sight) -> NDArray[np.bool_]:
    """The stacks left to the seat by questions alone."""
    from whoknows.games.egghead.knowledge.answers_only import row_by_questions

    assert sight.seat is not None, "a spectator has no stack"
    return row_by_questions(sight.setup, sight.seat, sight.stacks, sight.log)


def call_if_few(sight: Sight, left: NDArray[np.bool_], few: int) -> Move:
    """The first of the stacks that are left, if they are no more than a few."""
    numbers = np.flatnonzero(left)
    return sight.setup.box.all[int(numbers[0])] if 0 < len(numbers) <= few else PASS


STRATEGIES: Mapping[str, Strategy[Sight, Move]] = {
    "logician": logician,
    "plain": plain,
    "daring": daring,
    "bluffer": bluffer,
    "silent": silent,
}
