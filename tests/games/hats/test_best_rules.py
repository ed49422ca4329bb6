"""Every rule of the world in `best`, against all deals of all rounds tried.

The twin knows only the rules: a strategy is an answer for each view; a configuration is
won in the first round in which somebody speaks, if enough are right and few enough wrong.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache, reduce
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.hats import twin
from whoknows.games.hats.knowledge import evaluate_rounds
from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.best import best


@cache
def outcomes(rules):
    """What every deal wins and where it is silent, as masks; each pair once."""
    hats, views = twin.all_hats(rules), twin.view_order(rules)
    spoken = range(0 if rules.passing else 1, rules.colors + 1)
    strategies = np.array(list(product(spoken, repeat=len(views))))
    pairs = None  # counts of right and wrong answers by deal and configuration
    for player in range(rules.players):
        seen = [views.index(twin.seen(rules, h, player)) for h in hats]
        said = strategies[:, seen]
        truth = np.array([h[player] + 1 for h in hats])
        one = np.stack([said == truth, (said != truth) & (said > 0)]).astype(np.int8)
        if pairs is None:
            pairs = one
        else:
            added = pairs[:, :, None, :] + one[:, None, :, :]
            pairs = added.reshape(2, -1, len(hats))
    right, wrong = pairs
    whole = 1 << len(hats)
    pair = np.zeros(len(right), dtype=np.int64)  # what is won, and behind it the silence
    for place, (told, erred) in enumerate(zip(right.T, wrong.T, strict=True)):
        won = (told >= rules.need) & (erred <= rules.wrong)
        pair += (won * whole + (told + erred == 0)) << place
    return np.stack(np.divmod(np.unique(pair), whole), axis=1)


def by_all_games(rules):
    """The largest chance to win, the deals of all rounds being tried."""
    chances = [rules.chance(rules.code(h)) for h in twin.all_hats(rules)]
    whole = reduce(np.lcm, [c.denominator for c in chances], 1)
    weight = np.array([int(c * whole) for c in chances])
    table = outcomes(replace(rules, odds=(), chances=(), rounds=1))
    worth = np.zeros(1 << len(chances), dtype=np.int64)
    for mask in range(1, len(worth)):
        low = mask & -mask
        worth[mask] = worth[mask ^ low] + weight[low.bit_length() - 1]

    @cache
    def most(left, rounds):
        if not rounds or not left:
            return 0
        won, silent = table[:, 0] & left, table[:, 1] & left
        gained = worth[won]
        if rounds == 1:
            return int(gained.max())
        later = {int(s): most(int(s), rounds - 1) for s in np.unique(silent)}
        return max(int(g) + later[int(s)] for g, s in zip(gained, silent, strict=True))

    return Fraction(most(len(worth) - 1, rules.rounds), int(whole))


def fractions_of(size):
    parts = st.lists(st.integers(0, 7), min_size=size, max_size=size).filter(any)
    return parts.map(lambda row: tuple(Fraction(n, sum(row)) for n in row))


@st.composite
def worlds(draw):
    players, colors = draw(st.sampled_from([(2, 2), (2, 3), (3, 2), (3, 2)]))
    kind = draw(st.sampled_from(["equal", "color", "player", "configuration"]))
    odds = chances = ()
    if kind == "color":
        odds = (draw(fractions_of(colors)),) * players
    elif kind == "player":
        odds = tuple(draw(fractions_of(colors)) for _ in range(players))
    elif kind == "configuration":
        chances = draw(fractions_of(colors**players))
    return Rules(
        players,
        colors,
        odds=odds,
        chances=chances,
        need=draw(st.integers(1, players)),
        wrong=draw(st.sampled_from([0, 0, 1, players])),
        passing=draw(st.sampled_from([True, True, False])),
        rounds=draw(st.sampled_from([1, 1, 2, 3])),
        views=draw(st.sampled_from(["seats", "counts"])),
    )


def check(rules):
    found = best(rules)
    assert found.proven
    assert found.lower == by_all_games(rules)
    score = evaluate_rounds(found.deals, rules)
    assert score.fitness == found.lower
    assert set(score.won_set).isdisjoint(found.lost)
    likely = {code for code in range(rules.size) if rules.chance(code)}
    assert likely <= {*score.won_set, *found.lost}


@settings(deadline=None, max_examples=30)
@given(worlds())
def test_every_world_against_all_games(rules):
    check(rules)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(3, rounds=2),
        Rules(3, rounds=3),
        Rules(2, 3, rounds=2),
        Rules(3, rounds=2, views="counts"),
        Rules(3, rounds=2, need=2),
        Rules(3, rounds=2, wrong=1, need=2),
        Rules(3, rounds=2, passing=False),
        Rules(3, chances=tuple(Fraction(k, 28) for k in range(8)), rounds=2),
    ],
    ids=str,
)
def test_rounds_against_all_games(rules):
    check(rules)
