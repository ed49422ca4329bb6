"""The pools of workers of the lab.

| pool | works out |
|---|---|
| thinkers | what a move or a new room waits for: strategies, warnings, first looks |
| lookers | hints, and who knows what |
| checkers | models and transcripts that somebody sent |
| SOLVERS | the pages that explore, and reports of experiments |

They are apart so that a flood of one kind leaves the others alone; within each, every
page, room, or address has a share.
"""

from itertools import count

from whoknows.analysis.worker_calls import games_loaded
from whoknows.work.schedule import PoolLimits
from whoknows.work.worker_pool import WorkerPool

LATER, LAST = 5, 10  # how nice those are who may wait: moves come first
NEW_ROOMS = 500  # rooms that may wait to be made, all from one address
CHECK = 20.0  # seconds that a model may take
REPLAY = 30.0  # seconds that a transcript may take
SOLVE = 120.0  # seconds that a page may take to be worked out
NUMBERS = count(1)


def thinkers(workers: int | None = None) -> WorkerPool:
    """Those for whom somebody waits at a table."""
    limits = PoolLimits(waiting=NEW_ROOMS, memory=enough())
    return WorkerPool(workers, warm=games_loaded, spare=1, limits=limits)


def lookers() -> WorkerPool:
    """Those who look around while a game goes on."""
    return WorkerPool(warm=games_loaded, nice=LATER, limits=PoolLimits(memory=enough()))


def checkers() -> WorkerPool:
    """Those who read what anybody may send."""
    return WorkerPool(nice=LAST, limits=PoolLimits(memory=enough()))


def enough() -> int:
    """The bytes that one worker may take: a quarter of what there is, but 2 GiB."""
    import psutil

    return max(2 * 2**30, int(psutil.virtual_memory().total) // 4)


def new_asker(kind: str) -> str:
    """A name for one who asks, such as a page: each has a share of its own."""
    return f"{kind} {next(NUMBERS)}"


SOLVERS = WorkerPool(nice=LAST, limits=PoolLimits(memory=enough()))
