"""The addresses of tables: begin a game, sit down, watch, and look back."""

from typing import Any

from whoknows.web.rooms.host import Host
from whoknows.web.server.guard import Guard, Names
from whoknows.web.server.limits import HeadAsGet, InTurn, Limited, Limits, Under
from whoknows.web.server.seat_cookie import Remembering, own_seats

PAGES = Limits(body=2_000_000, burst=5_000, rate=500.0)  # a page has some thirty files


def register_tables(host: Host, names: Names, password: str | None = None) -> None:
    """Make the pages of games known to the server."""
    from fastapi import Request, Response
    from nicegui import app, ui

    from whoknows.web import joining, new, review, table, watch, watching, write
    from whoknows.web.api.app import api_app

    app.add_middleware(Remembering)
    app.add_middleware(InTurn)
    app.add_middleware(Limited, limits=PAGES)
    app.add_middleware(Under, path="/api", inner=api_app(host))
    app.add_middleware(HeadAsGet)
    app.add_middleware(Guard, names=names, password=password)

    @ui.page("/write")
    async def compose(name: str = "", text: str = "") -> None:
        write.write_page(host, name, text)

    ui.page("/gallery")(write.gallery_page)

    @ui.page("/play")
    async def play(request: Request, game: str = "") -> Any:
        return await new.new_page(host, game, asked_of(request))

    @ui.page("/new/{game}")
    async def begin(request: Request, game: str) -> Any:
        return await new.new_page(host, game, asked_of(request))

    @ui.page("/table/{room}")
    async def sit(room: str, key: str = "") -> Any:
        return await table.table_page(host, room, key)

    @app.get("/seat/{room}", include_in_schema=False)
    async def own_seat(request: Request, room: str, seat: int | None = None) -> Response:
        return await joining.to_own_seat(host, own_seats(request), room, seat)

    @ui.page("/join/{room}")
    async def join(room: str, key: str = "") -> Any:
        return await joining.join_page(host, room, key)

    @ui.page("/watch")
    async def watch_list(request: Request, game: str = "") -> Any:
        return await watching.watching_page(host, game, asked_of(request))

    @ui.page("/watch/{room}")
    async def look_on(room: str, key: str = "", play: str = "") -> Any:
        return await watch.watch_page(host, room, key, play)

    @ui.page("/replay/{room}")
    async def look_back(room: str, key: str = "", play: str = "") -> Any:
        return await watch.watch_page(host, room, key, play, replay=True)

    @ui.page("/review/{room}")
    async def explained(
        room: str, key: str = "", seat: str = "", turn: str = "", eyes: str = ""
    ) -> Any:
        return await review.review_page(host, room, key, seat, turn, eyes)

    @app.get("/review/{room}/card.{kind}", include_in_schema=False)
    async def card(room: str, kind: str, spoilers: bool = True) -> Any:
        return await review.card_file(host, room, kind, spoilers=spoilers)


def asked_of(request: Any) -> dict[str, str]:
    """The options that an address asks for."""
    return {name: text for name, text in request.query_params.items() if name != "game"}
