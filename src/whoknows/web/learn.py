"""Learn: the lessons, the puzzles, and the playground; and a page for every lesson.

What somebody has solved is kept by their browser, under the key `wk-learn`.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from nicegui import ui

from whoknows.errors import UnknownName, WhoknowsError, WorkFailed
from whoknows.learn.glossary import linked_html
from whoknows.learn.lessons import Exercise, Lesson, Prose, Shown, lessons, lessons_in
from whoknows.learn.lessons.checks import LONGEST_ANSWER, Verdict
from whoknows.logic.models.model import World
from whoknows.web import theme
from whoknows.web.browser_memory import kept_by_browser
from whoknows.web.learn_work import (
    LEARNERS,
    block_picture,
    exercise_picture,
    verdict,
    wake,
    worked,
)
from whoknows.web.prose import inline, prose_html
from whoknows.web.refusals import answered

LEAD = "Lessons that answer, puzzles without end, and a place to try out formulas."
SOLVED = "wk-learn"  # the key of the browser's memory
CLICK = """(e) => {
  if (e.type === 'keydown' && e.key !== 'Enter' && e.key !== ' ') return;
  const found = e.target.closest('[data-world]');
  if (!found) return;
  e.preventDefault();
  emit(found.dataset.world);
}"""
SEND = """(e) => {
  if (e.key !== 'Enter' || (e.target.tagName === 'TEXTAREA' && !e.ctrlKey)) return;
  e.preventDefault();
  emit(e.target.value);
}"""


# ----------------------------------------------------------------------------- lessons


@dataclass(frozen=True, slots=True)
class Library:
    """The lessons of a lab: those of a folder first, then the ten that come with it."""

    folder: Path | None = None
    own: Mapping[str, Lesson] = field(default_factory=dict)

    @classmethod
    def opened(cls, folder: Path | None) -> "Library":
        """The library; what is wrong with a lesson of the folder is said at once."""
        found = () if folder is None else lessons_in(folder)
        return cls(folder, {lesson.name: lesson for lesson in found})

    def lessons(self) -> list[Lesson]:
        """All lessons in their order."""
        return [*self.own.values(), *(x for x in lessons() if x.name not in self.own)]

    def lesson(self, name: str) -> Lesson:
        """A lesson by its name."""
        known = {lesson.name: lesson for lesson in self.lessons()}
        if name not in known:
            raise UnknownName.among("lesson", name[:80], known)
        return known[name]


def register_learn(folder: str | None) -> None:
    """Make the pages for learners known to the server."""
    from nicegui import app

    from whoknows.web import puzzle_pages

    app.on_shutdown(LEARNERS.close)
    library = Library.opened(Path(folder) if folder else None)

    @ui.page("/learn")
    def index() -> None:
        index_page(library)

    @ui.page("/learn/{name}")
    def page(name: str) -> Any:
        return lesson_page(library, name)

    puzzle_pages.register_puzzles()


def index_page(library: Library) -> None:
    """All that one can learn with."""
    with theme.page("Learn", here="/learn", lead=LEAD):
        with theme.cards():
            for title, story, address, button in (
                (
                    "The puzzle of the day",
                    "The same for everybody, easy on Monday and hard on Sunday.",
                    "/puzzles/day",
                    "Solve it",
                ),
                (
                    "Puzzles without end",
                    "Seven kinds, five levels, one answer each, and why.",
                    "/puzzles",
                    "A new puzzle",
                ),
                (
                    "Formula playground",
                    "A notebook: write a model, announce, ask, and look.",
                    "/logic",
                    "Open it",
                ),
            ):
                with theme.card():
                    theme.heading(title, level=2)
                    ui.label(story)
                    with theme.row().style("margin-top:auto"):
                        theme.button_link(button, address, said=f"{button}: {title}")
        theme.heading("Lessons")
        shelf = ui.html("", sanitize=False).classes("w-full")
        every = library.lessons()
        shelf.set_content(shelf_html(every, {}))

        async def remembered() -> None:
            try:
                shelf.set_content(shelf_html(every, await memory()))
            except WorkFailed as error:
                ui.notify(str(error))

        ui.timer(0.05, remembered, once=True)


def shelf_html(every: Iterable[Lesson], solved: Mapping[str, object]) -> str:
    """The lessons as a list, each with how much of it is solved."""
    items = []
    for number, lesson in enumerate(every, 1):
        done = sum(f"{lesson.name}/{e.name}" in solved for e in lesson.exercises)
        of = f"{done} of {len(lesson.exercises)} solved"
        kind = " wk-done" if done == len(lesson.exercises) else ""
        items.append(
            f'<li class="wk-lesson-line{kind}">'
            f'<span class="wk-lesson-number">{number}</span>'
            f'<span><a href="/learn/{escape(lesson.name)}">{escape(lesson.title)}</a><br>'
            f'<span class="wk-quiet">{escape(lesson.about)}</span></span>'
            f'<span class="wk-small wk-quiet">{lesson.minutes} minutes<br>{of}</span></li>'
        )
    return f'<ol class="wk-shelf">{"".join(items)}</ol>'


async def memory() -> dict[str, object]:
    """What the browser remembers as solved."""
    found = await kept_by_browser(ui.context.client, SOLVED)
    return found if isinstance(found, dict) else {}


def remember(client: Any, key: str) -> None:
    """Let the browser remember that something is solved."""
    client.run_javascript(
        "try { const kept = JSON.parse(localStorage.getItem("
        f"'{SOLVED}') || '{{}}'); kept[{json.dumps(key)}] = 1;"
        f" localStorage.setItem('{SOLVED}', JSON.stringify(kept)); }} catch {{ }}"
    )


def lesson_page(library: Library, name: str) -> Any:
    """A lesson: its prose, its pictures, and its exercises."""
    try:
        lesson = library.lesson(name)
    except UnknownName as error:
        with theme.page("No such lesson", here="/learn"):
            theme.wrong(str(error))
            ui.link("All lessons", "/learn")
        return answered(404)
    every = library.lessons()
    place = [one.name for one in every].index(lesson.name)
    with theme.page(lesson.title, here="/learn", lead=lesson.about):
        shown: list[ExerciseCard] = []
        figures: list[Figure] = []
        words: set[str] = set()  # of the glossary, that have been linked
        with ui.element("article").classes("wk-essay wk-learn"):
            for number, block in enumerate(lesson.blocks):
                if isinstance(block, Prose):
                    prose = linked_html(prose_html(block.text), "/glossary", words)
                    ui.html(prose, sanitize=False).classes("wk-prose")
                elif isinstance(block, Shown):
                    figures.append(Figure(lesson, number))
                else:
                    shown.append(ExerciseCard(lesson, block, len(shown) + 1))
                    shown[-1].build()
            with theme.row():
                if place:
                    theme.button_link("Before", f"/learn/{every[place - 1].name}")
                theme.button_link("All lessons", "/learn")
                if place + 1 < len(every):
                    title = every[place + 1].title
                    theme.button_link(f"Next: {title}", f"/learn/{every[place + 1].name}")

    wake()

    async def remembered() -> None:
        for figure in figures:  # one after another: a task of its own knows no page
            await figure.load()
        for card in shown:
            await card.load()
        try:
            solved = await memory()
        except WorkFailed as error:
            ui.notify(str(error))
            return
        for card in shown:
            if card.key in solved:
                card.mark()

    ui.timer(0.05, remembered, once=True)
    return None


class Figure:
    """The picture of a model in a lesson; it is drawn elsewhere, once the page is there."""

    def __init__(self, lesson: Lesson, number: int) -> None:
        self.lesson, self.number = lesson, number
        block = lesson.blocks[number]
        assert isinstance(block, Shown)
        self.picture = theme.picture("").classes("wk-figure")
        if block.caption:
            ui.html(inline(block.caption), sanitize=False).classes("wk-caption")

    async def load(self) -> None:
        """Let it be drawn, and show it."""
        lesson = self.lesson
        try:
            svg, lit = await worked(block_picture, lesson.text, lesson.name, self.number)
        except WhoknowsError as error:
            svg, lit = f"<p>{escape(str(error))}</p>", ()
        self.picture.set_content(with_marks(svg, {"wk-lit": set(lit)}))


def with_marks(
    svg: str, marks: Mapping[str, Iterable[World]], *, buttons: bool = False
) -> str:
    """A picture whose worlds have more classes, and may be buttons."""

    def mark(found: re.Match[str]) -> str:
        more = [name for name, worlds in marks.items() if int(found[2]) in worlds]
        names = " ".join([found[1], *more])
        button = ' role="button" tabindex="0"' if buttons and "wk-gone" not in names else ""
        pressed = f' aria-pressed="{str("wk-lit" in more).lower()}"' if button else ""
        return f'class="{names}" data-world="{found[2]}"{button}{pressed}'

    if buttons:
        svg = svg.replace(' role="img"', ' role="group"', 1)
    return re.sub(r'class="([^"]*)" data-world="(\d+)"', mark, svg)


# --------------------------------------------------------------------------- exercises


class ExerciseCard:
    """An exercise on its page: what is asked, the answer, the verdict, hints in steps."""

    def __init__(self, lesson: Lesson, exercise: Exercise, number: int) -> None:
        self.lesson, self.exercise, self.number = lesson, exercise, number
        self.key = f"{lesson.name}/{exercise.name}"
        self.hints = 0
        self.chosen: set[World] = set()
        self.wrong: tuple[World, ...] = ()
        self.svg, self.lit = "", ()  # the model without marks, and its blue worlds
        self.solved = False

    def build(self) -> None:
        """All parts of the card."""
        with theme.card().classes("wk-exercise") as self.card:
            self.card.props(f'aria-label="Exercise {self.number}"')
            with theme.row():
                theme.heading(f"Exercise {self.number}")
                self.tick = ui.label("solved").classes("wk-tick")
                self.tick.set_visibility(False)
            ui.html(prose_html(self.exercise.ask), sanitize=False).classes("wk-prose")
            self.picture = theme.picture("")
            self.picture.set_visibility(self.pictured)
            if self.exercise.kind == "worlds":
                for event in ("click", "keydown"):
                    self.picture.on(event, self.clicked, js_handler=CLICK)
            self.answer_parts()
            self.said = ui.html("", sanitize=False).classes("wk-verdict wk-hollow")
            self.said.props("role=status")
            self.hinted = ui.html("", sanitize=False).classes("wk-hints wk-hollow")
            self.hinted.props("role=status")

    def answer_parts(self) -> None:
        """The field for the answer, and the buttons."""
        kind = self.exercise.kind
        with theme.row().classes("w-full"):
            if kind == "truth":
                for word in ("Yes", "No"):
                    ui.button(word, on_click=self.saying(word)).props("outline")
            else:
                self.field = self.answer_field(kind)
                self.field.on("keydown", self.sent, js_handler=SEND)
                ui.button("Check", on_click=self.check)
            self.hint = ui.button("Hint", on_click=self.next_hint).props("flat")

    def answer_field(self, kind: str) -> Any:
        """Where the answer is typed."""
        name = f"Your answer to exercise {self.number}"
        made: ui.textarea | ui.input
        if kind in ("model", "drawing"):
            begin = self.exercise.wants.get("begin", "")
            made = ui.textarea("Your model", value=begin).props("outlined autogrow")
        else:
            labels = {"formula": "Formula", "announcement": "Formula", "event": "Event"}
            made = ui.input(labels.get(kind, "Answer")).props("outlined dense")
        made.props(f'maxlength={LONGEST_ANSWER} aria-label="{name}" input-class=wk-mono')
        return made.props("spellcheck=false autocapitalize=off").classes("wk-answer")

    @property
    def pictured(self) -> bool:
        """Whether there is a model to look at."""
        return "model" in self.exercise.wants and self.exercise.kind != "drawing"

    async def load(self) -> None:
        """Let the model be drawn elsewhere, and show it."""
        if not self.pictured:
            return
        lesson = self.lesson
        try:
            self.svg, self.lit = await worked(
                exercise_picture, lesson.text, lesson.name, self.exercise.name
            )
        except WhoknowsError as error:
            self.svg = f"<p>{escape(str(error))}</p>"
        self.draw()

    def draw(self) -> None:
        """The model with the worlds that are asked for, chosen, or wrong."""
        clickable = self.exercise.kind == "worlds"
        lit = self.chosen if clickable else set(self.lit)
        marks = {"wk-lit": lit, "wk-missed": set(self.wrong)}
        self.picture.set_content(with_marks(self.svg, marks, buttons=clickable))

    def clicked(self, event: Any) -> None:
        """A world was chosen, or given back."""
        scene = self.lesson.scene(self.exercise.wants["model"])
        world = int(event.args)
        if world in scene.model.worlds().tolist():
            self.chosen ^= {world}
            names = [scene.model.name(world) for world in sorted(self.chosen)]
            self.field.set_value("; ".join(names) or "none")
            self.wrong = ()
            self.draw()

    def saying(self, word: str) -> Any:
        """What a button for yes or no does."""

        async def say() -> None:
            await self.judge(word)

        return say

    async def sent(self, event: Any) -> None:
        """Enter in a line, or Ctrl-Enter in a text."""
        await self.judge(str(event.args))

    async def check(self) -> None:
        """The button."""
        await self.judge(self.field.value or "")

    async def judge(self, answer: str) -> None:
        """Let the answer be checked elsewhere, and say the verdict."""
        lesson = self.lesson
        try:
            found: Verdict = await worked(
                verdict,
                lesson.text,
                lesson.name,
                self.exercise.name,
                answer[: LONGEST_ANSWER + 1],
            )
        except WhoknowsError as error:  # that is no verdict
            self.said.set_content(f"<p>{escape(str(error))}</p>")
            return
        self.wrong = () if found.right else found.lit
        self.draw()
        self.said.set_content(verdict_html(found))
        if found.right:
            self.mark()
            remember(self.card.client, self.key)

    def mark(self) -> None:
        """Show that it is solved."""
        self.solved = True
        self.tick.set_visibility(True)

    def next_hint(self) -> None:
        """One hint more; after the last, an answer."""
        every = [*self.exercise.hints, f"An answer: {self.exercise.answer}"]
        self.hints = min(self.hints + 1, len(every))
        items = "".join(
            f"<li>{escape(hint).replace(chr(10), '<br>')}</li>"
            for hint in every[: self.hints]
        )
        self.hinted.set_content(f"<ol>{items}</ol>")
        if self.hints == len(every):
            self.hint.set_visibility(False)
        elif self.hints == len(every) - 1:
            self.hint.set_text("Show an answer")


def verdict_html(found: Verdict) -> str:
    """A verdict: its first line, and the reasons below it."""
    first, _, rest = found.words.partition("\n")
    kind, sign = ("wk-right", "✓") if found.right else ("wk-not-right", "✗")
    more = f"<pre>{escape(rest)}</pre>" if rest else ""
    return f'<p class="{kind}"><b aria-hidden="true">{sign}</b> {escape(first)}</p>{more}'
