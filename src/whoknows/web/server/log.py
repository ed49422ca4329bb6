"""The log of the server: nothing that a visitor sends steers a terminal or fills a disk.

Every error of the lab is one record of level ERROR that begins with `lab-error`, with its
traceback, wherever it happened: who looks after a lab, and the tests, count this word.  The
framework of the pages logs an exception, too, for every message of a socket that no page of
a browser sends, and what a page wants to be logged.  Those are short lines, without that
word.  About one place of the program a few lines are written in a while, and counted.
"""

import logging
import time
import traceback
from types import TracebackType

from whoknows.work.worker_process import ERROR_WORD, TameFormatter, tame_log

PAUSE = 10.0  # seconds between two lines about the same
MOST_TOLD = 20  # lines of one kind in that time that are no errors
LONGEST_SAID = 500  # characters of a line
MOST_LINES, LONGEST_LINE = 40, 1000  # of a traceback, its head left out
OURS = "whoknows"
AROUND = {  # what every request passes through: what fails further in is not of these
    "whoknows.web.server.guard",
    "whoknows.web.framework",
    "whoknows.web.server.limits",
    "whoknows.web.server.seat_cookie",
}
PAGES = "nicegui"  # the logger of the framework, where pages speak too
READERS = ("engineio", "socketio", "nicegui.nicegui", "nicegui.events")  # of messages
WRITER = "nicegui.outbox"  # what fails there we have put there
SERVERS = ("uvicorn.error", "asyncio", "socketio.server", "engineio.server")


class Visitors(logging.Filter):
    """Lets each line of the program tell something so many times in a while, and counts.

    A message that could not be read is one short line; an error of ours is told with its
    traceback, but what a visitor sends may lead to it a hundred times a second.
    """

    def __init__(self) -> None:
        super().__init__()
        self.told: dict[object, tuple[float, int]] = {}  # since when, and how often

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written; if so, it is made short."""
        error = record.exc_info[1] if record.exc_info else None
        place = (record.pathname, record.lineno) if error is None else place_of(error)
        most = MOST_TOLD if error is None else 1
        now = time.monotonic()
        since, count = self.told.get(place, (now, 0))
        late = now - since >= PAUSE
        self.told[place] = (now, 1) if late else (since, count + 1)
        if count >= most and not late:
            return False
        more = f" ({count - most} more like this before)" if count > most else ""
        said = record.getMessage().replace(ERROR_WORD, "error")
        if place is UNREAD:
            said = f"a message of a page could not be read: {type(error).__name__}: {error}"
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        elif error is not None:
            record.exc_text = short_traceback(error)
        by_us = error is not None or record.name.partition(".")[0] != PAGES
        word = f"{ERROR_WORD}: " if by_us and record.levelno >= logging.ERROR else ""
        record.msg = word + " ".join(said[:LONGEST_SAID].split()) + more
        record.args = ()
        return True


UNREAD = "a message that could not be read"


def place_of(error: BaseException) -> object:
    """The line of this program where an error belongs, or that a message was not read.

    Where no line of ours is concerned, it is the last line of all.
    """
    lines = passed(error.__traceback__)
    ours = [(name, line) for name, line in lines if name.partition(".")[0] == OURS]
    inner = [(name, line) for name, line in ours if name not in AROUND]
    marks = [name for name, _ in lines if name in AROUND or name.startswith(READERS)]
    reading = bool(marks) and marks[-1] not in AROUND
    if not inner and reading and all(name != WRITER for name, _ in lines):
        return UNREAD
    return [(type(error).__name__, 0), *lines, *ours, *inner][-1]


def passed(at: TracebackType | None) -> list[tuple[str, int]]:
    """The lines that an error went through, each with the name of its module."""
    lines = []
    while at is not None:
        lines.append((at.tb_frame.f_globals.get("__name__", ""), at.tb_lineno))
        at = at.tb_next
    return lines


def short_traceback(error: BaseException) -> str:
    """The head of a traceback and its last lines."""
    head, *lines = traceback.format_exception(error)
    left_out = ["  ...\n"] if len(lines) > MOST_LINES else []
    told = [head, *left_out, *lines[-MOST_LINES:]]
    return "".join(line[:LONGEST_LINE] for line in told).rstrip("\n")


def keep_log() -> None:
    """Let the log of the server be text, and short."""
    tame_log()
    visitors = Visitors()
    for ours in logging.getLogger(OURS).handlers:
        ours.addFilter(visitors)
    handler = logging.StreamHandler()
    handler.setFormatter(TameFormatter("%(levelname)s: %(message)s"))
    handler.addFilter(visitors)
    framework = logging.getLogger("nicegui")
    framework.handlers[:] = [handler]
    framework.propagate = False
    for name in SERVERS:
        logging.getLogger(name).addFilter(visitors)
