"""`scripts/walk` notes what is on the stack, also in tasks and threads, for a page."""

import ast
import asyncio
import importlib.util
import re
import sys
from pathlib import Path

import pytest

from tests.machine import PATIENCE

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "whoknows"
PLANTED = """
import asyncio
from concurrent.futures import ThreadPoolExecutor

class Page:
    shown = [draw for draw in "ab"]

    async def clicked(self):
        await self.changed()
        task = asyncio.get_running_loop().create_task(self.show())
        await task

    async def changed(self):
        await asyncio.to_thread(write)
        await asyncio.get_running_loop().run_in_executor(ThreadPoolExecutor(1), forget)

    async def show(self):
        [draw(name) for name in "ab"]

def write():
    append()

def append():
    pass

def forget():
    (lambda: leave())()

def leave():
    pass

def draw(name):
    pass

def never():
    pass
"""


@pytest.fixture(scope="module")
def walk():
    """The script, as a module."""
    found = importlib.util.spec_from_file_location("walk", ROOT / "scripts" / "walk.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def followed(walk, folder, moments):
    """What is noted of a click on a planted page."""
    (folder / "page.py").write_text(PLANTED)
    found = importlib.util.spec_from_file_location("planted_page", folder / "page.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    follower = walk.Follower(folder, moments)

    async def story():
        follower.follow_loop(asyncio.get_running_loop())
        with follower.following():
            await module.Page().clicked()

    before = sys.getprofile()
    try:
        asyncio.run(asyncio.wait_for(story(), PATIENCE))
    finally:
        sys.setprofile(before)
    return follower.document()


def test_what_is_on_the_stack_is_noted_through_tasks_and_threads(walk, tmp_path):
    moments = {
        "written": "page.py:append",
        "left": "page.py:leave",
        "drawn": "page.py:draw",
    }
    noted = followed(walk, tmp_path, moments)
    names = {
        what: [name.removeprefix("page.py:") for name in stack]
        for what, stack in noted.items()
    }
    assert names == {
        "written": ["Page.clicked", "Page.changed", "write", "append"],
        "left": [
            "Page.clicked",
            "Page.changed",
            "forget",
            "forget.<locals>.<lambda>",
            "leave",
        ],
        "drawn": ["Page.clicked", "Page.show", "draw"],
    }
    new = walk.new_at_each(noted)
    assert [len(new[what]) for what in moments] == [4, 3, 2]
    assert "`page.py`: `Page.show`, `draw`" in walk.section("A click", noted)


def test_a_moment_that_never_comes_is_an_error(walk, tmp_path):
    with pytest.raises(LookupError):
        followed(walk, tmp_path, {"never": "page.py:never"})


def sections(walk):
    """The walks on the page."""
    _, walks, _ = walk.on_page(walk.PAGE.read_text("utf-8"))
    return {part.partition(": ")[0]: f"### {part}" for part in walks.split("### ")[1:]}


@pytest.mark.parametrize(
    "number", [pytest.param(0, marks=pytest.mark.slow, id="click"), 1, 2, 3]
)
def test_a_walk_on_the_page_is_as_it_is_followed(walk, number):
    name = list(walk.WALKS)[number]
    rewritten = walk.section(name, walk.walked(name))
    on_page = [part for part in sections(walk).values() if part.startswith(f"### {name}:")]
    assert [part.strip() for part in on_page] == [rewritten.strip()], "scripts/walk --write"


def test_every_function_of_a_walk_is_there(walk):
    """What the slow test of the click would say, at once."""
    assert list(sections(walk)) == list(walk.WALKS)
    for part in sections(walk).values():
        for file, names in re.findall(r"`([\w/]+\.py)`: ((?:`[^`]+`(?:, )?)+)", part):
            tree = ast.parse((PACKAGE / file).read_text("utf-8"))
            defined = {node.name for node in ast.walk(tree) if hasattr(node, "name")}
            for name in re.findall(r"`([^`]+)`", names):
                own = {word for word in name.split(".") if word.isidentifier()}
                assert own - {"lambda"} <= defined, (file, name)
