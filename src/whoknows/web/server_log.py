"""The log of the server: nothing that a visitor sends steers a terminal or fills a disk.

The framework of the pages logs an exception, with its whole traceback, for every message of
a socket that no page of a browser would send.  Those are one short line, and not too often;
an error of ours is told in full, once in a while.
"""

import logging
import time
import traceback
from collections import Counter
from types import TracebackType

from whoknows.work.worker_process import TameFormatter, tame_log

PAUSE = 10.0  # seconds between two lines about the same
LONGEST = 200  # characters of an error in a line
MOST_LINES, LONGEST_LINE = 40, 1000  # of a traceback
OURS = "whoknows"
AROUND = {  # what every request passes through is no sign that an error is ours
    "whoknows.web.guard",
    "whoknows.web.framework",
    "whoknows.web.api.limits",
    "whoknows.web.own_seats",
}
SERVERS = ("uvicorn.error", "asyncio", "socketio.server", "engineio.server")


class Visitors(logging.Filter):
    """Lets each error be told once in a while, the others counted.

    What went wrong in the framework alone is one short line; an error of ours is told with
    its traceback, but what a visitor sends may be wrong a hundred times a second.
    """

    def __init__(self) -> None:
        super().__init__()
        self.told: dict[object, float] = {}  # when an error of a place was told last
        self.left_out: Counter[object] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return True
        place, now = place_of_ours(error.__traceback__), time.monotonic()
        if now - self.told.get(place, -PAUSE) < PAUSE:
            self.left_out[place] += 1
            return False
        count = self.left_out.pop(place, 0)
        self.told[place] = now
        more = f" ({count} more)" if count else ""
        if place is None:
            said = f"{type(error).__name__}: {error}"[:LONGEST]
            record.msg = f"a page was sent what no page sends{more}: {said}"
            record.exc_info, record.exc_text = None, None
        else:
            record.msg = f"{record.getMessage()[:LONGEST]}{more}"
            lines = traceback.format_exception(error)
            record.exc_text = "".join(line[:LONGEST_LINE] for line in lines[-MOST_LINES:])
        record.args = ()
        return True


def place_of_ours(at: TracebackType | None) -> tuple[str, int] | None:
    """The last line of this program that an error went through; none: it is not ours."""
    found = None
    while at is not None:
        name = at.tb_frame.f_globals.get("__name__", "")
        if name.partition(".")[0] == OURS and name not in AROUND:
            found = name, at.tb_lineno
        at = at.tb_next
    return found


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
