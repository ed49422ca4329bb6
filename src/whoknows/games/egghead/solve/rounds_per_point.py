"""A run: how many rounds each point took."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Self

from whoknows.games.egghead.rules.log import Asked, Log


@dataclass
class Run:
    """What came of some rounds, seat by seat."""

    waits: list[list[int]]  # of each seat, rounds from one point to the next
    cut: list[int]  # of each seat, rounds since the last point when the run ended
    rounds: int = 0
    stalled: bool = False  # no question could tell anybody anything any more
    won: list[int] = field(default_factory=list)  # seats, if played for points

    @classmethod
    def of(cls, players: int) -> Self:
        """The run before its first round."""
        return cls([[] for _ in range(players)], [0] * players)

    @classmethod
    def of_log(cls, log: Log, players: int) -> Self:
        """The run that a log tells of."""
        run, solvers = cls.of(players), None
        for step in log:
            if not isinstance(step, Asked):
                assert solvers is not None, "a log begins with a question"
                solvers.update(step.solvers)
                continue
            if solvers is not None:
                run.note(solvers)
            solvers = set[int]()
        if solvers is not None:
            run.note(solvers)
        return run

    def note(self, solvers: Collection[int]) -> None:
        """Count one more round for everybody, and write down who scored."""
        self.rounds += 1
        for seat, wait in enumerate(self.cut):
            if seat in solvers:
                self.waits[seat].append(wait + 1)
            self.cut[seat] = 0 if seat in solvers else wait + 1
