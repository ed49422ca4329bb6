"""Capacity: the largest number of coins for so many weighings.

For one odd coin there are formulas; for the rest, numbers of coins are tried from the
information bound downwards, and where that is too much, the gap is given.

>>> capacity(3, Rules(12)).coins, capacity(3, Rules(12, references=1)).coins
(12, 13)
>>> capacity(3, Rules(7, 2, kind="heavy")).coins
7
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from whoknows.errors import BadSetup
from whoknows.games.balance.knowledge.position import at_start
from whoknows.games.balance.rules import Rules
from whoknows.games.balance.solve.optimum import Search, Stop
from whoknows.games.balance.solve.plans import rules_document
from whoknows.work.proof_kinds import Kind, proof_document

MOST_WEIGHINGS = 40  # for formulas
EFFORT = 20_000  # splits looked into for one number of coins
CASES = 2_500  # that are searched
FORMULAS = "formulas for one odd coin (docs/balance.md#how-many-coins)"


@dataclass(frozen=True)
class Capacity:
    """The largest number of coins that so many weighings can do, as far as it is known."""

    weighings: int
    rules: Rules
    """The game with some number of coins."""
    coins: int
    """So many coins can be done."""
    bound: int
    """More coins cannot be done, by information alone."""
    most: int
    """More coins cannot be done, as far as that is known."""
    by: str
    """`formula` or `search`."""

    @property
    def proven(self) -> bool:
        """Whether no larger number of coins can be done."""
        return self.coins == self.most

    @property
    def proof(self) -> Kind | None:
        """Of what kind the proof is, if there is one."""
        if not self.proven:
            return None
        return "theorem" if self.by == "formula" else "enumeration"

    def document(self) -> dict[str, Any]:
        """The capacity as plain JSON."""
        shown = rules_document(self.rules)
        del shown["coins"]
        return {
            "weighings": self.weighings,
            **shown,
            "coins": self.coins,
            "bound": self.bound,
            "proven": self.proven,
            **proof_document(self.proof, by=FORMULAS if self.by == "formula" else ""),
            "by": self.by,
        }

    def cells(self) -> list[object]:
        """The capacity as one row of a table."""
        rules = self.rules
        most = "at most " if rules.at_most else ""
        coins = f"{self.coins}" if self.proven else f"{self.coins} to {self.most}"
        row = [f"{most}{rules.odd}", rules.kind, rules.goal, rules.references]
        return [*row, coins, self.bound, self.by]


def capacity(
    weighings: int, rules: Rules, *, report: Callable[[str], None] = lambda _: None
) -> Capacity:
    """The largest number of coins for these rules, whatever their own number."""
    if not 0 <= weighings <= MOST_WEIGHINGS:
        raise BadSetup(f"{weighings} weighings; wanted 0 to {MOST_WEIGHINGS}")
    bound = largest_by_information(weighings, rules)
    if rules.odd == 1:
        coins = one_odd(weighings, rules)
        return Capacity(weighings, rules, coins, bound, coins, "formula")
    return searched(weighings, rules, bound, report)


def one_odd(weighings: int, rules: Rules) -> int:
    """The formulas for one odd coin.

    Of known kind: 3^w.  Of unknown kind: (3^w - 3)/2, since the first weighing of even
    pans leaves a case unused in each part; a reference coin mends that, and a coin that is
    never weighed need not show its kind if the goal is the coin.
    """
    answers = int(3**weighings)
    if not rules.both:
        return answers - rules.at_most
    unweighed = rules.goal == "coin" and not rules.at_most
    coins = (answers - 3) // 2 + unweighed + (rules.references > 0)
    return max(coins, int(unweighed))


def largest_by_information(weighings: int, rules: Rules) -> int:
    """The most coins with no more things to be told apart than there are answers."""
    answers = int(3**weighings)
    low, high = rules.odd - 1, answers + rules.odd
    while high - low > 1:
        middle = (low + high) // 2
        if rules.goals_with(middle) <= answers:
            low = middle
        else:
            high = middle
    return low if low >= rules.odd else 0


def searched(
    weighings: int, rules: Rules, bound: int, report: Callable[[str], None]
) -> Capacity:
    """The largest number of coins found by trying, from the bound downwards.

    Where there is too much to try, what fewer weighings can do is known at least.
    """
    if rules.goals_with(bound) > CASES:
        fewer = capacity(weighings - 1, rules, report=report)
        return Capacity(weighings, rules, fewer.coins, bound, bound, "search")
    most = 0
    for coins in range(bound, rules.odd - 1, -1):
        report(f"are {weighings} weighings enough for {coins} coins?")
        able = enough(weighings, rules, coins, report)
        if able is None:
            most = most or coins
        elif able:
            return Capacity(weighings, rules, coins, bound, most or coins, "search")
    return Capacity(weighings, rules, 0, bound, most, "search")


def enough(
    weighings: int, rules: Rules, coins: int, report: Callable[[str], None]
) -> bool | None:
    """Whether so many weighings are enough; nothing if the search was stopped."""
    try:
        start = at_start(replace(rules, coins=coins))
    except BadSetup:
        return False
    try:
        return Search(EFFORT, report).within(start, weighings)
    except (Stop, KeyboardInterrupt):
        return None


def games(
    odd: int | None,
    kind: str | None,
    goal: str | None,
    references: int | None,
    at_most: bool,
) -> list[Rules]:
    """The games that a table of capacities shows: those asked for, of a fixed choice."""
    if odd is not None or (kind is not None and kind not in ("heavy", "either")):
        odd, kind = odd or 1, kind or ("either" if (odd or 1) == 1 else "heavy")
        shown = [(odd, kind, goal or "coin-and-kind", references or 0)]
    else:
        shown = [row for row in SHOWN if fits(row, kind, goal, references)]
        if not shown:
            shown = [(1, kind or "either", goal or "coin-and-kind", references or 0)]
    return [
        Rules(2 * many + 1, many, at_most, what, good, found)
        for many, what, found, good in shown
    ]


SHOWN = (
    (1, "heavy", "coin-and-kind", 0),
    (1, "either", "coin-and-kind", 0),
    (1, "either", "coin-and-kind", 1),
    (1, "either", "coin", 0),
    (1, "either", "coin", 1),
    (2, "heavy", "coin-and-kind", 0),
)


def fits(
    row: tuple[int, str, str, int],
    kind: str | None,
    goal: str | None,
    references: int | None,
) -> bool:
    """Whether a row is asked for."""
    return all(
        wanted is None or wanted == cell
        for wanted, cell in zip((kind, goal, references), row[1:], strict=True)
    )
