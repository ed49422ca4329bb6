"""Guesses ranked after a history, with all that the strategies look at.

>>> from whoknows.games.mastermind.rules import Rules
>>> found = suggestions(Rules(4, 6), [], "worst-case", top=1)
>>> found.left, found.rows[0].guess, found.rows[0].worst, found.rows[0].parts
(1296, '1122', 256, 13)
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import islice
from math import log2
from typing import Any

import numpy as np

from whoknows.edge import checked
from whoknows.errors import BadSetup, Contradiction, TooLarge
from whoknows.games.mastermind.knowledge import culprits, possible_codes, problem
from whoknows.games.mastermind.knowledge.sampled_codes import agreeing, answer_labels
from whoknows.games.mastermind.rules import Line, Rules
from whoknows.inquiry.by_score.splits import ranking
from whoknows.inquiry.by_score.strategies import FIRST, score_for

__all__ = ["suggestions"]

MOST_NAMED = 6  # possible codes that are named
SAMPLE = 400  # possible codes that guesses are tried on, where all are too many
TRIED = 60  # possible codes that are tried as guesses then
MOST_WORK = 2_000_000_000  # answers that are looked up


@dataclass(frozen=True, slots=True)
class Row:
    """One guess and its split."""

    guess: str
    possible: bool
    worst: int
    expected: Fraction
    entropy: float
    parts: int

    def cells(self) -> list[object]:
        """The row for people."""
        mark = "yes" if self.possible else ""
        expected, bits = f"{float(self.expected):.2f}", f"{self.entropy:.3f}"
        return [self.guess, mark, self.worst, expected, bits, self.parts]


@dataclass(frozen=True, slots=True)
class Suggestions:
    """The best guesses, and what is left."""

    strategy: str
    left: int | None
    """How many codes are possible; nothing where they are too many to count."""
    examples: list[str]
    rows: list[Row]
    sample: int | None = None
    """How many possible codes the figures are of, where these are not all."""

    def document(self) -> dict[str, Any]:
        """All of it as plain JSON."""
        rows = [asdict(row) | {"expected": float(row.expected)} for row in self.rows]
        return {
            "strategy": self.strategy,
            "left": self.left,
            "sample": self.sample,
            "possible": self.examples,
            "suggestions": rows,
        }


@checked
def suggestions(
    rules: Rules,
    lines: Sequence[Line],
    strategy: str,
    *,
    top: int = 10,
    only_possible: bool = False,
) -> Suggestions:
    """The best guesses by the strategy, one of each kind; an error if lines contradict."""
    if strategy == FIRST:
        raise BadSetup("`first` ranks nothing: it takes the first possible code")
    if not rules.listed:
        if strategy != "entropy":
            raise BadSetup(f"so many codes are ranked by entropy only, not {strategy!r}")
        return sampled_suggestions(rules, lines, np.random.default_rng(0), top=top)
    cell = possible_codes(rules, lines)
    if not len(cell):
        raise Contradiction(complaint(rules, lines))
    game = problem(rules)
    asked = tuple(rules.place(line.guess) for line in lines)
    questions = game.worth_asking(asked, cell)
    if only_possible or len(cell) <= 2:
        questions = questions[np.isin(questions, cell)]
    work = len(questions) * len(cell)
    if work > MOST_WORK:
        raise TooLarge(
            f"{len(questions):,} guesses at {len(cell):,} codes would take about "
            f"{work / 5e7 / 60:,.0f} minutes to rank; give more lines, or --only-possible"
        )
    ranked = ranking(game, questions, cell, score_for(game, strategy))
    rows = [row(game.question_name(q), able, sizes) for _, able, q, sizes in ranked]
    names = [
        rules.code_name(rules.code(place)) for place in cell[: MOST_NAMED + 1].tolist()
    ]
    if len(names) > MOST_NAMED:
        names[MOST_NAMED] = "..."
    return Suggestions(strategy, len(cell), names, list(islice(rows, top)))


def sampled_suggestions(
    rules: Rules, lines: Sequence[Line], rng: np.random.Generator, *, top: int = 10
) -> Suggestions:
    """A few possible codes, ranked by the bits that they tell of a sample of them.

    That is an estimate: neither are all guesses tried, nor is the sample quite even.
    """
    found = agreeing(rules, lines, rng)
    codes = found.codes[rng.permutation(len(found.codes))]
    exact = found.all and len(codes) <= SAMPLE
    codes = codes[:SAMPLE]
    guesses = codes[: max(TRIED, top)]
    rows = []
    for guess, labels in zip(guesses, answer_labels(rules, guesses, codes), strict=True):
        sizes = np.unique(labels, return_counts=True)[1].tolist()
        rows.append(row(rules.code_name(tuple(guess.tolist())), True, sizes))
    rows.sort(key=lambda one: (-one.entropy, one.guess))
    names = [rules.code_name(tuple(code.tolist())) for code in codes[:MOST_NAMED]]
    names += ["..."] * (len(codes) > MOST_NAMED)
    left = len(found.codes) if found.all else None
    return Suggestions("sampled", left, names, rows[:top], None if exact else len(codes))


def row(guess: str, possible: bool, sizes: Sequence[int]) -> Row:
    """A guess with its figures."""
    total = sum(sizes)
    expected = Fraction(sum(size * size for size in sizes), total)
    bits = log2(total) - sum(size * log2(size) for size in sizes) / total
    return Row(guess, possible, max(sizes), expected, round(abs(bits), 9), len(sizes))


def complaint(rules: Rules, lines: Sequence[Line]) -> str:
    """Which lines contradict each other."""
    sets = culprits(rules, lines)
    said = [named(rules, lines, which) for which in sets[:3]]
    return "no code agrees with all lines: " + "; or ".join(said)


def named(rules: Rules, lines: Sequence[Line], which: Sequence[int]) -> str:
    """Some lines with their numbers."""
    texts = [
        f"line {k + 1} ({rules.code_name(lines[k].guess)}:"
        f"{rules.answer_name(lines[k].answer)})"
        for k in which
    ]
    return (
        " contradicts ".join([texts[0], " and ".join(texts[1:])]) if texts[1:] else texts[0]
    )
