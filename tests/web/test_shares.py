"""A flood of one kind leaves the others alone: pools apart, shares, rooms woken again."""

import asyncio
import signal
import time

import pytest

from machine import PATIENCE, until_async
from whoknows.errors import Busy
from whoknows.play.table.room import Chair
from whoknows.store import open_store
from whoknows.web.rooms.host import Host

EGGS = {"players": 2, "tiles": 6, "hand": 2, "going_on": "never"}


@pytest.fixture
def host(tmp_path):
    host = Host(open_store(str(tmp_path / "lab.db")))
    yield host
    host.close()


def test_slow_checks_and_a_flood_of_hints_do_not_hold_up_a_room(host):
    async def story():
        slow = [host.checkers.submit(time.sleep, 600, who="from there") for _ in range(8)]
        hints, refused = [], 0
        for _ in range(400):
            try:
                hints.append(host.lookers.submit(time.sleep, 600, who="desk 1"))
            except Busy:
                refused += 1
        assert refused > 300
        made = await host.create("mastermind", {}, [Chair("Ann")], who="from here")
        live = await host.find(made.room)
        await host.move(live, live.role(made.keys["host"]), "1122", 0)
        assert not any(future.done() for future in [*slow, *hints])
        for future in [*slow, *hints]:
            future.cancel()

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_a_strategy_whose_worker_is_killed_moves_all_the_same(host):
    async def story():
        host.thinkers.start()
        made = await host.create("davinci", EGGS, [Chair("Ann"), Chair("Bo", "careful")])
        live = await host.find(made.room)
        running = host.thinkers.schedule.running
        for worker in [*host.thinkers.idle, *(job.worker for job in running)]:
            worker.signal(signal.SIGKILL)
        for _ in range(40):
            if live.room.table.over:
                return
            await until_async(lambda: live.trouble or not live.room.thinkers, "strategies")
            assert not live.trouble
            if not live.room.table.over:
                view = live.view(live.role(made.keys["host"]))
                move = view.game.move_name(view.game.moves(view.sight)[0])
                await host.move(live, live.role(made.keys["host"]), move)

    asyncio.run(asyncio.wait_for(story(), PATIENCE))
