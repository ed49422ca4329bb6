"""Strong coverings: losing sets for any number of colors.

A guess is right in one configuration of its line (those that look alike to the agent) and
wrong in the others; so a configuration can be won just if it is the only one won on one
of its lines.  The set lost is then a *strong covering* [LenstraSeroussi2005]: whatever
is not in it has a line with all the rest in it.  For two colors these are the coverings.

`light_deals` looks for light ones by annealing; the program of `answer_program` proves.

>>> world = Rules(players=3, colors=3)
>>> evaluate(deal_of({0, 1, 3, 4, 9, 10, 12, 13, 17, 23, 25, 26}, world), world).won
15
"""

from collections.abc import Collection, Iterator

import numpy as np
from numpy.typing import NDArray

from whoknows.games.hats.rules import PASS, Code, Deal, Rules, evaluate
from whoknows.games.hats.solve.many_colors.annealing_kernel import anneal
from whoknows.work.kernels import until_interrupted

STEPS = 12_000  # of a run, for each configuration
FASTEST = 3_000_000  # steps of a second, about
HOT, COLD = 0.6, 0.1  # in configurations
RUNS = 3

__all__ = ["deal_of", "evaluate", "is_strong", "last_color_deal", "light_deals"]


def is_strong(rules: Rules) -> bool:
    """Whether losing sets are strong coverings: somebody right, nobody wrong, one round."""
    one = rules.rounds == 1 and rules.passing and rules.views == "seats"
    return one and rules.need == 1 and rules.wrong == 0


def last_color_deal(rules: Rules) -> Deal:
    """The best deal of two or three agents, by `layer_bound`: 2(M - 1), or 3(M - 1)^2 + 3.

    Whoever wears the last color alone is right; and so is one of three with two of them.
    """
    last = rules.colors - 1
    pairs = {(last, last, 0), (last, 0, last), (0, last, last)}
    hats = [rules.hats(code) for code in range(rules.size)]
    won = {c for c, row in enumerate(hats) if row.count(last) == 1 or row in pairs}
    return deal_of(set(range(rules.size)) - won, rules)


def light_deals(
    rules: Rules, *, seconds: float = 5.0, rng: np.random.Generator | None = None
) -> Iterator[Deal]:
    """What a few runs of annealing come to, one after another."""
    rng = rng or np.random.default_rng(1)
    lines, points = line_tables(rules)
    worth = np.array([float(rules.chance(c)) for c in range(rules.size)]) * rules.size
    steps = max(int(min(STEPS * rules.size, FASTEST * seconds / RUNS)), 1)
    for _ in range(RUNS):
        (lost, _), interrupted = until_interrupted(
            lambda watch: anneal(lines, points, worth, steps, HOT, COLD, rng, watch)
        )
        yield deal_of(set(np.flatnonzero(lost).tolist()), rules)
        if interrupted:
            raise KeyboardInterrupt


def line_tables(rules: Rules) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The lines of each configuration, one an agent; and the configurations of each line.

    Line `player * view_count + view` holds what looks alike to the agent, by own color.
    """
    views = rules.view_table() + np.arange(rules.players)[:, None] * rules.view_count
    points = np.zeros((rules.players * rules.view_count, rules.colors), dtype=np.intp)
    hats, codes = rules.table(), np.arange(rules.size)
    for player in range(rules.players):
        points[views[player], hats[:, player]] = codes
    return np.ascontiguousarray(views.T), points


def deal_of(given_up: Collection[Code], rules: Rules) -> Deal:
    """The deal that guesses wherever just one configuration of a line is not given up."""
    _, points = line_tables(rules)
    lost = np.zeros(rules.size, dtype=bool)
    lost[list(given_up)] = True
    open_points = ~lost[points]
    answers = np.where(open_points.sum(1) == 1, open_points.argmax(1) + 1, PASS)
    rows = answers.reshape(rules.players, rules.view_count)
    return Deal(tuple(map(tuple, rows.tolist())))
