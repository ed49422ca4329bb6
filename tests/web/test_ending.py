"""However the server ends, all its processes end with it, in the middle of their work."""

import os
import signal
import subprocess
import sys

import psutil
import pytest
from selenium.webdriver.common.keys import Keys

from machine import PATIENCE
from tests.web.serving import Lab, new_browser, until

BUSY = "return [...document.querySelectorAll('.wk-waiting')].some(e => e.checkVisibility())"
PROCESSES = min(2, os.cpu_count() or 1)
START = "//button[contains(., 'Start')]"
SOLVERS = ["/explore/hats?players=6&p=2/3", "/explore/mastermind?colors=7&plan=optimal"]


def experiment_begun(lab, browser):
    """A long experiment, played with processes of its own where there are cores."""
    browser.get(f"{lab.url}/experiments")
    for label, text in {"Games in each series": 50_000, "Processes": PROCESSES}.items():
        field = until(
            lambda at=f'input[aria-label="{label}"]': browser.find_element(
                "css selector", at
            )
        )
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(str(text), Keys.TAB)
    until(lambda: browser.find_element("xpath", START).click() is None, what="the button")
    until(lambda: "a second" in words_of(browser), seconds=240, what="its progress")


def words_of(browser):
    return browser.find_element("tag name", "body").text


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_all_processes_end_with_the_server(tmp_path, how):
    lab, browser = Lab(tmp_path).start(), new_browser()
    try:
        experiment_begun(lab, browser)
        for path in SOLVERS:
            browser.switch_to.new_window("tab")
            browser.get(f"{lab.url}{path}")
            until(lambda: browser.execute_script(BUSY), what="the solver")
        family = psutil.Process(lab.process.pid).children(recursive=True)
        # Those who think and look, two solvers, and the driver of the experiment.
        assert len(family) >= 7 + 2 * (PROCESSES - 1), [each.cmdline() for each in family]
        lab.stop(how)
        _, alive = psutil.wait_procs(family, timeout=PATIENCE)
        assert [(p.pid, p.cmdline()) for p in alive] == []
    finally:
        lab.stop(signal.SIGKILL)
        browser.quit()


# More than fits into the pipe to the processes is still to be sent when they end.
FULL = """
import asyncio
import os
import signal
import time

from whoknows.work.worker_pool import WorkerPool


async def main():
    pool = WorkerPool(1)
    thoughts = [asyncio.create_task(pool.ask(time.sleep, 30))]
    thoughts += [asyncio.create_task(pool.ask(len, bytes(10**6))) for _ in range(5)]
    await asyncio.wait(thoughts, timeout=2)
    workers = [job.worker for job in pool.schedule.running]
    for thought in thoughts:  # as when pages are closed
        thought.cancel()
    for worker in workers:  # as when memory is short
        worker.signal(signal.SIGKILL)
    await asyncio.sleep(0.5)
    pool.close()
    await asyncio.gather(*thoughts, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_server_ends_although_much_is_still_to_be_thought(tmp_path):
    file = tmp_path / "full.py"
    file.write_text(FULL)
    subprocess.run([sys.executable, str(file)], check=True, timeout=PATIENCE)
