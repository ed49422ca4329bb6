"""Options: what can be chosen before a game, said once, by the fields of its setup.

A field that is made by `option` carries its label, help, bounds, and choices.  The command
line, the lab's forms, the terminal, and the docs are made from them, and `check_options`
makes the errors.

>>> @dataclass(frozen=True)
... class Setup:
...     cards: int = option(5, "Cards", min=2, max=9)
...     jokers: bool = option(False, "With jokers")
>>> [(o.name, o.kind, o.default) for o in options_of(Setup)]
[('cards', 'number', 5), ('jokers', 'switch', False)]
>>> check_options(Setup(cards=12))
Traceback (most recent call last):
whoknows.errors.BadSetup: cards=12: wanted 2 to 9
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, Literal, TypeAlias, TypeVar

from whoknows.edge import checked
from whoknows.errors import BadSetup, UnknownName

__all__ = ["Option", "check_options", "label_of", "new_setup", "option", "options_of"]

T = TypeVar("T")
Kind: TypeAlias = Literal["number", "choice", "switch", "text", "file"]
KEY = "option"  # of a field's metadata
SPARE = "spare"  # marks a field that documents leave out where it is as usual


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose before a game begins: an argument of `game.setup`."""

    name: str
    label: str
    kind: Kind
    default: Any
    choices: Mapping[Any, str] = field(default_factory=dict)  # the values, as people read
    min: int | None = None
    max: int | None = None
    help: str = ""

    @property
    def wanted(self) -> str:
        """What values there are, in words: `2 to 8`."""
        if self.kind == "switch":
            return "true or false"
        if self.choices:
            return ", ".join(map(str, self.choices))
        if self.min is not None and self.max is not None:
            return f"{self.min} to {self.max}"
        if self.min is not None:
            return f"{self.min} or more"
        return "a whole number" if self.kind == "number" else "text"


def option(
    default: Any,
    label: str,
    *,
    kind: Kind | None = None,
    min: int | None = None,  # noqa: A002 -- as a form calls them
    max: int | None = None,  # noqa: A002
    choices: Mapping[Any, str] | None = None,
    help: str = "",  # noqa: A002
    shown: Any = None,
    spare: bool = False,
) -> Any:
    """A field of a setup that says itself; `shown` is its default as people write it.

    One that is `spare` is left out of documents where it has its default: a setup that
    does not use it is written as it was before there was such an option.
    """
    said = {
        "label": label,
        "kind": kind or ("choice" if choices else kind_of(default) or "text"),
        "default": default if shown is None else shown,
        "choices": choices or {},
        "min": min,
        "max": max,
        "help": help,
    }
    return field(default=default, metadata={KEY: said, SPARE: spare})


def options_of(setup: Any) -> tuple[Option, ...]:
    """The options of a setup, or of its class, in the order of its fields.

    A field that says nothing of itself is an option by its name, if its default is a
    number, a word, or yes and no.
    """
    return tuple(found for each in fields(setup) if each.init for found in read_field(each))


def read_field(each: "Field[Any]") -> Iterator[Option]:
    """The option that a field is, if it is one."""
    if KEY in each.metadata:
        yield Option(each.name, **each.metadata[KEY])
    elif kind := kind_of(each.default):
        yield Option(each.name, label_of(each.name), kind, each.default)


def kind_of(default: Any) -> Kind | None:
    """What kind of option a default belongs to."""
    if isinstance(default, bool):
        return "switch"
    if isinstance(default, int):
        return "number"
    return "text" if isinstance(default, str) else None


@checked
def label_of(name: str) -> str:
    """A name of the program as people read it."""
    return name.replace("_", " ").capitalize()


@checked
def new_setup(kind: Callable[..., T], title: str, options: Mapping[str, Any]) -> T:
    """A setup with these options; raises `BadSetup` for one that it does not have."""
    try:
        return kind(**options)
    except TypeError as error:
        words = str(error).replace("Setup.__init__()", "setup")
        raise BadSetup(f"{title} cannot be set up like this: {words}") from None


def check_options(setup: Any) -> None:
    """Refuse values that are not of the kind, the bounds, or the choices of an option."""
    for each in fields(setup):
        if KEY in each.metadata and each.init:
            check_value(Option(each.name, **each.metadata[KEY]), getattr(setup, each.name))


def check_value(wanted: Option, value: Any) -> None:
    """Refuse a value that an option does not have; the default is always allowed."""
    if type(value) is type(wanted.default) and value == wanted.default:
        return
    if wanted.kind == "choice" and (
        not isinstance(value, str) or value not in wanted.choices
    ):
        raise UnknownName.among(
            wanted.name.replace("_", " "), str(value), list(map(str, wanted.choices))
        )
    fits = {
        "switch": isinstance(value, bool),
        "number": type(value) is int and within(wanted, value),
    }
    if not fits.get(wanted.kind, True):
        raise BadSetup(f"{wanted.name}={value!r}: wanted {wanted.wanted}")


def within(wanted: Option, value: int) -> bool:
    """Whether a number keeps to an option's bounds."""
    low = wanted.min is None or value >= wanted.min
    return low and (wanted.max is None or value <= wanted.max)
