"""The review page: a game explained, with a board on which one goes through it.

One moment is looked at: the board, the numbers of its moves, the history, and the curve of
worlds follow it, and it stands in the page's address.  Once the game is over, all eyes are
open, and another move can be tried at any moment: strategies go on from there, and the
branch is kept beside the game, with an address of its own.
"""

from html import escape
from typing import Any

from nicegui import ui
from nicegui.client import Client

from whoknows.analysis import words
from whoknows.analysis.review import Review, ReviewedMove, distinct
from whoknows.analysis.what_if import WhatIf, usual_strategies
from whoknows.errors import NotAllowed, WhoknowsError
from whoknows.play.face.face import face_of
from whoknows.play.game import Seat
from whoknows.play.table.transcript import as_text
from whoknows.web import theme
from whoknows.web.moment import TURN, History, HistoryLine, LookedAt, TimeBar
from whoknows.web.refusals import refused
from whoknows.web.review_work import REVIEW, PlayedRoom, asked_seat, card, reviewed
from whoknows.web.rooms.host import Host
from whoknows.web.rooms.live_rooms import Live
from whoknows.web.rooms.new_room import lab_strategies
from whoknows.web.rooms.past import Past
from whoknows.web.server.keys import Role
from whoknows.web.server.workers import new_asker
from whoknows.web.worlds_chart import Line, counts_svg

CARDS = {"svg": "image/svg+xml", "png": "image/png"}
WORKING = "Working it out …"
MOST_BEST = 4  # best moves that are named
PUBLIC, ALL = -1, -2  # the eyes of a spectator, and all eyes, among those of the seats
# The address tells the turn and the eyes; nothing is loaded anew.
ADDRESS = """const here = new URL(location.href);
here.searchParams.set('turn', %d);
%s
history.replaceState(history.state, '', here);"""
# Arrow keys go through the turns, unless something else wants them.
ARROWS = """<script>document.addEventListener('keydown', (e) => {
  if (e.altKey || e.ctrlKey || e.metaKey) return;
  if (e.target.closest('input, textarea, select, .q-slider, [role=listbox]')) return;
  const by = {ArrowLeft: -1, ArrowRight: 1, Home: -1e6, End: 1e6}[e.key];
  if (by === undefined) return;
  e.preventDefault();
  emitEvent('wk-step', by);
});</script>"""
POINT = """(e) => {
  const found = e.target.closest('[data-time]');
  if (found) emit(found.dataset.time);
}"""


async def review_page(
    host: Host, room: str, key: str = "", seat: str = "", turn: str = "", eyes: str = ""
) -> Any:
    """The page of one room's review, for the holder of a key; or for all, at the end."""
    try:
        live, role = await host.enter(room, key)
        chosen = asked_seat(live.room, role, seat)
    except WhoknowsError as error:
        return refused(error, room)
    with theme.page(f"{live.room.game.title}: review", here="/watch"):
        page = ReviewPage(host, live, role, chosen)
        page.open_eyes(eyes)
        page.build()
        end = page.past.end
        start = int(turn) if turn.isascii() and turn.isdecimal() and len(turn) < 7 else end
        await page.looked.set(min(start, end), end)
        await page.show_moment()
    return None


class ReviewPage:
    """One open page of a review."""

    def __init__(self, host: Host, live: Live, role: Role, seat: Seat | None) -> None:
        self.host, self.live, self.role, self.seat = host, live, role, seat
        self.room = live.room  # as it is now: what comes later is another review
        self.over = self.room.table.over
        self.client: Client = ui.context.client
        self.past, self.looked = Past(self.room), LookedAt(len(self.room.table.turns))
        eyes = role.seat if seat is None else seat
        self.eyes: int = PUBLIC if eyes is None else eyes
        self.who = new_asker("review")
        self.review: Review | None = None
        room = self.room
        self.names = tuple(distinct(room.table, room.names, room.strategies))
        self.told = PlayedRoom.of(self.room)

    # ----------------------------------------------------------- the parts

    def build(self) -> None:
        """All parts of the page."""
        self.status = ui.label(WORKING).classes("wk-status")
        self.status.props("role=status aria-live=polite")
        self.message = theme.wrong("")
        self.summary = ui.html("", sanitize=False)
        with theme.columns():
            with theme.card():
                self.picture = theme.picture("")
                self.said = ui.label("").classes("wk-move").props("aria-live=polite")
                TimeBar(self.looked).build()
                self.eyes_choice()
                self.numbers = ui.html("", sanitize=False).classes("w-full")
                if self.over:
                    self.what_if()
            with ui.element("div").classes("wk-side"):
                self.telling()
        ui.add_body_html(ARROWS)
        ui.on("wk-step", self.arrow)
        self.looked.changed(self.show_moment)
        ui.timer(0.05, self.work, once=True)

    def telling(self) -> None:
        """The key moments, the moves, the curve, and what can be taken away."""
        with theme.card():
            theme.heading("Key moments")
            self.moments = ui.html("", sanitize=False, tag="ol").classes("wk-history")
            self.moments.props('aria-label="Key moments"')
            self.moments.on("click", self.pick, js_handler=TURN)
        with theme.card():
            theme.heading("Moves")
            self.history = History(self.looked, self.lines)
            self.history.build()
        with theme.card():
            theme.heading("Worlds left")
            self.curve = ui.html("", sanitize=False)
            self.curve.on("click", self.pick, js_handler=POINT)
        if self.over:
            with theme.card():
                theme.heading("Share")
                with theme.row():
                    for kind in ("svg", "png"):
                        address = f"/review/{self.live.id}/card.{kind}"
                        theme.button_link(f"Card ({kind.upper()})", address)
                    ui.button("Transcript", on_click=self.save).props("outline")
                    theme.button_link("Replay", f"/replay/{self.live.id}")

    def eyes_choice(self) -> None:
        """Through whose eyes."""
        choice = ui.select(self.choices(), value=self.eyes, label="Through the eyes of")
        choice.props("outlined dense").classes("w-full").on_value_change(self.look_through)

    def choices(self) -> dict[int, str]:
        """The eyes that are open here; closed ones are not offered."""
        if not self.over:
            return {self.seat: self.names[self.seat]} if self.seat is not None else {}
        several = {ALL: "all seats, one below the other"} if len(self.names) > 1 else {}
        public = {PUBLIC: "a spectator: what is public"}
        return {**public, **several, **dict(enumerate(self.names))}

    def open_eyes(self, text: str) -> None:
        """Look through the eyes that the address asks for, if they are open."""
        for eyes in self.choices():
            if str(eyes) == text:
                self.eyes = eyes

    def what_if(self) -> None:
        """To try another move at the moment that is looked at."""
        theme.heading("What if?", level=2)
        self.asking = ui.label("").classes("wk-small")
        with theme.row():
            self.mover = ui.select({}, label="Who").props("outlined dense")
            self.other = ui.input("Another move").props("outlined dense").classes("grow")
            self.other.props("maxlength=400").on("keydown.enter", self.try_move)
            known = lab_strategies(self.room.game)
            usual = usual_strategies(self.room.game, self.room.table.setup)[0]
            self.strategy = ui.select(known, value=usual, label="Then all play")
            self.strategy.props("outlined dense").style("min-width:9rem")
            self.go_on = ui.button("Play on", on_click=self.try_move).props("outline")
        self.branches = ui.html("", sanitize=False)
        self.show_branches()

    # ------------------------------------------------------------ showing

    async def work(self) -> None:
        """Have the review made, and show it."""
        try:
            self.review = await self.host.lookers.ask(
                reviewed,
                self.told,
                self.seat,
                limit=REVIEW,
                who=self.who,
                tell=self.working,
            )
        except WhoknowsError as error:
            self.status.set_text("")
            self.message.set_text(str(error))
            return
        with self.client:
            assert self.review is not None
            self.status.set_text(words.head(self.review))
            self.summary.set_content(summary_html(self.review))
            self.moments.set_content(moments_html(self.review))
            await self.show_moment()

    def working(self, share: float | None, words: str = "") -> None:
        """Show how far the review is, until it is there."""
        part = "" if share is None else f" ({share:.0%})"
        if self.review is None and words:
            self.status.set_text(f"{WORKING} {words}{part}")

    async def show_moment(self) -> None:
        """All that follows the moment that is looked at."""
        turn = self.looked.turn
        table = (await self.past.at(turn)).table
        if turn != self.looked.turn:
            return
        face, names = face_of(self.room.game), self.names
        eyes = list(table.seats) if self.eyes == ALL else [self.eyes]
        sights = [(s, table.sight(None if s == PUBLIC else s)) for s in eyes]
        titles = {
            s: f"<p><b>{escape(names[s])}</b></p>" * (self.eyes == ALL) for s in table.seats
        }
        self.picture.set_content(
            "".join(titles.get(s, "") + face.board_svg(sight, names) for s, sight in sights)
        )
        history, sight = self.room.table.history, sights[0][1]
        happened = 0 < turn <= len(history)
        self.said.set_text(
            face.event_text(history[turn - 1], names, sight) if happened else ""
        )
        self.history.show()
        self.show_numbers(turn)
        where = f"here.searchParams.set('eyes', {self.eyes});" * (len(self.names) > 1)
        self.client.run_javascript(ADDRESS % (turn, where))

    def show_numbers(self, turn: int) -> None:
        """The numbers of the moves of a turn, and the curve."""
        if self.review is None:
            return
        moves = [move for move in self.review.moves if move.turn == turn]
        self.numbers.set_content(numbers_html(self.review, moves))
        self.curve.set_content(counts_svg(curve_of(self.review), turn))
        if self.over:
            self.show_choice(turn)

    def show_choice(self, turn: int) -> None:
        """Whose move of this turn can be another one."""
        made = self.room.table.turns[turn - 1] if turn else {}
        names = {seat: self.names[seat] for seat in sorted(made)}
        self.mover.set_options(names, value=next(iter(names), None))
        self.go_on.set_enabled(bool(made))
        move = self.room.game.move_name
        said = ", ".join(f"{names[s]}: {move(m)}" for s, m in sorted(made.items()))
        self.asking.set_text(
            f"Instead of what was done in turn {turn} ({said}):"
            if made
            else "Go to a turn, and try another move instead of the one that was made."
        )

    def lines(self) -> list[HistoryLine]:
        """What happened in every turn, with its numbers."""
        face, names = face_of(self.room.game), self.names
        seat = None if self.eyes in (PUBLIC, ALL) else self.eyes
        sight = self.room.table.sight(seat if not self.over else None)
        taught = [""] * (len(self.room.table.turns) + 1)
        for move in self.review.moves if self.review else ():
            if move.loss is not None:
                part = (
                    f"skill {words.share_text(move.skill)}, luck {words.signed(move.luck)}"
                )
                taught[move.turn] += f"{'; ' * bool(taught[move.turn])}{part}"
        return [
            HistoryLine(face.event_text(event, names, sight), taught[k])
            for k, event in enumerate(self.room.table.history, start=1)
        ]

    def show_branches(self) -> None:
        """The branches that were tried, each with its link."""
        found = self.live.kept.document.get("branches", ())
        items = "".join(
            f'<li><a href="/review/{escape(b["room"])}?turn={int(b["turn"])}">'
            f"Turn {int(b['turn'])}: {escape(b['move'])}</a>, {int(b['turns'])} turns</li>"
            for b in found
        )
        origin = self.live.kept.document.get("branch_of")
        back = (
            f'<p><a href="/review/{escape(origin["room"])}?turn={int(origin["turn"])}">'
            "Back to the game as it was played</a></p>"
            if origin
            else ""
        )
        self.branches.set_content(f'{back}<ul class="wk-branches">{items}</ul>')

    # ------------------------------------------------------------- acting

    async def arrow(self, event: Any) -> None:
        """An arrow key."""
        await self.looked.step(int(event.args))

    async def pick(self, event: Any) -> None:
        """A moment or a point of the curve was clicked."""
        await self.looked.go(int(event.args))

    async def look_through(self, change: Any) -> None:
        """Look through other eyes."""
        self.eyes = PUBLIC if change.value is None else int(change.value)
        await self.show_moment()

    def save(self) -> None:
        """Give the transcript, which opens in any lab."""
        document = self.host.transcript(self.live, self.role)
        name = f"{self.room.game.name}-{self.live.id}.json"
        ui.download.content(as_text(document), name, "application/json")

    async def try_move(self) -> None:
        """Play another move, let strategies go on, and keep the branch."""
        text, turn, seat = (
            (self.other.value or "").strip(),
            self.looked.turn,
            self.mover.value,
        )
        if not text or seat is None:
            self.message.set_text("which other move? write it as at the table")
            return
        strategies = (str(self.strategy.value),) * len(self.room.names)
        what = WhatIf(turn, int(seat), text, strategies)
        self.message.set_text("")
        self.go_on.props("loading")
        try:
            made = await self.host.branch(self.live, self.told, what, who=self.who)
        except WhoknowsError as error:
            self.message.set_text(str(error))
            return
        finally:
            self.go_on.props(remove="loading")
        ui.navigate.to(f"/review/{made}?turn={turn}")


def summary_html(review: Review) -> str:
    """Skill and luck of every seat."""
    rows = [
        [review.seats[seat], words.share_text(both["skill"]), words.signed(both["luck"])]
        for seat, both in review.by_seat.items()
    ]
    titles = ["", "skill", f"luck ({review.unit})"]
    table = theme.table_html(titles, rows, name="Skill and luck", tight=True)
    return f'<div style="max-width:26rem">{table}</div>'


def moments_html(review: Review) -> str:
    """The key moments; each is a button that looks at its turn."""
    if not review.moments:
        return "<li>Nothing stands out.</li>"
    return "".join(
        f'<li value="{each.turn}"><button type="button" data-turn="{each.turn}">'
        f"{escape(each.text)}</button></li>"
        for each in review.moments
    )


def numbers_html(review: Review, moves: list[ReviewedMove]) -> str:
    """The numbers of the moves of a turn: a column for each."""
    if not moves:
        return ""
    columns = [numbers_of(review, move) for move in moves]
    heads = "".join(
        f'<th scope="col">{escape(review.seats[move.seat])}: {escape(move.name)}</th>'
        for move in moves
    )
    rows = "".join(
        f'<tr><th scope="row">{label}</th>'
        + "".join(f"<td>{escape(column.get(label, '–'))}</td>" for column in columns)
        + "</tr>"
        for label in dict.fromkeys(label for column in columns for label in column)
        if any(column.get(label, "–") != "–" for column in columns)
    )
    table = (
        '<table class="wk-table wk-tight" aria-label="The moves of this turn"><thead><tr>'
        f"<td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )
    claims = "; ".join(dict.fromkeys(move.claim for move in moves if move.claim))
    return (
        f'<div class="wk-scroll" tabindex="0" role="region" aria-label="Numbers">{table}'
        f'</div><p class="wk-quiet wk-small">{escape(claims)}</p>'
    )


def numbers_of(review: Review, move: ReviewedMove) -> dict[str, str]:
    """The numbers of one move, by what they are called."""
    told = [
        f"{review.seats[s]} {bits:.2f} bits" for s, bits in move.told.items() if bits > 0
    ]
    best = ", ".join(move.best[:MOST_BEST]) + " …" * (len(move.best) > MOST_BEST)
    return {
        "worlds": f"{words.count(move.before)} → {words.count(move.after)}",
        "bits": words.number(move.bits),
        "most on average": words.number(move.most_bits),
        "best": best or "–",
        "loss": f"{words.number(move.loss)} {review.unit}"
        if move.loss is not None
        else "–",
        "skill": words.share_text(move.skill),
        "luck": f"{words.signed(move.luck)} {review.unit}"
        if move.luck is not None
        else "–",
        **worst_of(move),
        **({"told": ", ".join(told) or "nothing"} if len(review.seats) > 1 else {}),
    }


def worst_of(move: ReviewedMove) -> dict[str, str]:
    """The worst case of a move, where it is proven."""
    if move.worst_case is None:
        return {}
    return {"worst case": f"{move.worst_case} (at best {move.best_worst_case})"}


def curve_of(review: Review) -> list[Line]:
    """The worlds of every seat after each turn, as lines of a chart."""
    seats = review.worlds[0]
    return [
        Line(review.seats[seat], tuple(worlds[seat] for worlds in review.worlds))
        for seat in seats
    ]


async def card_file(host: Host, room: str, kind: str, *, spoilers: bool) -> Any:
    """The card to share of a game that is over, as a file."""
    from fastapi import Response

    try:
        live = await host.find(room)
        if kind not in CARDS or not live.room.table.over:
            raise NotAllowed("there is a card, as svg or png, when the game is over")
        told = PlayedRoom.of(live.room)
        made = await host.lookers.ask(
            card, told, kind, spoilers, limit=REVIEW, who=f"card {room}"
        )
    except WhoknowsError as error:
        return Response(str(error), 404, media_type="text/plain")
    name = f"{live.room.game.name}-{live.id}.{kind}"
    shown = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(made, media_type=CARDS[kind], headers=shown)
