"""Experiments through the command line, with real processes that are really killed."""

import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import psutil
import pytest
from sqlalchemy import create_engine, text

from dask_cluster import dask_cluster
from machine import PATIENCE, until
from postgres import postgres_server
from whoknows.experiments.experiment import checked, own_experiment
from whoknows.experiments.running.run import begin, run_experiment
from whoknows.store import open_store
from whoknows.store.experiment_rows import find_entry, rows_of
from whoknows.work import Here
from whoknows.work.worker_process import START

TOY = f"{Path(__file__).parents[1] / 'toy.py'}:TOY"
PLAN = {"game": TOY, "games": 600, "seed": 5, "strategies": ["slow"], "setup": {"cards": 9}}
RUN = (
    f"run --name slow --game {shlex.quote(TOY)} --strategy slow --set cards=9"
    " --games 600 --seed 5"
)


def command(words):
    return [sys.executable, "-m", "whoknows", "experiment", *shlex.split(words)]


def whoknows(words):
    return subprocess.run(command(words), capture_output=True, text=True, timeout=PATIENCE)


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The rows of a run that nothing happened to."""
    with open_store(str(tmp_path_factory.mktemp("whole") / "rows.db")) as store:
        entry = begin(store, checked(own_experiment(PLAN)))
        run_experiment(store, entry, where=Here())
        return list(rows_of(store, entry.id))


def rows_in(url):
    with open_store(str(url)) as store:
        return list(rows_of(store, find_entry(store, "slow").id))


def wait_for_rows(count, least=40):
    """Wait until an experiment is well under way."""
    return until(lambda: (rows := count()) >= least and rows, what="rows")


def sqlite_count(path, asked="count(*) from whoknows_rows"):
    def count():
        try:
            connection = sqlite3.connect(path)
            try:
                return connection.execute(f"select {asked}").fetchone()[0] or 0
            finally:
                connection.close()
        except sqlite3.OperationalError:
            return 0

    return count


def begun(words):
    return subprocess.Popen(
        command(words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def family(process):
    return psutil.Process(process.pid).children(recursive=True)


def assert_gone(processes):
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE)
    assert not alive


def test_a_driver_killed_outright_is_resumed_to_the_same_rows(tmp_path, expected):
    path = tmp_path / "rows.db"
    driver = begun(f"{RUN} --workers 2 --db {path}")
    wait_for_rows(sqlite_count(path))
    children = family(driver)
    driver.kill()
    driver.communicate(timeout=PATIENCE)
    assert_gone(children)
    before = rows_in(path)
    assert 0 < len(before) < 600
    assert set(map(repr, before)) < set(map(repr, expected))
    said = whoknows(f"resume slow --workers 2 --db {path} --json")
    assert said.returncode == 0, said.stderr
    assert json.loads(said.stdout)["done"] == 600
    assert rows_in(path) == expected


@pytest.mark.slow
def test_aggregates_of_a_driver_killed_again_and_again_are_those_of_the_rows(
    tmp_path, expected
):
    path = tmp_path / "kept.db"
    count = sqlite_count(path, "sum(games) from whoknows_aggregates")
    words = f"{RUN} --keep aggregates --workers 2 --db {path}"
    for least in (1, 100, 300):
        driver = begun(words)
        wait_for_rows(count, least)
        driver.kill()
        driver.communicate(timeout=PATIENCE)
        words = f"resume slow --workers 2 --db {path}"
    assert 0 < count() < 600
    said = json.loads(whoknows(f"{words} --json").stdout)
    assert said["done"] == said["cells"][0]["games"] == 600
    for seat in said["cells"][0]["seats"]:
        assert seat["mean"] == np.mean([row.scores[seat["seat"]] for row in expected])
    assert not rows_in(path)


@pytest.mark.slow
def test_a_driver_killed_again_and_again_ends_with_the_same_rows(tmp_path, expected):
    path = tmp_path / "rows.db"
    words = f"{RUN} --workers 2 --db {path}"
    for least in (1, 100, 150, 300):
        driver = begun(words)
        wait_for_rows(sqlite_count(path), least)
        driver.kill()
        driver.communicate(timeout=PATIENCE)
        words = f"resume slow --workers 2 --db {path}"
    assert whoknows(words).returncode == 0
    assert rows_in(path) == expected


@pytest.mark.parametrize(("kind", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_driver_told_to_stop_says_how_to_resume(tmp_path, expected, kind, code):
    path = tmp_path / "rows.db"
    long = RUN.replace("--games 600", "--games 60000")  # not done before it is stopped
    driver = begun(f"{long} --workers 2 --db {path}")
    wait_for_rows(sqlite_count(path))
    children = family(driver)
    driver.send_signal(kind)
    out, err = driver.communicate(timeout=PATIENCE)
    assert (driver.returncode, out) == (code, "")
    assert err.splitlines()[-2:] == [  # before it, a busy machine may tell its progress
        "The games so far are kept.  "
        f"To go on: whoknows experiment resume slow --db {path}",
        "whoknows: stopped",
    ]
    assert_gone(children)
    kept = [row for row in rows_in(path) if row.game < len(expected)]
    assert len(kept) >= 40
    assert set(map(repr, kept)) <= set(map(repr, expected))


@pytest.mark.slow
def test_a_worker_killed_outright_loses_no_game(tmp_path, expected):
    path = tmp_path / "rows.db"
    driver = begun(f"{RUN} --workers 2 --db {path} --json")
    wait_for_rows(sqlite_count(path))
    workers = [child for child in family(driver) if START in child.cmdline()]
    workers[0].kill()
    out, err = driver.communicate(timeout=PATIENCE)
    assert (driver.returncode, err) == (0, "")
    assert json.loads(out)["done"] == 600
    assert rows_in(path) == expected


@pytest.mark.slow
def test_a_cluster_with_a_worker_killed_gives_the_same_rows(tmp_path, expected):
    path = tmp_path / "rows.db"
    with dask_cluster(tmp_path) as dask:
        driver = begun(f"{RUN} --cluster {dask.address} --db {path} --json")
        wait_for_rows(sqlite_count(path), least=20)
        dask.processes[1].kill()
        out, err = driver.communicate(timeout=PATIENCE)
    assert driver.returncode == 0, err
    assert json.loads(out)["done"] == 600
    assert rows_in(path) == expected


@pytest.mark.slow
def test_postgresql_killed_and_resumed_gives_the_same_rows(expected):
    with postgres_server() as url:
        engine = create_engine(url.replace("postgresql", "postgresql+psycopg"))

        def count():
            with engine.connect() as connection:
                there = connection.scalar(text("select to_regclass('whoknows_rows')"))
                return there and connection.scalar(
                    text("select count(*) from whoknows_rows")
                )

        driver = begun(f"{RUN} --workers 2 --db {url}")
        wait_for_rows(lambda: count() or 0)
        driver.kill()
        driver.communicate(timeout=PATIENCE)
        said = whoknows(f"resume slow --workers 1 --db {url} --json")
        assert said.returncode == 0, said.stderr
        assert rows_in(url) == expected
        engine.dispose()


def test_a_read_only_place_is_one_line(tmp_path):
    if os.getuid() == 0:
        path = "/proc/rows.db"  # where even root cannot write
    else:
        tmp_path.chmod(0o500)
        path = tmp_path / "rows.db"
    said = whoknows(f"{RUN} --db {path}")
    assert (said.returncode, said.stdout) == (2, "")
    assert re.fullmatch(r"whoknows: error: cannot use the database .*\n", said.stderr)
