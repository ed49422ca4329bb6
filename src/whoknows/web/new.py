"""A new game: what to play, who sits where, and the rules of the house."""

from typing import Any

from nicegui import ui

from whoknows.catalog import GAMES
from whoknows.errors import BadSetup, WhoknowsError
from whoknows.play.face import face_of
from whoknows.play.room import Chair, House
from whoknows.web import theme
from whoknows.web.host import Host
from whoknows.web.option_fields import checked_value, field_of, form_options
from whoknows.web.pools import new_asker
from whoknows.web.records import MOST_SEATS, lab_strategies
from whoknows.web.rules_drawer import rules_drawer

PERSON = "a person"


async def new_page(host: Host, game: str) -> None:
    """The page: a form for one game, or the games to choose from."""
    if game not in GAMES:
        from whoknows.web.home import game_card

        lead = "With strategies, with others by links, or alone."
        with theme.page("Play", here="/play", lead=lead), theme.cards():
            for name in GAMES:
                game_card(name, level=2)
        return
    with theme.page(GAMES[game].title, here="/play", lead="A new game"):
        Form(host, game).build()


class Form:
    """The form of a new game."""

    def __init__(self, host: Host, game: str, *, watch: bool = False) -> None:
        self.host, self.game, self.watch = host, game, watch
        self.fields: dict[str, Any] = {}
        self.chairs: list[tuple[Any, Any]] = []
        self.before: list[tuple[str, str]] = []
        self.who = new_asker("form")

    def build(self) -> None:
        """Options, chairs, and the rules of the house."""
        rules_drawer(GAMES[self.game], opened=True)
        with theme.columns():
            with theme.card():
                theme.heading("The game")
                self.ready_made()
                for option in form_options(GAMES[self.game]):
                    self.fields[option.name] = field_of(option)
                    self.fields[option.name].on_value_change(self.show_chairs)
            with theme.card():
                theme.heading("The seats")
                self.seats = ui.column().classes("w-full")
                self.others = (
                    ui.select(
                        lab_strategies(GAMES[self.game]),
                        label="Let all other seats be played by",
                    )
                    .props("outlined dense")
                    .classes("w-full")
                )
                self.others.on_value_change(self.fill)
                theme.heading("The house", level=3)
                self.undo = ui.switch("Moves may be taken back")
                self.all = ui.switch("Spectators with a link of their own see every seat")
        self.message = theme.wrong("")
        self.button = ui.button("Begin", on_click=self.begin).classes("self-start px-8")
        self.show_chairs()

    def options(self) -> dict[str, Any]:
        """The options as they are filled in."""
        found = {
            option.name: checked_value(option, self.fields[option.name].value)
            for option in form_options(GAMES[self.game])
        }
        return {name: value for name, value in found.items() if value is not None}

    def show_chairs(self) -> None:
        """A chair for each seat that the options give."""
        game = GAMES[self.game]
        try:
            seats = game.seats(game.setup(**self.options()))
            if seats > MOST_SEATS:
                raise BadSetup(f"{seats} seats; a room has at most {MOST_SEATS}")
        except WhoknowsError as error:
            self.message.set_text(str(error))
            return
        self.message.set_text("")
        usual = self.usual(seats)
        if usual == self.before:
            return
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

    def usual(self, seats: int) -> list[tuple[str, str]]:
        """Who sits where at first: names, and who plays."""
        game = GAMES[self.game]
        chairs = face_of(game).usual_chairs(game.setup(**self.options()))
        return [(c.name, c.strategy or self.person) for c in chairs[:seats]]

    @property
    def person(self) -> str:
        """Who sits at first where a person may: where people only watch, a strategy."""
        return next(iter(GAMES[self.game].strategies)) if self.watch else PERSON

    def chair(self, seat: int, name: str, who: str) -> tuple[Any, Any]:
        """The name and the kind of one seat."""
        known = lab_strategies(GAMES[self.game])
        with ui.row(wrap=False).classes("w-full gap-2"):
            named = ui.input(f"Seat {seat + 1}", value=name).props("outlined dense")
            kind = ui.select([PERSON, *known], value=who, label="played by")
            kind.props("outlined dense")
        for part in (named, kind):
            part.classes("grow basis-0 min-w-0")
        return named, kind

    def fill(self) -> None:
        """Give all seats but those of people to one strategy."""
        for _, who in self.chairs:
            if self.others.value and who.value != PERSON:
                who.set_value(self.others.value)

    def ready_made(self) -> None:
        """Games with a name of their own, if there are some."""
        game = GAMES[self.game]
        known = face_of(game).ready_made()
        plain = {option.name: option.default for option in form_options(game)}

        def choose(name: str) -> None:
            for option, value in {**plain, **known[name]}.items():
                self.fields[option].set_value(value)

        with theme.row():
            for name in known:
                ui.button(name, on_click=lambda name=name: choose(name)).props("outline")

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
                self.game, self.options(), chairs, house, who=self.who
            )
        except WhoknowsError as error:
            self.message.set_text(str(error))
            self.button.enable()
            return
        where = "table" if any(chair.person for chair in chairs) else "watch"
        ui.navigate.to(f"/{where}/{made.room}?key={made.keys['host']}")
