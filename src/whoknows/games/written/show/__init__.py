"""Boards of written games as text and as SVG: what lies open, in rows by seat.

A family with a seat in its index stands in that seat's row, everything else on the table.
Values look as the text says (`picture`), or are the words themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from whoknows.games.written.rules.book import Book, Column, Move, Sign
from whoknows.games.written.rules.fold import move_name

WIDE, TALL, GAP = 82, 62, 8  # of a cell, and between cells
NAME = 96  # of the names before the rows
ACROSS = 4  # cells side by side: on a phone, letters keep 11 pixels
LABEL = 18  # the height of a name below a cell
MOST_LETTERS = 74  # of a line of the board as text
HIDDEN = "?"
MARKS = {"yes": "✓", "no": "✗"}
PLAIN = "#1d2126"  # signs that have no color
MOST_LIGHT = 0.12  # of letters: 4.5 times as dark as the darkest of `FACES`
FACES = ("#dbe7f6", "#f6e3db", "#e2f2dc", "#f3eed2", "#eadff3", "#dcf0ef")


@dataclass(frozen=True, slots=True)
class Cell:
    """One thing on the board: what it is called, and what is seen of it."""

    label: str
    sign: Sign
    hidden: bool = False
    word: str = ""  # the value, as the text has it

    @property
    def said(self) -> str:
        """What is seen, where there are no colors."""
        return self.word if self.sign.color else self.sign.text


@dataclass(frozen=True, slots=True)
class Row:
    """The things of one seat, or of the table."""

    name: str
    cells: tuple[Cell, ...]
    seat: int | None = None


def rows_of(book: Book, seen: Mapping[str, str], names: Sequence[str]) -> list[Row]:
    """The board in rows: each seat's own things, and the table's."""
    columns = [c for c in book.columns.values() if c.family]
    rows = []
    for seat, name in enumerate(names):
        own = [c for c in columns if seat_of(book, c) == seat]
        if own:
            rows.append(
                Row(name, tuple(cell_of(book, c, seen, seat=True) for c in own), seat)
            )
    families: dict[str, list[Column]] = {}
    for column in columns:
        if seat_of(book, column) is None:
            families.setdefault(column.family if column.index else "", []).append(column)
    for family, some in families.items():
        title = family.replace("_", " ") or "table"
        rows.append(Row(title, tuple(cell_of(book, c, seen) for c in some)))
    told = [(name[1:], value) for name, value in seen.items() if name.startswith("=")]
    if told:  # what is seen of several things together
        rows.append(
            Row("seen", tuple(Cell(name, Sign(value), word=value) for name, value in told))
        )
    return rows


def seat_of(book: Book, column: Column) -> int | None:
    """The seat in the index of a column, if there is one."""
    if column.index and -len(book.seats) <= column.index[0] < 0:
        return -column.index[0] - 1
    return None


def cell_of(
    book: Book, column: Column, seen: Mapping[str, str], *, seat: bool = False
) -> Cell:
    """One column as it is seen."""
    index = column.index[1:] if seat else column.index
    words = [column.family] if seat or not column.index else []
    label = " ".join([*words, *map(book.value_name, index)]).replace("_", " ")
    if column.name in seen:
        word = seen[column.name]
        return Cell(label, sign_of(book, column, word), word=word)
    if f"{column.name}?" in seen:  # something about it is seen
        value = seen[f"{column.name}?"]
        return Cell(label, Sign(MARKS.get(value, value)))
    return Cell(label, Sign(HIDDEN), hidden=True)


def sign_of(book: Book, column: Column, value: str) -> Sign:
    """How a value of a column looks."""
    if column.fact:
        key = column.family if value == "yes" else f"~{column.family}"
        return book.signs.get(key, Sign(value))
    own = book.signs.get(f"{column.family}={value}")
    return own or book.signs.get(value, Sign(value))


def board_lines(rows: Sequence[Row]) -> list[str]:
    """The board as lines of text; a row that is too wide goes on below."""
    lines = []
    for row in rows:
        line, gap = f"{row.name}:", " "
        for cell in row.cells:
            told = f"{cell.label} {cell.said}"
            if gap != " " and len(line) + len(gap) + len(told) > MOST_LETTERS:
                lines.append(line)
                line, gap = " " * len(f"{row.name}:"), " "
            line, gap = line + gap + told, "   "
        lines.append(line)
    return lines


def board_svg(
    title: str, rows: Sequence[Row], note: str = "", own: int | None = None
) -> str:
    """The board as a picture; things stay where they are."""
    y, body = 34, []
    for row in rows:
        body.append(row_svg(row, y, own=row.seat is not None and row.seat == own))
        y += (TALL + GAP + LABEL) * -(-len(row.cells) // ACROSS) + GAP
    widest = max((min(ACROSS, len(row.cells)) for row in rows), default=1)
    width = NAME + max(ACROSS, widest) * (WIDE + GAP) + GAP
    told = "; ".join(board_lines(rows))
    head = (
        f'<text x="{GAP}" y="20" font-size="16" fill="currentColor">{escape(note)}</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y}" '
        f'width="{width}" height="{y}" role="img" font-family="system-ui, sans-serif">'
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc>{head}{''.join(body)}</svg>"
    )


def row_svg(row: Row, y: int, *, own: bool) -> str:
    """The things of one seat, or of the table."""
    fill = FACES[row.seat % len(FACES)] if row.seat is not None else "#eef0f2"
    name = row.name if len(row.name) <= 10 else row.name[:9] + "…"
    weight = ' font-weight="700"' if own else ""
    parts = [
        f'<text x="{GAP}" y="{y + TALL / 2 + 5:g}" font-size="16"{weight} '
        f'fill="currentColor">{escape(name)}</text>'
    ]
    for place, cell in enumerate(row.cells):
        x = NAME + (place % ACROSS) * (WIDE + GAP)
        top = y + (place // ACROSS) * (TALL + GAP + LABEL)
        parts.append(cell_svg(cell, x, top, "#c9ced4" if cell.hidden else fill))
    return "".join(parts)


def cell_svg(cell: Cell, x: int, y: int, fill: str) -> str:
    """One thing: a box with a sign, and its name below."""
    text = cell.sign.text
    size = 30 if len(text) <= 2 else 18 if len(text) <= 6 else 16
    shown = text if len(text) <= 9 else text[:8] + "…"
    label = cell.label if len(cell.label) <= 10 else cell.label[:9] + "…"
    middle = x + WIDE / 2
    return (
        f'<rect x="{x}" y="{y}" width="{WIDE}" height="{TALL}" rx="9" fill="{fill}" '
        'stroke="#8b939c"/>'
        f'<text x="{middle:g}" y="{y + TALL / 2 + size / 3:g}" text-anchor="middle" '
        f'font-size="{size}" fill="{escape(ink(cell.sign))}">'
        f"{escape(shown)}</text>"
        f'<text x="{middle:g}" y="{y + TALL + 15}" text-anchor="middle" font-size="16" '
        f'fill="currentColor">{escape(label)}</text>'
    )


def ink(sign: Sign) -> str:
    """The color of a sign; that of letters is made darker until they can be read.

    >>> ink(Sign("●", "#2e9e4f")), ink(Sign("C", "#2e9e4f"))
    ('#2e9e4f', '#1e6c35')
    """
    color = sign.color or PLAIN
    if not sign.text.isalnum() or not color.startswith("#"):
        return color
    channels = [int(color[k : k + 2], 16) for k in (1, 3, 5)]
    while light_of(channels) > MOST_LIGHT:
        channels = [int(0.95 * channel) for channel in channels]
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def light_of(channels: Sequence[int]) -> float:
    """How light a color is, from 0 to 1, as the rules for contrast measure it."""
    parts = [c / 255 for c in channels]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def spoken(book: Book, move: Move) -> str:
    """A move in the words of the text."""
    kind = book.kinds.get(move.name)
    if kind is None or not kind.words:
        return move_name(move)
    words = kind.words
    for parameter, value in zip(kind.parameters, move.args, strict=True):
        words = words.replace(f"{{{parameter.name}}}", value.replace("_", " "))
    return words
