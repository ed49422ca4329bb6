"""Two labs on one database: what is done at one is seen at the other, at once."""

import asyncio

from whoknows.play.room import Chair
from whoknows.store import open_store
from whoknows.web import pools
from whoknows.web.host import Host


def test_a_move_at_one_lab_is_seen_at_the_other(tmp_path):
    path = str(tmp_path / "lab.db")
    workers = pools.thinkers(1)
    one, two = (Host(open_store(path), workers) for _ in range(2))

    async def story():
        for host in (one, two):
            host.start()
        made = await one.create("mastermind", {"maker": "evil"}, [Chair("Ann")])
        here, there = await one.find(made.room), await two.find(made.room)
        seen = asyncio.Event()
        two.subscribe(there, seen.set)
        one.subscribe(here, lambda: None)
        role = here.role(made.keys["host"])
        await one.move(here, role, "1122", 0)
        await asyncio.wait_for(seen.wait(), 60)
        assert there.room.version == here.room.version == 1
        seen.clear()
        back = asyncio.Event()
        one.subscribe(here, back.set)
        await two.move(there, role, "1133", 1)
        await asyncio.wait_for(back.wait(), 60)
        assert here.room.version == 2
        for task in [*one.running, *two.running]:
            task.cancel()

    try:
        asyncio.run(story())
    finally:
        one.close()
        two.close()
