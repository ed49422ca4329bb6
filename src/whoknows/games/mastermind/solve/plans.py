"""What a strategy costs over all codes, and the least that any can cost.

>>> from whoknows.games.mastermind.rules import Rules
>>> costs = evaluate(Rules(pegs=4, colors=6), "worst-case")
>>> costs.total, costs.worst, costs.histogram
(5801, 5, (1, 6, 62, 533, 694))
"""

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import Any

from whoknows.edge import checked
from whoknows.errors import TooLarge
from whoknows.games.mastermind.knowledge import problem
from whoknows.games.mastermind.rules import Code, Rules
from whoknows.games.mastermind.solve.effort import forewarning
from whoknows.inquiry.by_score.scores import Score
from whoknows.inquiry.by_score.strategies import (
    FIRST,
    LEARNING,
    Report,
    load,
    plan_for,
    silent,
)
from whoknows.inquiry.plan import Plan
from whoknows.work.proof_kinds import proof_document

MOST_WORK = 3_000_000_000_000  # answers looked up: more would take hours
SOME_WORK = 2_000_000_000  # that take some seconds
PACE = 200_000_000  # looked up in a second, about
PLANS = 4  # as many plans as the strategy that learns takes time for, about


@dataclass(frozen=True, slots=True)
class Costs:
    """What a plan costs over all codes, and what none can beat."""

    rules: Rules
    strategy: str
    plan: Plan = field(repr=False)
    proven: bool
    """Whether no plan has a smaller total (or worst, if that was asked for)."""
    bound: int
    """No plan has less; 0 where nothing was proven."""
    seconds: float
    """Processor time of the search itself."""
    minimize: str = "total"
    limit: int | None = None
    """The most guesses that were allowed, if they were bounded."""
    opening: int | None = None
    """The first guess that was forced, as a question, if one was."""

    @property
    def first(self) -> str:
        """The first guess."""
        return self.plan.question_name(self.plan.root.question)

    @property
    def total(self) -> int:
        """The guesses over all codes."""
        return self.plan.total

    @property
    def worst(self) -> int:
        """The most guesses for any code."""
        return self.plan.worst

    @property
    def average(self) -> Fraction:
        """The expected number of guesses."""
        return self.plan.average

    @property
    def histogram(self) -> tuple[int, ...]:
        """How many codes are found with 1, 2, 3, ... guesses."""
        return self.plan.histogram

    def document(self) -> dict[str, Any]:
        """All of it as plain JSON; a bound is added where the search was stopped."""
        rules = self.rules
        document = {
            "pegs": rules.pegs,
            "colors": rules.colors,
            "repeats": rules.repeats,
            "blacks_only": rules.blacks_only,
            "strategy": self.strategy,
            "first": self.first,
            "total": self.total,
            "worst": self.worst,
            "average": float(self.average),
            "histogram": list(self.histogram),
            "minimize": self.minimize,
            "limit": self.limit,
            "forced": self.opening is not None,
            "proven": self.proven,
            **proof_document("certificate" if self.proven else None, certified=self.proven),
            "seconds": round(self.seconds, 3),
        }
        if self.bound and not self.proven:
            document["bound"] = self.bound
        return document


@checked
def evaluate(
    rules: Rules,
    strategy: str | Score,
    *,
    first: Code | None = None,
    only_possible: bool = False,
    ties: str = "possible",
    report: Report = silent,
) -> Costs:
    """The strategy tried on every code."""
    name = strategy if isinstance(strategy, str) else strategy.name
    if name != FIRST:
        check_work(rules)
    game = problem(rules)
    if name != FIRST:
        load(game.questions * game.secrets, report)
        announce(rules, report, PLANS if name == LEARNING else 1)
    opening = None if first is None else rules.place(first)
    began = process_time()
    plan = plan_for(game, strategy, first=opening, only_possible=only_possible, ties=ties)
    return Costs(rules, name, plan, False, 0, process_time() - began)


@checked
def optimal(
    rules: Rules,
    *,
    minimize: str = "total",
    worst: int | None = None,
    first: Code | None = None,
    report: Report = silent,
    keep: Path | None = None,
    yes: bool = False,
) -> Costs:
    """The plan with the least total, or the least worst and then the least total.

    A search that would take days is refused unless `yes` is said.
    """
    from whoknows.inquiry.optimum.search import optimal_plan

    forewarning(rules, yes=yes)
    game = problem(rules)
    opening = None if first is None else rules.place(first)
    found = optimal_plan(
        game, minimize=minimize, worst=worst, first=opening, report=report, keep=keep
    )
    return Costs(
        rules,
        "optimal",
        found.plan,
        found.proven,
        found.bound,
        found.seconds,
        minimize,
        worst,
        opening,
    )


def announce(rules: Rules, report: Report, times: int = 1) -> None:
    """Say about how long all codes take, where that is long, or so many times all codes."""
    work = rules.size**2 * rules.pegs * times
    if work > SOME_WORK:
        seconds = work / PACE
        long = f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"
        report(f"{rules.size:,} codes: about {long}, by a rough estimate")


def check_work(rules: Rules) -> None:
    """Refuse a tree that would take hours, with an estimate."""
    work = rules.size**2 * rules.pegs
    if work > MOST_WORK:
        hours = work / PACE / 3600
        raise TooLarge(
            f"all {rules.size:,} codes of {rules} would take about {hours:,.0f} hours; "
            f"`play` works at this size"
        )
