"""Who knows what, beside the board: counts over time, the model, and formulas.

The card is the same for all games.  It asks its desk for the moments of the game, each
with the sights that this page may see, and lets other processes look at them.
"""

from collections.abc import Hashable
from html import escape
from typing import Any

from nicegui import ui

from whoknows.analysis import who_knows_what
from whoknows.analysis.who_knows_what import Answer, Look
from whoknows.errors import WhoknowsError
from whoknows.learn.glossary import LINKED, TERMS, anchor
from whoknows.play.face.plain_face import PlainFace
from whoknows.play.table.eyes import Moment
from whoknows.web import drawing, eyes, theme
from whoknows.web.desk import Desk
from whoknows.web.drawing import Drawing
from whoknows.web.turn_lessons import (
    CALLED,
    CHANCES,
    COUNTS,
    common,
    lessons,
    lines,
    noted,
    turn_text,
)
from whoknows.web.worlds_chart import counts_svg

LOOKING = "Looking …"
AT_ONCE = 12  # moments that a process looks at before the page shows something
# Clicks and keys on worlds and turns of a picture.
POINT = """(e) => {
  if (e.type === 'keydown' && e.key !== 'Enter' && e.key !== ' ') return;
  const found = e.target.closest('[data-world],[data-time]');
  if (!found) return;
  e.preventDefault();
  emit(found.dataset.world ? ['world', found.dataset.world] : ['time', found.dataset.time]);
}"""
# A large picture begins with the world that matters most in sight.
MIDDLE = """(box) => setTimeout(() => {
  const spot = box.querySelector(':is(.wk-actual, .wk-middle)[data-world]')
    || box.querySelector('.wk-held');
  const room = box.clientHeight * box.clientWidth;
  if (!spot || box.scrollHeight * box.scrollWidth < 1.4 * room) return;
  const here = box.getBoundingClientRect(), there = spot.getBoundingClientRect();
  box.scrollLeft += there.x + there.width / 2 - here.x - here.width / 2;
  box.scrollTop += there.y + there.height / 2 - here.y - here.height / 2;
}, 50)"""


def panel_card(desk: Desk) -> None:
    """The card of a page that shows what its desk may know."""
    PanelCard(desk).build()


class PanelCard:
    """Who knows what, for one desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.moments: list[Moment] = []
        self.looks: list[Look] = []
        self.style = ""  # the kind of picture that was chosen; none: what teaches most
        self.hidden: dict[int, tuple[tuple[str, str], ...]] = {}  # pictures, by turn
        self.all = desk.begins_whole  # whether all seats' eyes are used
        self.seat = desk.seat
        self.middle: Hashable | None = None
        self.answer: tuple[int, Answer] | None = None  # and the turn it was asked at
        self.drawing: Drawing | None = None
        self.asking = 0  # what came too late is not shown
        self.busy = self.stale = False

    def build(self) -> None:
        """All parts of the card."""
        with theme.card().classes("wk-panel"):
            theme.heading("Who knows what")
            self.quiet = ui.label("You work it out alone.").classes("wk-quiet")
            self.quiet.set_visibility(False)
            with ui.element("div").classes("wk-card-inside") as self.inside:
                ui.html(terms_html(), sanitize=False).classes("wk-small wk-quiet")
                with theme.row():
                    self.choice = ui.toggle(
                        {COUNTS: CALLED[COUNTS]}, value=COUNTS, on_change=self.turn_style
                    )
                    self.choice.props(
                        'no-caps dense padding="xs 10px" aria-label="Picture"'
                    )
                    name = (
                        "From all seats" if len(self.desk.names) > 1 else "The actual world"
                    )
                    self.eyes = ui.switch(name, value=self.all, on_change=self.turn_eyes)
                    self.eyes.set_visibility(False)
                self.minds()
                self.timeline()
                self.picture = theme.scrolled(ui.html("", sanitize=False), "The picture")
                self.picture.classes("wk-picture")
                for kind in ("click", "keydown"):
                    self.picture.on(kind, self.point, js_handler=POINT)
                self.note = ui.label(LOOKING).classes("wk-quiet wk-small")
                self.formulas()
                self.world = ui.column().classes("w-full gap-1")
        ui.timer(0.05, self.refresh, once=True)
        self.desk.refreshed(self.refresh)
        self.desk.looked.changed(self.turned)

    def minds(self) -> None:
        """Whose eyes a seat looks through, as far as its own knowledge allows."""
        seat, names = self.desk.seat, self.desk.names
        found = {"": "you"} if seat is None else eyes.choices(seat, names)
        self.mind = ui.select(found, value="", label="Through the eyes of")
        self.mind.props("outlined dense options-dense").classes("w-full")
        self.mind.set_visibility(self.desk.seated and len(found) > 1)
        self.mind.on_value_change(self.show)

    def timeline(self) -> None:
        """What happened in the turn that is looked at, and steps to those beside it."""
        with ui.row(wrap=False).classes("w-full items-center gap-2"):
            step(self.desk, "‹", "one turn back", -1)
            self.when = ui.label("").classes("wk-small grow")
            step(self.desk, "›", "one turn on", 1)

    def formulas(self) -> None:
        """The line to ask formulas."""
        with ui.row(wrap=False).classes("w-full items-center gap-2"):
            self.formula = ui.input("Ask a formula").props("outlined dense").classes("grow")
            self.formula.props(
                f'maxlength={who_knows_what.LONGEST_FORMULA} input-class="wk-mono"'
            )
            self.formula.on("keydown.enter", self.ask)
            ui.button("Ask", on_click=self.ask).props("outline")
        self.help = ui.label("").classes("wk-quiet wk-small wk-said")
        self.said = ui.label("").classes("wk-small wk-said")
        self.said.props("role=status aria-live=polite")

    # ---------------------------------------------------------- looking

    async def refresh(self) -> None:
        """Look at what is new, one look at a time."""
        self.stale = True
        if self.busy:
            return
        self.busy = True
        try:
            while self.stale:
                self.stale = False
                await self.look_anew()
        except WhoknowsError as error:  # too long a thought, or the lab is closing
            self.note.set_text(str(error))
        finally:
            self.busy = False

    async def look_anew(self) -> None:
        """Take the moments that came, and drop those that were taken back."""
        self.close_other_eyes()
        moments = await self.desk.moments(all_seats=self.all)
        # What was not looked at, because that failed or more came, is looked at now.
        kept = min(common(self.moments, moments), len(self.looks))
        self.moments, self.looks = moments, self.looks[:kept]
        self.hidden = {turn: found for turn, found in self.hidden.items() if turn < kept}
        for start in range(kept, len(moments), AT_ONCE):
            some = moments[start : start + AT_ONCE]
            if not self.looks:
                self.note.set_text(LOOKING)
            self.looks += await self.desk.later(
                who_knows_what.looked, self.desk.game.name, some, list(self.desk.names)
            )
            if self.stale:
                return
            await self.taught()
        if kept == len(moments):
            await self.taught()

    async def taught(self) -> None:
        """Show what was looked at, and what every turn taught."""
        self.desk.teach(lessons(self.looks, self.desk))
        await self.show()

    def close_other_eyes(self) -> None:
        """Who has just chosen a seat's eyes wants to look through them alone."""
        if self.seat != self.desk.seat:
            self.seat = self.desk.seat
            if self.seat is not None and self.all:
                self.all = False
                self.eyes.set_value(False)

    @property
    def turn(self) -> int:
        """The turn that is looked at, as far as its look is there."""
        return min(self.desk.looked.turn, len(self.looks) - 1)

    async def show(self) -> None:
        """The picture of the turn that is looked at, in the style that is chosen."""
        if not self.looks:
            return
        self.asking += 1
        self.inside.set_visibility(not self.desk.alone)
        self.quiet.set_visibility(self.desk.alone)
        mine, turn = self.asking, self.turn
        other = bool(self.mind.value) and not self.all
        self.mind.set_visibility(self.desk.seated and len(self.mind.options) > 1)
        several = len(self.desk.names) > 1
        self.eyes.set_visibility(self.desk.sees_all and (several or self.desk.ended))
        self.when.set_text(turn_text(self.desk, self.moments, self.looks, turn))
        self.help.set_text(self.looks[turn].words)
        try:
            if other:
                style, svg, found = CHANCES, await self.thought(turn), None
            else:
                style, svg, found = await self.picture_of(turn)
        except WhoknowsError as error:
            self.note.set_text(str(error))
            return
        if mine != self.asking or turn >= len(self.looks):
            return  # another moment or another kind is looked at by now
        another = svg != self.picture.content
        self.drawing = found
        self.picture.set_content(svg)
        self.choice.set_visibility(not other)
        if other:
            self.note.set_text("")
            return
        kinds = {each: CALLED[each] for each in self.styles(turn)}
        if (kinds, style) != (self.choice.options, self.choice.value):
            self.choice.set_options(kinds, value=style)
        modelled = who_knows_what.has_model(self.desk.game)
        self.note.set_text(noted(self.looks[turn], style, modelled=modelled))
        if found is not None and another:
            ui.run_javascript(f"({MIDDLE})(getHtmlElement({self.picture.id}))")

    def styles(self, turn: int) -> list[str]:
        """The kinds of picture at a turn, the one that teaches most first."""
        drawn = list(drawing.styles_for(self.looks, turn))
        tells = type(self.desk.face).hidden_svg is not PlainFace.hidden_svg
        shown = self.desk.shows_hidden and self.desk.looked.newest and not self.desk.ended
        chances = [CHANCES] if tells and not shown and self.hidden.get(turn, True) else []
        pictured = self.looks[turn].pictured
        if pictured is not None and len(pictured.model) <= drawing.FEW_WORLDS:
            return [*drawn[:1], *chances, *drawn[1:], COUNTS]
        return [*chances, *drawn, COUNTS]

    async def picture_of(self, turn: int) -> tuple[str, str, Drawing | None]:
        """The picture of a turn in the kind that is chosen, or the first that there is."""
        styles = self.styles(turn)
        for style in dict.fromkeys([self.style, *styles]):
            if style == CHANCES and style in styles:
                if svg := await self.chances(turn):
                    return style, svg, None
            elif style in styles and style != COUNTS:
                if found := await self.draw(style, turn):
                    return style, found.svg, found
            elif style == COUNTS:
                break
        return COUNTS, counts_svg(lines(self.looks, self.desk), turn), None

    async def thought(self, turn: int) -> str:
        """What another makes of hidden things, or thinks that one makes of them."""
        chain, moment = eyes.chain_of(str(self.mind.value)), self.moments[turn]
        found = await self.desk.later(
            who_knows_what.through_eyes, self.desk.game.name, moment, chain
        )
        sight = moment.eyes[self.desk.seat]
        return eyes.glimpse_html(found, self.desk.face, sight, self.desk.names, chain)

    async def chances(self, turn: int) -> str:
        """What each hidden thing may be, for each who looks."""
        if turn not in self.hidden:
            self.hidden[turn] = await self.desk.later(
                who_knows_what.hidden,
                self.desk.game.name,
                self.moments[turn],
                list(self.desk.names),
            )
        return "".join(
            (f"<h3>{escape(name)}</h3>" if name else "") + svg
            for name, svg in self.hidden[turn]
        )

    async def draw(self, style: str, turn: int) -> Drawing | None:
        """The model of a turn as a picture, made elsewhere."""
        before, now = drawing.stage(self.looks, turn), self.looks[turn].pictured
        assert before is not None
        assert now is not None
        asked = self.answer[1] if self.answer and self.answer[0] == turn else None
        if style == drawing.WORLDS:
            sight = next(iter(self.moments[turn].eyes.values()))
            names = list(self.desk.names)
            return await self.desk.later(
                drawing.draw_boards, self.desk.game.name, sight, names, before, now, asked
            )
        return await self.desk.later(
            drawing.draw_model, before, now, style, self.middle, asked
        )

    # ----------------------------------------------------------- acting

    async def turn_style(self, change: Any) -> None:
        """Another kind of picture."""
        if change.value and change.value != self.style:
            self.style = change.value
            await self.show()

    async def turn_eyes(self, change: Any) -> None:
        """All seats' eyes, or one's own again."""
        if self.all == bool(change.value):
            return
        self.all = bool(change.value)
        self.moments, self.looks, self.hidden = [], [], {}
        await self.refresh()

    async def turned(self) -> None:
        """Another moment is looked at; one that is new is shown once it was looked into."""
        self.world.clear()
        if self.desk.looked.turn < len(self.looks):
            await self.show()

    async def point(self, event: Any) -> None:
        """A world or a turn of the picture was clicked."""
        kind, what = event.args
        if kind == "time":
            await self.desk.looked.go(int(what))
        elif self.drawing is not None and 0 <= int(what) < len(self.drawing.keys):
            self.middle = self.drawing.keys[int(what)]
            self.show_world(self.middle)
            if self.style == "rings":
                await self.show()

    def show_world(self, key: Hashable) -> None:
        """A world as a board."""
        self.world.clear()
        moment = self.moments[self.turn]
        sight = next(iter(moment.eyes.values()))
        with self.world:
            with theme.row():
                ui.label("This world, as a board:").classes("wk-small")
                ui.button("Close", on_click=self.world.clear).props("flat dense")
            svg = self.desk.face.world_svg(sight, key, self.desk.names)
            if svg is None:
                ui.label(self.name_of(key)).classes("wk-mono")
            else:
                theme.picture(svg).style("max-width:24rem")

    def name_of(self, key: Hashable) -> str:
        """A world in words."""
        before = drawing.stage(self.looks, self.turn)
        if before is None:
            return ""
        place = before.world_keys.index(key)
        return before.model.name(before.model.worlds().tolist()[place])

    async def ask(self) -> None:
        """Where a formula holds."""
        formula = (self.formula.value or "").strip()
        if not formula or not self.moments:
            return
        turn = self.turn
        try:
            moment = self.moments[turn]
            found = await self.desk.later(
                who_knows_what.formula_answer,
                self.desk.game.name,
                moment,
                formula,
                list(self.desk.names),
            )
        except WhoknowsError as error:
            self.answer = None
            self.say(str(error), wrong=True)
            return
        self.answer = turn, found
        self.say(found.text)
        await self.show()

    def say(self, text: str, *, wrong: bool = False) -> None:
        """An answer, or what is wrong with a question: a mistake shows its spot."""
        self.said.set_text(text)
        more = {"add": "wk-mono"} if wrong else {"remove": "wk-mono"}
        self.said.classes(**more)


def terms_html() -> str:
    """The words that the card uses, each with what it means."""
    links = ", ".join(
        f'<a href="/glossary#{anchor(TERMS[word])}" title="{escape(TERMS[word].meaning)}">'
        f"{word}</a>"
        for word in LINKED
    )
    return f'<p style="margin: 0">What the words mean: {links}.</p>'


def step(desk: Desk, text: str, said: str, by: int) -> None:
    """A button one turn back or on."""
    ui.button(text, on_click=lambda: desk.looked.step(by)).props(
        f'flat dense round aria-label="{said}"'
    )
