"""What the others may think, as far as a seat can tell."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from whoknows.errors import TooLarge
from whoknows.games.davinci.knowledge import Outlook, outlook, public_knowledge
from whoknows.games.davinci.rules import Sight

MOST_HANDS = 3000


@dataclass(frozen=True, slots=True)
class Thought:
    """Another seat, seen from one's own: how much it may know, and of one's own tiles."""

    seat: int
    hands: int
    """The hands that it may have."""
    least: int
    most: int
    """The fewest and the most worlds that it may hold possible."""
    knows: dict[int, Fraction]
    """For each hidden place of one's own, the chance that it knows the tile there."""


def thoughts(sight: Sight, view: Outlook) -> Iterator[Thought]:
    """What every other seat still in the game may think; raises `TooLarge`."""
    hidden = public_knowledge(sight).hidden
    for i, seat in enumerate(view.seats):
        if hidden[seat]:
            yield thought(sight, view, i)


def thought(sight: Sight, view: Outlook, i: int) -> Thought:
    """What one other seat may think, over all the hands it may have."""
    knowledge, group = public_knowledge(sight), view.groups[i]
    assert knowledge is not None
    assert sight.seat is not None
    rows = np.flatnonzero(view.ways[i] > 0)
    if len(rows) > MOST_HANDS:
        raise TooLarge(f"{len(rows)} hands to think through; at most {MOST_HANDS}")
    counts, known = [], dict.fromkeys(knowledge.hidden[sight.seat], 0)
    for row in rows:
        theirs = outlook(knowledge, view.seats[i], int(group.words[row]))
        counts.append(theirs.worlds)
        worlds = int(view.ways[i][row] * group.sizes[row])
        for (seat, place), tiles in theirs.chances().items():
            if seat == sight.seat and len(tiles) == 1:
                known[place] += worlds
    return Thought(
        view.seats[i],
        int(group.sizes[rows].sum()),
        min(counts),
        max(counts),
        {place: Fraction(worlds, view.worlds) for place, worlds in known.items()},
    )
