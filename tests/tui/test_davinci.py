"""The Da Vinci Code on the screen, played by keys and by mouse."""

import numpy as np
import pytest
from textual.widgets import Markdown

from tests.machine import in_time, steps_to
from tests.tui.screen import (
    SMALL,
    davinci,
    overflowing,
    press,
    rest,
    screen_text,
    shown,
    text,
)
from whoknows.games.davinci import GAME
from whoknows.games.davinci.knowledge import outlook, public_knowledge
from whoknows.games.davinci.rules import Guess, Place, Stop, agent_name, tile_name
from whoknows.store.sitting import resumed
from whoknows.tui.parts import Ask, Hint
from whoknows.tui.terminal_game import TerminalGame

QUICK = {"players": 3, "tiles": 14}


async def choose(app, pilot, move):
    """Make a move by keys: arrows to the tile, its number, Enter."""
    if isinstance(move, Stop):
        await press(app, pilot, "s")
    elif isinstance(move, Guess):
        for _ in range(40):
            if app.widget.spot == (move.seat, move.place):
                break
            await pilot.press("right")
        await press(app, pilot, *tile_name(move.tile)[1:], "enter")
    else:
        moves = GAME.moves(app.view.sight)
        await press(app, pilot, *["right"] * moves.index(move), "enter")


def best(app, strategy="aggressive"):
    """What a strategy would do in the person's place."""
    rng = np.random.default_rng(0)
    return GAME.strategies[strategy](app.view.sight, app.view.history, rng)


@pytest.mark.parametrize(
    "options", [QUICK, {"full": True, "tiles": 8, "players": 2}], ids=str
)
def test_a_whole_game_is_played_by_keys(store, options):
    async def play():
        async with shown(davinci(store, seed=5, **options)) as (app, pilot):
            for _ in steps_to(lambda: app.view.over, "the end of the game"):
                turns = app.view.turns
                await choose(app, pilot, best(app))
                assert app.view.turns > turns
            assert " win" in text(app, "#message")
            assert set(app.tally[0]) >= set(app.sitting.room.table.seats)
            assert "Bob " in text(app, "#told")  # what it learned is told now
            return app.sitting

    sitting = in_time(play())
    again = resumed(store, sitting.id).room
    assert again.table.over
    assert again.table.turns == sitting.room.table.turns


def test_own_tiles_are_seen_and_the_others_are_not(store):
    async def play():
        async with shown(davinci(store, **QUICK)) as (app, _):
            sight, lanes = app.view.sight, text(app, "#lanes").splitlines()
            assert all(tile_name(tile) in lanes[0] for tile in sight.hand)
            for seat in (1, 2):
                row = lanes[2 * seat]
                hidden = len(sight.table.hidden(seat))
                assert row.count("?") == hidden
                assert lanes[2 * seat + 1].split()[0].startswith(agent_name(seat))

    in_time(play())


def test_what_cannot_be_is_struck_out(store):
    async def play():
        async with shown(davinci(store, **QUICK)) as (app, _):
            view = outlook(public_knowledge(app.view.sight), 0, app.view.sight.word)
            assert set(app.widget.fits()) == set(view.chances()[app.widget.spot])
            struck = {tile for tile in app.widget.values() if "strike" in style(app, tile)}
            assert struck == set(app.widget.values()) - set(app.widget.fits())
            assert struck

    in_time(play())


def style(app, tile):
    return str(app.widget.value(tile).spans)


def wrong_guess(app):
    """A tile of the color of the picked one that it is known not to be."""
    return next(tile for tile in app.widget.values() if tile not in app.widget.fits())


def test_an_irrational_guess_is_warned_of_and_may_be_insisted_on(store):
    async def play():
        async with shown(davinci(store, **QUICK)) as (app, pilot):
            keys = [*tile_name(wrong_guess(app))[1:], "enter"]
            turns = app.view.turns
            await press(app, pilot, *keys)
            assert isinstance(app.screen, Ask)
            assert "You know that" in app.screen.query_one(Markdown).source
            assert overflowing(app) == []
            await press(app, pilot, "escape")
            assert app.view.turns == turns
            await press(app, pilot, "enter")
            await pilot.click("#choices", offset=(24, 0))
            await rest(app, pilot)
            mine = [event.moves[0] for event in app.view.history if 0 in event.moves]
            assert [move.insist for move in mine] == [True]

    in_time(play())


def test_a_guess_is_made_by_mouse(store):
    async def play():
        async with shown(davinci(store, **QUICK)) as (app, pilot):
            seat, place = app.widget.spots()[-1]
            await pilot.click("#lanes", offset=(16 + 6 * place + 2, 2 * seat))
            assert app.widget.spot == (seat, place)
            tile = min(app.widget.fits())
            at = app.widget.values().index(tile)
            await pilot.click("#controls", offset=(1 + 4 * at + 1, 2))
            assert app.widget.tile == tile
            before = app.view.turns
            await pilot.click("#controls", offset=(4, 3))
            await rest(app, pilot)
            assert app.view.turns > before
            assert app.view.history[before].moves[0] == Guess(seat, place, tile)

    in_time(play())


@pytest.mark.parametrize(
    ("key", "said"),
    [("f1", "worlds possible"), ("f2", "why the other tiles cannot"), ("f3", "leak-aware")],
)
def test_hints_are_shown_in_a_window(store, key, said):
    async def play():
        async with shown(davinci(store, **QUICK)) as (app, pilot):
            await press(app, pilot, key)
            assert isinstance(app.screen, Hint)
            assert said in app.screen.query_one(Markdown).source
            assert overflowing(app) == []

    in_time(play())


def test_stopping_before_a_right_guess_is_no_move(store):
    async def play():
        async with shown(davinci(store, **QUICK)) as (app, pilot):
            turns = app.view.turns
            await press(app, pilot, "s")
            assert app.view.turns == turns
            app.widget.action_stop()  # as a second click would
            await rest(app, pilot)
            assert "Stop is no move now; wanted: guess." in text(app, "#message")

    in_time(play())


def test_the_history_tells_what_each_turn_taught(store):
    async def play():
        async with shown(davinci(store, seed=5, **QUICK)) as (app, pilot):
            for _ in range(2):
                if not app.view.over:
                    await choose(app, pilot, best(app))
            view, table = app.view, app.sitting.room.table
            for turn in range(view.turns):
                before, after = (table.undo(view.turns - turn - k) for k in (0, 1))
                pair = [GAME.worlds(t.sight(0)) for t in (before, after)]
                if pair[0] != pair[1]:
                    assert f"you {pair[0]:,} → {pair[1]:,}" in text(app, "#told")

    in_time(play())


SLOW = """
from pathlib import Path
from time import sleep

def slow(sight, history, rng):
    for _ in range(30_000):
        if Path(GO).exists():
            break
        sleep(0.01)
    from whoknows.games.davinci import GAME
    return GAME.strategies["aggressive"](sight, history, rng)
"""


def test_strategies_think_elsewhere_and_the_screen_stays_awake(
    store, tmp_path, monkeypatch
):
    file, go = tmp_path / "slow.py", tmp_path / "go"
    file.write_text(SLOW.replace("GO", repr(str(go))))
    monkeypatch.setenv("WHOKNOWS_STRATEGIES", f"{file}:slow")  # a person has named it
    sittings = (
        davinci(store, seed=seed, strategy=f"{file}:slow", **QUICK) for seed in range(20)
    )
    sitting = next(one for one in sittings if one.room.thinkers)

    async def play():
        app = TerminalGame(sitting)
        async with app.run_test(size=SMALL) as pilot:
            for _ in range(500):
                await pilot.pause(0.01)
                if "thinks …" in text(app, "#message"):
                    break
            assert "thinks …" in text(app, "#message")
            before = app.theme
            await pilot.press("f5")  # a key is heard while a strategy thinks
            assert app.theme != before
            go.touch()
            await rest(app, pilot)
            assert 0 in app.sitting.room.awaited

    in_time(play())


SIZES = [
    {},
    {"players": 8, "hand": 2, "tiles": 16},
    {"full": True},
    {"hand": 10, "players": 2},
    {"hand": 13, "players": 2, "tiles": 26},
]


@pytest.mark.parametrize("options", SIZES, ids=str)
def test_80_columns_and_24_lines_are_enough(store, options):
    async def play():
        async with shown(davinci(store, strategy="random", **options), (120, 40)) as (
            app,
            pilot,
        ):
            if app.view.sight.table.phase == "arrange":
                await press(app, pilot, "enter")
            await pilot.resize_terminal(80, 24)
            await rest(app, pilot)
            assert overflowing(app) == []
            seen = screen_text(app)
            assert len(seen) == 24
            assert "F10 Quit" in seen[-1]

    in_time(play())


def test_a_drawn_tile_is_placed_where_the_person_wants(store):
    async def play():
        options = {"players": 2, "tiles": 8, "hand": 2, "drawing": True, "jokers": True}
        async with shown(davinci(store, seed=1, **options)) as (app, pilot):
            moves = [best(app)]
            for _ in steps_to(lambda: isinstance(moves[-1], Place), "a tile to place"):
                await choose(app, pilot, moves[-1])
                moves.append(best(app))
            await choose(app, pilot, moves[-1])

    in_time(play())
