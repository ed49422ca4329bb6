"""A strategy in the lab makes the moves that the referee would have it make."""

import pytest

from machine import in_time, steps_to
from whoknows.analysis.worker_calls import chosen_move, move_question
from whoknows.catalog import GAMES
from whoknows.play.strategies import find_strategy
from whoknows.play.table.referee import Table, finish
from whoknows.play.table.room import Chair, Room
from whoknows.store import open_store
from whoknows.web.rooms.host import Host


async def played_in_the_lab(path, game, options, strategies, seed):
    """The moves of a whole game among strategies, as the lab's room has them."""
    host = Host(open_store(str(path)))
    chairs = [Chair(f"Seat {k + 1}", name) for k, name in enumerate(strategies)]
    try:
        made = await host.create(game, options, chairs, seed=seed)
        live = await host.find(made.room)
        for _ in steps_to(lambda: live.room.table.over, "the end of the game"):
            await host.step(live, live.role(made.keys["host"]))
        return live.room.table.turns
    finally:
        host.close()


@pytest.mark.parametrize("seed", [1, 2])
def test_the_lab_and_the_referee_play_the_same_game(tmp_path, seed):
    game = GAMES["davinci"]
    options = {"players": 2, "tiles": 12}
    strategies = ["random", "random"]
    in_the_lab = in_time(
        played_in_the_lab(tmp_path / "lab.db", "davinci", options, strategies, seed)
    )
    table = Table.dealt(game, game.setup(**options), seed)
    alone = finish(table, [find_strategy(game, name) for name in strategies])
    assert tuple(in_the_lab) == alone.turns


@pytest.mark.parametrize("name", GAMES)
def test_a_worker_makes_the_move_that_the_referee_would(name):
    """For a few turns of each game; its chances depend on seed, seat, and turn alone."""
    game = GAMES[name]
    setup = game.setup()
    table = Table.dealt(game, setup, 7)
    chairs = tuple(Chair(f"Seat {k + 1}", "random") for k in table.seats)
    for _ in range(6):
        moves = {}
        for seat in table.turn:
            moves[seat] = table.choice(seat, find_strategy(game, "random"))
            asked = move_question(Room(table, chairs), seat)
            assert chosen_move(*asked) == game.move_name(moves[seat])
        if table.over:
            break
        table = table.play(moves)
