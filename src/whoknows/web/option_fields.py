"""The options of a game as widgets of a form, and what comes back from them."""

from collections.abc import Sequence
from typing import Any

from nicegui import ui

from whoknows.errors import BadSetup, shortened
from whoknows.play.face import face_of
from whoknows.play.game import Game
from whoknows.play.options import Option

MOST_NUMBER = 10**9  # of an option that names no bound
MOST_TEXT = 400  # characters of an option that is text


def form_options(game: Game) -> Sequence[Option]:
    """What can be chosen on a page: all options but those that are files."""
    return [option for option in face_of(game).options() if option.kind != "file"]


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


def checked_value(option: Option, value: Any) -> Any:
    """What came over the wire for an option, if the page could have sent it.

    >>> checked_value(Option("pegs", "Pegs", "number", 4, min=1, max=9), 4.0)
    4
    """
    if option.kind == "number" and value is not None:
        low, high = option.min or 0, MOST_NUMBER if option.max is None else option.max
        plain = isinstance(value, int | float) and low <= value <= high
        if not plain or value != int(value):
            raise BadSetup(f"{option.label}: {low} to {high}, not {shortened(value)}")
        return int(value)
    if isinstance(value, str) and len(value) > MOST_TEXT:
        raise BadSetup(f"{option.label}: at most {MOST_TEXT} characters")
    return value
