"""The options of a game as widgets of a form, and what comes back from them."""

from collections.abc import Mapping, Sequence
from typing import Any

from nicegui import ui

from whoknows.asking.option import Option
from whoknows.errors import BadSetup, UnknownName, WhoknowsError, shortened
from whoknows.play.face.face import face_of
from whoknows.play.game import Game
from whoknows.web import theme

MOST_NUMBER = 10**9  # of an option that names no bound
MOST_TEXT = 600  # characters of an option that is text


def form_options(game: Game) -> Sequence[Option]:
    """What can be chosen on a page: all options but those that are files."""
    return [option for option in face_of(game).options() if option.kind != "file"]


def field_of(option: Option) -> Any:
    """The widget of an option, with a sentence below; a wrong value stays, and is told."""
    part: Any
    with ui.element("div").classes("wk-option"):
        if option.kind == "switch":
            part = ui.switch(option.label, value=option.default)
        elif option.kind == "choice":
            part = ui.select(dict(option.choices), value=option.default, label=option.label)
        elif option.kind == "number":  # without bounds: it would change what was typed
            part = ui.number(option.label, value=option.default, format="%d")
        else:
            part = ui.input(option.label, value=option.default)
        if option.kind != "switch":
            part.props("outlined dense").classes("w-full")
        if option.kind in ("number", "text"):
            part.validation = lambda value: problem_of(option, value)
        if option.help:
            ui.label(theme.sentence(option.help)).classes("wk-small wk-quiet")
    return part


def problem_of(option: Option, value: Any) -> str | None:
    """What is wrong with a value, if something is."""
    try:
        checked_value(option, value)
    except WhoknowsError as error:
        return str(error)
    return None


def checked_value(option: Option, value: Any) -> Any:
    """What came over the wire for an option, if the page could have sent it.

    >>> checked_value(Option("pegs", "Pegs", "number", 4, min=1, max=9), 4.0)
    4
    """
    if option.kind == "number" and value is not None:
        low, high = option.min or 0, MOST_NUMBER if option.max is None else option.max
        plain = isinstance(value, int | float) and low <= value <= high
        if not plain or value != int(value):
            raise BadSetup(f"{option.label}: {low} to {high}, not {shown(value)}")
        return int(value)
    if isinstance(value, str) and len(value) > MOST_TEXT:
        raise BadSetup(f"{option.label}: at most {MOST_TEXT} characters")
    return value


def shown(value: Any) -> str:
    """A value as a message says it.

    >>> shown(99.0), shown(2.5)
    ('99', '2.5')
    """
    plain = isinstance(value, float) and value.is_integer()
    return shortened(int(value) if plain else value)


def parse_asked(game: Game, asked: Mapping[str, str]) -> dict[str, Any]:
    """The options of an address like `?children=5`; what is no option is refused."""
    known = {option.name: option for option in form_options(game)}
    found = {}
    for name, text in asked.items():
        if name not in known:
            raise UnknownName.among("option", name, known)
        found[name] = checked_value(known[name], parse_value(known[name], text))
    return found


def parse_value(option: Option, text: str) -> Any:
    """A value as an address writes it."""
    if option.kind == "number":
        return int(text) if text.isdecimal() and len(text) < 12 else text or None
    if option.kind == "switch":
        return text in ("yes", "true", "True", "1")
    if option.kind == "choice" and text not in option.choices:
        raise UnknownName.among(option.label, text, list(map(str, option.choices)))
    return text


def chosen_words(game: Game, options: Mapping[str, Any]) -> list[str]:
    """What was chosen that is not as usual, as the form says it: `Children: 5`."""
    found = []
    for option in form_options(game):
        value = options.get(option.name, option.default)
        if value == option.default:
            continue
        if option.kind == "switch":
            found.append(option.label if value else f"Not so: {lowered(option.label)}")
        else:
            found.append(f"{option.label}: {option.choices.get(value, value)}")
    return found


def lowered(text: str) -> str:
    """With a small letter at its beginning."""
    return text[:1].lower() + text[1:]
