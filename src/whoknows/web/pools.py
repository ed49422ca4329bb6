"""The pools of workers of the lab, and what those at a table are asked.

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
from typing import Any

from whoknows.errors import WhoknowsError
from whoknows.play.game import AnySight as Sight
from whoknows.play.game import History, Seat
from whoknows.work.worker_pool import WorkerPool

LATER, LAST = 5, 10  # how nice those are who may wait: moves come first
MANY = 500  # rooms that may wait to be made, all from one address
CHECK = 20.0  # seconds that a model may take
REPLAY = 30.0  # seconds that a transcript may take
SOLVE = 120.0  # seconds that a page may take to be worked out
NUMBERS = count(1)


def thinkers(workers: int | None = None) -> WorkerPool:
    """Those for whom somebody waits at a table."""
    return WorkerPool(workers, warm=warmed, spare=1, queue=MANY, memory=enough())


def lookers() -> WorkerPool:
    """Those who look around while a game goes on."""
    return WorkerPool(warm=warmed, nice=LATER, memory=enough())


def checkers() -> WorkerPool:
    """Those who read what anybody may send."""
    return WorkerPool(nice=LAST, memory=enough())


def enough() -> int:
    """The bytes that one worker may take: a quarter of what there is, but 2 GiB."""
    import psutil

    return max(2 * 2**30, int(psutil.virtual_memory().total) // 4)


def new_asker(kind: str) -> str:
    """A name for one who asks, such as a page: each has a share of its own."""
    return f"{kind} {next(NUMBERS)}"


# ------------------------------------------------------------------ in a worker process


def warmed() -> None:
    """Import what the games need."""
    import numpy as np

    from whoknows.catalog import GAMES
    from whoknows.play.face import face_of

    np.zeros(1)
    for game in GAMES:
        face_of(GAMES[game])


def chosen(
    game: str, strategy: str, sight: Sight, history: History, key: tuple[int, Seat, int]
) -> str:
    """The move of a strategy, as people type it.

    `key` is seed, seat, and number of the turn, on which alone its chances depend.
    """
    from whoknows.catalog import GAMES
    from whoknows.errors import StrategyFailed
    from whoknows.play.referee import MOVING, generator
    from whoknows.play.source import error_text
    from whoknows.play.strategies import find_strategy

    rules = GAMES[game]
    seed, seat, turn = key
    try:
        found = find_strategy(rules, strategy)
        move = found(sight, history, generator(seed, MOVING, seat, turn))
        return rules.move_name(move)
    except WhoknowsError:
        raise
    except Exception as error:
        raise StrategyFailed(f"{strategy} failed: {error_text(error)}") from error


def on_face(game: str, ask: str, *args: Any) -> Any:
    """What a game's face says; for a worker process."""
    from whoknows.catalog import GAMES
    from whoknows.play.face import face_of

    return getattr(face_of(GAMES[game]), ask)(*args)


SOLVERS = WorkerPool(nice=LAST, memory=enough())
