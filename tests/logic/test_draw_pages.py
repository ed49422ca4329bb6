"""The pictures of the docs are those that this version draws."""

import re
import runpy
from pathlib import Path

import pytest

from whoknows.logic.puzzles import PUZZLES

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PICTURES = runpy.run_path(str(FOLDER / "make.py"))["PICTURES"]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_the_docs_is_drawn_so(name):
    kept = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert PICTURES[name]() == kept, "run scripts/pictures"


def test_every_picture_is_shown():
    pages = [FOLDER.parent / name for name in ("drawing.md", "gallery.md")]
    page = "".join(path.read_text(encoding="utf-8") for path in pages)
    assert all(f"pictures/{name}.svg" in page for name in PICTURES)


def test_every_puzzle_and_every_story_is_in_the_gallery():
    page = (FOLDER.parent / "gallery.md").read_text(encoding="utf-8")
    stories = [
        path.stem
        for path in (FOLDER.parents[1] / "examples").glob("*.txt")
        if re.search(
            r"^(happens|tell|show|look|lie|change) ", path.read_text(), re.MULTILINE
        )
    ]
    assert len(stories) >= 6
    assert [name for name in stories if f"examples/{name}.txt" not in page] == []
    assert [name for name in PUZZLES if f"whoknows puzzle {name}" not in page] == []
