"""The Da Vinci Code to look at: codes, moves, and chances as plain text; SVG is beside.

An open tile is written `[w5]`; a hidden one shows its color, `w?`, unless the viewer holds
it.  Everything here is made from a sight: what the viewer does not know is not drawn.
"""

from collections.abc import Iterator, Mapping, Sequence

from whoknows.games.davinci.knowledge import Outlook
from whoknows.games.davinci.rules import (
    Answer,
    Arrange,
    Guess,
    Move,
    Place,
    Sight,
    Stop,
    agent_name,
    answer_name,
    code_name,
    tile_name,
)


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
