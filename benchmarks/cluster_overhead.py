"""What a cluster costs beside the games: a scheduler and two workers on this machine.

    python benchmarks/cluster_overhead.py [seconds of games]

Games of Mastermind are sent in chunks of 0.4, 10, and 30 seconds.  All times are processor
time, which a busy machine does not blur: of the scheduler, of the driver (which also writes
the rows), and of the workers.  The overhead is what all of them use beside playing.
"""

import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from dask_cluster import dask_cluster
from whoknows.experiments import running
from whoknows.experiments.plan import Experiment
from whoknows.experiments.playing import Chunk, Job, play_chunk
from whoknows.store import open_store
from whoknows.work.cluster import Cluster


def main(seconds: float) -> None:
    """Run each length of chunk, for rows and for aggregates."""
    with tempfile.TemporaryDirectory() as folder, dask_cluster(folder) as dask:
        print(
            "chunks  keep        chunks  games    play  scheduler  driver  workers beside"
        )
        for length in (0.4, 10.0, 30.0):
            for keep in ("rows", "aggregates"):
                whole = seconds if length > 1 else seconds / 4
                print(measured(dask, Path(folder), length, keep, whole), flush=True)


def measured(dask, folder: Path, length: float, keep: str, seconds: float) -> str:
    """One run, as a line; the first chunks are small, and counted too."""
    asked = Experiment("mastermind", 10, strategies=(("first",),), keep=keep)
    games = int(seconds / game_seconds(asked))
    asked = replace(asked, games=games, seed=int(10 * length))
    place = Cluster(dask.address, chunk_seconds=length)
    with open_store(str(folder / f"{keep}{length}.db")) as store:
        entry = running.begin(store, asked)
        Seen.chunks = 0
        before = times(dask)
        running.run_experiment(store, entry, where=place, watch=Seen.count)
        scheduler, driver, workers = (
            b - a for a, b in zip(before, times(dask), strict=True)
        )
    play = game_seconds(asked) * games
    shares = [100 * part / play for part in (scheduler, driver, workers - play)]
    return (
        f"{length:5.1f}s  {keep:10}  {Seen.chunks:6}  {games:6} {play:6.1f}s"
        f"  {shares[0]:8.2f}%  {shares[1]:5.2f}%  {shares[2]:13.2f}%"
    )


class Seen:
    """How many chunks came back."""

    chunks = 0

    @classmethod
    def count(cls, _progress) -> None:
        """One more."""
        cls.chunks += 1


def game_seconds(asked: Experiment, games: int = 2000) -> float:
    """The processor time of one game, played here with nothing around it."""
    import json

    [cell] = asked.cells()
    setup = json.dumps(cell.setup, sort_keys=True)
    chunk = Chunk(0, setup, cell.seating, range(games))
    play_chunk(chunk._replace(numbers=range(50)), Job("mastermind", {}, 0, 300.0))
    began = time.process_time()
    play_chunk(chunk, Job("mastermind", {}, 0, 300.0))
    return (time.process_time() - began) / games


def times(dask) -> tuple[float, float, float]:
    """The processor time so far of the scheduler, of this process, and of the workers."""
    used = [sum(psutil.Process(p.pid).cpu_times()[:2]) for p in dask.processes]
    return used[0], time.process_time(), sum(used[1:])


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 240.0)
