"""A server for each module of tests, and browsers that look at it."""

import pytest

from tests.web.serving import Lab, new_browser
from whoknows.store import open_store
from whoknows.web import pools
from whoknows.web.host import Host


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The lab as a process of its own, for all tests of a module."""
    served = Lab(tmp_path_factory.mktemp("lab")).start()
    yield served
    served.stop()


@pytest.fixture
def host(tmp_path):
    """The host of rooms, without a server around it."""
    opened = Host(open_store(str(tmp_path / "lab.db")), pools.thinkers(1))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def browser():
    """One chromium for all tests of a module."""
    opened = new_browser()
    yield opened
    opened.quit()


@pytest.fixture(scope="module")
def lively():
    """A chromium for all tests of a module that did not ask for less motion."""
    opened = new_browser(motion=True)
    yield opened
    opened.quit()


@pytest.fixture
def browsers():
    """A function that gives one more chromium; all are closed after the test."""
    opened = []

    def another(**options):
        opened.append(new_browser(**options))
        return opened[-1]

    yield another
    for each in opened:
        each.quit()
