"""Who has taken a seat has it alone: the host's copy of the invitation opens nothing."""

import asyncio

import pytest

from whoknows.errors import NotAllowed
from whoknows.play.room import Chair
from whoknows.store import open_store
from whoknows.store.rooms import find_room, take_seat
from whoknows.web import pools
from whoknows.web.host import Host
from whoknows.web.keys import seat_door

SMALL = {"players": 2, "tiles": 6, "hand": 2}


@pytest.fixture
def host(tmp_path):
    host = Host(open_store(str(tmp_path / "lab.db")), pools.thinkers(1))
    yield host
    host.close()


async def made(host):
    room = await host.create("davinci", SMALL, [Chair("Ann"), Chair("Bob")])
    return room, await host.find(room.room)


def test_a_seat_that_is_taken_opens_to_its_own_key_only(host):
    async def story():
        room, live = await made(host)
        invitation = room.keys[seat_door(1)]
        assert live.role(invitation).seat == 1
        own = await host.take(live, invitation)
        assert live.role(own).seat == 1
        with pytest.raises(NotAllowed, match="taken"):
            live.role(invitation)
        with pytest.raises(NotAllowed, match="taken"):
            await host.take(live, invitation)
        assert live.role(room.keys["host"]).seat == 0
        host.live.clear()  # and so it is after a start
        again = await host.find(room.room)
        assert again.role(own).seat == 1
        with pytest.raises(NotAllowed, match="taken"):
            again.role(invitation)

    asyncio.run(story())


def test_of_two_who_take_one_seat_at_two_labs_one_has_it(host):
    async def story():
        room, _ = await made(host)
        door = seat_door(1)
        take_seat(host.store, room.room, door, room.keys[door], "mine")
        with pytest.raises(NotAllowed, match="taken"):
            take_seat(host.store, room.room, door, room.keys[door], "also mine")
        with pytest.raises(NotAllowed, match="taken"):
            take_seat(host.store, room.room, door, "mine", "mine again")

    asyncio.run(story())


def test_only_hashes_are_kept(host):
    async def story():
        room, live = await made(host)
        own = await host.take(live, room.keys[seat_door(1)])
        stored = find_room(host.store, room.room)
        assert own not in str(stored)
        assert room.keys[seat_door(1)] not in str(stored)

    asyncio.run(story())


def test_the_seed_of_a_room_cannot_be_found_by_trying(host):
    async def story():
        seeds = []
        for _ in range(4):
            room, _ = await made(host)
            seeds.append(find_room(host.store, room.room).document["seed"])
        return seeds

    seeds = asyncio.run(story())
    assert len(set(seeds)) == 4
    assert max(seeds).bit_length() > 100  # by chance smaller once in 2^112 times


def test_programs_may_take_a_seat_too(lab):
    made = lab.create("davinci", setup=SMALL, chairs=["Ann", "Bob"])
    room, invitation = f"/rooms/{made['room']}", made["keys"]["seats"][1]
    status, joined = lab.ask(f"{room}/join", {}, invitation)
    assert (status, joined["key"], joined["seat"]) == (200, None, 1)
    status, joined = lab.ask(f"{room}/join?take=true", {}, invitation)
    assert status == 200
    assert lab.ask(f"{room}/sight", key=joined["key"])[1]["seat"] == 1
    assert lab.ask(f"{room}/sight", key=invitation)[0] == 403
    for door in ("host", "watcher"):
        key = made["keys"][door]
        assert lab.ask(f"{room}/join?take=true", {}, key)[1]["key"] is None
        assert lab.ask(f"{room}/sight", key=key)[0] == 200
