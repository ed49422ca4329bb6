"""The pages of the docs: all in the contents, and no code that is not run."""

import json
import re
import runpy
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
RUN = {"python", "pycon", "console", "toml", "json"}  # blocks that tests look at
ELSEWHERE = {"docs/hosting.md": "tests/web/test_hosting.py"}  # run by a test of its own
API = runpy.run_path(str(DOCS / "api.py"))  # makes the pages of the reference
MADE = runpy.run_path(str(DOCS / "made_pages.py"))
GAMES = runpy.run_path(str(DOCS / "pictures" / "games.py"))["PICTURES"]
PLAIN = {"text", "ini", "nginx", "yaml", "html", "svg"}  # and others that are no code


def blocks():
    for page in PAGES:
        for number, (kind, text) in enumerate(
            BLOCK.findall(page.read_text(encoding="utf-8"))
        ):
            name = page.relative_to(ROOT).as_posix()
            yield pytest.param(name, kind, text, id=f"{name} {number}")


@pytest.mark.parametrize(("page", "kind", "text"), list(blocks()))
def test_a_block_is_of_a_kind_that_is_run(page, kind, text):
    """Python is a doctest, or a file that is shown; commands are run by `test_docs`."""
    assert kind in RUN | PLAIN
    if kind == "toml":
        tomllib.loads(text)
    if kind == "json":
        json.loads(text)
    if kind == "console":
        assert text.startswith("$ ")
    if page in ELSEWHERE:
        assert Path(page).name in (ROOT / ELSEWHERE[page]).read_text(encoding="utf-8")
    elif kind == "python" and not re.search(r"^>>> ", text, re.MULTILINE):
        files = [
            file.read_text(encoding="utf-8") for file in (DOCS / "examples").glob("*.py")
        ]
        assert any(text.strip() in file for file in files)


def names(contents):
    """The pages that a part of the contents names."""
    if isinstance(contents, str):
        yield contents
    elif isinstance(contents, dict):
        for inner in contents.values():
            yield from names(inner)
    else:
        for inner in contents:
            yield from names(inner)


def test_the_contents_name_every_page_once():
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    contents = yaml.safe_load(text[text.index("nav:") :])["nav"]
    named = sorted(names(contents))
    pages = [page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")]
    made = [f"reference/{group}.md" for group in API["PUBLIC"]] + list(MADE["pages"]())
    written = [page for page in pages if not page.startswith("examples/")]
    assert named == sorted(written + made)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_page_has_a_path_of_somebodys_machine(page):
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"(?<![\w.])/(root|home|work|Users)/", text)


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_of_a_game_is_drawn_so_and_shown(name):
    kept = (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    assert GAMES[name]() == kept, "run scripts/pictures"
    assert any(f"pictures/{name}.svg" in page.read_text("utf-8") for page in PAGES)


def test_every_picture_is_drawn_by_the_script():
    made = runpy.run_path(str(DOCS / "pictures" / "make.py"))
    drawn = {*GAMES, *made["PICTURES"], *made["CURVES"]}
    kept = {
        path.relative_to(DOCS / "pictures").with_suffix("").as_posix()
        for path in (DOCS / "pictures").rglob("*.svg")
    }
    assert {name for name in kept if not name.startswith("terminal/")} == drawn
