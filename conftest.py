"""What all tests share: none fails on a busy or bare machine, none uses your data."""

import gc
import os
import signal
from functools import cache

import pytest
import typer.main
import typer.testing
from _pytest.doctest import DoctestModule
from hypothesis import settings

from machine import lines_of
from order import in_shares

# The tests share the cores already: a second thread for products of matrices only spins.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
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


@pytest.fixture(scope="session", autouse=True)
def commands_made_once():
    """The tree of all commands, made once in a process as for a user, not at each call."""
    made = cache(typer.main.get_command)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(typer.main, "get_command", made)
        patched.setattr(typer.testing, "_get_command", made)
        yield


def pytest_configure():
    """Let the tests' programs hear Ctrl-C: begun in the background, they would not."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is loaded for the tests stays: no search for garbage goes through it again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """Look for examples only in the modules that have one.

    Packages are looked at first and always: a module that is loaded before its package
    would be loaded a second time by it, with other classes of the same names.
    """
    found = yield
    package = file_path.name == "__init__.py"
    if file_path.suffix == ".py" and not package and b">>>" not in file_path.read_bytes():
        return [each for each in found if not isinstance(each, DoctestModule)]
    return found


@pytest.hookimpl(trylast=True)  # of those that are left
def pytest_collection_modifyitems(config, items):
    """Where several processes share the tests, what takes long begins first."""
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    if processes > 1:
        items[:] = in_shares(items, processes)


def pytest_terminal_summary(terminalreporter):
    """Say at the end, loudly, what was not tested."""
    skipped = terminalreporter.stats.get("skipped", [])
    for line in lines_of(str(report.longrepr[2]) for report in skipped):
        terminalreporter.write_line(line, red=True, bold=True)
