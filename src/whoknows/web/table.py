"""The table page: the board from one seat, the moves, the history, hints, and who knows.

Every page listens to its room; what is shown is built from the view of its key alone.
"""

import asyncio
import weakref
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Any

from nicegui import ui
from nicegui.client import Client

from whoknows.errors import WhoknowsError
from whoknows.learn.glossary import linked
from whoknows.play.face.face import HINTS, face_of
from whoknows.play.table.eyes import Moment, View
from whoknows.play.table.room import PRACTICE
from whoknows.web import theme
from whoknows.web.ahead import Ahead
from whoknows.web.background import begin_task
from whoknows.web.boards import LASTING, PICK, build_controls
from whoknows.web.desk import Desk
from whoknows.web.ending import EndingPart
from whoknows.web.moment import History, TimeBar
from whoknows.web.pacing import Pace
from whoknows.web.panel import panel_card
from whoknows.web.refusals import refused
from whoknows.web.rooms.host import Host
from whoknows.web.rooms.live_rooms import Live
from whoknows.web.rooms.past import Past
from whoknows.web.rules_drawer import rules_drawer, text_card
from whoknows.web.server.keys import Role, keys_from, seat_door, taken_door
from whoknows.web.server.seat_cookie import own_seats
from whoknows.web.taking_back import TakingBack, taken_text
from whoknows.web.turn_lessons import last_event, told_lines
from whoknows.web.views import check_eyes, view_of


async def table_page(host: Host, room: str, key: str) -> Any:
    """The page of one room, for the holder of one key."""
    try:
        live, role = await host.enter(room, key)
    except WhoknowsError as error:
        return refused(error, room)
    view = live.view(role)
    with theme.page(face_of(view.game).called(view.setup), here="/play"):
        if not key:
            own_seat_link(live)
        TablePage(host, live, role, key, view).build()
    return None


def own_seat_link(live: Live) -> None:
    """For one who looks on and has a seat here: the way to it."""
    if any(seat.room == live.id for seat in own_seats(ui.context.client.request)):
        with theme.row():
            ui.label("You look on as a spectator.")
            ui.link("Go to your own seat", f"/seat/{live.id}")


class Seated(Desk):
    """The desk of a table page: the one that can move."""

    def __init__(self, page: "TablePage", view: View) -> None:
        super().__init__(view, page.host.thinkers, page.host.lookers)
        self.seen_on = weakref.ref(page)  # so that a page that is closed goes at once
        self.past = Past(page.live.room, page.host.folders(page.live))
        self.seated = view.seat is not None

    @property
    def page(self) -> "TablePage":
        """The page that has this desk; where it is gone, nothing goes on."""
        page = self.seen_on()
        if page is None:
            raise asyncio.CancelledError
        return page

    async def move(self, text: str) -> bool:
        """Make a move, after a warning if there is one; whether it was made."""
        return await self.page.move(text)

    @property
    def moving(self) -> bool:
        """Whether a move is on its way."""
        return self.page.busy

    def consider(self, move: str) -> None:
        """Say what may come of a move that is put together."""
        self.page.ahead.consider(move)

    @property
    def sees_all(self) -> bool:
        """Whether this page may see what every seat sees."""
        return self.view.over or self.page.role.sees_all

    async def moments(self, *, all_seats: bool = False) -> list[Moment]:
        """The game after every turn that is shown, as far as this page may see it."""
        check_eyes(self.page.live.room, self.page.role, self.seat)
        return await self.past.moments(
            [self.seat, None], self.looked.end, all_seats=all_seats and self.sees_all
        )

    def teach(self, lessons: Sequence[str]) -> None:
        """Show what each turn taught, in the history."""
        super().teach(lessons)
        self.page.history.show()

    def highlight(self, picks: Any) -> None:
        """Mark elements of the picture as chosen."""
        super().highlight(picks)
        self.page.show_picture()


class TablePage:
    """One open page of a room."""

    def __init__(self, host: Host, live: Live, role: Role, key: str, view: View) -> None:
        self.host, self.live, self.role, self.key = host, live, role, key
        self.client: Client = ui.context.client
        self.desk = Seated(self, view)
        self.looked, self.past = self.desk.looked, self.desk.past
        self.pace = Pace()
        self.ahead = Ahead(self.desk)
        self.then: View | None = None  # the past that is looked at, if it is
        self.shown = -1, -1  # version and held moves of what is on the page
        self.busy = self.showing = self.stale = False
        self.hinting = False

    def build(self) -> None:
        """All parts of the page."""
        self.status = ui.label().classes("wk-status").props("role=status aria-live=polite")
        if self.desk.view.house.practice:
            ui.label(PRACTICE).classes("wk-quiet")
        self.dialogs = ui.element("div").classes("wk-hollow")
        rules_drawer(self.desk.game)
        with theme.columns():
            with theme.card():
                self.picture = theme.picture("")
                self.picture.on("click", self.pick, js_handler=PICK)
                self.picture.on("keydown", self.pick, js_handler=PICK)
                self.said = ui.label("").classes("wk-move").props("aria-live=polite")
                self.time_part()
                self.controls = ui.column().classes("w-full")
                if self.role.seat is not None:
                    with self.controls:
                        build_controls(self.desk)
                self.message = theme.wrong("")
                self.ending = EndingPart(self.host, self.live, self.role, self.key)
                self.ending.build()
                if self.role.seat is not None:
                    self.ahead.build()
                self.buttons()
            with ui.element("div").classes("wk-side"):
                self.history_card()
                panel_card(self.desk)
                text_card(self.desk.game, self.desk.view.setup)
                if self.role.seat is not None:
                    own_link(self.live, self.key)
                if self.role.host:
                    invitations(self.live, self.key)
        self.show(self.desk.view)
        leave = self.host.subscribe(self.live, self.changed)
        self.client.on_delete(leave)
        self.client.on_delete(self.desk.leave)

    def time_part(self) -> None:
        """To look back, and how fast moves are shown."""
        with ui.element("div").classes("w-full") as self.time_row:
            TimeBar(self.looked).build()
        with theme.row():
            self.pace.build()
            self.to_now = ui.button(
                "Back to now", on_click=lambda: self.looked.go(self.looked.end)
            )
            self.to_now.props("dense no-caps")
        self.looked.changed(self.look)

    def buttons(self) -> None:
        """Undo, and the hints."""
        self.taking = TakingBack(self.host, self.live, self.role, self.message)
        self.taking.build()
        with theme.row():
            if self.role.seat is not None:
                for kind, text in HINTS.items():
                    ui.button(text, on_click=lambda k=kind: self.hint(k)).props("flat")
        self.hints = theme.markdown("").props("role=status aria-live=polite")

    def history_card(self) -> None:
        """The public history in words."""
        with theme.card():
            theme.heading("History")
            desk = self.desk
            self.history = History(self.looked, lambda: told_lines(desk, desk.history))
            self.history.build()
            self.taken = ui.label("").classes("wk-small wk-quiet")

    # ------------------------------------------------------------ showing

    def changed(self) -> None:
        """The room changed: show it, in the page's own time."""
        begin_task(self.refresh(), "showing a room")

    async def refresh(self) -> None:
        """Show the room as it is now, move by move."""
        self.stale = True
        if self.showing:
            return
        self.showing = True
        try:
            while self.stale:
                self.stale = False
                await self.catch_up()
        finally:
            self.showing = False

    async def catch_up(self) -> None:
        """Show what is new: each move for a while, the last one with what can be done."""
        self.past.follow(self.live.room)
        while self.looked.end < self.past.end:
            own = self.role.seat in self.live.room.table.turns[self.looked.end]
            await self.pace.wait(own=own)
            self.past.follow(self.live.room)
            if self.looked.end + 1 >= self.past.end:
                break
            room = await self.past.at(self.looked.end + 1)
            view = view_of(room, self.role, trouble=self.live.trouble)
            await self.show_next(replace(view, my_turn=False, may_undo=False))
        await self.show_next(self.live.view(self.role))

    async def show_next(self, view: View) -> None:
        """Show one more move; the widgets follow in their own time."""
        with self.client:
            if view.version != self.desk.view.version:
                self.desk.chosen = ()
                self.hints.set_content("")
            fresh = view.turns > self.looked.end
            self.show(view, fresh=fresh and not self.pace.at_once)
            await self.looked.follow(view.turns)
        begin_task(self.refresh_widgets(view), "showing what can be done")

    async def refresh_widgets(self, view: View) -> None:
        """The widgets and who knows what, as of a view that is shown."""
        with self.client:
            await self.desk.refresh(view)

    def show(self, view: View, *, fresh: bool = False) -> None:
        """The parts of the frame that follow the game; a `fresh` move is seen to move."""
        self.desk.view = view
        self.status.set_text(status_of(view, self.role))
        self.status.props(f"data-version={view.version} data-held={len(view.awaited)}")
        if (view.version, len(view.awaited)) != self.shown:
            self.shown = view.version, len(view.awaited)
            self.show_picture(fresh=fresh)
            if view.turns == self.looked.end:  # else it is shown with the new moment
                self.history.show()
            self.taken.set_text(taken_text(view))
        self.taking.show(view)
        self.ending.show(view)
        self.show_widgets()

    def show_widgets(self) -> None:
        """What is of use at the moment that is looked at: nobody moves in the past."""
        lasting = self.desk.game.name in LASTING
        self.time_row.set_visibility(self.looked.end > 0)
        self.to_now.set_visibility(not self.looked.newest)
        self.controls.set_visibility(
            self.looked.newest and (lasting or not self.desk.view.over)
        )

    async def look(self) -> None:
        """Show the board of the moment that is looked at."""
        turn, before = self.looked.turn, self.then
        then = None
        if not self.looked.newest:
            then = view_of(await self.past.at(turn), self.role)
        if turn == self.looked.turn:
            self.then = then
            self.show_widgets()
            if then or before:
                self.show_picture()

    def show_picture(self, *, fresh: bool = False) -> None:
        """The board from this seat, at the moment that is looked at."""
        view = self.then or self.desk.view
        svg = self.board_svg(view)
        for pick in self.desk.chosen:
            mark = f'data-pick="{escape(pick)}"'
            svg = svg.replace(mark, f'{mark} aria-pressed="true"')
        self.picture.classes(**{"add" if fresh else "remove": "wk-fresh"})
        self.picture.set_content(svg)
        self.said.set_text(last_event(self.desk, view))

    def board_svg(self, view: View) -> str:
        """The board of a moment; at the end all lies open."""
        if not view.over:
            return self.desk.face.board_svg(view.sight, view.names)
        return self.desk.face.open_svg(view.sight, view.opened, view.names)

    # ------------------------------------------------------------- acting

    async def pick(self, event: Any) -> None:
        """Something was clicked in the picture."""
        await self.desk.pick(str(event.args))

    async def move(self, text: str) -> bool:
        """Make a move: warn first, then offer it; say why if it is refused."""
        if self.busy:
            self.say("one move at a time: the first one counts")
            return False
        self.busy, version = True, self.desk.view.version
        self.say("")
        try:
            warning = await self.warning(text)
            if warning and not await confirmed(warning, self.dialogs):
                return False
            await self.host.move(self.live, self.role, text, version)
        except WhoknowsError as error:
            self.say(str(error))
            await self.refresh()  # a page that was asleep may be behind
            return False
        finally:
            self.busy = False
        return True

    async def warning(self, text: str) -> str | None:
        """What the board says before a move that cannot be meant."""
        if not self.desk.my_turn:
            return None
        said: str | None = await self.desk.on_face("warning", text)
        return said

    async def hint(self, kind: str) -> None:
        """Answer a question of somebody who is stuck, one at a time."""
        if self.hinting:
            return
        self.hinting = True
        self.hints.set_content("*thinking …*")
        try:
            said = await self.desk.on_face("hint", kind)
            self.hints.set_content(linked(said, "/glossary"))
        except WhoknowsError as error:
            self.hints.set_content("")
            self.say(str(error))
        finally:
            self.hinting = False

    def say(self, text: str) -> None:
        """A message for the person at this page."""
        self.message.set_text(text)


def status_of(view: View, role: Role) -> str:
    """Whose turn it is, or how it ended."""
    if view.trouble:
        return view.trouble
    if view.over:
        assert view.result is not None
        return face_of(view.game).ending(view.sight, view.result, view.names)
    who = "You watch" if role.seat is None else f"You are {view.names[role.seat]}"
    if view.my_turn:
        return f"{who}. It is your turn."
    waiting = " and ".join(view.names[seat] for seat in view.awaited)
    return f"{who}. Waiting for {waiting}."


async def confirmed(warning: str, holder: Any) -> bool:
    """Whether a person insists; `holder` stays while the rest of the page changes."""
    with holder, ui.dialog() as dialog, ui.card():
        theme.markdown(warning)
        with ui.row():
            ui.button("Do it anyway", on_click=lambda: dialog.submit(True)).props("outline")
            ui.button("Think again", on_click=lambda: dialog.submit(False)).props(
                "autofocus"
            )
    answer = bool(await dialog)
    holder.clear()
    return answer


def invitations(live: Live, key: str) -> None:
    """For the host: the links of the other seats, and of those who only watch."""
    keys = keys_from(key, live.id, range(len(live.room.chairs)))
    with theme.card():
        theme.heading("Invite")
        for seat, chair in enumerate(live.room.chairs):
            if not chair.person or seat == live.host_seat:
                continue
            if taken_door(seat_door(seat)) in live.keys or live.kept.document.get("after"):
                ui.label(f"The seat of {chair.name} is taken").classes("wk-quiet")
            else:
                invitation = keys[seat_door(seat)]
                link(f"The seat of {chair.name}", live.id, invitation, where="join")
        link("Spectators: what is public", live.id, "")
        if live.room.house.spectators == "all":
            everything = "Spectators: what every seat sees"
            link(everything, live.id, keys["watcher"], where="watch")


def own_link(live: Live, key: str) -> None:
    """To go on from another device: the link of one's own seat."""
    with theme.card():
        theme.heading("Your seat")
        said = "This browser remembers it. Anybody with this link can play for you:"
        ui.label(said).classes("wk-small")
        link("To go on from another device", live.id, key)


def link(text: str, room: str, key: str, *, where: str = "table") -> None:
    """An invitation: what it is for, and the link to give away."""
    address = f"/{where}/{room}" + (f"?key={key}" if key else "")
    with theme.row():
        ui.label(text).classes("grow")
        ui.link("open", address, new_tab=True)
        ui.button(
            "Copy link",
            on_click=lambda: ui.run_javascript(
                f"navigator.clipboard.writeText(location.origin + {address!r})"
            ),
        ).props("flat dense")
