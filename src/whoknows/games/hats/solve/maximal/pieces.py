"""The search for minimal dominating sets, cut into pieces by symmetry.

A piece says of some corners that they are in the set, of others that they are not.
Affine maps that permute {0, e1, ..., eN} carry balls to balls, so pieces that such a map
carries onto each other have equally many completions of each size: one of them is kept,
with the number of pieces it stands for.  Deciding whole balls, corner by corner, keeps
pieces symmetric and so makes many of them alike.
"""

from collections import Counter
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whoknows.games.hats.solve.cube_bits import Mask, balls, codes_of

PIECES = {5: 100}  # about as many are made; more of them cost more than they save
MANY_PIECES = 2000


class Piece(NamedTuple):
    """Corners decided to be in the set, and corners decided to be out."""

    chosen: Mask
    excluded: Mask


NOTHING = Piece(0, 0)  # nothing is decided yet


def split(players: int, *, pieces: int | None = None) -> list[tuple[Piece, int]]:
    """Pieces that together stand for all minimal sets, each with its multiplicity."""
    pieces = pieces or PIECES.get(players, MANY_PIECES)
    group = ball_maps(players)
    level = Counter({NOTHING: 1})
    while len(level) < pieces:
        finer: Counter[Piece] = Counter()
        for piece, times in level.items():
            for part in parts(piece, players):
                finer[canonical(part, group)] += times
        if finer == level:
            break
        level = finer
    return sorted(level.items())


def parts(piece: Piece, players: int) -> list[Piece]:
    """The piece with one more corner decided, in and out; without those that are dead."""
    corner = next_corner(piece, players)
    if corner is None:
        return [piece]
    bit = 1 << corner
    both = (
        Piece(piece.chosen | bit, piece.excluded),
        Piece(piece.chosen, piece.excluded | bit),
    )
    return [part for part in both if is_alive(part, players)]


def next_corner(piece: Piece, players: int) -> int | None:
    """The first open corner of the ball that is nearest to being decided in full."""
    decided = piece.chosen | piece.excluded
    opened = [ball & ~decided for ball in balls(players) if ball & ~decided]
    if not opened:
        return None
    return codes_of(min(opened, key=int.bit_count))[0]


def is_alive(piece: Piece, players: int) -> bool:
    """Whether every ball may still be hit, and every chosen corner has a private one."""
    ball, once, twice = balls(players), 0, 0
    if any(not around & ~piece.excluded for around in ball):
        return False
    for code in codes_of(piece.chosen):
        twice |= once & ball[code]
        once = (once | ball[code]) & ~twice
    return all(ball[code] & once for code in codes_of(piece.chosen))


def canonical(piece: Piece, group: NDArray[np.uint64]) -> Piece:
    """The least of the pieces that the maps of the group make of this one."""
    chosen = images(piece.chosen, group)
    least = chosen.min()
    excluded = images(piece.excluded, group[chosen == least])
    return Piece(int(least), int(excluded.min()))


def images(mask: Mask, group: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """What every map of the group makes of a set."""
    columns = group[:, list(codes_of(mask))]
    moved: NDArray[np.uint64] = np.bitwise_or.reduce(columns, axis=1)
    return moved


def ball_maps(players: int) -> NDArray[np.uint64]:
    """The (N+1)! affine maps that permute {0, e1, ..., eN}: row g, column c, bit g(c)."""
    points = [0, *(1 << k for k in range(players))]
    rows = [affine_map(image) for image in permutations(points)]
    return np.uint64(1) << np.array(rows, dtype=np.uint64)


def affine_map(image: tuple[int, ...]) -> list[int]:
    """The affine map that sends 0, e1, e2, ... to these points, corner by corner."""
    origin, *ends = image
    moved = [origin]
    for end in ends:
        moved += [corner ^ end ^ origin for corner in moved]
    return moved
