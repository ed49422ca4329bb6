"""The widgets of the hat game: what to say, and deals with their winning sets."""

from collections.abc import Callable
from typing import Any

import numpy as np
from nicegui import ui

from whoknows.games.hats import GAME
from whoknows.games.hats.rules.table import Sight, legal_answers
from whoknows.games.hats.show.people import answer_word, color_fill
from whoknows.web import look
from whoknows.web.boards.board import Desk
from whoknows.web.boards.hats import chance_of_deal, deal_cube


class Controls:
    """Buttons for the answers, and a deal to look up."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def build(self) -> None:
        """The answers, and the deals below."""
        sight: Sight = self.desk.sight
        with ui.row().classes("gap-2 items-center"):
            self.ask = ui.label("My hat is")
            self.buttons = [self.button(answer) for answer in legal_answers(sight.rules)]
        with ui.expansion("Deals: what the team may have agreed on").classes("w-full"):
            self.deal = ui.select(
                list(GAME.strategies), value="adequate", label="The deal"
            ).props("outlined dense")
            self.deal.classes("w-48")
            self.about = ui.column().classes("w-full")
            ui.button("What does it tell me to say?", on_click=self.advise).props("outline")
            self.said = ui.label("").props("role=status aria-live=polite")
        self.deal.on_value_change(self.show)
        self.desk.refreshed(self.refresh)
        self.refresh()
        self.show()

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

    def show(self) -> None:
        """The chance of the deal, and its winning set."""
        sight: Sight = self.desk.sight
        name = self.deal.value
        self.said.set_text("")
        self.about.clear()
        with self.about:
            doc = (GAME.strategies[name].__doc__ or "").split("\n")[0]
            ui.label(doc)
            chance = chance_of_deal(name, sight.rules)
            if chance is not None:
                ui.label(f"A team that keeps to it wins with chance {chance}.")
            cube = deal_cube(name, sight)
            if cube:
                look.picture(cube)

    def advise(self) -> None:
        """What the deal tells this seat to say."""
        strategy = GAME.strategies[self.deal.value]
        answer = strategy(self.desk.sight, self.desk.history, np.random.default_rng(0))
        self.said.set_text(f"By {self.deal.value} you say: {answer_word(answer)}.")

    def refresh(self) -> None:
        """Answers are for who is to move."""
        for part in (self.ask, *self.buttons):
            part.set_visibility(self.desk.my_turn)


def letter(word: str) -> str:
    """An answer as it is typed."""
    return "P" if word == "pass" else word[0].upper()
