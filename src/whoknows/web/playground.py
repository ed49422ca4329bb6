"""The formula playground: a model as text, its questions answered, its worlds drawn.

What is typed is worked out in another process, so that the page stays awake, and stopped
if it takes too long.  The whole text fits into the page's address, to share it.
"""

import base64
import zlib
from dataclasses import dataclass
from typing import Any

from whoknows.errors import BadFile, TooLarge
from whoknows.work.worker_process import Tell, silent

LONGEST = 20_000  # characters of a model; longer ones belong into files
PATIENCE = 20.0  # seconds until an answer is given up

EXAMPLE = """\
# Three children have played outside; a, b, c: Ann, Bob, Cat is muddy.
facts  a b c
ann sees everything but a
bob sees everything but b
cat sees everything but c
actual a, b

announce a | b | c       # "At least one of you is muddy."
true?  K ann a
announce whether Kw ann a, Kw bob b, Kw cat c
true?  K ann a & K bob b
valid? C{ann, bob, cat} (a & b & ~c)
"""


@dataclass(frozen=True, slots=True)
class Played:
    """What a text says: its answers in order, and a picture after every step."""

    answers: tuple[tuple[str, str, str], ...]  # the query, its answer, and why
    steps: tuple[str, ...]  # what happened before each picture
    pictures: tuple[str, ...]  # SVG
    engine: str


def played(text: str, style: str) -> Played:
    """The text worked out; raises a `WhoknowsError` for what is wrong with it."""
    from whoknows.logic.draw import draw
    from whoknows.logic.files import loads

    if len(text) > LONGEST:
        raise TooLarge(f"{len(text)} characters are too many; {LONGEST} are allowed")
    script = loads(text, name="model")
    first = script.models[0]
    pictures = [
        draw(scene.model, scene.actual, before=first, style=style)
        for scene in script.scenes
    ]
    said = ["at first", *(f"{step.kind} {step.text}" for step in script.steps)]
    answers = [
        (
            f"{query.kind}? {query.text}",
            answered(script, query),
            script.explain(query) or "",
        )
        for query in script.queries
    ]
    return Played(tuple(answers), tuple(said), tuple(pictures), script.model.engine)


def answered(script: Any, query: Any) -> str:
    """An answer in words."""
    model = script.models[query.after]
    if query.kind == "where":
        claim = script.where(query)
        return f"in {model.count(claim)} of {model.size} worlds"
    return "yes" if script.answer(query) else "no"


def worked_out(text: str, style: str, *, tell: Tell = silent) -> Played:
    """The text worked out in a solver's process."""
    tell(None, "working it out")
    return played(text, style)


def packed(text: str) -> str:
    """A text for a page's address; `unpacked` gives it back."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(packed_text: str) -> str:
    """The text of an address; one that was damaged or grown too long is refused."""
    try:
        padded = packed_text + "=" * (-len(packed_text) % 4)
        raw = base64.b64decode(padded, altchars=b"-_", validate=True)
        opener = zlib.decompressobj()
        text = opener.decompress(raw, 4 * LONGEST + 1)
        if len(text) > 4 * LONGEST:
            raise BadFile(f"this link holds more than {LONGEST} characters")
        if not opener.eof:
            raise ValueError(packed_text)
        return text.decode()
    except BadFile:
        raise
    except (ValueError, zlib.error):
        raise BadFile("this link is damaged: it holds no model") from None


def playground_page(model: str = "") -> None:
    """The page: the text on one side, answers and pictures on the other."""
    from nicegui import ui

    from whoknows.web import look
    from whoknows.web.waiting import Waiting

    text, wrong = EXAMPLE, ""
    try:
        text = unpacked(model) if model else EXAMPLE
    except BadFile as error:
        wrong = str(error)
    lead = "A model as text: say what is so and who sees what, announce, ask, and look."
    with look.page("Formula playground", here="/explore", lead=lead):
        if wrong:
            look.wrong(f"{wrong}; here is an example instead")
        with look.columns():
            with look.card():
                written = ui.textarea("Model and questions", value=text)
                written.classes("w-full font-mono").props(
                    "outlined autogrow input-class=text-sm"
                )
                with look.row():
                    button = ui.button("Work it out")
                    style = ui.select(
                        ["auto", "graph", "grid", "rings", "cells"],
                        value="auto",
                        label="Picture",
                    ).classes("w-24")
                    link = ui.link("Link to this text", f"/logic?model={packed(text)}")
            with look.card().props("aria-live=polite"):
                waiting = Waiting("Working it out")
                waiting.said.classes("wk-mono")
                results = ui.column().classes("w-full gap-3")
    view = Shown(written, style, link, results, waiting)
    button.on_click(view.refresh)
    ui.timer(0.1, view.refresh, once=True)


class Shown:
    """The answers on a page, worked out anew when asked for."""

    def __init__(
        self, written: Any, style: Any, link: Any, results: Any, waiting: Any
    ) -> None:
        self.written, self.style, self.link = written, style, link
        self.results, self.waiting = results, waiting

    async def refresh(self) -> None:
        """Work the text out elsewhere, and show what came of it."""
        text = self.written.value or ""
        self.link.props(f'href="/logic?model={packed(text)}"')
        found = await self.waiting.solve(worked_out, text, self.style.value, limit=PATIENCE)
        self.results.clear()
        if found is not None:
            with self.results:
                self.show(found)

    def show(self, found: Played) -> None:
        """The answers, and the pictures with a slider through the steps."""
        from nicegui import ui

        from whoknows.web import look

        for query, answer, why in found.answers:
            with ui.row().classes("w-full items-baseline justify-between gap-x-4 gap-y-0"):
                ui.label(query).classes("font-mono text-sm")
                ui.label(answer).classes("font-bold")
            if why:
                ui.label(why).classes("wk-mono wk-small wk-quiet whitespace-pre-wrap")
        step = ui.label(found.steps[-1]).classes("text-sm mt-2")
        picture = look.picture(found.pictures[-1])

        def turn(to: Any) -> None:
            step.set_text(found.steps[int(to.value)])
            picture.set_content(found.pictures[int(to.value)])

        last = len(found.pictures) - 1
        if last:
            ui.slider(min=0, max=last, value=last, step=1, on_change=turn).props(
                'label snap markers aria-label="step of the story"'
            )
        ui.label(f"engine: {found.engine}").classes("wk-small wk-quiet")
