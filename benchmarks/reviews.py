"""Reviews, measured beside their bounds: a game of each kind, first and second time.

The first review of a process loads compiled kernels; the second is the work itself.  A
review plays the game again, so the time of that is given beside it, as the bound below
which no review can be.

    python benchmarks/reviews.py
"""

import time

from whoknows.analysis import review
from whoknows.catalog import GAMES
from whoknows.play.strategies import find_strategy
from whoknows.play.table.referee import Table, finish

CASES = (  # game, options, strategies, most seconds
    ("mastermind", {}, ["worst-case"], 1.0),
    ("mastermind", {"colors": 10, "repeats": False}, ["entropy"], None),
    ("balance", {}, ["parts"], None),
    (
        "davinci",
        {"players": 3, "tiles": 24, "hand": 4},
        ["careful", "aggressive", "random"],
        3.0,
    ),
    ("egghead", {"players": 3}, ["logician"], 2.0),
    ("egghead", {}, ["logician"], 2.0),
    ("hats", {}, ["opposite"], None),
    ("muddy", {"children": 6}, ["logician"], None),
)


def measured(work):
    """What a function gives, and its seconds."""
    began = time.perf_counter()
    found = work()
    return found, time.perf_counter() - began


def main():
    print(f"{'game':<34}{'turns':>6}{'replay':>9}{'first':>9}{'again':>9}{'bound':>8}")
    for name, options, strategies, most in CASES:
        game = GAMES[name]
        dealt = Table.dealt(game, game.setup(**options), 5)
        seats = strategies * (len(dealt.seats) if len(strategies) == 1 else 1)
        table = finish(dealt, [find_strategy(game, each) for each in seats])
        _, replay = measured(lambda t=table: t.folded())
        _, first = measured(lambda t=table: review(t))
        _, again = measured(lambda t=table: review(t))
        said = f"{name} {' '.join(f'{k}={v}' for k, v in options.items())}"
        bound = f"{most:.0f} s" if most else ""
        print(
            f"{said[:33]:<34}{len(table.turns):>6}{replay:>8.2f}s{first:>8.2f}s"
            f"{again:>8.2f}s{bound:>8}"
        )


if __name__ == "__main__":
    main()
