"""An invitation is taken: whoever opens it first gets a link of their own to the seat.

From then on the invitation opens nothing, so that the host, who has seen it, cannot look
at the others' cards.  The browser that took it finds its way back by its cookie.
"""

from typing import Any

from fastapi import Response
from fastapi.responses import RedirectResponse
from nicegui import ui

from whoknows.errors import NotAllowed, WhoknowsError
from whoknows.play.game import Seat
from whoknows.web import theme
from whoknows.web.refusals import refused
from whoknows.web.rooms.host import Host
from whoknows.web.rooms.live_rooms import Live
from whoknows.web.server.keys import Role, taken_seat
from whoknows.web.server.seat_cookie import OwnSeat, own_seats


async def join_page(host: Host, room: str, key: str) -> Any:
    """Take the seat of an invitation, and go there; not before a browser is there."""
    try:
        live = await host.find(room)
        role = live.role(key)
    except WhoknowsError as error:
        return await taken_page(host, room, key, error)
    with theme.page("You are invited"):
        said = ui.label("One moment …").props("role=status")
    await ui.context.client.connected(timeout=30)
    if role.seat is None or role.host:
        ui.navigate.to(f"/table/{room}?key={key}")
        return None
    try:
        own = await host.take(live, key)
    except WhoknowsError as error:
        said.set_text(str(error))
        return None
    ui.run_javascript(f"location.replace('/table/{room}?key={own}')")
    return None


async def taken_page(host: Host, room: str, key: str, error: WhoknowsError) -> Any:
    """A seat that is taken: to it, if this browser has taken it; else why not."""
    if isinstance(error, NotAllowed):
        live = await host.find(room)
        seat = taken_seat(key, live.keys)
        found = seat is not None and seat_key(live, own_seats(page_request()), seat)
        if found:
            return RedirectResponse(f"/table/{room}?key={found}", 303)
    return refused(error, room)


def page_request() -> Any:
    """The request that the page answers."""
    return ui.context.client.request


async def to_own_seat(
    host: Host, seats: list[OwnSeat], room: str, seat: Seat | None = None
) -> Response:
    """To the seat that the browser has in a room; else to where one looks on."""
    try:
        live = await host.find(room)
    except WhoknowsError:
        return RedirectResponse(f"/table/{room}", 303)  # which says what is wrong
    key = seat_key(live, seats, seat)
    where = "watch" if live.room.only_strategies else "table"
    return RedirectResponse(f"/{where}/{live.id}" + (f"?key={key}" if key else ""), 303)


def seat_key(live: Live, seats: list[OwnSeat], seat: Seat | None = None) -> str:
    """The newest key of a browser that opens a seat, or any place, in a room."""
    return next(
        (
            own.key
            for own in seats
            if own.room == live.id and seat in (None, role_of(live, own.key).seat)
        ),
        "",
    )


def role_of(live: Live, key: str) -> Role:
    """What a remembered key still opens; a spectator's role if nothing."""
    try:
        return live.role(key)
    except NotAllowed:
        return Role()
