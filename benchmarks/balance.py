"""Balance: positions by roles, beside a solver on plain sets of labelled cases.

    python benchmarks/balance.py

Both prove the least total of the same games and must agree.  The plain solver tries every
weighing of labelled coins on sets of cases and remembers the sets; it is left out where it
would not end.  The columns are positions looked into and seconds, then the ratios.
"""

import time
from itertools import combinations

from whoknows.games.balance.rules import Rules
from whoknows.games.balance.solve import optimal

BOTH = [
    Rules(5, kind="heavy"),
    Rules(8, kind="heavy"),
    Rules(4),
    Rules(5),
    Rules(6),
    Rules(5, 2, kind="heavy"),
    Rules(6, 2, kind="heavy"),
]
ALONE = [
    Rules(12),
    Rules(39),
    Rules(120),
    Rules(363),
    Rules(13, 2, kind="heavy"),
    Rules(22, 2, kind="heavy"),
    Rules(9, 2),
    Rules(8, 2, kind="mixed"),
]


class Plain:
    """The least total by trying every weighing on sets of cases."""

    def __init__(self, rules):
        self.rules = rules
        coins = range(1, rules.coins + 1)
        self.weighings = [
            (left, right)
            for k in range(1, len(coins) // 2 + 1)
            for left, right in combinations(list(combinations(coins, k)), 2)
            if not {*left} & {*right}
        ]
        self.known = {}

    def total(self, cell):
        """The least total of a set of cases."""
        if len(cell) == 1:
            return 0
        if cell not in self.known:
            self.known[cell] = len(cell) + min(
                sum(map(self.total, parts)) for parts in self.splits(cell)
            )
        return self.known[cell]

    def splits(self, cell):
        """The parts of every weighing that parts the set."""
        for left, right in self.weighings:
            parts = {}
            for world in cell:
                tilt = sum(world[c - 1] for c in left) - sum(world[c - 1] for c in right)
                parts.setdefault((tilt > 0) - (tilt < 0), []).append(world)
            if len(parts) > 1:
                yield [frozenset(part) for part in parts.values()]


def timed(work):
    """What some work gives, and its seconds."""
    start = time.process_time()
    return work(), time.process_time() - start


def main():
    """Print a line for each game."""
    print(f"{'game':<26}{'total':>6}{'by roles':>16}{'plain sets':>18}{'ratios':>16}")
    for rules in BOTH:
        best, quick = timed(lambda rules=rules: optimal(rules, minimize="total"))
        plain = Plain(rules)
        start = frozenset(rules.worlds())
        total, slow = timed(lambda plain=plain, start=start: plain.total(start))
        assert total == best.total, (rules, total, best.total)
        visited = max(1, best.visited)
        print(
            f"{rules!s:<26}{total:>6}{best.visited:>6}{quick:>8.3f} s"
            f"{len(plain.known):>8}{slow:>8.3f} s"
            f"{len(plain.known) / visited:>8.0f}{slow / quick:>8.0f}"
        )
    for rules in ALONE:
        best, quick = timed(lambda rules=rules: optimal(rules, minimize="total"))
        assert best.proven
        print(f"{rules!s:<26}{best.total:>6}{best.visited:>6}{quick:>8.3f} s")


if __name__ == "__main__":
    main()
