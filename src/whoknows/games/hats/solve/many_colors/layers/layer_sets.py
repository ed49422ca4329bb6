"""All sets of configurations of a small world, as bits, and what is blocked in them.

A configuration of a set is *blocked* if it is alone on none of its lines: some other
of the set looks the same to each agent.

>>> world = Rules(2, 3)  # nine configurations in a square
>>> blocked(np.array([0b000_001_011], np.uint32), turns(world)).tolist()  # a corner
[1]
>>> sum(1 for _ in images(1, image_tables(world)))  # 2! ways for agents, 3! each for hats
72
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.hats.rules import Rules

Sets: TypeAlias = NDArray[Any]  # words, bit c for configuration c, in 64 bits if need be
Places: TypeAlias = NDArray[np.int64]  # by symmetry and configuration, where it is taken
Tables: TypeAlias = NDArray[np.uint32]  # by symmetry, byte of a set, and its value

Share = Callable[[float], None]  # told how much of the work is done

CHUNK = 1 << 16  # sets looked at together
LARGEST = 27  # configurations at most of a world whose sets are all looked at


@dataclass(frozen=True, slots=True)
class LayerSets:
    """Sets of a layer with one size and as many blocked: so many sets is its length."""

    size: int
    blocked: int
    sets: Sets  # or rows of 0 and 1, where a layer has more than 64 configurations
    inside: Sets  # what is blocked in each

    def __len__(self) -> int:
        return len(self.sets)

    def where(self, chosen: Any) -> "LayerSets":
        """Those at some places."""
        return replace(self, sets=self.sets[chosen], inside=self.inside[chosen])


class Turn(NamedTuple):
    """An agent's hat gets so many colors on: some bits move up, the others down."""

    up: np.unsignedinteger[Any]
    rising: np.unsignedinteger[Any]  # the bits that move up
    down: np.unsignedinteger[Any]
    falling: np.unsignedinteger[Any]


def turns(rules: Rules) -> list[list[Turn]]:
    """The turns of each agent's hat, from 1 to M - 1 colors on."""
    steps = [
        rules.colors ** (rules.players - 1 - player) for player in range(rules.players)
    ]
    return [
        [turn(player, by, step, rules) for by in range(1, rules.colors)]
        for player, step in enumerate(steps)
    ]


def turn(player: int, by: int, step: int, rules: Rules) -> Turn:
    """A hat `by` colors on, beyond the last from the first again."""
    rising = sum(
        1 << code
        for code in range(rules.size)
        if rules.hats(code)[player] + by < rules.colors
    )
    falling = (1 << rules.size) - 1 - rising
    down = (rules.colors - by) * step
    word = np.uint32 if rules.size <= 32 else np.uint64
    return Turn(*(word(number) for number in (by * step, rising, down, falling)))


def blocked(sets: Sets, all_turns: list[list[Turn]]) -> Sets:
    """Those of each set that have another one on each of their lines."""
    inside = sets
    for row in all_turns:
        inside = inside & mates(sets, row)
    return inside


def mates(sets: Sets, row: list[Turn]) -> Sets:
    """Where each set has another configuration on the line of an agent."""
    seconds = np.zeros_like(sets)
    for up, rising, down, falling in row:
        seconds |= ((sets & rising) << up) | ((sets & falling) >> down)
    return seconds


LEAST_BLOCKED: dict[Rules, list[int]] = {}  # what `least_blocked` has counted


def least_blocked(rules: Rules, progress: Share) -> list[int]:
    """The fewest that are blocked in a set of 0, 1, ... configurations.

    A set has no fewer than one inside it, so that the row ascends.
    """
    if rules not in LEAST_BLOCKED:
        seen, steps = np.zeros((rules.size + 1, rules.size + 1), np.bool_), turns(rules)
        for share, sets in chunks(rules.size):
            numbers = np.bitwise_count(blocked(sets, steps))
            seen[np.bitwise_count(sets), numbers] = True
            progress(share)
        LEAST_BLOCKED[rules] = seen.argmax(axis=1).tolist()
    return LEAST_BLOCKED[rules]


def chunks(size: int) -> Iterator[tuple[float, Sets]]:
    """All sets of so many configurations, some at a time, and the share that is done."""
    whole, together = 1 << size, min(CHUNK, 1 << size)
    block = np.arange(together, dtype=np.uint32)
    for start in range(0, whole, together):
        yield (start + together) / whole, block + np.uint32(start)


def sets_within(limits: Sequence[int], rules: Rules, progress: Share) -> list[LayerSets]:
    """All sets with no more blocked than the limit for their size, by size and number."""
    limit, steps, kept = np.array(limits), turns(rules), []
    for share, sets in chunks(rules.size):
        numbers = np.bitwise_count(blocked(sets, steps))
        kept.append(sets[numbers <= limit[np.bitwise_count(sets)]])
        progress(share)
    return parted(np.concatenate(kept), rules)


def parted(sets: Sets, rules: Rules) -> list[LayerSets]:
    """Sets by their size and how many are blocked."""
    inside = blocked(sets, turns(rules))
    sizes, numbers = np.bitwise_count(sets), np.bitwise_count(inside)
    return [
        LayerSets(size, number, sets[alike], inside[alike])
        for size, number in sorted(set(zip(sizes.tolist(), numbers.tolist(), strict=True)))
        for alike in [(sizes == size) & (numbers == number)]
    ]


def least_sums(one: list[int], other: list[int]) -> list[int]:
    """The least sum of an entry of each, by the sum of their places."""
    return [
        min(
            one[place] + other[total - place]
            for place in range(max(0, total - len(other) + 1), min(total + 1, len(one)))
        )
        for total in range(len(one) + len(other) - 1)
    ]


def one_of_each_class(sets: Sets, rules: Rules) -> Iterator[int]:
    """The place of one set of each class; the sets ascend, and are whole classes."""
    tables, fresh = image_tables(rules), np.ones(len(sets), np.bool_)
    for place, word in enumerate(sets.tolist()):
        if fresh[place]:
            fresh[np.searchsorted(sets, images(word, tables))] = False
            yield place


@cache
def image_tables(rules: Rules) -> Tables:
    """What each way to rename agents and colors makes of each byte of a set."""
    places = renamings(rules)
    padded = np.zeros((len(places), 32), np.uint32)
    padded[:, : rules.size] = np.uint32(1) << places.astype(np.uint32)
    tables = np.zeros((len(places), 4, 256), np.uint32)
    for value in range(256):
        for place in range(8):
            if value >> place & 1:
                tables[:, :, value] |= padded[:, place::8]
    return tables


@cache
def renamings(rules: Rules) -> Places:
    """Where each way to rename agents and colors takes every configuration."""
    shape, agents = (rules.colors,) * rules.players, range(rules.players)
    hats = np.indices(shape).reshape(rules.players, rules.size)
    names = list(product(permutations(range(rules.colors)), repeat=rules.players))
    colors = np.array(names)
    taken = [
        np.ravel_multi_index([colors[:, k][:, hats[seats[k]]] for k in agents], shape)
        for seats in permutations(agents)
    ]
    return np.concatenate(taken)


def images(word: int, tables: Tables) -> Sets:
    """What all symmetries make of a set."""
    words = tables[:, 0, word & 255]
    for byte in range(1, 4):
        words = words | tables[:, byte, word >> 8 * byte & 255]
    return words
