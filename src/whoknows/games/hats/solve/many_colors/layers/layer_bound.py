"""A bound for more colors: the world is cut into layers by one agent's hat.

Let every configuration that is won name one agent who is right there.  Some agent is
named at most W/N times; cut the world by its hat into M layers.  Within a layer the
configurations that name others are won as in a world without that agent, and b of
them, those that name it, are free.  So W is at most the sum of f(b) over the layers,
where f(b) is the most that can be won if b need no agent, and the b add up to W/N.

For three agents that is 3(M - 1)^2 + 3, whatever M is.

In worlds of up to 27 configurations f is counted: all their sets are looked at.  For
larger ones it is bounded in the same way, and by counting lines; for five and six agents
of three colors and four agents of four by a search, see `five_agents`, `four_colors`.

>>> most_won(2, 3)[:5]  # two agents, three colors, and 0 to 4 configurations free
[4, 5, 5, 5, 6]
"""

from fractions import Fraction

from whoknows.games.hats.rules import Rules
from whoknows.games.hats.solve.bounds.ball_bounds import is_uniform
from whoknows.games.hats.solve.many_colors.layers.five_agents import (
    five_agents_bound,
    six_agents_bound,
)
from whoknows.games.hats.solve.many_colors.layers.four_colors import four_colors_bound
from whoknows.games.hats.solve.many_colors.layers.layer_sets import (
    LARGEST,
    Share,
    least_blocked,
)
from whoknows.games.hats.solve.many_colors.strong_coverings import is_strong

LAYERED = 2048  # configurations at most of a world that is bounded so
SEARCHED = {
    (5, 3): five_agents_bound,
    (6, 3): six_agents_bound,
    (4, 4): four_colors_bound,
}


def layer_bound(rules: Rules, *, progress: Share | None = None) -> Fraction:
    """What no deal wins more than, by layers; 1 for worlds of another kind."""
    if rules.colors == 2 or not (is_strong(rules) and is_uniform(rules)):
        return Fraction(1)
    if rules.players <= 3:
        return Fraction(most_of_few(rules.players, rules.colors), rules.size)
    if rules.size > LAYERED:
        return Fraction(1)
    tick = progress or (lambda _: None)
    if (rules.players, rules.colors) in SEARCHED:
        return Fraction(SEARCHED[rules.players, rules.colors](tick), rules.size)
    layer = most_won(rules.players - 1, rules.colors, tick)
    return Fraction(climbed(layer, rules.players, rules.colors)[0], rules.size)


def most_of_few(players: int, colors: int) -> int:
    """What two or three agents win at most (docs/hats-beyond.md#more-colors).

    >>> [most_of_few(3, colors) for colors in (2, 3, 4, 5)]
    [6, 15, 30, 51]
    """
    return 2 * colors - 2 if players == 2 else 3 * (colors - 1) ** 2 + 3


def most_won(players: int, colors: int, progress: Share = lambda _: None) -> list[int]:
    """The most that can be won if 0, 1, ... configurations need no agent, or a bound."""
    if players == 2:
        return [most_in_a_square(free, colors) for free in range(colors**2 + 1)]
    if colors**players <= LARGEST:
        least = least_blocked(Rules(players, colors), progress)
        sizes = range(len(least))
        return [max(s for s in sizes if least[s] <= free) for free in sizes]
    return climbed(most_won(players - 1, colors, progress), players, colors)


def most_in_a_square(free: int, colors: int) -> int:
    """The most of two agents: f(b) without a search.

    Say that a rows and d columns hold one configuration alone that is won; more than a + d
    is won only where neither goes, in (M - a)(M - d) places, and there all are free.
    """
    sides = range(1, colors + 1)  # rows and columns beside those
    return max(2 * colors - h - w + min(free, h * w) for h in sides for w in sides)


def climbed(layer: list[int], players: int, colors: int) -> list[int]:
    """Bounds for one more agent from those of a layer."""
    size: int = colors**players
    sums = [0] * (size + 1)  # the most of the layers so far, by how many are free
    for _ in range(colors):
        sums = [
            max(sums[total - b] + layer[b] for b in range(min(total + 1, len(layer))))
            for total in range(size + 1)
        ]
    bounds: list[int] = []
    for free in range(size + 1):
        won = min(lines_bound(free, players, colors), bounds[-1] + 1 if bounds else size)
        while won > free and sums[min((won - free) // players + free, size)] < won:
            won -= 1
        bounds.append(won)
    return bounds


def lines_bound(free: int, players: int, colors: int) -> int:
    """Each that is not free has M - 1 lost on a line, and each lost one has N lines."""
    size: int = colors**players
    return min((players * size + free * (colors - 1)) // (players + colors - 1), size)
