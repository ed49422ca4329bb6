"""How good an answer was: the chance that the team wins, if the others keep to a deal.

Which deal: the one that the table has agreed on; if it has not, the one strategy that sits
there; else the best that is known, which is the one of the known strategies that wins most
often, and where there are many rounds, that which listens to silence.  The chance is over
the hats that the seat may wear, given what it sees and that the others kept to the deal
until now.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import log2
from typing import Any

import numpy as np

from whoknows.errors import TooLarge
from whoknows.games.hats.knowledge import possible, world_count
from whoknows.games.hats.rules import Hats, Rules, answer_letter
from whoknows.games.hats.rules.fold import (
    AGAIN,
    WON,
    Sight,
    ended,
    forms,
    outcome,
    sight_in,
)
from whoknows.games.hats.show.face import chance_of_deal
from whoknows.games.hats.strategies import STRATEGIES, deals_for
from whoknows.play.game import Event, History, Seat
from whoknows.play.judging import ONE_STEP, Judgement, Number, Remark, last_moves
from whoknows.play.table.eyes import Moment

MOST_LOOKED_AT = 4096  # configurations, where only the numbers of colors are seen


class HatsJudge:
    """The judge of one kind of the game."""

    unit = "wins"

    def __init__(self, rules: Rules, followed: str = "") -> None:
        self.rules = rules
        self.followed = followed  # the strategy of the table, where all have one

    def agreed_by(self, strategies: Sequence[str]) -> "HatsJudge":
        """The judge of a team that follows one strategy, if it does."""
        known = {name for name in strategies if name in deals_for(self.rules)}
        return HatsJudge(self.rules, known.pop()) if len(known) == 1 else self

    @cached_property
    def deal(self) -> str:
        """The strategy that the team is taken to have agreed on."""
        if self.rules.agreed:
            return "agreed"
        if self.followed:
            return self.followed
        if self.rules.rounds > 1:
            return "silence" if self.rules.colors == 2 else "leader"
        chances = {name: chance_of_deal(name, self.rules) for name in deals_for(self.rules)}
        if not any(chances.values()):
            return "covering" if self.rules.colors == 2 else "leader"
        return max(chances, key=lambda name: chances[name] or 0)

    @property
    def measure(self) -> str:
        """What a value is."""
        return f"chance that the team wins, the others keeping to {self.named_deal}"

    @property
    def named_deal(self) -> str:
        """The deal, and why it is the one."""
        if self.rules.agreed:
            return f"the deal agreed on, {self.rules.agreed}"
        why = "which the team follows" if self.followed else "the best that is known"
        return f"the deal {self.deal!r}, {why}"

    def judged(self, sight: Sight, seat: Seat, move: Any) -> Judgement | None:
        """An answer among all that are allowed."""
        worlds = self.worlds(sight, seat)
        values = {a: self.chance(worlds, sight, seat, a) for a in forms(self.rules).every()}
        best, worst = max(values.values()), min(values.values())
        winning = tuple(answer for answer, value in values.items() if value == best)
        bits = log2(world_count(sight))
        claim = f"{ONE_STEP}, by {self.named_deal}"
        return Judgement(values[move], best, worst, winning, claim, None, bits)

    def reached(self, sight: Sight, seat: Seat, move: Any, after: Sight) -> Number:
        """1 if the team won, 0 if it lost; after a silence, the chance that is left."""
        answer = after.history[len(sight.history)].answer
        if answer != AGAIN:
            return Fraction(answer == WON)
        open_sight = replace(after, over=False, secret=None)
        return self.chance(self.worlds(open_sight, seat), open_sight, seat, None)

    def left(self, after: Sight, seat: Seat, move: Any | None) -> int:
        """The configurations left."""
        return world_count(after)

    def settled(self, moments: Sequence[Moment], turn: int) -> int:
        """At once."""
        return turn

    def remarks(self, moments: Sequence[Moment], names: Sequence[str]) -> list[Remark]:
        """Who said something else than the deal prescribes."""
        found, turn = [], len(moments) - 1
        for seat, move in last_moves(moments).items():
            due = self.due(moments[-2].eyes[seat])
            if due != move:
                text = (
                    f"Round {turn}: by the deal {self.deal!r}, {names[seat]} was to say "
                    f"{answer_letter(due)}, and said {answer_letter(move)}."
                )
                found.append(Remark(turn, text, 1.0))
        return found

    # ------------------------------------------------------------- the numbers

    def due(self, sight: Sight) -> int:
        """What the deal prescribes to a seat."""
        return STRATEGIES[self.deal](sight, sight.history, np.random.default_rng(0))

    def worlds(self, sight: Sight, seat: Seat) -> list[tuple[Hats, Fraction]]:
        """The hats that all may wear, as the seat sees it, with their chances.

        If the others did not keep to the deal, what they said tells nothing.
        """
        alike = self.alike(sight, seat)
        kept = [one for one in alike if self.would_have_said(one[0], seat, sight.history)]
        return kept or alike

    def alike(self, sight: Sight, seat: Seat) -> list[tuple[Hats, Fraction]]:
        """The configurations that look so to the seat."""
        rules = self.rules
        if rules.views == "counts" and rules.size > MOST_LOOKED_AT:
            raise TooLarge(f"{rules.size:,} configurations; at most {MOST_LOOKED_AT:,}")
        looks_so = possible(replace(sight, seat=seat, history=()))
        return [(hats, rules.chance(rules.code(hats))) for hats in looks_so]

    def would_have_said(self, hats: Hats, seat: Seat, history: History) -> bool:
        """Whether the others, with these hats, would have said what they did."""
        for time, event in enumerate(history):
            for other, move in event.moves.items():
                seen = sight_in(self.rules, hats, other, history[:time])
                if other != seat and self.due(seen) != move:
                    return False
        return True

    def chance(
        self,
        worlds: Sequence[tuple[Hats, Fraction]],
        sight: Sight,
        seat: Seat,
        answer: int | None,
    ) -> Fraction:
        """The chance that the team wins if the seat answers so and all keep to the deal."""
        total = sum((chance for _, chance in worlds), start=Fraction(0))
        won = sum(
            (c for hats, c in worlds if self.wins(hats, sight.history, seat, answer)),
            start=Fraction(0),
        )
        return won / total

    def wins(self, hats: Hats, history: History, seat: Seat, answer: int | None) -> bool:
        """Whether the team wins with these hats."""
        while not ended(history):
            sights = (sight_in(self.rules, hats, s, history) for s in range(len(hats)))
            said = dict(enumerate(map(self.due, sights)))
            if answer is not None:
                said[seat], answer = answer, None  # once, and then by the deal
            event = Event(said, outcome(self.rules, hats, said, len(history)))
            history = (*history, event)
        return bool(history[-1].answer == WON)
