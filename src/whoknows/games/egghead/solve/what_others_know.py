"""What others can tell of their own stacks, and what they think that others can tell."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.egghead.knowledge.public_worlds import Picture, picture_of
from whoknows.games.egghead.rules.sight import Sight
from whoknows.games.egghead.rules.stacks import World
from whoknows.play.knowing.through_eyes import Glimpse, Thing

Shares: TypeAlias = NDArray[np.float64]  # a share for every stack


def imagined(sight: Sight, chain: Sequence[int]) -> Glimpse | None:
    """What the last of a chain makes of their own stack, as the others before it think.

    What each of them sees they see in every world, so that only own stacks are in doubt.
    """
    if sight.seat is None or chain[0] == sight.seat or len(chain) > 2:
        return None
    picture = picture_of(sight.setup, sight.log)
    worlds = worlds_left(picture, sight.seat, sight.seen)
    rows = [picture.row(chain[0], world) for world in worlds]
    found = [shares(picture, world, chain) for world in worlds]
    sure = sum(bool((share == 1).any()) for share in found)
    means = np.mean(found, axis=0)
    names = sight.setup.box.names
    chances = {names[k]: float(means[k]) for k in np.flatnonzero(means).tolist()}
    letter = chr(ord("A") + chain[-1])
    thing = Thing(letter, Fraction(sure, len(worlds)), chances)
    counts = [int(row.sum()) for row in rows]
    return Glimpse(min(counts), max(counts), (thing,))


def shares(picture: Picture, world: World, chain: Sequence[int]) -> Shares:
    """The share that the first of the chain gives, or thinks that the next one gives."""
    seat, *rest = chain
    if not rest:
        row: Shares = picture.row(seat, world).astype(np.float64)
        return np.asarray(row / row.sum())
    inner = [shares(picture, other, rest) for other in worlds_left(picture, seat, world)]
    return np.asarray(np.mean(inner, axis=0))


def worlds_left(picture: Picture, seat: int, world: World) -> list[World]:
    """The worlds that a seat holds possible who sees the others of this world."""
    left = np.flatnonzero(picture.row(seat, world)).tolist()
    return [(*world[:seat], number, *world[seat + 1 :]) for number in left]
