"""A world of a written game as a small board: what is hidden, in the file's own signs."""

from collections.abc import Sequence
from html import escape

from whoknows.games.written.show.board_picture import FACES, Cell, Row, ink
from whoknows.play.face.cards import small_board
from whoknows.wording import cut_short

LINE, GAP = 26, 4  # the height of a line, and between boxes
LETTER = 8.4  # the width of a letter of 14 pixels
ACROSS = 240  # pixels of boxes in a line
LONGEST_NAME = 9  # letters of a name or of a word
MOST_CELLS = 24  # things of a world that fit into a small board


def small_world(rows: Sequence[Row]) -> str | None:
    """The rows as a small board; nothing where there are too many things for one."""
    if sum(len(row.cells) for row in rows) > MOST_CELLS:
        return None
    y, wide, body = 2.0, 0.0, list[str]()
    for row in rows:
        x = named = 2.0
        if row.seat is not None:
            name = cut_short(row.name, LONGEST_NAME)
            body.append(text_svg(2, y, name, "var(--wk-ink, #1d2126)", anchor="start"))
            x = named = 8 + LETTER * len(name)
        fill = FACES[row.seat % len(FACES)] if row.seat is not None else "#eef0f2"
        for place, cell in enumerate(row.cells):
            word = words_of(row, cell)
            across = max(24.0, 10 + LETTER * len(word))
            full = row.across and place and place % row.across == 0
            if full or (x > named and x + across > named + ACROSS and not row.across):
                x, y = named, y + LINE
            body.append(box_svg(x, y, across, word, ink(cell.sign), fill))
            x += across + GAP
            wide = max(wide, x)
        y += LINE
    return small_board(wide + 2, y, "".join(body))


def words_of(row: Row, cell: Cell) -> str:
    """What stands in a box: the sign, behind a name where the place does not say enough."""
    plain = row.across or (len(row.cells) == 1 and row.seat is not None)
    counted = all(each.label.split()[-1:] == [str(k)] for k, each in numbered(row))
    name = (
        ""
        if plain or counted
        else cut_short((cell.label.split() or [""])[-1], LONGEST_NAME)
    )
    return f"{name} {cut_short(cell.sign.text, LONGEST_NAME)}".strip()


def numbered(row: Row) -> list[tuple[int, Cell]]:
    """The cells with their numbers, counted from what the first one says."""
    first = row.cells[0].label.split()[-1:]
    start = int(first[0]) if first and first[0].isdecimal() else 1
    return list(enumerate(row.cells, start))


def box_svg(x: float, y: float, wide: float, word: str, color: str, fill: str) -> str:
    """A box with a word."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{LINE - GAP}" rx="5" '
        f'fill="{fill}" stroke="#8b939c"/>' + text_svg(x + wide / 2, y, word, color)
    )


def text_svg(x: float, y: float, word: str, color: str, anchor: str = "middle") -> str:
    """A word in a line."""
    return (
        f'<text x="{x:g}" y="{y + 16:g}" font-size="14" text-anchor="{anchor}" '
        f'fill="{escape(color or "#1d2126")}">{escape(word)}</text>'
    )
