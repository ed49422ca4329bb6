"""Local search for covering codes with a prescribed symmetry.

Draw a rank, columns, and a symmetry; let the compiled search choose orbits of labels;
draw again until the time is up.  A code is given only after its labels and columns are
seen to add up to everything.

>>> search(5, rng=np.random.default_rng(1), time_limit=60, target=7).code.size
7
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup
from whoknows.games.hats.solve.codes.code_symmetries import drawn_shape
from whoknows.games.hats.solve.codes.coset_code import CosetCode, Syndrome
from whoknows.games.hats.solve.codes.ring_codes import LONGEST_RING, drawn_ring
from whoknows.work.signals import interrupts

STEPS = 3000  # of one run of the compiled search
MOST_ORBITS = 700
MOST_SYNDROMES = 11  # the highest rank that is searched, as a power of two
RINGS = 0.2  # the share of runs with agents in a ring
LONGEST_SEARCH = 31

Found = Callable[[CosetCode, float], None]  # told each better code, and when it was found


@dataclass(frozen=True, slots=True)
class Searched:
    """The best code of a search, and how it came."""

    code: CosetCode
    seconds: float  # until it was found
    runs: int
    spent: float  # in all
    stopped: bool  # by Ctrl-C


def search(
    length: int,
    *,
    rng: np.random.Generator,
    time_limit: float = 30.0,
    target: int = 0,
    runs: float = inf,
    progress: Found | None = None,
) -> Searched:
    """The smallest code found until the time is up, or one no larger than the target.

    After so many `runs` it ends as well: what is found then is no matter of the machine.
    """
    check_search(length, time_limit)
    best, when, done = everything(length), 0.0, 0
    with interrupts() as stops:  # from the start: the compiler would swallow a Ctrl-C
        prepare()
        start = perf_counter()
        while not stops and best.size > target and done < runs:
            if perf_counter() - start > time_limit:
                break
            code = one_run(length, target, rng)
            done += 1
            if code and code.size < best.size and code.covers():
                best, when = code, perf_counter() - start
                if progress:
                    progress(best, when)
    return Searched(best.standard(), when, done, perf_counter() - start, bool(stops))


def check_search(length: int, time_limit: float) -> None:
    """Refuse a search that cannot be."""
    if not 2 <= length <= LONGEST_SEARCH:
        raise BadSetup(f"codes of length 2 to {LONGEST_SEARCH} are searched, not {length}")
    if not time_limit > 0:
        raise BadSetup(f"a time limit is above 0 seconds, not {time_limit}")


def one_run(length: int, target: int, rng: np.random.Generator) -> CosetCode | None:
    """One structure drawn, and labels searched for it."""
    from whoknows.games.hats.solve.codes import cover_kernel

    columns, maps, rank = drawn_structure(length, rng)
    label, sizes, first = cover_kernel.orbits(maps, 1 << rank)
    if len(sizes) > MOST_ORBITS:
        return None
    starts, near = cover_kernel.near_orbits(label, first, np.array((0, *columns), np.int32))
    wanted, seed = target >> (length - rank), int(rng.integers(1 << 30))
    _, chosen = cover_kernel.cheapest_cover(starts, near, sizes, wanted, STEPS, seed)
    labels = np.flatnonzero(chosen[label]).tolist()
    return CosetCode(columns, frozenset(labels), rank, "local search")


def drawn_structure(
    length: int, rng: np.random.Generator
) -> tuple[tuple[Syndrome, ...], NDArray[np.int32], int]:
    """Columns, the maps that labels stay under, and the rank: a ring or a shape."""
    if length <= LONGEST_RING and rng.random() < RINGS:
        ring = drawn_ring(length, rng)
        return ring.columns, ring.maps(), length
    rank = int(rng.choice(ranks(length)))
    shape = drawn_shape(length, rank, rng)
    return shape.columns, shape.table()[None, :], rank


def ranks(length: int) -> list[int]:
    """The ranks that are worth a try: not too many syndromes, and a column for each."""
    highest = min(length, MOST_SYNDROMES)
    lowest = max(length.bit_length(), min(highest - 2, length - 3))
    return list(range(lowest, highest + 1))


def everything(length: int) -> CosetCode:
    """All words: the code to begin with."""
    columns = (1, *(0,) * (length - 1))
    return CosetCode(columns, frozenset({0, 1}), 1, "all words")


def prepare() -> None:
    """Compile the search now: the first time takes a few seconds."""
    from whoknows.games.hats.solve.codes import cover_kernel

    label, sizes, first = cover_kernel.orbits(np.array([[0, 1]], np.int32), 2)
    starts, near = cover_kernel.near_orbits(label, first, np.array([0, 1], np.int32))
    cover_kernel.cheapest_cover(starts, near, sizes, 1, 10, 1)
