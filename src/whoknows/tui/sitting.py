"""A sitting: one person's place in a room, every change of which is written down.

A sitting is a value.  What it gives after a move is in the database already, so that a
game that is killed goes on where it was.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from secrets import randbits, token_hex
from typing import NamedTuple, Self

from whoknows.catalog import GAMES
from whoknows.errors import BadSetup, TooLarge, UnknownName
from whoknows.play.forms import setup_json
from whoknows.play.game import AnySetup as Setup
from whoknows.play.game import Game, Seat
from whoknows.play.referee import Table
from whoknows.play.room import Chair, Done, House, Room, opened
from whoknows.play.strategies import find_strategy
from whoknows.play.views import View, seen
from whoknows.store import Store
from whoknows.store.living import loaded
from whoknows.store.rooms import add_room, append, find_room, recent_rooms

HERE = "terminal"  # the mark of rooms that were opened here
LISTED = 200  # rooms among which those of the terminal are looked for
PUBLIC = -1  # whose worlds those are that nobody's own tiles rule out


@dataclass(frozen=True)
class Sitting:
    """A person's seat in a room, and where the room is written down."""

    store: Store
    id: str
    room: Room
    seat: Seat
    length: int = 0  # entries of the room's log

    @property
    def view(self) -> View:
        """All that the person may see."""
        return seen(self.room, self.seat, self.seat)

    def moved(self, text: str) -> Self:
        """After the person's move; raises `IllegalMove` and leaves all as it was."""
        room = self.room.offered(self.seat, text, self.room.version)
        return self.noted(room, Done(self.room.version, self.seat, text))

    def answered(self) -> Self:
        """After the moves of all strategies that are to move now."""
        sitting, table = self, self.room.table
        for seat in self.room.thinkers:
            name = self.room.chairs[seat].strategy
            assert name is not None
            move = table.choice(seat, find_strategy(table.game, name))
            room = sitting.room.with_move(seat, move)
            done = Done(self.room.version, seat, table.game.move_name(move))
            sitting = sitting.noted(room, done)
        return sitting

    def undone(self) -> Self:
        """Before the person's last move; raises `IllegalMove`."""
        back = self.room.turns_back(self.seat)
        done = Done(self.room.version, self.seat, None, back)
        return self.noted(self.room.taken_back(back), done)

    def noted(self, room: Room, done: Done) -> Self:
        """After a change, which is written down first; raises `OldVersion`."""
        append(self.store, self.id, self.length, done, over=room.table.over)
        return replace(self, room=room, length=self.length + 1)

    def reloaded(self) -> Self:
        """As the database has it, if somebody else wrote to it."""
        found = loaded(self.store, self.id)
        return replace(self, room=found.room, length=found.length)

    def again(self) -> "Sitting":
        """A new game of the same kind, with the same people."""
        room = self.room
        return begun(self.store, room.game, room.table.setup, room.chairs, house=room.house)


def begun(
    store: Store,
    game: Game,
    setup: Setup,
    chairs: Sequence[Chair],
    *,
    seed: int | None = None,
    house: House | None = None,
) -> Sitting:
    """A new room with one person in it, written down."""
    [seat] = [seat for seat, chair in enumerate(chairs) if chair.person]
    for chair in chairs:
        if chair.strategy is not None:
            find_strategy(game, chair.strategy)  # which may not be known
    seed = randbits(48) if seed is None else seed
    options, house = setup_json(setup), house or House(undo=True)
    room = opened(game, options, chairs, seed=seed, house=house)
    document = {
        "setup": options,
        "seed": seed,
        "chairs": [[chair.name, chair.strategy] for chair in chairs],
        "house": asdict(house),
        "host": None,
        HERE: seat,
    }
    name = token_hex(4)
    add_room(store, name, game.name, document, {}, over=room.table.over)
    return Sitting(store, name, room, seat)


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
        if HERE in stored.document and stored.game in GAMES
    ]


def resumed(store: Store, name: str | None = None) -> Sitting:
    """The game of that name, or the newest that is not over, as it was left."""
    if name is None:
        name = next((known.id for known in known_games(store) if not known.over), None)
        if name is None:
            raise UnknownName("no game of the terminal waits to be gone on with")
    try:
        stored = find_room(store, name)
    except UnknownName:
        known = [game.id for game in known_games(store)]
        raise UnknownName.among("game", name, known) from None
    if HERE not in stored.document:
        raise BadSetup(f"{name} was begun in the lab, and goes on there")
    found = loaded(store, name)
    return Sitting(store, name, found.room, stored.document[HERE], found.length)


def counts(table: Table, seats: Sequence[Seat]) -> dict[Seat, int]:
    """The worlds that these seats hold possible now, and those that all know possible."""
    found: dict[Seat, int] = {}
    for seat in (*seats, PUBLIC):
        sight = table.sight(None if seat == PUBLIC else seat)
        try:
            found[seat] = int(table.game.worlds(sight))
        except TooLarge:  # what cannot be counted is left out
            continue
    return found


def tally(
    table: Table, seats: Sequence[Seat], told: Sequence[Mapping[Seat, int]] = ()
) -> list[Mapping[Seat, int]]:
    """The counts before the first turn and after each; `told` has the first of them."""
    done = [*told][: len(table.turns) + 1]
    for back in range(len(table.turns) - len(done), -1, -1):
        done.append(counts(table.undo(back) if back else table, seats))
    return done


def lessons(tally: Sequence[Mapping[Seat, int]], called: Mapping[Seat, str]) -> list[str]:
    """What each turn taught: `you 120 → 36`; nothing where nothing changed.

    >>> lessons([{0: 12, PUBLIC: 40}, {0: 6, PUBLIC: 40}], {0: "you"})
    ['you 12 → 6']
    """
    return [
        ", ".join(changes(before, after, {**called, PUBLIC: "public"}))
        for before, after in pairwise(tally)
    ]


def changes(
    before: Mapping[Seat, int], after: Mapping[Seat, int], called: Mapping[Seat, str]
) -> Iterator[str]:
    """Whose worlds became fewer, or more; what is public only if it is not the same."""
    for seat, count in after.items():
        was = before.get(seat, count)
        mine = any(
            (before.get(other), after[other]) == (was, count)
            for other in after
            if other != PUBLIC
        )
        if was != count and not (seat == PUBLIC and mine):
            yield f"{called[seat]} {was:,} → {count:,}"
