"""Names in files of one's own: `path/to/file.py:name`, and texts of games: `my.game`.

The text of such a file travels with an experiment to its workers, which need not share
a disk with the driver; what was run is what is stored.
"""

import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from whoknows.errors import BadFile, UnknownName
from whoknows.play.example_files import shipped

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Source(NamedTuple):
    """A file of Python and its text when it was read."""

    path: str
    text: str


TEXT = ".game"  # the ending of a written game, which is data and never run


def is_file_name(name: str) -> bool:
    """Whether a name is of the form `path/to/file.py:name`, or `path/to/my.game`."""
    return ".py:" in name or name.endswith(TEXT)


def read_source(name: str) -> Source:
    """The file that `path/to/file.py:name` speaks of."""
    path = name if name.endswith(TEXT) else name.rpartition(":")[0]
    try:
        return Source(path, shipped(Path(path)).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        said = getattr(error, "strerror", None) or error
        raise BadFile(f"cannot read {path}: {said}") from error


def named_in_file(name: str, kind: str, source: Source | None = None) -> Any:
    """What `path/to/file.py:name` names; `source` stands in for reading the file."""
    if name.endswith(TEXT):
        raise BadFile(f"{name} is a written game: there is no {kind} in it")
    attribute = name.rpartition(":")[2]
    names = module_names(source or read_source(name))
    if attribute not in names:
        raise UnknownName.among(kind, attribute, own_names(names))
    return names[attribute]


def own_names(names: dict[str, Any]) -> list[str]:
    """The public names of a file, without those that it imports."""
    return [
        name
        for name, value in names.items()
        if not name.startswith("_")
        and not isinstance(value, ModuleType)
        and not (callable(value) and value.__module__ != names["__name__"])
    ]


@lru_cache(maxsize=64)
def module_names(source: Source) -> dict[str, Any]:
    """All that the text of a file defines."""
    # A name of its own among the modules, as dataclasses and pickles need one.
    module = ModuleType(f"whoknows_file_{crc32(repr(source).encode()):08x}")
    module.__file__ = source.path
    sys.modules[module.__name__] = module
    try:
        exec(compile(source.text, source.path, "exec"), module.__dict__)  # noqa: S102
    except Exception as error:
        raise BadFile(f"{source.path} does not run: {error_text(error)}") from error
    return module.__dict__


def loaded_point(kind: str, point: "EntryPoint") -> Any:
    """What an entry point of an installed package names: a game, or a strategy."""
    try:
        return point.load()
    except Exception as error:
        raise BadFile(
            f"the {kind} {point.name} ({point.value}) does not load: {error_text(error)}"
        ) from error


def error_text(error: BaseException) -> str:
    """An error in one line: its kind, what it says, and the line it came from."""
    spot = error.__traceback__
    while spot is not None and spot.tb_next is not None:
        spot = spot.tb_next
    line = f" (line {spot.tb_lineno} of {spot.tb_frame.f_code.co_filename})" if spot else ""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}{'' if isinstance(error, SyntaxError) else line}"
