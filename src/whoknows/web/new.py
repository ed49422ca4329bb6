"""A new game: one button to play it, and folded below, all that can be chosen."""

from collections.abc import Mapping
from typing import Any

from fastapi.responses import RedirectResponse
from nicegui import ui

from whoknows.catalog import GAMES
from whoknows.errors import BadSetup, UnknownName, WhoknowsError
from whoknows.play.face.face import face_of
from whoknows.play.table.room import Chair, House
from whoknows.web import theme
from whoknows.web.option_fields import (
    checked_value,
    chosen_words,
    field_of,
    form_options,
    parse_asked,
)
from whoknows.web.refusals import refused
from whoknows.web.rooms.host import Host
from whoknows.web.rooms.new_room import MOST_SEATS, strategy_words
from whoknows.web.rules_drawer import rules_drawer
from whoknows.web.server.workers import new_asker
from whoknows.wording import listing

PERSON = "a person"
WRITTEN = "written"  # the game that has a page to write it


async def new_page(host: Host, game: str, asked: Mapping[str, str]) -> Any:
    """The page: a form for one game, filled in as asked, or the games to choose from."""
    if game and game not in GAMES:
        return refused(UnknownName.among("game", game, GAMES))
    if not game:
        from whoknows.web.home import game_card

        lead = "With strategies, with others by links, or alone."
        with theme.page("Play", here="/play", lead=lead), theme.cards():
            for name in GAMES:
                game_card(name, level=2)
        return None
    if game == WRITTEN:  # whose text is worked out elsewhere
        return RedirectResponse("/write")
    with theme.page(GAMES[game].title, here="/play", lead=face_of(GAMES[game]).story):
        Form(host, game, asked=asked).build()
    return None


class Form:
    """The form of a new game."""

    def __init__(
        self,
        host: Host,
        game: str,
        *,
        watch: bool = False,
        asked: Mapping[str, str] | None = None,
    ) -> None:
        self.host, self.name, self.watch = host, game, watch
        self.game = GAMES[game]
        self.asked = asked or {}
        self.known = face_of(self.game).ready_made()
        self.fields: dict[str, Any] = {}
        self.chairs: list[tuple[Any, Any]] = []
        self.before: list[tuple[str, str]] = []
        self.who = new_asker("form")

    def build(self) -> None:
        """What is played and the button; the rules; and folded, all there is to choose."""
        with theme.card():
            self.ready_made()
            self.summary = ui.label().classes("wk-summary").props("role=status")
            with theme.row():
                self.button = ui.button(
                    "Watch" if self.watch else "Play", on_click=self.begin
                )
                self.button.classes("px-10").props("size=lg")
                self.message = theme.wrong("")
        rules_drawer(self.game, opened=True)
        self.fold = ui.expansion("Options of the game").classes("w-full wk-fold")
        with self.fold, theme.columns():
            for option in form_options(self.game):
                self.fields[option.name] = field_of(option)
                self.fields[option.name].on_value_change(self.show_chairs)
        with ui.expansion("Who plays").classes("w-full wk-fold"):
            self.who_plays()
        refused_why = self.begin_with()
        self.show_chairs()
        if refused_why:
            self.message.set_text(refused_why)

    def who_plays(self) -> None:
        """The seats, and the rules of the house."""
        self.seats = ui.column().classes("w-full")
        self.others = ui.select(
            strategy_words(self.name), label="Let all other seats be played by"
        )
        self.others.props("outlined dense").classes("w-full")
        self.others.on_value_change(self.fill_seats)
        self.undo = ui.switch("Moves may be taken back", value=not self.watch)
        self.all = ui.switch("Spectators with a link of their own see every seat")
        said = "Between people, the others are asked before a move is taken back."
        ui.label(said).classes("wk-small wk-quiet")

    def begin_with(self) -> str:
        """Fill in what the address asks for, or the first ready-made; what was refused."""
        said = ""
        try:
            found = parse_asked(self.game, self.asked)
        except WhoknowsError as error:
            found, said = {}, str(error)
        first: Mapping[str, Any] = next(iter(self.known.values()), {})
        self.fill_in(found or first)
        return said

    def options(self) -> dict[str, Any]:
        """The options as they are filled in."""
        found = {
            option.name: checked_value(option, self.fields[option.name].value)
            for option in form_options(self.game)
        }
        return {name: value for name, value in found.items() if value is not None}

    def show_chairs(self) -> None:
        """A chair for each seat that the options give."""
        try:
            options = self.options()
            seats = self.game.seats(self.game.setup(**options))
            if seats > MOST_SEATS:
                raise BadSetup(f"{seats} seats; a room has at most {MOST_SEATS}")
        except WhoknowsError as error:
            self.message.set_text(str(error))
            self.summary.set_text("")
            return
        self.message.set_text("")
        usual = self.usual(seats)
        if usual != self.before:
            kept = [(name.value, who.value) for name, who in self.chairs]
            wanted = [
                kept[k] if k < len(kept) and kept[k] != self.before[k] else usual[k]
                for k in range(seats)
            ]
            self.before = usual
            self.others.set_visibility(seats > 2)
            self.seats.clear()
            with self.seats:
                self.chairs = [self.chair(seat, *who) for seat, who in enumerate(wanted)]
        self.show_summary()

    def show_summary(self) -> None:
        """What is played, and with whom, in a line or two."""
        try:
            chosen = chosen_words(self.game, self.options())
        except WhoknowsError:
            return
        for name, button in self.presets.items():
            chosen_now = self.whole(self.known[name]) == self.whole(self.options())
            button.props(f"aria-pressed={str(chosen_now).lower()}")
            button.props(**{"remove" if chosen_now else "add": "outline"})
        people = [name.value for name, who in self.chairs if who.value == PERSON]
        others = [f"{n.value} ({w.value})" for n, w in self.chairs if w.value != PERSON]
        said = [". ".join(chosen)]
        if people:
            said.append(f"You are {people[0]}")
        if people[1:]:
            get = "get" if people[2:] else "gets"
            said.append(f"{listing(people[1:])} {get} a link from you")
        if others:
            said.append(f"{'With' if people else 'At play:'} {listing(others)}")
        self.summary.set_text(". ".join(part for part in said if part) + ".")

    def usual(self, seats: int) -> list[tuple[str, str]]:
        """Who sits where at first: names, and who plays."""
        chairs = face_of(self.game).usual_chairs(self.game.setup(**self.options()))
        alone = PERSON
        if self.watch:  # where people only watch, one who plays as the others do
            played = [chair.strategy for chair in chairs if chair.strategy]
            alone = next(iter(played or self.game.strategies))
        return [(c.name, c.strategy or alone) for c in chairs[:seats]]

    def chair(self, seat: int, name: str, who: str) -> tuple[Any, Any]:
        """The name and the kind of one seat."""
        known = {PERSON: "A person", **strategy_words(self.name)}
        with ui.element("div").classes("wk-chair"):
            named = ui.input(f"Seat {seat + 1}", value=name)
            kind = ui.select(known, value=who, label="played by")
        for part in (named, kind):
            part.props("outlined dense").classes("w-full min-w-0")
            part.on_value_change(self.show_summary)
        return named, kind

    def fill_seats(self) -> None:
        """Give all seats but those of people to one strategy."""
        for _, who in self.chairs:
            if self.others.value and who.value != PERSON:
                who.set_value(self.others.value)

    def ready_made(self) -> None:
        """Games with a name of their own, if there are some."""
        with theme.row():
            self.presets = {
                name: ui.button(name, on_click=lambda o=options: self.fill_in(o))
                for name, options in self.known.items()
            }

    def fill_in(self, options: Mapping[str, Any]) -> None:
        """Give the fields these values, and all others their defaults."""
        for option, value in self.whole(options).items():
            self.fields[option].set_value(value)

    def whole(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """These options, and all others as they usually are."""
        usual = {option.name: option.default for option in form_options(self.game)}
        return {**usual, **options}

    async def begin(self) -> None:
        """Make the room and go there."""
        chairs = [
            Chair(name.value or "?", None if who.value == PERSON else who.value)
            for name, who in self.chairs
        ]
        house = House(self.undo.value, "all" if self.all.value else "public")
        self.button.disable()
        try:
            made = await self.host.create(
                self.name, self.options(), chairs, house, who=self.who
            )
        except WhoknowsError as error:
            self.message.set_text(str(error))
            self.fold.open()
            self.button.enable()
            return
        where = "table" if any(chair.person for chair in chairs) else "watch"
        ui.navigate.to(f"/{where}/{made.room}?key={made.keys['host']}")
