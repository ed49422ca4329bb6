"""The Da Vinci Code to look at: codes, moves, and chances as plain text, the table as SVG.

An open tile is written `[w5]`; a hidden one shows its color, `w?`, unless the viewer holds
it.  Everything here is made from a sight: what the viewer does not know is not drawn.
"""

from collections.abc import Iterator, Mapping, Sequence

from whoknows.games.davinci.knowledge import Outlook, Sight, outlook
from whoknows.games.davinci.rules import (
    Answer,
    Arrange,
    Guess,
    Move,
    Place,
    Stop,
    agent_name,
    answer_name,
    code_name,
    is_joker,
    tile_color,
    tile_name,
)

TILE, GAP, LEFT, ROW = 34, 6, 92, 62  # the picture's measures, in pixels
INK = {"b": ("#222", "#f5f5f5"), "w": ("#fdfdf8", "#222")}


def code_text(sight: Sight, seat: int) -> str:
    """One code as the viewer sees it."""
    words = []
    for place, (color, tile) in enumerate(sight.table.codes[seat]):
        if tile is not None:
            words.append(f"[{tile_name(tile)}]")
        elif seat == sight.seat:
            words.append(tile_name(sight.hand[place]))
        else:
            words.append(f"{color}?")
    return " ".join(f"{word:5}" for word in words).rstrip()


def table_text(sight: Sight, seats: Sequence[str] = ()) -> str:
    """All codes as the viewer sees them, one a line; `>` marks whose turn it is."""
    if sight.table.phase == "arrange":
        return (
            "  Your tiles: " + code_name(sight.hand)
            if sight.hand
            else "  Codes are set up."
        )
    lines = []
    for seat in range(sight.table.setup.players):
        turn = ">" if sight.table.seat == seat and sight.table.phase != "over" else " "
        who = f"{agent_name(seat)} {seats[seat] if seats else ''}".strip()
        out = "" if sight.table.alive(seat) or not sight.table.codes[seat] else "   out"
        lines.append(f"{turn} {who:12} {code_text(sight, seat)}{out}")
    if sight.table.setup.drawing:
        lines.append(f"  pile: {sight.table.pile}" + drawn_text(sight))
    return "\n".join(lines)


def drawn_text(sight: Sight) -> str:
    """The drawn tile as the viewer sees it."""
    if sight.table.drawn is None:
        return ""
    tile = sight.drawn if sight.drawn is not None else sight.table.shown
    name = tile_name(tile) if tile is not None else f"{sight.table.drawn}?"
    return f", {agent_name(sight.table.seat)} drew {name}"


def move_text(seat: int, move: Move, answer: Answer) -> str:
    """A move and its answer as a sentence: `b guesses c3=w3: right`."""
    who = agent_name(seat)
    match move:
        case Guess():
            known = " (known to be wrong)" if move.insist else ""
            place = f"{agent_name(move.seat)}{move.place + 1}={tile_name(move.tile)}"
            return f"{who} guesses {place}{known}: {answer_name(answer)}"
        case Stop():
            said = answer_name(answer)
            return f"{who} stops" + (f": {said}" if said else "")
        case Place():
            return f"{who} {answer_name(answer)}"
        case Arrange():
            return f"{who} sets up a code"


def lessons(before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """What a move taught whom: `a 6 → 2, c 3 → 1`; nobody if nothing changed."""
    told = [
        f"{agent_name(int(seat))} {before[seat]} → {count}"
        for seat, count in after.items()
        if before.get(seat, count) != count
    ]
    return ", ".join(told)


def chances_lines(view: Outlook, most: int = 4) -> Iterator[str]:
    """For every hidden place its likeliest tiles: `b2  w5 50.0%  w6 25.0%`."""
    for (seat, place), tiles in view.chances().items():
        ranked = sorted(tiles.items(), key=lambda pair: (-pair[1], pair[0]))
        words = [f"{tile_name(tile)} {float(p):.1%}" for tile, p in ranked[:most]]
        more = f"  and {len(ranked) - most} more" if len(ranked) > most else ""
        yield f"{agent_name(seat)}{place + 1}  " + "  ".join(words) + more


def table_svg(sight: Sight, seats: Sequence[str] = (), *, chances: bool = False) -> str:
    """The table as the viewer sees it; with `chances`, the likeliest tile under each."""
    rows = sight.table.codes
    width = LEFT + 2 * GAP + (TILE + GAP) * max(1, *(len(row) for row in rows))
    height = ROW * len(rows) + GAP
    likely = likeliest(sight) if chances else {}
    body = []
    for seat, row in enumerate(rows):
        top = GAP + ROW * seat
        name = f"{agent_name(seat)} {seats[seat] if seats else ''}".strip()
        turn = (
            "bold" if sight.table.seat == seat and sight.table.phase != "over" else "normal"
        )
        body.append(
            f'<text x="{GAP}" y="{top + 26}" font-size="12" font-weight="{turn}">'
            f"{escaped(name)}</text>"
        )
        for place in range(len(row)):
            left = LEFT + GAP + (TILE + GAP) * place
            body += tile_svg(sight, seat, place, (left, top), likely)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif">'
        f'<rect width="{width}" height="{height}" fill="#e9e4d8"/>'
        + "".join(body)
        + "</svg>"
    )


def tile_svg(
    sight: Sight,
    seat: int,
    place: int,
    at: tuple[int, int],
    likely: Mapping[tuple[int, int], str],
) -> Iterator[str]:
    """One tile: open ones framed in gold, hidden ones with what the viewer knows."""
    color, tile = sight.table.codes[seat][place]
    fill, ink = INK[color]
    frame = "#c8962e" if tile is not None else "#777"
    wide = 3 if tile is not None else 1
    left, top = at
    yield (
        f'<rect x="{left}" y="{top}" width="{TILE}" height="{TILE + 6}" rx="5" '
        f'fill="{fill}" stroke="{frame}" stroke-width="{wide}"/>'
    )
    own = sight.hand[place] if tile is None and seat == sight.seat else None
    shown = tile if tile is not None else own
    text = "?" if shown is None else face(shown)
    faint = ' opacity="0.45"' if tile is None else ""
    yield (
        f'<text x="{left + TILE / 2:g}" y="{top + 26}" font-size="17" fill="{ink}"{faint} '
        f'text-anchor="middle">{text}</text>'
    )
    if (seat, place) in likely:
        yield (
            f'<text x="{left + TILE / 2:g}" y="{top + TILE + 18}" font-size="9" '
            f'text-anchor="middle" fill="#555">{likely[seat, place]}</text>'
        )


def likeliest(sight: Sight) -> dict[tuple[int, int], str]:
    """For every hidden place the likeliest tile and its chance, in short."""
    if sight.knowledge is None:
        return {}
    found = {}
    for place, tiles in outlook(sight.knowledge, sight.seat, sight.word).chances().items():
        tile = max(tiles, key=lambda one: (tiles[one], -one))
        found[place] = f"{face(tile)} {float(tiles[tile]):.0%}"
    return found


def face(tile: int) -> str:
    """What is written on a tile, its color aside."""
    assert tile_color(tile) in INK
    return "–" if is_joker(tile) else str(tile // 2)


def escaped(text: str) -> str:
    """Text that is safe inside SVG."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
