"""A new game: what to play, who sits where, and the rules of the house."""

from typing import Any

from nicegui import ui

from whoknows.catalog import GAMES
from whoknows.errors import WhoknowsError
from whoknows.play.room import Chair, House
from whoknows.web import look
from whoknows.web.boards import board_of
from whoknows.web.boards.board import Option
from whoknows.web.host import Host
from whoknows.web.records import lab_strategies

PERSON = "a person"


async def new_page(host: Host, game: str) -> None:
    """The page: a form for one game, or the games to choose from."""
    if game not in GAMES:
        with look.page("Play", here="/play"), look.cards():
            for name in GAMES:
                with look.card():
                    look.heading(GAMES[name].title)
                    look.button_link("Play", f"/new/{name}")
        return
    with look.page(GAMES[game].title, here="/play", lead="A new game"):
        Form(host, game).build()


class Form:
    """The form of a new game."""

    def __init__(self, host: Host, game: str) -> None:
        self.host, self.game = host, game
        self.fields: dict[str, Any] = {}
        self.chairs: list[tuple[Any, Any]] = []

    def build(self) -> None:
        """Options, chairs, and the rules of the house."""
        with look.columns():
            with look.card():
                look.heading("The game")
                for option in board_of(self.game).options():
                    self.fields[option.name] = field_of(option)
                    self.fields[option.name].on_value_change(self.show_chairs)
            with look.card():
                look.heading("The seats")
                self.seats = ui.column().classes("w-full")
                look.heading("The house", level=3)
                self.undo = ui.switch("Moves may be taken back")
                self.all = ui.switch("Spectators with a link of their own see every seat")
        self.message = look.wrong("")
        self.button = ui.button("Begin", on_click=self.begin)
        self.show_chairs()

    def options(self) -> dict[str, Any]:
        """The options as they are filled in."""
        found = {name: part.value for name, part in self.fields.items()}
        return {
            name: int(value) if isinstance(value, float) and value == int(value) else value
            for name, value in found.items()
            if value is not None
        }

    def show_chairs(self) -> None:
        """A chair for each seat that the options give."""
        game = GAMES[self.game]
        try:
            seats = min(game.seats(game.setup(**self.options())), 40)
        except WhoknowsError as error:
            self.message.set_text(str(error))
            return
        self.message.set_text("")
        if seats == len(self.chairs):
            return
        kept = [(name.value, who.value) for name, who in self.chairs]
        self.seats.clear()
        with self.seats:
            self.chairs = [self.chair(seat, kept) for seat in range(seats)]

    def chair(self, seat: int, kept: list[tuple[str, str]]) -> tuple[Any, Any]:
        """The name and the kind of one seat."""
        known = lab_strategies(GAMES[self.game])
        usual = list(GAMES[self.game].strategies)[-1] if seat else PERSON
        name, who = kept[seat] if seat < len(kept) else (chr(65 + seat % 26), usual)
        with look.row():
            named = ui.input(f"Seat {seat + 1}", value=name).props("outlined dense")
            kind = ui.select([PERSON, *known], value=who, label="played by")
            kind.props("outlined dense").classes("min-w-40")
        return named, kind

    async def begin(self) -> None:
        """Make the room and go there."""
        chairs = [
            Chair(name.value or "?", None if who.value == PERSON else who.value)
            for name, who in self.chairs
        ]
        house = House(self.undo.value, "all" if self.all.value else "public")
        self.button.disable()
        try:
            made = await self.host.create(self.game, self.options(), chairs, house)
        except WhoknowsError as error:
            self.message.set_text(str(error))
            self.button.enable()
            return
        ui.navigate.to(f"/table/{made.room}?key={made.keys['host']}")


def field_of(option: Option) -> Any:
    """The widget of an option."""
    if option.kind == "switch":
        return ui.switch(option.label, value=option.default)
    part: Any
    if option.kind == "choice":
        part = ui.select(dict(option.choices), value=option.default, label=option.label)
    elif option.kind == "number":
        part = ui.number(
            option.label, value=option.default, min=option.min, max=option.max, format="%d"
        )
    else:
        part = ui.input(option.label, value=option.default)
    part.props("outlined dense").classes("w-full")
    if option.help:
        part.tooltip(option.help)
    return part
