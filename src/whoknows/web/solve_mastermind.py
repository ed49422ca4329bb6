"""What the page about Mastermind asks its solvers, as plain values both ways.

>>> found = tried(4, 6, True, False, "worst-case")
>>> found.total, found.worst, found.tree.ask
(5801, 5, '1122')
"""

from dataclasses import dataclass

from whoknows.errors import TooLarge
from whoknows.games.mastermind.rules import Rules
from whoknows.games.mastermind.strategies import COMPARED
from whoknows.web.query import address, choice, choices, flag, whole
from whoknows.web.tree import Branch, branch
from whoknows.work.progress import Tell, silent

PEGS = range(1, 7)
COLORS = range(2, 13)
OPTIMAL = "optimal"
NAMES = (*COMPARED, OPTIMAL)
MOST_CODES = 12_000  # codes that are tried for a page


@dataclass(frozen=True, slots=True)
class CodeQuestion:
    """What the page compares and walks; its address says the same."""

    pegs: int = 4
    colors: int = 6
    repeats: bool = True
    blacks_only: bool = False
    strategies: tuple[str, ...] = COMPARED
    plan: str = "parts"
    answers: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """The page that asks for this."""
        return address(
            "/explore/mastermind",
            pegs=self.pegs,
            colors=self.colors,
            repeats=int(self.repeats),
            blacks=int(self.blacks_only),
            strategies="" if self.strategies == COMPARED else ",".join(self.strategies),
            plan=self.plan,
            answers=";".join(self.answers),
        )

    @property
    def game(self) -> tuple[int, int, bool, bool]:
        """The rules alone."""
        return self.pegs, self.colors, self.repeats, self.blacks_only


def parse_asked(
    pegs: str = "",
    colors: str = "",
    repeats: str = "",
    blacks: str = "",
    strategies: str = "",
    plan: str = "",
    answers: str = "",
) -> CodeQuestion:
    """What an address asks for; a `WhoknowsError` says what is wrong with it."""
    asked = CodeQuestion(
        whole(pegs, PEGS, "pegs", 4),
        whole(colors, COLORS, "colors", 6),
        flag(repeats, "repeats", True),
        flag(blacks, "blacks", False),
        choices(strategies, NAMES, "strategy", COMPARED),
        choice(plan, NAMES, "strategy", "parts"),
        tuple(word for word in answers.split(";") if word),
    )
    rules_of(*asked.game)
    return asked


def rules_of(pegs: int, colors: int, repeats: bool, blacks_only: bool) -> Rules:
    """The rules, if a page can try all their codes."""
    rules = Rules(pegs, colors, repeats, blacks_only)
    if rules.size > MOST_CODES:
        raise TooLarge(
            f"{rules} has {rules.size:,} codes; up to {MOST_CODES:,} are tried here,"
            " and more by `whoknows mastermind compare`"
        )
    return rules


@dataclass(frozen=True, slots=True)
class TriedStrategy:
    """A strategy tried on every code."""

    strategy: str
    first: str
    total: int
    average: float
    worst: int
    histogram: tuple[int, ...]
    proven: bool
    tree: Branch


def tried(
    pegs: int,
    colors: int,
    repeats: bool,
    blacks_only: bool,
    strategy: str,
    *,
    tell: Tell = silent,
) -> TriedStrategy:
    """What a strategy costs over all codes, and its plan."""
    from whoknows.games.mastermind.solve import evaluate, optimal

    rules = rules_of(pegs, colors, repeats, blacks_only)
    tell(None, f"{strategy} is tried on {rules.size:,} codes")
    if strategy == OPTIMAL:
        costs = optimal(rules, report=lambda words: tell(None, words))
    else:
        costs = evaluate(rules, strategy)
    return TriedStrategy(
        strategy,
        costs.first,
        costs.total,
        float(costs.average),
        costs.worst,
        costs.histogram,
        costs.proven,
        branch(costs.plan),
    )
