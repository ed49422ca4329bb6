"""What the page about Balance asks its solvers, as plain values both ways.

>>> found = best_plan(12, 1, False, "either", 0, "coin-and-kind", "optimal")
>>> found.worst, found.proven, found.tree.ask
(3, True, '1-4 : 5-8')
"""

from dataclasses import dataclass

from whoknows.games.balance.rules import GOALS, KINDS, Rules
from whoknows.games.balance.strategies import COMPARED, OPTIMAL
from whoknows.web.query import address, choice, flag, whole
from whoknows.web.tree import Branch, branch
from whoknows.work.progress import Tell, silent

COINS = range(1, 401)
ODD = range(1, 5)
REFERENCES = range(10)


@dataclass(frozen=True, slots=True)
class CoinQuestion:
    """The coins that the page asks about; its address says the same."""

    coins: int = 12
    odd: int = 1
    at_most: bool = False
    kind: str = "either"
    references: int = 0
    goal: str = "coin-and-kind"
    strategy: str = OPTIMAL
    answers: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """The page that asks for this."""
        return address(
            "/explore/balance",
            coins=self.coins,
            odd=self.odd,
            atmost=int(self.at_most),
            kind=self.kind,
            references=self.references,
            goal=self.goal,
            strategy=self.strategy,
            answers=";".join(self.answers),
        )

    @property
    def game(self) -> tuple[int, int, bool, str, int, str, str]:
        """The rules and the strategy, without the walk."""
        return (
            self.coins, self.odd, self.at_most, self.kind, self.references, self.goal,
            self.strategy,
        )  # fmt: skip


def parse_asked(
    coins: str = "",
    odd: str = "",
    atmost: str = "",
    kind: str = "",
    references: str = "",
    goal: str = "",
    strategy: str = "",
    answers: str = "",
) -> CoinQuestion:
    """What an address asks for; a `WhoknowsError` says what is wrong with it."""
    asked = CoinQuestion(
        whole(coins, COINS, "coins", 12),
        whole(odd, ODD, "odd coins", 1),
        flag(atmost, "at most", False),
        choice(kind, KINDS, "kind", "either"),
        whole(references, REFERENCES, "reference coins", 0),
        choice(goal, GOALS, "goal", "coin-and-kind"),
        choice(strategy, COMPARED, "strategy", OPTIMAL),
        tuple(word for word in answers.split(";") if word),
    )
    rules_of(*asked.game[:-1])
    return asked


def rules_of(
    coins: int, odd: int, at_most: bool, kind: str, references: int, goal: str
) -> Rules:
    """The rules; making them checks that they can be decided."""
    return Rules(coins, odd, at_most, kind, references, goal)


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan of weighings, and what is known about how good it is."""

    title: str
    cases: int
    worst: int
    total: int
    average: float
    bound: int
    proven: bool
    histogram: tuple[int, ...]
    tree: Branch


def best_plan(
    coins: int,
    odd: int,
    at_most: bool,
    kind: str,
    references: int,
    goal: str,
    strategy: str,
    *,
    tell: Tell = silent,
) -> Planned:
    """The plan of a strategy, or the best there is."""
    from whoknows.games.balance.solve import evaluate, optimal

    rules = rules_of(coins, odd, at_most, kind, references, goal)
    tell(None, f"a plan for {rules}")
    if strategy == OPTIMAL:
        costs = optimal(rules, report=lambda words: tell(None, words))
    else:
        costs = evaluate(rules, strategy)
    return Planned(
        str(rules),
        rules.size,
        costs.worst,
        costs.total,
        float(costs.plan.average),
        costs.bound,
        costs.proven,
        costs.plan.histogram,
        branch(costs.plan),
    )
