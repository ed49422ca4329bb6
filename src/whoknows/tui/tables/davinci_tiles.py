"""The codes of the Da Vinci Code as text, as one seat sees them.

The color of a tile stands on it as a letter too, so that nothing is told by color alone.
An open tile is in brackets.
"""

from collections.abc import Sequence
from typing import TypeAlias

from textual.color import Color
from textual.content import Content
from textual.style import Style

from whoknows.games.davinci.rules import Phase, Sight, agent_name, tile_color, tile_name
from whoknows.games.davinci.show import drawn_text
from whoknows.games.davinci.show.table import guessed_at
from whoknows.play.game import Event, History
from whoknows.tui.parts import QUIET, lines, pickable

Spot: TypeAlias = tuple[int, int]  # a seat, and a place of its code

FACES = {"b": ("#14181c", "#f7f9fa"), "w": ("#fffdf5", "#14181c")}  # a tile and its letters
NAMES = 16  # columns for a player's name
BROAD, WIDE = 10, 12  # tiles of a code up to which there is room between and in them

DOING: dict[Phase, tuple[str, str]] = {  # what you do now, and what another does
    "guess": ("your guess", "guesses"),
    "go on": ("guess or stop", "may go on"),
    "hide": ("place it", "places a tile"),
    "open": ("place it", "places a tile"),
}


def tile_face(color: str, text: str, kind: str = "") -> Content:
    """A tile as a small block; `kind` is a style besides."""
    back, front = FACES[color]
    look = Style(background=Color.parse(back), foreground=Color.parse(front), bold=True)
    return Content.styled(text, look).stylize(kind)


def spot_name(spot: Spot) -> str:
    """A place of somebody's code: `b3`."""
    return f"{agent_name(spot[0])}{spot[1] + 1}"


def tile_text(sight: Sight, spot: Spot) -> str:
    """What the viewer sees of a tile: `[w5]` open, `w5` one's own, `w?` hidden."""
    seat, place = spot
    color, tile = sight.table.codes[seat][place]
    if tile is not None:
        return f"[{tile_name(tile)}]"
    return tile_name(sight.hand[place]) if seat == sight.seat else f"{color}?"


def lane(
    sight: Sight, seat: int, names: Sequence[str], chosen: Spot | None, last: Event | None
) -> list[Content]:
    """A player's code in two lines: the tiles, and below each its name."""
    table = sight.table
    code = table.codes[seat]
    longest = max(map(len, table.codes))
    gap, size = " " if longest <= BROAD else "", 5 if longest <= WIDE else 4
    turn = table.seat == seat and table.phase not in ("over", "arrange")
    you = seat == sight.seat
    who = f"{agent_name(seat)} {'you' if you else names[seat]}"
    head = f"{'>' if turn else ' '} {who}"[:NAMES].ljust(NAMES)
    tiles, below = [], []
    for place, (color, _) in enumerate(code):
        spot = seat, place
        text, name = tile_text(sight, spot), spot_name(spot)
        kind = "underline" if size < 5 and text.startswith("[") else ""
        text = (text.strip("[]") if kind else text).center(size)
        look = "bold reverse" if spot == chosen else QUIET
        tiles.append(pickable(tile_face(color, text, kind), f"spot {name}"))
        below.append(Content.styled(f"{name}{mark(last, spot)}".center(size), look))
    note = f"  {state(sight, seat)}"[:NAMES].ljust(NAMES)
    return [
        Content.assemble((head, "bold" if turn else ""), Content(gap).join(tiles)),
        Content.assemble((note, QUIET), Content(gap).join(below)),
    ]


def last_guess(history: History) -> Event | None:
    """The last turn that was a guess."""
    return next((event for event in reversed(history) if guessed_at(event)), None)


def mark(last: Event | None, spot: Spot) -> str:
    """What became of the last guess, where it was made."""
    if last is None or guessed_at(last) != spot:
        return ""
    return "✓" if last.answer.right else "✗"


def state(sight: Sight, seat: int) -> str:
    """What a player does now, or that they are out."""
    table = sight.table
    if table.codes[seat] and not table.alive(seat):
        return "out"
    if table.seat != seat or table.phase not in DOING:
        return ""
    return DOING[table.phase][seat != sight.seat]


def table_content(
    sight: Sight, names: Sequence[str], chosen: Spot | None, last: Event | None
) -> Content:
    """All codes as the viewer sees them, and the pile."""
    table = sight.table
    if table.phase == "arrange":
        tiles = [tile_face(tile_color(t), tile_name(t).center(5)) for t in sight.hand]
        return lines([Content("  Your tiles:"), Content("  ") + Content(" ").join(tiles)])
    found: list[Content] = []
    for seat in range(table.setup.players):
        found += lane(sight, seat, names, chosen, last)
    if table.setup.drawing:
        found.append(Content(f"  pile: {table.pile}{drawn_text(sight)}"))
    return lines(found)
