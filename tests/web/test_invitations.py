"""Who has taken a seat has it alone: the host's copy of the invitation opens nothing."""

from contextlib import closing
from http.client import HTTPConnection

import pytest

from machine import PATIENCE, in_time
from whoknows.errors import NotAllowed
from whoknows.play.table.room import Chair
from whoknows.store import open_store
from whoknows.store.rooms import find_room, take_seat
from whoknows.web.rooms.host import Host
from whoknows.web.server.keys import seat_door
from whoknows.web.server.seat_cookie import MOST_SEATS, OwnSeat, read_seats, with_seat

SMALL = {"players": 2, "tiles": 6, "hand": 2}


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

    in_time(story())


def test_of_two_who_take_one_seat_at_two_labs_one_has_it(host):
    async def story():
        room, _ = await made(host)
        door = seat_door(1)
        take_seat(host.store, room.room, door, room.keys[door], "mine")
        with pytest.raises(NotAllowed, match="taken"):
            take_seat(host.store, room.room, door, room.keys[door], "also mine")
        with pytest.raises(NotAllowed, match="taken"):
            take_seat(host.store, room.room, door, "mine", "mine again")

    in_time(story())


def test_only_hashes_are_kept(host):
    async def story():
        room, live = await made(host)
        own = await host.take(live, room.keys[seat_door(1)])
        stored = find_room(host.store, room.room)
        assert own not in str(stored)
        assert room.keys[seat_door(1)] not in str(stored)

    in_time(story())


def test_the_seed_of_a_room_cannot_be_found_by_trying(host):
    async def story():
        seeds = []
        for _ in range(4):
            room, _ = await made(host)
            seeds.append(find_room(host.store, room.room).document["seed"])
        return seeds

    seeds = in_time(story())
    assert len(set(seeds)) == 4
    assert max(seeds).bit_length() > 100  # by chance smaller once in 2^112 times


def test_programs_may_take_a_seat_too(lab):
    made = lab.create("davinci", setup=SMALL, chairs=["Ann", "Bob"])
    room, invitation = f"/rooms/{made['room']}", made["keys"]["seats"][1]
    status, joined = lab.ask(f"{room}/join?take=true", {}, invitation)
    assert status == 200
    assert lab.ask(f"{room}/sight", key=joined["key"])[1]["seat"] == 1
    assert lab.ask(f"{room}/sight", key=invitation)[0] == 403
    for door in ("host", "watcher"):
        key = made["keys"][door]
        assert lab.ask(f"{room}/join?take=true", {}, key)[1]["key"] is None
        assert lab.ask(f"{room}/sight", key=key)[0] == 200


def test_who_looks_by_an_invitation_has_taken_its_seat(lab):
    made = lab.create("davinci", setup=SMALL, chairs=["Ann", "Bob"])
    room, invitation = f"/rooms/{made['room']}", made["keys"]["seats"][1]
    status, joined = lab.ask(f"{room}/join", {}, invitation)
    assert (status, joined["key"], joined["seat"]) == (200, None, 1)
    status, said = lab.ask(f"{room}/join?take=true", {}, invitation)
    assert (status, "taken" in said["error"]) == (403, True)  # who is invited finds out
    assert lab.ask(f"{room}/sight", key=invitation)[1]["seat"] == 1


@pytest.mark.parametrize("where", ["table", "watch"])
def test_a_host_who_opens_the_page_of_a_free_seat_is_found_out(lab, where):
    made = lab.create("davinci", setup=SMALL, chairs=["Ann", "Bob"])
    room, invitation = made["room"], made["keys"]["seats"][1]
    assert fetched(lab, f"/{where}/{room}?key={invitation}")[0] == 200
    assert lab.ask(f"/rooms/{room}/join?take=true", {}, invitation)[0] == 403


def test_a_seat_taken_at_one_lab_is_taken_at_the_other(host, tmp_path):
    other = Host(open_store(str(tmp_path / "lab.db")), host.thinkers)

    async def story():
        room, live = await made(host)
        there = await other.find(room.room)
        invitation = room.keys[seat_door(1)]
        own = await host.take(live, invitation)
        assert (await other.enter(room.room, own))[1].seat == 1
        assert there.role(own).seat == 1
        with pytest.raises(NotAllowed, match="taken"):
            await other.enter(room.room, invitation)

    in_time(story())
    other.store.close()


def test_an_invitation_opens_nothing_at_a_lab_that_has_not_heard(host, tmp_path):
    other = Host(open_store(str(tmp_path / "lab.db")), host.thinkers)

    async def story():
        room, live = await made(host)
        await other.find(room.room)
        await host.take(live, room.keys[seat_door(1)])
        with pytest.raises(NotAllowed, match="taken"):
            await other.enter(room.room, room.keys[seat_door(1)])

    in_time(story())
    other.store.close()


# ------------------------------------------------------- seats that a browser remembers


def fetched(lab, path, method="GET", **headers):
    """Status, headers, and length of the body of an answer, redirections not followed."""
    with closing(HTTPConnection("127.0.0.1", lab.port, timeout=PATIENCE)) as connection:
        connection.request(method, path, headers=headers)
        with connection.getresponse() as answer:
            return answer.status, dict(answer.getheaders()), answer.read()


def test_a_browser_remembers_its_seat_in_a_cookie_that_no_script_reads(lab):
    made = lab.create("davinci", setup=SMALL, chairs=["Ann", "Bob"])
    room, key = made["room"], made["keys"]["seats"][1]
    status, headers, _ = fetched(lab, f"/table/{room}?key={key}")
    assert status == 200
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    mine = cookie.partition(";")[0]
    _, _, page = fetched(lab, "/", Cookie=mine)
    assert f"/seat/{room}?seat=1".encode() in page
    assert b"you are Bob, with Ann" in page
    assert key.encode() not in page  # keys are in no page of the lab
    status, headers, _ = fetched(lab, f"/seat/{room}?seat=1", Cookie=mine)
    assert (status, headers["location"]) == (303, f"/table/{room}?key={key}")
    status, headers, _ = fetched(lab, f"/seat/{room}")
    assert (status, headers["location"]) == (303, f"/table/{room}")


def test_what_opens_nothing_is_not_remembered(lab):
    room = lab.create("davinci", setup=SMALL, chairs=["Ann", "Bob"])["room"]
    for path in (f"/table/{room}?key=wrong", f"/table/{room}", "/table/nowhere?key=k"):
        assert "set-cookie" not in fetched(lab, path)[1]
    forged = f"whoknows_seats={room}:wrong~nowhere:k~<b>:k"
    _, _, page = fetched(lab, "/", Cookie=forged)
    assert b"Your games" not in page
    status, headers, _ = fetched(lab, f"/seat/{room}?seat=1", Cookie=forged)
    assert (status, headers["location"]) == (303, f"/table/{room}")


def test_an_invitation_leads_back_to_the_seat_that_was_taken_by_it(lab):
    made = lab.create("davinci", setup=SMALL, chairs=["Ann", "Bob"])
    room, invitation = made["room"], made["keys"]["seats"][1]
    _, joined = lab.ask(f"/rooms/{room}/join?take=true", {}, invitation)
    mine = f"whoknows_seats={room}:{made['keys']['host']}~{room}:{joined['key']}"
    status, headers, _ = fetched(lab, f"/join/{room}?key={invitation}", Cookie=mine)
    assert (status, headers["location"]) == (303, f"/table/{room}?key={joined['key']}")
    assert fetched(lab, f"/join/{room}?key={invitation}")[0] == 403


NOWHERE = ["/nowhere", "/table/no", "/join/no", "/replay/no", "/new/no", "/learn/no"]


@pytest.mark.parametrize("path", [*NOWHERE, "/experiments/no"])
def test_what_is_not_there_is_a_404_with_a_way_onward(lab, path):
    status, _, page = fetched(lab, path)
    assert status == 404
    assert b'href=\\"/' in page or b'"href":"/' in page


def test_head_is_answered_like_get_and_without_a_body(lab):
    for path, status in [("/", 200), ("/table/no", 404), ("/api/games", 200)]:
        assert fetched(lab, path, "HEAD")[::2] == (status, b"")


def test_the_seats_of_a_browser_are_so_many_and_the_newest_first():
    text = ""
    for k in range(MOST_SEATS + 5):
        text = with_seat(read_seats(text), OwnSeat(f"room{k}", "k" * 32))
    seats = read_seats(with_seat(read_seats(text), OwnSeat("room30", "k" * 32)))
    assert len(seats) == MOST_SEATS
    assert [seat.room for seat in seats[:2]] == ["room30", f"room{MOST_SEATS + 4}"]
    assert len(text) < 4000


@pytest.mark.parametrize("path", ["/help", "/glossary", "/docs/index.md"])
def test_help_glossary_and_docs_are_served_by_the_lab(lab, path):
    assert fetched(lab, path)[0] == 200
    assert fetched(lab, "/docs")[0] == 307  # to its first page


@pytest.mark.parametrize(
    "path",
    [
        "/docs/../pyproject.toml",
        "/docs/%2e%2e/pyproject.toml",
        "/docs//etc/passwd",
        "/docs/api.py",
        "/docs/%00.md",
        f"/docs/{'x' * 300}.md",
    ],
)
def test_the_docs_serve_nothing_but_the_docs(lab, path):
    assert fetched(lab, path)[0] == 404
