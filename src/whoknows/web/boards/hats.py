"""The widgets of the hat game: what to say, and deals with their winning sets."""

from collections.abc import Callable
from typing import Any

from nicegui import ui

from whoknows.games.hats.rules.fold import Sight, forms
from whoknows.games.hats.show.face import advised, deal_shown
from whoknows.games.hats.show.hats_picture import answer_word, color_fill
from whoknows.web import theme
from whoknows.web.desk import Desk
from whoknows.web.rooms.new_room import strategy_words


class Controls:
    """Buttons for the answers, and a deal to look up."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def build(self) -> None:
        """The answers, and the deals below."""
        sight: Sight = self.desk.sight
        with ui.row().classes("gap-2 items-center"):
            self.ask = ui.label("My hat is")
            self.buttons = [self.button(answer) for answer in forms(sight.setup).every()]
        for part in (self.ask, *self.buttons):
            part.set_visibility(self.desk.my_turn)
        drawer = ui.expansion("Deals: what the team may have agreed on", value=True)
        with drawer.classes("w-full"):
            usual = self.desk.face.usual_chairs(sight.setup)[-1].strategy or "adequate"
            self.deal = ui.select(
                strategy_words(self.desk.game.name), value=usual, label="The deal"
            ).props("outlined dense")
            self.deal.classes("w-full")
            self.about = ui.column().classes("w-full")
            self.tell = ui.button("What does it tell me to say?", on_click=self.advise)
            self.tell.props("outline")
            self.said = ui.label("").props("role=status aria-live=polite")
        self.deal.on_value_change(self.show)
        self.desk.refreshed(self.refresh)
        ui.timer(0.05, self.begin, once=True)

    async def begin(self) -> None:
        """The first look at the deal."""
        await self.refresh()
        await self.show()

    def button(self, answer: int) -> Any:
        """The button of one answer."""
        word = answer_word(answer)
        button = ui.button(word.capitalize(), on_click=self.say(word)).props("no-caps")
        if word == "pass":
            return button.props("outline")
        fill = color_fill(answer - 1)
        ink = "#222" if word in ("white", "yellow") else "#fff"
        return button.style(f"background: {fill} !important; color: {ink} !important")

    def say(self, word: str) -> Callable[[], Any]:
        """What a button does."""

        async def answer() -> None:
            await self.desk.move(letter(word))

        return answer

    async def show(self) -> None:
        """What the deal is worth, and its winning set, worked out elsewhere."""
        name = self.deal.value
        self.said.set_text("")
        text, cube = await self.desk.think(deal_shown, name, self.desk.sight)
        if name != self.deal.value:
            return  # another deal was chosen in the meantime
        self.about.clear()
        with self.about:
            ui.label(text)
            if cube:
                theme.picture(cube)

    async def advise(self) -> None:
        """What the deal tells this seat to say."""
        name = self.deal.value
        word = await self.desk.think(advised, name, self.desk.sight)
        self.said.set_text(f"By {name} you say: {word}.")

    async def refresh(self) -> None:
        """Answers are for who is to move; at the end the cube shows the hats worn."""
        for part in (self.ask, self.tell, *self.buttons):
            part.set_visibility(self.desk.my_turn)
        if self.desk.sight.secret is not None:
            await self.show()


def letter(word: str) -> str:
    """An answer as it is typed."""
    return "P" if word == "pass" else word[0].upper()
