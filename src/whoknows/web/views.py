"""What a page or a program is given of a room: built from one sight, and no secret."""

from typing import Any

from whoknows.errors import NotAllowed
from whoknows.play.documents import plain, setup_json, sight_json
from whoknows.play.game import Seat
from whoknows.play.table.eyes import View, room_view
from whoknows.play.table.room import Room
from whoknows.web.server.keys import Role


def check_eyes(room: Room, role: Role, seat: Seat | None) -> None:
    """Refuse the eyes of a seat to a role that may not see what that seat sees."""
    if seat not in (role.seat, None) and not (role.sees_all or room.table.over):
        raise NotAllowed("the eyes of another seat are closed until the game is over")
    if seat is not None and seat not in room.table.seats:
        raise NotAllowed(f"there is no seat {seat}")


def view_of(room: Room, role: Role, eyes: Seat | None = None, trouble: str = "") -> View:
    """The room as a role sees it; `eyes` looks from another seat, where that is allowed."""
    seat = role.seat if eyes is None else eyes
    check_eyes(room, role, seat)
    return room_view(room, role.seat, seat, trouble)


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
