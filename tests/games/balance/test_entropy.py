"""Where the most entropy at each weighing has the least total, however ties are broken."""

import pytest

from whoknows.games.balance.knowledge import at_start
from whoknows.games.balance.knowledge.weighing_kinds import choices, weighing_of
from whoknows.games.balance.rules import Rules
from whoknows.games.balance.solve import evaluate, optimal
from whoknows.inquiry.by_score.scores import ENTROPY


class Ties:
    """The least and the largest total of entropy, over all ways to break its ties."""

    def __init__(self):
        self.known = {}

    def totals(self, position):
        if position.goals <= 1:
            return 0, 0
        if position.key not in self.known:
            found = [
                [self.totals(part) for part in parts.values()]
                for parts in self.best_splits(position)
            ]
            least = min(sum(low for low, _ in parts) for parts in found)
            most = max(sum(high for _, high in parts) for parts in found)
            self.known[position.key] = position.size + least, position.size + most
        return self.known[position.key]

    def best_splits(self, position):
        scored = {}
        for choice in choices(position):
            cells = tuple(sorted(filter(None, choice.sizes), reverse=True))
            parts = position.split(weighing_of(position, choice.counts))
            kind = tuple(sorted(part.key for part in parts.values()))
            scored.setdefault(ENTROPY.of(cells, False), {})[kind] = parts
        return scored[min(scored)].values()


@pytest.mark.parametrize(
    ("rules", "numbers", "best"),
    [
        (Rules(3, kind="heavy"), range(2, 29), {2, 3, 4, 6, 8, 9, 10, 26, 27, 28}),
        (Rules(3), range(3, 19), {*range(3, 8), *range(11, 17)}),
        (Rules(3, 2, kind="heavy"), range(3, 9), {3, 4, 5, 8}),
    ],
    ids=str,
)
def test_where_entropy_is_optimal(rules, numbers, best):
    ties = Ties()
    for coins in numbers:
        game = Rules(coins, rules.odd, kind=rules.kind)
        least = optimal(game, minimize="total").total
        low, high = ties.totals(at_start(game))
        assert low <= evaluate(game, "entropy").total <= high
        if coins in best:
            assert low == high == least
        else:
            assert low > least


def test_for_one_heavy_coin_the_worst_of_entropy_is_the_least():
    for coins in range(2, 29):
        game = Rules(coins, kind="heavy")
        least = optimal(game, minimize="worst").worst
        assert evaluate(game, "entropy").worst == least, coins
