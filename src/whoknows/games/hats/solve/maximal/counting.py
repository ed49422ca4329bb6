"""Minimal dominating sets counted by the compiled search, piece by piece, in threads.

Corners may stand in *blocks* that are taken or left as a whole (the cycles of a
symmetry); alone, each corner is its own block.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

import numpy as np
from numpy.typing import NDArray

from whoknows.games.hats.solve.cube_bits import Mask, balls, codes_of, mask_of
from whoknows.games.hats.solve.maximal.pieces import Piece

SIZES = 65  # sizes 0 to 64
BATCH = 32  # pieces handed to a thread at a time


def count_pieces(
    pieces: Sequence[tuple[Piece, int]],
    players: int,
    *,
    workers: int = 2,
    progress: Callable[[float], None] | None = None,
) -> dict[int, int]:
    """The minimal sets of all pieces by size, each piece as often as it stands for."""
    blocks = Blocks.single(players)
    batches = [pieces[at : at + BATCH] for at in range(0, len(pieces), BATCH)]
    totals = [0] * SIZES

    def count_batch(batch: Sequence[tuple[Piece, int]]) -> list[int]:
        numbers = [0] * SIZES
        for piece, times in batch:
            for size, number in enumerate(blocks.count(piece)):
                numbers[size] += number * times
        return numbers

    blocks.count(Piece(0, blocks.everything))  # compiles before the threads start
    with ThreadPoolExecutor(max(workers, 1)) as threads:
        waiting: set[Future[list[int]]] = {threads.submit(count_batch, b) for b in batches}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    totals = [a + b for a, b in zip(totals, future.result(), strict=True)]
                if progress:
                    progress(1 - len(waiting) / len(batches))
        except KeyboardInterrupt:
            threads.shutdown(wait=False, cancel_futures=True)
            raise
    return {size: number for size, number in enumerate(totals) if number}


class Blocks:
    """Corners in blocks that are taken together, as the kernel wants them."""

    def __init__(self, players: int, blocks: Sequence[Sequence[int]]) -> None:
        ball = balls(players)
        self.everything: Mask = (1 << (1 << players)) - 1
        self.sizes = np.array([len(block) for block in blocks], dtype=np.int64)
        tallies = [tallied(block, ball) for block in blocks]
        self.once = words([once for once, _ in tallies])
        self.twice = words([twice for _, twice in tallies])
        self.privates = words([ball[block[0]] for block in blocks])
        home = {corner: place for place, block in enumerate(blocks) for corner in block}
        self.hitters = words(
            [mask_of(home[corner] for corner in codes_of(around)) for around in ball]
        )
        reached = [mask_of(home[c] for c in spread(block, ball)) for block in blocks]
        self.near = words([mask & ~(1 << place) for place, mask in enumerate(reached)])

    @classmethod
    def single(cls, players: int) -> "Blocks":
        """Every corner its own block."""
        return cls(players, [[corner] for corner in range(1 << players)])

    def count(self, piece: Piece) -> list[int]:
        """The minimal sets of a piece (of blocks), by number of corners."""
        counts = np.zeros(SIZES, dtype=np.int64)
        self.add(piece, counts)
        by_size: list[int] = counts.tolist()
        return by_size

    def add(self, piece: Piece, counts: NDArray[np.int64]) -> None:
        """Add the minimal sets of a piece to `counts`, at the sums of their `sizes`."""
        from whoknows.games.hats.solve.maximal.counting_kernel import count

        whole = (1 << len(self.sizes)) - 1
        count(
            self.once,
            self.twice,
            self.privates,
            self.hitters,
            self.near,
            self.sizes,
            np.uint64(self.everything),
            np.uint64(piece.chosen),
            np.uint64(whole & ~(piece.chosen | piece.excluded)),
            counts,
        )


def tallied(block: Sequence[int], ball: tuple[Mask, ...]) -> tuple[Mask, Mask]:
    """What a block dominates exactly once, and what more than once."""
    once = twice = 0
    for corner in block:
        twice |= once & ball[corner]
        once = (once | ball[corner]) & ~twice
    return once, twice


def spread(block: Sequence[int], ball: tuple[Mask, ...]) -> set[int]:
    """The corners that share a dominated corner with the block."""
    return {
        far
        for corner in block
        for near in codes_of(ball[corner])
        for far in codes_of(ball[near])
    }


def words(masks: Sequence[Mask]) -> NDArray[np.uint64]:
    """Masks as 64-bit words."""
    return np.array(masks, dtype=np.uint64)
