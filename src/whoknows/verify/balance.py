"""Coins and scales: a plan in every case, and that fewer weighings cannot do.

Of n coins some are odd: `odd` of them, or (`at_most`) no more than that; each is heavy or
light, as `kind` allows.  Reference coins, numbered after the others, are good.  A plan is
`[left pan, right pan, {"LT": plan, "EQ": plan, "GT": plan}]`, as many coins on each pan,
or null where all that is to be known (`goal`) is known.

The claim is of the least worst, or (`minimize`) of the least total.  Nothing need be stated
to rule out a better plan: either three answers each are too few, or every weighing is
tried.  Coins that can be swapped, the possible cases staying the same, are alike, so that
only numbers of coins of each class are tried.
"""

from heapq import heapify, heappop, heappush
from itertools import combinations, product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.verify.files import (
    Document,
    Progress,
    Verdict,
    flag,
    number,
    require,
    silent,
)

Worlds: TypeAlias = NDArray[np.int8]  # a row each; of each coin: 0 good, 1 heavy, -1 light

MOST_WORLDS = 100_000
MOST_WEIGHINGS = 20_000_000  # looked at for one position
ANSWERS = {-1: "LT", 0: "EQ", 1: "GT"}  # by the left pan's weight beyond the right one's


def check(claim: Document, witness: Document, proof: Document, tell: Progress) -> Verdict:
    """A plan with its worst and total, and that no plan has less of the one claimed."""
    require(not proof, "the proof of a number of weighings has no parts")
    worlds, coin_only = worlds_of(claim), claim.get("goal") == "coin"
    require(coin_only or claim.get("goal") == "coin-and-kind", "goal is unknown")
    depths = walked(worlds, witness.get("plan"), coin_only)
    total, worst = sum(depths), max(depths)
    require(total == claim.get("total"), f"the plan has total {total}")
    require(worst == claim.get("worst"), f"the plan has worst {worst}")
    search, minimize = Search(coin_only, tell), claim.get("minimize", "worst")
    require(minimize in ("worst", "total"), f"minimize is {minimize!r}")
    if minimize == "total":
        require(search.least_total(worlds, total) == total, "a smaller total may be enough")
        says = f"{name_of(claim)}: no plan has a total below {total} (worst {worst})"
        return Verdict(says, "enumeration", search.tried)
    require(worst == 0 or not search.can(worlds, worst - 1), f"{worst - 1} may be enough")
    says = f"{name_of(claim)}: no plan has a worst below {worst} (this one: total {total})"
    return Verdict(says, "enumeration" if search.tried else "theorem", search.tried)


def name_of(claim: Document) -> str:
    """The game in words."""
    most = "at most " if flag(claim, "at_most") else ""
    return f"{claim['coins']} coins, {most}{claim['odd']} odd, {claim['kind']}"


def worlds_of(claim: Document) -> Worlds:
    """Every case of the game."""
    coins, odd = number(claim, "coins", 1, 400), number(claim, "odd", 1, 15)
    references = number(claim, "references", 0, 10_000)
    kind = claim.get("kind")
    require(kind in ("heavy", "light", "either", "mixed"), f"kind is {kind!r}")
    rows: list[list[int]] = []
    for count in range(odd + 1) if flag(claim, "at_most") else (odd,):
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


def goals(worlds: Worlds, coin_only: bool) -> int:
    """How many things there are to tell apart."""
    return len(np.unique(np.abs(worlds) if coin_only else worlds, axis=0))


def walked(worlds: Worlds, plan: Any, coin_only: bool) -> list[int]:
    """How many weighings the plan takes in each case."""
    depths: list[int] = []
    stack = [(plan, worlds, 0)]
    while stack:
        node, here, asked = stack.pop()
        if node is None:
            require(goals(here, coin_only) <= 1, f"{len(here)} cases are not told apart")
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
        for sign in np.unique(answers).tolist():
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
        count = goals(worlds, self.coin_only)
        if count <= 1 or count > 3**left:
            return count <= 1
        worlds, classes = ordered(worlds)
        key = name(worlds), left
        if key not in self.known:
            self.known[key] = any(
                all(self.can(part, left - 1) for part in parts)
                for parts in self.splits(worlds, classes, 3 ** (left - 1))
            )
        return self.known[key]

    def least_total(self, worlds: Worlds, most: int) -> int:
        """The least total of a plan for these cases; `most`, if it is not below that."""
        least = self.by_counting(worlds)
        if least >= most or goals(worlds, self.coin_only) <= 1:
            return min(least, most)
        worlds, classes = ordered(worlds)
        key = name(worlds)
        known, exact = self.totals.get(key, (least, False))
        if exact or known >= most:
            return min(known, most)
        found = most
        for parts in self.splits(worlds, classes, len(worlds)):
            bounds = [self.by_counting(part) for part in parts]
            total = len(worlds) + sum(bounds)
            for part, bound in zip(parts, bounds, strict=True):
                if total < found:
                    total += self.least_total(part, found - total + bound) - bound
            found = min(found, total)
        self.totals[key] = found, found < most
        return found

    def by_counting(self, worlds: Worlds) -> int:
        """A total that no plan is below, since a weighing has three answers.

        A plan is a tree with three branches at a node whose leaves are the goals, each as
        heavy as it has cases; Huffman's tree is the lightest.
        """
        seen = np.abs(worlds) if self.coin_only else worlds
        heap = np.unique(seen, axis=0, return_counts=True)[1].tolist()
        heap += [0] * (len(heap) % 2 == 0)
        heapify(heap)
        total = 0
        while len(heap) > 1:
            lightest = heappop(heap) + heappop(heap) + heappop(heap)
            heappush(heap, lightest)
            total += lightest
        return total

    def splits(
        self, worlds: Worlds, classes: list[list[int]], most: int
    ) -> list[list[Worlds]]:
        """The parts of each weighing that leaves no more than so many goals in any."""
        found = []
        weighings = all_weighings(classes, worlds.shape[1])
        self.tried += len(weighings)
        answers = np.sign(worlds.astype(np.int32) @ weighings.T.astype(np.int32))
        most_worlds = most * (
            2 ** int(np.abs(worlds).sum(1).max()) if self.coin_only else 1
        )
        sizes = np.stack([(answers == sign).sum(0) for sign in (-1, 0, 1)])
        fits = (sizes <= most_worlds).all(0) & (sizes < len(worlds)).all(0)
        for k in np.flatnonzero(fits).tolist():
            parts = [worlds[answers[:, k] == sign] for sign in (-1, 0, 1)]
            parts = sorted((part for part in parts if len(part)), key=len, reverse=True)
            if all(goals(part, self.coin_only) <= most for part in parts):
                found.append(parts)
        self.tell(0.5)
        return found


def name(worlds: Worlds) -> bytes:
    """What tells cases from others."""
    return worlds.tobytes() + bytes(str(worlds.shape), "ascii")


def ordered(worlds: Worlds) -> tuple[Worlds, list[list[int]]]:
    """The cases with coins and rows in an order, and the classes of coins that are alike.

    The order is by how often a coin is heavy and light; positions that differ by names
    alone may still look different, which costs time and nothing else.
    """
    heavy, light = (worlds > 0).sum(0), (worlds < 0).sum(0)
    weight = np.abs(worlds).sum(1)
    company = (np.abs(worlds) * (weight + heavy[None] @ np.abs(worlds).T)[0][:, None]).sum(
        0
    )
    worlds = worlds[:, np.lexsort((company, light, heavy))]
    worlds = np.unique(worlds, axis=0)
    rows = {row.tobytes() for row in worlds}
    classes: list[list[int]] = []
    for coin in range(worlds.shape[1]):
        for group in classes:
            swapped = worlds.copy()
            swapped[:, [coin, group[0]]] = worlds[:, [group[0], coin]]
            if all(row.tobytes() in rows for row in swapped):
                group.append(coin)
                break
        else:
            classes.append([coin])
    return worlds, classes


def all_weighings(classes: list[list[int]], coins: int) -> NDArray[np.int8]:
    """Every weighing up to swapping coins that are alike: 1 left, -1 right; a row each."""
    sums: dict[int, list[tuple[tuple[int, int], ...]]] = {0: [()]}
    for group in classes:
        options = [(a, b) for a in range(len(group) + 1) for b in range(len(group) + 1 - a)]
        further: dict[int, list[tuple[tuple[int, int], ...]]] = {}
        for total, rows in sums.items():
            for a, b in options:
                further.setdefault(total + a - b, []).extend((*row, (a, b)) for row in rows)
        sums = further
        require(sum(map(len, sums.values())) <= MOST_WEIGHINGS, "too many weighings to try")
    rows = sums[0]
    found = np.zeros((len(rows), coins), dtype=np.int8)
    for k, row in enumerate(rows):
        for group, (a, b) in zip(classes, row, strict=True):
            found[k, group[:a]] = 1
            found[k, group[a : a + b]] = -1
    return found
