"""The widgets of Mastermind: pegs to choose, answers to give, lines to correct."""

from collections.abc import Callable
from typing import Any

from nicegui import ui

from whoknows.games.mastermind.rules import MAKER, Answer, Rules, Sight, contradiction
from whoknows.games.mastermind.show.board_picture import (
    PALETTE,
    dispute,
    letter_color,
    pins_name,
    plate_svg,
)
from whoknows.web import theme
from whoknows.web.desk import Desk

GUESS, CODE, ANSWER, MEND = "guess", "code", "answer", "mend"


class Controls:
    """What the seat can do now; rebuilt when the game goes on."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.shown = ""

    @property
    def sight(self) -> Sight:
        """The board now."""
        sight: Sight = self.desk.sight
        return sight

    def build(self) -> None:
        """A place for the widgets, filled now and after every change."""
        self.place = ui.column().classes("w-full gap-3")
        self.desk.refreshed(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """The widgets of this moment; pegs that still serve stay, and keep the focus."""
        kind = self.kind()
        if kind == self.shown and kind in (GUESS, CODE):
            return
        self.shown = kind
        self.place.clear()
        with self.place:
            if kind == GUESS:
                Pegs(self.desk, "Guess", "Your guess", "").build()
            elif kind == CODE:
                Pegs(self.desk, "Hide this code", "Your code", "code ").build()
            elif kind == MEND:
                self.disputed()
            elif kind == ANSWER:
                self.answers()

    def kind(self) -> str:
        """What the seat is to do now."""
        if not self.desk.my_turn:
            return ""
        if self.sight.seat != MAKER:
            return GUESS
        if not self.sight.ready:
            return CODE
        return ANSWER if self.sight.disputed is None else MEND

    def answers(self) -> None:
        """A button for every answer, and earlier answers to correct."""
        rules, guess = self.sight.rules, self.sight.pending
        assert guess is not None
        if self.sight.maker == "mind" and not self.sight.lines:
            again = "a color may come again" if rules.repeats else "no color comes again"
            ui.label(f"Think of a code and keep it in mind: {rules.pegs} pegs, {again}.")
        ui.label(f"The guess is {rules.code_name(guess)}. What do you answer?")
        with ui.row().classes("gap-2"):
            for answer in rules.every_answer:
                answer_button(rules, answer, self.answer(answer))
        if self.sight.lines and self.sight.maker == "mind":
            with ui.expansion("Correct an earlier answer").classes("w-full"):
                self.corrections(range(len(self.sight.lines)))

    def answer(self, answer: Answer) -> Callable[[], Any]:
        """What a button of an answer does."""

        async def give() -> None:
            await self.desk.move(f"answer {answer.black},{answer.white}")

        return give

    def disputed(self) -> None:
        """Which lines contradict each other, and a way out."""
        sets = dispute(self.sight)
        theme.wrong(f"No code agrees with all your answers: {contradiction(sets[0])}.")
        if len(sets) > 1:
            ui.label(
                "So " + "; ".join(contradiction(which) for which in sets[1:4]) + "."
            ).classes("wk-quiet")
        ui.label("Which answer was wrong? Give the right one.")
        self.corrections(sorted({k for which in sets for k in which}))

    def corrections(self, places: Any) -> None:
        """A choice for each of some lines, and the button that corrects them."""
        rules, lines = self.sight.rules, self.sight.every_line
        every = {answer: pins_name(rules, answer) for answer in rules.every_answer}
        fields = {
            place: ui.select(
                every,
                value=lines[place].answer,
                label=f"Line {place + 1}: {rules.code_name(lines[place].guess)}",
            )
            .props("outlined dense")
            .classes("w-full")
            for place in places
        }

        async def correct() -> None:
            changed = [
                f"{place + 1}:{field.value[0]},{field.value[1]}"
                for place, field in fields.items()
                if tuple(field.value) != lines[place].answer
            ]
            await self.desk.move(f"correct {' '.join(changed)}")

        ui.button("Correct", on_click=correct)


class Pegs:
    """A code that is put together, peg by peg, by clicking or by typing."""

    def __init__(self, desk: Desk, button: str, label: str, word: str) -> None:
        self.desk, self.button, self.label, self.word = desk, button, label, word
        self.rules: Rules = desk.sight.rules

    def build(self) -> None:
        """The pegs of the code, the colors, and a line to type."""
        rules = self.rules
        with ui.row().classes("gap-2 items-center"):
            self.slots = [
                self.slot(k).props(f'aria-label="peg {k + 1}: empty"')
                for k in range(rules.pegs)
            ]
        every = f"{rules.what.capitalize()}s"
        with ui.row().classes("gap-2").props(f'role=group aria-label="{every}"'):
            for color in range(rules.colors):
                name = rules.code_name((color,))
                ui.button(name, on_click=lambda c=color: self.put(c)).props(
                    f'round unelevated no-caps aria-label="{rules.what} {name}"'
                ).style(filled(color))
        with ui.row().classes("gap-2 items-center w-full"):
            self.typed = ui.input(self.label).props(
                f"outlined dense autocomplete=off maxlength={rules.pegs}"
            )
            self.typed.classes("w-40")
            self.typed.on_value_change(self.show)
            self.typed.on("keydown.enter", self.make)
            self.done = ui.button(self.button, on_click=self.make)
            ui.button("Clear", on_click=lambda: self.typed.set_value("")).props("flat")
        self.show()

    def slot(self, place: int) -> Any:
        """One peg of the code: clicking takes it and what follows away."""
        return ui.button(on_click=lambda: self.cut(place)).props("round unelevated no-caps")

    @property
    def text(self) -> str:
        """What is put together so far."""
        return str(self.typed.value or "")[: self.rules.pegs]

    def put(self, color: int) -> None:
        """One more peg, if there is room."""
        if len(self.text) < self.rules.pegs:
            self.typed.set_value(self.text + self.rules.code_name((color,)))

    def cut(self, place: int) -> None:
        """Take away a peg and all after it."""
        self.typed.set_value(self.text[:place])

    def show(self) -> None:
        """The pegs as they are."""
        known = {self.rules.code_name((c,)): c for c in range(self.rules.colors)}
        for place, slot in enumerate(self.slots):
            letter = self.text[place : place + 1].upper()
            color = known.get(letter)
            slot.set_text(letter)
            said = f"{self.rules.what} {letter}" if color is not None else "empty"
            slot.props(f'aria-label="peg {place + 1}: {said}"')
            slot.style(replace=filled(color) if color is not None else EMPTY)
        self.desk.consider(self.text if len(self.text) == self.rules.pegs else "")

    async def make(self) -> None:
        """Guess the code, or hide it."""
        if await self.desk.move(f"{self.word}{self.typed.value or ''}"):
            self.typed.set_value("")


EMPTY = "background: transparent !important; border: 2px dashed var(--wk-rim)"


def filled(color: int) -> str:
    """The style of a peg of a color."""
    fill = PALETTE[color % len(PALETTE)]
    return (
        f"background: {fill} !important; color: {letter_color(fill)} !important; "
        "font-weight: 700"
    )


def answer_button(rules: Rules, answer: Answer, action: Callable[[], Any]) -> None:
    """A button with the pins of an answer."""
    with ui.button(on_click=action) as button:
        ui.html(plate_svg(rules, answer), sanitize=False)
    button.props(f'outline padding="4px 6px" aria-label="{pins_name(rules, answer)}"')
    button.tooltip(pins_name(rules, answer))
