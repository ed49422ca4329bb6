"""Rooms whose moves take long are worked out by workers: never by the server itself."""

import pytest

from machine import in_time
from whoknows.catalog import GAMES
from whoknows.errors import IllegalMove
from whoknows.play.face.face import face_of
from whoknows.play.table.room import Chair, House
from whoknows.store import open_store
from whoknows.web.rooms import slow_rooms
from whoknows.web.rooms.host import Host
from whoknows.web.rooms.past import Past
from whoknows.web.server.keys import seat_door

EVIL = {"pegs": 2, "colors": 3, "maker": "evil", "rows": 9}


class Desk:
    """Workers of whom nothing but what they were asked is remembered."""

    def __init__(self):
        self.asked = []

    def start(self):
        pass

    close = start

    async def ask(self, function, *args, **_):
        self.asked.append(function.__name__)
        return function(*args)

    def submit(self, function, *args, **_):
        raise AssertionError(function)


@pytest.fixture
def host(tmp_path):
    host = Host(open_store(str(tmp_path / "lab.db")), Desk())
    yield host
    host.store.close()


@pytest.fixture
def all_slow(monkeypatch):
    monkeypatch.setattr(slow_rooms, "is_slow", lambda document: True)


def played(host, moves=("12", "13")):
    """A room in which some moves are made, and the second is taken back."""

    async def story():
        made = await host.create("mastermind", EVIL, [Chair("Ann")], House(undo=True))
        live = await host.find(made.room)
        role = live.role(made.keys["host"])
        for at, move in enumerate(moves):
            await host.move(live, role, move, at)
        with pytest.raises(IllegalMove):
            await host.move(live, role, "99", len(moves))
        await host.undo(live, role)
        past = Past(live.room, host.folders(live))
        moments = await past.moments([0], past.end)
        host.live.clear()
        again = await host.find(made.room)
        assert again.room == live.room
        assert again.room.game is live.room.game
        return live.room, [moment.history for moment in moments]

    return in_time(story())


def test_a_slow_room_is_played_by_workers_alone(host, all_slow, monkeypatch):
    def here(*_):
        raise AssertionError("worked out in the server")

    monkeypatch.setattr(slow_rooms, "timed", here)
    monkeypatch.setattr("whoknows.web.rooms.past.past_tables", here)
    played(host)
    assert set(host.thinkers.asked) == {
        "tried_deal", "changed_there", "folded_there", "tables_there",
    }  # fmt: skip


def test_a_quick_room_asks_no_worker_for_a_move(host):
    played(host)
    assert set(host.thinkers.asked) == {"tried_deal"}


def test_both_ways_lead_to_the_same_room(host, monkeypatch):
    room, past = played(host)
    monkeypatch.setattr(slow_rooms, "is_slow", lambda document: True)
    slow, slow_past = played(host)
    assert slow.table.turns == room.table.turns
    assert slow.table.history == room.table.history
    assert (slow.version, slow_past) == (room.version, past)


def test_a_room_that_becomes_slow_is_noticed(host, monkeypatch):
    monkeypatch.setattr(slow_rooms, "SLOW", -1.0)
    played(host)
    assert "changed_there" in host.thinkers.asked


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize("game", ["davinci", "mastermind", "muddy"])
def test_a_move_reaches_every_seat_with_the_state_computed_once(
    host, game, slow, monkeypatch
):
    folded, play = [], GAMES[game].play

    def once(state, moves):
        folded.append(moves)
        return play(state, moves)

    async def story():
        seats = len(face_of(GAMES[game]).usual_chairs(GAMES[game].setup()))
        chairs = [Chair(f"Seat {seat}") for seat in range(seats)]
        made = await host.create(game, {}, chairs, House())
        live = await host.find(made.room)
        roles = [live.role(made.keys[seat_door(seat)]) for seat in range(seats)]
        monkeypatch.setattr(slow_rooms, "is_slow", lambda document: slow)
        monkeypatch.setattr(type(GAMES[game]), "play", staticmethod(once))
        table = live.room.table
        for seat in table.turn[-1:]:  # the last of those who move at the same time
            for other in table.turn[:-1]:
                await host.move(live, roles[other], first_move(live, other))
            folded.clear()
            await host.move(live, roles[seat], first_move(live, seat))
        assert [live.view(role).turns for role in roles] == [1] * seats

    in_time(story())
    assert len(folded) == 1


def first_move(live, seat):
    game = live.room.game
    return game.move_name(game.moves(live.room.table.sight(seat))[0])
