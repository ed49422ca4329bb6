"""The wall: worlds that look alike to the person give the same screen to the letter."""

import asyncio

import pytest

from tests.test_conformance import lookalikes, random_play, small_setups
from tests.tui.screen import press, shown
from whoknows.catalog import GAMES
from whoknows.play.room import Chair, House, seated
from whoknows.store.rooms import add_room
from whoknows.tui.sitting import Sitting
from whoknows.tui.table import PLACES


@pytest.mark.parametrize("name", list(PLACES))
def test_worlds_that_look_alike_give_the_same_screen(name, store):
    game, found = GAMES[name], 0
    for setup in small_setups(game)[:3]:
        pair = next(pairs(random_play(game, setup, 1, most=2)), None)
        if pair is not None:
            found += 1
            assert pair[0].secret != pair[1].secret
            one, other = (screens(store, table, pair[2]) for table in pair[:2])
            assert one == other
    assert found >= 2


def pairs(tables):
    """Games that look alike to the seat that is to move, the later ones first."""
    for table in reversed(tables):
        for seat in table.turn[:1]:
            for twin in lookalikes(table, seat)[:1]:
                yield table, twin, seat


def screens(store, table, seat):
    """The screen of a person in this seat, and the windows with hints."""
    chairs = [
        Chair("You") if other == seat else Chair("random", "random")
        for other in table.seats
    ]
    room = seated(table, chairs, House(undo=True))
    name = f"room {len(NAMES)}"
    NAMES.append(name)
    add_room(store, name, table.game.name, {"chairs": []}, {})

    async def look():
        async with shown(Sitting(store, name, room, seat)) as (app, pilot):
            found = [app.export_screenshot()]
            for key in ("f1", "f2", "f3"):
                await press(app, pilot, key)
                found.append(app.export_screenshot())
                await press(app, pilot, "escape")
            return found

    return asyncio.run(look())


NAMES: list[str] = []
