"""How good a weighing was: the weighings that the best play still needs, on average.

Where the optimum can be proven in a moment, a weighing is worth minus the weighings needed
from here on if it is made and all later ones are the best; else the bits that it gains.

>>> from whoknows.games.balance.rules import Rules
>>> judge = judge_for(Rules(coins=12))
>>> judge.unit, judge.least(())
('weighings', Fraction(3, 1))
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import Any

from whoknows.errors import TooLarge
from whoknows.games.balance.knowledge import Position, position_after
from whoknows.games.balance.knowledge.weighing_kinds import choices, weighing_of
from whoknows.games.balance.rules import Naming, Rules, Sight, Weighing, weighing_name
from whoknows.games.balance.rules.fold import Lines
from whoknows.games.balance.solve.optimum import Search, Stop
from whoknows.play.game import Seat
from whoknows.play.judging import (
    ONE_STEP,
    PROVEN,
    AskingJudge,
    Judgement,
    Number,
    Remark,
    close,
    entropy,
)
from whoknows.play.table.eyes import Moment

MOST_SPLITS = 20_000  # that a search looks into while one waits


class BalanceJudge(AskingJudge):
    """The judge of one kind of the game."""

    question, questions = "weighing", "weighings"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.search = Search(MOST_SPLITS)
        try:
            self.search.solve(position_after(rules, ()), None, inf)
            self.exact = True
        except Stop:
            self.exact = False

    def judged(self, sight: Sight, seat: Seat, move: Any) -> Judgement | None:
        """A weighing, and what others would be worth; to name a coin is not judged."""
        if isinstance(move, Naming):
            return None
        position = position_after(sight.rules, sight.lines)
        parts = [part for part in position.split(move).values() if part.size]
        made = entropy(part.size for part in parts)
        most, widest = self.most_bits(position, move, made)
        if not self.exact:
            return Judgement(made, most, 0.0, widest, ONE_STEP, made, most)
        least = self.mean(position)
        asking = 1 + sum((self.total(part) for part in parts), Fraction(0)) / position.size
        best = (move,) if asking == least else (self.best(position),)
        worst = 1 + max(map(self.least_worst, parts)), self.least_worst(position)
        return Judgement(-asking, -least, -least - 1, best, PROVEN, made, most, *worst)

    def reached(self, sight: Sight, seat: Seat, move: Any, after: Sight) -> Number:
        """Minus this weighing and those still needed after its answer; or the bits."""
        had, left = (position_after(s.rules, s.lines) for s in (sight, after))
        if not self.exact:
            return entropy([1] * had.size) - entropy([1] * left.size)
        return -1 - self.mean(left)

    def left(self, after: Sight, seat: Seat, move: Any | None) -> int:
        """The cases left."""
        return position_after(after.rules, after.lines).size

    def remarks(self, moments: Sequence[Moment], names: Sequence[str]) -> list[Remark]:
        """That a weighing could tell nothing."""
        sight: Sight = next(iter(moments[-1].eyes.values()))
        if sight.named is not None:
            return []
        *before, (weighing, _) = sight.lines
        position = position_after(sight.rules, tuple(before))
        if sum(1 for part in position.split(weighing).values() if part.size) > 1:
            return []
        turn, name = len(moments) - 1, weighing_name(weighing)
        return [
            Remark(turn, f"Turn {turn} could tell nothing: {name} has one answer only.", 1)
        ]

    # ------------------------------------------------------------- the numbers

    def least(self, lines: Lines) -> Fraction:
        """The weighings that the best play needs on average after these lines."""
        return self.mean(position_after(self.rules, lines))

    def mean(self, position: Position) -> Fraction:
        """The weighings that the best play needs on average."""
        return self.total(position) / position.size

    def total(self, position: Position) -> Fraction:
        """The least total over all cases of a position; raises `TooLarge`."""
        self.search.splits = 0
        try:
            return Fraction(int(self.search.solve(position, None, inf)))
        except Stop:
            raise TooLarge("to prove the best way to continue takes too long") from None

    def least_worst(self, position: Position) -> int:
        """The least that the worst case can be; raises `TooLarge`."""
        self.search.splits = 0
        try:
            return self.search.minimal_worst(position)
        except Stop:
            raise TooLarge("to prove the best worst case takes too long") from None

    def best(self, position: Position) -> Weighing:
        """The first weighing of a best plan."""
        self.search.splits = 0
        return self.search.best_weighing(position, None)

    def most_bits(
        self, position: Position, move: Weighing, made: float
    ) -> tuple[float, tuple[Weighing, ...]]:
        """The most bits that a weighing gains on average, and some that do."""
        found = [(entropy(choice.sizes), choice.counts) for choice in choices(position)]
        most = max([made, *(bits for bits, _ in found)])
        widest = [weighing_of(position, c) for bits, c in found if close(bits, most)]
        return most, ((move, *widest) if close(made, most) else tuple(widest))


@lru_cache(8)
def judge_for(rules: Rules) -> BalanceJudge:
    """The judge of a kind, with its memory."""
    return BalanceJudge(rules)
