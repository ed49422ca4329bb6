"""Mastermind and Balance: the exercises [vanEijck2014] and the literature they stand on."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from whoknows.errors import BadSetup
from whoknows.experiments.reproduce.charts import bars
from whoknows.experiments.reproduce.verdict import Figure, Line, exact
from whoknows.games.balance import paper as coins
from whoknows.games.balance.rules import Rules as Coins
from whoknows.games.balance.rules import Weighing
from whoknows.games.balance.solve import optimal as optimal_weighings
from whoknows.games.balance.solve.capacity import capacity
from whoknows.games.mastermind import paper
from whoknows.games.mastermind.rules import Rules
from whoknows.games.mastermind.solve import Costs, evaluate, optimal
from whoknows.games.mastermind.solve.fixed_guesses import static_guesses

if TYPE_CHECKING:
    from whoknows.experiments.reproduce import Scale

PAPER = "mastermind"
EXACT = partial(exact, PAPER)
CLASSIC = Rules(pegs=4, colors=6)

NOT_NUMBERS: dict[str, str] = {}


def lines(scale: "Scale") -> Iterator[Line | Figure]:
    """All lines about Mastermind, and then about coins."""
    yield from strategies(scale)
    yield from optima(scale)
    yield from weighings(scale)


def strategies(scale: "Scale") -> Iterator[Line | Figure]:
    """Exercises 1 to 5: what the five strategies cost over all codes."""
    found: dict[str, Costs] = {}
    for known in paper.CLASSIC:
        scale.report(f"mastermind: {known.strategy} over all codes")
        costs = found[known.strategy] = evaluate(CLASSIC, known.strategy)
        yield EXACT(
            "mastermind.CLASSIC", known.source, f"{known.strategy}: total, worst",
            [known.total, known.worst], [costs.total, costs.worst],
            note=f"first guess {costs.first}, average {float(costs.average):.3f}",
        )  # fmt: skip
    yield EXACT(
        "mastermind.KNUTH_HISTOGRAM", "[Knuth1976]", "codes found with 1, 2, ... guesses",
        list(paper.KNUTH_HISTOGRAM), list(found["worst-case"].histogram),
    )  # fmt: skip
    yield from about_entropy(found)
    shares = {name: [n / 1296 for n in costs.histogram] for name, costs in found.items()}
    most = max(map(len, shares.values()))
    groups = [
        (str(k + 1), [row[k] if k < len(row) else 0.0 for row in shares.values()])
        for k in range(most)
    ]
    yield Figure(
        PAPER, "How many guesses",
        "The share of the 1,296 codes found with 1, 2, ... guesses, in percent.",
        bars(groups, list(shares), y="share of codes"),
    )  # fmt: skip


def about_entropy(found: dict[str, Costs]) -> Iterator[Line]:
    """Exercise 5: what is said of entropy."""
    clever = sorted((costs.total, name) for name, costs in found.items() if name != "first")
    place = [name for _, name in clever].index("entropy")
    yield EXACT(
        "mastermind.ENTROPY_AMONG", "Exercise 5", "entropy among those that are not naive",
        paper.ENTROPY_AMONG, f"number {place + 1} of {len(clever)} by total",
    )  # fmt: skip
    changed = evaluate(CLASSIC, "entropy-base-parts").total
    yield EXACT(
        "mastermind.ENTROPY_BASE_PARTS", "Exercise 5", "a base that depends on the parts",
        paper.ENTROPY_BASE_PARTS, f"total {changed}",
    )  # fmt: skip


def optima(scale: "Scale") -> Iterator[Line]:
    """What no strategy can beat."""
    scale.report("mastermind: the optimum")
    best = optimal(CLASSIC)
    yield EXACT(
        "mastermind.OPTIMAL_TOTAL", "[Koyama1993]", "the least total, proven",
        [paper.OPTIMAL_TOTAL, True], [best.total, best.proven],
    )  # fmt: skip
    five = optimal(CLASSIC, worst=5)
    yield EXACT(
        "mastermind.OPTIMAL_TOTAL_WORST_5", "[Koyama1993]", "the least total with worst 5",
        paper.OPTIMAL_TOTAL_WORST_5, five.total,
    )  # fmt: skip
    yield EXACT(
        "mastermind.LEAST_WORST",
        "[Knuth1976]",
        "the least worst",
        paper.LEAST_WORST,
        least_worst(),
    )
    scale.report("mastermind: guesses fixed in advance")
    fixed = static_guesses(CLASSIC, seconds=scale.seconds)
    yield EXACT(
        "mastermind.STATIC", "Static Mastermind", "guesses that tell all codes apart",
        paper.STATIC, len(fixed.guesses),
        note=f"{' '.join(fixed.guesses)}; at least {fixed.bound}",
    )  # fmt: skip


def least_worst() -> int:
    """The least number of guesses that is enough for every code."""
    for worst in range(1, 10):
        try:
            return optimal(CLASSIC, worst=worst).worst
        except BadSetup:
            continue
    raise AssertionError("nine guesses are enough")


def weighings(scale: "Scale") -> Iterator[Line]:
    """Exercise 6: coins and scales."""
    scale.report("balance: the best plans")
    many, answers = coins.DISCUSSED
    rules = Coins(many)
    told = {rules.answer(Weighing((0,), (1,)), world) for world in rules.worlds()}
    yield EXACT(
        "balance.DISCUSSED", "Exercise 6", "answers to a weighing", answers, len(told)
    )
    for known in coins.WORST:
        for number in known.coins:
            rules = Coins(
                number,
                known.odd,
                kind=known.kind,
                goal=known.goal,
                references=known.references,
            )
            yield EXACT(
                "balance.WORST", known.source, f"weighings for {rules}",
                known.worst, optimal_weighings(rules).worst,
            )  # fmt: skip
    for number, printed in enumerate(coins.TWO_HEAVY, 1):
        found = capacity(number, Coins(7, 2, kind="heavy"))
        yield EXACT(
            "balance.TWO_HEAVY", "Two heavy coins", f"most coins for {number} weighings",
            printed, found.coins,
        )  # fmt: skip
