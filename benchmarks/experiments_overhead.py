"""The overhead of experiments: 10,000 games of 1 ms on 2 workers, beside the ideal 5 s.

    .venv/bin/python benchmarks/experiments_overhead.py

The games are those of the tests' toy game, whose strategy `slow` spends a millisecond of
wall time on its only move.  Start-up (processes and imports) is measured apart, by a run
of two games.  The bare twin plays the same number of millisecond moves in two processes
with nothing around them: no referee, no generators, no rows.  The last line is processor
time, which a busy machine does not blur: what a game costs besides itself.
"""

import argparse
import sys
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path

from whoknows.experiments.experiment import checked, from_document
from whoknows.experiments.running.run import begin, run_experiment
from whoknows.store import open_store
from whoknows.work import Cores, Here

TESTS = Path(__file__).parents[1] / "tests"
WORKERS = 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=3)
    asked = parser.parse_args()
    ideal = asked.games * 0.001 / WORKERS
    print(f"{asked.games} games of 1 ms on {WORKERS} workers; ideal {ideal:.2f} s")
    print("start-up  experiment  / ideal   bare twin  / ideal   experiment / twin")
    for repeat in range(asked.repeats):
        start = seconds_of(2, seed=2 * repeat)
        whole = seconds_of(asked.games, seed=2 * repeat + 1) - start
        twin = seconds_of_twin(asked.games)
        print(
            f"{start:8.2f}  {whole:10.2f}  {whole / ideal:7.2f}  {twin:10.2f}"
            f"  {twin / ideal:7.2f}  {whole / twin:18.2f}"
        )
    own = processor_seconds(asked.games) / asked.games
    print(
        f"besides itself, a game costs {own * 1e6:.0f} microseconds: {1 + own / 0.001:.2f}"
    )


def processor_seconds(games: int) -> float:
    """The processor time of games whose moves cost nothing, rows and all, on one core."""
    with tempfile.TemporaryDirectory() as folder, open_store(f"{folder}/rows.db") as store:
        entry = begin(store, checked(from_document(plan(games, "lowest", seed=1))))
        began = time.process_time()
        run_experiment(store, entry, where=Here())
        return time.process_time() - began


def plan(games: int, strategy: str, *, seed: int) -> dict[str, object]:
    return {
        "game": f"{TESTS / 'toy.py'}:TOY",
        "games": games,
        "seed": seed,
        "strategies": [strategy],
        "setup": {"cards": 2, "rounds": 1},
    }


def seconds_of(games: int, *, seed: int) -> float:
    with tempfile.TemporaryDirectory() as folder, open_store(f"{folder}/rows.db") as store:
        entry = begin(store, checked(from_document(plan(games, "slow", seed=seed))))
        began = time.perf_counter()
        entry = run_experiment(store, entry, where=Cores(WORKERS))
        assert entry.done == games
        return time.perf_counter() - began


def seconds_of_twin(games: int) -> float:
    """Two processes that spend a millisecond for each game, and do nothing else."""
    processes = get_context("fork")
    began = time.perf_counter()
    workers = [
        processes.Process(target=spend, args=(games // WORKERS,)) for _ in range(WORKERS)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return time.perf_counter() - began


def spend(games: int) -> None:
    for _ in range(games):
        end = time.perf_counter() + 0.001
        while time.perf_counter() < end:
            pass


if __name__ == "__main__":
    sys.exit(main())
