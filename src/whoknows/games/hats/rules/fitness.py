"""How good a deal is: the three fitness functions of the thesis, all exact.

*Rounds correct* counts configurations won (and weighs them by their chance); *strong
answering* weighs every single answer; *set correct* compares the sets of configurations
won by inclusion [Janssen2017, section 2.1.7].

>>> from whoknows.games.hats.rules.deal import parse_deal
>>> rules = Rules(players=3)
>>> score = evaluate(parse_deal("BPPR BPPR BPPR", rules), rules)
>>> score.won, score.rounds, score.fitness
(6, 8, Fraction(3, 4))
>>> score.won_set
(1, 2, 3, 4, 5, 6)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.games.hats.rules.deal import FREE, PASS, Deal, answer_letter
from whoknows.games.hats.rules.world import Code, Rules


@dataclass(frozen=True, slots=True)
class Weights:
    """What one answer is worth to strong answering; a pass is neither good nor bad."""

    right: Fraction = Fraction(1)
    wrong: Fraction = Fraction(-1)
    passed: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Score:
    """What a deal does in all configurations of a world."""

    won_set: tuple[Code, ...]
    rounds: int
    fitness: Fraction  # the chance to win
    right: int  # single answers over all rounds, as strong answering counts them
    wrong: int
    passed: int

    @property
    def won(self) -> int:
        """The number of rounds correct."""
        return len(self.won_set)

    def strong(self, weights: Weights | None = None) -> Fraction:
        """The fitness by strong answering: every answer weighed, over all answers."""
        weights = weights or Weights()
        worth = (
            self.right * weights.right
            + self.wrong * weights.wrong
            + self.passed * weights.passed
        )
        return worth / (self.right + self.wrong + self.passed)


@checked
def evaluate(deal: Deal, rules: Rules) -> Score:
    """The score of a deal in a world of one round; a free choice counts as a pass."""
    check_fit(deal, rules)
    said = answers_given(deal, rules)
    truth = rules.table().T + 1
    right, wrong = said == truth, (said != truth) & (said != PASS)
    won = (right.sum(0) >= rules.need) & (wrong.sum(0) <= rules.wrong)
    won_set = tuple(np.flatnonzero(won).tolist())
    return Score(
        won_set=won_set,
        rounds=rules.size,
        fitness=chance_of(won_set, rules),
        right=int(right.sum()),
        wrong=int(wrong.sum()),
        passed=int((said == PASS).sum()),
    )


def answers_given(deal: Deal, rules: Rules) -> NDArray[np.intp]:
    """What every agent says in every configuration, one agent per row."""
    answers = np.maximum(np.array(deal.answers), PASS)
    return np.take_along_axis(answers, rules.view_table(), axis=1)


@checked
def chance_of(codes: Sequence[Code], rules: Rules) -> Fraction:
    """The probability that the configuration is one of these."""
    if not rules.odds and not rules.chances:
        return Fraction(len(codes), rules.size)
    return sum((rules.chance(code) for code in codes), start=Fraction(0))


@checked
def check_fit(deal: Deal, rules: Rules) -> None:
    """Refuse a deal that is made for another world."""
    shape = {len(row) for row in deal.answers}
    if len(deal.answers) != rules.players or shape != {rules.view_count}:
        raise BadSetup(
            f"a deal of {len(deal.answers)} strategies with {sorted(shape)} views does not"
            f" fit {rules.players} players with {rules.view_count} views each"
        )
    for row in deal.answers:
        for answer in row:
            if not FREE <= answer <= rules.colors:
                raise BadSetup(f"answer {answer} is not one of {rules.colors} colors")
            if answer <= PASS and not rules.passing:
                raise BadSetup("the deal passes, and these rules allow no passing")


def compared(
    one: Score, other: Score
) -> Literal["equal", "overrules", "overruled", "apart"]:
    """The ranking by set correct of Theorem 1: which set of rounds contains the other."""
    first, second = set(one.won_set), set(other.won_set)
    if first == second:
        return "equal"
    if first > second:
        return "overrules"
    return "overruled" if first < second else "apart"


def maximal_sets(sets: Sequence[frozenset[Code]]) -> list[frozenset[Code]]:
    """The sets that no other set contains, each once, in order of first appearance."""
    unique = list(dict.fromkeys(sets))
    return [one for one in unique if not any(one < other for other in unique)]


@checked
def narrate(deal: Deal, rules: Rules, code: Code) -> list[str]:
    """One round told agent by agent, and how it ends."""
    check_fit(deal, rules)
    hats, lines, right, wrong = rules.hats(code), [], 0, 0
    for player, color in enumerate(hats):
        view = rules.view(player, code)
        answer = max(deal.answers[player][view], PASS)
        right += answer == color + 1
        wrong += answer not in (PASS, color + 1)
        lines.append(answer_line(player, rules.view_name(view), answer, color))
    won = right >= rules.need and wrong <= rules.wrong
    ending = "won" if won else "lost"
    return [*lines, f"{right} right, {wrong} wrong: the round is {ending}."]


def answer_line(player: int, seen: str, answer: int, color: int) -> str:
    """What one agent sees and says, and whether it is right."""
    if answer == PASS:
        return f"Agent {player + 1} sees {seen} and passes."
    verdict = "right" if answer == color + 1 else "wrong"
    return f"Agent {player + 1} sees {seen} and says {answer_letter(answer)}: {verdict}."
