"""The study of section 5 [Zorn2024]: how many rounds a point takes, and who wins.

A study is a list of *pieces*, pure functions of setup and seed, so that they can be done
in any order, anywhere, and kept; and a summary of what came of them.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from whoknows.games.egghead.knowledge.public_worlds import question_sieve
from whoknows.games.egghead.knowledge.world_bits import check_memory
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.solve.rounds_per_point import Run
from whoknows.games.egghead.solve.simulate import run
from whoknows.games.egghead.solve.waiting_times import (
    Chances,
    Waiting,
    points,
    waiting,
    winning,
)

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
    """The pieces of a study of so many rounds, and so many games; raises `TooLarge`."""
    if setup.analysts:
        check_memory(setup.players, len(setup.box), tables=2)
    runs = [min(PIECE, rounds - k) for k in range(0, rounds, PIECE)]
    plays = [min(GAMES, games - k) for k in range(0, games, GAMES)]
    found = [Piece(setup, seed, number, rounds=some) for number, some in enumerate(runs)]
    return found + [
        Piece(setup, seed, len(runs) + number, games=some)
        for number, some in enumerate(plays)
    ]


def work_on(piece: Piece) -> dict[str, Any]:
    """The runs of a piece and the seconds they took, as plain data."""
    warm(piece.setup)
    start = time.perf_counter()
    seed = [piece.seed, piece.number]
    if piece.rounds:
        runs = [run(piece.setup, seed, piece.rounds)]
    else:
        runs = [run(piece.setup, [*seed, game], 0) for game in range(piece.games)]
    return {"runs": [asdict(run_) for run_ in runs], "seconds": time.perf_counter() - start}


@lru_cache(maxsize=4)
def warm(setup: Setup) -> None:
    """Have every question made into tables, before it is timed."""
    for moderator in (None,) if setup.moderator == "external" else setup.seats:
        for question in range(len(setup.questions)):
            question_sieve(setup, question, moderator)
    run(setup, 0, 40 if setup.players < 5 else 1)


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
    seconds_per_round: float  # on one core, tables of questions made before

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


def summary(setup: Setup, found: Sequence[Mapping[str, Any]]) -> Study:
    """A study from what came of its pieces."""
    every = [Run(**entry) for piece in found for entry in piece["runs"]]
    rounds = sum(run_.rounds for run_ in every)
    long = [run_ for run_ in every if not run_.won]
    played = [run_ for run_ in every if run_.won]
    return Study(
        setup,
        grouped(long, setup.analysts),
        grouped(long, setup.listeners),
        rounds=sum(run_.rounds for run_ in long),
        stalled=sum(run_.stalled for run_ in every),
        games=len(played),
        wins=tuple(sum(seat in run_.won for run_ in played) for seat in setup.seats),
        seconds_per_round=sum(piece["seconds"] for piece in found) / max(1, rounds),
    )


def grouped(runs: Sequence[Run], seats: Sequence[int]) -> Waiting:
    """The waiting times of some seats, all put together."""
    waits = [wait for run_ in runs for seat in seats for wait in run_.waits[seat]]
    return waiting(waits, [run_.cut[seat] for run_ in runs for seat in seats])
