"""What runs in a worker of a pool: it takes one question after the other, and answers.

This file is all that a worker imports before it is asked, so that it starts quickly.  The
program's own main file is not run again: it may be a notebook, or a script that would begin
all over.
"""

import ctypes
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pickle import PicklingError
from traceback import extract_tb, format_exc
from typing import Any, NamedTuple

from whoknows.errors import WhoknowsError, WorkerDied, WorkFailed, tame

PAUSE = 0.1  # seconds between two words of progress
WATCH = 0.5  # seconds between two looks whether the parent is there

ERROR_WORD = "lab-error"  # with which every error of the program begins in the log
AGAIN = 10.0  # seconds until the same error is logged again

log = logging.getLogger("whoknows.work")

# One thread of mathematics in each worker of a batch: there are workers for all cores.
THREADS = "OMP_NUM_THREADS OPENBLAS_NUM_THREADS MKL_NUM_THREADS NUMBA_NUM_THREADS"

# What a new process runs: it is told first where modules are, and then what to do.
START = """
import sys
from multiprocessing.connection import Connection
connection = Connection(int(sys.argv[1]))
sys.path[:] = connection.recv()
serve, options = connection.recv()
serve(connection, *options)
"""


class Taken(NamedTuple):
    """The worker begins; before, it has used so many seconds of a processor."""

    spent: float


class Progress(NamedTuple):
    """How far a worker is."""

    share: float | None
    words: str


class Done(NamedTuple):
    """What a function gave."""

    result: Any


class Wrong(NamedTuple):
    """What was asked cannot be: the error that says so."""

    error: Exception


class Failed(NamedTuple):
    """Why there is no answer, which is nobody's mistake."""

    words: str
    died: bool = False
    guilty: bool = False  # whether it died by its own doing, and is not to be asked again

    @property
    def error(self) -> WorkFailed:
        """What is raised where it was asked."""
        return (WorkerDied if self.died else WorkFailed)(self.words)


def serve(
    connection: Connection,
    parent: int,
    nice: int = 0,
    memory: int | None = None,
    warm: Callable[[], Any] | None = None,
    batch: bool = False,
) -> None:
    """Answer what comes, until nobody is there any more."""
    end_with(parent)
    be_modest(nice, memory)
    if batch:
        os.environ.update(dict.fromkeys(THREADS.split(), "1"))
    else:
        tame_log().addFilter(Errors())
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 -- for the process's life
    if warm is not None:
        with suppress(Exception):  # what is missing will be missed by who asks for it
            warm()
    send = sender(connection, batch)
    with suppress(EOFError, OSError):
        while True:
            function, args, telling = connection.recv()
            connection.send(Taken(time.process_time()))
            options = {"tell": ProgressTeller(connection)} if telling else {}
            reply = reply_to(function, args, options, batch)
            with suppress(OSError, ValueError):  # who reads what is printed has gone
                print(end="", flush=True)  # noqa: T201 -- a worker that is killed loses it
            try:
                send(reply)
            except (TypeError, AttributeError, PicklingError) as error:
                connection.send(Failed(f"what a worker found cannot be sent: {error}"))


def sender(connection: Connection, batch: bool) -> Callable[[Any], None]:
    """What sends a value; in batches also functions and classes of a notebook."""
    if not batch:
        return connection.send
    from cloudpickle import dumps

    return lambda value: connection.send_bytes(dumps(value))


def reply_to(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    options: dict[str, Any],
    batch: bool,
) -> Done | Wrong | Failed:
    """What a function gives, or what is wrong: in batches the very error."""
    try:
        return Done(function(*args, **options))
    except Exception as error:
        if not batch:
            return words_of(error, function)
        error.add_note(f"in a worker:\n{format_exc()}")
        return Wrong(error)


def words_of(error: Exception, function: Callable[..., Any]) -> Wrong | Failed:
    """What is wrong, for people; what is the program's own fault is logged."""
    if isinstance(error, WhoknowsError):
        return Wrong(plain_error(error))
    if isinstance(error, MemoryError):
        return Failed("this needs more memory than there is")
    name = getattr(function, "__name__", function)
    log.error("a worker failed at %s", name, exc_info=error)
    return Failed(f"{name} failed: {type(error).__name__}: {error}")


def plain_error(error: WhoknowsError) -> WhoknowsError:
    """The error as one of `whoknows.errors`: without what cannot travel."""
    kinds = (kind for kind in type(error).__mro__ if kind.__module__ == "whoknows.errors")
    plain: WhoknowsError = next(kinds)(str(error))
    return plain


class ProgressTeller:
    """Passes progress on, not too often."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.last = 0.0

    def __call__(self, share: float | None, words: str = "") -> None:
        """Say how far it is."""
        now = time.monotonic()
        if now - self.last >= PAUSE:
            self.last = now
            self.connection.send(Progress(share, words))


class TameFormatter(logging.Formatter):
    """Lines of a log in which nothing steers the terminal of who reads it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return tame(super().format(record))


class Errors(logging.Filter):
    """Lets each line of the program log its error once in a while, with the word for it."""

    def __init__(self) -> None:
        super().__init__()
        self.logged: dict[tuple[str, int | None], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        if record.levelno < logging.ERROR:
            return True
        error = record.exc_info[1] if record.exc_info else None
        lines = extract_tb(error.__traceback__) if error is not None else []
        at = (lines[-1].filename, lines[-1].lineno) if lines else None
        place = at or (record.pathname, record.lineno)
        now = time.monotonic()
        if now - self.logged.get(place, -AGAIN) < AGAIN:
            return False
        self.logged[place] = now
        record.msg, record.args = f"{ERROR_WORD}: {record.getMessage()}", ()
        return True


def tame_log() -> logging.Handler:
    """Let what this program logs be text and nothing else."""
    handler = logging.StreamHandler()
    handler.setFormatter(TameFormatter("%(levelname)s: %(message)s"))
    logging.getLogger("whoknows").handlers[:] = [handler]
    return handler


def be_modest(nice: int, memory: int | None) -> None:
    """Let others go first, and take no more memory than allowed.

    What makes room for addresses that it reserves and hardly uses may raise the limit.
    """
    if nice:
        with suppress(OSError, AttributeError):
            os.nice(nice)
    if memory is not None:
        with suppress(ImportError, OSError, ValueError):
            import resource

            _, most = resource.getrlimit(resource.RLIMIT_DATA)
            resource.setrlimit(resource.RLIMIT_DATA, (memory, most))


PARENT: list[int] = []  # the process that this one works for, if it is a worker


def in_worker() -> bool:
    """Whether this process is a worker of a pool."""
    return bool(PARENT)


def end_with(parent: int) -> None:
    """Leave when the one who started this process is gone, even if it was killed."""
    PARENT.append(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's affair
    if sys.platform == "linux":  # also in the middle of a kernel that never looks up
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
