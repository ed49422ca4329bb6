"""What visitors send neither fills the log nor steers the terminal of who reads it."""

import logging

import pytest

from whoknows.web.framework import Caching, Redirecting
from whoknows.web.server.guard import Guard
from whoknows.web.server.limits import Limited
from whoknows.web.server.log import AROUND, MOST_TOLD, PAUSE, Visitors
from whoknows.web.server.seat_cookie import Remembering
from whoknows.work.worker_process import ERROR_WORD, TameFormatter


@pytest.fixture
def log():
    """A log with the filter, and the lines that were written to it."""
    lines = []

    class Lines(logging.Handler):
        def emit(self, record):
            lines.append(self.format(record))

    handler = Lines()
    handler.setFormatter(TameFormatter("%(message)s"))
    handler.addFilter(Visitors())
    logger = logging.Logger("pages")
    logger.addHandler(handler)
    return logger, lines, handler.filters[0]


def foreign(logger, text):
    """Let code that is not ours fail."""
    try:
        exec("float(text)", {"__name__": "nicegui.events", "text": text})
    except ValueError as error:
        error.__traceback__ = error.__traceback__.tb_next  # without this test's frame
        logger.exception(error)


def later(visitors):
    """Let the pause be over."""
    visitors.told = {at: (since - PAUSE, n) for at, (since, n) in visitors.told.items()}


def test_what_a_page_wants_to_be_logged_is_short_lines_and_few(log):
    logger, lines, visitors = log
    for _ in range(1000):
        logger.error("x\nERROR: forged\x1b[31m" + "x" * 10**6)
    assert len(lines) == MOST_TOLD
    assert all(len(line) < 600 and "\n" not in line for line in lines)
    later(visitors)
    logger.error("another line of the program may speak")
    assert len(lines) == MOST_TOLD + 1


def test_a_flood_of_odd_values_is_one_short_line(log):
    logger, lines, visitors = log
    for _ in range(1000):
        foreign(logger, "\x1b[31m" + "x" * 10_000)
    assert len(lines) == 1
    assert len(lines[0]) < 600
    assert "\x1b" not in lines[0]
    assert "could not convert" in lines[0]
    assert ERROR_WORD not in lines[0]
    later(visitors)
    foreign(logger, "y")
    assert "999 more" in lines[1]


@pytest.mark.parametrize("around", [Guard, Caching, Redirecting, Limited, Remembering])
def test_what_a_request_passes_through_makes_no_error_ours(log, around):
    logger, lines, _ = log
    inner = {"__name__": "engineio.packet"}
    exec("def read(): return int('')", inner)
    try:
        exec("read()", {"__name__": around.__module__, "read": inner["read"]})
    except ValueError as error:
        error.__traceback__ = error.__traceback__.tb_next
        logger.exception(error)
    assert len(lines) == 1
    assert "Traceback" not in lines[0]


def failing(logger, text):
    """Let code of ours fail."""
    try:
        exec(text, {"__name__": "whoknows.web.table"})
    except (ZeroDivisionError, KeyError) as error:
        error.__traceback__ = error.__traceback__.tb_next  # without this test's frame
        logger.exception(error)


def test_errors_of_our_own_are_told_in_full_each_of_them(log):
    logger, lines, _ = log
    failing(logger, "1 / 0")
    failing(logger, "\n{}[1]")
    assert len(lines) == 2
    assert all(line.startswith(f"{ERROR_WORD}: ") for line in lines)
    assert all("Traceback (most recent call last)" in line for line in lines)


def test_the_same_error_of_our_own_again_and_again_is_counted(log):
    logger, lines, visitors = log
    for _ in range(1000):
        failing(logger, "{}['\x1b' + 'x' * 10**6]")
    assert len(lines) == 1
    assert "Traceback" in lines[0]
    assert len(lines[0]) < 50_000
    assert "\x1b" not in lines[0]
    later(visitors)
    failing(logger, "1 / 0")  # in the same place
    assert "999 more" in lines[1]


def deep(name, steps, last):
    """Functions of a module that call each other so many times; the last one fails."""
    inner = {"__name__": name, "text": "x"}
    text = "".join(f"def f{n}():\n    f{n + 1}()\n" for n in range(steps))
    exec(f"{text}def f{steps}():\n    {last}\n", inner)
    return inner["f0"]


def logged(logger, function):
    try:
        function()
    except Exception as error:
        error.__traceback__ = error.__traceback__.tb_next  # without this test's frame
        logger.exception(error)


@pytest.mark.parametrize("steps", [1, 100])
def test_the_head_and_the_end_of_a_traceback_are_told(log, steps):
    logger, lines, _ = log
    logged(logger, deep("whoknows.web.table", steps, "1 / 0"))
    assert lines[0].startswith(f"{ERROR_WORD}: division by zero\nTraceback (most recent")
    assert lines[0].endswith("ZeroDivisionError: division by zero")
    assert len(lines[0].splitlines()) < 100


@pytest.mark.parametrize(
    "module", [*sorted(AROUND), "nicegui.outbox", "nicegui.client", "starlette.routing"]
)
def test_an_error_of_ours_that_shows_elsewhere_blames_no_visitor(log, module):
    logger, lines, _ = log
    inner = deep(module, 2, "float(text)")
    logged(logger, inner)
    assert lines[0].startswith(f"{ERROR_WORD}: ")
    assert "Traceback" in lines[0]


@pytest.mark.parametrize("around", sorted(AROUND))
def test_a_wrong_line_of_what_stands_around_a_socket_is_ours(log, around):
    logger, lines, _ = log
    reading = {"__name__": "engineio.async_socket", "ours": deep(around, 1, "float(text)")}
    exec("def read(): ours()", reading)
    logged(logger, reading["read"])
    assert lines[0].startswith(f"{ERROR_WORD}: ")


def test_a_page_cannot_write_the_word_of_our_errors():
    lines = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    handler.addFilter(Visitors())
    logger = logging.Logger("nicegui")
    logger.addHandler(handler)
    logger.error(f"{ERROR_WORD}: forged")
    assert lines == ["error: forged"]
