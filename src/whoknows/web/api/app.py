"""The API as an application of its own: rooms, moves, transcripts, and formulas as JSON.

A key is sent as `Authorization: Bearer KEY` or as `?key=KEY`; without one, what is public
is answered.  Every mistake of the asker is a 4xx with one line that says what was wrong.
"""

from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException

from whoknows import __version__
from whoknows.catalog import GAMES
from whoknows.errors import (
    BadStore,
    Busy,
    NotAllowed,
    OldVersion,
    UnknownName,
    WhoknowsError,
)
from whoknows.play.documents import setup_json
from whoknows.play.table.room import Chair, House
from whoknows.web.api import forms, tasks
from whoknows.web.api.schema_page import docs_html
from whoknows.web.review_work import REVIEW, PlayedRoom, asked_seat, reviewed
from whoknows.web.rooms.host import Host
from whoknows.web.rooms.live_rooms import Live
from whoknows.web.rooms.new_room import lab_strategies
from whoknows.web.server.keys import HOST, WATCHER, Role, seat_door
from whoknows.web.server.limits import Limited, Limits, visitor
from whoknows.web.server.workers import CHECK, REPLAY
from whoknows.web.views import view_json

SAID = {
    403: "The key does not allow this, or the game still goes on.",
    404: "There is no such room.",
    409: "The game has moved on in the meantime.",
    413: "The body is too long.",
    422: "What was sent cannot be; the error says why.",
    429: "Too many requests.",
}
WRONG: dict[int | str, dict[str, Any]] = {
    status: {"model": forms.Problem, "description": said} for status, said in SAID.items()
}


class NoRoom(UnknownName):
    """An address where there is no room."""


async def bearer(
    authorization: Annotated[
        str | None, Header(description="`Bearer KEY`", max_length=200)
    ] = None,
    key: Annotated[str | None, Query(description="the same key", max_length=100)] = None,
) -> str | None:
    """The key of a request."""
    if authorization is None:
        return key
    kind, _, given = authorization.partition(" ")
    if kind.lower() != "bearer" or not given.strip():
        raise NotAllowed("the Authorization header is `Bearer KEY`")
    return given.strip()


Key = Annotated[str | None, Depends(bearer)]


def api_app(host: Host, limits: Limits | None = None) -> Limited:
    """The API on a host, within limits."""
    return Limited(plain_app(host), limits or Limits())


def plain_app(host: Host) -> FastAPI:
    """The API without limits."""
    api = FastAPI(
        title="whoknows",
        version=__version__,
        description="Games of knowledge: rooms, moves, transcripts, and formulas.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        responses=WRONG,
        servers=[{"url": "/api"}],
        root_path_in_servers=False,
    )
    api.add_exception_handler(WhoknowsError, refused)
    api.add_exception_handler(RequestValidationError, misformed)
    api.add_exception_handler(HTTPException, not_found)
    add_catalog(api)
    add_rooms(api, host)
    add_moves(api, host)
    add_tools(api, host)
    return api


def add_catalog(api: FastAPI) -> None:
    """What there is to play, and this schema for people."""

    @api.get("/games")
    def games() -> list[forms.GameEntry]:
        """The games, their default options, and their strategies."""
        return [
            forms.GameEntry(
                name=name,
                title=GAMES[name].title,
                setup=setup_json(GAMES[name].setup()),
                strategies=lab_strategies(GAMES[name]),
            )
            for name in GAMES
        ]

    @api.get("/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        """The schema as a page, with nothing from outside."""
        return HTMLResponse(docs_html(api.openapi()))


def add_rooms(api: FastAPI, host: Host) -> None:
    """To make a room, to come in, and to look around."""

    @api.post("/rooms", status_code=201)
    async def create(form: forms.RoomForm, request: Request) -> forms.NewRoom:
        """Begin a game; the answer holds all keys."""
        made = await host.create(
            form.game,
            form.setup,
            [Chair(chair.name, chair.strategy) for chair in form.chairs],
            House(form.house.undo, form.house.spectators),
            plays=form.plays,
            seed=form.seed,
            who=asker(request),
        )
        live = await host.find(made.room)
        seats = [made.keys.get(seat_door(seat)) for seat in live.room.table.seats]
        keys = forms.Keys(host=made.keys[HOST], seats=seats, watcher=made.keys[WATCHER])
        return forms.NewRoom(room=made.room, keys=keys, table=f"/table/{made.room}")

    @api.get("/rooms/{room}")
    @api.get("/rooms/{room}/sight")
    async def sight(
        room: str,
        key: Key,
        eyes: Annotated[
            int | None, Query(description="another seat's, where allowed", ge=0, lt=1000)
        ] = None,
    ) -> forms.RoomView:
        """What the holder of a key sees now."""
        live, role = await entered(host, room, key)
        return seen(live, role, eyes)

    @api.post("/rooms/{room}/join")
    async def join(
        room: str,
        key: Key,
        take: Annotated[
            bool,
            Query(description="a key of your own; the old key opens nothing afterwards"),
        ] = False,
    ) -> forms.Joined:
        """Take the seat of a key: what one is in the room, and what one sees."""
        own = await own_key(host, room, key) if take and key else None
        live, role = await entered(host, room, own or key)
        name = None if role.seat is None else live.room.names[role.seat]
        view = view_json(live.view(role))
        return forms.Joined(room=live.id, host=role.host, name=name, key=own, **view)


def add_moves(api: FastAPI, host: Host) -> None:
    """To move, and to take back."""

    @api.get("/rooms/{room}/moves")
    async def moves(room: str, key: Key) -> forms.Moves:
        """The legal moves of your seat; none when it is not your turn."""
        live, role = await entered(host, room, key)
        view = live.view(role)
        if not view.my_turn:
            return forms.Moves(moves=[], total=0)
        found = await host.thinkers.ask(
            tasks.legal_moves, view.game.name, view.sight, who=f"room {room}"
        )
        return forms.Moves(**found)

    @api.post("/rooms/{room}/moves")
    async def move(room: str, key: Key, form: forms.MoveForm) -> forms.RoomView:
        """Make a move."""
        live, role = await entered(host, room, key)
        await host.move(live, role, form.move, form.at)
        return seen(live, role)

    @api.post("/rooms/{room}/undo")
    async def undo(room: str, key: Key, form: forms.UndoForm) -> forms.RoomView:
        """Take your last move back, and all that followed; other people are asked."""
        live, role = await entered(host, room, key)
        await host.undo(live, role, form.at)
        return seen(live, role)

    @api.post("/rooms/{room}/undo/answer")
    async def answer_undo(room: str, key: Key, form: forms.AnswerForm) -> forms.RoomView:
        """Agree that somebody takes a move back, or not."""
        live, role = await entered(host, room, key)
        await host.answer_undo(live, role, agree=form.agree)
        return seen(live, role)

    @api.post("/rooms/{room}/rematch")
    async def rematch(room: str, key: Key) -> forms.Next:
        """A new game of the same kind; everybody's key opens their seat there."""
        live, role = await entered(host, room, key)
        return forms.Next(room=await host.rematch(live, role))

    @api.post("/rooms/{room}/step")
    async def step(room: str, key: Key) -> forms.RoomView:
        """One turn of a game between strategies, for its host."""
        live, role = await entered(host, room, key)
        await host.step(live, role)
        return seen(live, role)

    @api.get("/rooms/{room}/transcript")
    async def transcript(room: str, key: Key) -> dict[str, Any]:
        """The whole run, with the secret: once the game is over."""
        live, role = await entered(host, room, key)
        return host.transcript(live, role)

    @api.get("/rooms/{room}/review")
    async def review(room: str, key: Key, seat: int | None = None) -> dict[str, Any]:
        """The game explained, move by move; while it goes on, from your own seat."""
        live, role = await entered(host, room, key)
        chosen = asked_seat(live.room, role, "" if seat is None else str(seat))
        told = PlayedRoom.of(live.room)
        made = await host.lookers.ask(
            reviewed, told, chosen, limit=REVIEW, who=f"review {room}"
        )
        return made.to_json()


def add_tools(api: FastAPI, host: Host) -> None:
    """Runs told again, and formulas checked."""

    @api.post("/replay")
    async def replay(form: forms.ReplayForm, request: Request) -> forms.Told:
        """A transcript told move by move; one that breaks the rules is refused."""
        told = await host.checkers.ask(
            tasks.told_again,
            form.transcript,
            form.knowledge,
            limit=REPLAY,
            who=asker(request),
        )
        return forms.Told(**told)

    @api.post("/check")
    async def check(form: forms.CheckForm, request: Request) -> forms.Answers:
        """The questions of a model, answered."""
        found = await host.checkers.ask(
            tasks.answered, form.model, form.formula, limit=CHECK, who=asker(request)
        )
        return forms.Answers(**found)


def asker(request: Request) -> str:
    """In whose name something is worked out."""
    return f"from {visitor(request.scope)}"


async def entered(host: Host, room: str, key: str | None) -> tuple[Live, Role]:
    """A room, and what the holder of a key is in it."""
    try:
        return await host.enter(room, key)
    except UnknownName as error:
        raise NoRoom(str(error)) from None


async def own_key(host: Host, room: str, key: str) -> str | None:
    """A key of your own for the seat of an invitation; hosts and watchers get none."""
    try:
        live = await host.find(room)
    except UnknownName as error:
        raise NoRoom(str(error)) from None
    role = live.role(key)
    return None if role.seat is None or role.host else await host.take(live, key)


def seen(live: Live, role: Role, eyes: int | None = None) -> forms.RoomView:
    """A room as a role sees it."""
    asked = None if live.asked is None else live.asked.seat
    return forms.RoomView(room=live.id, asks_undo=asked, **view_json(live.view(role, eyes)))


# ------------------------------------------------------------------------ errors


async def refused(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001
    """A mistake of the asker, in one line."""
    status = next(
        (
            status
            for kind, status in (
                (OldVersion, 409),
                (Busy, 429),
                (NotAllowed, 403),
                (NoRoom, 404),
                (BadStore, 503),
            )
            if isinstance(error, kind)
        ),
        422,
    )
    return problem(status, str(error))


async def misformed(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001
    """A request that does not fit the schema."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    spot = ".".join(str(part) for part in first["loc"])
    return problem(422, f"{spot}: {first['msg']}")


async def not_found(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001
    """An address or a method that nobody answers."""
    assert isinstance(error, HTTPException)
    return problem(error.status_code, str(error.detail), error.headers)


def problem(status: int, said: str, headers: Any = None) -> JSONResponse:
    """An error as JSON; what cannot be written is replaced."""
    text = " ".join(said.encode("utf-8", "replace").decode().split())
    return JSONResponse({"error": text[:1000]}, status, headers)
