"""What the server loads before somebody waits for it, in a thread beside the event loop.

Parts of pages, games, and lessons are loaded when they are first used, and that takes a
tenth of a second each: on the event loop everybody would wait.

The collector of garbage stops everybody too, for the longer the more there is to look at.
What is loaded here stays, and it need not look at it again (which took 0.2 s each time);
the pages of people, which come and go, it looks at once a minute, and not when it likes.
"""

import asyncio
import gc
import logging
import re
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from whoknows.catalog import GAMES
from whoknows.play.face.face import face_of
from whoknows.play.strategies import random_moves
from whoknows.play.table.referee import Table
from whoknows.web.rooms.new_room import lab_strategies

THRESHOLDS = 20_000, 20, 1_000_000  # of the collector: all is looked at by `tidied` alone
MINUTE = 60.0  # seconds between two looks at everything

log = logging.getLogger("whoknows.lab")


def warm_server() -> None:
    """Load all that pages and games need; what fails here is told to who asks for it."""
    for load in (
        load_parts,
        load_lessons,
        *(lambda g=game: load_game(g) for game in GAMES),
    ):
        try:
            load()
        except Exception:
            log.exception("something could not be loaded before it is needed")
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


async def tidied() -> None:
    """Let go of the pages that were closed, for as long as the server runs."""
    while True:
        await asyncio.sleep(MINUTE)
        gc.collect()


def load_parts() -> None:
    """The parts of pages that our pages name, and what the first request would load."""
    from nicegui import client, ui

    with suppress(ImportError):
        import_module("anyio._backends._asyncio")
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        for part in sorted(set(re.findall(r"\bui\.(\w+)", path.read_text("utf-8")))):
            getattr(ui, part, None)
    client.templates.get_template("index.html")


def load_lessons() -> None:
    """The lessons that come with the program."""
    from whoknows.learn.lessons import lessons

    lessons()


def load_game(name: str) -> None:
    """A game's rules, strategies, and pictures: one turn of the usual game, shown."""
    game = GAMES[name]
    face = face_of(game)
    lab_strategies(game)
    table = Table.dealt(game, game.setup(), 0)
    names = [f"Seat {seat + 1}" for seat in table.seats]
    if table.turn:
        table = table.step([random_moves(game)] * len(table.seats))
    face.board_svg(table.sight(0), names)
    for event in table.history:
        face.event_text(event, names, table.sight(0))
