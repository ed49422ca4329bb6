"""Muddy children: a whole game by the rule, beside the same game on a model of `logic`.

Run: python benchmarks/muddy.py
"""

from time import perf_counter

from whoknows.games.muddy import GAME
from whoknows.games.muddy.knowledge import models, picture_of
from whoknows.games.muddy.rules import Setup
from whoknows.play.table.referee import Table, finish


def seconds(work, repeats=5):
    """The best of a few runs."""
    best = float("inf")
    for _ in range(repeats):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best


def main():
    print("children   rule    model   model/rule   (public knowledge after all rounds)")
    for children in (3, 6, 9, 12, 15, 18):
        setup = Setup(children)
        faces = tuple(k % 2 == 0 for k in range(children))
        table = Table.with_secret(GAME, setup, faces)
        table = finish(table, [GAME.strategies["logician"]] * children)
        rounds = table.sight(None).rounds
        rule = seconds(lambda s=setup, r=rounds: picture_of(s, r))
        model = seconds(lambda s=setup, r=rounds: models(s, r), 2)
        print(
            f"{children:>8} {rule * 1e3:>6.2f} {model * 1e3:>8.1f} {model / rule:>12,.0f}"
            "   (ms)"
        )


if __name__ == "__main__":
    main()
