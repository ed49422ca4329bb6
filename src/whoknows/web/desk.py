"""A desk: one pair of eyes on a room, for the parts of a page that show or move.

The table page, the watch page, and the replay all have one; a board's controls and the
panel of who knows what are built on it and know nothing else.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from inspect import isawaitable
from typing import Any, TypeVar

from whoknows.analysis.worker_calls import on_face
from whoknows.errors import WhoknowsError
from whoknows.play.face.face import Face, face_of
from whoknows.play.game import AnySight as Sight
from whoknows.play.game import Game, History, Seat
from whoknows.play.table.eyes import Moment, View
from whoknows.web.moment import LookedAt
from whoknows.web.server.workers import new_asker
from whoknows.work.worker_pool import WorkerPool

T = TypeVar("T")

log = logging.getLogger("whoknows.lab")


class Desk:
    """One pair of eyes on a room; when its `view` changes, callbacks are called."""

    def __init__(
        self, view: View, thinkers: WorkerPool, lookers: WorkerPool | None = None
    ) -> None:
        self.view = view
        self.looked = LookedAt(view.turns)
        self.thinkers, self.lookers = thinkers, lookers or thinkers
        self.who = new_asker("desk")
        self.callbacks: list[Callable[[], Any]] = []
        self.pickers: list[Callable[[str], Awaitable[None] | None]] = []
        self.chosen: tuple[str, ...] = ()
        self.lessons: tuple[str, ...] = ()
        self.seated = False  # whether these are the eyes of the one who looks
        self.gone = False  # whether its page was closed
        self.shows_hidden = False  # whether the widgets tell what hidden things may be
        self.alone = False  # whether the one who looks wants to work it out alone

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.view.game

    @property
    def face(self) -> Face:
        """What the game says of itself."""
        return face_of(self.view.game)

    @property
    def sight(self) -> Sight:
        """What the seat sees now."""
        return self.view.sight

    @property
    def telling(self) -> Sight:
        """The sight from which events are told: `your` is said to who sits there alone."""
        return self.view.sight

    @property
    def history(self) -> History:
        """What has been done in public."""
        return self.view.history

    @property
    def seat(self) -> Seat | None:
        """Whose eyes these are; a spectator has no seat."""
        return self.view.seat

    @property
    def names(self) -> Sequence[str]:
        """Who sits where."""
        return self.view.names

    @property
    def my_turn(self) -> bool:
        """Whether this seat is to move now."""
        return self.view.my_turn

    @property
    def sees_all(self) -> bool:
        """Whether these eyes may see what every seat sees."""
        return self.view.over

    @property
    def ended(self) -> bool:
        """Whether the game is over, whatever turn is shown."""
        return self.view.over

    @property
    def begins_whole(self) -> bool:
        """Whether who knows what begins with all seats' eyes."""
        return False

    async def moments(self, *, all_seats: bool = False) -> list[Moment]:  # noqa: ARG002
        """The game after every turn, as far as these eyes see it; here, only now."""
        return [Moment({self.seat: self.sight}, self.history)]

    def teach(self, lessons: Sequence[str]) -> None:
        """Take what each turn taught, in words, for a history that shows it."""
        self.lessons = tuple(lessons)

    async def move(self, text: str) -> bool:  # noqa: ARG002
        """Make a move; a desk without a chair makes none."""
        return False

    @property
    def moving(self) -> bool:
        """Whether a move is on its way."""
        return False

    def consider(self, move: str) -> None:
        """A move, or a part of one, is thought about; a page may say what comes of it."""

    async def think(self, function: Callable[..., T], *args: Any) -> T:
        """What a function gives that a move may wait for, worked out elsewhere."""
        return self.wanted(await self.thinkers.ask(function, *args, who=self.who))

    async def later(self, function: Callable[..., T], *args: Any) -> T:
        """What a function gives that no move waits for: others come first."""
        return self.wanted(await self.lookers.ask(function, *args, who=self.who))

    def wanted(self, found: T) -> T:
        """What was found, if the page is still there; else nothing goes on."""
        if self.gone:
            raise asyncio.CancelledError
        return found

    async def on_face(self, ask: str, *args: Any) -> Any:
        """What the game's face says from here, worked out in another process."""
        work = self.later if ask in ("hint", "foresight") else self.think
        return await work(on_face, self.game.name, ask, self.sight, *args)

    def refreshed(self, callback: Callable[[], Any]) -> None:
        """Call this after every change of the game."""
        self.callbacks.append(callback)

    def picked(self, callback: Callable[[str], Awaitable[None] | None]) -> None:
        """Call this with the `data-pick` of what is clicked in the picture."""
        self.pickers.append(callback)

    def highlight(self, picks: Sequence[str]) -> None:
        """Mark these elements of the picture as chosen."""
        self.chosen = tuple(picks)

    def leave(self) -> None:
        """The page is closed: what is still worked out for it is dropped."""
        self.gone = True
        for called in (self.callbacks, self.pickers, self.looked.callbacks):
            called.clear()

    async def refresh(self, view: View) -> None:
        """Show another view: call all that was registered."""
        self.view = view
        for callback in list(self.callbacks):
            await called(callback)

    async def pick(self, what: str) -> None:
        """Something was clicked in the picture."""
        for picker in list(self.pickers):
            await called(picker, what)


async def called(function: Callable[..., Any], *args: Any) -> None:
    """Call a part of a page; if it fails, the other parts go on."""
    try:
        outcome = function(*args)
        if isawaitable(outcome):
            await outcome
    except asyncio.CancelledError:
        raise
    except WhoknowsError as error:
        log.warning("%s", error)
    except Exception:
        log.exception("a part of a page failed")
