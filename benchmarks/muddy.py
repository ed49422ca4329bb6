"""Muddy children: a whole game by the rule, beside the same game on a model of `logic`.

Run: python benchmarks/muddy.py
"""

from functools import reduce
from time import perf_counter

from whoknows.games.muddy import GAME
from whoknows.games.muddy.knowledge import Picture, first_picture
from whoknows.games.muddy.rules import Setup
from whoknows.logic import every_world
from whoknows.play.table.referee import Table, finish


def seconds(work, repeats=5):
    """The best of a few runs."""
    best = float("inf")
    for _ in range(repeats):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best


def announced(setup, events):
    """The model when the parent has spoken, and all have heard who knew."""
    seats = range(setup.children)
    sees = {f"child{k + 1}": [f"muddy{j + 1}" for j in seats if j != k] for k in seats}
    model = every_world([f"muddy{k + 1}" for k in seats], sees)
    model = model.announce(" | ".join(model.facts))
    for event in events:
        left = model.everywhere
        for seat, move in event.moves.items():
            fact = model.facts[f"muddy{seat + 1}"]
            knows = model.knows_whether(f"child{seat + 1}", fact)
            left = left & (~knows if move == "unsure" else knows)
        model = model.announce(left)
    return model


def main():
    print("children   rule    model   model/rule   (public knowledge after all rounds)")
    for children in (3, 6, 9, 12, 15, 18):
        setup = Setup(children)
        faces = tuple(k % 2 == 0 for k in range(children))
        table = Table.with_secret(GAME, setup, faces)
        table = finish(table, [GAME.strategies["logician"]] * children)
        events = table.history
        rule = seconds(lambda s=setup, e=events: reduce(Picture.after, e, first_picture(s)))
        model = seconds(lambda s=setup, e=events: announced(s, e), 2)
        print(
            f"{children:>8} {rule * 1e3:>6.2f} {model * 1e3:>8.1f} {model / rule:>12,.0f}"
            "   (ms)"
        )


if __name__ == "__main__":
    main()
