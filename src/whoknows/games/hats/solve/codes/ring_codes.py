"""Agents in a ring: codes that stay when all move on, and when places are multiplied.

A word stays in the code when everybody takes the next agent's hat, when place k goes to
place uk of the ring for a unit u, and, if so wanted, when all colors are changed.  Whole
orbits of words are chosen, so that a ring of 13 with u = 3 and changed colors leaves 116
choices for 8192 words; among them are codes of 704.

>>> thirteen = Ring(13, unit=3, changed=True)
>>> thirteen.order(), len(thirteen.closed([1])), len(thirteen.closed([0]))
(78, 26, 2)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup
from whoknows.games.hats.rules import Code

LONGEST_RING = 14  # all words are looked at


@dataclass(frozen=True, slots=True)
class Ring:
    """What a word may be turned into: along the ring, by a unit, by changing colors."""

    length: int
    unit: int
    changed: bool  # whether all colors may be changed

    def __post_init__(self) -> None:
        if not 2 <= self.length <= LONGEST_RING or gcd(self.unit, self.length) > 1:
            raise BadSetup(f"no ring of {self.length} is multiplied by {self.unit}")

    @property
    def columns(self) -> tuple[Code, ...]:
        """Every agent's hat is a bit of its own, the first agent's on top."""
        return tuple(1 << place for place in reversed(range(self.length)))

    def order(self) -> int:
        """How many ways there are to turn a word, at most."""
        powers = {pow(self.unit, k, self.length) for k in range(self.length)}
        return self.length * len(powers) * (1 + self.changed)

    def maps(self) -> NDArray[np.int32]:
        """Where each of the three takes every word."""
        places = range(self.length)
        turns = [[(k + 1) % self.length for k in places]]
        turns.append([k * self.unit % self.length for k in places])
        rows = [moved(turn) for turn in turns]
        if self.changed:
            rows.append(np.arange(1 << self.length, dtype=np.int32)[::-1])
        return np.array(rows)

    def closed(self, words: Iterable[Code]) -> frozenset[Code]:
        """The words with all that they can be turned into."""
        rows, found = self.maps().tolist(), set(words)
        todo = list(found)
        while todo:
            word = todo.pop()
            fresh = {row[word] for row in rows} - found
            found |= fresh
            todo += fresh
        return frozenset(found)


def moved(places: list[int]) -> NDArray[np.int32]:
    """Every word with its bits moved to these places."""
    found = np.zeros(1, np.int32)
    for place in places:
        found = np.concatenate([found, found ^ np.int32(1 << place)])
    return found


def drawn_ring(length: int, rng: np.random.Generator) -> Ring:
    """A ring with a unit drawn at random, the colors changed or not."""
    units = [unit for unit in range(1, length) if gcd(unit, length) == 1]
    return Ring(length, int(rng.choice(units)), bool(rng.random() < 0.5))
