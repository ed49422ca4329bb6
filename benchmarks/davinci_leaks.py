"""What a guess in doubt teaches: the guesser, and the others, in bits, by strategy.

    OPENBLAS_NUM_THREADS=1 python benchmarks/davinci_leaks.py [deals]

Three players, 20 tiles, every seating of two strategies on the same deals, under both
presets.  A bit is a halving of the worlds that somebody holds possible.
"""

import sys
from collections import defaultdict
from math import log2

from whoknows.experiments.duel import seatings
from whoknows.games.davinci import GAME
from whoknows.play.table.referee import Table


def left(table):
    return [GAME.worlds(table.sight(seat)) for seat in table.seats]


def taught(setup, deals, one, two):
    """For each strategy: guesses, right ones, own bits, bits of the others on average."""
    sums = defaultdict(lambda: [0, 0, 0.0, 0.0])
    for seed in range(deals):
        for names in seatings(one, two, setup.players):
            table = Table.dealt(GAME, setup, seed)
            while not table.over:
                (seat,), before = table.turn, left(table)
                table = table.step([GAME.strategies[name] for name in names])
                if table.history[-1].answer.right is None or before[seat] == 1:
                    continue
                bits = [log2(b / a) for b, a in zip(before, left(table), strict=True)]
                row = sums[names[seat]]
                row[0] += 1
                row[1] += table.history[-1].answer.right
                row[2] += bits[seat]
                row[3] += (sum(bits) - bits[seat]) / (setup.players - 1)
    return sums


def main():
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    print("preset    strategy     guesses  right   own bits  others' bits")
    for semantics in ("del", "original"):
        setup = GAME.setup(players=3, tiles=20, semantics=semantics)
        for two in ("aggressive", "leak-aware"):
            found = taught(setup, deals, "defensive", two)
            for name in (two, "defensive") if two == "aggressive" else (two,):
                count, right, own, others = found[name]
                print(
                    f"{semantics:9} {name:12} {count:7}   {right / count:5.2f}"
                    f"      {own / count:5.2f}         {others / count:5.2f}"
                )


if __name__ == "__main__":
    main()
