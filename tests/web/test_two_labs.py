"""Two labs on one database: what is done at one is seen at the other, at once."""

import asyncio

import pytest

from machine import PATIENCE, in_time
from postgres import postgres_server
from whoknows.errors import UnknownName
from whoknows.play.room import Chair
from whoknows.store import open_store
from whoknows.web import pools
from whoknows.web.host import Host


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """A database of either kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "lab.db")
    else:
        with postgres_server() as url:
            yield url


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
