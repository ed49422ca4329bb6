"""A room: a table with people and strategies around it, and the rules of the house.

A room is a value, like its table: what happens in it gives a new room.  A turn in which
several seats move at once is complete when all have moved; until then their moves are
*held*, and nobody is shown them.  `version` counts what happened (turns and undos), so
that a move meant for an older version, out of an old tab or a second click, is refused.

>>> from whoknows.catalog import GAMES
>>> mastermind = GAMES["mastermind"]
>>> table = Table.dealt(mastermind, mastermind.setup(), seed=3)
>>> room = seated(table, [Chair("Ann")], House())
>>> room = room.offered(0, "1122", at=0)
>>> room.version, room.table.over
(1, False)
>>> room.offered(0, "3344", at=0)
Traceback (most recent call last):
whoknows.errors.OldVersion: the game has moved on: this was meant for version 0, now is 1
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, Literal, Self

from whoknows.errors import BadSetup, IllegalMove, OldVersion, WhoknowsError
from whoknows.play.game import Game, MoveT, Seat, SecretT, SetupT, SightT, StateT
from whoknows.play.table.referee import Table

PRACTICE = "This is practice: the secret was chosen, by its seed or outright."

Onlookers = Literal["public", "all"]  # what those see who have no seat


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits at a place: a strategy of that name, or a person if there is none."""

    name: str
    strategy: str | None = None
    told: str = ""  # who moved here, where the moves come from a transcript

    @property
    def person(self) -> bool:
        """Whether a person moves here."""
        return self.strategy is None


@dataclass(frozen=True, slots=True)
class House:
    """The rules of the house."""

    undo: bool = False  # whether people may take moves back
    spectators: Onlookers = "public"
    practice: bool = False  # whether somebody chose the seed or the secret


@dataclass(frozen=True, slots=True)
class TakenBack:
    """That somebody took moves back: who, and the turns that were left."""

    seat: Seat
    left: int


@dataclass(frozen=True)
class Room(Generic[SetupT, SecretT, StateT, SightT, MoveT]):
    """One game that people and strategies play, at one moment."""

    table: Table[SetupT, SecretT, StateT, SightT, MoveT]
    chairs: tuple[Chair, ...]
    house: House = field(default_factory=House)
    held: Mapping[Seat, MoveT] = field(default_factory=dict)
    version: int = 0
    taken: tuple[TakenBack, ...] = ()  # what was taken back, in order

    @property
    def game(self) -> Game[SetupT, SecretT, StateT, SightT, MoveT]:
        """The game that is played."""
        return self.table.game

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return tuple(chair.name for chair in self.chairs)

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategy of each seat, as far as one sits, or sat, there."""
        return tuple(chair.strategy or chair.told for chair in self.chairs)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the room waits for."""
        return tuple(seat for seat in self.table.turn if seat not in self.held)

    @property
    def thinkers(self) -> tuple[Seat, ...]:
        """The awaited seats where a strategy sits."""
        return tuple(seat for seat in self.awaited if not self.chairs[seat].person)

    @property
    def only_strategies(self) -> bool:
        """Whether nobody plays whose game could be spoilt."""
        return not any(chair.person for chair in self.chairs)

    def offered(self, seat: Seat, text: str, at: int | None = None) -> Self:
        """The room after a seat's move, written as people type it; raises `IllegalMove`."""
        self.check_version(at)
        self.check_turn(seat)
        move = self.game.parse_move(text, self.table.setup)
        if len(self.awaited) > 1:  # else the turn is played, and so checked, at once
            self.check_legal(seat, move)
        return self.with_move(seat, move)

    def with_move(self, seat: Seat, move: MoveT) -> Self:
        """The room after a legal move: held, or played if it completes the turn."""
        moves = {**self.held, seat: move}
        if len(moves) < len(self.table.turn):
            return replace(self, held=moves)
        table = self.table.play(moves)
        return replace(self, table=table, held={}, version=self.version + 1)

    def check_version(self, at: int | None) -> None:
        """Refuse what was meant for a room that looked otherwise."""
        if at is not None and at != self.version:
            raise OldVersion(
                f"the game has moved on: this was meant for version {at}, "
                f"now is {self.version}"
            )

    def check_turn(self, seat: Seat) -> None:
        """Refuse a seat that is not to move now."""
        if self.table.over:
            raise IllegalMove("the game is over")
        if seat in self.held:
            raise IllegalMove("you have moved already; the others have not yet")
        if seat not in self.table.turn:
            turn = " and ".join(self.chairs[other].name for other in self.table.turn)
            raise IllegalMove(f"it is not your turn, but that of {turn}")

    def check_legal(self, seat: Seat, move: MoveT) -> None:
        """Refuse a move that the rules do not allow, before the others have moved."""
        others = {
            other: self.game.moves(self.table.sight(other))[0]
            for other in self.table.turn
            if other != seat
        }
        self.table.play({**others, seat: move})

    def undone(self, seat: Seat, at: int | None = None) -> Self:
        """The room before the last turn in which a seat moved; raises `IllegalMove`."""
        self.check_version(at)
        return self.taken_back(self.turns_back(seat), seat)

    def turns_back(self, seat: Seat) -> int:
        """How many turns an undo of a seat takes back; raises `IllegalMove`."""
        if not self.house.undo:
            raise IllegalMove("no move is taken back in this room")
        if self.table.over:
            raise IllegalMove("the game is over, and stays as it is")
        turns = self.table.turns
        for back, turn in enumerate(reversed(turns), start=1):
            if seat in turn:
                return back
        raise IllegalMove("you have not moved yet")

    def taken_back(self, turns: int, seat: Seat) -> Self:
        """The room that many turns ago, in a newer version; held moves are dropped."""
        table = self.table.undo(turns)
        taken = (*self.taken, TakenBack(seat, len(table.turns)))
        return replace(self, table=table, held={}, version=self.version + 1, taken=taken)


def seated(
    table: Table[SetupT, SecretT, StateT, SightT, MoveT],
    chairs: Sequence[Chair],
    house: House,
) -> Room[SetupT, SecretT, StateT, SightT, MoveT]:
    """A room around a table; raises `BadSetup` if the chairs are too few or too many."""
    if len(chairs) != len(table.seats):
        raise BadSetup(f"{len(chairs)} chairs; {table.game.title} has {len(table.seats)}")
    return Room(table, tuple(chairs), house)


@dataclass(frozen=True, slots=True)
class Done:
    """One thing that happened in a room, as it is written down."""

    at: int  # the version that it was meant for
    seat: Seat  # who moved; who took back
    move: str | None  # as people type it; `None` is an undo
    back: int = 0  # how many turns an undo takes back


def resumed(
    room: Room[SetupT, SecretT, StateT, SightT, MoveT], log: Sequence[Done]
) -> Room[SetupT, SecretT, StateT, SightT, MoveT]:
    """The room after all that happened in it."""
    for done in log:
        try:
            if done.move is None:
                room = room.taken_back(done.back, done.seat)
            else:
                move = room.game.parse_move(done.move, room.table.setup)
                room = room.with_move(done.seat, move)
        except WhoknowsError as error:
            raise BadSetup(f"entry {done} of the room does not fit: {error}") from error
    return room
