"""The rules of a game where they are needed: folded, with a picture and a beginning."""

from html import escape
from typing import Any

from nicegui import ui

from whoknows.learn.glossary import linked
from whoknows.play.face.face import Beginning, Reply, face_of
from whoknows.play.game import Game
from whoknows.web import theme
from whoknows.web.packed_links import packed


def rules_drawer(game: Game, *, opened: bool = False) -> None:
    """How a game is played: thirty seconds to read; made when it is first opened."""
    drawer = ui.expansion("How to play", value=opened).classes("w-full wk-rules")
    with drawer:
        inside = theme.row()

    def fill() -> None:
        if drawer.value and not list(inside):
            with inside:
                face = face_of(game)
                theme.picture(face.card_svg()).style("max-width:16rem")
                theme.markdown(linked(face.rules(), "/glossary")).classes("grow basis-80")
                if steps := face.beginning():
                    TriedBeginning(steps).offer()

    drawer.on_value_change(fill)
    fill()


def text_card(game: Game, setup: Any) -> None:
    """The text of a game that somebody wrote down, open beside the board."""
    text = face_of(game).text(setup)
    if not text:
        return
    with theme.card():
        theme.heading("The text of this game")
        shown = ui.html(f"<pre>{escape(text)}</pre>", sanitize=False)
        theme.scrolled(shown, "The text of this game").classes("wk-game-text")
        theme.button_link("Change it", f"/write?text={packed(text)}")


class TriedBeginning:
    """A beginning that one plays, step by step; it has nothing to do with a real game."""

    def __init__(self, steps: Beginning) -> None:
        self.steps, self.at = steps, 0

    def offer(self) -> None:
        """A button that opens it, so that the rules stay short."""
        with ui.column().classes("w-full gap-2") as self.place:
            ui.button("Try a small beginning", on_click=self.build).props("outline")

    def build(self) -> None:
        """A place for it."""
        self.place.clear()
        with self.place:
            self.picture = theme.picture("").style("max-width:24rem")
            self.asked = theme.markdown("")
            self.said = theme.markdown("").props("role=status aria-live=polite")
            self.buttons = theme.row()
        self.show()

    def show(self) -> None:
        """The step that is asked now."""
        step = self.steps[self.at]
        self.picture.set_content(step.picture)
        self.asked.set_content(f"**{self.at + 1} of {len(self.steps)}.** {step.asked}")
        self.said.set_content("")
        self.buttons.clear()
        with self.buttons:
            for reply in step.replies:
                ui.button(reply.label, on_click=lambda r=reply: self.answer(r)).props(
                    "outline"
                )

    def answer(self, reply: Reply) -> None:
        """What is said to a move; the right one leads on."""
        self.said.set_content(reply.said)
        if not reply.right:
            return
        self.buttons.clear()
        last = self.at + 1 == len(self.steps)
        with self.buttons:
            ui.button(
                "Once more" if last else "Go on",
                on_click=lambda: self.go(0 if last else self.at + 1),
            ).props("outline")

    def go(self, at: int) -> None:
        """Another step."""
        self.at = at
        self.show()
