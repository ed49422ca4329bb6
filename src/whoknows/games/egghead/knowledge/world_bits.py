"""The worlds that nothing said or done in public rules out: the set M, as bits.

A world is one stack for every player.  All players but the last are axes of a table, and
the last player's stacks are the bits of its words: with 56 stacks and 4 players, 56**3
words.  This is the master table of Definition A.1 [Zorn2024]; a *row* of a player is what
is left to that player when the stacks of all others are given (Remark A.3).

A table changes in place; `copy` first what is to stay.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import Contradiction
from whoknows.games.egghead.knowledge.question_tables import Sieve, packed, unpacked
from whoknows.games.egghead.knowledge.world_kernels import Words, loops
from whoknows.games.egghead.rules.stacks import World
from whoknows.work.memory import reserve


@dataclass(eq=False)
class Worlds:
    """A set of worlds; every method but `copy` and the questions about it changes it."""

    players: int
    size: int  # how many stacks there are
    words: Words
    compiled: bool | None = None  # which loops to use; those in C if nothing is said

    @classmethod
    def all(cls, players: int, size: int, *, compiled: bool | None = None) -> Self:
        """Every world."""
        check_memory(players, size, tables=2)
        row = full_row(size)
        words = np.empty((size,) * (players - 1) + row.shape, dtype=np.uint64)
        words[:] = row
        return cls(players, size, words, compiled)

    def copy(self) -> Self:
        """These worlds in a table of their own."""
        return type(self)(self.players, self.size, self.words.copy(), self.compiled)

    @property
    def loops(self) -> Any:
        """The loops over the words of this table."""
        return loops(self.compiled)

    def ask(self, sieve: Sieve, answer: int) -> None:
        """Keep the worlds with this answer (eq. 2); raises `Contradiction` if none is."""
        if answer not in sieve.places:
            raise Contradiction(f"no table of cards gives the answer {answer}")
        flat = self.words.reshape(len(sieve.states), self.size, -1)
        self.loops.ask(flat, sieve.states, sieve.block(answer))

    def sole(self, seat: int) -> Words:
        """Where exactly one stack is left in the seat's row: bits, for `keep`."""
        if seat == self.players - 1:
            words: Words = self.loops.sole_last(
                self.words.reshape(-1, self.words.shape[-1])
            )
        else:
            words = self.loops.sole(self.along(seat))
        return words

    def keep(self, seat: int, sole: Words, *, solved: bool) -> bool:
        """Keep the worlds where the seat would react so; whether any went."""
        if seat < self.players - 1:
            return bool(self.loops.keep(self.along(seat), sole, solved))
        flat = self.words.reshape(-1, self.words.shape[-1])
        return bool(self.loops.keep_last(flat, sole, solved))

    def free(self, seat: int, stack: int) -> None:
        """Give the seat any new stack, in the worlds where it had `stack` (eq. 5)."""
        if seat < self.players - 1:
            self.loops.free(self.along(seat), stack)
            return
        had = bits_at(self.words, stack)
        self.words[:] = np.where(had[..., None], full_row(self.size), np.uint64(0))

    def both(self, other: "Worlds") -> None:
        """Keep the worlds that are in the other table too."""
        self.words &= other.words

    def row(self, seat: int, world: World) -> NDArray[np.bool_]:
        """Which stacks are left to the seat when the others have theirs of `world`."""
        if seat == self.players - 1:
            return unpacked(self.words[world[:-1]], self.size)
        place: Any = (*world[:seat], slice(None), *world[seat + 1 : -1])
        column: Words = self.words[place]
        return bits_at(column, world[-1])

    def is_sole(self, seat: int, world: World) -> bool:
        """Whether exactly one stack is left to the seat in this world."""
        return int(self.row(seat, world).sum()) == 1

    def __contains__(self, world: World) -> bool:
        return bool(bits_at(self.words[world[:-1]], world[-1]))

    def __len__(self) -> int:
        return int(np.bitwise_count(self.words).sum(dtype=np.int64))

    def same(self, other: "Worlds") -> bool:
        """Whether both hold the same worlds."""
        return bool(np.array_equal(self.words, other.words))

    def along(self, seat: int) -> Words:
        """The table with the seat's axis in the middle of three."""
        return self.words.reshape(self.size**seat, self.size, -1)

    def table(self) -> NDArray[np.bool_]:
        """The truth of every world, an axis for each player: for small sizes only."""
        return unpacked(self.words, self.size)


def check_memory(players: int, size: int, *, tables: int) -> None:
    """Raise `TooLarge` if so many tables would not fit the memory."""
    words = -(-size // 64) * size ** (players - 1)
    reserve(
        8 * words * tables,
        f"knowledge over {size} combinations for each of {players} players",
    )


@cache
def full_row(size: int) -> Words:
    """The words of a row in which every stack is left."""
    return packed(np.ones(size, dtype=np.bool_))


def bits_at(words: Words, stack: int) -> NDArray[np.bool_]:
    """The bit of one stack in each row of words."""
    bits = (words[..., stack // 64] >> np.uint64(stack % 64)) & np.uint64(1)
    return np.asarray(bits == 1)
