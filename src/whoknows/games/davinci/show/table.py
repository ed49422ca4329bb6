"""The table as SVG, seen from a seat: the others above, one's own code below, the pile.

Everything is made from a sight: what the viewer does not know is not drawn.  A hidden tile
of another player that may be guessed now carries `data-pick="c3"`, and so do the gaps of
one's own code where a drawn tile may go, `data-pick="place 2"`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from typing import TypeAlias

from whoknows.games.davinci.rules import (
    Code,
    Guess,
    Sight,
    agent_name,
    is_joker,
    tile_color,
)
from whoknows.games.davinci.rules.turns import fitting_places
from whoknows.games.davinci.show.said import COLORS, called, described, doing
from whoknows.play.game import Event

WIDE, EDGE = 480, 16  # the picture and its margin
TALL, LARGE = (44, 58), (56, 74)  # a tile of the others, and one's own
GAP, HEAD, FOOT = 7, 26, 22  # between tiles, above a row for the name, below for the place
Face: TypeAlias = tuple[str, str, str]  # the color of a tile, what is on it, its class

STYLE = """\
.dv{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;\
--dv-felt:#dfe9e3;--dv-rim:#b9cabf;--dv-ink:#17251d;--dv-quiet:#47584e;--dv-lane:#cfded5;\
--dv-edge:#6b7a71;--dv-gold:#8a6400;--dv-glow:#ffd75e}
html[data-theme=dark] .dv{--dv-felt:#1b2a23;--dv-rim:#395246;--dv-ink:#eaf3ee;\
--dv-quiet:#a9bdb2;--dv-lane:#263b31;--dv-edge:#9aaba1;--dv-gold:#ffd75e;--dv-glow:#ffd75e}
.dv text{dominant-baseline:central;text-anchor:middle}
.dv .dv-felt{fill:var(--dv-felt);stroke:var(--dv-rim)}
.dv .dv-lane{fill:var(--dv-lane)}
.dv .dv-name{fill:var(--dv-ink);font-size:16px;font-weight:600;text-anchor:start}
.dv .dv-note{fill:var(--dv-quiet);font-size:16px}
.dv .dv-right{text-anchor:end}
.dv .dv-place{fill:var(--dv-quiet);font-size:16px;font-variant-numeric:tabular-nums}
.dv .dv-b rect{fill:#20262b;stroke:var(--dv-edge)}
.dv .dv-w rect{fill:#fffdf5;stroke:var(--dv-edge)}
.dv .dv-b .dv-foot{fill:#07090b}
.dv .dv-w .dv-foot{fill:#d9d2bd}
.dv .dv-b text{fill:#f7f9fa}
.dv .dv-w text{fill:#1b1f24}
.dv .dv-tile text{font-weight:650;font-variant-numeric:tabular-nums}
.dv .dv-shut text{opacity:.8;font-weight:400}
.dv .dv-open rect.dv-face{stroke:var(--dv-gold);stroke-width:3}
.dv [data-pick]{cursor:pointer}
.dv [data-pick]:hover .dv-face,.dv [data-pick]:focus-visible .dv-face,\
.dv [aria-pressed=true] .dv-face{stroke:var(--dv-glow);stroke-width:4;stroke-opacity:1}
.dv [aria-pressed=true] .dv-face{filter:drop-shadow(0 0 5px var(--dv-glow))}
.dv [data-pick]:focus-visible{outline:none}
.dv .dv-gap circle{fill:var(--dv-felt);stroke:var(--dv-quiet);stroke-width:1.5}
.dv .dv-gap text{fill:var(--dv-ink);font-size:15px;font-weight:600}
.dv .dv-out .dv-tile{opacity:.6}
.dv .dv-yes{fill:#1a7f37}.dv .dv-no{fill:#b42318}
.dv .dv-mark{fill:#fff;font-size:15px;font-weight:700}
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One player's place on the table: where it stands, how large its tiles are."""

    seat: int
    top: float
    tile: tuple[float, float]


def table_svg(
    sight: Sight,
    names: Sequence[str] = (),
    last: Event | None = None,
    hands: Mapping[int, Code] = MappingProxyType({}),
) -> str:
    """The table as the viewer sees it; the guess of the `last` event is marked.

    `hands` are those that are turned over at the end.
    """
    rows = list(lanes(sight))
    bottom = rows[-1].top + rows[-1].tile[1] + FOOT
    own = [tray(sight, bottom)] if sight.table.setup.drawing else []
    high = bottom + (64 if own else 0) + EDGE
    body = [part for row in rows for part in lane(sight, row, names, last, hands)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dv" viewBox="0 0 {WIDE} {high:g}"'
        f' role="group" aria-label="The table of the Da Vinci Code">'
        f"<title>The table of the Da Vinci Code</title>"
        f"<desc>{escape(described(sight, names))}</desc><style>{STYLE}</style>"
        f'<rect class="dv-felt" x="1" y="1" width="{WIDE - 2}" height="{high - 2:g}"'
        f' rx="18"/>{"".join(body)}{"".join(own)}</svg>'
    )


def lanes(sight: Sight) -> Iterator[Row]:
    """The rows of the table: the others in order from one's left, oneself at the bottom."""
    count = sight.table.setup.players
    me = sight.seat
    order = [((me or 0) + step) % count for step in range(count)]
    if me is not None:
        order = [*order[1:], me]
    top = float(EDGE)
    for seat in order:
        tile = fitted(sight, LARGE if seat == me else TALL)
        yield Row(seat, top + HEAD, tile)
        top += HEAD + tile[1] + FOOT + 8


def fitted(sight: Sight, tile: tuple[int, int]) -> tuple[float, float]:
    """The size of a tile, so that the longest code of the game fits the table."""
    setup = sight.table.setup
    longest = max(len(sight.hand), *map(len, sight.table.codes), setup.hand)
    room = max(longest + 1, setup.hand + 3) if setup.drawing else setup.hand
    wide = min(float(tile[0]), (WIDE - 2 * EDGE - 16) / room - GAP)
    return wide, tile[1] * (0.5 + 0.5 * wide / tile[0])


def lane(
    sight: Sight,
    row: Row,
    names: Sequence[str],
    last: Event | None,
    hands: Mapping[int, Code],
) -> Iterator[str]:
    """One player: the name, whether it is their turn, and the tiles of their code."""
    table, seat = sight.table, row.seat
    places = range(len(table.codes[seat]))
    faces = [face_of(sight, seat, place, hands.get(seat)) for place in places]
    if table.phase == "arrange":
        faces = [shown(tile, "own") for tile in sight.hand] if seat == sight.seat else []
    ended = table.phase == "over"
    out = bool(table.codes[seat]) and not table.alive(seat) and not ended
    now = table.phase == "arrange" or (table.seat == seat and not ended)
    yield f'<g class="dv-row{" dv-out" if out else ""}">'
    if now:
        yield (
            f'<rect class="dv-lane" x="{EDGE - 8}" y="{row.top - HEAD:g}" rx="12" '
            f'width="{WIDE - 2 * EDGE + 16}" height="{HEAD + row.tile[1] + FOOT:g}"/>'
        )
    yield words(EDGE + 2, row.top - HEAD / 2, called(sight, seat, names), "dv-name")
    note = "out" if out else doing(sight, seat) if now else ""
    note = "wins" if ended and table.alive(seat) else note
    yield words(WIDE - EDGE - 2, row.top - HEAD / 2, note, "dv-note dv-right")
    yield from tiles(sight, row, faces, last)
    yield "</g>"


def tiles(
    sight: Sight, row: Row, faces: Sequence[Face], last: Event | None
) -> Iterator[str]:
    """The tiles of a code, each with the number of its place."""
    wide, high = row.tile
    start = (WIDE - len(faces) * (wide + GAP) + GAP) / 2
    for place, face in enumerate(faces):
        left = start + place * (wide + GAP)
        pick = pick_of(sight, row.seat, place)
        said = f"{agent_name(row.seat)}{place + 1}, {COLORS[face[0]]}, "
        said += "hidden" if face[1] == "?" else face[1]
        turned = guessed_at(last) == (row.seat, place) and face[1] != "?"
        tile = tile_svg((left, row.top), row.tile, face, pick, said)
        yield f'<g class="wk-turned">{tile}</g>' if turned else tile
        at = f"{agent_name(row.seat)}{place + 1}"
        if not (row.seat == sight.seat and waiting(sight)):
            yield words(left + wide / 2, row.top + high + FOOT / 2, at, "dv-place")
        if guessed_at(last) == (row.seat, place):
            assert last is not None
            yield mark((left + wide, row.top), right=bool(last.answer.right))
    if row.seat == sight.seat and waiting(sight):
        yield from gaps(sight, row, start)


def tile_svg(
    at: tuple[float, float], size: tuple[float, float], face: Face, pick: str, said: str
) -> str:
    """One tile, standing; what can be picked is a button."""
    (left, top), (wide, high), (color, text, kind) = at, size, face
    button = (
        f' data-pick="{pick}" role="button" tabindex="0" aria-label="{escape(said)}"'
        if pick
        else ""
    )
    hint = f"<title>{escape(said)}</title>"
    foot = (
        f'<rect class="dv-foot" x="{left:g}" y="{top + 4:g}" width="{wide:g}" '
        f'height="{high:g}" rx="{wide / 6:.1f}"/>'
    )
    return (
        f'<g class="dv-tile dv-{color} dv-{kind}"{button}>{hint}{foot}'
        f'<rect class="dv-face" x="{left:g}" y="{top:g}" width="{wide:g}" '
        f'height="{high:g}" rx="{wide / 6:.1f}"/>'
        f'<text x="{left + wide / 2:g}" y="{top + high / 2:g}" '
        f'font-size="{min(high * 0.42, wide * 0.56):.1f}">{escape(text)}</text></g>'
    )


def mark(at: tuple[float, float], *, right: bool) -> str:
    """Whether the last guess, which was at this tile, was right."""
    kind, sign = ("dv-yes", "✓") if right else ("dv-no", "✗")
    x, y = at
    return (
        f'<g class="wk-now"><circle class="{kind}" cx="{x - 3:g}" cy="{y + 3:g}" r="10"/>'
        f"{words(x - 3, y + 3.5, sign, 'dv-mark')}</g>"
    )


def tray(sight: Sight, top: float) -> str:
    """Below the codes: the pile, and the tile that was drawn from it."""
    table = sight.table
    parts = [
        f'<rect class="dv-lane" stroke="var(--dv-edge)" x="{EDGE + 4 * k}" '
        f'y="{top + 14 - 3 * k:g}" width="30" height="40" rx="5"/>'
        for k in range(min(3, table.pile))
    ]
    left = "pile empty" if not table.pile else f"{table.pile} on the pile"
    parts.append(
        f'<text class="dv-note" style="text-anchor:start" x="{EDGE + 48}" '
        f'y="{top + 36:g}">{left}</text>'
    )
    if table.drawn is not None:
        parts += new_tile_svg(sight, top + 8)
    return "".join(parts)


def new_tile_svg(sight: Sight, top: float) -> Iterator[str]:
    """The drawn tile, its back or its front."""
    table = sight.table
    tile = sight.drawn if sight.drawn is not None else table.shown
    assert table.drawn is not None
    face = (table.drawn, "?", "shut") if tile is None else shown(tile, "own")
    yield tile_svg((WIDE - EDGE - 40, top), (40, 48), face, "", f"drawn, {face[1]}")
    who = "you drew" if table.seat == sight.seat else f"{agent_name(table.seat)} drew"
    yield words(WIDE - EDGE - 50, top + 26, who, "dv-note dv-right")


def gaps(sight: Sight, row: Row, start: float) -> Iterator[str]:
    """The gaps between one's tiles where the drawn tile may go."""
    assert sight.drawn is not None
    wide, high = row.tile
    y, size = row.top + high + FOOT / 2 + 1, min(11.0, wide * 0.35)
    for place in fitting_places(sight.hand, sight.drawn):
        x, said = start + place * (wide + GAP) - GAP / 2, f"put it at place {place + 1}"
        yield (
            f'<g class="dv-gap" data-pick="place {place + 1}" role="button" tabindex="0" '
            f'aria-label="{said}"><title>{said}</title><circle class="dv-face" '
            f'cx="{x:g}" cy="{y:g}" r="{size:.1f}"/>{words(x, y, str(place + 1), "")}</g>'
        )


def waiting(sight: Sight) -> bool:
    """Whether the viewer must say where the drawn tile goes."""
    table = sight.table
    return table.phase in ("hide", "open") and table.seat == sight.seat


def pick_of(sight: Sight, seat: int, place: int) -> str:
    """What picking a tile means: a place to guess at, where one may guess now."""
    table = sight.table
    mine = sight.seat is not None and table.seat == sight.seat
    if not mine or seat == sight.seat or table.phase not in ("guess", "go on"):
        return ""
    return (
        "" if table.codes[seat][place][1] is not None else f"{agent_name(seat)}{place + 1}"
    )


def face_of(sight: Sight, seat: int, place: int, hand: Code | None = None) -> Face:
    """A tile as the viewer sees it: open, one's own, turned over at the end, or a back."""
    color, tile = sight.table.codes[seat][place]
    if tile is not None:
        return shown(tile, "open")
    if seat == sight.seat:
        return shown(sight.hand[place], "own")
    if hand is not None:
        return shown(hand[place], "own")
    return color, "?", "shut"


def shown(tile: int, kind: str) -> Face:
    """A tile whose front is seen."""
    return tile_color(tile), face(tile), kind


def face(tile: int) -> str:
    """What is written on a tile, its color aside."""
    return "–" if is_joker(tile) else str(tile // 2)


def guessed_at(event: Event | None) -> tuple[int, int] | None:
    """The place of a guess."""
    if event is None:
        return None
    for move in event.moves.values():
        if isinstance(move, Guess):
            return move.seat, move.place
    return None


def words(x: float, y: float, text: str, kind: str) -> str:
    """A line of text."""
    if not text:
        return ""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(text)}</text>'
