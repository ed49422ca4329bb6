"""Where a page waits for a solver: how far it is, and a button that really stops it."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

from nicegui import ui

from whoknows.errors import WhoknowsError
from whoknows.web.background import begin_task
from whoknows.web.server.workers import SOLVE, SOLVERS, new_asker


class Waiting:
    """A bar, a few words, and a button; hidden while nothing is worked out.

    One thing is worked out at a time: to ask again stops what was asked before, and so
    does closing the page.
    """

    def __init__(self, name: str) -> None:
        self.task: asyncio.Task[Any] | None = None
        self.who = new_asker("page")
        with ui.element("div").classes("wk-waiting").props("role=status") as self.box:
            self.bar = ui.linear_progress(0, show_value=False, size="6px")
            self.bar.props(f'indeterminate aria-label="{name}"')
            with ui.element("div").classes("wk-row"):
                self.words = ui.label().classes("wk-small wk-quiet")
                self.button = ui.button("Cancel", on_click=self.cancel)
                self.button.props("flat dense").classes("ml-auto")
        self.box.set_visibility(False)
        self.told, self.began = "", 0.0
        self.clock = ui.timer(1.0, self.show_time, active=False)
        self.said = ui.label().classes("wk-wrong").props("role=alert")
        self.said.set_visibility(False)
        ui.context.client.on_delete(self.stop)

    async def solve(
        self, function: Callable[..., Any], *args: Any, limit: float = SOLVE
    ) -> Any:
        """What a solver finds, or nothing if it was stopped or something is wrong."""
        self.stop()
        self.begin()
        work = SOLVERS.ask(
            function, *args, who=self.who, limit=limit, tell=self.tell, keep=True
        )
        self.task = task = begin_task(work, "working something out")
        try:
            return await task
        except asyncio.CancelledError:
            self.say("Stopped.", of=task)
        except WhoknowsError as error:
            self.say(str(error), of=task)
        finally:
            if self.task is task:
                self.task = None
                self.box.set_visibility(False)
                self.clock.deactivate()
        return None

    def begin(self) -> None:
        """Show that something is worked out."""
        self.began = monotonic()
        self.clock.activate()
        self.tell(None, "working it out")
        self.said.set_visibility(False)
        self.box.set_visibility(True)

    def tell(self, share: float | None, words: str = "") -> None:
        """Show how far it is."""
        self.bar.props(
            add="indeterminate" if share is None else "",
            remove="" if share is None else "indeterminate",
        )
        self.bar.set_value(share or 0)
        percent = "" if share is None else f" ({share:.0%})"
        self.told = f"{words}{percent}"
        self.show_time()

    def show_time(self) -> None:
        """What is told, and for how long one has waited."""
        seconds = int(monotonic() - self.began)
        self.words.set_text(f"{self.told} · {seconds} s" if seconds else self.told)

    def say(self, words: str, *, of: "asyncio.Task[Any] | None" = None) -> None:
        """Say why there is nothing, unless something else was asked since."""
        if of is None or self.task is of:
            self.said.set_text(words)
            self.said.set_visibility(True)

    def cancel(self) -> None:
        """What the button does."""
        if self.task is not None:
            self.task.cancel()

    def stop(self) -> None:
        """Stop without a word: something else is wanted, or nobody is there any more."""
        task, self.task = self.task, None
        if task is not None:
            task.cancel()
