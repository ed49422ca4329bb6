"""All sets of configurations of a small world, as bits, and what is blocked in them.

A configuration of a set is *blocked* if it is alone on none of its lines: some other
of the set looks the same to each agent.

>>> world = Rules(2, 3)  # nine configurations in a square
>>> blocked(np.array([0b000_001_011], np.uint32), turns(world)).tolist()  # a corner
[1]
>>> sum(1 for _ in images(1, image_tables(world)))  # 2! ways for agents, 3! each for hats
72
"""

from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.hats.rules import Code, Rules

Sets: TypeAlias = NDArray[np.uint32]  # sets of configurations, bit c for configuration c
Tables: TypeAlias = NDArray[np.uint32]  # by symmetry, byte of a set, and its value

Share = Callable[[float], None]  # told how much of the work is done

CHUNK = 1 << 16  # sets looked at together
LARGEST = 27  # configurations at most of a world whose sets are all looked at


class Turn(NamedTuple):
    """An agent's hat gets so many colors on: some bits move up, the others down."""

    up: np.uint32
    rising: np.uint32  # the bits that move up
    down: np.uint32
    falling: np.uint32


def turns(rules: Rules) -> list[list[Turn]]:
    """The turns of each agent's hat, from 1 to M - 1 colors on."""
    found = []
    for player in range(rules.players):
        step = rules.colors ** (rules.players - 1 - player)
        found.append([turn(player, by, step, rules) for by in range(1, rules.colors)])
    return found


def turn(player: int, by: int, step: int, rules: Rules) -> Turn:
    """A hat `by` colors on, beyond the last from the first again."""
    rising = sum(
        1 << code
        for code in range(rules.size)
        if rules.hats(code)[player] + by < rules.colors
    )
    falling = (1 << rules.size) - 1 - rising
    down = (rules.colors - by) * step
    return Turn(*(np.uint32(number) for number in (by * step, rising, down, falling)))


def blocked(sets: Sets, all_turns: list[list[Turn]]) -> Sets:
    """Those of each set that have another one on each of their lines."""
    found = sets
    for row in all_turns:
        found = found & mates(sets, row)
    return found


def mates(sets: Sets, row: list[Turn]) -> Sets:
    """Where each set has another configuration on the line of an agent."""
    found = np.zeros_like(sets)
    for up, rising, down, falling in row:
        found |= ((sets & rising) << up) | ((sets & falling) >> down)
    return found


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


def image_tables(rules: Rules) -> Tables:
    """What each way to rename agents and colors makes of each byte of a set."""
    bits = [[np.uint32(1 << code) for code in image] for image in renamings(rules)]
    padded = np.zeros((len(bits), 32), np.uint32)
    padded[:, : rules.size] = bits
    tables = np.zeros((len(bits), 4, 256), np.uint32)
    for value in range(256):
        for place in range(8):
            if value >> place & 1:
                tables[:, :, value] |= padded[:, place::8]
    return tables


def renamings(rules: Rules) -> Iterator[list[Code]]:
    """Where each way to rename agents and colors takes every configuration."""
    colors = list(permutations(range(rules.colors)))
    hats = [rules.hats(code) for code in range(rules.size)]
    for seats in permutations(range(rules.players)):
        for names in product(colors, repeat=rules.players):
            yield [
                rules.code(tuple(names[seat][row[seat]] for seat in seats)) for row in hats
            ]


def images(one: int, tables: Tables) -> Sets:
    """What all symmetries make of a set."""
    found: Sets = tables[:, 0, one & 255]
    for byte in range(1, 4):
        found = found | tables[:, byte, one >> 8 * byte & 255]
    return found
