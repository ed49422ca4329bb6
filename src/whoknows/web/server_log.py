"""The log of the server: nothing that a visitor sends steers a terminal or fills a disk.

The framework of the pages logs an exception, with its whole traceback, for every message of
a socket that no page of a browser sends, and what a page wants to be logged.  Those are
short lines, and not too many; an error of ours is told in full, once in a while.
"""

import logging
import time
import traceback
from types import TracebackType

from whoknows.work.worker_process import TameFormatter, tame_log

PAUSE = 10.0  # seconds between two lines about the same
MOST_TOLD = 20  # lines of one kind in that time that are no errors
LONGEST_SAID = 500  # characters of a line
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
    """Lets each line of the program tell something so many times in a while, and counts.

    What went wrong in the framework alone is one short line; an error of ours is told with
    its traceback, but what a visitor sends may be wrong a hundred times a second.
    """

    def __init__(self) -> None:
        super().__init__()
        self.told: dict[object, tuple[float, int]] = {}  # since when, and how often

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written; if so, it is made short."""
        error = record.exc_info[1] if record.exc_info else None
        ours = None if error is None else place_of_ours(error.__traceback__)
        place = ours if error is not None else (record.pathname, record.lineno)
        most = MOST_TOLD if error is None else 1
        now = time.monotonic()
        since, count = self.told.get(place, (now, 0))
        late = now - since >= PAUSE
        self.told[place] = (now, 1) if late else (since, count + 1)
        if count >= most and not late:
            return False
        more = f" ({count - most} more like this before)" if count > most else ""
        said = record.getMessage()
        if ours is not None:
            lines = traceback.format_exception(error)[-MOST_LINES:]
            record.exc_text = "".join(line[:LONGEST_LINE] for line in lines)
        elif error is not None:
            said = f"a page was sent what no page sends: {type(error).__name__}: {error}"
            record.exc_info, record.exc_text = None, None
        record.msg, record.args = " ".join(said[:LONGEST_SAID].split()) + more, ()
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
