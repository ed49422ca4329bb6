"""The lab as a process of its own, and browsers that look at it."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from zlib import crc32

from tests.machine import PATIENCE, missing, program, until
from whoknows.work.worker_process import ERROR_WORD

CHROMIUM = program("chromium", "chromium-browser", "google-chrome")
DRIVER = program("chromedriver")
FLAGS = """
    --headless=new --no-sandbox --disable-gpu --disable-quic --disable-dev-shm-usage
    --disable-background-networking --disable-component-update --disable-sync
    --no-first-run --disable-default-apps --disable-extensions
    --disable-features=OptimizationHints,MediaRouter,Translate
""".split()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


class Lab:
    """A server with a data folder of its own; it can be killed and started again."""

    def __init__(self, folder: Path, *options: str):
        self.folder, self.options = folder, options
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: Any = None
        self.rooms: Counter[str] = Counter()  # that each test has made

    def start(self):
        command = [*self.command(), "lab", "--no-browser", "--port", str(self.port)]
        command += self.options
        # NiceGUI serves no pages of its own where it believes itself under pytest.
        alone = {name: word for name, word in os.environ.items() if "PYTEST" not in name}
        alone |= {"XDG_DATA_HOME": str(self.folder), "HOME": str(self.folder)}
        with (self.folder / "server.log").open("a") as log:
            self.process = subprocess.Popen(command, stderr=log, stdout=log, env=alone)
        self.wait()
        return self

    def command(self):
        """What starts the program."""
        return [sys.executable, "-m", "whoknows"]

    def wait(self):
        def answers():
            if self.process.poll() is not None:
                return "ended"
            with socket.create_connection(("127.0.0.1", self.port), 1):
                return "answers"

        assert until(answers, what="the lab") == "answers", self.said

    @property
    def said(self):
        return (self.folder / "server.log").read_text()

    @property
    def errors(self):
        """The errors of the lab in its log, each with all of its lines."""
        begins = re.compile(rf"^(?:ERROR:\s+)?{ERROR_WORD}: ", re.MULTILINE)
        ends = re.compile(r"^[A-Z]{4,}: ", re.MULTILINE)  # where the next record begins
        return [ends.split(said)[0] for said in begins.split(self.said)[1:]]

    def stop(self, how=signal.SIGTERM):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(timeout=PATIENCE)

    # ------------------------------------------------------------ the API

    def ask(self, path, body=None, key=None, method=None):
        """Status and document of an answer of the API."""
        headers = {"Content-Type": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        data = None if body is None else json.dumps(body).encode()
        method = method or ("GET" if data is None else "POST")
        # Closed for sure, even if the server is killed in the middle of its answer.
        with closing(
            HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        ) as connection:
            try:
                connection.request(method, f"/api{path}", data, headers)
                with connection.getresponse() as answer:
                    return answer.status, json.loads(answer.read() or b"null")
            except HTTPException as error:
                raise ConnectionError(str(error)) from error

    def create(
        self, game, *, setup=None, chairs=(), undo=False, spectators="public", seed=None
    ):
        """A new room: its address and keys.  A chair is a name, or (name, strategy).

        Where one person plays at most, a test has the same deals in every run.
        """
        pairs = [(chair, None) if isinstance(chair, str) else chair for chair in chairs]
        seats = [{"name": name, "strategy": strategy} for name, strategy in pairs]
        house = {"undo": undo, "spectators": spectators}
        test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
        alone = seats and sum(not seat["strategy"] for seat in seats) <= 1
        if seed is None and test and alone:
            self.rooms[test] += 1
            seed = crc32(f"{test} {self.rooms[test]}".encode())
        body = {"game": game, "setup": setup or {}, "chairs": seats, "house": house}
        body["seed"] = seed
        status, made = self.ask("/rooms", body)
        assert status == 201, made
        return made

    def table(self, room, key=""):
        """The address of a table page."""
        return f"{self.url}/table/{room}" + (f"?key={key}" if key else "")


def new_browser(*, width=1400, height=1000, log=False, motion=False):
    """A chromium that shares nothing with any other; `quit` it.

    It asks for less motion, so that moves are shown at once, unless it wants `motion`.
    """
    from selenium import webdriver

    if not (CHROMIUM and DRIVER):
        missing("the pages in a browser", "apt install chromium chromium-driver")
    profile = tempfile.mkdtemp(prefix="whoknows-browser-")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--window-size={width},{height}", f"--user-data-dir={profile}"):
        options.add_argument(flag)
    if not motion:
        options.add_argument("--force-prefers-reduced-motion")
    if log:
        options.set_capability(
            "goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"}
        )
    browser = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    browser.set_page_load_timeout(PATIENCE)
    leave = browser.quit

    def quit_and_clean():
        leave()
        shutil.rmtree(profile, ignore_errors=True)

    browser.quit = quit_and_clean
    return browser


def forget(browser):
    """Make a browser as new: nothing kept of any page, the first size, the first theme."""
    if browser.current_url.startswith("http"):
        browser.execute_script("localStorage.clear(); sessionStorage.clear()")
    browser.get("about:blank")
    for command in (
        "Network.clearBrowserCookies",
        "Emulation.clearDeviceMetricsOverride",
        "Emulation.setEmulatedMedia",
    ):
        browser.execute_cdp_cmd(command, {})
