"""Watch and replay: a game as it goes on or went, step by step, through chosen eyes.

A game between strategies is played by its host's page: play, pause, step.  What has been
played can be gone through at any time; through any seat's eyes once the game is over.

That time runs stands in the page's address: a page that is loaded again, by its reader or
because the server was gone for a while, plays on; one that is opened anew says that it is
paused.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from nicegui import ui
from nicegui.client import Client

from whoknows.errors import NotAllowed, WhoknowsError
from whoknows.play.face.face import face_of
from whoknows.play.game import AnySight, Seat
from whoknows.play.table.eyes import Moment, View
from whoknows.play.table.transcript import as_text
from whoknows.web import theme
from whoknows.web.background import begin_task
from whoknows.web.desk import Desk
from whoknows.web.moment import History, HistoryLine, TimeBar
from whoknows.web.panel import panel_card
from whoknows.web.refusals import refused
from whoknows.web.rooms.host import Host
from whoknows.web.rooms.live_rooms import Live
from whoknows.web.rooms.past import Past
from whoknows.web.rules_drawer import text_card
from whoknows.web.server.keys import Role
from whoknows.web.table import status_of
from whoknows.web.turn_lessons import last_event, told_lines
from whoknows.web.views import check_eyes, view_of

SPEEDS = {0.2: "very fast", 0.5: "fast", 1.0: "a turn a second", 2.5: "slow"}
# The address tells whether time runs, and how fast; nothing is loaded anew.
ADDRESS = """const here = new URL(location.href);
here.searchParams.delete('play');
if (%s) here.searchParams.set('play', %s);
history.replaceState(history.state, '', here);"""
PUBLIC = -1  # the eyes of a spectator, among the choices of seats


async def watch_page(
    host: Host, room: str, key: str, play: str = "", *, replay: bool = False
) -> Any:
    """The page of one room for those who watch, or look back.

    `play` is how fast time runs, in seconds a turn; without it, the page is paused.
    """
    try:
        live, role = await host.enter(room, key)
        if replay and not (live.room.table.over or role.sees_all):
            raise NotAllowed("there is no replay until the game is over")
    except WhoknowsError as error:
        return refused(error, room)
    title = face_of(live.room.game).called(live.room.table.setup)
    with theme.page(f"{title}: replay" if replay else title, here="/watch"):
        page = WatchPage(host, live, role, live.view(role))
        page.build()
        page.play_on(play)
        await page.looked.set(0 if replay else page.past.end, page.past.end)
        await page.show_moment()
    return None


class Onlooker(Desk):
    """The desk of somebody who watches: it looks, and moves in time alone."""

    def __init__(self, page: "WatchPage", view: View) -> None:
        super().__init__(view, page.host.thinkers, page.host.lookers)
        self.page = page

    @property
    def telling(self) -> AnySight:
        """What is public tells it, except to the one whose own seat looks."""
        return self.page.told.sight

    @property
    def sees_all(self) -> bool:
        """Whether this page may see what every seat sees."""
        return self.page.sees_all

    async def moments(self, *, all_seats: bool = False) -> list[Moment]:
        """The game after every turn that was played."""
        page = self.page
        return await page.past.moments(
            [page.eyes, None], page.past.end, all_seats=all_seats and page.sees_all
        )

    @property
    def ended(self) -> bool:
        """Whether the game is over, whatever turn is shown."""
        return self.page.live.room.table.over

    @property
    def begins_whole(self) -> bool:
        """Whether to begin with all seats' eyes: no seat was chosen, and all are open."""
        return self.sees_all and self.seat is None

    def teach(self, lessons: Sequence[str]) -> None:
        """Show what each turn taught, in the history."""
        super().teach(lessons)
        self.page.history.show()


class WatchPage:
    """One open page that watches a room."""

    def __init__(self, host: Host, live: Live, role: Role, view: View) -> None:
        self.host, self.live, self.role = host, live, role
        self.client: Client = ui.context.client
        self.past = Past(live.room, host.folders(live))
        self.eyes: Seat | None = role.seat
        self.told = view  # how the moment is told: to nobody's seat, or to one's own
        self.desk = Onlooker(self, view)
        self.looked = self.desk.looked
        self.stepping = asyncio.Lock()

    @property
    def sees_all(self) -> bool:
        """Whether every seat's eyes are open to this page."""
        return self.role.sees_all or self.live.room.table.over

    @property
    def leads(self) -> bool:
        """Whether this page makes the strategies play on."""
        return self.role.host and self.live.room.only_strategies

    # ----------------------------------------------------------- the parts

    def build(self) -> None:
        """All parts of the page."""
        self.status = ui.label().classes("wk-status").props("role=status aria-live=polite")
        self.message = theme.wrong("")
        with theme.columns():
            with theme.card():
                self.picture = theme.picture("")
                self.player()
                self.eyes_choice()
            with ui.element("div").classes("wk-side"):
                with theme.card():
                    theme.heading("History")
                    self.history = History(self.looked, self.lines)
                    self.history.build()
                panel_card(self.desk)
                text_card(self.desk.game, self.desk.view.setup)
                self.files()
        leave = self.host.subscribe(self.live, self.changed)
        self.client.on_delete(leave)
        self.client.on_delete(self.desk.leave)

    def player(self) -> None:
        """To go through time by hand, or to let it run, and how fast."""
        self.said = ui.label("").classes("wk-move")
        TimeBar(self.looked, self.step).build(self.play_part)
        self.speed = ui.select(SPEEDS, value=1.0, label="Speed")
        self.speed.props("outlined dense").on_value_change(self.hurry)
        self.timer = ui.timer(1.0, self.tick, active=False)
        self.looked.changed(self.show_moment)

    def play_part(self) -> None:
        """The button that lets time run."""
        self.play_button = ui.button("Play", icon="play_arrow", on_click=self.toggle)

    def lines(self) -> list[HistoryLine]:
        """What happened in every turn that was played."""
        return told_lines(self.desk, self.live.room.table.history[: self.looked.end])

    def eyes_choice(self) -> None:
        """Through whose eyes; closed ones are not offered."""
        names = self.live.room.names
        self.choice = ui.select({}, label="Through the eyes of").props("outlined dense")
        self.choice.classes("w-full")
        self.open_eyes: dict[int, str] = {}
        self.show_eyes()
        self.choice.on_value_change(self.look_through)
        if self.eyes is not None and self.eyes >= len(names):
            self.eyes = None

    def show_eyes(self) -> None:
        """The eyes that are open now; more of them when the game is over."""
        names = self.live.room.names
        seats = range(len(names)) if self.sees_all else [self.role.seat]
        found = {PUBLIC: "a spectator: what is public"}
        found |= {seat: names[seat] for seat in seats if seat is not None}
        if found != self.open_eyes:
            self.open_eyes = found
            here = PUBLIC if self.eyes is None else self.eyes
            self.choice.set_options(found, value=here)

    def files(self) -> None:
        """The transcript, once there is one to give."""
        with theme.card():
            theme.heading("Transcript")
            self.download = ui.button("Download the transcript", on_click=self.save)
            self.download.props("outline")
            self.explained = theme.row()
            with self.explained:
                theme.button_link("Review", f"/review/{self.live.id}")
            self.download_note = ui.label("It can be downloaded when the game is over.")

    # ------------------------------------------------------------ showing

    def changed(self) -> None:
        """The room changed: follow it if the end is shown."""
        begin_task(self.follow(), "showing a room")

    async def follow(self) -> None:
        """Take over what happened; who looks at the past stays there."""
        self.past.follow(self.live.room)
        with self.client:
            before = self.looked.turn, self.looked.end
            await self.looked.follow(self.past.end)
            if before == (self.looked.turn, self.looked.end):
                await self.show_moment()  # a move taken back, and another one made
            await self.desk.refresh(self.desk.view)

    async def show_moment(self) -> None:
        """Show the room as it was at the moment that is looked at."""
        turn = self.looked.turn
        room = await self.past.at(turn)
        if turn != self.looked.turn:
            return  # another moment is looked at by now
        check_eyes(self.live.room, self.role, self.eyes)
        view = view_of(room, Role(self.eyes), trouble=self.live.trouble)
        own = self.eyes == self.role.seat
        self.told = view if own else view_of(room, Role(), trouble=self.live.trouble)
        self.show(replace(view, my_turn=False, may_undo=False))

    def show(self, view: View) -> None:
        """The parts of the frame."""
        self.desk.view = view
        self.show_status()
        svg = self.desk.face.board_svg(view.sight, view.names)
        if self.eyes != self.role.seat:
            svg = svg.replace("(you)", "(these eyes)")
        self.picture.set_content(svg)
        self.said.set_text(last_event(self.desk, view))
        self.history.show()
        self.show_eyes()
        ready = self.live.room.table.over or (self.leads and self.role.sees_all)
        self.download.set_visibility(ready)
        self.explained.set_visibility(self.live.room.table.over)
        self.download_note.set_visibility(not ready)

    def show_status(self) -> None:
        """Which turn is shown, whose turn it is, and whether time runs."""
        where = f"Turn {self.looked.turn} of {self.past.end}. "
        waits = not (self.timer.active or self.live.room.table.over)
        paused = " Paused: press Play, and the strategies go on." * (waits and self.leads)
        told = status_of(self.told, Role())
        if self.live.room.table.over:  # nobody waits any more
            told = told.replace("You watch. Waiting for", "To move:")
        self.status.set_text(where + told + paused)
        self.status.props(f"data-version={self.looked.turn}")

    # ------------------------------------------------------------- acting

    async def look_through(self, change: Any) -> None:
        """Look through other eyes."""
        self.eyes = None if change.value in (PUBLIC, None) else int(change.value)
        await self.show_moment()
        await self.desk.refresh(self.desk.view)

    def toggle(self) -> None:
        """Play, or pause."""
        self.play(not self.timer.active)

    def play(self, on: bool) -> None:
        """Let time run, or stop it."""
        self.timer.active = on
        self.play_button.set_text("Pause" if on else "Play")
        self.play_button.props(f"icon={'pause' if on else 'play_arrow'}")
        self.show_status()
        speed = str(float(self.speed.value))
        self.client.run_javascript(ADDRESS % ("true" if on else "false", repr(speed)))

    def play_on(self, speed: str) -> None:
        """Go on as the page did that was loaded before, if it did."""
        found = {str(each): each for each in SPEEDS}.get(speed)
        if found is not None:
            self.speed.set_value(found)
            self.play(True)

    def hurry(self, change: Any) -> None:
        """Let time run faster or slower."""
        self.timer.interval = change.value
        if self.timer.active:
            self.play(True)

    async def tick(self) -> None:
        """One turn on; stop where there is none."""
        if self.stepping.locked():
            return
        before = self.looked.turn
        await self.step()
        if self.looked.turn == before and not self.leads:
            self.play(False)

    async def step(self) -> None:
        """One turn on: from the past, or by letting the strategies move."""
        async with self.stepping:
            if self.looked.turn < self.past.end:
                await self.looked.step(1)
            elif self.live.room.table.over:
                self.play(False)
            elif self.leads:
                await self.strategies()

    async def strategies(self) -> None:
        """Let the strategies take one turn."""
        try:
            await self.host.step(self.live, self.role)
        except WhoknowsError as error:
            self.message.set_text(str(error))
            self.play(False)

    def save(self) -> None:
        """Give the transcript."""
        try:
            document = self.host.transcript(self.live, self.role)
        except WhoknowsError as error:
            self.message.set_text(str(error))
            return
        name = f"{self.live.room.game.name}-{self.live.id}.json"
        ui.download.content(as_text(document), name, "application/json")
