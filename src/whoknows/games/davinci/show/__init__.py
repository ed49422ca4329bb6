"""The Da Vinci Code to look at: codes as plain text; SVG is beside.

An open tile is written `[w5]`; a hidden one shows its color, `w?`, unless the viewer holds
it.  Everything here is made from a sight: what the viewer does not know is not drawn.
"""

from collections.abc import Sequence

from whoknows.games.davinci.rules import Sight, agent_name, code_name, tile_name


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
