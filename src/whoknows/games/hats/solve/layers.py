"""A bound for more colors: the world is cut into layers by one agent's hat.

Let every configuration that is won name one agent who is right there.  Some agent is
named at most W/N times; cut the world by its hat into M layers.  Within a layer the
configurations that name others are won as in a world without that agent, and b of
them, those that name it, are free.  So W is at most the sum of f(b) over the layers,
where f(b) is the most that can be won if b need no agent, and the b add up to W/N.

>>> [most_won(Rules(2, 3), free) for free in range(5)]
[4, 5, 5, 5, 6]
"""

from fractions import Fraction
from functools import lru_cache

from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.bounds import is_uniform, share_bound
from whoknows.games.hats.solve.cpsat import least
from whoknows.games.hats.solve.strong import is_strong, line_tables

LARGEST = 27  # configurations of a layer at most
SECONDS = 10.0  # for each f(b); its bound is taken if that is not enough


def layer_bound(rules: Rules) -> Fraction:
    """What no deal wins more than, by layers; 1 for worlds of another kind."""
    size = rules.size // rules.colors
    few = rules.players >= 4 and rules.colors > 2 and size <= LARGEST
    if not (few and is_strong(rules) and is_uniform(rules)):
        return Fraction(1)
    won = int(share_bound(rules) * rules.size)
    while not reached(won, rules):
        won -= 1
    return Fraction(won, rules.size)


def reached(won: int, rules: Rules) -> bool:
    """Whether layers can have so many won together, as far as f tells."""
    layer = Rules(rules.players - 1, rules.colors)
    named = won // rules.players
    most = [most_won(layer, free) for free in range(min(named, layer.size) + 1)]
    sums = [0] * (named + 1)  # the most of the layers so far, by how many are free
    for _ in range(rules.colors):
        sums = [
            max(sums[total - b] + most[b] for b in range(min(total, layer.size) + 1))
            for total in range(named + 1)
        ]
    return max(sums) >= won


@lru_cache(maxsize=256)
def most_won(rules: Rules, free: int) -> int:
    """The most configurations that can be won if `free` of them need no agent."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    lines, points = (table.tolist() for table in line_tables(rules))
    won, spared = ([model.new_bool_var("") for _ in range(rules.size)] for _ in range(2))
    names = [[model.new_bool_var("") for _ in lines[0]] for _ in range(rules.size)]
    for code in range(rules.size):
        model.add(sum(names[code]) + spared[code] == won[code])
        for player, line in enumerate(lines[code]):
            others = [names[other][player] for other in points[line] if other != code]
            model.add(won[code] + sum(others) <= 1)
    model.add(sum(spared) <= free)
    lost = least(
        model,
        [1 - one for one in won],
        [Fraction(1)] * rules.size,
        wanted=won,
        time_limit=SECONDS,
    ).bound
    return rules.size - int(lost)
