"""How fast moves are shown: one at a time, so that they are seen; or all at once.

The switch is remembered by the browser.  Who asked their system for less motion is shown
everything at once, and has no switch.
"""

import asyncio
import time
from contextlib import suppress

from nicegui import ui

PAUSE = 0.8  # seconds from one move to the next
ASK = """return {
  still: matchMedia('(prefers-reduced-motion: reduce)').matches,
  kept: (() => { try { return localStorage.getItem('wk-at-once') === '1' } catch { } })(),
}"""
KEEP = "try { localStorage.setItem('wk-at-once', '%d') } catch { }"


class Pace:
    """The time that each move of a page has to itself."""

    def __init__(self) -> None:
        self.at_once = False
        self.last = 0.0  # when a move was shown
        self.hurried = asyncio.Event()

    def build(self) -> None:
        """The switch, once the browser has said whether there is to be one."""
        self.switch = ui.switch("Show moves at once", on_change=self.turn)
        self.switch.props("dense").classes("wk-small").set_visibility(False)
        ui.timer(0.01, self.ask, once=True)

    async def ask(self) -> None:
        """What this browser wants."""
        try:
            found = await self.switch.client.run_javascript(ASK, timeout=5.0)
        except TimeoutError:
            return
        if found is None:  # the page is closed
            return
        self.switch.set_value(bool(found["still"] or found["kept"]))
        self.switch.set_visibility(not found["still"])

    def turn(self) -> None:
        """Show moves at once, or one by one."""
        self.at_once = bool(self.switch.value)
        if self.at_once:
            self.hurried.set()
        self.switch.client.run_javascript(KEEP % self.at_once)

    async def wait(self, *, own: bool = False) -> None:
        """Until the last move has had its time; who moved sees that at once."""
        left = self.last + PAUSE - time.monotonic()
        if left > 0 and not (own or self.at_once):
            self.hurried.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.hurried.wait(), left)
        self.last = time.monotonic()
