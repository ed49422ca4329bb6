"""A model as a cube of bits: one bit for every combination of facts and parts.

Where each agent sees some coordinates and misses the others, as in muddy children, hats,
and EggHead, no labels are needed: worlds that look alike differ in the missed coordinates
only.  A claim is one bit a world, 64 in a word; to know is to fold the bits along the
missed axes, a few operations a word; to announce is to mask.  A part of k values takes
enough binary axes for k, and the combinations left over are never possible.

>>> from whoknows.logic import every_world
>>> three = every_world("abc", sees={"ann": "bc", "bob": "ac", "cat": "ab"})
>>> three.engine, len(three), len(three.announce("a | b | c"))
('cube', 8, 7)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup
from whoknows.logic.models.combinations import Grid, axes_count, coordinates
from whoknows.logic.models.model import (
    Agent,
    Claim,
    Value,
    View,
    World,
    Worlds,
    check_number,
    check_there,
    world_numbers,
)
from whoknows.work.memory import reserve

if TYPE_CHECKING:
    from whoknows.logic.language.formula import Formula

Words: TypeAlias = NDArray[np.uint64]  # 64 worlds a word, the lowest bit first

# Within a word, axis k < 6 is the k-th bit of a bit's place; the worlds where it is 0:
LOW = np.array(
    [
        0x5555555555555555,
        0x3333333333333333,
        0x0F0F0F0F0F0F0F0F,
        0x00FF00FF00FF00FF,
        0x0000FFFF0000FFFF,
        0x00000000FFFFFFFF,
    ],
    dtype=np.uint64,
)
FULL = np.uint64(2**64 - 1)
WIDEST_CUBE = 24  # axes of a cube that events may make; beyond, rows or diagrams
SHORT_RUN = 8  # words in a run that is too short for an inner loop


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Cube(Grid):
    """A model with a bit per combination, and a mask of the worlds still possible."""

    engine = "cube"

    @classmethod
    def full(
        cls,
        facts: Iterable[str],
        parts: Mapping[str, tuple[Value, ...]],
        sees: Mapping[Agent, Iterable[str]],
    ) -> Self:
        """Every combination of facts and parts; each agent sees those named."""
        places = coordinates(facts, parts)
        size = axes_count(places)
        reserve(6 * 2**size // 8, f"a cube of 2^{size} worlds")
        alive = np.full(max(1, 2**size // 64), FULL)
        if size < 6:
            alive[0] = np.uint64((1 << 2**size) - 1)
        seen = {agent: frozenset(names) for agent, names in sees.items()}
        cube = cls(places, seen, alive, {})
        for name, place in places.items():
            for code in place.unused:
                alive &= ~cube.at_code(name, code)
        alive.flags.writeable = False
        return cube

    def __len__(self) -> int:
        return int(np.bitwise_count(self.alive).sum())

    def ask(self, what: str) -> None:
        """Raise `TooLarge` if an operator does not fit the memory: a few claims more."""
        size = self.alive.nbytes
        reserve(4 * size, f"{what} of a cube of {size} bytes")

    def alike(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds that look to the whole `group` together like one where `fails` holds."""
        self.ask("K")
        return self.alive & fold(self.alive & fails, self.missed(group))

    def unsure(self, claim: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds that look to the `group` like one with `claim`, and like one without."""
        self.ask("Kw")
        axes = self.missed(group)
        holds = self.alive & claim
        both = narrowed(holds, axes) & narrowed(self.alive ^ holds, axes)
        return self.alive & widened(both, axes)

    def reach(self, fails: Claim, group: Iterable[Agent]) -> Claim:
        """Worlds joined to one where `fails` holds by a chain of views of the `group`."""
        self.ask("C")
        missed = [self.missed((agent,)) for agent in group]
        reached = self.alive & fails
        while True:
            before = reached
            for axes in missed:
                reached = self.alive & fold(reached, axes)
            if np.array_equal(reached, before):
                return reached

    def knows_value(self, agent: Agent, part: str) -> Claim:
        """Where `agent` knows the value of `part`: one value in all its cell (Kv)."""
        values = self.parts_named(part)
        if part in self.sees[self.group((agent,))[0]]:
            return self.alive
        self.ask("Kv")
        missed = self.missed((agent,))
        once = twice = narrowed(np.zeros_like(self.alive), missed)
        for value in values:
            there = narrowed(self.is_value(part, value), missed)
            once, twice = once | there, twice | (once & there)
        return self.alive & ~widened(twice, missed)

    def along(self, claim: Claim, axis: int) -> Claim:
        """Those worlds of a claim where a binary axis is 1."""
        return along(claim, axis)

    def stretched(self, claim: Claim, extra: int) -> Claim:
        """A claim as one of the model with so many more axes, whatever their values."""
        if not extra:
            return claim
        reserve(6 * len(claim) * 8 << extra, f"a cube of 2^{self.axes + extra} worlds")
        if self.axes >= 6:
            return np.tile(claim, 1 << extra)
        bits = np.unpackbits(claim.astype("<u8").view(np.uint8), bitorder="little")
        return packed(np.tile(bits[: 1 << self.axes] > 0, 1 << extra))

    def sliced(self, claim: Claim, code: int, extra: int) -> Claim:
        """The claim of a model with more axes, where these spell `code`."""
        if not extra:
            return claim
        size = 1 << self.axes
        if self.axes >= 6:
            return claim[code * size // 64 : (code + 1) * size // 64]
        bits = np.unpackbits(claim.astype("<u8").view(np.uint8), bitorder="little")
        return packed(bits[code * size : (code + 1) * size] > 0)

    def can_grow(self, events: int) -> bool:
        """Whether a coordinate of so many values more is better kept here than as rows."""
        size = self.axes + 2 * (events - 1).bit_length()
        return events == 1 or (size <= WIDEST_CUBE and 2**size <= 64 * self.size)

    def restrict(self, claim: Claim) -> Self:
        """The model with the worlds of `claim` only; there may be none."""
        self.ask("a part")
        alive = self.alive & claim
        alive.flags.writeable = False
        return replace(self, alive=alive)

    def worlds(self, claim: Claim | None = None) -> Worlds:
        """The numbers of the worlds of `claim`, or of all worlds."""
        words = self.alive if claim is None else self.alive & self.claim(claim)
        many = int(np.bitwise_count(words).sum())
        reserve(40 * many, f"a list of {many} worlds")
        busy = np.flatnonzero(words)  # unpack only the words that hold a world
        octets = words[busy].astype("<u8").view(np.uint8).reshape(len(busy), 8)
        word, bit = np.nonzero(np.unpackbits(octets, axis=1, bitorder="little"))
        worlds: Worlds = busy[word] * 64 + bit
        return worlds

    def count(self, claim: Claim | Formula | str) -> int:
        """The number of worlds where `claim` holds."""
        return int(np.bitwise_count(self.alive & self.claim(claim)).sum())

    def claim_of(self, worlds: Iterable[World]) -> Claim:
        """The claim that holds in just these worlds."""
        numbers = world_numbers(worlds, self)
        inside = (numbers >= 0) & (numbers < 64 * len(self.alive))
        check_there(numbers, inside, self)
        claim = np.zeros_like(self.alive)
        bits = np.left_shift(np.uint64(1), (numbers & 63).astype(np.uint64))
        np.bitwise_or.at(claim, numbers >> 6, bits)
        check_there(numbers, (self.alive[numbers >> 6] & bits) > 0, self)
        return claim

    def check_world(self, world: World) -> None:
        """Raise `BadSetup` if the world is not in the model."""
        check_number(world)
        if not (0 <= world < 64 * len(self.alive) and self.bit(self.alive, world)):
            raise BadSetup(f"world {world} is not among the {self.size} worlds left")

    def bit(self, claim: Claim, world: World) -> bool:
        """Whether a claim holds at a combination."""
        return bool(int(claim[world >> 6]) >> (world & 63) & 1)

    def looks(self, agent: Agent) -> View:
        """How every world looks to `agent`, as labels in the order of `worlds()`."""
        seen = ~sum(1 << axis for axis in self.missed(self.group((agent,))))
        labels: View = np.unique(self.worlds() & seen, return_inverse=True)[1]
        return labels


def packed(worlds: NDArray[np.bool_]) -> Words:
    """A bool per world as bits in words."""
    octets = np.packbits(worlds, bitorder="little")
    padded = np.pad(octets, (0, -len(octets) % 8))
    words: Words = padded.view("<u8").astype(np.uint64)
    return words


def along(words: Words, axis: int) -> Words:
    """Those of the worlds where the bit of `axis` is 1."""
    if axis < 6:
        inside: Words = words & ~LOW[axis]
        return inside
    joined = np.zeros_like(words)
    for (_, of), (_, to) in zip(halves(words, axis), halves(joined, axis), strict=True):
        to[...] = of
    return joined


def fold(words: Words, axes: Iterable[int]) -> Words:
    """Worlds that differ along `axes` only from one of `words`: an OR along each axis."""
    axes = tuple(axes)
    return widened(narrowed(words, axes), axes)


def narrowed(words: Words, axes: Iterable[int]) -> Words:
    """An OR along each of the axes; an axis between words halves their number."""
    for axis in sorted(axes, reverse=True):
        if axis < 6:
            words = fold_in_word(words, axis)
            continue
        narrow = np.empty(len(words) // 2, dtype=np.uint64)
        for lane, (low, high) in zip(lanes(narrow, axis), halves(words, axis), strict=True):
            np.bitwise_or(low, high, out=lane)
        words = narrow
    return words


def widened(words: Words, axes: Iterable[int]) -> Words:
    """What was `narrowed`, as wide as before: the same at both ends of each axis."""
    for axis in sorted(axis for axis in axes if axis >= 6):
        wide = np.empty(len(words) * 2, dtype=np.uint64)
        for lane, (low, high) in zip(lanes(words, axis), halves(wide, axis), strict=True):
            low[...] = lane
            high[...] = lane
        words = wide
    return words


def halves(words: Words, axis: int) -> list[tuple[Words, Words]]:
    """The words at both ends of an axis between words, in matching pieces.

    Runs of few words are taken lane by lane, as numpy is slow with short inner loops.
    """
    span = 1 << (axis - 6)
    ends = words.reshape(-1, 2, span)
    if span >= SHORT_RUN:
        return [(ends[:, 0], ends[:, 1])]
    return [(ends[:, 0, lane], ends[:, 1, lane]) for lane in range(span)]


def lanes(words: Words, axis: int) -> list[Words]:
    """Words without an axis, in pieces that match the `halves` of words with it."""
    runs = words.reshape(-1, 1 << (axis - 6))
    return [runs] if runs.shape[1] >= SHORT_RUN else list(runs.swapaxes(0, 1))


def fold_in_word(words: Words, axis: int) -> Words:
    """An OR along an axis inside the words: both halves of every pair of bits."""
    step, low = np.uint64(1 << axis), LOW[axis]
    either = words >> step
    either |= words
    either &= low
    either |= either << step
    return either
