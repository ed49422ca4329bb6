"""The pictures of the docs are those that this version draws."""

import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PICTURES = runpy.run_path(str(FOLDER / "make.py"))["PICTURES"]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_the_docs_is_drawn_so(name):
    kept = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert PICTURES[name]() == kept, "run scripts/pictures"


def test_every_picture_is_shown():
    page = (FOLDER.parent / "drawing.md").read_text(encoding="utf-8")
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(PICTURES)
    assert all(f"pictures/{name}.svg" in page for name in PICTURES)
