"""What a page or a program is given of a room: built from one sight, and no secret."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from whoknows.errors import NotAllowed
from whoknows.play.forms import plain, setup_json
from whoknows.play.game import Game, History, Seat, Setup, Sight
from whoknows.play.referee import Table
from whoknows.play.room import House, Room
from whoknows.web.keys import Role


@dataclass(frozen=True, slots=True)
class View:
    """A room as the holder of one key sees it at one version."""

    game: Game
    setup: Setup
    house: House
    names: tuple[str, ...]
    people: tuple[Seat, ...]
    version: int
    turns: int
    seat: Seat | None  # the seat whose eyes these are
    sight: Sight
    history: History
    turn: tuple[Seat, ...]
    awaited: tuple[Seat, ...]
    my_turn: bool
    may_undo: bool
    over: bool
    result: Mapping[Seat, float] | None
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game at one time, as far as somebody may see it."""

    eyes: Mapping[Seat | None, Sight]  # the sights that are seen; a spectator's is None
    history: History
    end: "Moment | None" = None
    """How the game ended, where that may be seen: it shows what nobody saw before."""


def check_eyes(room: Room, role: Role, seat: Seat | None) -> None:
    """Refuse the eyes of a seat to a role that may not see what that seat sees."""
    if seat not in (role.seat, None) and not (role.sees_all or room.table.over):
        raise NotAllowed("the eyes of another seat are closed until the game is over")
    if seat is not None and seat not in room.table.seats:
        raise NotAllowed(f"there is no seat {seat}")


def moment_of(table: Table, seats: Sequence[Seat | None]) -> Moment:
    """A game as it stands, through the eyes of these seats."""
    return Moment({seat: table.sight(seat) for seat in seats}, table.history)


def view_of(room: Room, role: Role, eyes: Seat | None = None, trouble: str = "") -> View:
    """The room as a role sees it; `eyes` looks from another seat, where that is allowed."""
    seat = role.seat if eyes is None else eyes
    check_eyes(room, role, seat)
    table, mine = room.table, role.seat
    return View(
        game=room.game,
        setup=table.setup,
        house=room.house,
        names=room.names,
        people=tuple(s for s, chair in enumerate(room.chairs) if chair.person),
        version=room.version,
        turns=len(table.turns),
        seat=seat,
        sight=table.sight(seat),
        history=table.history,
        turn=table.turn,
        awaited=room.awaited,
        my_turn=mine is not None and mine in room.awaited,
        may_undo=may_undo(room, mine),
        over=table.over,
        result=dict(table.result) if table.over else None,
        trouble=trouble,
    )


def may_undo(room: Room, seat: Seat | None) -> bool:
    """Whether a seat has something to take back, and may."""
    moved = seat is not None and any(seat in turn for turn in room.table.turns)
    return room.house.undo and not room.table.over and moved


def sight_json(sight: Sight) -> Any:
    """A sight as plain JSON; common knowledge is left out: it follows from the history."""
    document = plain(sight)
    if isinstance(document, dict):
        document.pop("knowledge", None)
    return document


def view_json(view: View) -> dict[str, Any]:
    """A view as plain JSON."""
    return {
        "game": view.game.name,
        "setup": setup_json(view.setup),
        "house": plain(view.house),
        "names": list(view.names),
        "people": list(view.people),
        "version": view.version,
        "seat": view.seat,
        "sight": sight_json(view.sight),
        "history": [
            {
                "moves": {
                    str(seat): view.game.move_name(move)
                    for seat, move in sorted(event.moves.items())
                },
                "answer": plain(event.answer),
            }
            for event in view.history
        ],
        "turn": list(view.turn),
        "awaited": list(view.awaited),
        "my_turn": view.my_turn,
        "over": view.over,
        "results": None if view.result is None else plain(view.result),
    }
