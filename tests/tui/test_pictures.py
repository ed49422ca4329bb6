"""The pictures of the terminal in the docs are those that this version draws."""

import re
import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
MADE = runpy.run_path(str(FOLDER / "terminal.py"))


@pytest.mark.parametrize("name", MADE["SCENES"])
def test_a_picture_of_the_terminal_is_drawn_so(name):
    kept = (FOLDER / "terminal" / f"{name}.svg").read_text(encoding="utf-8")
    assert MADE["picture"](name) == kept, "run scripts/pictures"
    assert set(re.findall(r"\w+://[^\"') ]+", kept)) == {"http://www.w3.org/2000/svg"}
    page = (FOLDER.parent / "terminal.md").read_text(encoding="utf-8")
    assert f"pictures/terminal/{name}.svg" in page
