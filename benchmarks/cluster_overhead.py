"""What a cluster costs beside the games: a scheduler and two workers on this machine.

    python benchmarks/cluster_overhead.py [chunks]

Chunks of Mastermind are sent through the cluster twice: with no games, and with the rows or
the tallies of half a minute of games that were played beforehand, which are written as an
experiment writes them.  All times are processor time of the scheduler, of the driver, and
of the workers, less what they use in the same time while nothing is to be done.
"""

import json
import sys
import tempfile
import time
from functools import lru_cache
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from dask_cluster import dask_cluster
from whoknows import work
from whoknows.asking.tally import Game, tally_of_deals
from whoknows.experiments.experiment import Experiment
from whoknows.experiments.running.chunk import (
    Chunk,
    Deals,
    Job,
    Played,
    Tallied,
    play_chunk,
)
from whoknows.experiments.running.run import Aggregates, Progress, Rows, Sizes, begin
from whoknows.store import open_store
from whoknows.work.cluster import LONG_CHUNK, Cluster

HERE = Path(__file__).parent
PATHS = {"PYTHONPATH": f"{HERE}:{HERE.parent / 'tests'}"}
PLAYED = 400  # games that are played; their rows stand for those of others


def main(count: int) -> None:
    """Measure and print."""
    games, seconds = int(LONG_CHUNK / game_seconds()), LONG_CHUNK
    print(f"a chunk of {seconds:.0f} s has {games} games of {1e3 * seconds / games:.1f} ms")
    print("chunks of       scheduler    driver   workers   of half a minute")
    with (
        tempfile.TemporaryDirectory() as folder,
        dask_cluster(folder, environment=PATHS) as dask,
    ):
        for kind, keep, size in (
            ("no games", "rows", 0),
            ("rows", "rows", games),
            ("aggregates", "aggregates", games),
        ):
            used = measured(dask, Path(folder), keep, size, count)
            parts = "  ".join(f"{1e3 * part / count:6.1f} ms" for part in used)
            print(
                f"{kind:12} {parts}   {100 * sum(used) / count / seconds:8.2f} %",
                flush=True,
            )


def measured(dask, folder: Path, keep: str, size: int, count: int) -> list[float]:
    """The processor time of the scheduler, of the driver, and of the workers."""
    asked = Experiment(
        "mastermind", max(1, size * count), strategies=(("first",),), keep=keep
    )
    with open_store(str(folder / f"{keep}{size}.db")) as store:
        entry = begin(store, asked)
        keeping = (Aggregates if keep == "aggregates" else Rows)(
            store, entry, asked, Sizes()
        )
        progress = Progress(work.Pace(entry.games))
        function = tallied if keep == "aggregates" else played
        pieces = [range(k * size, (k + 1) * size) for k in range(count)]
        place = Cluster(dask.address)
        running = work.run(
            function, iter(pieces), shared=Job("mastermind", {}, 0), where=place
        )
        next(running)  # connected, checked, and imported
        before, began = times(dask), time.monotonic()
        for _, found in running:
            if size:
                keeping.write(found, progress)
        after, wall = times(dask), time.monotonic() - began
    idle, began = times(dask), time.monotonic()
    time.sleep(10)
    idle = [
        (b - a) / (time.monotonic() - began) for a, b in zip(idle, times(dask), strict=True)
    ]
    return [max(0.0, b - a - wall * i) for a, b, i in zip(before, after, idle, strict=True)]


@lru_cache
def some_rows() -> list:
    """The rows of a few games."""
    [series] = Experiment("mastermind", 1, strategies=(("first",),)).series()
    setup = json.dumps(series.setup, sort_keys=True)
    chunk = Chunk(0, setup, series.seating, range(PLAYED))
    return play_chunk(chunk, Job("mastermind", {}, 0)).rows


def played(numbers: range, _job: Job) -> Played:
    """As many rows as games are asked for."""
    rows = some_rows() if numbers else []
    return Played(0, [(0, k, *rows[k % PLAYED][2:]) for k in numbers], LONG_CHUNK)


def tallied(numbers: range, _job: Job) -> Tallied:
    """The tallies of as many games."""
    found = played(numbers, _job).rows
    games = [
        Game(series, k, turns, scores, more) for series, k, _, turns, scores, more in found
    ]
    seatings = {0: ("first",)}
    deals = Deals("{}", seatings, numbers)
    return Tallied(deals, tally_of_deals(seatings, games), LONG_CHUNK)


def game_seconds() -> float:
    """The processor time of one game, played here with nothing around it."""
    some_rows()
    some_rows.cache_clear()
    began = time.process_time()
    some_rows()
    return (time.process_time() - began) / PLAYED


def times(dask) -> tuple[float, float, float]:
    """The processor time so far of the scheduler, of this process, and of the workers."""
    used = [sum(psutil.Process(p.pid).cpu_times()[:2]) for p in dask.processes]
    return used[0], time.process_time(), sum(used[1:])


if __name__ == "__main__":
    import cluster_overhead  # so that workers find its functions

    cluster_overhead.main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
