"""Ten million games that take no time: planned, resumed, and reported within a gigabyte.

    python benchmarks/many_rows.py [games]

Rows are written as an experiment writes them, then a tenth is missing and found again,
and the report is made.  Each step tells its time and the most memory that was used.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

from whoknows.experiments.experiment import Experiment
from whoknows.experiments.rows.figures import report
from whoknows.experiments.running.run import Sizes, begin, chunks
from whoknows.store import open_store
from whoknows.store.experiment_rows import Row, add_rows, done_ranges, find_entry

BATCH = 100_000


def told(step, began):
    """A line about one step."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{step:40} {time.perf_counter() - began:7.1f} s   {most:6.0f} MB at most")


def main(games):
    """Do all of it in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        asked = Experiment("mastermind", games, strategies=(("first",),))
        with open_store(str(Path(folder) / "rows.db")) as store:
            began = time.perf_counter()
            entry = begin(store, asked)
            sizes = Sizes(20.0)
            sizes.sizes[0] = BATCH
            planned = sum(len(chunk.numbers) for chunk in chunks(asked, {}, sizes))
            assert planned == games
            told(f"{games:,} games planned", began)

            began = time.perf_counter()
            for start in range(0, games, BATCH):
                some = range(start, min(start + BATCH, games))
                rows = (
                    Row(0, k, k, 5, [float(k % 7)], {"guesses": float(k % 9)})
                    for k in some
                    if start // BATCH % 10 != 9  # as if a tenth had been lost
                )
                add_rows(store, entry.id, rows)
            told("nine tenths written", began)

            began = time.perf_counter()
            done = done_ranges(store, entry.id)
            left = sum(len(chunk.numbers) for chunk in chunks(asked, done, sizes))
            told(f"resumed: {left:,} games are missing", began)
            assert left == games - sum(len(run) for run in done[0])

            began = time.perf_counter()
            found = report(store, find_entry(store, entry.id))
            told(f"reported: mean {found.series[0].seats[0].mean:.3f}", began)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000)
