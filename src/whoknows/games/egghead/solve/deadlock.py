"""Deadlocks: tables of stacks at which a deck has nothing more to tell anybody.

When all questions of the deck have been answered, a player knows who sees no other own
stack with the same answers.  At a *dead* world nobody does, and players who listen to
answers only wait for ever.  Who analyses knows at least as much; and what is known from
earlier stacks only helps: a deck without dead worlds never deadlocks.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.games.egghead.knowledge.public_worlds import FITS, crowd_sieve
from whoknows.games.egghead.knowledge.question_tables import Sieve, sieve
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.stacks import World
from whoknows.work.memory import reserve

__all__ = ["Dead", "dead_worlds"]


@dataclass(frozen=True)
class Dead:
    """How many worlds are dead, and the first of them."""

    count: int
    first: World | None


@checked
def dead_worlds(setup: Setup) -> Dead:
    """The dead worlds of a setup, by looking at every world (an external moderator)."""
    size = len(setup.box)
    reserve(20 * size**setup.players, f"every world of {setup.players} players")
    sole = known_at_last(setup).reshape((size,) * setup.players)
    known = ~fitting(setup).reshape(sole.shape)  # what cannot be dealt is not dead
    for seat in setup.seats:  # no question tells seats apart: the last seat's is anybody's
        known |= np.moveaxis(sole, -1, seat)
    dead = np.argwhere(~known)
    return Dead(len(dead), tuple(dead[0].tolist()) if len(dead) else None)


def known_at_last(setup: Setup) -> NDArray[np.bool_]:
    """By the others' stacks and the own one: whether all answers together tell the own."""
    size = len(setup.box)
    rows = size ** (setup.players - 1)
    keys = np.zeros((rows, size), dtype=np.uint64)
    sole = np.zeros((rows, size), dtype=np.bool_)
    width = 1
    asks = [sieve(question.ask, setup.players, setup.box) for question in setup.questions]
    for asked in [*asks, *([crowd_sieve(setup)] if setup.copies else [])]:
        if width * len(asked.answers) >= 2**64:
            keys, width = renumbered(keys), size
        keys *= np.uint64(len(asked.answers))
        keys += labels_of(asked)
        width *= len(asked.answers)
    order = np.sort(keys, axis=1)
    alone = np.ones_like(sole)
    alone[:, 1:] &= order[:, 1:] != order[:, :-1]
    alone[:, :-1] &= order[:, 1:] != order[:, :-1]
    np.put_along_axis(sole, np.argsort(keys, axis=1), alone, axis=1)
    return sole


def fitting(setup: Setup) -> NDArray[np.bool_]:
    """By the others' stacks and the own one: whether there are cards for all."""
    size = len(setup.box)
    if not setup.copies:
        return np.ones((size ** (setup.players - 1), size), dtype=np.bool_)
    crowd = crowd_sieve(setup)
    return np.asarray(labels_of(crowd) == crowd.places[FITS])


def labels_of(asked: Sieve) -> NDArray[np.uint64]:
    """The place of the answer, by the others' stacks and the own one."""
    states = np.zeros(1, dtype=np.int32)
    for step in asked.steps:
        states = step[states].ravel()
    return asked.labels.astype(np.uint64)[states]


def renumbered(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The classes of each row, numbered from 0 again."""
    order = np.argsort(keys, axis=1, kind="stable")
    ranked = np.take_along_axis(keys, order, axis=1)
    steps = np.zeros_like(keys)
    steps[:, 1:] = ranked[:, 1:] != ranked[:, :-1]
    numbers = np.zeros_like(keys)
    np.put_along_axis(numbers, order, np.cumsum(steps, axis=1, dtype=np.uint64), axis=1)
    return numbers
