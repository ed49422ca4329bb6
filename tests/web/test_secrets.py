"""No secret leaves the server: all bytes that each page and program is sent are looked at.

Two tests of every game.  In the first, people play a whole game while each of them, and
somebody who only watches, has a page open; no byte of HTTP or websocket that a page was
sent holds the seed, or a key that is not its own.  In the second, a game is played twice
with secrets that look alike to one seat; after every move its two pages are the same to
the last word, and so is what the API tells it.
"""

import json
import sys
from contextlib import ExitStack, closing
from itertools import product
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import numpy as np
import pytest

from tests.test_conformance import equal, replayed, same, small_setups
from tests.web.serving import Lab, until
from tests.web.tap import Tap, marks
from whoknows.catalog import GAMES
from whoknows.games.written.rules import gallery
from whoknows.play.documents import setup_json
from whoknows.play.strategies import find_strategy
from whoknows.play.table.referee import Table, generator
from whoknows.store import open_store
from whoknows.store.rooms import add_room, hashed
from whoknows.web.server.keys import keys_from, new_host_key, new_room_id, seat_door

SEED = 918_273_645_546_372_819  # a number that nothing else is
HINTS = ["What do I know?", "Why?", "What would a logician do?"]


class Room:
    """A room written into the database of a lab, with a secret of our choice."""

    def __init__(self, lab, table):
        self.lab, self.game, self.table = lab, table.game, table
        self.id, self.seats = new_room_id(), list(table.seats)
        self.keys = keys_from(new_host_key(), self.id, self.seats)
        document = {
            "setup": setup_json(table.setup),
            "seed": table.seed,
            "deal": self.game.to_json(table.secret) if table.stated else None,
            "chairs": [[f"Seat {seat}", None] for seat in self.seats],
            "house": {"undo": False, "spectators": "public"},
            "host": None,
        }
        with open_store(str(lab.folder / "whoknows" / "whoknows.db")) as store:
            add_room(store, self.id, self.game.name, document, self.keys)

    def key(self, seat):
        return "" if seat is None else self.keys[seat_door(seat)]

    def page(self, seat, where="table"):
        key = f"?key={self.key(seat)}" if seat is not None else ""
        return Tap(self.lab, f"/{where}/{self.id}{key}")

    def told(self, seat):
        status, document = self.lab.ask(f"/rooms/{self.id}", key=self.key(seat))
        assert status == 200, document
        return document

    def api(self, seat):
        """All that the API answers a seat, whatever it asks: also what is refused."""
        key, room = self.key(seat), f"/rooms/{self.id}"
        asked = [(room, None), (f"{room}/sight", None), (f"{room}/moves", None)]
        asked += [(f"{room}/transcript", None), (f"{room}/join", {})]
        asked += [(f"{room}?eyes={other}", None) for other in self.seats]
        asked += [(f"{room}/undo", {}), (f"{room}/step", {})]
        asked += [(f"{room}/moves", {"move": "☃"})]  # which no game can read
        return [self.lab.ask(path, body, key) for path, body in asked]

    def move(self, seat, move):
        body = {"move": self.game.move_name(move)}
        status, document = self.lab.ask(f"/rooms/{self.id}/moves", body, self.key(seat))
        assert status == 200, document
        return document

    def plain(self, text):
        """A text without what names the room."""
        for door, key in self.keys.items():
            text = text.replace(key, f"<{door}>")
        return text.replace(self.id, "<room>")


def shows(tap, told):
    """Wait until a page shows what the API tells."""
    version, held = str(told["version"]), str(len(told["awaited"]))
    fits = (version, held), (version, "")  # a page to watch tells nothing of held moves
    until(lambda: marks(tap) in fits, seconds=240, what=f"version {version}, {held}")


# ------------------------------------------------------------- seeds and keys


def whole_game(lab, game, setup, most=40):
    """A game that people play to its end, each with a page; all that each was sent."""
    room = Room(lab, Table.dealt(game, setup, SEED))
    eyes = [None, *room.seats]
    with ExitStack() as stack:
        taps = {seat: stack.enter_context(closing(room.page(seat))) for seat in eyes}
        replies = played_on(room, taps, most)
        for seat, tap in taps.items():
            for hint in HINTS if seat is not None else []:
                if hint in tap.buttons():
                    tap.press(hint)
            tap.settle(1.0)
    return room, {seat: tap.everything + replies[seat] for seat, tap in taps.items()}


def played_on(room, taps, most):
    """Play random moves by the API; what it told each pair of eyes."""
    rng, replies = np.random.default_rng(3), dict.fromkeys(taps, b"")
    for _ in range(most):
        told = room.told(None)
        for seat in taps:  # a transcript, which holds the seed, is for after the end
            said = room.told(seat) if told["over"] else room.api(seat)
            replies[seat] += json.dumps(said).encode()
        if told["over"]:
            break
        for seat in told["turn"]:
            _, found = room.lab.ask(f"/rooms/{room.id}/moves", key=room.key(seat))
            move = found["moves"][int(rng.integers(len(found["moves"])))]
            room.lab.ask(f"/rooms/{room.id}/moves", {"move": move}, room.key(seat))
        for tap in taps.values():
            shows(tap, room.told(None))
    return replies


def check_bytes(room, sent):
    """No page was sent the seed, a key of another seat, or what is stored of a key."""
    for seat, data in sent.items():
        assert str(SEED).encode() not in data, f"seat {seat} was sent the seed"
        for door, key in room.keys.items():
            assert hashed(key).encode() not in data, f"seat {seat} was sent a hash"
            if seat is None or door != seat_door(seat):
                assert key.encode() not in data, f"seat {seat} was sent the key of {door}"


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GAMES])
def test_no_page_is_sent_the_seed_or_the_key_of_another(lab, name):
    for setup in small_setups(GAMES[name])[:2]:
        check_bytes(*whole_game(lab, GAMES[name], setup))


@pytest.mark.slow
@pytest.mark.parametrize("maker", ["evil", "mind", "checked"])
def test_no_maker_of_codes_sends_seeds_or_keys(lab, maker):
    game = GAMES["mastermind"]
    setups = [setup for setup in small_setups(game) if setup.maker == maker]
    assert setups
    for setup in setups:
        check_bytes(*whole_game(lab, game, setup))


def test_pages_of_the_da_vinci_code_are_not_sent_seeds_or_keys(lab):
    game = GAMES["davinci"]
    check_bytes(*whole_game(lab, game, game.setup(players=2, tiles=6, hand=2)))


# --------------------------------------------------------------------- twins


def twins(game, setup, seat, most=5, redeals=400):
    """Two tables with other secrets that look alike to a seat, and the moves they share.

    Random moves often tell everything at once; those of a strategy may tell less.
    """
    best = None
    for seed, name in product(range(4), ["random", *game.strategies][:6]):
        found = twin_of(played_by(game, setup, seed, name, most), seat, redeals)
        if found is not None and (best is None or len(found[0]) > len(best[0])):
            best = found
        if best is not None and len(best[0]) > 1:
            break
    return best


def played_by(game, setup, seed, name, most):
    """The tables of a game that one strategy plays in all seats, turn by turn."""
    tables = [Table.dealt(game, setup, seed)]
    strategies = [find_strategy(game, name)] * len(tables[0].seats)
    while not tables[-1].over and len(tables) <= most:
        tables.append(tables[-1].step(strategies))
    return [table for table in tables if not table.over]


def twin_of(tables, seat, redeals):
    """The last of some tables that has a twin: its turns, and both at the start."""
    game, setup, seed = tables[0].game, tables[0].setup, tables[0].seed
    secrets = [game.deal(setup, generator(seed, 7, number)) for number in range(redeals)]
    starts = [
        start
        for secret in secrets
        if not same(secret, tables[0].secret)
        and alike(tables[0], start := Table.with_secret(game, setup, secret, SEED), seat)
    ]
    for last in reversed(tables):
        for start in starts[:60]:
            twin = replayed(start, last)
            if twin is not None and not twin.over and alike(last, twin, seat):
                return last.turns, Table.with_secret(game, setup, last.secret, SEED), start
    return None


def alike(one, two, seat):
    """Whether two tables look the same to a seat now and ever before."""
    pairs = [(one.undo(back), two.undo(back)) for back in range(len(one.turns) + 1)]
    return all(
        a.turn == b.turn
        and equal(a.sight(seat), b.sight(seat))
        and equal(a.history, b.history)
        for a, b in pairs
    )


def check_twins(lab, game, setup, seat, where="table"):
    """Play two games that look alike to a seat; its pages are the same all the time."""
    found = twins(game, setup, seat)
    if found is None:
        return 0
    turns, *tables = found
    rooms = [Room(lab, table) for table in tables]
    with ExitStack() as stack:
        taps = [stack.enter_context(closing(room.page(seat, where))) for room in rooms]
        return played_alike(rooms, taps, seat, turns)


def played_alike(rooms, taps, seat, turns):
    """Make the same moves in both rooms, ask for hints, and compare all the time."""
    compare(rooms, taps, seat)
    moves = [pair for turn in turns for pair in sorted(turn.items())]
    for mover, move in moves:
        for room in rooms:
            room.move(mover, move)
        compare(rooms, taps, seat)
    held = held_apart(rooms, seat)
    compare(rooms, taps, seat)
    for hint in HINTS if seat is not None else []:
        if all(hint in tap.buttons() for tap in taps):
            for tap in taps:
                tap.press(hint)
            compare(rooms, taps, seat, quiet=0.6)
    for tap in taps:
        tap.settle(1.5)
    compare(rooms, taps, seat)
    return len(moves) + held + 1


def held_apart(rooms, seat):
    """Let others make different moves in the two rooms, which are held; how many did."""
    awaited = rooms[0].told(seat)["awaited"]
    others = [other for other in awaited if other != seat]
    if seat not in awaited:
        others = others[:-1]  # one seat keeps the turn open
    for other in others:
        for room, which in zip(rooms, (0, -1), strict=True):
            path = f"/rooms/{room.id}/moves"
            _, found = room.lab.ask(path, key=room.key(other))
            body = {"move": found["moves"][which]}
            status, document = room.lab.ask(path, body, room.key(other))
            assert status == 200, document
    return len(others)


def compare(rooms, taps, seat, quiet=0.2):
    """What the API tells and what the pages show is the same in both rooms."""
    one, two = (room.plain(json.dumps(room.api(seat))) for room in rooms)
    assert one == two, "the API tells one secret from another"
    told = [room.told(seat) for room in rooms]
    for tap, document in zip(taps, told, strict=True):
        shows(tap, document)

    def settled():
        for tap in taps:
            tap.settle(quiet)
        return not difference(rooms, taps)

    try:
        until(settled, seconds=240, what="pages that are the same")
    except AssertionError:
        raise AssertionError(
            f"pages tell secrets apart: {difference(rooms, taps)}"
        ) from None


MOVES = ("class", "wk-fresh")  # of a board that was shown before its newest move


def difference(rooms, taps):
    """What is on one page and not on the other."""
    one, two = (
        [room.plain(str(part)) for _, part in tap.words() if part != MOVES]
        for room, tap in zip(rooms, taps, strict=True)
    )
    if one == two:
        return ""
    return sorted({*one} ^ {*two})[:6] or "the order of the words"


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", [*GAMES])
def test_secrets_that_look_alike_to_a_seat_give_it_the_same_pages(lab, name):
    game, compared = GAMES[name], 0
    for setup in small_setups(game)[:2]:
        for seat in (None, *range(game.seats(setup))[:2]):
            compared += check_twins(lab, game, setup, seat)
    assert compared > 3


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", [*gallery(), "spy"])
def test_every_written_game_tells_a_seat_only_what_it_sees(lab, name):
    text = Path("docs/examples/spy.game").read_text() if name == "spy" else name
    game = GAMES["written"]
    setup = game.setup(text=text)
    seats = (None, 0, game.seats(setup) - 1)
    compared = [check_twins(lab, game, setup, seat) for seat in dict.fromkeys(seats)]
    assert sum(compared) > 1


@pytest.mark.slow
@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize("name", ["davinci", "egghead"])
def test_who_watches_sees_no_more_than_who_plays(lab, name, seat):
    setup = small_setups(GAMES[name])[0]
    assert check_twins(lab, GAMES[name], setup, seat, "watch") > 1


@pytest.mark.parametrize("name", ["davinci", "hats"])
def test_a_review_while_the_game_goes_on_tells_only_what_its_seat_sees(lab, name):
    game = GAMES[name]
    found = twins(game, small_setups(game)[0], 0)
    assert found is not None
    turns, *tables = found
    rooms = [Room(lab, table) for table in tables]
    for turn in turns:
        for seat, move in sorted(turn.items()):
            for room in rooms:
                room.move(seat, move)
    with (
        closing(rooms[0].page(0, "review")) as one,
        closing(rooms[1].page(0, "review")) as two,
    ):
        for tap in (one, two):
            tap.settle(1.0)
        until(lambda: not difference(rooms, (one, two)), seconds=240, what="the same pages")
    for other in ("", rooms[0].keys[seat_door(1)]):
        key = f"&key={other}" if other else ""
        with pytest.raises(HTTPError, match="403"):
            Tap(lab, f"/review/{rooms[0].id}?seat=0{key}")


def test_the_da_vinci_code_tells_a_seat_only_what_it_sees(lab):
    game = GAMES["davinci"]
    assert check_twins(lab, game, game.setup(players=2, tiles=6, hand=2), 0) > 1


# Secrets that only one seat could tell apart, if at all, and the moves of every turn, in
# which nobody learns more; hats and faces are so told apart only by what pages show.
LATER: dict[str, Any] = {
    "hats": (
        {"players": 3, "rounds": 4},
        {
            0: [(0, 1, 1), (1, 1, 1)],
            2: [(1, 0, 0), (1, 0, 1)],
            None: [(0, 1, 0), (1, 1, 0)],
        },
        ["P", "P"],
    ),
    "muddy": (
        {"children": 4},
        {
            0: [(False, True, True, True), (True, True, True, True)],
            3: [(True, True, True, False), (True, True, True, True)],
            None: [(True, True, True, False), (False, True, True, True)],
        },
        ["unsure", "unsure"],
    ),
}


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("name", LATER)
def test_pages_are_the_same_also_later_in_the_game(lab, name, seat):
    assert played_later(lab, name, seat) > 5


@pytest.mark.slow
@pytest.mark.parametrize("where", ["table", "watch"])
@pytest.mark.parametrize("name", LATER)
def test_pages_are_the_same_later_in_the_game_for_the_last_seat(lab, name, where):
    seat = max(key for key in LATER[name][1] if key is not None)
    assert played_later(lab, name, seat, where) > 5


def played_later(lab, name, seat, where="table"):
    """Two games with other secrets and the same moves; how often they were compared."""
    game, (options, secrets, moves) = GAMES[name], LATER[name]
    setup = game.setup(**options)
    tables = [Table.with_secret(game, setup, secret, SEED) for secret in secrets[seat]]
    turns = [dict.fromkeys(tables[0].seats, game.parse_move(move, setup)) for move in moves]
    assert alike(*(after(table, turns) for table in tables), seat)
    rooms = [Room(lab, table) for table in tables]
    with ExitStack() as stack:
        taps = [stack.enter_context(closing(room.page(seat, where))) for room in rooms]
        return played_alike(rooms, taps, seat, turns)


def after(table, turns):
    """A table after some turns, which is not over then."""
    for turn in turns:
        table = table.play(turn)
    assert not table.over
    return table


def test_no_transcript_is_given_to_who_plays_until_the_game_is_over(lab):
    game = GAMES["muddy"]
    room = Room(lab, Table.with_secret(game, game.setup(), (True, False, False), SEED))
    path = f"/rooms/{room.id}/transcript"
    keys = ["", *room.keys.values()]
    while not room.told(None)["over"]:
        for key in keys:
            status, said = lab.ask(path, key=key)
            assert status == 403, said
            assert set(said) == {"error"}
            assert str(SEED) not in said["error"]
        for seat in room.told(None)["turn"]:
            room.move(seat, game.strategies["logician"](*seen_by(room, seat), None))
    documents = [lab.ask(path, key=key)[1] for key in keys]
    assert all(document == documents[0] for document in documents)
    assert documents[0]["deal"] == [True, False, False]


def seen_by(room, seat):
    """The sight and history of a seat, told again from the room's public moves."""
    game, table = room.game, room.table
    for event in room.told(None)["history"]:
        moves = {int(k): game.parse_move(m, table.setup) for k, m in event["moves"].items()}
        table = table.play(moves)
    return table.sight(seat), table.history


# -------------------------------------------------------------- planted leaks

LEAKS = {
    "seed": "real = views.view_of\n"
    "def leaky(room, *args, **options):\n"
    "    seen = real(room, *args, **options)\n"
    "    return replace(seen, names=(*seen.names[:-1], str(room.table.seed)))\n",
    "secret": "real = views.view_of\n"
    "def leaky(room, *args, **options):\n"
    "    seen = real(room, *args, **options)\n"
    "    return replace(seen, trouble=repr(room.table.secret)[:200])\n",
}
SERVE = """
import sys
from dataclasses import replace
from whoknows.web.rooms import live_rooms
from whoknows.web import views
from whoknows.play.table.eyes import View
{leak}
views.view_of = live_rooms.view_of = leaky
sys.argv = ["whoknows", *sys.argv[1:]]
from whoknows.cli.main import main
if __name__ == "__main__":
    main()
"""


class LeakyLab(Lab):
    """A lab whose pages tell what they must not."""

    leak = ""

    def command(self):
        script = self.folder / "leaky.py"
        script.write_text(SERVE.format(leak=LEAKS[self.leak]))
        return [sys.executable, str(script)]


@pytest.fixture
def leaky(tmp_path):
    labs = []

    def start(leak):
        labs.append(LeakyLab(tmp_path))
        labs[-1].leak = leak
        return labs[-1].start()

    yield start
    for lab in labs:
        lab.stop()


@pytest.mark.slow
def test_a_planted_seed_is_found(leaky):
    game = GAMES["davinci"]
    setup = game.setup(players=2, tiles=6, hand=2)
    with pytest.raises(AssertionError, match="was sent the seed"):
        check_bytes(*whole_game(leaky("seed"), game, setup, most=1))


@pytest.mark.slow
def test_a_planted_secret_is_found(leaky):
    game = GAMES["davinci"]
    setup = game.setup(players=2, tiles=6, hand=2)
    with pytest.raises(AssertionError, match="tell secrets apart"):
        check_twins(leaky("secret"), game, setup, 0)


# ------------------------------------------------------------ a code told in a move


def test_a_code_that_a_maker_tells_the_referee_reaches_nobody_else(lab):
    game = GAMES["mastermind"]
    setup = game.setup(pegs=4, colors=6, maker="checked")
    for seat in (0, None):
        rooms = [Room(lab, Table.with_secret(game, setup, (), SEED)) for _ in range(2)]
        with closing(rooms[0].page(seat)) as one, closing(rooms[1].page(seat)) as two:
            for room, code in zip(rooms, ("1234", "1243"), strict=True):
                room.move(1, game.parse_move(f"code {code}", setup))
            compare(rooms, (one, two), seat)
            for guess, answer in (("6655", "0,0"), ("1222", "2,0"), ("3311", "0,2")):
                for seat_of, move in ((0, guess), (1, f"answer {answer}")):
                    for room in rooms:
                        room.move(seat_of, game.parse_move(move, setup))
                    compare(rooms, (one, two), seat)
    assert rooms[0].told(1)["sight"]["code"] == [0, 1, 2, 3]
