"""Pictures of games in the terminal: the screen as SVG, with no font from elsewhere."""

import asyncio
import re
import tempfile

from whoknows.catalog import GAMES
from whoknows.play.table.room import Chair
from whoknows.store import Store, open_store
from whoknows.store.sitting import Sitting, begun
from whoknows.tui.terminal_game import TerminalGame

FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
SIZE = 80, 24


def mastermind(store: Store) -> Sitting:
    """Three guesses made, and a fourth begun."""
    game = GAMES["mastermind"]
    return begun(store, game, game.setup(), [Chair("Breaker")], seed=4)


def davinci(store: Store) -> Sitting:
    """A table of three, the person's turn."""
    game = GAMES["davinci"]
    others = [Chair("Bob", "leak-aware"), Chair("Cat", "aggressive")]
    return begun(store, game, game.setup(tiles=14), [Chair("Ann"), *others], seed=6)


GUESSES = ["1122", "1344", "2546"]
SCENES = {
    "mastermind": (mastermind, [*"".join(f"{guess}\n" for guess in GUESSES), "5", "2"]),
    "davinci": (davinci, ["tab", "\n", "right", "tab"]),
}


async def taken(sitting: Sitting, keys: list[str]) -> str:
    """The screen after some keys, once it changes no more."""
    app = TerminalGame(sitting, light=False)
    async with app.run_test(size=SIZE) as pilot:
        await settled(app, pilot)
        for key in keys:
            await pilot.press("enter" if key == "\n" else key)
            await settled(app, pilot)
        return app.export_screenshot(title="whoknows terminal")


async def settled(app: TerminalGame, pilot: object) -> None:
    """Wait until the program thinks no more, and the screen stands still."""
    before = None
    while app.busy or len(app.workers) or app.export_screenshot() != before:
        before = app.export_screenshot()
        await pilot.pause(0.1)  # type: ignore[attr-defined]


def picture(name: str) -> str:
    """A scene as SVG that asks nothing of any other host, the same bytes every time."""
    make, keys = SCENES[name]
    with tempfile.TemporaryDirectory() as folder, open_store(f"{folder}/games.db") as store:
        svg = asyncio.run(taken(make(store), keys))
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"\s*<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;]+;", f"font-family: {FONTS};", svg)
    svg = re.sub(r"rich-terminal|terminal-\d+", lambda m: renamed(m[0], name), svg)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def renamed(word: str, name: str) -> str:
    """A class or an id of a picture, without the number that its bytes gave it."""
    return f"{name}-screen" if word == "rich-terminal" else name
