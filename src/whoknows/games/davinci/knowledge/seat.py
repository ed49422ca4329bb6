"""What one seat may do, and how much it holds possible, from its sight."""

from collections.abc import Sequence
from math import comb, prod

from whoknows.errors import TooLarge
from whoknows.games.davinci.knowledge.public_hands import public_knowledge
from whoknows.games.davinci.knowledge.seat_worlds import outlook_of
from whoknows.games.davinci.rules import Guess, Move, Place, Setup, Sight, Stop, legal
from whoknows.games.davinci.rules.turns import arrangements, fitting_places

MOST_TUPLES = 2 * 10**9  # of hands, one a player: a second of counting for a spectator


def holds_possible(sight: Sight, guess: Guess) -> bool:
    """Whether the seat holds the guess possible; raises `IllegalMove`."""
    if not sight.facts:
        return True
    legal(sight.table, sight.seat or 0, guess)
    return outlook_of(sight).find(guess) is not None


def legal_moves(sight: Sight) -> Sequence[Move]:
    """The legal moves: guesses held possible by player, place, tile; then to stop."""
    table = sight.table
    if table.phase == "arrange":
        return arrangements(sight.hand)
    if table.phase in ("hide", "open"):
        assert sight.drawn is not None
        return [Place(at) for at in fitting_places(sight.hand, sight.drawn)]
    if table.phase == "over" or not sight.facts:
        return []
    found: list[Move] = list(outlook_of(sight).guesses())
    return [*found, Stop()] if table.phase == "go on" else found


def world_count(sight: Sight) -> int:
    """The number of worlds that the seat holds possible.

    Raises `TooLarge` for a spectator of so many hands that counting takes minutes.
    """
    if not sight.facts:
        setup = sight.table.setup
        return deals(setup, others=setup.players - bool(sight.hand))
    if too_many(sight):
        raise TooLarge("so many hands of all players cannot be counted together")
    return outlook_of(sight).worlds


def too_many(sight: Sight) -> bool:
    """Whether a spectator sees so many hands that to count them takes minutes."""
    if sight.seat is not None:
        return False
    return prod(map(len, public_knowledge(sight).hands)) > MOST_TUPLES


def deals(setup: Setup, others: int) -> int:
    """The ways to deal hands, as sets of tiles, to so many players."""
    ways, left = 1, setup.total - setup.hand * (setup.players - others)
    for _ in range(others):
        ways, left = ways * comb(left, setup.hand), left - setup.hand
    return ways
