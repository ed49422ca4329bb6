"""Mastermind beside a naive twin in numpy: trees, optima, and memory, in processor time.

Run: python benchmarks/mastermind.py [--large]
Each line is a time, and the ratio of the twin's time to ours where the twin is run.
"""

import argparse
import resource
from time import process_time

import numpy as np

from whoknows.games.mastermind.rules import Rules
from whoknows.games.mastermind.solve import evaluate, optimal
from whoknows.inquiry.by_score.scores import SCORES
from whoknows.inquiry.by_score.strategies import FIRST

FIVE = (FIRST, "worst-case", "expected-size", "entropy", "parts")
PEER = {"worst-case": 9.0, "expected-size": 4.5, "entropy": 7.0, "parts": 4.0}
PEER_OPTIMA = {"4x6": 0.3, "4x7": 175.0, "bulls and cows": 220.0}


def answers(codes, colors):
    """The full matrix of answers, as anybody would write it."""
    black = (codes[:, None] == codes[None]).sum(2)
    counts = np.stack([(codes == color).sum(1) for color in range(colors)], 1)
    shared = np.minimum(counts[:, None], counts[None]).sum(2)
    return black * (codes.shape[1] + 1) + shared - black


def naive_total(matrix, cell, score, labels):
    """The total of a strategy, every question scored at every cell."""
    if len(cell) == 1:
        return 1
    best = None
    for question in range(len(matrix)):
        sizes = np.bincount(matrix[question, cell], minlength=labels)
        shape = tuple(sorted((size for size in sizes.tolist() if size), reverse=True))
        able = question in cell
        key = (score.of(shape, able), not able, question)
        best = key if best is None else min(best, key)
    row, total = matrix[best[2], cell], len(cell)
    for label in np.unique(row):
        part = cell[row == label]
        if part[0] != best[2]:
            total += naive_total(matrix, part, score, labels)
    return total


def measured(work):
    began = process_time()
    result = work()
    return result, process_time() - began


def trees(twin):
    rules = Rules(4, 6)
    matrix = answers(rules.codes, rules.colors)
    everything = np.arange(rules.size)
    for name in FIVE:
        ours = min((evaluate(rules, name) for _ in range(3)), key=lambda c: c.seconds)
        line = f"4x6 {name:<14} {ours.seconds:8.3f} s"
        if twin and name != FIRST:
            work = lambda name=name: naive_total(matrix, everything, SCORES[name], 25)  # noqa: E731
            total, seconds = measured(work)
            assert total == ours.total, (name, total, ours.total)
            line += f"   twin {seconds:7.1f} s   ratio {seconds / ours.seconds:8.0f}"
        print(line)


def large_trees():
    for name in FIVE:
        ours = evaluate(Rules(5, 8), name)
        peer = (
            f"   peer {PEER[name] / ours.seconds:5.2f} times that" if name in PEER else ""
        )
        print(f"5x8 {name:<14} {ours.seconds:8.3f} s{peer}   total {ours.total}")


def optima(large):
    games = {"4x6": Rules(4, 6)}
    if large:
        games |= {"4x7": Rules(4, 7), "bulls and cows": Rules(4, 10, repeats=False)}
    optimal(Rules(3, 4))  # so that the kernels are compiled
    for name, rules in games.items():
        ours = optimal(rules)
        ratio = PEER_OPTIMA[name] / ours.seconds
        print(f"optimal {name:<15} {ours.seconds:8.3f} s   peer {ratio:6.1f} times that")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="5x8 trees and long optima")
    parser.add_argument("--twin", action="store_true", help="run the naive twin, minutes")
    options = parser.parse_args()
    trees(options.twin)
    optima(options.large)
    if options.large:
        large_trees()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"most memory {peak:8.0f} MiB")


if __name__ == "__main__":
    main()
