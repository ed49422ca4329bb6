"""A review as one file of HTML: the board at every turn, the numbers, the words.

It needs nothing else, neither a server nor the internet.  A slider, the arrow keys, and a
click on a move go through the turns.
"""

import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from whoknows.analysis import words
from whoknows.analysis.review import Review, distinct, open_eyes
from whoknows.play.face.face import face_of
from whoknows.play.game import Seat
from whoknows.play.table.referee import Table

MOST_BYTES = 40_000_000  # of pictures


def page_html(table: Table, review: Review, seat: Seat | None = None) -> str:
    """The whole page, made of the sights that the review was made of."""
    eyes = open_eyes(table, seat)
    names = distinct(table, review.seats)
    boards = boards_of(table, eyes, names)
    style = files("whoknows.analysis").joinpath("page.css").read_text(encoding="utf-8")
    script = files("whoknows.analysis").joinpath("page.js").read_text(encoding="utf-8")
    start = len(table.turns)
    data = json.dumps(boards, ensure_ascii=False).replace("</", "<\\/")
    choices = "".join(f'<option value="{s}">{escape(names[s])}</option>' for s in eyes)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(review.title)}: review</title><style>{style}</style></head><body>"
        f"<h1>{escape(review.title)}: review</h1><p>{escape(words.head(review))}</p>"
        f"{''.join(f'<p class=sum>{escape(line)}</p>' for line in words.summary(review))}"
        '<main><section><div id="board"></div><div class="bar">'
        '<button id="back" aria-label="One turn back">‹</button>'
        f'<input id="turn" type="range" min="0" max="{start}" value="{start}" '
        'aria-label="Turn"><button id="on" aria-label="One turn on">›</button>'
        '<output id="where"></output></div><label>Through the eyes of '
        f'<select id="eyes">{choices}</select></label></section><section>'
        f"<h2>Key moments</h2><ol class=moments>{moments(review)}</ol>"
        f"<h2>Moves</h2><div class=scroll>{moves_table(review)}</div></section></main>"
        f"<script>const BOARDS = {data};\n{script}</script></body></html>"
    )


def boards_of(
    table: Table, eyes: Sequence[Seat], names: Sequence[str]
) -> dict[str, list[str]]:
    """The board after every turn, through each of these eyes."""
    face, now = face_of(table.game), table.undo(len(table.turns))
    found: dict[str, list[str]] = {str(seat): [] for seat in eyes}
    size = 0
    for turn in range(len(table.turns) + 1):
        if turn:
            now = now.play(table.turns[turn - 1])
        for seat in eyes:
            svg = face.board_svg(now.sight(seat), names) if size < MOST_BYTES else ""
            size += len(svg)
            found[str(seat)].append(svg)
    return found


def moments(review: Review) -> str:
    """The key moments as buttons."""
    return "".join(
        f'<li value="{each.turn}"><button data-turn="{each.turn}">{escape(each.text)}'
        "</button></li>"
        for each in review.moments
    )


def moves_table(review: Review) -> str:
    """All moves with their numbers."""
    head = "".join(f"<th>{title}</th>" for title in (*words.COLUMNS, "told"))
    body = ""
    for move in review.moves:
        told = ", ".join(
            f"{review.seats[s]} {b:.2f}" for s, b in move.told.items() if b > 0
        )
        cells = "".join(
            f"<td>{escape(cell)}</td>" for cell in (*words.row(review, move), told)
        )
        body += f'<tr data-turn="{move.turn}" tabindex="0">{cells}</tr>'
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
