"""No page of the lab asks any other host for anything."""

import json
import time

import pytest

from tests.web import scenes
from tests.web.serving import new_browser, until

FEW = ["home", "play", "explore hats", "playground", "experiments", "table davinci"]
# The browser says itself that these were answered with 404 or 403.
MISSING = [
    *(f"no such {what}" for what in ("page", "lesson", "room", "experiment")),
    "wrong key",
]


@pytest.fixture(scope="module")
def recorder():
    opened = new_browser(log=True)
    opened.get("about:blank")
    asked_for(opened)  # for the browser's own first page
    yield opened
    opened.quit()


def asked_for(browser):
    """Every address that the browser asked for since the last look."""
    found = []
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            found.append(message["params"]["request"]["url"])
        elif message["method"] == "Network.webSocketCreated":
            found.append(message["params"]["url"])
    return found


@pytest.mark.parametrize("name", FEW)
def test_a_page_asks_this_server_alone(lab, recorder, name):
    check(lab, recorder, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in scenes.names() if name not in FEW])
def test_every_page_asks_this_server_alone(lab, recorder, name):
    check(lab, recorder, name)


def check(lab, recorder, name):
    recorder.get(scenes.address(lab, name))
    until(lambda: recorder.find_elements("css selector", ".wk-main h1"), what="the page")
    time.sleep(1)
    urls = [url for url in asked_for(recorder) if not url.startswith(("data:", "blob:"))]
    assert urls
    here = (f"{lab.url}/", f"ws://127.0.0.1:{lab.port}/")
    assert [url for url in urls if not url.startswith(here)] == []
    wrong = [entry for entry in recorder.get_log("browser") if entry["level"] == "SEVERE"]
    assert name in MISSING or wrong == []
