"""A server for all tests of a process, and a browser that comes to each module anew."""

import pytest

from tests.web.serving import Lab, forget, new_browser
from whoknows.store import open_store
from whoknows.web.rooms.host import Host
from whoknows.web.server import workers


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """The lab as a process of its own, for all tests that do not harm it."""
    served = Lab(tmp_path_factory.mktemp("lab")).start()
    yield served
    served.stop()


@pytest.fixture
def host(tmp_path):
    """The host of rooms, without a server around it."""
    opened = Host(open_store(str(tmp_path / "lab.db")), workers.thinkers(1))
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def calm_chromium():
    """One chromium for all tests."""
    opened = new_browser()
    yield opened
    opened.quit()


@pytest.fixture(scope="session")
def lively_chromium():
    """A chromium that did not ask for less motion."""
    opened = new_browser(motion=True)
    yield opened
    opened.quit()


@pytest.fixture(scope="module")
def browser(calm_chromium):
    """A chromium that knows nothing of what other modules did with it."""
    yield calm_chromium
    forget(calm_chromium)


@pytest.fixture(scope="module")
def lively(lively_chromium):
    """The same without a wish for less motion."""
    yield lively_chromium
    forget(lively_chromium)


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
