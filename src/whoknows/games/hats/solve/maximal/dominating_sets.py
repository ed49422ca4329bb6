"""All inclusion-minimal dominating sets of the cube: all maximal deals.

Hypergraph dualisation by depth-first search in the manner of MMCS [Murakami2014]: take
an undominated corner with the fewest candidates left, and try each of them, leaving out
the ones tried before.  A chosen corner must keep a *private* corner, one that it alone
dominates; a choice that takes away somebody's last private corner is dropped.  Every
minimal set comes up once, and the work is in proportion to their number.

>>> [codes_of(mask) for mask in minimal_sets(2)]
[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
>>> count_by_size(3)
{2: 4, 4: 8}
"""

from collections.abc import Callable, Iterator
from functools import lru_cache

from whoknows.errors import TooLarge
from whoknows.games.hats.solve.cube_bits import Mask, balls, codes_of
from whoknows.games.hats.solve.maximal.counting import count_pieces, tallied
from whoknows.games.hats.solve.maximal.pieces import NOTHING, Piece, split

LIST_LIMIT = 5  # players up to which all sets are listed
COUNT_LIMIT = 6  # players up to which they are counted
PLAYERS_WITHOUT_KERNEL = 4  # players up to which no kernel needs to be compiled

Progress = Callable[[float], None]  # told the part of the work done, 0 to 1


def minimal_sets(players: int) -> list[Mask]:
    """All inclusion-minimal dominating sets, in the order of their corners."""
    check_size(players, LIST_LIMIT, "listed")
    return list(sorted_sets(players))


@lru_cache
def sorted_sets(players: int) -> tuple[Mask, ...]:
    """What `minimal_sets` lists, found once."""
    return tuple(sorted(search(players), key=codes_of))


def search(
    players: int,
    *,
    piece: Piece = NOTHING,
    size: int | None = None,
    visit: Callable[[], None] | None = None,
) -> Iterator[Mask]:
    """The minimal dominating sets of a piece, each once, in the order of the search.

    With `size`, only those of at most so many corners; `visit` is told of every partial
    set that the search comes to.
    """
    ball, everything = balls(players), (1 << (1 << players)) - 1
    limit = 1 << players if size is None else size
    near = [reach(code, players) for code in range(1 << players)]

    def extend(chosen: Mask, once: Mask, twice: Mask, candidates: Mask) -> Iterator[Mask]:
        if visit:
            visit()
        open_corners = everything & ~(once | twice)
        if open_corners.bit_count() > (limit - chosen.bit_count()) * (players + 1):
            return  # even balls that do not overlap would not cover what is open
        if not open_corners:
            yield chosen
            return
        options = fewest(open_corners, candidates, ball)
        while options:
            bit = options & -options
            options ^= bit
            candidates ^= bit
            added = bit.bit_length() - 1
            after_twice = twice | once & ball[added]
            after_once = (once | ball[added]) & ~after_twice
            if all_private(chosen & near[added], after_once, ball):
                yield from extend(chosen | bit, after_once, after_twice, candidates)

    once, twice = tallied(codes_of(piece.chosen), ball)
    if all_private(piece.chosen, once, ball):
        undecided = everything & ~(piece.chosen | piece.excluded)
        yield from extend(piece.chosen, once, twice, undecided)


def fewest(open_corners: Mask, candidates: Mask, ball: tuple[Mask, ...]) -> Mask:
    """The candidates that dominate the open corner with the fewest of them."""
    best, least = 0, len(ball) + 1
    while open_corners and least:
        corner = open_corners & -open_corners
        open_corners ^= corner
        options = ball[corner.bit_length() - 1] & candidates
        if (number := options.bit_count()) < least:
            best, least = options, number
    return best


def all_private(chosen: Mask, once: Mask, ball: tuple[Mask, ...]) -> bool:
    """Whether each of these corners dominates one that is dominated once."""
    while chosen:
        corner = chosen & -chosen
        chosen ^= corner
        if not ball[corner.bit_length() - 1] & once:
            return False
    return True


@lru_cache
def reach(code: int, players: int) -> Mask:
    """The corners at distance 1 or 2: those that share a dominated corner with it."""
    ball = balls(players)
    wide = 0
    for near in codes_of(ball[code]):
        wide |= ball[near]
    return wide & ~(1 << code)


def count_by_size(
    players: int, *, workers: int = 2, progress: Progress | None = None
) -> dict[int, int]:
    """How many minimal dominating sets there are of each size, none of them stored.

    The search is cut into pieces, each standing for all pieces that the symmetries carry
    onto it; the compiled search counts every piece, and its count is taken so many times.
    """
    check_size(players, COUNT_LIMIT, "counted")
    if players <= PLAYERS_WITHOUT_KERNEL:
        return tally(mask.bit_count() for mask in search(players))
    return count_pieces(split(players), players, workers=workers, progress=progress)


def tally(sizes: Iterator[int]) -> dict[int, int]:
    """How often each size comes up, ascending."""
    counts: dict[int, int] = {}
    for size in sizes:
        counts[size] = counts.get(size, 0) + 1
    return dict(sorted(counts.items()))


def check_size(players: int, limit: int, done: str) -> None:
    """Refuse more players than can be done, saying how many sets there are."""
    if players <= limit:
        return
    if players == COUNT_LIMIT:
        number = "4,564,645,526 minimal losing sets"
        raise TooLarge(f"the {number} of 6 players are counted, not {done}")
    raise TooLarge(
        f"for {players} players there are far more than 4.5e9 minimal losing sets (the"
        f" number for 6); they can be {done} for at most {limit} players"
    )
