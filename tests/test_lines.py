"""`scripts/lines` counts all files of the package, warns by folder, and refuses a sum."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "lines"


@pytest.fixture
def script(tmp_path):
    """The script as a module, beside a small package."""
    loader = SourceFileLoader("lines", str(SCRIPT))
    module: Any = module_from_spec(spec_from_loader("lines", loader))
    loader.exec_module(module)
    files = {"errors.py": 2, "web/page.py": 5, "web/boards/look.css": 4, "play/game.py": 3}
    for name, lines in (files | {"web/__pycache__/page.pyc": 100}).items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("line\n" * lines)
    module.SOURCE = tmp_path
    module.TABLE = {"web": module.Bound(8, 1), "play": module.Bound(3, 1)}
    module.TABLE[module.LOOSE] = module.Bound(2, 1)
    module.SUM = module.Bound(14, 1)
    return module


def test_every_file_is_counted_in_its_folder(script):
    lines, files = script.counted(script.SOURCE)
    assert lines == {"(files)": 2, "web": 9, "play": 3}
    assert files == {"(files)": 1, "web": 2, "play": 1}


def test_a_folder_above_the_table_is_only_named(script, capsys):
    assert script.main() == 0
    warnings = capsys.readouterr().err.splitlines()
    assert [line.split()[1] for line in warnings] == ["web"]


def test_a_sum_that_is_too_large_is_refused(script):
    script.SUM = script.Bound(13, 1)
    assert script.main() == 1


def test_a_folder_that_is_not_in_the_table_is_named(script, capsys):
    del script.TABLE["play"]
    script.main()
    assert "play" in capsys.readouterr().err
