"""Through the eyes of others: what Bob can tell, and what Bob thinks that you think.

A viewer holds some worlds possible; in each of them another agent holds worlds possible,
too, and gives every value of a hidden thing a share of those.  A *glimpse* is the mean of
these shares over the viewer's worlds, and in how many of them the agent knows the value.
With a chain of agents it goes on: what Bob thinks that you think is the mean, over the
worlds that Bob holds possible, of the shares that you would give there.

A game that has more worlds than can be listed tells the same by its own counts
(`Imagined`); everybody's worlds are as likely as each other there and here.

>>> from whoknows.logic import every_world
>>> two = every_world("ab", sees={"ann": "b", "bob": "a"}).announce("a | b")
>>> seen = glimpse(Pictured(two, held=(1, 3), home="bob"), ["ann"])  # bob sees a muddy ann
>>> seen.least, seen.most, [(t.name, str(t.knows), t.chances) for t in seen.things][0]
(1, 2, ('a', '1/2', {'true': 0.75, 'false': 0.25}))
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from whoknows.logic.models.model import Agent, Claim, Model
from whoknows.play.game import Seat, SightT_contra
from whoknows.play.knowing.knowledge import Pictured

Shares: TypeAlias = NDArray[np.float64]  # a share for every world


class Thing(NamedTuple):
    """A hidden thing, as somebody sees it."""

    name: str
    knows: Fraction
    """In what part of the viewer's worlds the value is known."""
    chances: Mapping[str, float]
    """The mean share of each value; only 1 is certain, and only 0 is ruled out."""


class Glimpse(NamedTuple):
    """What somebody makes of hidden things, as far as the viewer can tell."""

    least: int
    most: int
    """The fewest and the most worlds that the agent may hold possible."""
    things: tuple[Thing, ...]
    by_public: bool = False
    """Whether it is only what all have heard, because the agent's own eyes see too much.

    Then `least` and `most` are the ways that the things may be, and shares are of these.
    """


@runtime_checkable
class Imagined(Protocol[SightT_contra]):
    """A game that tells what others think even where worlds are too many to list."""

    def imagined(self, sight: SightT_contra, chain: Sequence[Seat]) -> Glimpse | None:
        """What the first of the chain thinks (that the second thinks ...)."""


def glimpse(found: Pictured, chain: Sequence[Agent]) -> Glimpse | None:
    """The glimpse in a model; `None` where the model does not reach so far."""
    if found.reach is not None and found.reach < len(chain):
        return None
    model = found.model
    looks = [model.looks(agent) for agent in chain]
    worlds = model.worlds()
    held = np.isin(worlds, worlds if found.held is None else np.array(found.held))
    sizes = np.bincount(looks[0])[looks[0]][held]
    things = []
    for name, values in columns(model).items():
        shares = {value: mean(column, looks)[held] for value, column in values.items()}
        sure = np.any([share == 1 for share in shares.values()], axis=0)
        chances = {value: float(share.mean()) for value, share in shares.items()}
        things.append(Thing(name, Fraction(int(sure.sum()), int(held.sum())), chances))
    return Glimpse(int(sizes.min()), int(sizes.max()), tuple(things))


def columns(model: Model) -> dict[str, dict[str, Claim]]:
    """Every fact and part of a model, with the worlds where it has each value."""
    worlds = model.worlds()
    found: dict[str, dict[str, Claim]] = {}
    for fact, claim in model.facts.items():
        so = np.isin(worlds, model.worlds(claim))
        found[fact] = {"true": so, "false": ~so}
    for part, values in model.parts.items():
        found[part] = {
            str(value): np.isin(worlds, model.worlds(model.is_value(part, value)))
            for value in values
        }
    return found


def mean(column: Claim, looks: Sequence[NDArray[np.integer]]) -> Shares:
    """The share that the first agent gives (to what the second gives ...), by world."""
    shares: Shares = column.astype(np.float64)
    for labels in reversed(looks):
        sums = np.bincount(labels, shares)[labels]
        sizes = np.bincount(labels)[labels]
        shares = sums / sizes
    return shares
