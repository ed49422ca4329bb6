"""The study of section 5 [Zorn2024]: how many rounds a point takes, and who wins.

A study is a list of *pieces*, pure functions of setup and seed, so that they can be done
in any order, anywhere, and kept; and a summary of what came of them.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any

from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.solve.simulate import Run, run
from whoknows.games.egghead.solve.stats import Chances, Waiting, points, waiting, winning

PIECE = 1000  # rounds in one run, as in the paper
GAMES = 20  # games in one piece
TEN = 10  # points that win


@dataclass(frozen=True)
class Piece:
    """One piece of a study: a run of rounds, or a few games played to their end."""

    setup: Setup
    seed: int
    number: int  # of the piece, among those of the study
    rounds: int = 0
    games: int = 0


def pieces(setup: Setup, seed: int, *, rounds: int = 0, games: int = 0) -> list[Piece]:
    """The pieces of a study of so many rounds, and so many games."""
    runs = [min(PIECE, rounds - k) for k in range(0, rounds, PIECE)]
    plays = [min(GAMES, games - k) for k in range(0, games, GAMES)]
    found = [Piece(setup, seed, number, rounds=some) for number, some in enumerate(runs)]
    return found + [
        Piece(setup, seed, len(runs) + number, games=some)
        for number, some in enumerate(plays)
    ]


def work_on(piece: Piece) -> list[dict[str, Any]]:
    """The runs of a piece, as plain data."""
    if piece.rounds:
        return [asdict(run(piece.setup, [piece.seed, piece.number], piece.rounds))]
    return [
        asdict(run(piece.setup, [piece.seed, piece.number, game], 0))
        for game in range(piece.games)
    ]


@dataclass(frozen=True)
class Study:
    """What came of a study."""

    setup: Setup
    analysing: Waiting
    plain: Waiting
    rounds: int
    stalled: int  # runs in which the deck deadlocked
    games: int  # played to their end
    wins: tuple[int, ...]  # of those, by seat; a tie is a win for all who tie

    def group(self, seat: int) -> Waiting:
        """The waiting times of players like the one in a seat."""
        return self.analysing if seat in self.setup.analysts else self.plain

    def ten(self, name: str) -> Chances:
        """The chance of each number of rounds to ten points, for one group."""
        group: Waiting = getattr(self, name)
        return points(group.chances, TEN)

    def win_rates(self) -> list[float] | None:
        """How often everyone won the games that were played."""
        return [wins / self.games for wins in self.wins] if self.games else None

    def winning(self) -> list[float] | None:
        """Everyone's chance to win by the distributions, as in Figure 3."""
        groups = [self.group(seat) for seat in self.setup.seats]
        if not all(group.n for group in groups):
            return None
        return winning([points(group.chances, TEN) for group in groups])


def summary(setup: Setup, found: Sequence[Sequence[dict[str, Any]]]) -> Study:
    """A study from what came of its pieces."""
    every = [Run(**entry) for entry in chain.from_iterable(found)]
    long = [run_ for run_ in every if not run_.won]
    played = [run_ for run_ in every if run_.won]
    return Study(
        setup,
        grouped(long, list(setup.analysts)),
        grouped(long, [seat for seat in setup.seats if seat not in setup.analysts]),
        rounds=sum(run_.rounds for run_ in long),
        stalled=sum(run_.stalled for run_ in every),
        games=len(played),
        wins=tuple(sum(seat in run_.won for run_ in played) for seat in setup.seats),
    )


def grouped(runs: Sequence[Run], seats: Sequence[int]) -> Waiting:
    """The waiting times of some seats, all put together."""
    waits = [wait for run_ in runs for seat in seats for wait in run_.waits[seat]]
    return waiting(waits, [run_.cut[seat] for run_ in runs for seat in seats])
