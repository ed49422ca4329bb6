"""`scripts/lines` counts all files of the package, warns by folder, and refuses a sum."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "lines"


FILES = {
    "errors.py": 2,
    "web/page.py": 5,
    "web/boards/look.css": 4,
    "play/game.py": 3,
    "web/__pycache__/page.pyc": 100,
}
TABLE = {"web": (8, 1), "play": (3, 1), "(files)": (2, 1)}


@pytest.fixture
def script():
    """The script, as a module."""
    loader = SourceFileLoader("lines", str(SCRIPT))
    module: Any = module_from_spec(spec_from_loader("lines", loader))
    loader.exec_module(module)
    return module


@pytest.fixture
def package(tmp_path):
    """A small package."""
    for name, lines in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("line\n" * lines)
    return tmp_path


def verdict(script, package, most, table):
    """What the script says of a package that may have so many lines."""
    bounds = {name: script.Bound(*bound) for name, bound in table.items()}
    return script.main(package, bounds, script.Bound(most, 1))


def test_every_file_is_counted_in_its_folder(script, package):
    lines, files = script.counted(package)
    assert lines == {"(files)": 2, "web": 9, "play": 3}
    assert files == {"(files)": 1, "web": 2, "play": 1}


def test_a_folder_above_the_table_is_only_named(script, package, capsys):
    assert verdict(script, package, 14, TABLE) == 0
    warnings = capsys.readouterr().err.splitlines()
    assert [line.split()[1] for line in warnings] == ["web"]


def test_a_sum_that_is_too_large_is_refused(script, package):
    assert verdict(script, package, 13, TABLE) == 1


def test_a_folder_that_is_not_in_the_table_is_named(script, package, capsys):
    assert verdict(script, package, 14, {"web": (9, 1), "(files)": (2, 1)}) == 0
    assert [line.split()[1] for line in capsys.readouterr().err.splitlines()] == ["play"]
