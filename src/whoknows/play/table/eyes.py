"""What one who looks at a room is given: built from one sight, and no secret."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from whoknows.play.game import Game, History, MoveT, Seat, SecretT, SetupT, SightT, StateT
from whoknows.play.table.referee import Table
from whoknows.play.table.room import House, Room, TakenBack

__all__ = ["Moment", "View", "moment_of", "room_view"]


@dataclass(frozen=True, slots=True)
class View(Generic[SetupT, SightT, MoveT]):
    """A room as one who looks sees it at one version."""

    game: Game[SetupT, Any, Any, SightT, MoveT]
    setup: SetupT
    house: House
    names: tuple[str, ...]
    people: tuple[Seat, ...]
    version: int
    turns: int
    seat: Seat | None  # the seat whose eyes these are
    sight: SightT
    history: History
    turn: tuple[Seat, ...]
    awaited: tuple[Seat, ...]
    my_turn: bool
    may_undo: bool
    over: bool
    result: Mapping[Seat, float] | None
    trouble: str = ""
    taken: tuple[TakenBack, ...] = ()  # what was taken back
    opened: Mapping[Seat, SightT] = field(default_factory=dict)
    """What all seats saw, once the game is over; nothing before."""


@dataclass(frozen=True, slots=True)
class Moment(Generic[SightT]):
    """A game at one time, as far as somebody may see it."""

    eyes: Mapping[Seat | None, SightT]  # the sights that are seen; a spectator's is None
    history: History
    end: "Moment[SightT] | None" = None
    """How the game ended, where that may be seen: it shows what nobody saw before."""


def moment_of(
    table: Table[SetupT, SecretT, StateT, SightT, MoveT],
    seats: Sequence[Seat | None],
) -> Moment[SightT]:
    """A game as it stands, through the eyes of these seats."""
    return Moment({seat: table.sight(seat) for seat in seats}, table.history)


def room_view(
    room: Room[SetupT, SecretT, StateT, SightT, MoveT],
    mine: Seat | None,
    eyes: Seat | None = None,
    trouble: str = "",
) -> View[SetupT, SightT, MoveT]:
    """The room as who has the seat `mine` sees it, with the eyes of `eyes`."""
    table = room.table
    return View(
        game=room.game,
        setup=table.setup,
        house=room.house,
        names=room.names,
        people=tuple(s for s, chair in enumerate(room.chairs) if chair.person),
        version=room.version,
        turns=len(table.turns),
        seat=eyes,
        sight=table.sight(eyes),
        history=table.history,
        turn=table.turn,
        awaited=room.awaited,
        my_turn=mine is not None and mine in room.awaited,
        may_undo=may_undo(room, mine),
        over=table.over,
        result=dict(table.result) if table.over else None,
        trouble=trouble,
        taken=room.taken,
        opened={seat: table.sight(seat) for seat in table.seats} if table.over else {},
    )


def may_undo(room: Room, seat: Seat | None) -> bool:
    """Whether a seat has something to take back, and may."""
    moved = seat is not None and any(seat in turn for turn in room.table.turns)
    return room.house.undo and not room.table.over and moved
