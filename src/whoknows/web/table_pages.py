"""The addresses of tables: begin a game, sit down, watch, and look back."""

from typing import Any

from whoknows.web.api.limits import InTurn, Limited, Limits, Under
from whoknows.web.guard import Guard, Names
from whoknows.web.host import Host

PAGES = Limits(body=2_000_000, burst=5_000, rate=500.0)  # a page has some thirty files


def register_tables(host: Host, names: Names, password: str | None = None) -> None:
    """Make the pages of games known to the server."""
    from nicegui import app, ui

    from whoknows.web import joining, new, table, watch, watching
    from whoknows.web.api.app import api_app

    app.add_middleware(InTurn)
    app.add_middleware(Limited, limits=PAGES)
    app.add_middleware(Under, path="/api", inner=api_app(host))
    app.add_middleware(Guard, names=names, password=password)

    @ui.page("/play")
    async def play(game: str = "") -> Any:
        return await new.new_page(host, game)

    @ui.page("/new/{game}")
    async def begin(game: str) -> Any:
        return await new.new_page(host, game)

    @ui.page("/table/{room}")
    async def sit(room: str, key: str = "") -> Any:
        return await table.table_page(host, room, key)

    @ui.page("/join/{room}")
    async def join(room: str, key: str = "") -> Any:
        return await joining.join_page(host, room, key)

    @ui.page("/watch")
    async def watch_list(game: str = "") -> Any:
        return await watching.watching_page(host, game)

    @ui.page("/watch/{room}")
    async def look_on(room: str, key: str = "", play: str = "") -> Any:
        return await watch.watch_page(host, room, key, play)

    @ui.page("/replay/{room}")
    async def look_back(room: str, key: str = "", play: str = "") -> Any:
        return await watch.watch_page(host, room, key, play, replay=True)
