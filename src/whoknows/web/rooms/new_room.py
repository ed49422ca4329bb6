"""Rooms as the database has them: written from options, read back to life.

What comes from outside is checked here.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from time import process_time
from typing import Any, NamedTuple
from unicodedata import category

from whoknows.catalog import GAMES, find_game
from whoknows.errors import BadSetup, TooLarge, UnknownName, WhoknowsError
from whoknows.play.documents import plain, read_setup, setup_json
from whoknows.play.game import Game
from whoknows.play.own_files import error_text
from whoknows.play.strategies import all_strategies, points_of, purpose, random_moves
from whoknows.play.table import transcript
from whoknows.play.table.referee import Table
from whoknows.play.table.room import Chair, Done, House
from whoknows.store import Store
from whoknows.store.rooms import recent_rooms
from whoknows.web.rooms.slow_rooms import SLOW

LONGEST_MOVE = 1.0  # seconds of a processor
LOADED = 0.05  # seconds of a first move in which what it needs may be loaded
LONGEST_NAME = 40  # characters of a person's name
MOST_SEATS = 40
UNSEEN = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols that are blank

log = logging.getLogger("whoknows.lab")


class Recent(NamedTuple):
    """A room as a list shows it: nothing that only its seats may know."""

    room: str
    game: str
    title: str
    names: tuple[str, ...]
    people: int
    entries: int
    made: str
    over: bool

    @property
    def address(self) -> str:
        """Where a spectator sees it: its replay, the strategies at play, or the table."""
        where = "replay" if self.over else "table" if self.people else "watch"
        return f"/{where}/{self.room}"

    @property
    def began(self) -> str:
        """When it was begun, to the minute."""
        return self.made[:16].replace("T", " ")


class Ready(NamedTuple):
    """A transcript that was checked, ready to be written down as a room."""

    game: str
    document: dict[str, Any]
    log: list[Done]
    over: bool


def lab_strategies(game: Game) -> list[str]:
    """The names of all strategies that can sit at a table."""
    return list(strategy_names(game.name))


@cache
def strategy_words(name: str) -> dict[str, str]:
    """All strategies that can sit at a table, each with what it does."""
    game = find_game(name)
    known = all_strategies(game)
    return {
        each: f"{each}: {purpose(known[each].__doc__)}".rstrip(": ")
        for each in lab_strategies(game)
    }


@cache
def strategy_names(name: str) -> tuple[str, ...]:
    """The strategies of a game by its name, remembered: to look at packages takes long."""
    game = find_game(name)
    return tuple(sorted({"random", *game.strategies, *points_of(game)}))


def check_chairs(name: str, chairs: Sequence[Chair], seats: int) -> None:
    """Refuse chairs that do not fit the table, and strategies that nobody knows."""
    game = find_game(name)
    if len(chairs) != seats:
        raise BadSetup(f"{len(chairs)} chairs; {game.title} has {seats}")
    known = lab_strategies(game)
    for chair in chairs:
        plain_text = chair.name.isprintable() and len(chair.name) <= LONGEST_NAME
        if not (plain_text and is_seen(chair.name)):
            raise BadSetup(f"a name has 1 to {LONGEST_NAME} characters, all of them plain")
        if chair.strategy is not None and chair.strategy not in known:
            raise UnknownName.among(f"strategy of {name}", chair.strategy, known)


def is_seen(name: str) -> bool:
    """Whether some sign of a name can be seen."""
    return any(category(sign)[0] in "LNPS" and sign not in UNSEEN for sign in name)


class TriedDeal(NamedTuple):
    """A setup that can be played: how many seats it has, and whether its moves are slow."""

    seats: int
    slow: bool


def tried_deal(name: str, options: Mapping[str, Any]) -> TriedDeal:
    """A setup tried out, if it can be dealt at all; for a worker process."""
    game = find_game(name)
    try:
        setup = read_setup(game, dict(options))
        seats = game.seats(setup)
        if seats > MOST_SEATS:
            raise BadSetup(f"{seats} seats; a room has at most {MOST_SEATS}")
        table = Table.dealt(game, setup, 0)
        for seat in (None, *table.seats):
            table.sight(seat)
        slow = try_a_move(table)
    except WhoknowsError:
        raise
    except Exception as error:  # whatever was in the options, nobody can play with it
        log.exception("%s cannot be set up", name)
        raise BadSetup(
            f"{game.title} cannot be set up like this: {error_text(error)}"
        ) from error
    return TriedDeal(seats, slow)


def try_a_move(table: Table) -> bool:
    """Whether the referee is slow at a move; refuse a setup that is very slow."""
    game = table.game
    if not table.turn:
        return False
    strategy = random_moves(game)
    usual = Table.dealt(game, game.setup(), 0)
    usual.step([strategy] * len(usual.seats))  # what is loaded once is no fault of this one
    before = process_time()
    moves = {seat: table.choice(seat, strategy) for seat in table.turn}
    first = seconds_of(table, moves)
    seconds = process_time() - before
    if seconds > LONGEST_MOVE:
        raise TooLarge(
            f"a move takes {seconds:.1f} seconds with this setup; "
            f"at a table of the lab it may take {LONGEST_MOVE:g}"
        )
    return first > LOADED or seconds_of(table, moves) > SLOW


def seconds_of(table: Table, moves: Mapping[int, Any]) -> float:
    """How long the referee takes for these moves."""
    before = process_time()
    table.play(moves)
    return process_time() - before


def tried_transcript(document: Any) -> Ready:
    """A transcript read and checked; for a worker process."""
    run = transcript.read(document, find_game)
    table, game = run.table, run.table.game
    if len(table.seats) > MOST_SEATS:
        raise BadSetup(f"{len(table.seats)} seats; a room has at most {MOST_SEATS}")
    names = run.names or run.seats or tuple(f"Seat {seat + 1}" for seat in table.seats)
    log = [
        Done(at, seat, game.move_name(move))
        for at, turn in enumerate(table.turns)
        for seat, move in sorted(turn.items())
    ]
    stored = {
        "setup": setup_json(table.setup),
        "seed": table.seed,
        "deal": plain(game.to_json(table.secret)) if table.stated else None,
        "chairs": [[plain_name(name), None] for name in names],
        "house": asdict(House()),
        "host": None,
        "uploaded": True,
        "told": [plain_name(who) for who in run.seats],
    }
    return Ready(game.name, stored, log, table.over)


def plain_name(name: str) -> str:
    """A name out of a file, as a table shows it."""
    letters = "".join(letter if letter.isprintable() else "?" for letter in name)
    shown = letters.strip()[:LONGEST_NAME]
    return shown if is_seen(shown) else "?"


def recent(store: Store, most: int) -> list[Recent]:
    """The newest rooms that this program can play."""
    return [
        Recent(
            stored.id,
            stored.game,
            GAMES[stored.game].title,
            tuple(name for name, _ in stored.document["chairs"]),
            sum(strategy is None for _, strategy in stored.document["chairs"]),
            entries,
            stored.made,
            stored.over,
        )
        for stored, entries in recent_rooms(store, most)
        if stored.game in GAMES
    ]
