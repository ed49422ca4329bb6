"""The least totals with black pegs only, beside a search through all plans."""

from functools import cache
from itertools import product

import pytest

from whoknows.games.mastermind.rules import Rules
from whoknows.games.mastermind.solve.plans import optimal


def least_total(pegs, colors):
    """By the definition: all guesses tried at every set of codes that is left."""
    codes = list(product(range(colors), repeat=pegs))

    @cache
    def cost(left):
        best = float("inf")
        for guess in codes:
            cells = {}
            for code in left:
                black = sum(a == b for a, b in zip(guess, code, strict=True))
                cells.setdefault(black, set()).add(code)
            if cells.keys() != {pegs} and set(map(len, cells.values())) == {len(left)}:
                continue  # it tells nothing
            rest = sum(cost(frozenset(c)) for b, c in cells.items() if b != pegs)
            best = min(best, len(left) + rest)
        return best

    return cost(frozenset(codes))


@pytest.mark.parametrize(("pegs", "colors", "total"), [(2, 3, 25), (3, 2, 21)])
def test_the_least_total_is_that_of_all_plans(pegs, colors, total):
    assert least_total(pegs, colors) == total
    found = optimal(Rules(pegs, colors, blacks_only=True))
    assert (found.total, found.proven) == (total, True)


@pytest.mark.parametrize(
    ("pegs", "colors", "total", "worst"),
    [(2, 4, 56, 5), (2, 6, 176, 7), (3, 3, 95, 5), (4, 2, 52, 5), (5, 2, 121, 5)],
)
def test_the_table_of_black_pegs(pegs, colors, total, worst):
    found = optimal(Rules(pegs, colors, blacks_only=True))
    assert (found.total, found.worst, found.proven) == (total, worst, True)
