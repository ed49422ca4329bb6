"""The pictures of the docs are those that this version draws."""

import re
import runpy
from pathlib import Path

import pytest

from whoknows.logic import parse
from whoknows.logic.files import load
from whoknows.logic.puzzles import PUZZLES

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PICTURES = runpy.run_path(str(FOLDER / "make.py"))["PICTURES"]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_the_docs_is_drawn_so(name):
    kept = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert PICTURES[name]() == kept, "run scripts/pictures"


def test_every_picture_is_shown():
    pages = [FOLDER.parent / name for name in ("drawing.md", "gallery.md", "find.md")]
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


def test_the_formulas_of_the_gallery_hold_in_its_pictures():
    """Those of the stories at the scene that is drawn; all can be read."""
    scenes = {"secret_coin": 1, "hexa": 1, "gossip": 1, "letter": 1, "prisoners": 2}
    page = (FOLDER.parent / "gallery.md").read_text(encoding="utf-8")
    checked = 0
    for part in page.split("\n## ")[1:]:
        picture = re.search(r"pictures/(\w+)\.svg", part)[1]
        rows = re.findall(r"^\| `(.*)` \| (.*) \|$", part, re.MULTILINE)
        said = [(parse(text.replace("\\|", "|")), words) for text, words in rows]
        assert said, picture
        if f"examples/{picture}.txt" in part:
            script = load(FOLDER.parents[1] / "examples" / f"{picture}.txt")
            model, at = script.scenes[scenes.get(picture, -1)]
            for formula, words in said:
                assert model.true(formula, at) != ("only" in words), (picture, formula)
                checked += 1
    assert checked == 12
