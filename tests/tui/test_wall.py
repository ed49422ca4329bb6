"""The wall: worlds that look alike to the person give the same screen to the letter."""

from itertools import islice

import pytest

from tests.machine import in_time
from tests.test_conformance import lookalikes, random_play, small_setups
from tests.tui.screen import press, shown, still
from whoknows.catalog import GAMES
from whoknows.play.table.room import Chair, House, seated
from whoknows.store.kept_room import KeptRoom
from whoknows.store.rooms import add_room
from whoknows.store.sitting import Sitting
from whoknows.tui.tables.table import PLACES


@pytest.mark.parametrize("name", list(PLACES))
def test_worlds_that_look_alike_give_the_same_screen(name, store):
    found = list(islice(pairs(GAMES[name]), 2))
    assert len(found) == 2
    for table, twin, seat in found:
        assert table.secret != twin.secret
        assert screens(store, table, seat) == screens(store, twin, seat)


def pairs(game):
    """Games that look alike to the seat that is to move, after a turn or two."""
    for setup in small_setups(game):
        for table in random_play(game, setup, 1, most=3)[:0:-1]:
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
        async with shown(Sitting(KeptRoom(store, name, room), seat)) as (app, pilot):
            found = [await still(app, pilot)]
            for key in ("f1", "f3"):
                await press(app, pilot, key)
                found.append(await still(app, pilot))
                await press(app, pilot, "escape")
            return found

    return in_time(look())


NAMES: list[str] = []
