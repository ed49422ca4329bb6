"""Odd coins that are all heavier (or all lighter), each by an amount of its own.

The last variant of exercise 6 [vanEijck2014]: nobody knows the amounts.  Of two odd coins
on opposite pans the one with the larger amount decides; of three, one may outweigh the two
others, or be outweighed, or balance them.  So a case is which coins are odd, in the order
of their amounts, and for three also which of these it is.  Cases are few, so that plans are
searched over all weighings; the first up to coins that are alike.

>>> fewest_weighings(Different(coins=3, odd=2)).worst  # which coins, and their order
3
>>> fewest_weighings(Different(coins=4, odd=2, goal="coin")).worst  # which coins
2
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import TypeAlias

from whoknows.errors import BadSetup, TooLarge

Case: TypeAlias = tuple[int, ...]  # the amount by which each coin is too heavy
Pans: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
Cases: TypeAlias = int  # some of the cases, a bit each

AMOUNTS: dict[int, list[tuple[int, ...]]] = {
    1: [(1,)],
    2: [(2, 1)],
    3: [(4, 2, 1), (3, 2, 1), (4, 3, 2)],
}
MOST_COINS = {("coin", 3): 7, ("coin-and-kind", 3): 6}  # by goal and odd coins; else
MOST_OTHERWISE = 9


@dataclass(frozen=True)
class Different:
    """A game with coins whose amounts differ."""

    coins: int
    odd: int = 2
    goal: str = "coin-and-kind"  # which coins, in the order of their amounts; or `coin`

    def __post_init__(self) -> None:
        if self.odd not in AMOUNTS:
            raise BadSetup(f"different amounts are for 1 to 3 odd coins, not {self.odd}")
        if self.goal not in ("coin", "coin-and-kind"):
            raise BadSetup(f"the goal is coin or coin-and-kind, not {self.goal!r}")
        if not self.odd < self.coins:
            raise BadSetup(f"{self.odd} odd of {self.coins} coins: wanted a good one too")
        most = MOST_COINS.get((self.goal, self.odd), MOST_OTHERWISE)
        if self.coins > most:
            raise TooLarge(f"{self.coins} coins, {self.odd} odd: at most {most} are tried")

    @cached_property
    def cases(self) -> list[Case]:
        """Every case."""
        found = []
        for places in permutations(range(self.coins), self.odd):
            for amounts in AMOUNTS[self.odd]:
                weights = dict(zip(places, amounts, strict=True))
                found.append(tuple(weights.get(coin, 0) for coin in range(self.coins)))
        return found

    def goal_of(self, case: Case) -> tuple[int, ...]:
        """What is to be found: the odd coins, the heaviest first, or in any order."""
        odd = [coin for coin, amount in enumerate(case) if amount]
        return tuple(odd if self.goal == "coin" else sorted(odd, key=lambda c: -case[c]))

    def weighings(self) -> Iterator[Pans]:
        """Every weighing, the first coin that is weighed being on the left."""
        for number in range(1, self.coins // 2 + 1):
            for on in combinations(range(self.coins), 2 * number):
                for left in combinations(on[1:], number - 1):
                    right = tuple(coin for coin in on[1:] if coin not in left)
                    yield (on[0], *left), right


@dataclass(frozen=True)
class Found:
    """The fewest weighings that always do, and a first one to begin with."""

    worst: int
    first: Pans
    cases: int


class Search:
    """Whether so many weighings do for some cases; what is found is remembered."""

    def __init__(self, game: Different) -> None:
        self.goals: dict[tuple[int, ...], Cases] = {}
        for k, case in enumerate(game.cases):
            goal = game.goal_of(case)
            self.goals[goal] = self.goals.get(goal, 0) | 1 << k
        self.splits = {pans: parted(game.cases, pans) for pans in game.weighings()}
        self.known: dict[tuple[Cases, int], bool] = {}

    def can(self, cases: Cases, weighings: int) -> bool:
        """Whether so many weighings tell the goals of these cases apart."""
        goals = sum(bool(cases & some) for some in self.goals.values())
        if goals <= 1:
            return True
        if goals > 3**weighings:
            return False
        key = (cases, weighings)
        if key not in self.known:
            self.known[key] = any(
                self.does(cases, split, weighings) for split in self.splits.values()
            )
        return self.known[key]

    def does(self, cases: Cases, split: tuple[Cases, ...], weighings: int) -> bool:
        """Whether a weighing leaves little enough whatever it says."""
        parts = [cases & part for part in split]
        if max(parts, key=int.bit_count) == cases:
            return False  # it tells nothing
        parts.sort(key=int.bit_count, reverse=True)
        return all(self.can(part, weighings - 1) for part in parts)


def parted(cases: list[Case], pans: Pans) -> tuple[Cases, Cases, Cases]:
    """The cases by what the scales say: left lighter, balance, left heavier."""
    found = [0, 0, 0]
    for k, case in enumerate(cases):
        tilt = sum(case[c] for c in pans[0]) - sum(case[c] for c in pans[1])
        found[(tilt > 0) - (tilt < 0) + 1] |= 1 << k
    return found[0], found[1], found[2]


def fewest_weighings(game: Different) -> Found:
    """The fewest weighings that always do; an error if none do."""
    search = Search(game)
    whole = (1 << len(game.cases)) - 1
    firsts = {kind(pans): pans for pans in reversed(list(game.weighings()))}
    for worst in range(1, 3 * game.coins):
        for pans in firsts.values():  # at first all coins are alike
            if search.does(whole, search.splits[pans], worst):
                return Found(worst, pans, len(game.cases))
    raise BadSetup(f"no weighings tell the cases of {game} apart")


def kind(pans: Pans) -> int:
    """First weighings differ in the number of coins only."""
    return len(pans[0])
