"""The seats that a browser remembers, in a cookie that no script can read.

A key is a secret: it is in the address of the one who has it and in this cookie, and
nowhere else.  Pages link to `/seat/ROOM`, which finds the key in the cookie.

>>> read_seats("r1:k1~r2:k2")
[OwnSeat(room='r1', key='k1'), OwnSeat(room='r2', key='k2')]
>>> with_seat(read_seats("r1:k1~r2:k2"), OwnSeat("r3", "k3"))
'r3:k3~r1:k1~r2:k2'
"""

import re
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from whoknows.web.server.limits import App, Message, Receive, Scope, Send

COOKIE = "whoknows_seats"
BETWEEN = "~"  # seats in the cookie
MOST_SEATS = (
    40  # seats that are remembered, the newest: a cookie holds four thousand characters
)
YEAR = 365 * 24 * 3600
SEAT = re.compile(r"([\w-]{1,40}):([\w-]{1,64})", re.ASCII)
ADDRESS = re.compile(r"/(?:table|watch)/([\w-]{1,40})", re.ASCII)


class OwnSeat(NamedTuple):
    """A room, and a key that the browser has for it."""

    room: str
    key: str


def read_seats(text: str) -> list[OwnSeat]:
    """The seats of a cookie, the newest first; what does not look like one is left out."""
    found = [SEAT.fullmatch(part) for part in text.split(BETWEEN)[:MOST_SEATS]]
    return [OwnSeat(*match.groups()) for match in found if match]


def with_seat(seats: list[OwnSeat], new: OwnSeat) -> str:
    """The cookie with one more seat in front."""
    kept = [new, *(seat for seat in seats if seat != new)][:MOST_SEATS]
    return BETWEEN.join(f"{seat.room}:{seat.key}" for seat in kept)


def own_seats(request: Any) -> list[OwnSeat]:
    """The seats that the asking browser has, the newest first."""
    return read_seats(request.cookies.get(COOKIE, "")) if request is not None else []


class Remembering:
    """An application that lets a browser remember the seats that it was let into."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; if a key opened a page, the answer carries the cookie."""
        seat = opened_seat(scope)
        if seat is None:
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                line = (b"set-cookie", cookie_line(scope, seat))
                message["headers"] = [*message.get("headers", []), line]
            await send(message)

        await self.app(scope, receive, sending)


def opened_seat(scope: Scope) -> OwnSeat | None:
    """The seat whose page is asked for, if a key comes with it."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    found = ADDRESS.fullmatch(scope["path"])
    keys = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("key", [])
    if not found or len(keys) != 1:
        return None
    seats = read_seats(f"{found[1]}:{keys[0]}")
    return seats[0] if seats else None


def cookie_line(scope: Scope, seat: OwnSeat) -> bytes:
    """The header that lets the browser remember one more seat."""
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    value = with_seat(read_seats(sent_cookie(scope)), seat)
    return (
        f"{COOKIE}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age={YEAR}{secure}"
    ).encode()


def sent_cookie(scope: Scope) -> str:
    """What the browser sent of our cookie."""
    from starlette.requests import cookie_parser

    lines = [
        value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"
    ]
    return cookie_parser("; ".join(lines)).get(COOKIE, "")
