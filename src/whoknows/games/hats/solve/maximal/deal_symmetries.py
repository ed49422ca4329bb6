"""The symmetries of maximal deals, and orbits under them.

Renaming agents and swapping an agent's colors are the 2^N N! symmetries of the cube.
There are more: an affine map that permutes {0, e1, ..., eN} carries balls to balls, and
so dominating sets to dominating sets, though it moves configurations of different odds
onto each other.  With the translations they are 2^N (N+1)! maps: the sets of an odd
number out of N+1 things, with their names and (evenly many) colors changed at will.

>>> from whoknows.games.hats.solve.maximal.dominating_sets import minimal_sets
>>> [(orbit.size, orbit.least) for orbit in orbits(minimal_sets(3), 3)]
[(6, (0, 1, 2, 3)), (2, (0, 3, 5, 6)), (4, (0, 7))]
>>> len(orbits(minimal_sets(3), 3, hidden=True))
2
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import factorial, prod
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.games.hats.rules import Code
from whoknows.games.hats.solve.cube_bits import Mask, codes_of
from whoknows.games.hats.solve.maximal.pieces import affine_map

Map: TypeAlias = list[Code]  # where each configuration goes
SignedCycles: TypeAlias = tuple[tuple[int, bool], ...]  # lengths; whether a color swaps


class Orbit(NamedTuple):
    """Sets that the symmetries carry onto each other."""

    least: tuple[Code, ...]  # the representative: first in order
    size: int


def group_order(players: int, *, hidden: bool = False) -> int:
    """The number of symmetries, without or with the hidden ones."""
    return int(2**players * factorial(players + hidden))


def generators(players: int, *, hidden: bool = False) -> list[Map]:
    """Maps that make all symmetries: swap the first color, exchange two agents, turn."""
    corners = range(1 << players)
    steps = [1 << k for k in range(players)]
    swapped = [corner ^ 1 for corner in corners]
    exchanged = affine_map((0, steps[1], steps[0], *steps[2:]))
    turned = affine_map((0, *steps[1:], steps[0]))
    secret = affine_map((steps[0], 0, *steps[1:]))
    return [swapped, exchanged, turned, *([secret] if hidden else [])]


def orbits(masks: Sequence[Mask], players: int, *, hidden: bool = False) -> list[Orbit]:
    """The orbits of a family of sets that the symmetries keep, in order."""
    order = np.sort(np.array(masks, dtype=np.uint64))
    parent = list(range(len(order)))

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = place = parent[parent[place]]
        return place

    for map_ in generators(players, hidden=hidden):
        targets = np.searchsorted(order, moved(order, map_)).tolist()
        for place, target in enumerate(targets):
            parent[root(place)] = root(target)
    members: dict[int, list[tuple[Code, ...]]] = {}
    for place, mask in enumerate(order.tolist()):
        members.setdefault(root(place), []).append(codes_of(mask))
    return sorted(Orbit(min(sets), len(sets)) for sets in members.values())


def moved(masks: NDArray[np.uint64], map_: Map) -> NDArray[np.uint64]:
    """Every set carried by a map."""
    found = np.zeros_like(masks)
    for corner, target in enumerate(map_):
        found |= ((masks >> np.uint64(corner)) & np.uint64(1)) << np.uint64(target)
    return found


def orbit_counts(
    players: int, counts: dict[int, int], *, hidden: bool = False
) -> dict[int, int]:
    """How many orbits of minimal sets there are of each size, by Burnside's lemma.

    `counts` is how many sets there are.  For every class of symmetries but the identity,
    the sets it keeps are counted: those that are made of whole cycles of it.  (With the
    hidden symmetries, N must be even, so that signed cycles tell classes apart.)
    """
    totals = Counter(counts)
    for cycles, times in classes(players + hidden, even=hidden):
        map_ = signed_map(cycles, players, hidden=hidden)
        if map_ != list(range(1 << players)):
            for size, number in kept_sets(map_, players).items():
                totals[size] += times * number
    order = group_order(players, hidden=hidden)
    assert all(total % order == 0 for total in totals.values()), "Burnside's lemma"
    return {size: total // order for size, total in sorted(totals.items())}


def kept_sets(map_: Map, players: int) -> dict[int, int]:
    """How many minimal dominating sets a symmetry carries onto themselves, by size."""
    from whoknows.games.hats.solve.maximal.counting import Blocks
    from whoknows.games.hats.solve.maximal.pieces import Piece

    counts = Blocks(players, cycles_of(map_)).count(Piece(0, 0))
    return {size: number for size, number in enumerate(counts) if number}


def cycles_of(map_: Map) -> list[list[Code]]:
    """The cycles of a map, each from its least configuration."""
    cycles, seen = [], set()
    for start in range(len(map_)):
        if start not in seen:
            cycle, corner = [], start
            while corner not in seen:
                seen.add(corner)
                cycle.append(corner)
                corner = map_[corner]
            cycles.append(cycle)
    return cycles


def classes(things: int, *, even: bool) -> Iterator[tuple[SignedCycles, int]]:
    """The classes of signed permutations, and how many maps are in each.

    With `even`, only those that swap the colors of evenly many things.
    """
    whole = 2**things * factorial(things)
    for cycles in signed_partitions(things, (things, True)):
        if even and sum(swaps for _, swaps in cycles) % 2:
            continue
        shared = prod(
            (2 * length) ** m * factorial(m) for (length, _), m in Counter(cycles).items()
        )
        yield cycles, whole // shared


def signed_partitions(things: int, largest: tuple[int, bool]) -> Iterator[SignedCycles]:
    """All ways to part things into cycles that swap a color or not, largest first."""
    if things == 0:
        yield ()
    for length in range(min(things, largest[0]), 0, -1):
        for swaps in (True, False):
            if (length, swaps) <= largest:
                for rest in signed_partitions(things - length, (length, swaps)):
                    yield ((length, swaps), *rest)


def signed_map(cycles: SignedCycles, players: int, *, hidden: bool) -> Map:
    """A symmetry with these signed cycles, as a map of configurations.

    A hidden one acts on N+1 things: a configuration and the bit that makes it odd.
    """
    goal, swaps, start = [], 0, 0
    for length, swap in cycles:
        goal += [start + (k + 1) % length for k in range(length)]
        swaps |= swap << start
        start += length

    def carried(corner: Code) -> Code:
        word = corner | (1 - corner.bit_count() % 2) << players if hidden else corner
        turned = sum((word >> k & 1) << goal[k] for k in range(len(goal)))
        return (turned ^ swaps) & ((1 << players) - 1)

    return [carried(corner) for corner in range(1 << players)]
