"""Boards of written games: families with two indexes are grids, in every telling."""

import re

from whoknows.games.written.game import WrittenGame
from whoknows.games.written.show.board_picture import rows_of
from whoknows.games.written.show.face import dealt_rows
from whoknows.games.written.show.small import small_world
from whoknows.play.table.referee import Table

TEXT = """
seats ann, bob
set   rows: 1..2
set   places: left middle right
facts ship[seats, rows, places]
law   count{ship[s, r, c] for r: rows, c: places} = 1 for s: seats
each  sees ship[me, r, c] for r: rows, c: places
board mark[rows, places]: nobody ann bob; color[seats]: red blue
move  go
ends  if round = 1
picture ship: "■" "#1d2126"
"""
NAMES = ["Ann", "Bob"]


def table():
    game = WrittenGame(TEXT)
    so = {f"ship_{s}_{r}_{c}": 0 for s in ("ann", "bob") for r in (1, 2) for c in PLACES}
    so |= {"ship_ann_2_left": 1, "ship_bob_1_right": 1}
    return Table.with_secret(game, game.setup(), game.from_json(so, game.setup()))


PLACES = ("left", "middle", "right")


def test_a_grid_as_text_has_its_last_index_across():
    now = table()
    assert now.game.face.board_text(now.sight(0), NAMES).splitlines() == [
        "Ann: color red",
        "Ann: ship:",
        "     left   middle right",
        "  1  no     no     no",
        "  2  yes    no     no",
        "Bob: color red",
        "Bob: ship:",
        "     left   middle right",
        "  1  ?      ?      ?",
        "  2  ?      ?      ?",
        "mark:",
        "     left   middle right",
        "  1  nobody nobody nobody",
        "  2  nobody nobody nobody",
    ]


def test_a_grid_in_the_picture_stands_below_its_names():
    now = table()
    svg = now.game.face.board_svg(now.sight(0), NAMES)
    boxes = re.findall(r'<rect x="(\d+)" y="(\d+)"[^>]*height="34"', svg)
    assert len(boxes) == 18  # two seas, and the marks
    assert len({x for x, _ in boxes}) == 3
    assert len({y for _, y in boxes}) == 6
    assert svg.count(">middle</text>") == 3
    assert svg.count(">■</text>") == 1  # Ann's own ship, and nobody else's


def test_what_was_dealt_in_a_grid_is_told_by_its_places():
    now = table()
    over = now.play({0: now.game.parse_move("go", now.setup)})
    said = over.game.face.ending(over.sight(0), over.result, NAMES)
    assert said.endswith("What was dealt: Ann: ship: 2 left; Bob: ship: 1 right.")
    small = small_world(dealt_rows(over.setup.book, over.state.world, NAMES))
    assert len(set(re.findall(r'<rect x="[^"]*" y="([^"]*)"', small))) == 4


def test_a_family_that_is_too_wide_or_has_one_index_is_no_grid():
    game = WrittenGame(
        "seats ann\nfacts a[1..13, 1..2], b[1..2, 1..13]\n"
        "facts c[seats, 1..9], d[seats, 1..2, 1..2]\n"
        "law and{a[i, j] for i: 1..13, j: 1..2} & and{b[j, i] for i: 1..13, j: 1..2}\n"
        "law and{c[ann, i] for i: 1..9}\nmove go\nends if round = 1"
    )
    rows = rows_of(game.setup().book, {}, ["Ann"])
    assert {row.name: row.across for row in rows} == {"Ann": 0, "Ann: d": 2, "a": 2, "b": 0}
