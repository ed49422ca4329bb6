"""The slow twin: plain sets of labelled worlds, and every weighing of every coin."""

from functools import cache
from itertools import combinations


def weighings(rules):
    """Every weighing, one of each pair that differs by exchanging the pans."""
    every = range(1, rules.coins + rules.references + 1)
    for k in range(1, len(every) // 2 + 1):
        for left in combinations(every, k):
            for right in combinations(every, k):
                if left < right and not {*left} & {*right}:
                    yield left, right


def answer(left, right, world):
    """What the scales say, by weights."""
    weight = dict(enumerate(world, start=1))
    one, two = (sum(10 + weight.get(coin, 0) for coin in pan) for pan in (left, right))
    return "LT" if one < two else "GT" if one > two else "EQ"


def odd_set(rules, world):
    return tuple(map(abs, world)) if rules.goal == "coin" else world


def worlds(rules):
    """Every assignment of weights that the rules allow, from the definition."""

    def grow(n):
        if n == 0:
            yield ()
            return
        for rest in grow(n - 1):
            for kind in (-1, 0, 1):
                yield (*rest, kind)

    for world in grow(rules.coins):
        odd = sum(map(abs, world))
        if odd > rules.odd or (odd < rules.odd and not rules.at_most):
            continue
        if rules.kind == "heavy" and -1 in world:
            continue
        if rules.kind == "light" and 1 in world:
            continue
        if rules.kind == "either" and -1 in world and 1 in world:
            continue
        yield world


class Solver:
    """Optima by trying every weighing on sets of worlds."""

    def __init__(self, rules):
        self.rules = rules
        self.start = frozenset(worlds(rules))
        self.asks = list(weighings(rules))
        self.visited = 0
        self.total = cache(self.total)
        self.worst = cache(self.worst)

    def parts(self, cell):
        for left, right in self.asks:
            parted = {}
            for world in cell:
                parted.setdefault(answer(left, right, world), set()).add(world)
            if len(parted) > 1:
                yield [frozenset(part) for part in parted.values()]

    def done(self, cell):
        return len({odd_set(self.rules, world) for world in cell}) <= 1

    def total(self, cell):
        self.visited += 1
        if self.done(cell):
            return 0
        best = min(
            (sum(map(self.total, parts)) for parts in self.parts(cell)),
            default=float("inf"),
        )
        return len(cell) + best

    def worst(self, cell):
        self.visited += 1
        if self.done(cell):
            return 0
        best = min(
            (max(map(self.worst, parts)) for parts in self.parts(cell)),
            default=float("inf"),
        )
        return 1 + best
