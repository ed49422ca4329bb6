"""Mastermind on the screen, played by keys and by mouse."""

import asyncio
import os
import time

import psutil
import pytest
from textual.widgets import Markdown

from tests.machine import PATIENCE, in_time, steps_to, until, until_async
from tests.tui.screen import mastermind, overflowing, press, rest, screen_text, shown, text
from whoknows.games.mastermind.rules import Answer, Rules
from whoknows.games.mastermind.strategies import next_guess
from whoknows.store.sitting import resumed
from whoknows.tui.parts import Ask, Hint
from whoknows.tui.tables.mastermind_pegs import Numbers, Row
from whoknows.tui.terminal_game import TerminalGame

CLASSIC = Rules(4, 6)


def test_a_whole_game_is_played_by_keys(store):
    async def play():
        async with shown(mastermind(store)) as (app, pilot):
            for _ in steps_to(lambda: app.view.over, "the end of the game"):
                guess = next_guess(CLASSIC, app.view.sight.lines, "parts")
                await press(app, pilot, *CLASSIC.code_name(guess), "enter")
            lines = app.view.sight.lines
            code = CLASSIC.code_name(lines[-1].guess)
            assert f"You found the code {code} in {len(lines)} guesses." in text(
                app, "#message"
            )
            assert "the code" in text(app, "#rows")
            return app.sitting

    sitting = in_time(play())
    again = resumed(store, sitting.id)
    assert again.room.table.over
    assert again.room.table.history == sitting.room.table.history


def test_each_line_shows_its_pins_and_the_codes_that_are_left(store):
    async def play():
        async with shown(mastermind(store, seed=4)) as (app, pilot):
            await press(app, pilot, *"1122", "enter")
            [line] = app.view.sight.lines
            left = app.view.game.worlds(app.view.sight)
            row = text(app, "#rows").splitlines()[0]
            assert row.split()[:5] == ["1", "1", "1", "2", "2"]
            assert row.count("●") == line.answer.black
            assert row.count("○") == line.answer.white
            assert row.endswith(f"{left:,} left")
            assert f"you 1,296 → {left:,}" in text(app, "#told")

    in_time(play())


def test_arrows_and_backspace_put_a_guess_together(store):
    async def play():
        async with shown(mastermind(store)) as (app, pilot):
            await press(app, pilot, "up", "up", "right", "down", "right", "3", "4", "5")
            assert app.widget.made.text == "2635"
            await press(app, pilot, "backspace", "left", "backspace")
            assert app.widget.made.pegs == (1, 5, None, None)
            await press(app, pilot, "x", "7", "0")  # no colors
            assert app.widget.made.pegs == (1, 5, None, None)

    in_time(play())


def test_a_guess_is_put_together_by_mouse(store):
    async def play():
        async with shown(mastermind(store)) as (app, pilot):
            for color in (2, 2, 3, 6):
                await pilot.click("#fields", offset=(4 * (color - 1) + 1, 0))
            assert app.widget.made.text == "2236"
            await pilot.click("#rows", offset=(5, 0))
            await pilot.click("#fields", offset=(1, 0))
            assert app.widget.made.text == "1236"
            await pilot.click("#rows", offset=(22, 0))  # Enter
            await rest(app, pilot)
            assert [line.guess for line in app.view.sight.lines] == [(0, 1, 2, 5)]

    in_time(play())


def test_a_guess_that_is_not_whole_is_refused_with_a_message(store):
    async def play():
        async with shown(mastermind(store)) as (app, pilot):
            await press(app, pilot, *"12", "enter")
            assert "'12' has 2 colors; a code has 4." in text(app, "#message")
            assert app.view.turns == 0
            assert app.widget.made.text == "12"

    in_time(play())


def test_a_second_enter_is_not_a_second_move(store, monkeypatch):
    calls, gate = [], asyncio.Event()

    async def late(_app, ask, *_):
        if ask == "warning" and calls:  # a second warning comes late
            await asyncio.wait_for(gate.wait(), PATIENCE)
        calls.append(ask)

    monkeypatch.setattr(TerminalGame, "on_face", late)

    async def play():
        async with shown(mastermind(store)) as (app, pilot):
            await pilot.press(*"1122")
            app.widget.action_enter()
            app.widget.action_enter()
            try:
                await until_async(
                    lambda: app.view.turns and not app.busy, "the first move", seconds=60
                )
            finally:
                gate.set()
            await rest(app, pilot)
            assert app.view.turns == 1

    in_time(play())


def test_the_rules_are_those_of_the_other_screens(store):
    async def play():
        async with shown(mastermind(store)) as (app, pilot):
            assert "F7 Rules" in screen_text(app)[-1]
            await press(app, pilot, "f7")
            assert isinstance(app.screen, Hint)
            assert app.screen.query_one(Markdown).source.startswith(app.face.rules())
            assert overflowing(app) == []

    in_time(play())


def endless_hint(path):
    """What a worker is asked in place of a hint."""
    path.write_text(str(os.getpid()))
    time.sleep(PATIENCE)


def test_a_hint_that_takes_too_long_is_stopped_and_its_worker_killed(
    store, tmp_path, monkeypatch
):
    path = tmp_path / "pid"

    async def endless(app, *_):
        return await app.think(endless_hint, path)

    monkeypatch.setattr(TerminalGame, "on_face", endless)

    async def play():
        async with shown(mastermind(store)) as (app, pilot):
            await pilot.press("f1")
            worker = await asyncio.to_thread(process_named, path)
            await pilot.press("escape")
            await rest(app, pilot)
            assert not app.busy
            assert "Your guess" in text(app, "#message")
            await asyncio.to_thread(worker.wait, PATIENCE)

    in_time(play())


def process_named(path):
    """The process that wrote its number there."""
    return until(lambda: psutil.Process(int(path.read_text())), what="its number")


@pytest.mark.parametrize(
    ("key", "said"),
    [("f1", "codes are possible"), ("f2", "codes agree so far"), ("f3", "bits")],
)
def test_hints_are_shown_in_a_window(store, key, said):
    async def play():
        async with shown(mastermind(store)) as (app, pilot):
            await press(app, pilot, *"1122", "enter")
            await press(app, pilot, key)
            assert isinstance(app.screen, Hint)
            assert said in app.screen.query_one(Markdown).source
            assert overflowing(app) == []
            await press(app, pilot, "enter")
            assert not isinstance(app.screen, Hint)
            assert app.view.turns == 1  # the key that closed it moved nothing

    in_time(play())


def test_a_guess_that_can_tell_nothing_is_warned_of(store):
    async def play():
        async with shown(mastermind(store, seed=1, pegs=2, colors=2)) as (app, pilot):
            await press(app, pilot, *"12", "enter")
            if app.view.over:
                return
            await press(app, pilot, *"12", "enter")
            assert isinstance(app.screen, Ask)
            await press(app, pilot, "n")
            assert app.view.turns == 1
            await press(app, pilot, "enter")
            await press(app, pilot, "y")
            await rest(app, pilot)
            assert app.view.turns == 2

    in_time(play())


def test_a_move_is_taken_back_where_the_house_allows_it(store):
    async def play():
        async with shown(mastermind(store)) as (app, pilot):
            await press(app, pilot, *"1122", "enter")
            await press(app, pilot, *"3344", "enter")
            await press(app, pilot, "f4")
            assert [line.guess for line in app.view.sight.lines] == [(0, 0, 1, 1)]
            await press(app, pilot, *"5566", "enter")
            assert len(app.tally) == 3
            return app.sitting

    sitting = in_time(play())
    assert resumed(store, sitting.id).room == sitting.room


def test_a_maker_answers_and_is_caught(store):
    code = (2, 0, 4, 1)

    async def play():
        async with shown(mastermind(store, maker="mind")) as (app, pilot):
            assert "Think of a code." in text(app, "#message")
            for _ in steps_to(lambda: app.view.sight.disputed is not None, "a dispute"):
                await press(app, pilot, "0", "0", "enter")  # which soon cannot be
            assert "No code agrees" in text(app, "#message")
            assert "in dispute" in text(app, "#rows")
            for _ in steps_to(lambda: not app.view.sight.every_line, "the start"):
                await press(app, pilot, "f4")
            for _ in steps_to(lambda: app.view.over, "the end of the game"):
                answer = CLASSIC.answer(app.view.sight.pending, code)
                await press(app, pilot, str(answer.black), str(answer.white), "enter")
            assert "parts found the code 3152" in text(app, "#message")

    in_time(play())


def test_a_dispute_is_settled_by_a_correction(store):
    async def play():
        async with shown(mastermind(store, maker="mind", pegs=2, colors=3)) as (app, pilot):
            for _ in steps_to(lambda: app.view.sight.disputed is not None, "a dispute"):
                await press(app, pilot, "0", "0", "enter")
            lines = len(app.view.sight.every_line)
            settling = app.view.game.moves(app.view.sight)[0].changes[0]
            place, answer = settling
            keys = [str(place + 1), str(answer.black), str(answer.white)]
            await press(app, pilot, *keys, "enter")
            assert app.view.sight.disputed is None
            assert len(app.view.sight.lines) == lines
            assert app.view.sight.lines[place].answer == answer

    in_time(play())


def test_numbers_are_clicked(store):
    async def play():
        async with shown(mastermind(store, maker="mind")) as (app, pilot):
            await pilot.click("#fields", offset=(10, 0))
            await pilot.click("#fields", offset=(10, 0))
            await pilot.click("#fields", offset=(6, 0))
            assert app.widget.made.text == "answer 1,0"

    in_time(play())


@pytest.mark.parametrize(
    "options",
    [{}, {"pegs": 8, "colors": 4}, {"colors": 12}, {"rows": 30}, {"maker": "evil"}],
    ids=str,
)
def test_80_columns_and_24_lines_are_enough(store, options):
    async def play():
        async with shown(mastermind(store, **options), (120, 40)) as (app, pilot):
            pegs = app.view.setup.pegs
            await press(app, pilot, *"1" * pegs, "enter")
            await pilot.resize_terminal(80, 24)
            await rest(app, pilot)
            assert overflowing(app) == []
            seen = screen_text(app)
            assert len(seen) == 24
            assert any("> 2" in line for line in seen)
            assert "F10 Quit" in seen[-1]

    in_time(play())


def test_the_next_row_of_a_long_board_is_in_sight(store):
    sitting = mastermind(store, rows=40, maker="evil")
    for _ in range(24):
        sitting = sitting.moved("1112")

    async def play():
        async with shown(sitting) as (app, pilot):
            assert any(">25" in line for line in screen_text(app))
            await press(app, pilot, *"1113", "enter")
            assert any(">26" in line for line in screen_text(app))

    in_time(play())


def test_rows_and_numbers_stay_within_their_bounds():
    row = Row((None, None)).put(3).put(1).put(2)
    assert (row.pegs, row.at) == ((3, 2), 1)
    assert row.moved(-9).at == 0
    assert row.turned(1, 3).pegs == (3, 0)
    fields = Numbers(("line", "black", "white"), (2, 1, 1), (2, 4, 4))
    assert fields.turned(5).values[0] == 2
    assert fields.turned(-5).values[0] == 1
    assert fields.text == "correct 2:1,1"
    assert Numbers(("black",), (3,), (4,)).text == "answer 3"
    assert Rules(4, 6).parse_answer("1,1") == Answer(1, 1)
