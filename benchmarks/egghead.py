"""EggHead: rounds on bits, beside the paper's tables taken literally as booleans.

    python benchmarks/egghead.py [rounds]

Both play the same tape, 4 players, 3 cards of 6 values, all analysing, and must agree on
every call.  The literal tables are one boolean array of 56**4 for each player, with the
answers of all questions as one array each; the bits are 56**3 words and no answers.
"""

import resource
import sys
import time

import numpy as np

from whoknows.games.egghead.knowledge.public_worlds import question_sieve
from whoknows.games.egghead.rules.setup import Setup, deal
from whoknows.games.egghead.solve.deadlock import labels_of
from whoknows.games.egghead.solve.simulate import Dealer, run
from whoknows.games.egghead.solve.study import warm


class Literal(Dealer):
    """Equations 2 to 5 of [Zorn2024], one boolean table for each player."""

    def __init__(self, setup, tape):
        super().__init__(setup, tape)
        shape = (len(setup.box),) * setup.players
        self.tables = [np.ones(shape, dtype=bool) for _ in setup.seats]
        self.answers = {}

    def prepare(self, question):
        """Make the table of all answers to a question."""
        labels = labels_of(question_sieve(self.setup, question, None)).astype(np.uint8)
        self.answers[question] = labels.reshape(self.tables[0].shape)

    def round(self, question):
        """Ask, and let everybody react until nothing changes."""
        answers = self.answers[question]
        mask = answers == answers[tuple(self.world)]
        for table in self.tables:
            table &= mask
        called = []
        while True:
            changed, solvers = self.react()
            called += solvers
            if not (changed or solvers):
                return called

    def react(self):
        """Equations 3, 4, and 5, once."""
        before = [int(table.sum()) for table in self.tables]
        world = tuple(self.world)
        solvers = []
        for seat, table in enumerate(self.tables):
            one = table.sum(axis=seat, keepdims=True) == 1
            solved = bool(one[(*world[:seat], 0, *world[seat + 1 :])])
            solvers += [seat] * solved
            table &= one == solved
        both = np.logical_and.reduce(self.tables)
        for table in self.tables:
            table &= both
        for seat in solvers:
            for other, table in enumerate(self.tables):
                if other == seat:
                    table[:] = True
                else:
                    table[:] = np.take(table, [world[seat]], axis=seat)
            self.deal(seat)
        changed = [int(table.sum()) for table in self.tables] != before
        return changed, solvers


def timed(setup, rounds, seed=7):
    start = time.process_time()
    run(setup, seed, rounds)
    return (time.process_time() - start) / rounds


def literal_time(setup, rounds, seed=7):
    tape = deal(setup, np.random.default_rng(seed))
    table = Literal(setup, tape)
    expected = run(setup, seed, rounds)
    scores = [0] * setup.players
    for number in range(rounds):
        table.prepare(tape.question(setup, number))
    start = time.process_time()
    for number in range(rounds):
        for seat in table.round(tape.question(setup, number)):
            scores[seat] += 1
    seconds = (time.process_time() - start) / rounds
    assert scores == [len(waits) for waits in expected.waits], "the twins disagree"
    return seconds


def main():
    rounds = int(sys.argv[1]) if sys.argv[1:] else 1000
    print("4 players, 3 cards of 6 values; CPU time of a round on one core")
    best = {}
    for analysing in (0, 1, 2, 4):
        setup = Setup(analysing=analysing)
        warm(setup)
        best[analysing] = min(timed(setup, rounds) for _ in range(3))
        print(f"  {analysing} analysing: {1000 * best[analysing]:7.3f} ms")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"  peak memory so far: {peak} MB")
    slow = literal_time(Setup(), 12)
    print(f"  literal tables: {1000 * slow:7.1f} ms, {slow / best[4]:.0f} times the bits")
    five = Setup(players=5)
    warm(five)
    print(f"5 players, all analysing: {timed(five, 6):.2f} s")


if __name__ == "__main__":
    main()
