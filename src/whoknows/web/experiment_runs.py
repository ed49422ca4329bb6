"""Experiments that run in the lab: each has a driver process, and all pages see it.

The driver writes rows as the command line does, into the same database; to stop it kills
it with its workers, and what is written stays: resuming plays only what is missing.
"""

import asyncio
import os
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any

from whoknows.errors import BadSetup, NotAllowed, WhoknowsError
from whoknows.experiments.experiment import Experiment, checked
from whoknows.store import Store, open_store
from whoknows.store.experiment_drivers import BEAT, driven, left
from whoknows.store.experiment_rows import find_entry
from whoknows.web.background import begin_task, from_database
from whoknows.web.server.workers import LAST
from whoknows.work.progress import Tell, silent
from whoknows.work.worker_pool import FOREVER, WorkerPool

MOST_AT_A_TIME = 2  # experiments at a time


@dataclass
class Run:
    """One experiment under way, or how it ended."""

    task: "asyncio.Task[Any] | None" = None
    share: float = 0.0
    words: str = "starting"
    wrong: str = ""

    @property
    def going(self) -> bool:
        """Whether it is under way."""
        return self.task is not None and not self.task.done()


@dataclass
class Runs:
    """The experiments of a lab, by their ids."""

    store: Store
    drivers: WorkerPool = field(
        default_factory=lambda: WorkerPool(MOST_AT_A_TIME, parents=True, nice=LAST)
    )
    known: dict[str, Run] = field(default_factory=dict)
    lab: str = field(default_factory=lambda: token_hex(16))  # which of several we are

    @property
    def address(self) -> str:
        """The database, for other processes."""
        return self.store.engine.url.render_as_string(hide_password=False)

    def going(self, key: str) -> bool:
        """Whether an experiment is under way here."""
        return key in self.known and self.known[key].going

    def start(self, key: str, workers: int) -> None:
        """Play what is missing of an experiment; nothing if it is under way already."""
        if self.going(key):
            return
        run = self.known[key] = Run()
        run.task = begin_task(self.drive(run, key, workers), f"experiment {key}")

    async def drive(self, run: Run, key: str, workers: int) -> None:
        """See an experiment to its end."""

        def tell(share: float | None, words: str = "") -> None:
            run.share, run.words = run.share if share is None else share, words

        try:
            await self.say(run, key)
            beating = begin_task(self.beat(run, key), f"saying that {key} is under way")
            try:
                await self.drivers.ask(
                    played, self.address, key, workers, limit=FOREVER, tell=tell
                )
            finally:
                beating.cancel()
                await from_database(left, self.store, key, self.lab)
        except WhoknowsError as error:
            run.wrong = str(error)
        except Exception:
            run.wrong = "the experiment failed; the server's log says why"
            raise

    async def beat(self, run: Run, key: str) -> None:
        """Say that an experiment is under way, for as long as it is."""
        while True:
            await asyncio.sleep(BEAT)
            await self.say(run, key)

    async def say(self, run: Run, key: str) -> None:
        """Say that an experiment is under way, to all labs on the database."""
        if not await from_database(driven, self.store, key, self.lab, run.words):
            raise NotAllowed("another lab on this database plays its games now")

    def stop(self, key: str) -> None:
        """Stop an experiment; its rows are kept."""
        run = self.known.get(key)
        if run is not None and run.task is not None:
            run.task.cancel()

    def close(self) -> None:
        """End all drivers now."""
        for key in self.known:
            self.stop(key)
        self.drivers.close()


def checked_workers(workers: int) -> int:
    """How many processes may play."""
    most = os.cpu_count() or 1
    if not 1 <= workers <= most:
        raise BadSetup(f"{workers} processes; this machine has {most} cores")
    return workers


# ---------------------------------------------------------- in a worker, or in the driver


def begun(address: str, experiment: Experiment) -> str:
    """The id of an experiment that was checked and noted in the database."""
    from whoknows.experiments.running.run import begin

    experiment = checked(experiment)
    with open_store(address) as store:
        return begin(store, experiment).id


def played(address: str, key: str, workers: int, *, tell: Tell = silent) -> int:
    """Play what is missing of an experiment; how many rows it has then."""
    from whoknows import work
    from whoknows.experiments.running.run import Progress, run_experiment

    def watch(progress: Progress) -> None:
        pace = progress.pace
        done = pace.before + pace.done
        tell(
            done / pace.total,
            f"{done:,} of {pace.total:,} games, {pace.rate:,.3g} a second{pace.to_go}",
        )

    with open_store(address) as store:
        entry = find_entry(store, key)
        if entry.document["sources"]:
            raise NotAllowed(
                "this experiment runs code of somebody's own: the lab runs none; "
                f"resume it with `whoknows experiment resume {entry.id}`"
            )
        return run_experiment(store, entry, where=work.place(workers), watch=watch).done


def report_of(address: str, key: str, *, tell: Tell = silent) -> dict[str, Any]:
    """What the rows of an experiment come to so far, as plain JSON."""
    from whoknows.experiments.rows.figures import as_document, report

    tell(None, "summing up")
    with open_store(address) as store:
        return as_document(report(store, find_entry(store, key)))


def exported(address: str, key: str, path: Path) -> int:
    """The rows of an experiment written to a file; how many there are."""
    from whoknows.experiments.rows.export import export

    with open_store(address) as store:
        return export(store, find_entry(store, key), path)
