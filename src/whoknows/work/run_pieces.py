"""The engine: pieces go out a few at a time, results come back as they are done.

A worker that dies takes nothing with it: what it had under way is sent out again.  A
piece that is under way at too many deaths is the likely cause, and ends the run.

>>> from whoknows.work import Here, run
>>> sorted(run(abs, [-3, 4], where=Here()))
[(0, 3), (1, 4)]
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from itertools import islice
from threading import Event
from typing import Any, TypeVar

from whoknows import __version__
from whoknows.errors import WorkerDied, WorkFailed
from whoknows.work.places import Place, place

Piece = TypeVar("Piece")
Result = TypeVar("Result")

LIVES = 5  # deaths of workers that one piece may be under way at
HEARTBEAT = 0.2  # seconds between looks at `cancel`


class Cancelled(Exception):
    """The run was cancelled; the results given so far are whole."""


def run(
    function: Callable[..., Result],
    pieces: Iterable[Piece],
    *,
    shared: Any = None,
    where: Place | None = None,
    cancel: Event | None = None,
) -> Generator[tuple[int, Result], None, None]:
    """The number and the result of every piece, in the order in which they are done.

    If something is `shared`, the function gets it after the piece; it is sent to each
    worker of a cluster once.  Close the iterator (`contextlib.closing`) to end the workers
    before all is done.
    """
    where = where or place()
    todo = iter(enumerate(pieces))
    flight = Flight(function, where, cancel or Event(), shared)
    try:
        while flight.fill(todo):
            yield from flight.landed()
    finally:
        flight.end()


@dataclass
class Flight:
    """The pieces under way, and the executor that they are under way on."""

    function: Callable[[Any], Any]
    where: Place
    cancel: Event
    shared: Any = None
    sent: tuple[Any, ...] = ()  # what is shared, ready to be sent along
    executor: Executor | None = None
    under_way: dict[Future[Any], tuple[int, Any]] = field(default_factory=dict)
    again: list[tuple[int, Any]] = field(default_factory=list)
    deaths: dict[int, int] = field(default_factory=dict)

    def fill(self, todo: Iterator[tuple[int, Any]]) -> bool:
        """Send out as many pieces as the place takes; whether any are under way."""
        room = self.where.room() - len(self.under_way)
        pieces = [*self.again, *islice(todo, max(0, room - len(self.again)))]
        self.again = []
        for number, piece in pieces:
            self.under_way[self.send(piece)] = (number, piece)
        return bool(self.under_way)

    def send(self, piece: Any) -> Future[Any]:
        """Send out one piece."""
        if self.executor is None:
            self.executor = self.where.open(self.function.__module__)
            if self.shared is not None:
                self.sent = (self.where.share(self.shared),)
        return self.executor.submit(perform, __version__, self.function, piece, *self.sent)

    def landed(self) -> Iterator[tuple[int, Any]]:
        """Wait until some piece is done, and give the results that there are."""
        done: set[Future[Any]] = set()
        while not done:
            if self.cancel.is_set():
                raise Cancelled
            done, _ = wait(self.under_way, HEARTBEAT, FIRST_COMPLETED)
        for future in done:
            number, piece = self.under_way.pop(future)
            try:
                result = future.result()
            except Exception as error:
                if is_loss(error):
                    raise WorkFailed(f"{self.where} was lost: {error}") from error
                if not is_death(error):
                    raise
                self.recover(number, piece)
            else:
                yield number, result

    def recover(self, number: int, piece: Any) -> None:
        """Let a piece be sent out again whose worker died; not one that kills them all."""
        self.deaths[number] = self.deaths.get(number, 0) + 1
        if self.deaths[number] >= LIVES:
            raise WorkFailed(
                f"workers died {LIVES} times with piece {number} under way: "
                "it may need more memory than there is"
            )
        self.again.append((number, piece))

    def end(self) -> None:
        """Stop what is under way and let the workers go."""
        self.under_way = {}
        if self.executor is not None:
            self.where.close(self.executor)
            self.executor = None


def is_death(error: BaseException) -> bool:
    """Whether an error tells of a worker that died, not of the work itself."""
    return isinstance(error, WorkerDied) or type(error).__name__ == "KilledWorker"


def is_loss(error: BaseException) -> bool:
    """Whether an error tells that the whole place is gone, workers and all."""
    return type(error).__name__ in (
        "CancelledError",
        "FutureCancelledError",
        "CommClosedError",
    )


def perform(version: str, function: Callable[..., Any], piece: Any, *shared: Any) -> Any:
    """What a worker does with a piece; one of another version must not touch it."""
    if version != __version__:
        raise WorkFailed(f"a worker has whoknows {__version__}, the driver {version}")
    return function(piece, *shared)
