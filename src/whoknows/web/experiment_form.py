"""A new experiment from a form: a game, a grid of setups, who plays, how often."""

import json
import os
from typing import Any

from nicegui import ui

from whoknows.asking.option import Option
from whoknows.catalog import GAMES
from whoknows.errors import BadSetup, WhoknowsError, shortened
from whoknows.experiments.experiment import (
    Experiment,
    check_size,
    from_document,
    read_value,
    values_apart,
)
from whoknows.play.documents import plain, read_setup
from whoknows.play.game import Game
from whoknows.web import theme
from whoknows.web.experiment_runs import Runs, begun, checked_workers
from whoknows.web.option_fields import form_options
from whoknows.web.rooms.new_room import lab_strategies
from whoknows.web.server.limits import network
from whoknows.web.server.workers import SOLVE, SOLVERS

MOST_SEATS = 12  # that are filled one by one
LONGEST_NAME = 80  # characters of a name
MOST_NUMBER = 2**63
ALIKE, EACH = "the same at every seat", "seat by seat"


class Form:
    """The form of an experiment; its start button begins it and opens its page."""

    def __init__(self, runs: Runs) -> None:
        self.runs = runs
        self.fields: dict[str, Any] = {}
        self.seats: list[Any] = []
        self.who = f"experiments of {network(ui.context.client.ip)}"  # have one share

    def build(self) -> None:
        """The game, its options, the strategies, and how many games."""
        with theme.row():
            titles = {name: GAMES[name].title for name in GAMES}
            self.game = ui.select(titles, value="mastermind", label="Game").classes("w-48")
            self.name = ui.input("Name, if you like").classes("w-56")
            self.name.props(f"maxlength={LONGEST_NAME}")
        theme.heading("Setup", level=3)
        ui.label("One value, or several with commas: every combination is played.").classes(
            "wk-small wk-quiet"
        )
        self.options = ui.row().classes("w-full gap-x-4 gap-y-1")
        theme.heading("Strategies", level=3)
        self.how = ui.radio([ALIKE, EACH], value=ALIKE).props("inline")
        self.players = ui.column().classes("w-full gap-1")
        with theme.row():
            self.games = ui.number("Games in each series", value=100, min=1, precision=0)
            self.seed = ui.number("Seed", value=0, min=0, precision=0)
            most = os.cpu_count() or 1
            self.workers = ui.number(
                "Processes", value=max(1, most - 1), min=1, max=most, precision=0
            )
            for part in (self.games, self.seed, self.workers):
                part.classes("w-36")
        self.wrong = theme.wrong("")
        self.button = ui.button("Start", on_click=self.start).classes("self-start")
        self.game.on_value_change(self.show_options)
        self.how.on_value_change(self.show_players)
        self.show_options()

    @property
    def chosen(self) -> Game:
        """The game that is chosen."""
        return GAMES[self.game.value]

    def show_options(self) -> None:
        """The options of the game, as text with the usual values."""
        self.options.clear()
        with self.options:
            self.fields = {
                option.name: values_field(option) for option in form_options(self.chosen)
            }
        for part in self.fields.values():
            part.on("blur", self.show_players)
        self.show_players()

    def show_players(self) -> None:
        """Whom to seat: one choice for all, or one for each seat."""
        seats = self.seat_count()
        names = lab_strategies(self.chosen)
        if self.how.value == EACH and len(self.seats) == seats and self.players_fit(names):
            return
        self.players.clear()
        with self.players:
            usual = [name for name in names if name != "random"][:2]
            if self.how.value == ALIKE or seats == 1:
                self.seats = [strategies(names, usual, "Each of these plays all seats")]
                self.rotate = None
            else:
                self.seats = [
                    strategies(names, usual[:1], f"Seat {seat + 1}: one of these")
                    for seat in range(seats)
                ]
                self.rotate = ui.checkbox("Every strategy plays in every seat")

    def players_fit(self, names: list[str]) -> bool:
        """Whether the choices that are shown are those of this game."""
        return all(part.options == names for part in self.seats)

    def seat_count(self) -> int:
        """How many seats the first setup of the grid has; 1 while it is wrong."""
        try:
            first = {name: values[0] for name, values in self.grid().items()}
            if any("\n" in str(value) for value in first.values()):
                return 1  # a text that somebody wrote is not worked out here
            setup = read_setup(self.chosen, first)
            return min(self.chosen.seats(setup), MOST_SEATS)
        except (WhoknowsError, TypeError, ValueError):
            return 1

    def grid(self) -> dict[str, list[Any]]:
        """The options that differ from the usual, each with its values."""
        found = {}
        for option in form_options(self.chosen):
            values = values_of(option, self.fields[option.name].value)
            if values and values != [option.default]:
                found[option.name] = values
        return found

    def experiment(self) -> Experiment:
        """The experiment that the form says."""
        grid = self.grid()
        for values in grid.values():
            if len(values) > 1000:
                raise BadSetup(f"{len(values)} values of one option are too many")
        document = {
            "game": self.game.value,
            "games": whole(self.games.value, "games"),
            "seed": whole(self.seed.value, "the seed"),
            "strategies": [list(part.value) for part in self.seats],
            "setup": grid,
            "rotate": bool(self.rotate is not None and self.rotate.value),
        }
        name = (self.name.value or "").strip()
        if name:
            document["name"] = name[:LONGEST_NAME]
        return from_document(document, "the form")

    async def start(self) -> None:
        """Begin the experiment, and go to its page."""
        self.wrong.set_text("")
        self.button.disable()
        try:
            workers = checked_workers(whole(self.workers.value, "processes"))
            experiment = self.experiment()
            check_size(experiment)
            key = await SOLVERS.ask(
                begun, self.runs.address, experiment, who=self.who, limit=SOLVE
            )
        except WhoknowsError as error:
            self.wrong.set_text(str(error))
        else:
            self.runs.start(key, workers)
            ui.navigate.to(f"/experiments/{key}")
        finally:
            self.button.enable()


def values_field(option: Option) -> Any:
    """The field of one option: words to choose, or text, so that several values fit."""
    words = {True: "yes", False: "no"} if option.kind == "switch" else dict(option.choices)
    part: Any
    if words:
        part = ui.select(words, value=[option.default], label=option.label, multiple=True)
        return part.classes("w-56").tooltip(option.help)
    part = ui.input(option.label, value=text_of(option.default)).classes("w-44")
    if option.help:
        part.props(f'hint="{option.help[:60].replace(chr(34), "")}" hide-hint')
    return part


def values_of(option: Option, value: Any) -> list[Any]:
    """The values that a field holds: those chosen, or those of its text."""
    if isinstance(value, list):
        return value
    text = str(value or "").strip()
    if not text or text == text_of(option.default):
        return []
    return [read_value(part) for part in values_apart(text)]


def strategies(names: list[str], usual: list[str], label: str) -> Any:
    """A choice of several strategies."""
    part = ui.select(names, value=usual, label=label, multiple=True)
    return part.classes("w-full").props("use-chips")


def text_of(value: Any) -> str:
    """A value as the form shows it.

    >>> text_of(4), text_of("either"), text_of(None)
    ('4', 'either', '')
    """
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(plain(value))


def whole(value: Any, name: str) -> int:
    """A whole number of the form."""
    number = isinstance(value, int | float) and abs(value) <= MOST_NUMBER
    if not number or value != int(value):
        raise BadSetup(f"{name}: wanted a whole number, not {shortened(value)}")
    return int(value)
