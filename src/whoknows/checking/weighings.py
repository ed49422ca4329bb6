"""Coins and scales: a plan in every case, and that fewer weighings cannot do.

Of n coins some are odd: `odd` of them, or (`at_most`) no more than that; each is heavy or
light, as `kind` allows.  Reference coins, numbered after the others, are good.  A plan is
`[left pan, right pan, {"LT": plan, "EQ": plan, "GT": plan}]`, as many coins on each pan,
or null where all that is to be known (`goal`) is known.

The claim is of the least worst, or (`minimize`) of the least total.  Nothing need be stated
to rule out a better plan: either three answers each are too few, or every weighing is
tried.  Coins that can be swapped, the possible cases staying the same, are alike, so that
only numbers of coins of each class are tried.  For a total, a weighing is not looked into
if its parts cost too much already by their sizes.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import combinations, product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.checking.certificate import (
    Fields,
    Progress,
    Verdict,
    check_branches,
    require,
    silent,
)

Ints: TypeAlias = NDArray[np.int_]
Worlds: TypeAlias = NDArray[np.int8]  # a row each; of each coin: 0 good, 1 heavy, -1 light

MOST_WORLDS = 100_000
MOST_WEIGHINGS = 20_000_000  # looked at for one position
ANSWERS = {-1: "LT", 0: "EQ", 1: "GT"}  # by the left pan's weight beyond the right one's


def check(claim: Fields, witness: Fields, proof: Fields, tell: Progress) -> Verdict:
    """A plan with its worst and total, and that no plan has less of the one claimed."""
    proof.close()
    worlds, goal = worlds_of(claim), claim.value("goal")
    require(goal in ("coin", "coin-and-kind"), f"goal is {goal!r}")
    name, coin_only, minimize = name_of(claim), goal == "coin", claim.value("minimize")
    require(minimize in ("worst", "total"), f"minimize is {minimize!r}")
    stated = claim.value("total"), claim.value("worst")
    claim.close()
    depths = walked(worlds, witness.value("plan"), coin_only)
    total, worst = sum(depths), max(depths)
    require(total == stated[0], f"the plan has total {total}")
    require(worst == stated[1], f"the plan has worst {worst}")
    search = Search(coin_only, tell)
    if minimize == "total":
        require(search.least_total(worlds, total) == total, "a smaller total may be enough")
        says = f"{name}: no plan has a total below {total} (worst {worst})"
        return Verdict(says, "enumeration", search.tried)
    require(worst == 0 or not search.can(worlds, worst - 1), f"{worst - 1} may be enough")
    says = f"{name}: no plan has a worst below {worst} (this one: total {total})"
    if search.tried:
        return Verdict(says, "enumeration", search.tried)
    return Verdict.by_theorem(says, "a weighing has three answers", 0)


def name_of(claim: Fields) -> str:
    """The game in words."""
    coins, odd, kind, good = map(claim.value, ("coins", "odd", "kind", "references"))
    most = "at most " if claim.flag("at_most") else ""
    goal = str(claim.value("goal")).replace("-and-", " and its ")
    return (
        f"{coins} coins, {most}{odd} odd, {kind}, {good} good ones beside, for the {goal}"
    )


def worlds_of(claim: Fields) -> Worlds:
    """Every case of the game."""
    coins, odd = claim.number("coins", 1, 400), claim.number("odd", 1, 15)
    references = claim.number("references", 0, 10_000)
    kind = claim.value("kind")
    require(kind in ("heavy", "light", "either", "mixed"), f"kind is {kind!r}")
    rows: list[list[int]] = []
    for count in range(odd + 1) if claim.flag("at_most") else (odd,):
        for places in combinations(range(coins), count):
            for signs in directions(str(kind), count):
                row = [0] * (coins + min(references, coins))
                for place, sign in zip(places, signs, strict=True):
                    row[place] = sign
                rows.append(row)
                require(len(rows) <= MOST_WORLDS, "too many cases")
    return np.array(rows, dtype=np.int8)


def directions(kind: str, count: int) -> list[tuple[int, ...]]:
    """What so many odd coins may be."""
    heavy, light = (1,) * count, (-1,) * count
    if kind == "mixed":
        return list(product((1, -1), repeat=count))
    options = {"heavy": [heavy], "light": [light], "either": [heavy, light]}[kind]
    return options if count else [()]


def goals_of(worlds: Worlds, coin_only: bool) -> list[int]:
    """How many cases there are of each thing that is to be told from the others."""
    return list(Counter(map(bytes, np.abs(worlds) if coin_only else worlds)).values())


def walked(worlds: Worlds, plan: Any, coin_only: bool) -> list[int]:
    """How many weighings the plan takes in each case."""
    depths: list[int] = []
    stack = [(plan, worlds, 0)]
    while stack:
        node, here, asked = stack.pop()
        if node is None:
            require(
                len(goals_of(here, coin_only)) <= 1, f"{len(here)} cases are not told apart"
            )
            depths += [asked] * len(here)
            continue
        left, right, branches = node
        pans = sorted([*left, *right])
        good = all(isinstance(c, int) and 1 <= c <= worlds.shape[1] for c in pans)
        require(good and len(set(pans)) == len(pans), "a coin is not there, or there twice")
        require(len(left) == len(right), "the pans do not hold as many coins")
        require(asked < 50, "the plan does not end")
        columns = here[:, [c - 1 for c in left]].sum(1) - here[
            :, [c - 1 for c in right]
        ].sum(1)
        answers = np.sign(columns)
        signs = np.unique(answers).tolist()
        check_branches(branches, {ANSWERS[sign] for sign in signs})
        for sign in signs:
            answer = ANSWERS[sign]
            require(answer in branches, f"no branch for {answer}")
            stack.append((branches[answer], here[answers == sign], asked + 1))
    return depths


class Search:
    """What weighings can do: every weighing is tried, up to coins that are alike."""

    def __init__(self, coin_only: bool, tell: Progress = silent) -> None:
        self.coin_only, self.tell, self.tried = coin_only, tell, 0
        self.known: dict[tuple[bytes, int], bool] = {}
        self.totals: dict[bytes, tuple[int, bool]] = {}  # at least so much; or exactly

    def can(self, worlds: Worlds, left: int) -> bool:
        """Whether so many weighings tell all these cases apart."""
        goals = goals_of(worlds, self.coin_only)
        if len(goals) <= 1 or len(goals) > 3**left:
            return len(goals) <= 1
        worlds, classes = ordered(worlds)
        key = name(worlds), left
        if key not in self.known:
            sizes = np.arange(len(worlds) + 1)
            too_large = (sizes > 3 ** (left - 1) * max(goals)).astype(int)
            self.known[key] = any(
                all(self.can(part, left - 1) for part in parts)
                for _, parts in self.splits(worlds, classes, too_large, 1)
            )
        return self.known[key]

    def least_total(self, worlds: Worlds, most: int) -> int:
        """The least total of a plan for these cases; `most`, if it is not below that."""
        goals = goals_of(worlds, self.coin_only)
        least = by_counting(goals)
        if least >= most or len(goals) == 1:
            return min(least, most)
        worlds, classes = ordered(worlds)
        key = name(worlds)
        known, exact = self.totals.get(key, (least, False))
        if exact or known >= most:
            return min(known, most)
        found, size = most, len(worlds)
        prices = by_size(size, max(goals))
        for price, parts in self.splits(worlds, classes, prices, most - size):
            if size + price >= found or found == known:
                break
            bounds = [by_counting(goals_of(part, self.coin_only)) for part in parts]
            total = size + sum(bounds)
            for part, bound in zip(parts, bounds, strict=True):
                if total < found:
                    total += self.least_total(part, found - total + bound) - bound
            found = min(found, total)
        self.totals[key] = found, found < most
        return found

    def splits(
        self, worlds: Worlds, classes: list[list[int]], prices: Ints, most: int
    ) -> Iterator[tuple[int, list[Worlds]]]:
        """The parts of each weighing whose sizes cost less than `most`, the cheapest first.

        `prices` has what a part of 0, 1, 2, ... cases costs at least.
        """
        weighings = all_weighings(worlds, classes)
        self.tried += len(weighings)
        self.tell(0.5)
        answers = np.sign(worlds.astype(np.int32) @ weighings.T.astype(np.int32))
        sizes = np.stack([(answers == sign).sum(0) for sign in ANSWERS])
        price = prices[sizes].sum(0)
        price[(sizes == len(worlds)).any(0)] = most  # nothing is learned
        for k in price.argsort(kind="stable")[: (price < most).sum()].tolist():
            parts = [worlds[answers[:, k] == sign] for sign in ANSWERS]
            yield int(price[k]), sorted(filter(len, parts), key=len, reverse=True)


def by_counting(goals: list[int]) -> int:
    """A total that no plan is below, since a weighing has three answers.

    A plan is a tree with three branches at a node whose leaves are the goals, each as
    heavy as it has cases; Huffman's tree is the lightest.
    """
    heap = [*goals, *[0] * (len(goals) % 2 == 0)]
    heapify(heap)
    total = 0
    while len(heap) > 1:
        lightest = heappop(heap) + heappop(heap) + heappop(heap)
        heappush(heap, lightest)
        total += lightest
    return total


@cache
def by_size(most: int, each: int) -> Ints:
    """A total that no plan for 0, 1, ..., `most` cases is below, `each` of a goal at most.

    The total of a tree is a sum of multiples of the goals' cases, so that the least of all
    trees is concave in them: it is smallest where all goals but one have as many as may be
    or none, and a goal without cases can be left out.
    """
    full = [divmod(size, each) for size in range(most + 1)]
    return np.array([by_counting([each] * n + [rest] * (rest > 0)) for n, rest in full])


def name(worlds: Worlds) -> bytes:
    """What tells cases from others."""
    return worlds.tobytes() + bytes(str(worlds.shape), "ascii")


def ordered(worlds: Worlds) -> tuple[Worlds, list[list[int]]]:
    """The cases with coins and rows in an order, and the classes of coins that are alike.

    The order is by how often a coin is heavy and light; positions that differ by names
    alone may still look different, which costs time and nothing else.
    """
    odd = np.abs(worlds).astype(int)
    heavy, light = (worlds > 0).sum(0), (worlds < 0).sum(0)
    company = (odd.sum(1) + odd @ heavy) @ odd
    order = np.lexsort((company, light, heavy))
    looks = np.stack([heavy, light, company], axis=1)[order].tolist()
    worlds = worlds[:, order]
    worlds = worlds[np.lexsort(worlds.T)]
    rows = set(map(bytes, worlds))
    classes: list[list[int]] = []
    for coin in range(worlds.shape[1]):
        for group in classes:
            if looks[coin] == looks[group[0]]:
                swapped = worlds.copy()
                swapped[:, [coin, group[0]]] = worlds[:, [group[0], coin]]
                if rows.issuperset(map(bytes, swapped)):
                    group.append(coin)
                    break
        else:
            classes.append([coin])
    return worlds, classes


def all_weighings(worlds: Worlds, classes: list[list[int]]) -> Worlds:
    """Every weighing up to swapping coins that are alike: 1 left, -1 right; a row each.

    Good coins are on one pan at most: one on each pan can be taken away.
    """
    coins = worlds.shape[1]
    found, rest = np.zeros((1, coins), np.int8), coins
    for group in classes:
        size, good = len(group), not worlds[:, group].any()
        numbers = [(a, b) for a in range(size + 1) for b in range(size + 1 - a)]
        numbers = [(a, b) for a, b in numbers if not (good and a and b)]
        options = np.zeros((len(numbers), coins), np.int8)
        for row, (a, b) in zip(options, numbers, strict=True):
            row[group[:a]] = 1
            row[group[a : a + b]] = -1
        require(len(found) * len(options) <= MOST_WEIGHINGS, "too many weighings to try")
        found, rest = (found[:, None] + options).reshape(-1, coins), rest - size
        found = found[np.abs(found.sum(1)) <= rest]  # the others can level the pans
    return found
