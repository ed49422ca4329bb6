"""A real Dask cluster on loopback for the tests: a scheduler and workers as processes."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from machine import PATIENCE, until

TESTS = Path(__file__).parent


class DaskCluster:
    """Processes of a scheduler and its workers."""

    def __init__(self, folder, environment=None):
        self.folder = Path(folder)
        self.file = self.folder / "scheduler.json"
        self.environment = os.environ | {
            "PYTHONPATH": str(TESTS),
            "PYTHONWARNINGS": "ignore",
            **(environment or {}),
        }
        self.processes = []
        self.start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"
        )
        self.address = self.wait_for_address()

    def start(self, what, *options, environment=None):
        command = [
            *(sys.executable, "-m", f"distributed.cli.dask_{what}"),
            *("--scheduler-file", str(self.file), *options),
        ]
        log = (self.folder / f"{what}{len(self.processes)}.log").open("w")
        process = subprocess.Popen(
            command,
            stdout=log,
            stderr=log,
            cwd=self.folder,
            env=self.environment | (environment or {}),
        )
        log.close()
        self.processes.append(process)
        return process

    def start_worker(self, environment=None):
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
        return self.start("worker", *options, environment=environment)

    def wait_for_address(self):
        return until(
            lambda: json.loads(self.file.read_text())["address"], what="the scheduler"
        )

    def stop(self):
        for process in reversed(self.processes):
            process.kill()
            process.wait(timeout=PATIENCE)


@contextmanager
def dask_cluster(folder, workers=2, environment=None):
    cluster = DaskCluster(folder, environment)
    try:
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        cluster.stop()
