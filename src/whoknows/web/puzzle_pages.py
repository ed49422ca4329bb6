"""The pages of puzzles: a new one of any kind and level, and the puzzle of the day.

The answer stays on the server until it is asked for.  Scores and the streak of days are
kept by the browser, under the key `wk-days`.
"""

import json
from datetime import UTC, date, datetime, timedelta
from html import escape
from secrets import randbelow
from typing import Any

from nicegui import ui

from whoknows.errors import BadSetup, WhoknowsError, WorkFailed
from whoknows.learn.puzzles import FIRST_DAY, KINDS, LEVELS, MOST_SEED, Puzzle
from whoknows.web import query, theme
from whoknows.web.browser_memory import kept_by_browser
from whoknows.web.day_cards import FULL, NAMES, card_address, card_file, card_text, read_day
from whoknows.web.learn_work import day_puzzle, puzzle, worked
from whoknows.wording import plural

LEAD = "Every puzzle has exactly one answer, and everybody in it is a perfect logician."
DAYS = "wk-days"  # the key of the browser's memory
FEW_ANSWERS = 40  # answers that are offered as a list; of more, one is typed
LONGEST_ANSWER = 200  # characters of an answer


def register_puzzles() -> None:
    """Make the pages known to the server."""
    from fastapi import Request
    from nicegui import app

    @ui.page("/puzzles")
    def puzzles(request: Request) -> None:
        puzzles_page(dict(request.query_params))

    @ui.page("/puzzles/day")
    def day(request: Request) -> None:
        day_page(request.query_params.get("date", ""))

    @app.get("/puzzles/day/card.{kind}", include_in_schema=False)
    async def card(kind: str, request: Request) -> Any:
        return await card_file(kind, request.query_params)


def parse_asked(kind: str = "", level: str = "", seed: str = "") -> tuple[str, int, int]:
    """What the address of the page asks for; a seed of its own if it names none."""
    number = int(seed) if seed.isascii() and seed.isdecimal() and len(seed) < 17 else -1
    if seed and not 0 <= number <= MOST_SEED:
        raise BadSetup(f"seed: 0 to {MOST_SEED}, not {seed[:20]!r}")
    return (
        query.choice(kind, KINDS, "kind of puzzle", "dates"),
        query.whole(level, range(1, 6), "level", 2),
        number if seed else randbelow(10**9),
    )


def puzzles_page(words: dict[str, str]) -> None:
    """A new puzzle, and the choice of the next one."""
    with theme.page("Puzzles without end", here="/learn", lead=LEAD):
        try:
            kind, level, seed = query.from_words(words, parse_asked)
        except WhoknowsError as error:
            theme.wrong(f"{error}; here is another puzzle instead")
            kind, level, seed = parse_asked()
        with theme.row():
            kinds = ui.select(NAMES, value=kind, label="Kind").classes("w-40")
            levels = ui.select(list(LEVELS), value=level, label="Level").classes("w-24")

            def another() -> None:
                ui.navigate.to(f"/puzzles?kind={kinds.value}&level={levels.value}")

            ui.button("A new puzzle", on_click=another)
            theme.button_link("The puzzle of the day", "/puzzles/day")
        share = f"/puzzles?kind={kind}&level={level}&seed={seed}"
        PuzzleCard(share=share).load(puzzle, kind, level, seed)


def day_page(asked: str) -> None:
    """The puzzle of a day, with a score and the streak."""
    today = datetime.now(UTC).date()
    day, wrong = today, ""
    try:
        day = read_day(asked, today)
    except BadSetup as error:
        wrong = str(error)
    lead = "The same for everybody on one day. Today is counted in UTC."
    with theme.page(f"The puzzle of {day:%A, %d %B %Y}", here="/learn", lead=lead):
        if wrong:
            theme.wrong(f"{wrong}; here is today's instead")
        card = PuzzleCard(share=f"/puzzles/day?date={day}", day=day)
        card.streak = ui.label().classes("wk-hollow").props("role=status")
        card.load(day_puzzle, day.isoformat())
        with theme.row():
            if day > FIRST_DAY:
                before = day - timedelta(1)
                theme.button_link("The day before", f"/puzzles/day?date={before}")
            if day < today:
                theme.button_link("Today", "/puzzles/day")
            theme.button_link("More puzzles", "/puzzles")


class PuzzleCard:
    """A puzzle on a page: told, answered, solved step by step."""

    def __init__(self, *, share: str, day: date | None = None) -> None:
        self.share, self.day = share, day
        self.puzzle: Puzzle | None = None
        self.steps = self.tries = 0
        self.done = False
        self.streak: Any = None

    def load(self, function: Any, *args: Any) -> None:
        """Make the card, and let the puzzle be found elsewhere."""
        with theme.card().classes("wk-puzzle wk-essay") as self.card:
            ui.label("Making the puzzle ...").classes("wk-quiet")

        async def found() -> None:
            try:
                self.puzzle = await worked(function, *args)
            except WhoknowsError as error:
                self.card.clear()
                with self.card:
                    theme.wrong(str(error))
                return
            self.card.clear()
            with self.card:
                self.build(self.puzzle)
            if self.day is not None:
                await self.remembered()

        ui.timer(0.02, found, once=True)

    def build(self, puzzle: Puzzle) -> None:
        """All parts of the card."""
        theme.heading(puzzle.title)
        stars = f"Level {puzzle.level} of 5 · {NAMES[puzzle.kind]}"
        ui.label(stars).classes("wk-quiet wk-small")
        ui.html(story_html(puzzle), sanitize=False).classes("wk-prose")
        ui.html(f"<p><b>{escape(puzzle.question)}</b></p>", sanitize=False)
        with theme.row().classes("w-full"):
            self.field = self.answer_field(puzzle)
            ui.button("Check", on_click=self.check)
            self.button = ui.button("Show a step", on_click=self.show_step).props("flat")
        self.said = ui.html("", sanitize=False).classes("wk-verdict wk-hollow")
        self.said.props("role=status")
        self.told = ui.html("", sanitize=False).classes("wk-hints wk-hollow")
        self.told.props("role=status")
        self.result = ui.column().classes("w-full gap-2")
        with theme.row().classes("wk-small"):
            ui.link("Link to this puzzle", self.share)
            effort = puzzle.measure
            ui.label(
                f"nested {effort.depth} deep, {effort.steps} steps, {effort.worlds} worlds"
            ).classes("wk-quiet")

    def answer_field(self, puzzle: Puzzle) -> Any:
        """Where the answer is chosen or typed."""
        if len(puzzle.choices) <= FEW_ANSWERS:
            offered = ui.select(list(puzzle.choices), label="Your answer")
            return offered.classes("wk-answer").props("outlined dense")
        made = ui.input("Your answer", placeholder=f"such as {puzzle.choices[0]}")
        made.props(f"outlined dense maxlength={LONGEST_ANSWER}")
        made.on("keydown.enter", self.check)
        return made.classes("wk-answer")

    async def check(self) -> None:
        """Say whether the answer is right; a wrong one gets the remark against it."""
        assert self.puzzle is not None
        answer = str(self.field.value or "")[:LONGEST_ANSWER]
        if not answer.strip():
            self.said.set_content('<p class="wk-not-right">There is no answer yet.</p>')
            return
        right = self.puzzle.find(answer) == self.puzzle.solution
        if not self.done and not right:
            self.tries += 1
        kind, sign = ("wk-right", "✓") if right else ("wk-not-right", "✗")
        words = escape(self.puzzle.verdict(answer))
        self.said.set_content(
            f'<p class="{kind}"><b aria-hidden="true">{sign}</b> {words}</p>'
        )
        if right and not self.done:
            self.done = True
            await self.finish()

    async def show_step(self) -> None:
        """One step of the solution more."""
        assert self.puzzle is not None
        self.steps = min(self.steps + 1, len(self.puzzle.steps))
        items = [step_html(step) for step in self.puzzle.steps[: self.steps]]
        last = self.steps == len(self.puzzle.steps)
        answer = f"<p><b>The answer: {escape(self.puzzle.solution)}</b></p>" if last else ""
        self.told.set_content(f"<ol>{''.join(items)}</ol>{answer}")
        self.button.set_visibility(not last)
        if last and not self.done:
            self.done = True
            await self.finish()

    @property
    def stars(self) -> int:
        """The score: one less for each wrong answer and each step shown."""
        assert self.puzzle is not None
        if self.steps == len(self.puzzle.steps):
            return 0
        return max(1, FULL - self.tries - self.steps)

    async def finish(self) -> None:
        """The score; on a day's page the streak, and a card to share."""
        assert self.puzzle is not None
        with self.result:
            words = f"{'★' * self.stars}{'☆' * (FULL - self.stars)}"
            shown = ui.label(words).classes("wk-stars")
            shown.props(f'role=img aria-label="{self.stars} of {FULL} stars"')
        if self.day is None:
            return
        self.remember()
        try:
            days = await self.memory()
        except WorkFailed as error:  # the card would tell another streak
            self.streak.set_text(str(error))
            return
        days.setdefault(self.day.isoformat(), self.stars)
        streak = streak_of(days, self.day)
        told = (self.day, self.stars, self.tries, self.steps, streak)
        text = card_text(*told)
        with self.result:
            ui.label("To share; it gives nothing away:").classes("wk-small wk-quiet")
            ui.html(f"<pre>{escape(text)}</pre>", sanitize=False).classes("wk-share")

            def copy() -> None:
                ui.clipboard.write(text)
                ui.notify("Copied.")

            with theme.row():
                ui.button("Copy", on_click=copy).props("outline dense")
                for kind in ("svg", "png"):
                    ui.link(f"As a picture ({kind.upper()})", card_address(kind, *told))

    def remember(self) -> None:
        """Let the browser keep the score of the day; the first one counts."""
        assert self.day is not None
        day = json.dumps(self.day.isoformat())
        self.card.client.run_javascript(
            f"try {{ const kept = JSON.parse(localStorage.getItem('{DAYS}') || '{{}}');"
            f" if (!({day} in kept)) kept[{day}] = {self.stars};"
            f" localStorage.setItem('{DAYS}', JSON.stringify(kept)); }} catch {{ }}"
        )

    async def memory(self) -> dict[str, int]:
        """The scores of the days that the browser keeps."""
        return read_days(await kept_by_browser(self.card.client, DAYS))

    async def remembered(self) -> None:
        """Say what the browser keeps about this day."""
        assert self.day is not None
        try:
            days = await self.memory()
        except WorkFailed as error:
            self.streak.set_text(str(error))
            return
        streak = streak_of(days, self.day)
        words = [f"Streak: {plural(streak, 'day')}."] if streak else []
        if self.day.isoformat() in days:
            words.append(
                f"Done already, with {days[self.day.isoformat()]} of {FULL} stars."
            )
        self.streak.set_text(" ".join(words))


def read_days(found: object) -> dict[str, int]:
    """Days with their scores, out of whatever a browser keeps."""
    if not isinstance(found, dict):
        return {}
    return {
        str(day): stars
        for day, stars in found.items()
        if isinstance(stars, int) and 0 <= stars <= FULL
    }


def streak_of(days: dict[str, int], day: date) -> int:
    """How many days in a row were solved, up to a day or the one before it.

    >>> streak_of({"2026-11-14": 3, "2026-11-15": 5, "2026-11-12": 1}, date(2026, 11, 16))
    2
    """
    here = day if days.get(day.isoformat()) else day - timedelta(1)
    count = 0
    while days.get((here - timedelta(count)).isoformat()):
        count += 1
    return count


def story_html(puzzle: Puzzle) -> str:
    """The story of a puzzle, its lists as lists, and what is said."""
    pieces = []
    for piece in puzzle.story.split("\n\n"):
        if piece.startswith("  "):
            items = "".join(
                f"<li>{escape(line.strip())}</li>" for line in piece.split("\n")
            )
            pieces.append(f"<ul>{items}</ul>")
        else:
            pieces.append(f"<p>{escape(piece)}</p>")
    said = "".join(f"<li>{escape(line)}</li>" for line in puzzle.said)
    return f'{"".join(pieces)}<ol class="wk-talk">{said}</ol>'


def step_html(step: Any) -> str:
    """A step of the solution."""
    left = "; ".join(step.left) if step.left else f"{step.worlds} possibilities"
    return (
        f"<li><b>{escape(step.said)}</b><br>{escape(step.why)}<br>"
        f'<span class="wk-quiet">Left: {escape(left)}.</span></li>'
    )
