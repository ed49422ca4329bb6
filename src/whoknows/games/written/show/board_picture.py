"""Boards of written games as text and as SVG: what lies open, in rows by seat.

A family with a seat in its index stands in that seat's row, everything else on the table.
A family with two more indexes is a grid: the last index runs across, the others down.
Values look as the text says (`picture`), or are the words themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from whoknows.games.written.rules.fold import move_name
from whoknows.games.written.rules.rules_of_text import Book, Column, Move, Sign
from whoknows.wording import cut_short

WIDE, TALL, GAP = 82, 62, 8  # of a cell, and between cells
NAME = 96  # of the names before the rows
ACROSS = 4  # cells side by side: on a phone, letters keep 11 pixels
MOST_ACROSS = 12  # cells side by side in a grid
SMALL, GRID_GAP, LINE = 34, 4, 22  # the height of its cells, their gaps, its names
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
    place: tuple[str, ...] = ()  # its index, without the seat

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
    across: int = 0  # cells side by side in a grid; 0: as many as fit

    @property
    def columns(self) -> list[str]:
        """What runs across a grid."""
        return [cell.place[-1] for cell in self.cells[: self.across]]

    @property
    def lines(self) -> list[tuple[str, tuple[Cell, ...]]]:
        """The lines of a grid, each with what it is called."""
        some = [
            self.cells[k : k + self.across] for k in range(0, len(self.cells), self.across)
        ]
        return [(" ".join(cells[0].place[:-1]), cells) for cells in some]


def rows_of(book: Book, seen: Mapping[str, str], names: Sequence[str]) -> list[Row]:
    """The board in rows: each seat's own things, and the table's."""
    families: dict[tuple[int | None, str], list[Column]] = {}
    for column in book.columns.values():
        if column.family:
            seat = seat_of(book, column)
            alone = column.family if column.index or seat is not None else ""
            families.setdefault((seat, alone), []).append(column)
    rows = []
    for seat, name in enumerate(names):
        own = [(family, some) for (who, family), some in families.items() if who == seat]
        plain = [c for _, some in own if not grid_of(some, 1) for c in some]
        if plain:
            cells = tuple(cell_of(book, c, seen, seat=True) for c in plain)
            rows.append(Row(name, cells, seat))
        for family, some in own:
            if across := grid_of(some, 1):
                cells = tuple(cell_of(book, c, seen, seat=True) for c in some)
                rows.append(Row(f"{name}: {family}".replace("_", " "), cells, seat, across))
    for (who, family), some in families.items():
        if who is None:
            title = family.replace("_", " ") or "table"
            cells = tuple(cell_of(book, c, seen) for c in some)
            rows.append(Row(title, cells, across=grid_of(some, 0)))
    return [*rows, *seen_row(seen)]


def seen_row(seen: Mapping[str, str]) -> list[Row]:
    """What is seen of several things together, if there is any such."""
    told = [(name[1:], value) for name, value in seen.items() if name.startswith("=")]
    cells = tuple(Cell(name, Sign(value), word=value) for name, value in told)
    return [Row("seen", cells)] if cells else []


def grid_of(some: Sequence[Column], skipped: int) -> int:
    """How many cells of a family are side by side in its grid; 0, if it is none."""
    indexes = [column.index[skipped:] for column in some]
    if len(indexes[0]) < 2:
        return 0
    across = len({index[-1] for index in indexes})
    down = len({index[:-1] for index in indexes})
    return across if across * down == len(some) and across <= MOST_ACROSS else 0


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
    place = tuple(book.value_name(code).replace("_", " ") for code in index)
    label = " ".join([*words, *place]).replace("_", " ")
    if column.name in seen:
        word = seen[column.name]
        return Cell(label, sign_of(book, column, word), word=word, place=place)
    if f"{column.name}?" in seen:  # something about it is seen
        value = seen[f"{column.name}?"]
        return Cell(label, Sign(MARKS.get(value, value)), place=place)
    return Cell(label, Sign(HIDDEN), hidden=True, place=place)


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
        if row.across:
            lines += grid_lines(row)
            continue
        line, gap = f"{row.name}:", " "
        for cell in row.cells:
            told = f"{cell.label} {cell.said}"
            if gap != " " and len(line) + len(gap) + len(told) > MOST_LETTERS:
                lines.append(line)
                line, gap = " " * len(f"{row.name}:"), " "
            line, gap = line + gap + told, "   "
        lines.append(line)
    return lines


def grid_lines(row: Row) -> list[str]:
    """A grid as lines of text, its columns below each other."""
    told = [[cell.said for cell in cells] for _, cells in row.lines]
    wide = max(len(word) for line in (row.columns, *told) for word in line)
    first = max(len(name) for name, _ in row.lines)
    heads = [("", row.columns), *zip([n for n, _ in row.lines], told, strict=True)]
    return [f"{row.name}:"] + [
        f"  {name:>{first}}  " + " ".join(f"{word:<{wide}}" for word in line).rstrip()
        for name, line in heads
    ]


def board_svg(
    title: str, rows: Sequence[Row], note: str = "", own: int | None = None
) -> str:
    """The board as a picture; things stay where they are."""
    y, body = 34, []
    for row in rows:
        drawn = grid_svg if row.across else row_svg
        body.append(drawn(row, y, own=row.seat is not None and row.seat == own))
        y += height_of(row)
    width = NAME + ACROSS * (WIDE + GAP) + GAP
    told = "; ".join(board_lines(rows))
    head = (
        f'<text x="{GAP}" y="20" font-size="16" fill="currentColor">{escape(note)}</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y}" '
        f'width="{width}" height="{y}" role="img" font-family="system-ui, sans-serif">'
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc>{head}{''.join(body)}</svg>"
    )


def height_of(row: Row) -> int:
    """How much room a row takes."""
    if row.across:
        return 2 * LINE + (SMALL + GRID_GAP) * (len(row.cells) // row.across) + 2 * GAP
    return (TALL + GAP + LABEL) * -(-len(row.cells) // ACROSS) + GAP


def grid_svg(row: Row, y: int, *, own: bool) -> str:
    """A family with two indexes: one down, one across."""
    fill = FACES[row.seat % len(FACES)] if row.seat is not None else "#eef0f2"
    wide = min(WIDE, (ACROSS * (WIDE + GAP)) // row.across - GRID_GAP)
    weight = ' font-weight="700"' if own else ""
    parts = [letters(GAP, y + LINE - 6, row.name, f'font-size="16"{weight}')]
    left, fitting = NAME, max(2, wide // 9)
    middle = 'font-size="16" text-anchor="middle"'
    for k, name in enumerate(row.columns):
        x = left + k * (wide + GRID_GAP) + wide / 2
        parts.append(letters(x, y + 2 * LINE - 6, cut_short(name, fitting), middle))
    for place, (name, cells) in enumerate(row.lines):
        top = y + 2 * LINE + place * (SMALL + GRID_GAP)
        end = 'font-size="16" text-anchor="end"'
        parts.append(letters(left - 8, top + SMALL / 2 + 6, cut_short(name, 9), end))
        for k, cell in enumerate(cells):
            x = left + k * (wide + GRID_GAP)
            text = cut_short(cell.sign.text, fitting)
            shade = "#c9ced4" if cell.hidden else fill
            parts.append(
                f'<rect x="{x}" y="{top}" width="{wide}" height="{SMALL}" rx="5" '
                f'fill="{shade}" stroke="#8b939c"/>'
            )
            color = ink(cell.sign)
            x += wide / 2
            parts.append(letters(x, top + SMALL / 2 + 6, text, middle, color))
    return "".join(parts)


def letters(x: float, y: float, text: str, how: str, color: str = "currentColor") -> str:
    """A word of a picture."""
    return f'<text x="{x:g}" y="{y:g}" {how} fill="{escape(color)}">{escape(text)}</text>'


def row_svg(row: Row, y: int, *, own: bool) -> str:
    """The things of one seat, or of the table."""
    fill = FACES[row.seat % len(FACES)] if row.seat is not None else "#eef0f2"
    name = cut_short(row.name, 10)
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
    shown = cut_short(text, 9)
    label = cut_short(cell.label, 10)
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


def spoken(book: Book, move: Move, names: Sequence[str] = ()) -> str:
    """A move in the words of the text; a seat in it is called as those at the table are."""
    kind = book.kinds.get(move.name)
    if kind is None or not kind.words:
        return move_name(move)
    called = dict(zip(book.seats, names or map(str.capitalize, book.seats), strict=True))
    words = kind.words
    for parameter, value in zip(kind.parameters, move.args, strict=True):
        said = called.get(value, value.replace("_", " "))
        words = words.replace(f"{{{parameter.name}}}", said)
    return words
