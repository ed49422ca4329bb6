"""Two labs on one database: what is done at one is seen at the other, at once."""

import asyncio
import signal
from contextlib import closing

import pytest
from sqlalchemy import delete, update

from machine import PATIENCE, in_time, until_async
from postgres import postgres_server
from tests.web.serving import Lab
from whoknows.analysis.what_if import WhatIf
from whoknows.errors import NotAllowed, OldVersion, UnknownName
from whoknows.experiments.experiment import Experiment
from whoknows.experiments.running.run import begin
from whoknows.play.table.room import Chair, House
from whoknows.store import open_store, schema
from whoknows.store.experiment_drivers import driven
from whoknows.store.experiment_rows import listed_entry
from whoknows.store.rooms import forget_rooms
from whoknows.web.experiment_runs import Runs
from whoknows.web.experiments import state
from whoknows.web.review_work import PlayedRoom
from whoknows.web.rooms.host import Host
from whoknows.web.server import workers as pools
from whoknows.web.server.keys import Role, seat_door


@pytest.fixture(scope="module")
def server():
    with postgres_server() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """A database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "lab.db")
    return request.getfixturevalue("server")


class Here:
    """Workers that are not other processes."""

    def start(self):
        pass

    close = start

    async def ask(self, function, *args, **_):
        return function(*args)


def test_a_move_at_one_lab_is_seen_at_the_other(database):
    workers = pools.thinkers(1)
    one, two = (Host(open_store(database), workers) for _ in range(2))

    async def story():
        for host in (one, two):
            host.start()
            with pytest.raises(UnknownName, match="no room"):
                await host.enter("\0", None)
        made = await one.create("mastermind", {"maker": "evil"}, [Chair("Ann")])
        here, there = await one.find(made.room), await two.find(made.room)
        seen = asyncio.Event()
        two.subscribe(there, seen.set)
        one.subscribe(here, lambda: None)
        role = here.role(made.keys["host"])
        await one.move(here, role, "1122", 0)
        await asyncio.wait_for(seen.wait(), PATIENCE)
        assert there.room.version == here.room.version == 1
        seen.clear()
        back = asyncio.Event()
        one.subscribe(here, back.set)
        await two.move(there, role, "1133", 1)
        await asyncio.wait_for(back.wait(), PATIENCE)
        assert here.room.version == 2

    try:
        in_time(story())
    finally:
        one.close()
        two.close()


SMALL = {"players": 2, "tiles": 6, "hand": 2}


@pytest.fixture
def labs(database):
    """Two hosts on one database that follow nothing: what they know they have asked for."""
    hosts = [Host(open_store(database), Here()) for _ in range(2)]
    yield hosts
    for host in hosts:
        host.close()


async def played(host, made, moves):
    """A room after some moves of its host."""
    live, role = await host.enter(made.room, made.keys["host"])
    for move in moves:
        await host.move(live, role, move)
    return live, role


def test_the_next_look_shows_what_the_other_lab_has_said_is_so(labs):
    one, two = labs

    async def story():
        house, setup = House(undo=True), {"rows": 2}
        made = await one.create("mastermind", setup, [Chair("Ann")], house, seed=1)
        key = made.keys["host"]
        known, _ = await two.enter(made.room, key)
        loaded = two.live[made.room]
        live, role = await played(one, made, ["1122"])
        assert (await two.enter(made.room, key))[0].room == live.room
        await one.undo(live, role)
        assert (await two.find(made.room)).room == live.room
        await played(one, made, ["1122", "1133"])
        there, its_role = await two.enter(made.room, key)
        assert two.transcript(there, its_role) == one.transcript(live, role)
        branch = await one.branch(live, PlayedRoom.of(live.room), what_if())
        there = await two.find(made.room)
        assert [b["room"] for b in there.kept.document["branches"]] == [branch]
        new = await one.rematch(live, role)
        assert (await two.find(made.room)).next == live.next == new
        assert await two.rematch(*await two.enter(made.room, key)) == new
        assert there is known is loaded, "it is brought up to date where it is"

    in_time(story())


def what_if():
    """Another first move."""
    return WhatIf(1, 0, "4455", ("first",))


def test_an_old_invitation_opens_nothing_wherever_its_seat_was_taken(labs):
    one, two = labs

    async def story():
        made = await one.create("davinci", SMALL, [Chair("Ann"), Chair("Bob")])
        invitation = made.keys[seat_door(1)]
        await two.find(made.room)
        own = await one.take(await one.find(made.room), invitation)
        there = await two.find(made.room)
        with pytest.raises(NotAllowed, match="taken"):
            there.role(invitation)
        with pytest.raises(NotAllowed, match="taken"):
            await two.enter(made.room, invitation)
        with pytest.raises(NotAllowed, match="taken"):
            await two.take(there, invitation)
        assert (await two.enter(made.room, own))[1].seat == 1

    in_time(story())


def test_who_comes_by_one_invitation_several_times_at_once_has_the_seat(labs):
    async def story():
        made = await labs[0].create("davinci", SMALL, [Chair("Ann"), Chair("Bob")])
        entered = [lab.enter(made.room, made.keys[seat_door(1)]) for lab in labs * 4]
        return [role.seat for _, role in await asyncio.gather(*entered)]

    assert in_time(story()) == [1] * 8


def test_a_room_that_one_lab_forgets_is_not_there_at_the_other(labs):
    one, two = labs
    told = []

    async def story():
        made, other = [await one.create("mastermind", {}, [Chair("Ann")]) for _ in "12"]
        live, role = await two.enter(made.room, made.keys["host"])
        two.subscribe(live, lambda: told.append(live.trouble))
        await two.find(other.room)
        remove(one.store, made.room)
        with pytest.raises(UnknownName, match="no room"):
            await two.move(live, role, "1122")
        with pytest.raises(UnknownName, match="no room"):
            await two.enter(made.room, made.keys["host"])
        assert told == ["this game is no longer kept"]
        with pytest.raises(UnknownName, match="no room"):
            await two.find(made.room)
        assert (await two.find(other.room)).id == other.room

    in_time(story())


def remove(store, room):
    """Forget a room as a lab does that finds it too old."""
    rows = schema.room_changes
    with store.writing() as connection:
        others = [{"id": f"{room}{k}", "game": "toy"} for k in range(40)]
        for other in others:
            values = {"document": {}, "keys": {}, "program": "", "made": "", "over": 0}
            connection.execute(schema.rooms.insert().values(**other, **values))
            now = {"room": other["id"], "count": 0, "last": "2999"}
            connection.execute(rows.insert().values(now))
        connection.execute(update(rows).where(rows.c.room == room).values(last="2020"))
    assert forget_rooms(store, 365) == 1


def test_what_is_known_already_is_not_read_again(labs, monkeypatch):
    one, _ = labs

    async def story():
        made = await one.create("mastermind", {}, [Chair("Ann")])
        live, role = await one.enter(made.room, made.keys["host"])
        monkeypatch.setattr("whoknows.web.rooms.live_rooms.written_room", None)
        await one.move(live, role, "1122")
        for _ in range(3):
            assert (await one.find(made.room)).room.version == 1

    in_time(story())


def test_a_move_of_ones_own_that_is_being_written_is_waited_for(labs, monkeypatch):
    """Also by who looks in between, when the database has it and we have not heard so."""
    one, _ = labs

    async def story():
        made = await one.create("mastermind", {}, [Chair("Ann")])
        live, role = await one.enter(made.room, made.keys["host"])
        monkeypatch.setattr("whoknows.web.rooms.live_rooms.written_room", None)
        looks = []

        async def look():
            async with asyncio.timeout(PATIENCE):
                while not looks or looks[-1] < 3:
                    looks.append((await one.find(made.room)).room.version)
                    await asyncio.sleep(0)

        looking = asyncio.create_task(look())
        for code in ("1122", "1133", "1144"):
            await one.move(live, role, code)
        await asyncio.wait_for(looking, PATIENCE)
        assert looks == sorted(looks)

    in_time(story())


def test_a_wish_to_take_a_move_back_is_seen_and_answered_at_the_other_lab(labs):
    one, two = labs

    async def story():
        people, house = [Chair("Ann"), Chair("Bob"), Chair("Cyd")], House(undo=True)
        deal = [True, True, True]
        made = await one.create("muddy", {"children": 3}, people, house, deal=deal)
        here, there = [await lab.find(made.room) for lab in labs]
        for seat in range(3):
            await one.move(here, Role(seat), "unsure")
        assert (await two.find(made.room)).asked is None
        await one.undo(here, Role(0))
        assert (await two.find(made.room)).asked.seat == 0
        await two.answer_undo(there, Role(1), agree=False)
        assert (await one.find(made.room)).asked is None
        assert here.answer == (await two.find(made.room)).answer == "Bob does not agree."
        await two.undo(there, Role(0))
        assert (await one.find(made.room)).asked.seat == 0
        await one.answer_undo(here, Role(1), agree=True)
        assert (await two.find(made.room)).asked.agreed == {1}
        await two.answer_undo(there, Role(2), agree=True)
        for lab in labs:
            live = await lab.find(made.room)
            assert (live.room.version, live.room.table.turns) == (2, ())
            assert (live.asked, live.answer) == (None, "")

    in_time(story())


def test_of_what_two_labs_say_at_once_nothing_is_lost(labs):
    one, two = labs

    async def story():
        people = [Chair(name) for name in ("Ann", "Bob", "Cyd", "Dan")]
        options, house = {"children": 4}, House(undo=True)
        made = await one.create("muddy", options, people, house, deal=[True] * 4)
        here, there = [await lab.find(made.room) for lab in labs]
        for seat in range(4):
            await one.move(here, Role(seat), "unsure")
        await two.find(made.room)
        await one.move(here, Role(0), "unsure")
        with pytest.raises(OldVersion):
            await two.undo(there, Role(0))  # it had not heard of the move
        assert (await one.find(made.room)).asked is None
        await two.undo(there, Role(0))
        await one.find(made.room)
        said = [(one, here, 1), (two, there, 2), (one, here, 3)]
        await asyncio.gather(
            *(lab.answer_undo(live, Role(seat), agree=True) for lab, live, seat in said)
        )
        assert (await two.find(made.room)).room.table.turns == ()

    in_time(story())


def test_an_experiment_that_runs_at_one_lab_is_under_way_at_the_other(labs, monkeypatch):
    """Until it has ended, or its lab has said nothing for a while."""
    experiment = Experiment("mastermind", games=9, strategies=(("first",),))
    entry = begin(labs[0].store, experiment)

    async def story():
        gate = asyncio.Event()
        one, two = (Runs(lab.store, drivers=Gate(gate)) for lab in labs)
        assert states(one, two, entry) == ["0 of 9 games"] * 2
        one.start(entry.id, 1)
        await until_async(lambda: "another lab" in states(one, two, entry)[1], "its word")
        await until_async(lambda: "5 games" in states(one, two, entry)[1], "another word")
        assert states(one, two, entry)[0] == "5 games"
        two.start(entry.id, 1)
        await until_async(lambda: not two.going(entry.id), "it to be refused")
        assert "another lab" in two.known[entry.id].wrong
        gate.set()
        await until_async(lambda: not one.going(entry.id), "its end")
        assert states(one, two, entry) == ["0 of 9 games"] * 2
        assert driven(labs[0].store, entry.id, "killed", "starting")
        assert not driven(labs[1].store, entry.id, "other", "starting")
        assert "another lab" in states(one, two, entry)[1]
        monkeypatch.setattr("whoknows.store.experiment_drivers.SILENT", -1)
        assert states(one, two, entry)[1] == "0 of 9 games"
        assert driven(labs[1].store, entry.id, "other", "starting")

    in_time(story())


class Gate:
    """A driver that says one word, and ends when it is let."""

    def __init__(self, gate):
        self.gate = gate

    async def ask(self, *_, tell, **__):
        tell(0.5, "5 games")
        await asyncio.wait_for(self.gate.wait(), PATIENCE)


def states(one, two, entry):
    """How far an experiment is, at each lab."""
    return [state(runs, listed_entry(runs.store, entry.id)) for runs in (one, two)]


@pytest.mark.slow
def test_what_a_lab_answered_the_other_answers_too(database, tmp_path):
    """While it goes on, after it was stopped, and after it was killed."""
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    one, two = (Lab(folder, "--db", database).start() for folder in folders)
    try:
        compare(one, two, lambda: None)
        for how in (signal.SIGTERM, signal.SIGKILL):
            compare(one, two, lambda how=how: one.stop(how))
            one.start()
    finally:
        one.stop()
        two.stop()


def compare(one, two, end):
    """What a lab answers before its end, and what another one that knew less does then."""
    made = one.create("davinci", setup=SMALL, chairs=["Ann", "Bob"])
    room, invitation = f"/rooms/{made['room']}", made["keys"]["seats"][1]
    alone = one.create("mastermind", setup={"rows": 2}, chairs=["Ann"])
    other, key = f"/rooms/{alone['room']}", alone["keys"]["host"]
    for each in (room, other):
        assert two.ask(each)[0] == 200
    own = one.ask(f"{room}/join?take=true", {}, invitation)[1]["key"]
    for code in ("1122", "1133"):
        one.ask(f"{other}/moves", {"move": code}, key)
    paths = (other, f"{other}/transcript", f"{other}/review")
    said = [one.ask(path, key=key) for path in paths]
    after = one.ask(f"{other}/rematch", {}, key)
    end()
    assert [two.ask(path, key=key) for path in paths] == said
    assert [status for status, _ in said] == [200] * 3
    assert two.ask(f"{room}/sight", key=invitation)[0] == 403
    assert two.ask(f"{room}/sight", key=own)[1]["seat"] == 1
    assert two.ask(f"{other}/rematch", {}, key) == after
    with closing(open_store(two.options[-1])) as store, store.writing() as connection:
        connection.execute(delete(schema.rooms).where(schema.rooms.c.id == alone["room"]))
    assert two.ask(other, key=key)[0] == 404
