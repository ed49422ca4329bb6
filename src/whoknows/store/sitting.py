"""A sitting: one person's place in a room that is kept, for every screen that has one.

A sitting is a value.  What it gives after a move is in the database already, so that a
game that is killed goes on where it was.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from secrets import randbits, token_hex
from typing import Any, NamedTuple, Self

from whoknows.catalog import GAMES
from whoknows.errors import BadSetup, UnknownName
from whoknows.play.documents import setup_json
from whoknows.play.face.face import Face, face_of
from whoknows.play.game import AnySetup as Setup
from whoknows.play.game import Game, Seat
from whoknows.play.strategies import find_strategy
from whoknows.play.table.eyes import View, room_view
from whoknows.play.table.referee import SEED_BITS
from whoknows.play.table.room import Chair, Done, House, Room, seated
from whoknows.store import Store
from whoknows.store.kept_room import KeptRoom, first_table, kept_room
from whoknows.store.rooms import add_room, find_room, recent_rooms
from whoknows.store.schema import TERMINAL

LISTED = 200  # rooms among which those of the terminal are looked for


@dataclass(frozen=True)
class Sitting:
    """A person's seat in a kept room."""

    kept: KeptRoom
    seat: Seat

    @property
    def room(self) -> Room:
        """The room as it is now."""
        return self.kept.room

    @property
    def id(self) -> str:
        """The name by which the room is found again."""
        return self.kept.id

    @property
    def face(self) -> Face:
        """What the game says of itself."""
        return face_of(self.room.game)

    @property
    def view(self) -> View:
        """All that the person may see."""
        return room_view(self.room, self.seat, self.seat)

    def moved(self, text: str) -> Self:
        """After the person's move; raises `IllegalMove` and leaves all as it was."""
        return replace(self, kept=self.kept.moved(self.seat, text, self.room.version))

    def answered(self) -> Self:
        """After the moves of all strategies that are to move now."""
        table, moves = self.room.table, {}
        for seat in self.room.thinkers:
            name = self.room.chairs[seat].strategy
            assert name is not None
            move = table.choice(seat, find_strategy(table.game, name))
            moves[seat] = table.game.move_name(move)
        return self.joined(moves)

    def joined(self, moves: Mapping[Seat, str]) -> Self:
        """After moves that strategies have chosen, as people type them."""
        kept, table = self.kept, self.room.table
        for seat, text in moves.items():
            move = table.game.parse_move(text, table.setup)
            done = Done(self.room.version, seat, text)
            kept = kept.noted(kept.room.with_move(seat, move), done)
        return replace(self, kept=kept)

    def undone(self) -> Self:
        """Before the person's last move; raises `IllegalMove`."""
        return replace(self, kept=self.kept.undone(self.seat))

    def reloaded(self) -> Self:
        """As the database has it, if somebody else wrote to it."""
        return replace(self, kept=self.kept.reloaded())

    def again(self) -> "Sitting":
        """A new game of the same kind, with the same people."""
        room = self.room
        return begun(
            self.kept.store, room.game, room.table.setup, room.chairs, house=room.house
        )


def begun(
    store: Store,
    game: Game,
    setup: Setup,
    chairs: Sequence[Chair],
    *,
    seed: int | None = None,
    deal: Any = None,
    house: House | None = None,
) -> Sitting:
    """A new room with one person in it, written down; `deal` states the secret as JSON."""
    [seat] = [seat for seat, chair in enumerate(chairs) if chair.person]
    for chair in chairs:
        if chair.strategy is not None:
            find_strategy(game, chair.strategy)  # which may not be known
    chosen = seed is not None or deal is not None
    house = replace(house or House(undo=True), practice=chosen)
    document = {
        "setup": setup_json(setup),
        "seed": randbits(SEED_BITS) if seed is None else seed,
        "deal": deal,
        "chairs": [[chair.name, chair.strategy] for chair in chairs],
        "house": asdict(house),
        "host": None,
        TERMINAL: seat,
    }
    table = first_table(game, setup, document)
    room = seated(table, chairs, house)
    name = token_hex(4)
    add_room(store, name, game.name, document, {}, over=room.table.over)
    return Sitting(KeptRoom(store, name, room, document=document), seat)


def usual_chairs(
    game: Game, setup: Setup, seat: Seat | None = None, against: Sequence[str] = ()
) -> list[Chair]:
    """Who sits where: the person in `seat`, and the strategies `against` elsewhere.

    A single strategy takes all other seats; if none is named, the usual ones do.
    """
    usual = list(face_of(game).usual_chairs(setup))
    mine = next(k for k, chair in enumerate(usual) if chair.person)
    if seat is not None and not 0 <= seat < len(usual):
        raise BadSetup(f"seat {seat} is not one of 0 to {len(usual) - 1}")
    place = mine if seat is None else seat
    others = len(usual) - 1
    if against and not others:
        raise BadSetup("nobody else sits at this table, so no strategy is needed")
    names = [*against] * others if len(against) == 1 else [*against]
    if names and len(names) != others:
        raise BadSetup(f"{len(names)} strategies for {others} other seats")
    default = next((c.strategy for c in usual if c.strategy), "random")
    chosen = iter(names or [usual[k].strategy or default for k in others_of(usual, place)])
    return [
        Chair(chair.name, None if k == place else next(chosen))
        for k, chair in enumerate(usual)
    ]


def others_of(chairs: Sequence[Chair], seat: Seat) -> list[Seat]:
    """All seats but one."""
    return [other for other in range(len(chairs)) if other != seat]


class Known(NamedTuple):
    """A game of the terminal as a list shows it."""

    id: str
    game: str
    names: tuple[str, ...]
    moves: int
    made: str
    over: bool


def known_games(store: Store) -> list[Known]:
    """The games that were begun in a terminal, the newest first."""
    return [
        Known(
            stored.id,
            stored.game,
            tuple(name for name, _ in stored.document["chairs"]),
            entries,
            stored.made,
            stored.over,
        )
        for stored, entries in recent_rooms(store, LISTED)
        if TERMINAL in stored.document and stored.game in GAMES
    ]


def resumed(store: Store, name: str | None = None) -> Sitting:
    """The game of that name, or the newest that is not over, as it was left."""
    if name is None:
        name = next((known.id for known in known_games(store) if not known.over), None)
        if name is None:
            raise UnknownName("no game of the terminal can be continued")
    try:
        stored = find_room(store, name)
    except UnknownName:
        known = [game.id for game in known_games(store)]
        raise UnknownName.among("game", name, known) from None
    if TERMINAL not in stored.document:
        raise BadSetup(f"{name} was begun in the lab, and goes on there")
    return Sitting(kept_room(store, name), stored.document[TERMINAL])
