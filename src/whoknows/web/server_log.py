"""The log of the server: nothing that a visitor sends steers a terminal or fills a disk.

The framework of the pages logs an exception, with its whole traceback, for every message of
a socket that no page of a browser would send.  Those are one short line, and not too often.
"""

import logging
import time
from types import TracebackType

from whoknows.work.worker_process import TameFormatter, tame_log

PAUSE = 10.0  # seconds between two lines about what no page sends
LONGEST = 200  # characters of an error in such a line
OURS = "whoknows"
AROUND = {  # what every request passes through is no sign that an error is ours
    "whoknows.web.guard",
    "whoknows.web.framework",
    "whoknows.web.api.limits",
    "whoknows.web.own_seats",
}
SERVERS = ("uvicorn.error", "asyncio", "socketio.server", "engineio.server")


class Visitors(logging.Filter):
    """Makes a short line of what went wrong in the framework alone; most are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.last = -PAUSE
        self.left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None or is_ours(error.__traceback__):
            return True
        now = time.monotonic()
        if now - self.last < PAUSE:
            self.left_out += 1
            return False
        more = f" ({self.left_out} more)" if self.left_out else ""
        said = f"{type(error).__name__}: {error}"[:LONGEST]
        record.msg, record.args = f"a page was sent what no page sends{more}: {said}", ()
        record.exc_info, record.exc_text = None, None
        self.last, self.left_out = now, 0
        return True


def is_ours(traceback: TracebackType | None) -> bool:
    """Whether an error went through code of this program."""
    while traceback is not None:
        name = traceback.tb_frame.f_globals.get("__name__", "")
        if name.partition(".")[0] == OURS and name not in AROUND:
            return True
        traceback = traceback.tb_next
    return False


def keep_log() -> None:
    """Let the log of the server be text, and short."""
    tame_log()
    handler = logging.StreamHandler()
    handler.setFormatter(TameFormatter("%(levelname)s: %(message)s"))
    visitors = Visitors()
    handler.addFilter(visitors)
    framework = logging.getLogger("nicegui")
    framework.handlers[:] = [handler]
    framework.propagate = False
    for name in SERVERS:
        logging.getLogger(name).addFilter(visitors)
