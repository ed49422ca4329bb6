"""Experiments in the lab: all of them, a form for a new one, and a page for each.

They are those of the command line too: the database is the same, and what was begun at
one place is seen, stopped, and resumed at the other.
"""

import os
import shutil
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from nicegui import app, ui
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response

from whoknows.errors import UnknownName, WhoknowsError
from whoknows.store.experiment_rows import Entry, entries, listed_entry
from whoknows.web import theme
from whoknows.web.background import from_database
from whoknows.web.experiment_charts import Results
from whoknows.web.experiment_form import Form
from whoknows.web.experiment_runs import Runs, exported, report_of
from whoknows.web.refusals import answered
from whoknows.web.server.workers import SOLVE, SOLVERS, new_asker

DOWNLOAD = 600.0  # seconds that a file may take to be made
BEAT = 1.0  # seconds between two looks at the database
LEAD = "Strategies play by the hundred; the same seed gives the same games everywhere."
ELSEWHERE = "played by another lab on this database"
GONE = "wk-quiet"


def register_experiments(runs: Runs) -> None:
    """Make the pages and the downloads known to the server."""
    app.on_shutdown(runs.close)

    @ui.page("/experiments")
    async def every() -> None:
        await list_page(runs)

    @ui.page("/experiments/{key}")
    async def one(key: str) -> Any:
        return await experiment_page(runs, key)

    @app.get("/experiments/{key}/{file}", include_in_schema=False)
    async def download(key: str, file: str) -> Response:
        try:
            return await file_of(runs, key, file)
        except UnknownName as error:
            return PlainTextResponse(str(error), status_code=404)
        except WhoknowsError as error:
            return PlainTextResponse(str(error), status_code=400)


async def list_page(runs: Runs) -> None:
    """All experiments, and the form."""
    with theme.page("Experiments", here="/experiments", lead=LEAD):
        with theme.card():
            theme.heading("All experiments")
            place = ui.column().classes("w-full").props("aria-live=polite")
        with theme.card():
            theme.heading("A new one")
            Form(runs).build()
    seen: list[Any] = [None]  # what is shown

    async def refresh() -> None:
        found = await from_database(entries, runs.store)
        states = [(entry, state(runs, entry)) for entry in reversed(found)]
        if seen != [states]:
            seen[:] = [states]
            place.clear()
            with place:
                show_list(states)

    await refresh()
    ui.timer(BEAT, refresh)


def state(runs: Runs, entry: Entry) -> str:
    """How far an experiment is, in words."""
    if runs.going(entry.id):
        return runs.known[entry.id].words
    if entry.under_way:
        return f"{entry.under_way}, {ELSEWHERE}"
    if entry.done >= entry.games:
        return "done"
    return f"{entry.done:,} of {entry.games:,} games"


def show_list(states: list[tuple[Entry, str]]) -> None:
    """The experiments as a table of links."""
    if not states:
        ui.label("None yet: begin one below, or with `whoknows experiment run`.").classes(
            GONE
        )
        return
    with ui.element("div").classes("wk-list"):
        for entry, said in states:
            ui.link(entry.name, f"/experiments/{entry.id}")
            ui.label(str(entry.document["game"]).rpartition(":")[2])
            ui.label(entry.began[:10]).classes(GONE)
            ui.label(said)


async def experiment_page(runs: Runs, key: str) -> Any:
    """One experiment: how far it is, its tables, and its charts."""
    try:
        entry = await from_database(listed_entry, runs.store, key)
    except WhoknowsError as error:
        with theme.page("No such experiment", here="/experiments"):
            theme.wrong(str(error))
            ui.link("All experiments", "/experiments")
        return answered(404)
    with theme.page(entry.name, here="/experiments"):
        await ExperimentPage(runs, entry).build()
    return None


class ExperimentPage:
    """The page of an experiment, kept up to date while games are played."""

    def __init__(self, runs: Runs, entry: Entry) -> None:
        self.runs, self.entry = runs, entry
        self.summed = -1  # rows that the shown report is of
        self.busy = False
        self.who = new_asker("experiment")

    async def build(self) -> None:
        """The state with its buttons, the chart, the tables, and the downloads."""
        entry = self.entry
        with theme.card():
            ui.label(asked_for(entry)).classes(GONE)
            self.bar = ui.linear_progress(0, show_value=False, size="10px")
            self.bar.props('aria-label="Games played"')
            self.words = ui.label().props("role=status")
            self.wrong = theme.wrong("")
            with theme.row():
                self.resume_button = ui.button("Resume", on_click=self.resume)
                self.stop_button = ui.button("Stop", on_click=self.stop).props("outline")
                for ending in ("csv", "parquet", "json"):
                    theme.button_link(
                        ending.upper(),
                        f"/experiments/{entry.id}/rows.{ending}",
                        said=f"Download as {ending.upper()}",
                    )
        with theme.card():
            theme.heading("Means with their intervals")
            self.results = Results()
        self.show_state()
        ui.timer(BEAT, self.refresh)

    async def refresh(self) -> None:
        """Look at the database; sum up anew if there is more."""
        if self.busy:
            return
        self.busy = True
        try:
            self.entry = await from_database(listed_entry, self.runs.store, self.entry.id)
            self.show_state()
            if self.entry.done != self.summed:
                await self.sum_up()
        except WhoknowsError as error:
            self.wrong.set_text(str(error))
        finally:
            self.busy = False

    async def sum_up(self) -> None:
        """The report of the rows so far, made elsewhere."""
        done = self.entry.done
        if not done:
            self.summed = 0
            return
        found = await SOLVERS.ask(
            report_of, self.runs.address, self.entry.id, who=self.who, limit=SOLVE
        )
        self.summed = done
        self.results.renew(found)

    def show_state(self) -> None:
        """How far it is, and what can be done now."""
        entry, run = self.entry, self.runs.known.get(self.entry.id)
        going, over = self.runs.going(entry.id), entry.done >= entry.games
        self.bar.set_value(entry.done / entry.games)
        self.words.set_text(
            f"{entry.done:,} of {entry.games:,} games: done"
            if over and not going
            else state(self.runs, entry)
        )
        if run is not None and run.wrong:
            self.wrong.set_text(run.wrong)
        self.resume_button.set_visibility(not (going or over or entry.under_way))
        self.stop_button.set_visibility(going)

    def resume(self) -> None:
        """Go on with what is missing."""
        self.wrong.set_text("")
        self.runs.start(self.entry.id, max(1, (os.cpu_count() or 1) - 1))
        self.show_state()

    def stop(self) -> None:
        """Stop; the rows are kept."""
        self.runs.stop(self.entry.id)


def asked_for(entry: Entry) -> str:
    """What an experiment is, in a line."""
    document = entry.document
    seats = document["seatings"] or document["strategies"]
    who = " / ".join(
        ", ".join(name.rpartition(":")[2] for name in names) for names in seats
    )
    grid = "; ".join(
        f"{name} {', '.join(map(str, values))}"
        for name, values in document["setup"].items()
    )
    game = document["game"].rpartition(":")[2] + (f" with {grid}" if grid else "")
    turned = ", everybody everywhere" if document["rotate"] else ""
    began = entry.began[:16].replace("T", " ")
    return f"{game}: {who}{turned}; seed {document['seed']}; begun {began}; id {entry.id}"


async def file_of(runs: Runs, key: str, file: str) -> Response:
    """The rows as CSV or Parquet, or the report as JSON; made elsewhere."""
    endings = ["rows.csv", "rows.parquet", "rows.json"]
    if file not in endings:
        raise UnknownName.among("file", file, endings)
    entry = await from_database(listed_entry, runs.store, key)
    ask = partial(SOLVERS.ask, who="downloads", limit=DOWNLOAD)
    name = f"{entry.id}{Path(file).suffix}"
    if file == "rows.json":
        held = {"Content-Disposition": f'attachment; filename="{name}"'}
        found = await ask(report_of, runs.address, entry.id)
        return JSONResponse(found, headers=held)
    folder = Path(tempfile.mkdtemp(prefix="whoknows-"))
    clean: Callable[[], None] = lambda: shutil.rmtree(folder, ignore_errors=True)  # noqa: E731
    try:
        await ask(exported, runs.address, entry.id, folder / file)
    except BaseException:
        clean()
        raise
    return FileResponse(folder / file, filename=name, background=BackgroundTask(clean))
