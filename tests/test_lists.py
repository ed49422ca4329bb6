"""Every list that names a module, a file, or a folder names one that is there.

Modules are named in contracts, settings, docs, scripts, benchmarks, and tests; when one
moves, nothing fails where it is only named.  So all these texts are read, and each name is
looked up.
"""

import ast
import re
import runpy
from functools import cache
from pathlib import Path

import pytest

from tests import order

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "whoknows"
FOLDERS = ("src", "tests", "docs", "scripts", "benchmarks", "examples", ".ci", ".github")
KINDS = {"", ".py", ".md", ".toml", ".txt", ".yml", ".yaml", ".ini", ".ipynb"}
PLANTING = {"test_contracts.py", "test_names.py", "test_lines.py", "test_lists.py"}
OLD = {"CHANGELOG.md", "walk.py"}  # know names that are gone
NO_MODULES = {  # a database, a log, a group of entry points, and one that a test makes
    "whoknows.db",
    "whoknows.lab",
    "whoknows.strategies",
    "whoknows.web.planted",
}
NO_PLACES = {"experiments/nothing"}  # an address of the lab
PLACE_WORDS = re.compile(r"[a-z]\w*(/[a-z_]\w*)+")
MARKED = re.compile(r"`([a-z]\w*(?:/[a-z_]\w*)+)`")
MODULE = re.compile(r"(?<![\w./-])whoknows(?:\.(?:\w+|\*))+(?![\w/-])")
PATH = re.compile(
    r"(?<![\w./-])(?:src/whoknows|tests|docs|scripts|benchmarks|examples|\.ci)"
    r"(?:/[a-z_*\[][\w.*!-]*(?:\[[\w!]+\][\w.*!-]*)*)+"
)
FILE = re.compile(r"(?<![\w./-])([a-z]\w*(?:/\w+)*/\w+\.(?:py|css|tcss|js|lark))\b")


def texts():
    """Every text of the project that may name a part of it, by its place."""
    files = [file for file in ROOT.glob("*") if file.is_file()]
    for folder in FOLDERS:
        files += (file for file in (ROOT / folder).rglob("*") if file.is_file())
    for file in sorted(files):
        parts = file.relative_to(ROOT).parts
        own = file.name not in OLD | PLANTING and not {"__pycache__", "v0_2"} & set(parts)
        if own and file.suffix in KINDS:
            yield "/".join(parts), file.read_text(encoding="utf-8")


TEXTS = dict(texts())
PYTHON = {
    place: text
    for place, text in TEXTS.items()
    if not place.startswith("src/")
    and (place.endswith(".py") or text.startswith("#!/usr/bin/env python"))
}


def missing_modules(text):
    """The modules, and names in modules, that a text names and that are not there."""
    for name in set(MODULE.findall(text)) - NO_MODULES:
        if not (name.rpartition(".")[2].startswith("__") or is_module(name.split("."))):
            yield name


def is_module(parts, rest=""):
    """Whether a module has this path, or it is a name in the module of a part of it."""
    place = "/".join(parts)
    folder = ROOT / "src"
    files = [*folder.glob(f"{place}.py"), *folder.glob(f"{place}/__init__.py")]
    if files:
        return not rest or rest in names_given(files[0])
    return len(parts) > 1 and is_module(parts[:-1], parts[-1])


@cache
def names_given(file):
    """The names that a module gives: what it defines, imports, or loads when asked."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name):
                names.add(name)
            case ast.alias(name=name, asname=other):
                names.add(other or name)
            case ast.Dict(keys=keys, values=values):
                parts = [
                    part.value for part in keys + values if isinstance(part, ast.Constant)
                ]
                names |= {word for part in parts for word in str(part).split()}
    return names


def missing_paths(text):
    """The files and folders of the project that a text names and that are not there."""
    for path in {path.rstrip(".") for path in PATH.findall(text.replace("\\.", "."))}:
        prefix = f"{path}*" if path.endswith("_") else path
        if not any(any(folder.glob(prefix)) for folder in (ROOT, ROOT / "docs")):
            yield path


def missing_files(text):
    """The files of the package, named from its folder, that are not there."""
    for path in set(FILE.findall(text)):
        if (PACKAGE / path.split("/")[0]).is_dir() and not (PACKAGE / path).exists():
            yield path


def missing_rooms(text):
    """The rooms that a page marks as code, named from the package, that are not there."""
    for word in set(MARKED.findall(text)):
        if (PACKAGE / word.split("/")[0]).is_dir() and not is_place(word):
            yield word


def is_place(word):
    """Whether the package has a module or folder of this path."""
    return (PACKAGE / word).exists() or (PACKAGE / f"{word}.py").exists()


def missing_places(text):
    """The modules that a string of Python names as `floor/module`, and are not there."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for word in filter(PLACE_WORDS.fullmatch, node.value.split()):
                test = ROOT / "tests" / f"{word}.py"
                known = is_place(word) or test.exists() or word in NO_PLACES
                if (PACKAGE / word.split("/")[0]).is_dir() and not known:
                    yield word


@pytest.mark.parametrize("missing", [missing_modules, missing_paths, missing_files])
def test_what_a_text_names_is_there(missing):
    names = {place: sorted(missing(text)) for place, text in TEXTS.items()}
    assert {place: each for place, each in names.items() if each} == {}


def test_a_place_that_a_list_in_python_names_is_there():
    names = {place: sorted(missing_places(text)) for place, text in PYTHON.items()}
    assert {place: each for place, each in names.items() if each} == {}


def test_a_room_that_a_page_names_is_there():
    pages = {place: text for place, text in TEXTS.items() if place.endswith(".md")}
    names = {place: sorted(missing_rooms(text)) for place, text in pages.items()}
    assert {place: each for place, each in names.items() if each} == {}


@pytest.mark.parametrize(
    ("missing", "text", "names"),
    [
        (missing_modules, "whoknows.logic.no, whoknows.logic", ["whoknows.logic.no"]),
        (missing_modules, "`whoknows.errors.Nothing`", ["whoknows.errors.Nothing"]),
        (missing_modules, '"whoknows.*.nowhere"', ["whoknows.*.nowhere"]),
        (missing_modules, "whoknows.errors.BadSetup whoknows.games.*.paper", []),
        (missing_paths, "tests/none/ and tests/games", ["tests/none"]),
        (missing_paths, "see docs/none.md.", ["docs/none.md"]),
        (missing_paths, "tests/*/none.py", ["tests/*/none.py"]),
        (missing_paths, "src/whoknows/games/*/game.py", []),
        (missing_files, "| `web/none.py`: `move` |", ["web/none.py"]),
        (missing_files, "play/game.py: x  ->  y", []),
        (missing_rooms, "in `play/none`, `play/table`, and `a/b`", ["play/none"]),
        (missing_places, "'''play/none play/game'''.split()", ["play/none"]),
    ],
)  # fmt: skip
def test_a_name_of_nothing_is_noticed(missing, text, names):
    assert list(missing(text)) == names


def test_every_module_whose_errors_are_planted_is_there():
    mutants = runpy.run_path(str(ROOT / "scripts" / "mutants.py"))
    modules = {*mutants["GUARDS"], *mutants["FURTHER"]}
    assert {name for name in modules if not (PACKAGE / name).exists()} == set()


def test_the_fixtures_by_which_tests_are_ordered_are_there():
    text = TEXTS["tests/web/conftest.py"]
    assert {name for name in order.SERVED if f"def {name}(" not in text} == set()
