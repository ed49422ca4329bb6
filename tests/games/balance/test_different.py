"""Coins that are too heavy, each by an amount of its own."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import BadSetup, TooLarge
from whoknows.games.balance.solve.unequal_amounts import (
    AMOUNTS,
    Different,
    fewest_weighings,
)


def tilt(amounts, pans):
    left, right = (sum(amounts[coin] for coin in pan) for pan in pans)
    return (left > right) - (left < right)


@given(odd=st.integers(1, 3), data=st.data())
@settings(max_examples=60, deadline=None)
def test_any_amounts_weigh_as_one_of_the_cases(odd, data):
    """However the amounts are, the scales say what they say in some case, every time."""
    amounts = data.draw(
        st.lists(st.integers(1, 50), min_size=odd, max_size=odd, unique=True)
    )
    amounts.sort(reverse=True)
    sides = list(product([-1, 0, 1], repeat=odd))

    def said(some):
        sums = [sum(s * a for s, a in zip(side, some, strict=True)) for side in sides]
        return [(total > 0) - (total < 0) for total in sums]

    assert said(amounts) in [said(case) for case in AMOUNTS[odd]]


def slowly(game, cases, weighings):
    """Whether so many weighings do, by the definition and nothing else."""
    if len({game.goal_of(case) for case in cases}) <= 1:
        return True
    return weighings > 0 and any(
        all(
            slowly(game, [c for c in cases if tilt(c, pans) == says], weighings - 1)
            for says in (-1, 0, 1)
        )
        for pans in game.weighings()
    )


@pytest.mark.parametrize(
    "game",
    [
        Different(3, 2),
        Different(4, 2, "coin"),
        Different(4, 3, "coin"),
        Different(5, 1),
        Different(2, 1),
        Different(3, 1),
    ],
    ids=str,
)
def test_the_fewest_weighings_are_those_of_the_definition(game):
    worst = fewest_weighings(game).worst
    assert slowly(game, game.cases, worst)
    assert not slowly(game, game.cases, worst - 1)


def test_coins_that_cannot_be():
    with pytest.raises(BadSetup, match="1 to 3 odd"):
        Different(9, 4)
    with pytest.raises(BadSetup, match="wanted a good one"):
        Different(2, 2)
    with pytest.raises(TooLarge, match="at most 6"):
        Different(7, 3)
