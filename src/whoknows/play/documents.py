"""Plain forms: the values of a game as JSON, and setups read from plain options.

>>> plain({2: (1, frozenset("ba"))})
{'2': [1, ['a', 'b']]}
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from inspect import Parameter, signature
from typing import Any

from whoknows.asking.option import SPARE, options_of
from whoknows.errors import BadFile, BadSetup, UnknownName
from whoknows.play.game import Game, MoveT, SecretT, Seeing, SetupT, SightT, StateT

MOST_DOCUMENT = 20_000_000  # characters of a file of JSON or TOML


def json_document(text: str | bytes, name: str) -> Any:
    """What a text of JSON says; `name` is what to call it in errors."""
    if len(text) > MOST_DOCUMENT:
        raise BadFile(f"{name} has {len(text):,} characters; at most {MOST_DOCUMENT:,}")
    try:
        return json.loads(text)
    except RecursionError:
        raise BadFile(f"{name} is nested too deep") from None
    except ValueError as error:
        raise BadFile(f"{name} is not JSON: {error}") from None


def toml_document(text: str, name: str) -> dict[str, Any]:
    """What a text of TOML says; `name` is what to call it in errors."""
    if len(text) > MOST_DOCUMENT:
        raise BadFile(f"{name} has {len(text):,} characters; at most {MOST_DOCUMENT:,}")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadFile(f"{name} is nested too deep") from None
    except ValueError as error:
        raise BadFile(f"{name} is not TOML: {error}") from None


def read_setup(game: Game[SetupT, SecretT, StateT, SightT, MoveT], options: Any) -> SetupT:
    """The setup that plain JSON options describe; unknown ones and files are errors."""
    if not isinstance(options, dict):
        raise BadFile(f"a setup is an object of options, not {options!r}")
    known = setup_options(game)
    for name in options:
        if name not in known:
            raise UnknownName.among(f"option of {game.name}", name, known)
    for name in named_files(game, options):
        raise BadSetup(f"{name} cannot be a file here; wanted what is in it")
    try:
        return game.setup(**options)
    except TypeError as error:
        raise BadSetup(f"{game.name} cannot be set up with {options}: {error}") from error


def files_read(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a person states, with what is in the files that they name.

    Those of a document go to `read_setup` as they are, which reads no file.
    """
    found = {
        name: plain(getattr(game.setup(**{name: options[name]}), name))
        for name in named_files(game, options)
    }
    return {**options, **found}


def named_files(game: Game, options: Mapping[str, Any]) -> list[str]:
    """The options among these whose value is the path of a file."""
    return [
        each.name
        for each in options_of(game.setup())
        if each.kind == "file"
        and isinstance(options.get(each.name, each.default), str)
        and options.get(each.name, each.default) != each.default
    ]


def setup_options(game: Game) -> list[str]:
    """The names of all options of a game's setup."""
    named = [
        name
        for name, parameter in signature(game.setup).parameters.items()
        if parameter.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    ]
    return list(dict.fromkeys([*named, *(f.name for f in fields(game.setup()) if f.init)]))


def setup_json(setup: Any) -> dict[str, Any]:
    """A setup as plain JSON options."""
    values = [(f, getattr(setup, f.name)) for f in fields(setup) if f.init]
    return {
        f.name: plain(value)
        for f, value in values
        if not (f.metadata.get(SPARE) and value == f.default)
    }


def sight_json(sight: Seeing) -> Any:
    """A sight as plain JSON, to be given beside the history, which is not told twice."""
    document = plain(sight)
    if isinstance(document, dict):
        for told_by_history in ("history", "facts"):
            document.pop(told_by_history, None)
    return document


def plain(value: Any) -> Any:
    """Any value of a game as plain JSON: tuples are lists, records are objects."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, Enum):
        return value.name
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return [plain(item) for item in sorted(value)]
    if isinstance(value, Sequence):
        return [plain(item) for item in value]
    if hasattr(value, "tolist"):
        return value.tolist()
    return str(value)
