"""Experiments in the lab: the same as on the command line, live, stopped, and resumed."""

import asyncio
import csv
import io
import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from contextlib import suppress

import psutil
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.machine import PATIENCE, in_time, steps_to, until_async
from tests.web.serving import until
from tests.web.test_explore_pages import shows
from whoknows.experiments.experiment import from_document
from whoknows.experiments.running.run import begin, run_experiment
from whoknows.store import open_store
from whoknows.store.experiment_rows import find_entry, rows_of
from whoknows.web.experiment_charts import chart_options
from whoknows.web.experiment_lines import Point, axes_of, line_options, points_along
from whoknows.web.experiment_report import labels_of, lines_of, measures
from whoknows.web.experiment_runs import Runs, played, report_of
from whoknows.work import Here
from whoknows.work.run_pieces import Cancelled
from whoknows.work.worker_process import START

SMALL = {
    "game": "mastermind", "games": 6, "seed": 3, "name": "small",
    "strategies": [["first", "parts"]], "setup": {"colors": [3, 4], "pegs": 3},
}  # fmt: skip
LONG = {**SMALL, "games": 100_000, "name": "long", "setup": {}}


def stored(folder, document):
    """A database with an experiment that is only begun."""
    store = open_store(str(folder / "rows.db"))
    return store, begin(store, from_document(document))


def test_a_driver_gives_the_rows_of_the_command_line(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    store, entry = stored(tmp_path / "one", SMALL)
    run_experiment(store, entry, where=Here())
    other, again = stored(tmp_path / "two", SMALL)
    said = []
    done = played(Runs(other).address, again.id, 1, tell=lambda *words: said.append(words))
    assert done == 24
    assert list(rows_of(other, again.id)) == list(rows_of(store, entry.id))
    assert said[-1][0] == 1.0
    assert said[-1][1].startswith("24 of 24 games")
    store.close()
    other.close()


def test_a_report_is_charted_line_by_line(tmp_path):
    store, entry = stored(tmp_path, SMALL)
    run_experiment(store, entry, where=Here())
    report = report_of(Runs(store).address, entry.id)
    store.close()
    assert measures(report)[:2] == ["score", "turns"]
    assert labels_of(report) == ["colors 3", "colors 3", "colors 4", "colors 4"]
    lines = lines_of(report, "score")
    assert [who for _, who, _ in lines] == ["first", "parts", "first", "parts"]
    options = chart_options(lines, "score")
    assert len(options["series"][0]["data"]) == 4
    json.dumps(options)


def summary(mean, low=None, high=None):
    return {"mean": mean, "low": low, "high": high, "rate": False}


def cell(setup, *seats):
    """A cell of a report: means of the seats' scores, by strategies' names."""
    return {
        "setup": setup,
        "seats": [{"strategy": name, **summary(mean, mean - 1, mean + 1)}
                  for name, mean in seats],
        "turns": summary(5.0),
        "figures": {},
    }  # fmt: skip


GRID = {
    "cells": [
        cell({"pegs": 4, "colors": 6, "maker": "evil"}, ("first", 7.0)),
        cell({"pegs": 4, "colors": 3, "maker": "evil"}, ("first", 5.0)),
        cell({"pegs": 4, "colors": 3, "maker": "evil"}, ("parts", 4.0)),
        cell({"pegs": 4, "colors": 3, "maker": "mind"}, ("first", 6.0)),
    ]
}


def test_numbers_of_the_setup_are_axes_and_words_are_not():
    assert axes_of(GRID) == ["colors"]
    assert axes_of({"cells": GRID["cells"][1:3]}) == []
    jokers = [cell({"jokers": on}, ("first", 1.0)) for on in (False, True)]
    assert axes_of({"cells": jokers}) == []


def test_a_line_is_somebody_where_all_else_is_the_same():
    assert points_along(GRID, "score", "colors") == {
        "first (maker evil)": [Point(3, 5.0, 4.0, 6.0), Point(6, 7.0, 6.0, 8.0)],
        "parts (maker evil)": [Point(3, 4.0, 3.0, 5.0)],
        "first (maker mind)": [Point(3, 6.0, 5.0, 7.0)],
    }
    options = line_options(GRID, "turns", "colors", 12)
    curves = [one for one in options["series"] if one["type"] == "line"]
    assert curves[0]["data"] == [[3, 5.0], [6, 5.0]]
    bars = [one for one in options["series"] if one["type"] == "custom"]
    assert all(one["data"] == [] for one in bars)  # nothing is known of an interval
    json.dumps(options)


def test_a_run_is_stopped_with_its_processes_and_resumed(tmp_path):
    store, entry = stored(tmp_path, LONG)
    runs = Runs(store)

    here = psutil.Process()
    others = here.children()  # what other tests have left to end

    async def story():
        runs.start(entry.id, 2)
        runs.start(entry.id, 2)  # a double click
        for _ in steps_to(lambda: find_entry(store, entry.id).done >= 50, "50 games"):
            assert not runs.known[entry.id].wrong
            await asyncio.sleep(0.1)
        drivers = [p for p in here.children() if p not in others]
        players = [p for one in drivers for p in one.children() if START in p.cmdline()]
        assert len(players) == 2
        runs.stop(entry.id)
        await until_async(lambda: not runs.going(entry.id), "the run to stop")
        return players

    _, alive = psutil.wait_procs(in_time(story()), timeout=PATIENCE)
    assert not alive
    done = find_entry(store, entry.id).done
    assert 50 <= done < 200_000
    numbers = [(row.cell, row.game) for row in rows_of(store, entry.id)]
    assert len(set(numbers)) == len(numbers) == done
    runs.close()
    store.close()


# ----------------------------------------------------------------------- in the browser


def fetched(lab, path):
    with urllib.request.urlopen(lab.url + path, timeout=PATIENCE) as answer:
        return answer.read()


def fill(browser, label, text):
    """Type something into a field, in place of what is there."""
    field = browser.find_element(By.XPATH, f"//input[@aria-label='{label}']")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(text, Keys.TAB)
    assert field.get_attribute("value") == text


def test_an_experiment_is_begun_watched_and_downloaded(lab, browser):
    browser.get(f"{lab.url}/experiments")
    shows(browser, "None yet")
    fill(browser, "Games in each series", "20")
    browser.find_element(By.XPATH, "//button[contains(., 'Start')]").click()
    until(lambda: "/experiments/" in browser.current_url, what="its page")
    shows(browser, "40 of 40 games: done")
    shows(browser, "Compared on the same deals")
    key = browser.current_url.rpartition("/")[2]
    rows = list(
        csv.DictReader(io.StringIO(fetched(lab, f"/experiments/{key}/rows.csv").decode()))
    )
    assert len(rows) == 40
    assert json.loads(fetched(lab, f"/experiments/{key}/rows.json"))["done"] == 40
    assert fetched(lab, f"/experiments/{key}/rows.parquet")[:4] == b"PAR1"
    browser.get(lab.url)
    shows(browser, rows[0]["name"])


@pytest.mark.parametrize(
    ("path", "code"),
    [("/experiments/nothing/rows.csv", 404), ("/experiments/nothing/secret.txt", 404)],
)
def test_a_download_that_is_not_there_says_so(lab, path, code):
    with pytest.raises(urllib.error.HTTPError) as refused:
        fetched(lab, path)
    with refused.value as answer:
        assert answer.code == code
        assert b"Traceback" not in answer.read()


def test_an_experiment_of_the_command_line_is_seen_and_resumed(lab, browser):
    database = next(lab.folder.glob("**/whoknows.db"))
    command = [sys.executable, "-m", "whoknows", "experiment", "run", "--db", str(database)]
    command += ["--game", "mastermind", "--strategy", "first", "--games", "30"]
    subprocess.run(
        [*command, "--name", "by hand", "--workers", "1"], check=True, timeout=PATIENCE
    )
    browser.get(f"{lab.url}/experiments")
    shows(browser, "by hand")
    store = open_store(str(database))
    entry = begin(store, from_document({**LONG, "name": "very long"}))
    store.close()
    browser.get(f"{lab.url}/experiments/{entry.id}")
    shows(browser, "0 of 200,000 games")
    browser.find_element(By.XPATH, "//button[contains(., 'Resume')]").click()
    shows(browser, "a second")
    browser.find_element(By.XPATH, "//button[contains(., 'Stop')]").click()
    until(lambda: shown_button(browser, "Resume"), what="stopped")


def shown_button(browser, name):
    [found] = browser.find_elements(By.XPATH, f"//button[contains(., '{name}')]")
    return found if found.is_displayed() else None


def games(browser):
    """How many games have been played, as the page says."""
    said = browser.find_element(By.CSS_SELECTOR, "main [role=status]").text
    return int(said.split(" of ")[0].replace(",", ""))


def curves(browser):
    """The lines of the chart, as drawn: paths that have no end."""
    script = """return [...document.querySelectorAll('.wk-chart svg path')]
        .filter(e => e.getAttribute('fill') == 'none'
            && parseFloat(e.getAttribute('stroke-width')) == 3).length"""
    return browser.execute_script(script)


def half_played(database):
    """A long experiment along the number of tiles, with some games at every place."""
    document = {
        "game": "davinci", "games": 4000, "seed": 3, "name": "along",
        "strategies": [["random"]] * 2,
        "setup": {"players": 2, "hand": 3, "tiles": [6, 24]},  # quick at first, then slow
    }  # fmt: skip
    enough = threading.Event()

    def watch(progress):
        if progress.pace.done > 4000:
            enough.set()

    with open_store(database) as store:
        entry = begin(store, from_document(document))
        with suppress(Cancelled):
            run_experiment(store, entry, where=Here(), watch=watch, cancel=enough)
        return entry


def test_lines_are_drawn_while_it_runs_and_it_is_stopped_resumed_and_kept(
    lab, browser, tmp_path
):
    database = str(next(lab.folder.glob("**/whoknows.db")))
    entry = half_played(database)
    browser.get(f"{lab.url}/experiments/{entry.id}")
    before = until(lambda: games(browser), what="games")
    until(lambda: shown_button(browser, "Resume"), what="the page").click()
    until(lambda: shown_button(browser, "Stop"), what="it runs")
    until(lambda: games(browser) > before, seconds=240, what="more games")
    until(lambda: curves(browser) == 2, what="lines while it runs")
    assert shown_button(browser, "Stop"), "it still runs"
    until(lambda: shown_button(browser, "Stop"), what="it runs").click()
    until(lambda: shown_button(browser, "Resume"), what="it is stopped")
    stopped = until(lambda: games(browser), what="games")
    until(lambda: shown_button(browser, "Resume"), what="resume").click()
    until(lambda: games(browser) > stopped, what="more games than before")
    until(lambda: shown_button(browser, "Stop"), what="it runs again").click()
    until(lambda: shown_button(browser, "Resume"), what="it is stopped again")
    browser.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )
    for ending in ("csv", "json", "parquet"):
        path = f"//a[@aria-label='Download as {ending.upper()}']"
        browser.find_element(By.XPATH, path).click()
        file = tmp_path / f"{entry.id}.{ending}"
        until(lambda file=file: file.stat().st_size, what=ending)
    rows = until(lambda: (tmp_path / f"{entry.id}.csv").read_text().splitlines())
    assert len(rows) - 1 >= stopped


def test_a_wrong_form_is_told_and_starts_nothing(lab, browser):
    browser.get(f"{lab.url}/experiments")
    shows(browser, "A new one")
    fill(browser, "Pegs", "0")
    browser.find_element(By.XPATH, "//button[contains(., 'Start')]").click()
    shows(browser, "wanted 1 to")
