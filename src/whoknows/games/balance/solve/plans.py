"""What plans cost: the strategies, and the proven optimum.

>>> from whoknows.games.balance.rules import Rules
>>> best = optimal(Rules(coins=12))
>>> best.worst, best.bound, best.proven
(3, 3, True)
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count, islice
from math import comb, inf
from time import process_time
from typing import Any, NamedTuple

from whoknows.edge import checked
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.balance.knowledge.canonical_form import Key
from whoknows.games.balance.knowledge.position import Position, at_start
from whoknows.games.balance.knowledge.weighing_kinds import Counts, choices, weighing_of
from whoknows.games.balance.rules import Rules, Weighing, weighing_name, world_name
from whoknows.games.balance.solve.bounds import information, least_total
from whoknows.games.balance.solve.optimum import (
    Report,
    Search,
    Stop,
    leaf,
    named,
    silent,
    squares,
)
from whoknows.inquiry.by_score.scores import Score, score
from whoknows.inquiry.plan import Node, Plan
from whoknows.work.proof_kinds import Kind, proof_document

MINIMIZE = ("worst", "total")
ONE_ODD = 400  # coins that plans are made for with one odd coin,
CASES = 5000  # and cases with several
AT_ONCE = 300  # weighings looked at for a plan that is made at once
CHOICES = 2_000_000  # weighings that a strategy scores at a time
EFFORT = 5_000  # splits looked into for the total, once the worst is proven,
LONG_EFFORT = 400_000  # and where the total is what is minimized
MOST_TOTALED = 30  # cases for which a checker tries all plans for the least total
COUNTING = "three answers to a weighing (docs/balance.md#the-best-plan)"


@dataclass(frozen=True)
class Costs:
    """A plan, and what it costs over all worlds."""

    rules: Rules
    plan: Plan = field(repr=False)
    bound: int
    """The information bound: fewer weighings cannot tell so many things apart."""
    proven: bool
    """Whether no plan has less of what was minimized."""
    minimize: str = "worst"
    least: int = 0
    """No plan has less of it, as far as that is proven."""
    total_too: bool = False
    """Whether, with that worst, no plan has a smaller total."""
    visited: int = 0
    seconds: float = 0.0

    @property
    def worst(self) -> int:
        """The most weighings for any world."""
        return self.plan.worst

    @property
    def total(self) -> int:
        """The weighings over all worlds."""
        return self.plan.total

    @property
    def proof(self) -> Kind | None:
        """Of what kind the proof is, if there is one."""
        if not self.proven:
            return None
        counted = self.minimize == "worst" and self.worst == self.bound
        return "theorem" if counted else "enumeration"

    @property
    def certified(self) -> bool:
        """Whether a certificate is written: a checker tries whatever is better."""
        small = self.minimize == "worst" or self.rules.size <= MOST_TOTALED
        return self.proven and small

    def document(self) -> dict[str, Any]:
        """The costs and the plan as plain JSON."""
        rules = self.rules
        return {
            **rules_document(rules),
            "worst": self.worst,
            "total": self.total,
            "bound": self.bound,
            "minimize": self.minimize,
            "proven": self.proven,
            **proof_document(
                self.proof,
                by=COUNTING if self.proof == "theorem" else "",
                certified=self.certified,
            ),
            "plan": node_document(self.plan.root),
        }


def rules_document(rules: Rules) -> dict[str, Any]:
    """The rules as plain JSON."""
    return {
        "coins": rules.coins,
        "odd": rules.odd,
        "at_most": rules.at_most,
        "kind": rules.kind,
        "goal": rules.goal,
        "references": rules.references,
    }


def node_document(node: Node) -> dict[str, Any]:
    """One node: what to weigh and what comes then, or what is found."""
    if node.question is None:
        return {"found": [world_name(world) for world in node.found]}
    return {
        "ask": weighing_name(node.question),
        "left": list(node.question.left),
        "right": list(node.question.right),
        "then": {answer: node_document(below) for answer, below in node.branches.items()},
    }


@checked
def optimal(
    rules: Rules,
    *,
    minimize: str = "worst",
    report: Report = silent,
    effort: float | None = None,
) -> Costs:
    """The plan with the least worst and then the least total, or with the least total.

    Stopped by Ctrl-C, or after looking into `effort` splits for the total, the best plan
    known is given, with what is proven by then.
    """
    if minimize not in MINIMIZE:
        raise BadSetup(f"{minimize!r} cannot be minimized; wanted worst or total")
    check_size(rules)
    clock = process_time()
    start, search = at_start(rules), Search(report=report)
    if minimize == "total":
        found = least_total_plan(search, start, effort or LONG_EFFORT)
    else:
        found = least_worst_plan(search, start, EFFORT if effort is None else effort)
    reached = found.plan.total if minimize == "total" else found.plan.worst
    return Costs(
        rules,
        found.plan,
        information(rules.goals),
        reached == found.least,
        minimize,
        found.least,
        found.total_too,
        search.visited,
        process_time() - clock,
    )


class Found(NamedTuple):
    """A plan, what no plan can beat, and whether the total is the least for the worst."""

    plan: Plan
    least: int
    total_too: bool


def check_size(rules: Rules) -> None:
    """Refuse what would not fit the day."""
    if rules.odd == 1 and rules.coins > ONE_ODD:
        raise TooLarge(f"{rules}: plans are made for up to {ONE_ODD} coins")
    if rules.odd > 1 and rules.size > CASES:
        raise TooLarge(f"{rules}: {rules.size:,} cases; plans are made for up to {CASES:,}")


def check_choices(rules: Rules) -> None:
    """Refuse a strategy that would have to look at too many weighings at a time."""
    third = max(1, rules.coins // 3)
    most = comb(third + 2, 2) ** 2 // 2 if rules.both else comb(rules.coins + 2, 2)
    if most > CHOICES:
        raise TooLarge(
            f"{rules}: about {most:,} weighings to score at a time; up to {CHOICES:,} are"
        )


def least_worst_plan(search: Search, start: Position, effort: float) -> Found:
    """A plan of least worst, its total the least too unless that takes too long."""
    try:
        worst = search.minimal_worst(start)
    except KeyboardInterrupt:
        return Found(fallback(start), information(start.goals), False)
    try:
        search.report("the least total with that worst")
        search.most = search.splits + effort
        search.solve(start, worst, inf)
        search.most = inf
        return Found(named(search.tree(start, worst), "optimal"), worst, True)
    except (Stop, KeyboardInterrupt):
        search.most = inf
        return Found(named(search.quick_tree(start, worst), "optimal"), worst, False)


def least_total_plan(search: Search, start: Position, effort: float) -> Found:
    """A plan of least total."""
    try:
        search.report("the least total")
        search.most = effort
        total = int(search.solve(start, None, inf))
        search.most = inf
        return Found(named(search.tree(start, None), "optimal"), total, True)
    except (Stop, KeyboardInterrupt):
        return Found(fallback(start), int(least_total(start, None)), False)


def fallback(start: Position) -> Plan:
    """A plan made at once, where none was found in time: any even weighing will do."""

    def grow(position: Position) -> Node:
        if position.goals <= 1:
            return leaf(position)
        few = list(islice(choices(position, near=True), AT_ONCE)) or choices(position)
        counts = min(few, key=lambda choice: squares(choice.sizes)).counts
        weighing = weighing_of(position, counts)
        parts = position.split(weighing)
        return Node(weighing, {answer: grow(part) for answer, part in parts.items()})

    return named(grow(start), "even")


@checked
def evaluate(rules: Rules, strategy: str, *, report: Report = silent) -> Costs:
    """The strategy of that name tried on every world."""
    if strategy == "optimal":
        return optimal(rules, minimize="total", report=report)
    check_size(rules)
    check_choices(rules)
    clock = process_time()
    plan = plan_by(at_start(rules), score(strategy), report)
    bound = information(rules.goals)
    return Costs(rules, plan, bound, False, seconds=process_time() - clock)


def plan_by(start: Position, by: Score, report: Report = silent) -> Plan:
    """The plan that makes the weighing with the best score, among equals the first."""
    choose, numbers = chooser(by), count(1)

    def grow(position: Position) -> Node:
        if position.goals <= 1:
            return leaf(position)
        report(f"{by.name}: position {next(numbers):,}")
        weighing = choose(position)
        parts = position.split(weighing)
        return Node(weighing, {answer: grow(part) for answer, part in parts.items()})

    return named(grow(start), by.name)


def chooser(by: Score) -> Callable[[Position], Weighing]:
    """The strategy of a score; positions that are the same but for names cost one look."""
    known: dict[Key, Counts] = {}

    def choose(position: Position) -> Weighing:
        same = position.sizes, position.orbits, len(position.good)
        if same not in known:
            known[same] = best_choice(position, by)
        return weighing_of(position, known[same])

    return choose


def best_choice(position: Position, by: Score) -> Counts:
    """The numbers of coins in the weighing with the best score."""
    scored: dict[tuple[int, ...], Any] = {}

    def value(sizes: tuple[int, ...]) -> Any:
        cells = tuple(sorted((size for size in sizes if size), reverse=True))
        if cells not in scored:
            scored[cells] = by.of(cells, False)
        return scored[cells]

    return min(choices(position), key=lambda choice: value(choice.sizes)).counts
