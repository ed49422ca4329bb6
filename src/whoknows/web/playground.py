"""The formula playground: a notebook of cells, worked out as one types.

What is typed is worked out in another process, and stopped if it takes too long.  The
browser keeps the notebook; the whole text fits into the page's address, to share it.
"""

import asyncio
import json
from html import escape
from pathlib import Path
from typing import Any

from nicegui import ui

from whoknows.errors import WhoknowsError, WorkFailed
from whoknows.learn.notebook.cells import (
    LONGEST_NOTEBOOK,
    MOST_CELLS,
    Answered,
    Cell,
    Played,
    Trouble,
    cells_of,
    figure,
    python_notebook,
    text_of,
    worked_out,
    world_words,
)
from whoknows.learn.notebook.goal import Way, way_to
from whoknows.learn.playground_examples import EXAMPLES
from whoknows.logic.models.model import World
from whoknows.web import theme
from whoknows.web.browser_memory import kept_by_browser
from whoknows.web.formula_signs import SHEET, signs_html
from whoknows.web.learn import CLICK, with_marks
from whoknows.web.learn_work import wake, worked
from whoknows.web.packed_links import packed, unpacked

LEAD = (
    "A notebook: say what is true and who sees what, let things happen, ask, and look."
    " It is worked out as you type."
)
KEPT = "wk-notebook"  # the key of the browser's memory
STYLES = ("auto", "graph", "grid", "rings", "cells")
NAMES = {
    "model": "Model",
    "step": "Announcement or event",
    "question": "Question",
    "picture": "Picture",
}
BEGIN = {
    "model": "facts p\nann sees p\nbob sees nothing\nactual p",
    "step": "announce p",
    "question": "true? K ann p",
    "picture": "# picture",
}


def played(cells: tuple[Cell, ...], style: str) -> Played:
    """The notebook worked out; for a worker process."""
    return worked_out(cells, style)


def playground_page(model: str = "") -> None:
    """The page: the cells on one side, the stage on the other."""
    text, wrong = next(iter(EXAMPLES.values())), ""
    try:
        text = unpacked(model) if model else text
        cells = cells_of(text)
    except WhoknowsError as error:
        wrong, cells = str(error), cells_of(next(iter(EXAMPLES.values())))
    with theme.page("Formula playground", here="/learn", lead=LEAD):
        if wrong:
            theme.wrong(f"{wrong}; here is an example instead")
        Notebook(cells, from_link=bool(model) and not wrong).build()


class CellCard:
    """A cell on the page: its text, and what came of it."""

    def __init__(self, book: "Notebook", kind: str, text: str) -> None:
        self.book, self.kind = book, kind
        with theme.card().classes(f"wk-cell wk-cell-{kind}") as self.card:
            with theme.row().classes("wk-cell-head"):
                ui.label(NAMES[kind]).classes("wk-small wk-quiet")
                for icon, name, act in (
                    ("arrow_upward", "Move up", lambda: book.move(self, -1)),
                    ("arrow_downward", "Move down", lambda: book.move(self, 1)),
                    ("close", "Remove", lambda: book.remove(self)),
                ):
                    button = ui.button(icon=icon, on_click=act).props("flat round size=sm")
                    button.props(f'aria-label="{name}"')
            self.field = ui.textarea(value=text, on_change=book.changed)
            self.field.props(
                f"outlined autogrow dense debounce=250 maxlength={LONGEST_NOTEBOOK} rows=1"
                f' aria-label="{NAMES[kind]}" input-class=wk-mono spellcheck=false'
                " autocapitalize=off"
            ).classes("w-full")
            self.field.on("keydown.ctrl.enter", book.refresh)
            self.wrong = ui.html("", sanitize=False).classes("wk-verdict wk-hollow")
            self.wrong.props("role=status")
            self.fix = ui.button("", on_click=self.put_right).props("flat dense no-caps")
            self.fix.set_visibility(False)
            self.said = ui.column().classes("w-full gap-1")
        self.instead = ""

    def cell(self) -> Cell:
        """The cell as it is now."""
        return Cell(self.kind, self.field.value or "")

    def put_right(self) -> None:
        """Take what was probably meant."""
        if self.instead:
            self.field.set_value(self.instead)

    def show(self, trouble: Trouble | None, answers: list[Answered], picture: str) -> None:
        """What came of the cell."""
        self.instead = trouble.instead if trouble else ""
        self.fix.set_visibility(bool(self.instead))
        if self.instead:
            now = (self.field.value or "").splitlines()
            better = [new for new in self.instead.splitlines() if new not in now]
            self.fix.set_text(f"Did you mean:  {better[0] if better else ''}")
        words = escape(trouble.words) if trouble else ""
        self.wrong.set_content(f'<pre class="wk-not-right">{words}</pre>' if words else "")
        self.said.clear()
        with self.said:
            for answer in answers:
                self.book.answer_row(answer)
            if picture:
                theme.picture(picture)


class Notebook:
    """The page's state: the cells, what came of them, and what is looked at."""

    def __init__(self, cells: list[Cell], *, from_link: bool) -> None:
        self.begin, self.from_link = cells, from_link
        self.cards: list[CellCard] = []
        self.played = Played()
        self.scene = 0
        self.at_end = True  # whether the last step is looked at, also if one is added
        self.lit: tuple[World, ...] = ()
        self.lit_by = ""
        self.asked = 0  # what came too late is not shown
        self.loading, self.keeps = False, True

    def build(self) -> None:
        """All parts of the page."""
        with theme.row():
            examples = ui.select(
                [*EXAMPLES], label="Begin with an example", on_change=self.take_example
            )
            examples.classes("w-64").props("dense outlined")
            with ui.button("Take it along").props("outline"), ui.menu():
                ui.menu_item("Copy a link", self.copy_link)
                ui.menu_item("Text for whoknows check (.txt)", self.save_text)
                ui.menu_item("Notebook for Jupyter (.ipynb)", self.save_notebook)
                ui.menu_item("This picture (.svg)", lambda: self.save_figure("svg"))
                ui.menu_item(
                    "This picture for LaTeX (TikZ)", lambda: self.save_figure("tex")
                )
        with theme.columns().classes("wk-notebook"):
            with ui.element("div").classes("wk-side"):
                self.place = ui.element("div").classes("wk-side")
                with theme.row():
                    for kind, name in NAMES.items():
                        ui.button(f"+ {name}", on_click=self.adding(kind)).props(
                            "outline dense no-caps padding='xs sm'"
                        )
                self.wish()
                self.builder()
            with ui.element("div").classes("wk-side wk-stage-column"):
                self.stage()
        self.fill(self.begin)
        self.step.set_text("working it out ...")
        wake()
        ui.timer(0.05, self.restore, once=True)

    def wish(self) -> None:
        """A goal, and the button that finds what must happen so that it holds."""
        with theme.card().classes("wk-way"):
            with theme.row().classes("w-full").style("flex-wrap:nowrap"):
                self.goal = ui.input("Goal: what must hold in the end")
                self.goal.props(
                    f"dense outlined maxlength={LONGEST_NOTEBOOK} input-class=wk-mono"
                    " spellcheck=false autocapitalize=off placeholder='K bob p & ~K cat p'"
                ).classes("grow")
                self.goal.on("keydown.enter", self.find_way)
                ui.button("Find a way", on_click=self.find_way).props("no-caps no-wrap")
            self.way = ui.label().classes("wk-small wk-hollow").props("role=status")
            ui.label(
                "What may happen are your lines such as “ann may announce p”. Without any,"
                " everybody may say what they know of a fact, and anybody may be shown or"
                " told one."
            ).classes("wk-small wk-quiet")

    async def find_way(self) -> None:
        """Find a shortest way to the goal, and put it into the notebook."""
        self.way.set_text("looking for a way ...")
        before = len(self.played.scenes) - 1
        try:
            found: Way = await worked(way_to, self.cells(), self.goal.value or "")
        except WhoknowsError as error:
            self.way.set_text(str(error))
            return
        self.way.set_text(found.words)
        if not found.cells or len(self.cards) + len(found.cells) > MOST_CELLS:
            return
        with self.place:
            self.cards += [CellCard(self, cell.kind, cell.text) for cell in found.cells]
        self.scene, self.at_end = max(before, 0), False
        await self.changed()

    def builder(self) -> None:
        """Buttons that write formulas, and the cheat sheet."""
        with ui.expansion("Formula builder and cheat sheet").classes("w-full wk-sheet"):
            self.signs = ui.html(signs_html((), ()), sanitize=False)
            rows = [[f"{form}", said] for form, said in SHEET]
            theme.table(["write", "to say"], rows, name="Cheat sheet")

    def stage(self) -> None:
        """The picture, the steps, and the world that is looked at."""
        with theme.card().classes("wk-stage wk-learn"):
            with theme.row().classes("w-full").style("flex-wrap:nowrap"):
                self.back = ui.button(icon="chevron_left", on_click=lambda: self.turn(-1))
                self.back.props('flat round aria-label="Step back"')
                self.step = ui.label().classes("wk-mono wk-small wk-step-said")
                self.on = ui.button(icon="chevron_right", on_click=lambda: self.turn(1))
                self.on.props('flat round aria-label="Step on"')
            self.picture = theme.scrolled(ui.html("", sanitize=False), "The picture")
            self.picture.classes("wk-picture")
            for event in ("click", "keydown"):
                self.picture.on(event, self.clicked, js_handler=CLICK)
            self.lighted = ui.label().classes("wk-small wk-hollow").props("role=status")
            self.told = ui.label().classes("wk-mono wk-small wk-said wk-hollow")
            self.told.props("role=status")
            with theme.row():
                self.style = ui.select(
                    list(STYLES), value="auto", label="Picture", on_change=self.changed
                ).classes("w-24")
                self.engine = ui.label().classes("wk-small wk-quiet")
            ui.label(
                "Click a world to ask about it, or an answer to light up its worlds."
                " The arrow keys go through the steps."
            ).classes("wk-small wk-quiet")

    # ------------------------------------------------------------------------- the cells

    def fill(self, cells: list[Cell]) -> None:
        """Put these cells on the page in place of all others."""
        self.loading = True
        self.place.clear()
        with self.place:
            self.cards = [CellCard(self, cell.kind, cell.text) for cell in cells]
        self.loading = False

    def adding(self, kind: str) -> Any:
        """What a button for a new cell does."""

        async def add() -> None:
            if len(self.cards) < MOST_CELLS:
                with self.place:
                    self.cards.append(CellCard(self, kind, BEGIN[kind]))
                await self.changed()

        return add

    async def remove(self, card: CellCard) -> None:
        """Take a cell away."""
        self.cards.remove(card)
        card.card.delete()
        await self.changed()

    async def move(self, card: CellCard, by: int) -> None:
        """Move a cell up or down."""
        here = self.cards.index(card)
        there = here + by
        if 0 <= there < len(self.cards):
            self.cards.insert(there, self.cards.pop(here))
            card.card.move(self.place, there)
            await self.changed()

    async def take_example(self, event: Any) -> None:
        """Begin with an example."""
        if event.value in EXAMPLES:
            self.fill(cells_of(EXAMPLES[event.value]))
            self.at_end = True
            await self.changed()

    def cells(self) -> tuple[Cell, ...]:
        """The cells as they are now."""
        return tuple(card.cell() for card in self.cards)

    # ------------------------------------------------------------------- working it out

    async def changed(self) -> None:
        """Something was typed: keep it, and work it out."""
        if self.loading:
            return
        if self.keeps:
            kept = json.dumps([[cell.kind, cell.text] for cell in self.cells()])
            self.place.client.run_javascript(
                f"try {{ localStorage.setItem('{KEPT}', {json.dumps(kept)}) }} catch {{ }};"
                "if (location.search) history.replaceState(null, '', '/logic')"
            )
        await self.refresh()

    async def restore(self) -> None:
        """Begin with what the browser has kept, unless a link says otherwise."""
        ui.run_javascript(Path(__file__).with_name("playground.js").read_text("utf-8"))
        if not self.from_link:
            try:
                cells = kept_cells(await kept_by_browser(self.place.client, KEPT))
            except WorkFailed as error:
                self.keeps = False  # it would be in place of what the browser keeps
                ui.notify(f"{error}; until then nothing is kept")
                cells = []
            if cells:
                self.fill(cells)
        await self.refresh()

    async def refresh(self) -> None:
        """Work the notebook out elsewhere, and show what came of it."""
        self.asked = mine = self.asked + 1
        cells = self.cells()
        await asyncio.sleep(0.05)  # more may be on its way
        if mine != self.asked:
            return
        try:
            found: Played = await worked(played, cells, self.style.value)
        except WhoknowsError as error:
            found = Played(troubles=(Trouble(0, str(error)),))
        if mine == self.asked:
            self.show(found)

    def show(self, found: Played) -> None:
        """What came of every cell, and the stage."""
        self.played = found
        troubles = {trouble.cell: trouble for trouble in found.troubles}
        pictures = dict(found.pictures)
        for number, card in enumerate(self.cards):
            answers = [one for one in found.answers if one.cell == number]
            card.show(troubles.get(number), answers, pictures.get(number, ""))
        self.signs.set_content(signs_html(found.agents, found.facts))
        last = max(len(found.scenes) - 1, 0)
        self.scene = last if self.at_end else min(self.scene, last)
        self.lit, self.lit_by = (), ""
        self.engine.set_text(f"engine: {found.engine}" if found.engine else "")
        self.draw()

    def answer_row(self, answer: Answered) -> None:
        """An answer, to click."""
        with ui.element("div").classes("wk-answered"):
            button = ui.button(on_click=lambda: self.light(answer))
            button.props("flat dense no-caps align=left").classes("wk-answer-button")
            button.props(f'aria-label="Show the worlds of: {escape(answer.query)}"')
            with button:
                ui.label(answer.query).classes("wk-mono wk-small")
                ui.label(answer.words).classes("wk-answer-words")
            if answer.why:
                ui.label(answer.why).classes("wk-mono wk-small wk-quiet wk-said")

    # -------------------------------------------------------------------------- the stage

    def light(self, answer: Answered) -> None:
        """Light up the worlds where the formula of an answer holds."""
        self.scene = answer.scene
        self.at_end = self.scene == len(self.played.scenes) - 1
        self.lit, self.lit_by = answer.worlds, answer.query
        self.draw()

    def turn(self, by: int) -> None:
        """Go to another step."""
        self.scene = min(max(self.scene + by, 0), max(len(self.played.scenes) - 1, 0))
        self.at_end = self.scene == len(self.played.scenes) - 1
        self.lit, self.lit_by = (), ""
        self.draw()

    def draw(self) -> None:
        """The picture of the step that is looked at."""
        scenes = self.played.scenes
        self.told.set_text("")
        count = f" (blue: {len(self.lit)})" if self.lit_by else ""
        self.lighted.set_text(f"{self.lit_by}{count}")
        if not scenes:
            self.picture.set_content("")
            self.step.set_text("")
        else:
            now = scenes[self.scene]
            marks = {"wk-lit": set(self.lit), "wk-going": set(now.going)}
            self.picture.set_content(with_marks(now.svg, marks, buttons=True))
            of = f"{self.scene} of {len(scenes) - 1}: " if len(scenes) > 1 else ""
            self.step.set_text(f"{of}{now.said}")
        self.back.set_enabled(self.scene > 0)
        self.on.set_enabled(self.scene < len(scenes) - 1)

    async def clicked(self, event: Any) -> None:
        """A world was clicked: say what is so there, who holds what possible, and why."""
        try:
            words = await worked(world_words, self.cells(), self.scene, int(event.args))
        except (WhoknowsError, ValueError) as error:
            words = str(error)
        self.told.set_text(words)

    # --------------------------------------------------------------------------- export

    def copy_link(self) -> None:
        """A link that holds the notebook."""
        address = f"/logic?model={packed(text_of(self.cells()))}"
        self.place.client.run_javascript(
            f"navigator.clipboard?.writeText(location.origin + {json.dumps(address)})"
        )
        ui.notify("The link is copied.")

    def save_text(self) -> None:
        """The notebook as a file of `whoknows check`."""
        ui.download.content(text_of(self.cells()), "model.txt")

    def save_notebook(self) -> None:
        """The notebook for Jupyter."""
        document = json.dumps(python_notebook(self.cells()), indent=1, ensure_ascii=False)
        ui.download.content(document, "model.ipynb")

    async def save_figure(self, form: str) -> None:
        """The picture that is looked at, as a file."""
        try:
            text = await worked(figure, self.cells(), self.scene, self.style.value, form)
        except WhoknowsError as error:
            ui.notify(str(error))
            return
        ui.download.content(text, f"model.{form}")


def kept_cells(found: object) -> list[Cell]:
    """Cells, out of whatever a browser keeps."""
    if not isinstance(found, list):
        return []
    return [
        Cell(one[0], one[1][:LONGEST_NOTEBOOK])
        for one in found[:MOST_CELLS]
        if isinstance(one, list)
        and len(one) == 2
        and all(isinstance(part, str) for part in one)
        and one[0] in NAMES
    ]
