"""What all tests share: none fails on a busy or bare machine, none uses your data."""

import os
import signal

import pytest
from hypothesis import settings

from machine import lines_of

settings.register_profile("whoknows", deadline=None, print_blob=True)  # says how to repeat
settings.load_profile("whoknows")


@pytest.fixture(scope="session", autouse=True)
def data_of_the_tests(tmp_path_factory):
    """A data folder that is not the user's."""
    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))
    yield
    os.environ.pop("XDG_DATA_HOME")
    if before is not None:
        os.environ["XDG_DATA_HOME"] = before


def pytest_configure():
    """Let the tests' programs hear Ctrl-C: begun in the background, they would not."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter):
    """Say at the end, loudly, what was not tested."""
    skipped = terminalreporter.stats.get("skipped", [])
    for line in lines_of(str(report.longrepr[2]) for report in skipped):
        terminalreporter.write_line(line, red=True, bold=True)
