"""How good a guess was: the guesses that the best play still needs, on average.

Where the optimum can be proven in a moment, a guess is worth minus the guesses that are
needed from here on if it is made and all later ones are the best.  It loses at most one:
a guess that tells nothing costs itself, and no guess makes the rest harder.  In larger
games a guess is worth the bits that it gains on average.

>>> from whoknows.games.mastermind.rules import Rules
>>> judge = judge_for(Rules(4, 6))
>>> judge.unit, judge.total_asking((), (0, 0, 1, 1))
('guesses', 5702)
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from whoknows.errors import TooLarge
from whoknows.games.mastermind.knowledge import possible_codes, problem
from whoknows.games.mastermind.rules import BREAKER, Code, Line, Lines, Rules, Sight
from whoknows.games.mastermind.rules.fold import is_found
from whoknows.games.mastermind.solve.first_guesses import FIRST_TOTALS, after_first
from whoknows.inquiry.by_score.splits import counts
from whoknows.inquiry.by_score.strategies import chooser
from whoknows.inquiry.problem import Cell
from whoknows.play.game import Seat
from whoknows.play.judging import (
    BEST_KNOWN,
    ONE_STEP,
    PROVEN,
    AskingJudge,
    Judgement,
    Number,
    Remark,
    close,
    entropy,
    last_moves,
)
from whoknows.play.table.eyes import Moment

if TYPE_CHECKING:
    from whoknows.inquiry.optimum.cell_costs import CellCosts

MOST_CODES = 256  # of a game whose first guess is judged without a table
MOST_SOLVED = 1_000_000  # of codes left and guesses, proven while one waits
MOST_WORST = 150  # codes left for which the worst case is proven too
MOST_PAIRS = 60_000_000  # of guesses and codes, for the most bits of any guess


class MastermindJudge(AskingJudge):
    """The judge of one size of the game."""

    question, questions = "guess", "guesses"

    def __init__(self, rules: Rules) -> None:
        self.rules, self.problem = rules, problem(rules)
        self.exact = rules in FIRST_TOTALS or rules.size <= MOST_CODES
        self.plans: dict[Lines, int] = {}  # totals of plans that are not proven least

    @cached_property
    def costs(self) -> "CellCosts":
        """What cells cost."""
        from whoknows.inquiry.optimum.cell_costs import CellCosts

        return CellCosts(self.problem)

    # ----------------------------------------------------------- of one guess

    def judged(self, sight: Sight, seat: Seat, move: Any) -> Judgement | None:
        """A guess of the breaker; what a maker answers is no choice."""
        if seat != BREAKER:
            return None
        cell = possible_codes(self.rules, sight.lines)
        made, most, widest = self.bits(sight.lines, cell, move)
        if not self.exact:
            if most is None:
                return None
            return Judgement(made, most, 0.0, widest, ONE_STEP, made, most)
        size = len(cell)
        asking = Fraction(self.total_asking(sight.lines, move), size)
        least = min(asking, Fraction(self.total(sight.lines), size))
        best = self.best(sight.lines) if asking > least else self.best(sight.lines, move)
        worst = (
            self.worst_asking(sight.lines, cell, move),
            self.least_worst(sight.lines, cell),
        )
        proven = self.is_proven(sight.lines) and self.is_proven(sight.lines, move)
        claim, lowest = PROVEN if proven else BEST_KNOWN, min(-least - 1, -asking)
        return Judgement(-asking, -least, lowest, best, claim, made, most, *worst)

    def reached(self, sight: Sight, seat: Seat, move: Any, after: Sight) -> Number:
        """Minus this guess and those still needed after its answer; or the bits."""
        if after.pending is not None or after.disputed is not None:
            raise TooLarge("the guess is not answered yet")
        had, left = (len(possible_codes(self.rules, s.lines)) for s in (sight, after))
        if not self.exact:
            return entropy([1] * had) - entropy([1] * left)
        if is_found(self.rules, after.lines):
            return Fraction(-1)
        return -1 - Fraction(self.total(after.lines), left)

    def left(self, after: Sight, seat: Seat, move: Any | None) -> int:
        """The codes left; a maker knows the one."""
        return len(possible_codes(self.rules, after.lines)) if seat == BREAKER else 1

    def settled(self, moments: Sequence[Moment], turn: int) -> int:
        """A guess is answered by the maker's next move, where a seat is the maker's."""
        sight: Sight = moments[turn].eyes.get(BREAKER) or moments[turn].eyes[1]
        while (sight.pending or sight.disputed) and turn + 1 < len(moments):
            turn += 1
            sight = next(iter(moments[turn].eyes.values()))
        return turn

    def remarks(self, moments: Sequence[Moment], names: Sequence[str]) -> list[Remark]:
        """That only one code was left, and another one was guessed."""
        guess = last_moves(moments).get(BREAKER)
        if not isinstance(guess, tuple) or guess in self.rules.every_answer:
            return []
        lines = moments[-2].eyes[BREAKER].lines
        cell = possible_codes(self.rules, lines)
        code = self.rules.code(int(cell[0]))
        early = len(possible_codes(self.rules, lines[:-1])) == 1 if lines else False
        if len(cell) > 1 or guess == code or early:
            return []
        name = self.rules.code_name(code)
        turn = len(moments) - 1
        said = f"Before turn {turn} only {name} was left, and it was not guessed."
        return [Remark(turn, said, 1.0)]

    # ------------------------------------------------------------- the numbers

    def total(self, lines: Lines) -> int:
        """The least total over the codes that these lines leave.

        Where they are too many to prove it, that of the best plan known: guesses with the
        most bits, until few enough are left.
        """
        if not lines and self.rules in FIRST_TOTALS:
            return min(FIRST_TOTALS[self.rules].values())
        if known := after_first(self.rules, lines):
            return known[0]
        cell = possible_codes(self.rules, lines)
        if len(cell) <= self.most_proven:
            return self.costs.total(self.guessed(lines), cell)
        if lines not in self.plans:
            self.plans[lines] = self.total_asking(lines, self.widest(lines, cell))
        return self.plans[lines]

    @property
    def most_proven(self) -> int:
        """The most codes left for which the least total is proven while one waits."""
        return MOST_SOLVED // self.rules.size

    def widest(self, lines: Lines, cell: Cell) -> Code:
        """The guess with the most bits: how a plan is begun where none is proven best."""
        place = chooser(self.problem, "entropy")(cell, self.guessed(lines))
        return self.rules.code(place)

    def is_proven(self, lines: Lines, guess: Code | None = None) -> bool:
        """Whether the total of these lines, or of a guess after them, is the least."""
        if not lines and self.rules in FIRST_TOTALS:
            return True
        known = after_first(self.rules, lines)
        if known is not None and guess in (None, known[1]):
            return True
        cell = possible_codes(self.rules, lines)
        if guess is None or len(cell) <= self.most_proven:
            return len(cell) <= self.most_proven
        sizes = np.bincount(self.problem.answers(self.rules.place(guess), cell))
        if len(np.flatnonzero(sizes)) == 1:  # it tells nothing: all hangs on the rest
            return self.is_proven(lines)
        return int(sizes.max()) <= self.most_proven

    def total_asking(self, lines: Lines, guess: Code) -> int:
        """The least total over the codes left if this is guessed next."""
        place = self.rules.place(guess)
        if not lines and self.rules in FIRST_TOTALS:
            if self.problem.alike:  # the first guess that is like this one
                place = int(self.problem.kind_of(())[place])
            kind = self.rules.code(place)
            return FIRST_TOTALS[self.rules][self.rules.code_name(kind)]
        if (known := after_first(self.rules, lines)) and known[1] == guess:
            return known[0]
        cell = possible_codes(self.rules, lines)
        parts = np.bincount(self.problem.answers(place, cell))
        if len(np.flatnonzero(parts)) == 1 and not (len(cell) == 1 and place == cell[0]):
            return len(cell) + self.total(lines)
        if int(parts.max()) <= self.most_proven:
            return self.costs.total_asking(self.guessed(lines), cell, place)
        answers = {self.rules.answer(guess, self.rules.code(int(code))) for code in cell}
        return len(cell) + sum(
            self.total((*lines, Line(guess, answer)))
            for answer in answers
            if answer.black < self.rules.pegs
        )

    def best(self, lines: Lines, *also: Code) -> tuple[Code, ...]:
        """Best guesses, after those that are known to be so."""
        if not lines and self.rules in FIRST_TOTALS:
            totals = FIRST_TOTALS[self.rules]
            found = [self.rules.parse_code(min(totals, key=lambda kind: totals[kind]))]
        elif known := after_first(self.rules, lines):
            found = [known[1]]
        elif len(cell := possible_codes(self.rules, lines)) > self.most_proven:
            found = [] if also else [self.widest(lines, cell)]
        else:
            found = [self.rules.code(q) for q in self.costs.best(self.guessed(lines), cell)]
        return tuple(dict.fromkeys([*also, *found]))

    def least_worst(self, lines: Lines, cell: Cell) -> int | None:
        """The least that the worst case can be, if that is quickly proven."""
        if len(cell) > MOST_WORST:
            return None
        return self.costs.least_worst(self.guessed(lines), cell)

    def worst_asking(self, lines: Lines, cell: Cell, guess: Code) -> int | None:
        """The least that it can be if this is guessed next."""
        if len(cell) > MOST_WORST:
            return None
        return self.costs.worst_asking(self.guessed(lines), cell, self.rules.place(guess))

    def guessed(self, lines: Lines) -> tuple[int, ...]:
        """The guesses of some lines as questions."""
        return tuple(self.rules.place(line.guess) for line in lines)

    def bits(
        self, lines: Lines, cell: Cell, guess: Code
    ) -> tuple[float, float | None, tuple[Code, ...]]:
        """The bits that a guess gains on average, the most of any guess, and which."""
        place = np.array([self.rules.place(guess)], np.int32)
        made = entropy(counts(self.problem, place, cell)[0].tolist())
        asks = self.problem.worth_asking(self.guessed(lines), cell)
        if len(asks) * len(cell) > MOST_PAIRS:
            return made, None, ()
        sizes = counts(self.problem, asks, cell)
        logs = np.zeros(len(cell) + 1)
        logs[1:] = np.arange(1, len(cell) + 1) * np.log2(np.arange(1, len(cell) + 1))
        bits = np.log2(len(cell)) - logs[sizes].sum(1) / len(cell)
        most = max(made, abs(float(bits.max())))
        widest = [self.rules.code(int(ask)) for ask in asks[bits >= most - 1e-9]]
        mine = [guess] if close(made, most) else []
        return made, most, tuple(dict.fromkeys([*mine, *widest]))


@lru_cache(4)
def judge_for(rules: Rules) -> MastermindJudge:
    """The judge of a size, with its memory."""
    return MastermindJudge(rules)
