"""Any game on the screen: a written one, whose moves are many and long."""

import pytest

from tests.machine import in_time
from tests.tui.screen import overflowing, press, screen_text, shown, text
from whoknows.catalog import GAMES
from whoknows.games.written.show.board_picture import (
    MOST_LETTERS,
    Cell,
    Row,
    Sign,
    board_lines,
)
from whoknows.store.sitting import begun, usual_chairs

MANY = """
game   "Many"
seats  ann, bob
set    cards: owl fox hen cat dog elk bat ape bee cow ant eel
parts  at[cards]: ann bob
law    count{at[c]=ann for c: cards} = 6
each   sees at[c]=me for c: cards
turns  in order
move   ask(c: cards, d: cards) "Is the {c} or the {d} in your hand, please?"
  answer at[c]=me | at[d]=me
ends   if round = 3
"""


def sitting(store):
    game = GAMES["written"]
    setup = game.setup(text=MANY)
    return begun(store, game, setup, usual_chairs(game, setup, 0, ["random"]), seed=3)


def test_any_words_of_a_move_find_it(store):
    async def play():
        async with shown(sitting(store)) as (app, pilot):
            assert "136 more" in text(app, "#controls")
            assert not overflowing(app)
            await press(app, pilot, *"elk")
            found = app.widget.fitting
            assert len(found) == 23
            assert all("elk" in move.split() for move in found)
            await press(app, pilot, *" an")
            assert set(app.widget.fitting) == {"ask elk ant", "ask ant elk"}
            await press(app, pilot, "z")
            assert "No move fits." in text(app, "#controls")
            await press(app, pilot, "backspace", "down", "enter")
            assert "Is the ant or the elk" in " ".join(screen_text(app))

    in_time(play())


def test_what_begins_so_comes_first(store):
    async def play():
        async with shown(sitting(store)) as (app, pilot):
            await press(app, pilot, *"ask elk")
            assert all(move.startswith("ask elk") for move in app.widget.fitting[:12])
            assert len(app.widget.fitting) == 23

    in_time(play())


def test_a_wide_row_of_the_board_goes_on_below():
    cells = tuple(Cell(f"card {k}", Sign("?")) for k in range(30))
    lines = board_lines([Row("at", cells), Row("Ann", (Cell("x" * 90, Sign("y")),))])
    assert all(len(line) <= MOST_LETTERS for line in lines[:-1])
    assert lines[-1] == "Ann: " + "x" * 90 + " y"
    told = " ".join(" ".join(lines[:-1]).split())
    assert told == "at: " + " ".join(f"card {k} ?" for k in range(30))
    assert all(line.startswith("    card") for line in lines[1:-1])


@pytest.mark.slow
def test_a_narrow_screen_shows_every_key_and_the_whole_text(store):
    async def play():
        async with shown(sitting(store), size=(40, 24)) as (app, pilot):
            keys = " ".join(screen_text(app)[-2:])
            assert all(key in keys for key in ("F1 Know", "F7 Rules", "F10 Quit"))
            await press(app, pilot, "f7")
            rules = " ".join(screen_text(app))
            assert "“Is the c or the d in" in rules
            assert "ape bee cow" in rules  # the end of a long line

    in_time(play())
